"""Power Attack: accuracy traded for force (supplement)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.conditions import ConditionBegan
from sim.rules.d20.declare import MELEE, Blow, on_attack
from sim.state.conditions import POWER_ATTACK
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon

TRADE = "d20.power-attack.trade"


@on_attack(MELEE, POWER_ATTACK)
def trade(blow: Blow) -> Modifier:
    """So much less on melee attack rolls, until the next turn."""
    return Modifier(-blow.attacker.value("power-attack"), "power attack", TRADE)


def traded(me: Creature, weapon: Weapon, off_hand: bool, ranged: bool) -> tuple[Modifier, ...]:
    """What the trade adds to damage: twice with both hands, nothing with a light weapon."""
    if not me.flags & POWER_ATTACK or ranged or weapon.category == "light":
        return ()
    points = me.value("power-attack")
    if weapon.category == "two-handed" or weapon.two_handed:
        points *= 2
    return (Modifier(points, "power attack", TRADE),)


def declare(table: Table, me: Creature, points: int, because: int) -> None:
    """Chosen before the first roll; holds until its next turn."""
    table.tell(ConditionBegan(because, me.id, "power-attack", (TRADE,), value=points, ender=me.id))
