"""
Feats that go with weapons (supplement). Focus and specialization stand among the bonuses of the weapon itself.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.rules.d20 import scores
from sim.state.creature import Creature
from sim.tables.sheet import Weapon

FINESSE = "d20.weapon-feats.finesse"


def finesse(me: Creature, weapon: Weapon) -> tuple[Modifier, ...]:
    """Dexterity in place of Strength on the attack roll, where it is worth more; a shield is in the way."""
    if not weapon.finesse:
        return ()
    shield = me.sheet.shield
    check = shield.check if shield is not None and me.shield_on else 0
    if scores.modifier(me, "dexterity") + check <= scores.modifier(me, "strength"):
        return ()
    found = (scores.part(me, "dexterity", FINESSE),)
    return (*found, Modifier(check, "shield check", FINESSE)) if check else found


def widened(weapon: Weapon, natural: int) -> tuple[str, ...]:
    """The rule by which this roll threatens a critical hit when it would not with the bare weapon."""
    return tuple(rule for on, value, _, rule in weapon.bonuses if on == "threat" and natural < weapon.threat + value)
