"""Hit points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icepool import d as die

from sim.rules.adnd.hit_points import of_classes, of_commoner, of_creature
from sim.rules.adnd.muster import Roster
from tests.rules.adnd.pupils import pupil, why_not

CLASS = {"fighter": (10, 9, 3), "priest": (8, 9, 2), "rogue": (6, 10, 2), "wizard": (4, 10, 1)}


@given(st.sampled_from(list(CLASS)), st.integers(1, 20), st.integers(3, 18))
def test_they_come_from_dice_by_class_and_level(name: str, level: int, constitution: int) -> None:
    """Lowest, average and highest of the dice, a second opinion from icepool (adnd.wounds.hit-points.class)."""
    faces, dice, after = CLASS[name]
    bonus = {3: -2, 4: -1, 5: -1, 6: -1, 15: 1, 16: 2, 17: 2, 18: 2}.get(constitution, 0)
    if name == "fighter":
        bonus = {17: 3, 18: 4}.get(constitution, bonus)
    count = min(level, dice)
    fixed = after * max(0, level - dice)
    found = of_classes({name: level}, constitution)
    least = max(count, count * (1 + bonus)) + fixed
    average = int((count @ die(faces)).mean() // 1)

    assert found.least == least
    assert found.most == max(count, count * (faces + bonus)) + fixed
    assert found.average == max(count, average + count * bonus) + fixed


def test_a_figure_of_the_file_counts_if_the_dice_can_give_it() -> None:
    """A fighter of the first level has 1 to 10 (adnd.wounds.hit-points.class)."""
    assert pupil(hit_points=10).hit_points == 10
    assert pupil().hit_points == 5
    assert why_not(hit_points=11) == ("adnd.wounds.hit-points.class",)
    assert why_not(hit_points=11, abilities={"constitution": 15}) == ()


def test_who_has_two_classes_has_the_average_of_both() -> None:
    """Rounded down (adnd.wounds.hit-points.class)."""
    assert of_classes({"fighter": 1, "wizard": 1}, 10) == (1, 3, 7)


@pytest.mark.parametrize(
    ("kind", "least", "average", "most"),
    [("ogre", 5, 19, 33), ("wolf", 3, 13, 24), ("goblin", 1, 3, 7), ("kobold", 1, 2, 4), ("hill-giant", 13, 55, 97)],
)
def test_a_creature_has_a_d8_for_each_hit_die(kind: str, least: int, average: int, most: int) -> None:
    """And what is added; a d4 for half a die, 1 at least (adnd.wounds.hit-points.monster)."""
    assert Roster().creature(kind).hit_points == average
    for points in (least, most):
        assert Roster().resolve({"base": kind, "hit_points": points}, "x.toml").hit_points == points
    assert why_not(base=kind, hit_points=most + 1) == ("adnd.wounds.hit-points.monster",)


def test_people_without_a_level_have_one_die() -> None:
    """A d6."""
    assert of_commoner(10) == (1, 3, 6)
    assert of_creature(1, 0, False) == (1, 4, 8)
