"""
The trailing rope of a net (supplement).

It lasts as long as the net, and has no effect while its holder is out of action or more than 10 ft away.
"""

from __future__ import annotations

from sim.events.conditions import ConditionBegan
from sim.events.orders import Move, Step, Withdraw
from sim.grid.reach import within
from sim.rules.d20 import core, skill
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.declare import constraint
from sim.state.battle import Battle
from sim.state.conditions import ROPED
from sim.state.creature import Creature
from sim.table import Table

LIMIT = "d20.net-rope.limit"
LENGTH = 2
"""Squares of rope."""


def pull(table: Table, me: Creature, target: Creature, because: int) -> None:
    """Strength against Strength, as soon as the net has caught somebody."""
    mine, theirs = skill.ability_parts(me, "strength", LIMIT), skill.ability_parts(target, "strength", LIMIT)
    checks = ("strength", "strength")
    rolled = core.opposed(table, "net-rope", me, target, checks, mine, theirs, because, LIMIT)
    seq = table.tell(rolled)
    if rolled.won:
        table.tell(ConditionBegan(seq, target.id, "roped", (LIMIT,), other=me.id))


def leash(battle: Battle, me: Creature) -> int:
    """The anchors to which the ropes let it go."""
    ground, bits = battle.ground, battle.ground.inside
    for one in me.conditions:
        if one.name != "roped":
            continue
        holder = battle.creatures[one.other]
        if holder.can_act and ground.distance(me.square, me.span, holder.square, holder.span) <= LENGTH:
            near = within(ground, holder.square, holder.span, LENGTH, strict=True)
            bits &= passing.overlapping(ground, near, me.span)
    return bits


@constraint(LIMIT, Move, Withdraw, Step, flags=ROPED)
def at_the_end_of_the_rope(battle: Battle, me: Creature, order: Move | Withdraw | Step) -> bool:
    """No farther than the rope is long."""
    return not leash(battle, me) >> order.to & 1
