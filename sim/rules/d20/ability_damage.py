"""Damage to ability scores, and what comes of a score of 0 (supplement)."""

from __future__ import annotations

from sim.events.attacks import AbilityDamaged
from sim.events.conditions import ConditionBegan
from sim.rules.d20.creature_type import immune
from sim.rules.d20.declare import rider
from sim.state.conditions import DEAD, FRENZIED, PARALYZED, RAGING, UNCONSCIOUS
from sim.state.creature import ABILITIES, Creature
from sim.table import Table
from sim.tables.sheet import Weapon

SCORE = "d20.ability-damage.score"
ZERO = "d20.ability-damage.zero"
HIT_POINTS = "d20.ability-damage.hit-points"

LIMBS = ("strength", "dexterity")
MENTAL = ("intelligence", "wisdom", "charisma")


def deal(table: Table, target: Creature, ability: str, dice: str, because: int, *cites: str) -> None:
    """Roll damage to an ability score and settle what comes of it."""
    from sim.rules.d20 import scores, wounds

    if scores.score(target, ability) is None:
        return
    before = scores.modifier(target, ability)
    points, rolled = wounds.throw(table, dice)
    seq = table.tell(AbilityDamaged(because, target.id, ability, points, (*cites, SCORE), rolled))
    if ability == "constitution":
        lost = (before - scores.modifier(target, ability)) * target.sheet.hit_dice
        if lost:
            wounds.lose(table, target, lost, seq, HIT_POINTS)
    settle(table, target, ability, seq)


def settle(table: Table, target: Creature, ability: str, because: int) -> None:
    """What comes of a score that has fallen to 0."""
    from sim.rules.d20 import wounds

    if target.damage_to[ABILITIES.index(ability)] < getattr(target.sheet, ability) or target.flags & DEAD:
        return
    if ability == "constitution":
        wounds.die(table, target, because, wounds.CON_ZERO, ZERO)
        return
    name, flag = ("unconscious", UNCONSCIOUS) if ability in MENTAL else ("paralyzed", PARALYZED)
    if not target.flags & flag:
        table.tell(ConditionBegan(because, target.id, name, (ZERO,)))
        wounds.fall(table, target, because)


def mindless(target: Creature) -> bool:
    """Unconscious because a mental score is 0."""
    sheet = target.sheet
    return any(
        damage and damage >= score
        for damage, score in zip(
            target.damage_to[3:], (sheet.intelligence or 0, sheet.wisdom, sheet.charisma), strict=True
        )
    )


def limp(target: Creature) -> bool:
    """Paralyzed because Strength or Dexterity is 0."""
    return any(
        damage and damage >= (getattr(target.sheet, ability) or 0)
        for ability, damage in zip(LIMBS, target.damage_to, strict=False)
    )


def full(target: Creature) -> int:
    """Its full number of hit points, with the Constitution that it has left."""
    from sim.rules.d20 import scores

    sheet = target.sheet
    if sheet.constitution is None or not (target.damage_to[2] or target.boons or target.flags & (RAGING | FRENZIED)):
        return sheet.hit_points
    return (
        sheet.hit_points + (scores.modifier(target, "constitution") - (sheet.constitution - 10) // 2) * sheet.hit_dice
    )


@rider(lambda weapon: weapon.ability_damage is not None)
def sap(table: Table, target: Creature, source: Creature, weapon: Weapon, points: int, because: int) -> None:
    """A natural weapon that damages an ability score does so with every hit that hurts."""
    if weapon.ability_damage is not None and not target.flags & DEAD and not immune(target, "ability-damage"):
        deal(table, target, *weapon.ability_damage, because)
