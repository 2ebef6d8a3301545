"""
Who sees whom, and who tells whom what it sees.

Sight is a matter of eyes, light and what stands between. It is free to speak, also outside one's turn
(d20.action.free.speak, adnd.core.action.negligible), so those of a side tell each other where their foes are: whoever
has speech, can act and is not silenced, to whoever has speech and is not deaf. Animals and the mindless have none.
"""

from __future__ import annotations

from typing import Protocol

from sim.grid.sight import line_of_sight
from sim.grid.terrain import Ground
from sim.state.conditions import BLINDED, CANNOT_ACT, DEAFENED, INVISIBLE, SILENCED
from sim.state.creature import Creature

SPEECH = 3
"""Intelligence from which on a creature understands speech."""

SIGHTLESS = BLINDED | CANNOT_ACT
"""Conditions of those who look out for nobody."""


class Body(Protocol):
    """What of a sheet matters to be seen, and to see."""

    @property
    def darkvision(self) -> int: ...

    @property
    def height(self) -> int: ...


def in_sight(ground: Ground, eyes: Body, at: int, span: int, body: Body, there: int, there_span: int) -> bool:
    """Is there light, and nothing between these eyes and that body, each at its place?"""
    if not ground.has_walls and not ground.has_veils:
        return True
    return line_of_sight(
        ground,
        at,
        span,
        there,
        there_span,
        darkvision=eyes.darkvision // 5,
        height_a=eyes.height,
        height_b=body.height,
    )


def sees(ground: Ground, me: Creature, other: Creature) -> bool:
    """Does it see the other where they stand?"""
    unseen = other.flags & INVISIBLE or other.has("hidden", me.id)
    if me.flags & BLINDED or unseen:
        return False
    return in_sight(ground, me.sheet, me.square, me.span, other.sheet, other.square, other.span)


def has_speech(me: Creature) -> bool:
    """Does it understand speech?"""
    return me.sheet.mind >= SPEECH


def tells(me: Creature, friend: Creature) -> bool:
    """May it tell a friend what it sees?"""
    speaks = not me.flags & (SIGHTLESS | SILENCED) and not friend.flags & DEAFENED
    return speaks and has_speech(me) and has_speech(friend)
