"""Any moment of a fight: its battle after any event, and the map drawn as it then stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.core.errors import NONSENSE, Damaged
from sim.encounter import battle_of
from sim.events.base import apply
from sim.events.header import Scenario
from sim.grid.bits import squares
from sim.replay.tongue import ENGLISH, Tongue
from sim.state.battle import Battle
from sim.state.conditions import DEAD, GONE, names

STRIDE = 64
"""A battle is kept every so many events, so that going back is as quick as going on."""


class Cursor:
    """
    Goes to any event of a fight, forth and back. ``seq`` is the last event that has been applied, -1 before the first.

    >>> from sim.testing import scenario_of
    >>> Cursor(scenario_of("A o", {"A": "fighter-1", "o": "orc"}), ()).to(-1).phase
    'muster'

    :raises Damaged: when the scenario or an event makes no sense.
    """

    def __init__(self, scenario: Scenario, events: Sequence[Any]) -> None:
        self.events = events
        self.seq = -1
        self.battle = opened(scenario)
        self._kept = {-1: self.battle.fork()}

    def to(self, seq: int) -> Battle:
        """The battle after event ``seq`` (negative: before the first; beyond the last: the last)."""
        seq = max(-1, min(seq, len(self.events) - 1))
        if seq < self.seq or seq - self.seq > STRIDE:
            near = max(at for at in self._kept if at <= seq)
            if seq < self.seq or near > self.seq:
                self.battle, self.seq = self._kept[near].fork(), near
        while self.seq < seq:
            self.forth()
        return self.battle

    def forth(self) -> Battle:
        """The battle after one event more."""
        fold_one(self.seq + 1, self.events[self.seq + 1], self.battle)
        self.seq += 1
        if (self.seq + 1) % STRIDE == 0 and self.seq not in self._kept:
            self._kept[self.seq] = self.battle.fork()
        return self.battle


def opened(scenario: Scenario) -> Battle:
    """
    The battle before its first event.

    :raises Damaged: when a header read from a file makes no sense.
    """
    try:
        return battle_of(scenario)
    except NONSENSE as error:
        raise Damaged(f"the header describes no fight that could begin: {_said(error)}") from error


def fold_one(seq: int, event: object, battle: Battle) -> None:
    """
    Apply an event read from a file.

    :raises Damaged: when it does not fit the battle.
    """
    try:
        apply(event, battle)
    except NONSENSE as error:
        raise Damaged(
            f"event {seq} ({type(event).__name__}) does not fit the fight before it: {_said(error)}"
        ) from error


def _said(error: BaseException) -> str:
    return f"{type(error).__name__} {str(error)[:200]}"


def marks(battle: Battle) -> dict[int, str]:
    """The letters of all creatures on the map by square; the dead and the gone are not drawn."""
    drawn: dict[int, str] = {}
    for creature in battle:
        if not creature.flags & (DEAD | GONE):
            for square in squares(battle.footprint(creature)):
                drawn[square] = creature.sheet.glyph
    return drawn


def board(battle: Battle, tongue: Tongue = ENGLISH) -> str:
    """The map with everybody in place, columns lettered and rows numbered, and a line for each creature."""
    ground = battle.ground
    heads = [ground.name(x)[:-1] for x in range(ground.width)]
    lines = ["    " + "".join(head[-1] for head in heads)]
    if ground.width > 26:
        lines.insert(0, "    " + "".join(head[0] if len(head) > 1 else " " for head in heads))
    lines += [f"{row:>3} {text}" for row, text in enumerate(ground.text(marks(battle)).splitlines(), 1)]
    width = max(len(creature.id) for creature in battle)
    return "\n".join([*lines, "", *(state(battle, who, width, tongue) for who in battle.creatures)])


def state(battle: Battle, who: str, width: int = 0, tongue: Tongue = ENGLISH) -> str:
    """A creature in one line: letter, name, place, hit points, conditions."""
    creature = battle.creatures[who]
    place = "-" if creature.flags & (DEAD | GONE) else battle.ground.name(creature.square)
    words = [f"{creature.sheet.glyph} {who:<{width}}  {place:<4} {creature.hit_points}/{creature.sheet.hit_points}"]
    if creature.nonlethal:
        words.append(tongue.say("{nonlethal} nonlethal", nonlethal=creature.nonlethal))
    return ", ".join([*words, *map(tongue.term, names(creature.flags))])
