"""Constriction: what a won grapple check does in some creatures' coils (supplement)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.rules.d20 import core, energy, scores, wounds
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon

DAMAGE = "d20.constrict.damage"


def coils(me: Creature) -> Weapon | None:
    """The natural weapon with which it constricts."""
    return next((weapon for weapon in me.sheet.weapons if weapon.constrict), None)


def squeeze(table: Table, me: Creature, target: Creature, because: int) -> int:
    """Deal the damage of constriction, with the energy that goes with the weapon; returns what got through."""
    weapon = coils(me)
    if weapon is None:
        return 0
    points, dice = wounds.throw(table, weapon.constrict)
    strength = scores.modifier(me, "strength")
    if strength > 0:
        strength = strength * core.grip(me, weapon, False, False, weapon.secondary) // 2
    parts = (Modifier(strength, "strength", DAMAGE),) if strength else ()
    through = wounds.deal(table, target, me, weapon, max(1, points + strength), False, because, parts, (DAMAGE,), dice)
    energy.add(table, me, target, weapon, because)
    return through
