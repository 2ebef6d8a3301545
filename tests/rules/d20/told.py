"""What tests of the d20 topics read from the events that an order told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from sim.core.tally import Modifier
from sim.tables.bestiary import creature
from sim.tables.sheet import Sheet

E = TypeVar("E")


def every(events: Iterable[object], kind: type[E]) -> list[E]:
    """The events of one kind, in their order."""
    return [event for event in events if type(event) is kind]  # type: ignore[misc]


def one(events: Iterable[object], kind: type[E]) -> E:
    """The only event of its kind."""
    (event,) = every(events, kind)
    return event


def part(parts: Iterable[Modifier], rule: str) -> int:
    """What a rule contributes to a total; 0 when it has no part in it."""
    return sum(modifier.value for modifier in parts if modifier.rule == rule)


def named(parts: Iterable[Modifier], label: str) -> int:
    """What the parts with this label come to."""
    return sum(modifier.value for modifier in parts if modifier.type == label)


def sheet(kind: str, **changes: object) -> Sheet:
    """A creature of the bestiary with some figures changed."""
    return msgspec.structs.replace(creature(kind), **changes)
