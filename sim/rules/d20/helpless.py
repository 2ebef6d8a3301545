"""The helpless, and the sneak attack that they and others invite (d20.helpless.*)."""

from __future__ import annotations

from sim.rules.d20 import creature_type
from sim.rules.d20.declare import RANGED, Blow
from sim.state.conditions import HELPLESS
from sim.state.creature import Creature

AC_MELEE = "d20.helpless.ac-melee"
DEXTERITY = "d20.helpless.dex"
DEFINITION = "d20.helpless.definition"
SNEAK_ATTACK_WHEN = "d20.helpless.sneak-attack-when"

SNEAK_RANGE = 6
"""Squares within which a ranged sneak attack is possible: 30 ft."""


def has_vitals(target: Creature) -> bool:
    """Is it subject to critical hits?"""
    return not creature_type.immune(target, "critical")


def sneak_dice(blow: Blow, nonlethal: bool) -> tuple[int, tuple[str, ...]]:
    """
    Dice of sneak attack that a rogue's blow adds, and the rules: the target is denied its Dexterity bonus, or flanked.

    None against those without vitals or with concealment, beyond 30 ft, or with a lethal weapon used to stun.
    """
    from sim.rules.d20 import concealment, flanking

    target = blow.target
    if target.flags & HELPLESS:
        rules: tuple[str, ...] = ("d20.helpless.sneak-attack",)
    elif denied(blow) or flanking.flanked(blow):
        rules = (SNEAK_ATTACK_WHEN,)
    else:
        return 0, ()
    if not has_vitals(target) or concealment.of(blow)[0]:
        return 0, ("d20.helpless.sneak-attack-never",)
    if (blow.bits & RANGED and blow.distance > SNEAK_RANGE) or (nonlethal and not blow.weapon.nonlethal):
        return 0, (SNEAK_ATTACK_WHEN,)
    return blow.attacker.sheet.sneak_attack, rules


def denied(blow: Blow) -> str:
    """The rule by which its target has no Dexterity bonus to armor class against a blow; empty if it has."""
    from sim.rules.d20 import core

    if blow.denied is None:
        blow.denied = core.dexterity_denied(blow.attacker, blow.target, melee=not blow.bits & RANGED)
    return blow.denied
