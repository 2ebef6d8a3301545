"""Withdrawing from a melee (d20.withdraw.*)."""

from __future__ import annotations

from sim.events.orders import Withdraw
from sim.rules.d20 import aoo, concealment, move
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import BLINDED, GRAPPLING, PINNED, PRONE
from sim.state.creature import Creature
from sim.table import Table

DISTANCE = "d20.withdraw.distance"
FIRST_SQUARE = "d20.withdraw.first-square"
OTHER_SQUARES = "d20.withdraw.other-squares"
NO_STEP = "d20.withdraw.no-step"
RESTRICTED = "d20.withdraw.restricted"


def budget(battle: Battle, me: Creature) -> int:
    """Twice speed; speed for those limited to a standard action."""
    return move.speed(me) * (1 if battle.turn.restricted else 2)


def seen(battle: Battle, me: Creature) -> tuple[str, ...]:
    """The enemies that it can see, for whom its first square does not count."""
    return tuple(foe.id for foe in battle if foe.side != me.side and not concealment.total(battle, me, foe))


def path(battle: Battle, me: Creature, order: Withdraw) -> tuple[int, ...]:
    """The way out: fewest opportunities, the first square free."""
    return move.route(battle, me, order.to, budget(battle, me), free=seen(battle, me))


@constraint(DISTANCE, Withdraw)
def too_far(battle: Battle, me: Creature, order: Withdraw) -> bool:
    """At most twice speed."""
    area = move.reach(battle, me, budget(battle, me))
    return order.to == me.square or not (area.reached | area.squeezed) >> order.to & 1


@constraint(passing.STOP, Withdraw)
def no_room(battle: Battle, me: Creature, order: Withdraw) -> bool:
    """It cannot end where somebody stands."""
    return passing.no_room(battle, me, order.to)


@constraint(NO_STEP, Withdraw)
def cannot(battle: Battle, me: Creature, order: Withdraw) -> bool:
    """Not after a step, not blind, not lying down, not held."""
    return battle.turn.stepped or bool(me.flags & (BLINDED | PRONE | GRAPPLING | PINNED))


@procedure(Withdraw)
def withdraw(me: Creature, order: Withdraw, table: Table, because: int) -> None:
    """Leave: the square left first is not threatened by those it can see."""
    battle = table.battle
    rules: tuple[str, ...] = (RESTRICTED,) if battle.turn.restricted else (DISTANCE,)
    free = seen(battle, me)
    if any(foe.id in free for foe in aoo.threateners(battle, me)):
        rules += (FIRST_SQUARE,)
    way = path(battle, me, order)
    move.walk(table, me, way, "withdraw", because, rules, free=free, later=(OTHER_SQUARES,))
