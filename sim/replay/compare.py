"""Two logs side by side: where they part, and how the fight stood there."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from sim.events.log import Reading
from sim.replay.cursor import Cursor
from sim.state.battle import Battle


class Parting(NamedTuple):
    """
    ``seq`` is the first event that the two have not in common, -1 when they have all: then they differ, if at all, in
    their ``headers``, the fields of the header in which they do. ``battle`` is how the fight of the first stood before
    it.
    """

    seq: int
    headers: tuple[str, ...]
    battle: Battle | None


def compare(first: Reading, second: Reading) -> Parting:
    """
    Where two fights part. Where even the scenario is another, there is no battle that both share.

    :raises Damaged: when an event does not fit the fight.
    """
    a, b = first.header, second.header
    headers = tuple(name for name in a.__struct_fields__ if getattr(a, name) != getattr(b, name))
    shared = min(len(first.events), len(second.events))
    seq = next((seq for seq in range(shared) if first.events[seq] != second.events[seq]), shared)
    if seq == shared and len(first.events) == len(second.events):
        return Parting(-1, headers, None)
    battle = None if "scenario" in headers or "ruleset" in headers else Cursor(a.scenario, first.events).to(seq - 1)
    return Parting(seq, headers, battle)


def said(value: Any) -> str:
    """A field of a header in short."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 200 else f"{text[:200]}…"
