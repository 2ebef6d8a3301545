"""Acid, cold, electricity, fire and sonic damage (supplement)."""

from __future__ import annotations

from sim.rules.d20.creature_type import immunities_of
from sim.rules.d20.declare import softener
from sim.state.conditions import DEAD
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon

EXTRA = "d20.energy.extra"
IMMUNE = "d20.energy.immune"

KINDS = ("acid", "cold", "electricity", "fire", "sonic")
FORCES = (*KINDS, "force", "positive", "negative")
"""Energies and what else magic strikes with, and damage reduction does not stop."""
BARE = {kind: Weapon(name=kind, category="natural", damage="", kinds=(kind,)) for kind in FORCES}
"""Energy as such, for damage that no weapon deals."""


def is_energy(weapon: Weapon) -> bool:
    """Does it deal nothing but energy, or what only magic deals?"""
    return bool(weapon.kinds) and weapon.kinds[0] in FORCES


def add(table: Table, me: Creature, target: Creature, weapon: Weapon, because: int) -> int:
    """The energy that comes with a hit: never multiplied, and damage of its own; returns what got through."""
    from sim.rules.d20 import wounds

    if weapon.energy is None or target.flags & DEAD:
        return 0
    kind, dice = weapon.energy
    points, rolled = wounds.throw(table, dice)
    return wounds.deal(table, target, me, BARE[kind], points, False, because, (), (EXTRA,), rolled)


@softener(lambda sheet: not immunities_of(sheet).isdisjoint(KINDS))
def shrugged_off(
    target: Creature, source: Creature, weapon: Weapon, points: int, nonlethal: bool
) -> tuple[int, bool, tuple[str, ...]]:
    """Nothing of a kind of energy to which it is immune."""
    if points and is_energy(weapon) and weapon.kinds[0] in immunities_of(target.sheet):
        return 0, nonlethal, (IMMUNE,)
    return points, nonlethal, ()
