"""Spell resistance (supplement): what it stops, and that it can be lowered."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.conditions import ConditionBegan
from sim.events.magic import ResistanceRolled
from sim.events.orders import LowerResistance
from sim.rules.d20 import action
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import RESISTANCE_LOWERED
from sim.state.creature import Creature
from sim.table import Table

CHECK = "d20.spell-resistance.check"
LOWERED = "d20.spell-resistance.lowered"
LOWER = action.ROWS["lower-resistance"]


def resists(table: Table, caster: Creature, level: int, spell: str, target: Creature, because: int) -> bool:
    """Does its spell resistance stop a spell of this caster level? None is its own enemy."""
    resistance = target.sheet.spell_resistance
    if not resistance or target is caster:
        return False
    if target.flags & RESISTANCE_LOWERED:
        return False
    (die,) = table.roll(20)
    parts = (Modifier(level, "caster level", CHECK),)
    total = die.value + level
    overcome = total >= resistance
    table.tell(
        ResistanceRolled(because, caster.id, target.id, spell, total, parts, resistance, overcome, (CHECK,), (die,))
    )
    return not overcome


@constraint(LOWER, LowerResistance)
def nothing_to_lower(battle: Battle, me: Creature, order: LowerResistance) -> bool:
    """There must be some, and still up."""
    return not me.sheet.spell_resistance or bool(me.flags & RESISTANCE_LOWERED)


@procedure(LowerResistance)
def lower(me: Creature, order: LowerResistance, table: Table, because: int) -> None:
    """It stays down until the next turn."""
    table.tell(ConditionBegan(because, me.id, "resistance-lowered", (LOWER, LOWERED), ender=me.id))
