"""Constriction: what a won grapple check does in some creatures' coils (supplement)."""

from __future__ import annotations

from msgspec.structs import replace

from sim.rules.d20 import core
from sim.rules.d20.declare import IN_GRAPPLE, MELEE, Blow
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon

DAMAGE = "d20.constrict.damage"


def coils(me: Creature, weapon: Weapon) -> Weapon:
    """The weapon as it constricts: other dice, no poison and no further grab."""
    found = me.cache.get(DAMAGE)
    if found is None:
        found = me.cache[DAMAGE] = replace(
            weapon, damage=weapon.constrict, kinds=("bludgeoning",), grab_on_hit=False, poison=None, paralysis_dc=0
        )
    return found  # type: ignore[return-value]


def squeeze(table: Table, me: Creature, target: Creature, weapon: Weapon, because: int) -> int:
    """Deal the damage of constriction with this weapon; returns what got through."""
    blow = Blow(table.battle, me, target, coils(me, weapon), MELEE | IN_GRAPPLE)
    return core.hurt(table, blow, 1, because, DAMAGE)
