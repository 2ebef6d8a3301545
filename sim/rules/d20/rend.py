"""Rending: two claws in the same foe (supplement)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.rules.d20 import scores, wounds
from sim.rules.d20.declare import Blow
from sim.state.conditions import DEAD
from sim.table import Table

DAMAGE = "d20.rend.damage"


def tear(table: Table, blow: Blow, because: int) -> None:
    """After the second hit of a full attack with the claw on the same foe: extra damage, once for each foe."""
    me, target, weapon, turn = blow.attacker, blow.target, blow.weapon, table.battle.turn
    if weapon.name != me.sheet.rend_weapon or turn.who != me.id or not turn.full or target.flags & DEAD:
        return
    if turn.hits.count((weapon.name, target.id)) != 2:
        return
    points, dice = wounds.throw(table, me.sheet.rend)
    strength = Modifier(scores.modifier(me, "strength") * 3 // 2, "strength", DAMAGE)
    wounds.deal(
        table, target, me, weapon, max(1, points + strength.value), False, because, (strength,), (DAMAGE,), dice
    )
