"""Fast healing (supplement)."""

from __future__ import annotations

from sim.events.attacks import Healed
from sim.rules.d20 import ability_damage, wounds
from sim.rules.d20.declare import at_turn_start
from sim.state.conditions import DEAD
from sim.state.creature import Creature
from sim.table import Table

HEAL = "d20.fast-healing.heal"


@at_turn_start(whose=lambda sheet: sheet.fast_healing > 0)
def heal(table: Table, me: Creature, because: int) -> None:
    """Hit points come back at the start of its turn, up to the full number."""
    if me.flags & DEAD:
        return
    gained = min(me.sheet.fast_healing, ability_damage.full(me) - me.hit_points)
    if gained > 0:
        seq = table.tell(Healed(because, me.id, gained, 0, (HEAL,)))
        wounds.settle(table, me, seq, hurt=False)
