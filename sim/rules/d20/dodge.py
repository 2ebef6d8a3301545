"""
Dodge: one foe is watched more closely (supplement).

Decided: the foe is the one named by the last order that its owner carried out against somebody; no choice is asked for.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.rules.d20.declare import Blow, on_ac
from sim.state.conditions import DODGING
from sim.state.creature import Creature
from sim.table import Table

AC = "d20.dodge.ac"


def choose(table: Table, me: Creature, foe: str, because: int) -> None:
    """From now on the bonus is against ``foe``."""
    if foe not in table.battle.creatures or table.battle.creatures[foe].side == me.side:
        return
    watched = next((c.other for c in me.conditions if c.name == "dodging"), "")
    if watched == foe:
        return
    if watched:
        table.tell(ConditionEnded(because, me.id, "dodging", (AC,), watched))
    table.tell(ConditionBegan(because, me.id, "dodging", (AC,), foe))


@on_ac(flags=DODGING)
def bonus(blow: Blow) -> Modifier | None:
    """A dodge bonus against the foe chosen."""
    return Modifier(1, "dodge", AC) if blow.target.has("dodging", blow.attacker.id) else None
