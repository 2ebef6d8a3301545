"""Uncanny dodge (supplement)."""

from __future__ import annotations

from sim.state.conditions import FLAT_FOOTED, INVISIBLE
from sim.state.creature import Creature

DEXTERITY = "d20.uncanny-dodge.dexterity"
IMPROVED = "d20.uncanny-dodge.improved"


def keeps(me: Creature, attacker: Creature) -> bool:
    """Would it have lost its Dexterity bonus against this attacker, had it not the gift?"""
    return me.sheet.uncanny_dodge > 0 and bool(me.flags & FLAT_FOOTED or attacker.flags & INVISIBLE)


def cannot_be_flanked(me: Creature, attacker: Creature) -> bool:
    """Improved: not by anybody but a rogue of four levels more."""
    sheet = me.sheet
    return sheet.uncanny_dodge == 2 and attacker.sheet.rogue_level < sheet.rogue_level + 4
