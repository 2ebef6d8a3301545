"""Damage reduction: hides that blows do not easily get through (supplement)."""

from __future__ import annotations

from sim.rules.d20 import energy
from sim.rules.d20.declare import softener
from sim.state.creature import Creature
from sim.tables.sheet import Weapon

POINTS = "d20.damage-reduction.points"
RIDER_STOPPED = "d20.damage-reduction.rider-stopped"


def overcomes(weapon: Weapon, bypass: tuple[str, ...]) -> bool:
    """Has a blow with this weapon one of these properties: a kind of damage, a material, ``magic``?"""
    return any(name in weapon.kinds or name == weapon.material or (name == "magic" and weapon.magic) for name in bypass)


@softener(lambda sheet: sheet.reduction is not None)
def reduced(
    target: Creature, source: Creature, weapon: Weapon, points: int, nonlethal: bool
) -> tuple[int, bool, tuple[str, ...]]:
    """So many points less from each blow, and no poison from one that does not get through."""
    reduction = target.sheet.reduction
    if reduction is None or not points or energy.is_energy(weapon) or overcomes(weapon, reduction.bypass):
        return points, nonlethal, ()
    left = max(0, points - reduction.points)
    rides = weapon.poison is not None or weapon.paralysis_dc or weapon.ability_damage is not None
    return left, nonlethal, (POINTS, RIDER_STOPPED) if not left and rides else (POINTS,)
