"""Striking without a weapon (d20.unarmed.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.rules.d20 import aoo, threat
from sim.rules.d20.declare import IN_GRAPPLE, OPPORTUNITY, UNARMED, Blow, on_attack
from sim.state.conditions import CANNOT_ACT
from sim.state.creature import Creature
from sim.table import Table

ARMED_DEFINITION = "d20.unarmed.armed-definition"
ONLY_DEFENDER = "d20.unarmed.aoo-only-defender"
BEFORE = "d20.unarmed.aoo-before-attack"
IF_ARMED = "d20.unarmed.aoo-if-defender-armed"
NO_AOO_BY_UNARMED = "d20.unarmed.no-aoo-by-unarmed"

BY_SIZE = {"large": "1d4", "medium": "1d3", "small": "1d2"}
"""Damage of an unarmed strike (d20.unarmed.damage-by-size); a monk's is better."""


@on_attack(UNARMED)
def lethal(blow: Blow) -> Modifier | None:
    """Meaning to kill with bare hands is hard, unless one has learned it."""
    if blow.lethality != "lethal":
        return None
    if threat.armed_unarmed(blow.attacker):
        blow.cites.append("d20.unarmed.lethal-no-penalty-feat")
        return None
    return Modifier(-4, "lethal", "d20.unarmed.lethal-penalty")


@on_attack(UNARMED)
def exposure(blow: Blow) -> None:
    """Says why bare hands did not expose the attacker, or may strike at an opportunity at all."""
    if blow.bits & IN_GRAPPLE:
        return
    if threat.armed_unarmed(blow.attacker):
        rule = "d20.unarmed.armed-makes-aoo" if blow.bits & OPPORTUNITY else "d20.unarmed.armed-no-provoke"
        blow.cites += (rule, ARMED_DEFINITION)
    elif not armed(blow.target):
        blow.cites.append(IF_ARMED)


def armed(me: Creature) -> bool:
    """Has something to strike back with: a weapon, a natural weapon, or the training."""
    return bool(threat.intervals(me))


def goes_ahead(table: Table, me: Creature, target: Creature, because: int) -> bool:
    """
    An unarmed attack exposes the attacker to the one attacked, if that one is armed; true if it can be made still, be
    it in a grapple.
    """
    if threat.armed_unarmed(me) or not armed(target):
        return True
    rules = (IF_ARMED, ONLY_DEFENDER, BEFORE)
    aoo.provoke(table, me, "attack-unarmed", because, only=target, cites=rules)
    return not me.flags & CANNOT_ACT


def damage_rules(blow: Blow, nonlethal: bool) -> tuple[str, ...]:
    """The rules that made the damage of an unarmed strike what it is."""
    rules: tuple[str, ...] = ("d20.unarmed.nonlethal",) if nonlethal else ()
    if blow.weapon.damage == BY_SIZE.get(blow.attacker.sheet.size):
        rules += ("d20.unarmed.damage-by-size",)
    return rules
