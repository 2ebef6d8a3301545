"""Standing up and lying down (d20.stand.*)."""

from __future__ import annotations

from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import DropProne, StandUp
from sim.rules.d20 import action, aoo
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import GRAPPLING, PRONE
from sim.state.creature import Creature
from sim.table import Table

AOO = "d20.stand.aoo"


@constraint(action.ROWS["stand-up"], StandUp)
def on_its_feet(battle: Battle, me: Creature, order: StandUp) -> bool:
    """Only the prone stand up, and not while somebody holds them."""
    return not me.flags & PRONE or bool(me.flags & GRAPPLING)


@constraint(action.ROWS["drop-prone"], DropProne)
def down_already(battle: Battle, me: Creature, order: DropProne) -> bool:
    """Who lies already cannot drop."""
    return bool(me.flags & (PRONE | GRAPPLING))


@procedure(StandUp)
def stand_up(me: Creature, order: StandUp, table: Table, because: int) -> None:
    """Rise; whoever threatens strikes first, at one who is still prone."""
    if aoo.provoke(table, me, "stand-up", because, cites=(AOO,)) and me.flags & PRONE:
        table.tell(ConditionEnded(because, me.id, "prone", (AOO,)))


@procedure(DropProne)
def drop_prone(me: Creature, order: DropProne, table: Table, because: int) -> None:
    """Down."""
    table.tell(ConditionBegan(because, me.id, "prone", (action.ROWS["drop-prone"],)))
