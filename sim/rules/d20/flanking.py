"""
Flanking: two attackers on opposite sides of their target (d20.flanking.*).

``grid.flanking`` judges the geometry; who counts is judged here.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.grid.flanking import flanks, opposite
from sim.rules.d20 import attack_mod, creature_type, uncanny_dodge
from sim.rules.d20.declare import MELEE, Blow, on_attack
from sim.rules.d20.threat import threatens
from sim.state.battle import Battle
from sim.state.creature import Creature

REACH_ZERO = "d20.flanking.reach-zero"
GEOMETRY = "d20.flanking.geometry"
ALLY_THREATENS = "d20.flanking.ally-threatens"


def partner(battle: Battle, me: Creature, target: Creature) -> Creature | None:
    """An ally with whom ``me`` flanks ``target``: it threatens the target from the opposite side."""
    if me.sheet.reach == 0:
        return None
    ground = battle.ground
    allies = battle.masks[me.side]
    if battle.widest == 1:
        allies &= opposite(ground, me.square, target.square, battle.longest_reach)
    else:
        allies &= battle.ground_near(target) & ~battle.footprint(me)
    for ally in battle.occupants(allies) if allies else ():
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
    if not blow.bits & MELEE or partner(blow.battle, blow.attacker, blow.target) is None:
        return False
    return not why_not(blow.attacker, blow.target)


def why_not(me: Creature, target: Creature) -> str:
    """The rule by which ``target`` cannot be flanked by ``me``, wherever they stand; empty if it can."""
    if target.sheet.uncanny_dodge and uncanny_dodge.cannot_be_flanked(target, me):
        return uncanny_dodge.IMPROVED
    return creature_type.NO_FLANKING if creature_type.immune(target, "flanking") else ""


@on_attack(MELEE)
def bonus(blow: Blow) -> Modifier | None:
    """Flanking the target helps."""
    ally = partner(blow.battle, blow.attacker, blow.target)
    if ally is None:
        return None
    if rule := why_not(blow.attacker, blow.target):
        blow.cites.append(rule)
        return None
    blow.cites += (attack_mod.FLANKING, GEOMETRY, ALLY_THREATENS)
    if blow.attacker.span > 1 or ally.span > 1:
        blow.cites.append(REACH_ZERO)
    return Modifier(2, "flanking", "d20.flanking.bonus")
