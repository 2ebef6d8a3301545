"""Combat Expertise: accuracy traded for safety (supplement)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.conditions import ConditionBegan
from sim.rules.d20.declare import Blow, on_ac, on_attack
from sim.state.conditions import COMBAT_EXPERTISE
from sim.state.creature import Creature
from sim.table import Table

TRADE = "d20.combat-expertise.trade"


@on_attack(flags=COMBAT_EXPERTISE)
def attack(blow: Blow) -> Modifier:
    """So much less on attack rolls, until the next turn."""
    return Modifier(-blow.attacker.value("combat-expertise"), "combat expertise", TRADE)


@on_ac(flags=COMBAT_EXPERTISE)
def ac(blow: Blow) -> Modifier:
    """So much more on armor class."""
    return Modifier(blow.target.value("combat-expertise"), "dodge", TRADE)


def declare(table: Table, me: Creature, points: int, because: int) -> None:
    """Chosen before the first roll; holds until its next turn."""
    table.tell(ConditionBegan(because, me.id, "combat-expertise", (TRADE,), value=points, ender=me.id))
