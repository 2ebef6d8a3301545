"""Evasion (supplement): who has it takes nothing where a Reflex save halves the damage, in light armor or none."""

from __future__ import annotations

from sim.state.conditions import HELPLESS
from sim.state.creature import Creature
from sim.tables.spells import Spell

EVADED = "d20.evasion.damage"


def evades(target: Creature, spell: Spell) -> bool:
    """Does a successful save keep all damage of this spell from it?"""
    sheet, save = target.sheet, spell.save
    return (
        sheet.evasion
        and save is not None
        and save.kind == "reflex"
        and save.outcome == "half"
        and (sheet.armor is None or sheet.armor.weight == "light")
        and not target.flags & HELPLESS
    )
