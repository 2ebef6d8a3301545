"""Who may pass whom, and where nobody may stop (d20.pass.*)."""

from __future__ import annotations

from sim.grid.bits import touching
from sim.grid.terrain import Ground
from sim.state.battle import Battle
from sim.state.conditions import DEAD, GONE, HELPLESS
from sim.state.creature import Creature
from sim.tables.sheet import SIZES

ALLY = "d20.pass.ally"
ALLY_NO_COVER = "d20.pass.ally-no-cover"
OPPONENT = "d20.pass.opponent"
STOP = "d20.pass.stop"
TINY = "d20.pass.tiny"
THREE_SIZES = "d20.pass.three-sizes"
THREE_SIZES_AOO = "d20.pass.three-sizes.aoo"

RANK = {size: index for index, size in enumerate(SIZES)}
MINUTE = RANK["tiny"]


def may_pass(me: Creature, other: Creature) -> bool:
    """May ``me`` go through the squares of ``other``: allies, the helpless, the far smaller or larger, or being Tiny."""
    if other.side == me.side or other.flags & HELPLESS:
        return True
    mine, its = RANK[me.sheet.size], RANK[other.sheet.size]
    return mine <= MINUTE or abs(mine - its) >= 3


def barred(battle: Battle, me: Creature) -> int:
    """The squares that this creature may not enter because of who stands there."""
    bits = 0
    for other in battle.creatures.values():
        if other.side != me.side and not other.flags & (DEAD | GONE) and not may_pass(me, other):
            bits |= battle.footprint(other)
    return bits


def taken(battle: Battle, me: Creature) -> int:
    """The squares where this creature may not stop because somebody is there who is not helpless."""
    bits = 0
    for other in battle.creatures.values():
        if other is not me and not other.flags & (DEAD | GONE) and (not other.flags & HELPLESS or other.grapplers):
            bits |= battle.footprint(other)
    return bits


def overlapping(ground: Ground, bits: int, span: int) -> int:
    """The anchors of a space of ``span`` that touch any of these squares."""
    return bits if span == 1 else touching(bits, span, ground.stride)


def no_room(battle: Battle, me: Creature, to: int) -> bool:
    """Somebody who is not helpless stands in the way of ending a move there."""
    ground = battle.ground
    if not 0 <= to < ground.stride * ground.height:
        return True
    others = [other for other in battle.occupants(ground.footprint(to, me.span)) if other is not me]
    if RANK[me.sheet.size] <= MINUTE and all(RANK[other.sheet.size] > MINUTE for other in others):
        return False
    return any(not other.flags & HELPLESS for other in others)
