"""
Poison: a save at once, and one a minute later (supplement).

A condition ``poisoned`` stands for each injury whose second save is still to come; its value is the round in which
that comes due, at the start of the victim's turn.
"""

from __future__ import annotations

from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.rules.d20 import ability_damage
from sim.rules.d20.creature_type import immune, immunities_of
from sim.rules.d20.declare import at_turn_start, rider, softener
from sim.rules.d20.save import save
from sim.state.conditions import OUT, POISONED
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Poison, Weapon

INITIAL = "d20.poison.initial"
SECONDARY = "d20.poison.secondary"
IMMUNE = "d20.poison.immune"
MINUTE = 10
"""Rounds until the second save."""


def venom(me: Creature) -> Poison | None:
    """The poison of its first poisonous weapon."""
    return next((weapon.poison for weapon in me.sheet.weapons if weapon.poison is not None), None)


@softener(lambda sheet: "poison" in immunities_of(sheet))
def harmless(
    target: Creature, source: Creature, weapon: Weapon, points: int, nonlethal: bool
) -> tuple[int, bool, tuple[str, ...]]:
    """The wound is one, the poison is not."""
    return points, nonlethal, (IMMUNE,) if points and weapon.poison is not None else ()


@rider(lambda weapon: weapon.poison is not None)
def inject(table: Table, target: Creature, source: Creature, weapon: Weapon, points: int, because: int) -> None:
    """An injury by a poisonous attack: the first save now, the second in a minute."""
    poison = weapon.poison
    if poison is None or target.flags & OUT or immune(target, "poison"):
        return
    success, seq = save(table, target, "fortitude", "poison", poison.dc, because, INITIAL)
    if not success:
        ability_damage.deal(table, target, poison.ability, poison.initial, seq, INITIAL)
    if not target.flags & OUT:
        due = table.battle.round + MINUTE
        table.tell(ConditionBegan(seq, target.id, "poisoned", (SECONDARY,), source.id, due))


@at_turn_start(POISONED)
def minute_is_up(table: Table, me: Creature, because: int) -> None:
    """The second save, whether or not the first succeeded."""
    battle = table.battle
    due = [c for c in me.conditions if c.name == "poisoned" and c.other and c.value <= battle.round]
    for dose in dict.fromkeys(due):
        table.tell(ConditionEnded(because, me.id, "poisoned", (SECONDARY,), dose.other, dose.value))
    for dose in due:
        poison = venom(battle.creatures[dose.other])
        if poison is None or me.flags & OUT:
            continue
        success, seq = save(table, me, "fortitude", "poison", poison.dc, because, SECONDARY)
        if not success:
            ability_damage.deal(table, me, poison.ability, poison.secondary, seq, SECONDARY)
