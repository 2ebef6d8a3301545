"""
Flanking: two attackers on opposite sides of their target (d20.flanking.*).

``grid.flanking`` judges the geometry; who counts is judged here.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.grid.flanking import flanks
from sim.rules.d20 import attack_mod
from sim.rules.d20.declare import MELEE, Blow, on_attack
from sim.rules.d20.threat import threatens
from sim.state.battle import Battle
from sim.state.creature import Creature

REACH_ZERO = "d20.flanking.reach-zero"
GEOMETRY = "d20.flanking.geometry"
ALLY_THREATENS = "d20.flanking.ally-threatens"


def partner(battle: Battle, me: Creature, target: Creature) -> Creature | None:
    """An ally with whom ``me`` flanks ``target``: it threatens the target from the opposite side."""
    if me.sheet.reach == 0 or target.sheet.uncanny_dodge == 2 and me.sheet.rogue_level < target.sheet.rogue_level + 4:
        return None
    if target.sheet.type in ("ooze", "elemental") or "swarm" in target.sheet.subtypes:
        return None
    ground = battle.ground
    allies = battle.masks[me.side] & ground.near(target.square, target.span)
    if not allies:
        return None
    for ally in battle.occupants(allies):
        if (
            ally is not me
            and ally.sheet.reach
            and ally.side == me.side
            and flanks(ground, me.square, me.span, ally.square, ally.span, target.square, target.span)
            and threatens(battle, ally, target)
        ):
            return ally
    return None


def flanked(blow: Blow) -> bool:
    """Does the attacker of this melee blow flank its target?"""
    return bool(blow.bits & MELEE) and partner(blow.battle, blow.attacker, blow.target) is not None


@on_attack(MELEE)
def bonus(blow: Blow) -> Modifier | None:
    """Flanking the target helps."""
    if partner(blow.battle, blow.attacker, blow.target) is None:
        return None
    blow.cites += (attack_mod.FLANKING, GEOMETRY, ALLY_THREATENS)
    return Modifier(2, "flanking", "d20.flanking.bonus")
