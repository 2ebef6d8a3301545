"""The log itself: its digests, its sequence, its causes, and the rules that it names."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec
from attrs import fields

from sim.audit.claims import ALL, HOUSE, Breach, Finding, invariant
from sim.audit.fold import Scene
from sim.events.base import KINDS, TALLIES
from sim.events.header import FORMAT
from sim.events.log import Reading
from sim.tables.rulebook import BOOKS, read

LOG = ""
"""What is wrong with the log itself goes against no rule of a book."""

_JSON = msgspec.json.Encoder()
_KNOWN: set[str] = set()
_SEEN: set[tuple[str, ...]] = set()
_HOLDERS: dict[type[Any], tuple[str, ...]] = {}


def chain_holds(reading: Reading) -> Iterator[Finding]:
    """
    Written down again, each line chained to the one before by SHA-256, the log ends with the digest on record.

    Of a log of an older format the lines are not those that would be written today, and there is nothing to compare.
    """
    if reading.format != FORMAT:
        return
    digest = sha256(_JSON.encode(reading.header)[:-1]).hexdigest()
    encode = _JSON.encode
    for seq, event in enumerate(reading.events):
        body = b'{"seq":%d,"kind":"%s",%b' % (seq, type(event).__name__.encode(), encode(event)[1:-1])
        digest = sha256(digest.encode() + body).hexdigest()
    if digest != reading.digest:
        last = len(reading.events) - 1
        yield Finding(last, "chain-holds", LOG, f"the last digest is {reading.digest}, and the events give {digest}")


def _known() -> set[str]:
    if not _KNOWN:
        _KNOWN.update(*map(read, BOOKS))
    return _KNOWN


@invariant("rules-are-known", *KINDS.values(), books=ALL)
def rules_are_known(event: Any, scene: Scene) -> Iterator[Breach]:
    """Every rule named is in the catalogue; what goes by another is not judged."""
    kind = type(event)
    holders = _HOLDERS.get(kind)
    if holders is None:
        names = [field.name for field in fields(kind)]
        holders = _HOLDERS[kind] = tuple(name for name in names if name in TALLIES)
    cites = event.cites
    if cites not in _SEEN:
        yield from _unknown(cites)
    for name in holders:
        parts = getattr(event, name)
        if parts and parts not in _SEEN:
            unknown = list(_unknown(part.rule for part in parts))
            yield from unknown
            if not unknown:
                _SEEN.add(parts)


def _unknown(rules: Any) -> Iterator[Breach]:
    rules = tuple(rules)
    clean = True
    for rule in rules:
        if rule not in _known() and rule not in HOUSE:
            clean = False
            yield rule, f"not judged: {rule} is in no catalogue that the audit knows"
    if clean:
        _SEEN.add(rules)
