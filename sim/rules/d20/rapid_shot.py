"""Rapid Shot: one more arrow (supplement)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.orders import FullAttack
from sim.rules.d20.declare import RAPID, Blow, constraint, on_attack
from sim.state.battle import Battle
from sim.state.creature import Creature

EXTRA = "d20.rapid-shot.extra"


@on_attack(RAPID)
def penalty(blow: Blow) -> Modifier:
    """One more shot makes all of them worse."""
    return Modifier(-2, "rapid shot", EXTRA)


@constraint(EXTRA, FullAttack, asks="rapid")
def cannot(battle: Battle, me: Creature, order: FullAttack) -> bool:
    """It needs the feat and a ranged weapon."""
    weapon = me.weapons.get(order.weapon)
    return "rapid-shot" not in me.sheet.feats or weapon is None or not weapon.increment
