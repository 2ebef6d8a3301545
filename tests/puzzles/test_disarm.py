"""
Disarm: a strong foe in plate whose great sword is all that makes it dangerous.

A blow at it does 2.8 of its 60 hit points by the odds. Trained to disarm, one takes the sword away at 57 % (+10
against +9) and risks nothing (d20.disarm.check): with it the foe does 6 hit points more in a turn than with its
fists, 7 in two turns by the odds.
"""

from __future__ import annotations

import pytest

from sim.events.orders import Attack
from sim.tables.sheet import Sheet
from sim.testing import battlefield
from tests.puzzles.people import best, somebody

SIDE_BY_SIDE = ". . . .\n. A o .\n. . . ."
DISARMER = somebody("longsword", base_attack=4, hit_points=20, feats=("improved-disarm",))
BRUTE = somebody("greatsword", strength=18, armor="full plate", hit_points=60)


def how(foe: Sheet | str) -> str:
    """The way in which the foe is attacked."""
    order = best(battlefield(SIDE_BY_SIDE, A=DISARMER, o=foe))
    assert isinstance(order, Attack)
    return order.how


def test_the_sword_is_taken_from_the_brute() -> None:
    """What it loses is worth more than what a blow would do."""
    assert how(BRUTE) == "disarm"


@pytest.mark.parametrize(
    "foe",
    [
        pytest.param("ghoul", id="its claws cannot be taken"),
        pytest.param(somebody("greatsword", strength=18, hit_points=4), id="one blow ends it"),
        pytest.param(somebody("dagger", armor="chain shirt", hit_points=30), id="its dagger is no loss to it"),
    ],
)
def test_others_are_struck(foe: Sheet | str) -> None:
    """Where there is nothing to take, or nothing to gain by it."""
    assert how(foe) == "strike"
