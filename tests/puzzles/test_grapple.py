"""
Grapple: a wizard of 5th level beside a strong wrestler with a dagger.

The dagger does 8 hit points by the odds, and a wizard who steps back casts a fireball for 17. Held at 88 %, it
casts nothing with gestures, and nothing else without a check of 20 and more (d20.grapple.option.cast): the hold
saves its side twice what the dagger does.
"""

from __future__ import annotations

from sim.events.orders import Attack
from sim.tables.sheet import Sheet
from sim.testing import battlefield
from tests.puzzles.people import best, somebody
from tests.rules.d20.casters import wizard

WRESTLER = somebody(
    "dagger", strength=20, base_attack=5, hit_points=30, feats=("improved-unarmed-strike", "improved-grapple")
)


def how(foe: Sheet | str) -> str:
    """The way in which the foe is attacked."""
    order = best(battlefield(". . . .\n. A o .\n. . . .", A=WRESTLER, o=foe))
    assert isinstance(order, Attack)
    return order.how


def test_a_wizard_is_seized() -> None:
    """A hold costs it every spell that it would cast."""
    assert how(wizard("fireball", "hold person")) == "grapple"


def test_an_ogre_is_struck() -> None:
    """Nobody wrestles with 5 for Strength and 4 for size."""
    assert how("ogre") == "strike"
