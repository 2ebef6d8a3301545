"""Fighting defensively (d20.fighting-defensively.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.conditions import ConditionBegan
from sim.rules.d20.declare import Blow, attack_row, on_ac
from sim.state.conditions import FIGHTING_DEFENSIVELY
from sim.state.creature import Creature
from sim.table import Table

STANDARD = "d20.fighting-defensively.standard"
FULL_ATTACK = "d20.fighting-defensively.full-attack"

attack_row(STANDARD, FIGHTING_DEFENSIVELY, -4, -4, "defensive")


@on_ac(flags=FIGHTING_DEFENSIVELY)
def ac(blow: Blow) -> Modifier:
    """+2 while fighting defensively, +3 with 5 ranks of Tumble."""
    if blow.target.sheet.ranks.get("tumble", 0) >= 5:
        return Modifier(3, "dodge", "d20.fighting-defensively.tumble-ranks")
    return Modifier(2, "dodge", STANDARD)


def declare(table: Table, me: Creature, because: int, *, full: bool) -> None:
    """Said before the first attack roll; lasts until the start of its next turn."""
    rule = FULL_ATTACK if full else STANDARD
    table.tell(ConditionBegan(because, me.id, "fighting-defensively", (rule,), ender=me.id))
