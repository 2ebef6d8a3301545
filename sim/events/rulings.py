"""
Every ruling of the referee as one line of text::

    set hit points of orc-1 to 3 because the bear had bitten it
    move orc-1 to c4 because the map was misread
    orc-1 is prone because it slipped on the ice
    orc-1 is not prone because the table forgot that it stood up
    remove orc-1 because its player has to leave

A ruling without a reason is none: whoever reads the log will ask for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from sim.core.errors import BadInput
from sim.events.course import RefereeMoved, RefereeRuled, RefereeSet
from sim.state.battle import Battle
from sim.state.conditions import BIT
from sim.tables import files

MOST = 9999
"""Hit points that the referee may set, up and down."""


class _Form(NamedTuple):
    shape: str
    pattern: re.Pattern[str]
    ruling: Callable[[Battle, str, dict[str, str]], Any]


def parse(line: str, battle: Battle) -> Any:
    """
    The referee event that a line says, checked against the battle as it is.

    :raises BadInput: when it is none, naming what was expected.
    """
    said, because, reason = line.partition(" because ")
    if not because or not reason.strip():
        raise BadInput(f"the ruling {line[:200]!r} has no reason: end it with 'because …'")
    for form in _FORMS:
        if match := form.pattern.fullmatch(said.strip()):
            return form.ruling(battle, reason.strip(), match.groupdict())
    raise BadInput(
        f"the ruling {line[:200]!r} is not understood: write {' | '.join(form.shape for form in _FORMS)}, and because …"
    )


def _who(battle: Battle, words: dict[str, str]) -> str:
    _known(words["who"], battle.creatures, "creature")
    return words["who"]


def _known(name: str, names: Iterable[str], what: str) -> None:
    files.known(name, names, what, "the ruling")


def _set(battle: Battle, reason: str, words: dict[str, str]) -> RefereeSet:
    number = words["number"]
    if len(number) > 6 or abs(int(number)) > MOST:
        raise BadInput(f"the ruling: {number[:40]} hit points are too many: set -{MOST} to {MOST}")
    return RefereeSet(-1, _who(battle, words), int(number), reason)


def _move(battle: Battle, reason: str, words: dict[str, str]) -> RefereeMoved:
    who, ground = _who(battle, words), battle.ground
    square = ground.square(words["square"])
    span = battle.creatures[who].span
    y, x = divmod(square, ground.stride)
    if x + span > ground.width or y + span > ground.height:
        raise BadInput(f"the ruling: the space of {who}, {span} by {span} squares, is off the map at {words['square']}")
    return RefereeMoved(-1, who, square, reason)


def _rule(begins: bool) -> Callable[[Battle, str, dict[str, str]], RefereeRuled]:
    def rule(battle: Battle, reason: str, words: dict[str, str]) -> RefereeRuled:
        name = words.get("condition", "gone")
        _known(name, BIT, "condition")
        who = _who(battle, words)
        if bool(battle.creatures[who].flags & BIT[name]) is begins:
            raise BadInput(f"the ruling: {who} is {'already' if begins else 'not'} {name}")
        return RefereeRuled(-1, who, name, begins, reason)

    return rule


_FORMS = (
    _Form("set hit points of WHO to NUMBER", re.compile(r"set hit points of (?P<who>.+) to (?P<number>-?\d+)"), _set),
    _Form("move WHO to SQUARE", re.compile(r"move (?P<who>.+) to (?P<square>\S+)"), _move),
    _Form("remove WHO", re.compile(r"remove (?P<who>.+)"), _rule(True)),
    _Form("WHO is not CONDITION", re.compile(r"(?P<who>.+) is not (?P<condition>\S+)"), _rule(False)),
    _Form("WHO is CONDITION", re.compile(r"(?P<who>.+) is (?P<condition>\S+)"), _rule(True)),
)
