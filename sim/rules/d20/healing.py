"""
Hit points and ability points that come back (d20.healing.*): by rest, and by magic (d20.nonlethal.magic-healing).
"""

from __future__ import annotations

from sim.dice.sources import Die
from sim.events.aftermath import AbilityHealed
from sim.events.attacks import Healed
from sim.events.conditions import ConditionEnded
from sim.rules.d20 import ability_damage, dying, nonlethal, scores, wounds
from sim.state.conditions import DEAD, DYING, PARALYZED, STABLE, UNCONSCIOUS
from sim.state.creature import ABILITIES, Creature
from sim.table import Table

NIGHT = "d20.healing.night"
FULL_DAY = "d20.healing.full-day"
ABILITY = "d20.healing.ability"
ABILITY_REST = "d20.healing.ability-rest"
CAP = "d20.healing.cap"


def restore(table: Table, who: Creature, points: int, because: int, *cites: str, dice: tuple[Die, ...] = ()) -> None:
    """
    Magic gives back so many hit points, and takes away as much nonlethal damage.

    It stabilises the dying, and nobody gets more than was lost.
    """
    if who.flags & DEAD:
        return
    gained = min(points, ability_damage.full(who) - who.hit_points)
    soothed = min(points, who.nonlethal)
    if gained < points:
        cites += (CAP,)
    if soothed:
        cites += (nonlethal.MAGIC_HEALING,)
    if who.flags & (DYING | STABLE):
        cites += (dying.HEALING,)
    seq = table.tell(Healed(because, who.id, max(gained, 0), soothed, cites, dice))
    if who.flags & DYING and who.hit_points < 0:
        dying.make_stable(table, who, seq, dying.HEALING)
    wounds.settle(table, who, seq, hurt=False)


def rest(table: Table, who: Creature, because: int, *, day: bool) -> None:
    """
    A night of sleep is worth its hit dice in hit points and a point of each damaged ability.

    ``day``: the rest of a day in bed, which makes it twice as much.
    """
    rule, ability_rule = (FULL_DAY, ABILITY_REST) if day else (NIGHT, ABILITY)
    missing = ability_damage.full(who) - who.hit_points
    if missing > 0:
        points = min(who.sheet.hit_dice, missing)
        cites = (rule, CAP) if points < who.sheet.hit_dice else (rule,)
        seq = table.tell(Healed(because, who.id, points, 0, cites))
        wounds.settle(table, who, seq, hurt=False)
    for ability, damage in zip(ABILITIES, who.damage_to, strict=True):
        if damage:
            mend(table, who, ability, because, ability_rule)


def mend(table: Table, who: Creature, ability: str, because: int, *cites: str) -> None:
    """A point of damage to an ability heals; hit points and strength of limb and mind come back with it."""
    before = scores.modifier(who, ability)
    seq = table.tell(AbilityHealed(because, who.id, ability, 1, cites))
    if ability == "constitution":
        gained = (scores.modifier(who, ability) - before) * who.sheet.hit_dice
        if gained:
            seq = table.tell(Healed(seq, who.id, gained, 0, (ability_damage.HIT_POINTS,)))
            wounds.settle(table, who, seq, hurt=False)
    if who.flags & UNCONSCIOUS and not ability_damage.mindless(who):
        nonlethal.settle(table, who, seq)
    if who.flags & PARALYZED and ability in ability_damage.LIMBS and not ability_damage.limp(who):
        table.tell(ConditionEnded(seq, who.id, "paralyzed", (ability_damage.ZERO,)))
