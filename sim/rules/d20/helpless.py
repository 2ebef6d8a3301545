"""The helpless, and the sneak attack that they and others invite (d20.helpless.*)."""

from __future__ import annotations

from sim.rules.d20.declare import RANGED, Blow
from sim.state.conditions import HELPLESS
from sim.state.creature import Creature

AC_MELEE = "d20.helpless.ac-melee"
DEXTERITY = "d20.helpless.dex"
DEFINITION = "d20.helpless.definition"

NO_VITALS = frozenset({"undead", "construct", "ooze", "plant", "elemental"})
"""Creature types without vitals: no critical hits, no sneak attacks, no coup de grace."""

SNEAK_RANGE = 6
"""Squares within which a ranged sneak attack is possible: 30 ft."""


def has_vitals(target: Creature) -> bool:
    """Is it subject to critical hits?"""
    sheet = target.sheet
    return not (
        sheet.type in NO_VITALS
        or "critical" in sheet.immune
        or "incorporeal" in sheet.subtypes
        or "swarm" in sheet.subtypes
    )


def sneak_dice(blow: Blow, nonlethal: bool) -> tuple[int, str]:
    """
    Dice of sneak attack that this blow adds, and the rule: the target is denied its Dexterity bonus, or flanked.

    None against those without vitals or with concealment, beyond 30 ft, or with a lethal weapon used to stun.
    """
    dice = blow.attacker.sheet.sneak_attack
    if not dice:
        return 0, ""
    from sim.rules.d20 import concealment, core, flanking

    target = blow.target
    if not has_vitals(target) or concealment.of(blow)[0]:
        return 0, "d20.helpless.sneak-attack-never"
    if (blow.bits & RANGED and blow.distance > SNEAK_RANGE) or (nonlethal and not blow.weapon.nonlethal):
        return 0, ""
    if target.flags & HELPLESS:
        return dice, "d20.helpless.sneak-attack"
    if core.dexterity_denied(blow.attacker, target) or flanking.flanked(blow):
        return dice, "d20.helpless.sneak-attack-when"
    return 0, ""
