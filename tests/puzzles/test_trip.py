"""
Trip: two axemen beside a foe in full plate wait to have it on its back.

A flail at it does 3.5 hit points by the odds. It falls at 52 %; then each axe strikes at 4 better until it rises, and
all three strike when it does (d20.stand.aoo): 20 hit points together, 11 by the odds. Who is trained strikes at once
besides.
"""

from __future__ import annotations

import pytest

from sim.events.orders import Attack
from sim.table import Table
from sim.testing import battlefield
from tests.puzzles.people import best, somebody

FLAIL = somebody("flail", strength=16, base_attack=2, hit_points=20)
TRAINED = somebody("flail", strength=16, hit_points=20, feats=("improved-trip",))
FOE = somebody("longsword", strength=12, armor="full plate", hit_points=50)
AXES = dict.fromkeys("BC", somebody("greataxe"))


def how(table: Table) -> str:
    """The way in which the foe is attacked."""
    order = best(table)
    assert isinstance(order, Attack)
    return order.how


@pytest.mark.parametrize("tripper", [FLAIL, TRAINED], ids=["anybody", "the trained"])
def test_a_foe_among_friends_is_tripped(tripper: object) -> None:
    """Their blows, and the opportunities when it rises, are worth more than one's own."""
    table = battlefield(". . . . .\n. B o A .\n. . C . .", A=tripper, o=FOE, **AXES)  # type: ignore[arg-type]

    assert how(table) == "trip"


def test_alone_a_plain_fighter_strikes() -> None:
    """With nobody to profit by it, half a chance of a fall is less than a blow."""
    assert how(battlefield(". . . .\n. A o .\n. . . .", A=FLAIL, o=FOE)) == "strike"


def test_an_ogre_does_not_fall() -> None:
    """Strength +5 and 4 for its size against +3: it is struck."""
    table = battlefield(". . . . . .\n. B o o A .\n. . o o . .\n. . C . . .", A=FLAIL, o="ogre", **AXES)

    assert how(table) == "strike"
