"""Spells of evocation (supplement)."""

from __future__ import annotations

from sim.rules.d20 import effects
from sim.rules.d20.magic import Working, selection
from sim.state.creature import Creature
from sim.table import Table

MAGIC_MISSILE = "d20.evocation.magic-missile"

effects.RULES.update(
    {
        "burning hands": "d20.evocation.burning-hands",
        "divine favor": "d20.evocation.divine-favor",
        "fireball": "d20.evocation.fireball",
        "flaming sphere": "d20.evocation.flaming-sphere",
        "lightning bolt": "d20.evocation.lightning-bolt",
        "magic missile": MAGIC_MISSILE,
        "scorching ray": "d20.evocation.scorching-ray",
        "shocking grasp": "d20.evocation.shocking-grasp",
    }
)


@selection("magic missile")
def shielded(table: Table, working: Working, targets: tuple[Creature, ...], because: int) -> tuple[Creature, ...]:
    """Missiles come to nothing at those under a shield spell."""
    shield = effects.rule("shield")
    warded = [who for who in dict.fromkeys(targets) if any(boon.rule == shield for boon in who.boons)]
    for who in warded:
        effects.fails(table, working, who, because, shield)
    return tuple([who for who in targets if who not in warded])
