"""
Ways out of the fight that the endings of a scenario allow: leaving the map over its border, and surrender.

The catalogue names neither; both are rules of the scenario, recorded in the header as ``flight`` and ``surrender``.
"""

from __future__ import annotations

from sim.events.conditions import ConditionBegan
from sim.events.orders import Leave, Surrender
from sim.rules.d20 import action, aoo, move, wounds
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import GRAPPLING, PINNED, PRONE
from sim.state.creature import Creature
from sim.table import Table


def at_border(battle: Battle, me: Creature) -> bool:
    """Stands on a square of the map's edge."""
    ground = battle.ground
    y, x = divmod(me.square, ground.stride)
    return x == 0 or y == 0 or x + me.span == ground.width or y + me.span == ground.height


@constraint(action.ROWS["move"], Leave)
def cannot_leave(battle: Battle, me: Creature, order: Leave) -> bool:
    """Only where flight is allowed, from the border, on one's feet and unheld."""
    return not battle.endings.flight or not at_border(battle, me) or bool(me.flags & (PRONE | GRAPPLING | PINNED))


@constraint(action.ROWS["speak"], Surrender)
def cannot_surrender(battle: Battle, me: Creature, order: Surrender) -> bool:
    """Only where it is allowed, and only for those who can make themselves understood."""
    return not battle.endings.surrender or (me.sheet.intelligence or 0) < 3


@procedure(Leave)
def leave(me: Creature, order: Leave, table: Table, because: int) -> None:
    """Off the map; leaving a threatened square exposes as ever."""
    if aoo.provoke(table, me, aoo.MOVING, because) and not me.flags & PRONE:
        table.tell(ConditionBegan(because, me.id, "gone", (move.NORMAL,)))


@procedure(Surrender)
def surrender(me: Creature, order: Surrender, table: Table, because: int) -> None:
    """Give up: drops out of the fight where it stands."""
    wounds.release_all(table, me, because)
    table.tell(ConditionBegan(because, me.id, "surrendered", (action.ROWS["speak"],)))
