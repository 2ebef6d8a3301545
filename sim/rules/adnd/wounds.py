"""Hit points, death and what comes before it (adnd.wounds.*)."""

from __future__ import annotations

from sim.events.conditions import ConditionBegan
from sim.rules.adnd import core
from sim.state.creature import Creature
from sim.table import Table

ZERO = "adnd.wounds.zero"
TEMPORARY = "adnd.wounds.temporary"


def fall(table: Table, creature: Creature, because: int) -> None:
    """At 0 hit points or less a combatant is dead; temporary damage only knocks it out."""
    if creature.hit_points > 0:
        core.faint(table, creature, because, TEMPORARY)
        return
    table.tell(ConditionBegan(because, creature.id, "dead", (ZERO,)))
