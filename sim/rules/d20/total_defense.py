"""Total defense (d20.total-defense.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.conditions import ConditionBegan
from sim.events.orders import TotalDefense
from sim.rules.d20.declare import Blow, constraint, on_ac, procedure
from sim.state.battle import Battle
from sim.state.conditions import COMBAT_EXPERTISE, FIGHTING_DEFENSIVELY, TOTAL_DEFENSE
from sim.state.creature import Creature
from sim.table import Table

AC = "d20.total-defense.ac"
NO_AOO = "d20.total-defense.no-aoo"
NO_ATTACK = "d20.total-defense.no-attack"


@on_ac(flags=TOTAL_DEFENSE)
def ac(blow: Blow) -> Modifier:
    """Nothing but defence: +4, or +6 with 5 ranks of Tumble."""
    if blow.target.sheet.ranks.get("tumble", 0) >= 5:
        return Modifier(6, "dodge", "d20.total-defense.tumble-ranks")
    return Modifier(4, "dodge", AC)


@constraint(NO_ATTACK, TotalDefense)
def attacked_already(battle: Battle, me: Creature, order: TotalDefense) -> bool:
    """Not in a turn with attacks, nor with fighting defensively or Combat Expertise."""
    return battle.turn.blows > 0 or bool(me.flags & (FIGHTING_DEFENSIVELY | COMBAT_EXPERTISE))


@procedure(TotalDefense)
def total_defense(me: Creature, order: TotalDefense, table: Table, because: int) -> None:
    """Until the start of its next turn."""
    table.tell(ConditionBegan(because, me.id, "total-defense", (AC,), ender=me.id))
