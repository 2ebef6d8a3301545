"""
Every ruling of the referee as one line of text::

    set hit points of orc-1 to 3 because the bear had bitten it
    move orc-1 to c4 because the map was misread
    orc-1 is prone because it slipped on the ice
    orc-1 is not prone because the table forgot that it stood up
    remove orc-1 because its player has to leave
    add orc as grum at c4 to orcs because the horn was heard
    overrule 34 because the wall was forgotten

A ruling without a reason is none: whoever reads the log will ask for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple, Protocol

import msgspec

from sim.core.errors import BadInput
from sim.events.course import (
    RefereeAdded,
    RefereeMoved,
    RefereeMustered,
    RefereeOverruled,
    RefereeRuled,
    RefereeSet,
)
from sim.events.header import AdndPlaced, Placed
from sim.grid.movement import gait
from sim.state.battle import Battle
from sim.state.conditions import BIT
from sim.tables import adnd_sheet, files
from sim.tables.sheet import Sheet

MOST = 9999
"""Hit points that the referee may set, up and down."""

CROWD = 500
"""No fight has more creatures than this."""


HOLDS = ("grappling", "pinned", "pinning", "holding", "aided")
"""Conditions that come of two creatures: the referee may end them, but they begin with an order, as mounting does."""


SMALLEST = ("fine", "diminutive", "tiny")
"""Sizes that fit into a crevice."""


class Roster(Protocol):
    """The creatures that may be added: those of a rulebook."""

    def kinds(self) -> tuple[str, ...]:
        """Their ids."""
        ...

    def creature(self, kind: str) -> Any:
        """The sheet of a kind."""
        ...


class _Form(NamedTuple):
    shape: str
    pattern: re.Pattern[str]
    ruling: Callable[[Battle, Roster, str, dict[str, str]], Any]


def parse(line: str, battle: Battle, roster: Roster) -> Any:
    """
    The referee event that a line says, checked against the battle as it is; who is added is one of the ``roster``.

    :raises BadInput: when it is none, naming what was expected.
    """
    said, because, reason = line.partition(" because ")
    if not because or not reason.strip():
        raise BadInput(f"the ruling {line[:200]!r} has no reason: end it with 'because …'")
    for form in _FORMS:
        if match := form.pattern.fullmatch(said.strip()):
            return form.ruling(battle, roster, reason.strip(), match.groupdict())
    shapes = " | ".join(form.shape for form in _FORMS)
    raise BadInput(f"the ruling {line[:200]!r} is not understood: write {shapes}, and because …")


def newcomer(line: str) -> str:
    """The name of the creature that a ruling adds; empty if it adds none or does not name it."""
    match = _ADD.fullmatch(line.partition(" because ")[0].strip())
    return (match["name"] or "") if match else ""


def _who(battle: Battle, words: dict[str, str]) -> str:
    files.known(words["who"], battle.creatures, "creature", "the ruling")
    return words["who"]


def _set(battle: Battle, roster: Roster, reason: str, words: dict[str, str]) -> RefereeSet:
    number = words["number"]
    if len(number) > 6 or abs(int(number)) > MOST:
        raise BadInput(f"the ruling: {number[:40]} hit points are too many: set -{MOST} to {MOST}")
    return RefereeSet(-1, _who(battle, words), int(number), reason)


def _move(battle: Battle, roster: Roster, reason: str, words: dict[str, str]) -> RefereeMoved:
    who = _who(battle, words)
    creature = battle.creatures[who]
    if creature.mount:
        raise BadInput(f"the ruling: {who} rides {creature.mount}: move that one, or have {who} get down first")
    return RefereeMoved(-1, who, _room(battle, creature.sheet, creature.span, words["square"], creature.rider), reason)


def _room(battle: Battle, sheet: Sheet, span: int, name: str, rider: str = "") -> int:
    """The named square, if a space fits there in which nobody is but the helpless, and its own rider."""
    ground = battle.ground
    square = ground.square(name)
    narrow = sheet.size in SMALLEST
    if not gait(ground, span, swimmer=sheet.swim > 0, narrow=narrow).fit >> square & 1:
        raise BadInput(f"the ruling: {sheet.id} cannot stand at {name}, where it does not fit: choose another square")
    for other in battle.occupants(ground.footprint(square, span)):
        if other.id not in (sheet.id, rider) and not other.helpless:
            raise BadInput(f"the ruling: {other.id} stands in the way at {name}: choose another square")
    return square


def _rule(begins: bool) -> Callable[[Battle, Roster, str, dict[str, str]], RefereeRuled]:
    def rule(battle: Battle, roster: Roster, reason: str, words: dict[str, str]) -> RefereeRuled:
        name = words.get("condition", "gone")
        files.known(name, BIT, "condition", "the ruling")
        who = _who(battle, words)
        if bool(battle.creatures[who].flags & BIT[name]) is begins:
            raise BadInput(f"the ruling: {who} is {'already' if begins else 'not'} {name}")
        if name == "mounted" or (begins and name in HOLDS):
            raise BadInput(f"the ruling: {name} takes two, so it is for orders of theirs, and not for a ruling")
        return RefereeRuled(-1, who, name, begins, reason)

    return rule


def _add(battle: Battle, roster: Roster, reason: str, words: dict[str, str]) -> RefereeAdded | RefereeMustered:
    """A creature of the rulebook, or one more of a kind that is in the fight."""
    kind, side = words["kind"], words["side"]
    files.known(side, battle.masks, "side", "the ruling")
    own = {creature.sheet.kind: creature.sheet for creature in battle}
    files.known(kind, (*own, *roster.kinds()), "creature", "the ruling")
    sheet = own[kind] if kind in own else roster.creature(kind)
    who = words["name"] or next(name for n in count(1) if (name := f"{kind}-{n}") not in battle.creatures)
    if who in battle.creatures:
        raise BadInput(f"the ruling: {who!r} is the name of another creature already: choose another")
    if len(battle.creatures) >= CROWD:
        raise BadInput(f"the ruling: there are {CROWD} creatures already, and no fight has more")
    sheet = msgspec.structs.replace(sheet, id=who, side=side)
    square = _room(battle, sheet, sheet.span, words["square"])
    if isinstance(sheet, adnd_sheet.Sheet):
        return RefereeMustered(-1, AdndPlaced(sheet, square), reason)
    return RefereeAdded(-1, Placed(sheet, square), reason)


def _overrule(battle: Battle, roster: Roster, reason: str, words: dict[str, str]) -> RefereeOverruled:
    if len(words["number"]) > 9 or int(words["number"]) >= battle.changes:
        raise BadInput(f"the ruling: there is no event {words['number'][:40]} yet: the last is {battle.changes - 1}")
    return RefereeOverruled(-1, int(words["number"]), reason)


_ADD = re.compile(r"add (?P<kind>\S+)(?: as (?P<name>\S+))? at (?P<square>\S+) to (?P<side>.+)")

_FORMS = (
    _Form("set hit points of WHO to NUMBER", re.compile(r"set hit points of (?P<who>.+) to (?P<number>-?\d+)"), _set),
    _Form("move WHO to SQUARE", re.compile(r"move (?P<who>.+) to (?P<square>\S+)"), _move),
    _Form("add KIND as NAME at SQUARE to SIDE", _ADD, _add),
    _Form("remove WHO", re.compile(r"remove (?P<who>.+)"), _rule(True)),
    _Form("overrule EVENT", re.compile(r"overrule (?P<number>\d+)"), _overrule),
    _Form("WHO is not CONDITION", re.compile(r"(?P<who>.+) is not (?P<condition>\S+)"), _rule(False)),
    _Form("WHO is CONDITION", re.compile(r"(?P<who>.+) is (?P<condition>\S+)"), _rule(True)),
)
