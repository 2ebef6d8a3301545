"""
Where foes that are out of sight were seen last.

Nobody keeps a memory: it follows from the trails of the battle, where each creature stood since when, and from the
grounds that lay under it. A trail is short, so what was seen long ago is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from agents.perception import SIGHTLESS, in_sight
from sim.grid.terrain import Ground
from sim.state.battle import Battle
from sim.state.conditions import INVISIBLE
from sim.state.creature import Creature, Stood


class Remembered(NamedTuple):
    """
    A foe out of its own sight: the ``square`` (of its space the first) where its side saw it last, how many rounds
    ``ago``; ``by`` is the friend who sees it there now, if one does.
    """

    who: str
    square: int
    ago: int
    by: str = ""


class Sighting(NamedTuple):
    """Up to which input, and in which round, somebody was seen in a square."""

    until: int
    round: int
    square: int


class _Time(NamedTuple):
    """A stretch of time in which nothing moved: from input ``since`` to before ``until``, which was in ``round``."""

    since: int
    until: int
    round: int
    mine: Stood
    theirs: Stood
    ground: Ground


def last_seen(battle: Battle, me: Creature, foe: Creature) -> Sighting | None:
    """When and where one creature saw another last, as far as their trails go back; on their ways, too."""
    for time in _back(battle, me, foe):
        mine, theirs, ground = time.mine, time.theirs, time.ground
        if mine.flags & SIGHTLESS or theirs.flags & INVISIBLE or me.id in theirs.hidden:
            continue
        eyes, body = me.sheet, foe.sheet
        place, at = theirs.path[-1], mine.path[-1]
        if time.since < time.until and in_sight(ground, eyes, at, mine.span, body, place, theirs.span):
            return Sighting(time.until, time.round, place)
        if theirs.since == time.since:
            for square in reversed(theirs.path[:-1]):
                if in_sight(ground, eyes, at, mine.span, body, square, theirs.span):
                    return Sighting(time.since, theirs.round, square)
        if mine.since == time.since:
            for square in reversed(mine.path[:-1]):
                if in_sight(ground, eyes, square, mine.span, body, place, theirs.span):
                    return Sighting(time.since, mine.round, place)
    return None


def _back(battle: Battle, me: Creature, foe: Creature) -> Iterator[_Time]:
    """The times in which both stood still on the same ground, from now back."""
    mine, theirs, scenes = [*me.trail], [*foe.trail], [*battle.scenes]
    until, round_ = battle.inputs + 1, battle.round
    while mine and theirs and scenes:
        since = max(mine[-1].since, theirs[-1].since, scenes[-1][0])
        yield _Time(since, until, round_, mine[-1], theirs[-1], scenes[-1][2])
        until = since
        if scenes[-1][0] == since:
            round_ = scenes.pop()[1]
        for trail in (mine, theirs):
            if trail[-1].since == since:
                round_ = trail.pop().round
