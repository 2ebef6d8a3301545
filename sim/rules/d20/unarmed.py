"""Striking without a weapon (d20.unarmed.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.rules.d20 import aoo, threat
from sim.rules.d20.declare import UNARMED, Blow, on_attack
from sim.state.creature import Creature
from sim.table import Table

ARMED_DEFINITION = "d20.unarmed.armed-definition"
NO_PROVOKE = "d20.unarmed.armed-no-provoke"
MAKES_AOO = "d20.unarmed.armed-makes-aoo"
ONLY_DEFENDER = "d20.unarmed.aoo-only-defender"
BEFORE = "d20.unarmed.aoo-before-attack"
IF_ARMED = "d20.unarmed.aoo-if-defender-armed"
NO_AOO_BY_UNARMED = "d20.unarmed.no-aoo-by-unarmed"
NONLETHAL = "d20.unarmed.nonlethal"
DAMAGE = "d20.unarmed.damage-by-size"


@on_attack(UNARMED)
def lethal(blow: Blow) -> Modifier | None:
    """Meaning to kill with bare hands is hard, unless one has learned it."""
    if blow.lethality != "lethal":
        return None
    if threat.armed_unarmed(blow.attacker):
        blow.cites.append("d20.unarmed.lethal-no-penalty-feat")
        return None
    return Modifier(-4, "lethal", "d20.unarmed.lethal-penalty")


def armed(me: Creature) -> bool:
    """Has something to strike back with: a weapon, a natural weapon, or the training."""
    return bool(threat.intervals(me))


def goes_ahead(table: Table, me: Creature, target: Creature, because: int) -> bool:
    """
    An unarmed attack exposes the attacker to the one attacked, if that one is armed; true if it can be made still.
    """
    if threat.armed_unarmed(me) or not armed(target):
        return True
    return aoo.provoke(table, me, "attack-unarmed", because, only=target)
