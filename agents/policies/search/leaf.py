"""What a battle is worth to somebody: what both sides have left to fight with."""

from __future__ import annotations

from math import isqrt

from agents.policies.utility.parts import Scales
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, DOWN
from sim.state.creature import Creature

POINTS = 5
"""Hundredths of hit points in the estimate of ``team`` that count as one hundredth of a hit die."""

CASTER = 150
"""Percent that somebody with spells counts."""


def value(battle: Battle, side: str, scales: Scales) -> int:
    """What a side has left less what its foes have, in hundredths of hit dice, each as its persona weighs it."""
    total = 0
    for creature in battle.creatures.values():
        if not creature.flags & DOWN:
            points = weight(creature) * share(left_to(creature), creature.sheet.hit_points)
            total += points * scales.suffering if creature.side == side else -points * scales.hurting
    return total // (100 * 100)


def left_to(creature: Creature) -> int:
    """The hit points that somebody has left, nonlethal damage counted."""
    return creature.hit_points - creature.nonlethal


def weight(creature: Creature) -> int:
    """What somebody unhurt counts, in hundredths of hit dice; who cannot act now counts half."""
    percent = CASTER if creature.sheet.spells else 100
    return creature.sheet.worth * (percent // 2 if creature.flags & CANNOT_ACT else percent)


def share(left: int, full: int) -> int:
    """
    The percentage of that which counts with so many hit points left.

    Whoever stands counts half, and the other half by the root of its share of hit points: the last wound of a foe is
    worth more than its first.
    """
    return 0 if left <= 0 else (100 + isqrt(10000 * left // max(1, full))) // 2
