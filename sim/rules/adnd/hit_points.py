"""How many hit points a creature or a character has (adnd.wounds.hit-points.*)."""

from __future__ import annotations

from sim.rules.adnd.training import Untrained
from sim.tables.adnd_figures import CLASSES, Points, commoner_hit_points, creature_hit_points, hit_points

CLASS = "adnd.wounds.hit-points.class"
MONSTER = "adnd.wounds.hit-points.monster"


def of_classes(classes: dict[str, int], constitution: int) -> Points:
    """
    Of a character: its dice by class and level, each with the Constitution adjustment and at least 1.

    Who has several classes has the average of what they give, rounded down.

    >>> of_classes({"fighter": 1}, 18), of_classes({"fighter": 3, "wizard": 3}, 10)
    (Points(least=5, average=9, most=14), Points(least=3, average=11, most=21))
    """
    each = [hit_points(CLASSES.classes[name].group, level, constitution) for name, level in classes.items()]
    least, average, most = (sum(points) // len(each) for points in zip(*each, strict=True))
    return Points(max(1, least), max(1, average), max(1, most))


def of_commoner(constitution: int) -> Points:
    """Of somebody without a level: one die."""
    return commoner_hit_points(constitution)


def of_creature(dice: int, added: int, half: bool) -> Points:
    """Of a creature: a d8 for each Hit Die, a d4 for half a die, and what is added to them."""
    return creature_hit_points(dice, added, half)


def agreed(stated: int | None, points: Points, *, creature: bool, where: str) -> int:
    """
    The figure that a file states, which must be one that the dice can give; without one their average.

    :raises Untrained: for a figure that they cannot give.
    """
    if stated is None:
        return points.average
    if not points.least <= stated <= points.most:
        rule = MONSTER if creature else CLASS
        raise Untrained(f"{where}: hit_points: {stated}: expected {points.least} to {points.most} of its dice", (rule,))
    return stated
