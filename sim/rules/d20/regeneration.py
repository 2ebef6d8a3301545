"""Regeneration: only some kinds of damage do lasting harm (supplement)."""

from __future__ import annotations

from sim.events.attacks import Healed
from sim.rules.d20 import wounds
from sim.rules.d20.damage_reduction import overcomes
from sim.rules.d20.declare import at_turn_start, softener
from sim.state.conditions import DEAD
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon

NONLETHAL = "d20.regeneration.nonlethal"
HEAL = "d20.regeneration.heal"


@softener(lambda sheet: sheet.regeneration > 0)
def made_nonlethal(
    target: Creature, source: Creature, weapon: Weapon, points: int, nonlethal: bool
) -> tuple[int, bool, tuple[str, ...]]:
    """All damage is nonlethal, but for the kinds that bypass it."""
    if nonlethal or not points or overcomes(weapon, target.sheet.regeneration_bypass):
        return points, nonlethal, ()
    return points, True, (NONLETHAL,)


@at_turn_start(whose=lambda sheet: sheet.regeneration > 0)
def heal(table: Table, me: Creature, because: int) -> None:
    """Nonlethal damage closes at the start of its turn."""
    points = me.sheet.regeneration
    if me.nonlethal and not me.flags & DEAD:
        seq = table.tell(Healed(because, me.id, 0, min(points, me.nonlethal), (HEAL,)))
        wounds.settle(table, me, seq, hurt=False)
