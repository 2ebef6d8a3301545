"""Arcane spell failure (supplement): armor gets in the way of a wizard's gestures."""

from __future__ import annotations

from sim.state.creature import Creature
from sim.tables.spells import Spell

CHANCE = "d20.arcane-failure.chance"


def percent(me: Creature, spell: Spell) -> int:
    """The chance that an arcane spell of this creature fails, in percent; a bard's in light armor does not."""
    if "S" not in spell.components:
        return 0
    sheet = me.sheet
    armor = sheet.armor.failure if sheet.armor else 0
    if sheet.caster is not None and sheet.caster.kind == "bard" and sheet.armor and sheet.armor.weight == "light":
        armor = 0
    return armor + (sheet.shield.failure if sheet.shield and me.shield_on else 0)
