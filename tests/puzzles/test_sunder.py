"""
Sunder: an archer in plate too thick for the axe, with one bow.

A great axe at it does 1.1 of its 60 hit points by the odds. At its bow (hardness 5, 5 hit points) it wins the contest
and breaks through at 51 %, and there is no other bow (d20.sunder.hardness).
"""

from __future__ import annotations

from sim.events.orders import Attack, Sunder
from sim.testing import battlefield
from tests.puzzles.people import best, somebody

SIDE_BY_SIDE = ". . . .\n. A o .\n. . . ."
BREAKER = somebody("greataxe", strength=16, base_attack=2, feats=("power-attack", "improved-sunder"))


def test_the_only_bow_is_broken() -> None:
    """Half a chance to end its shooting, against next to none to hurt it."""
    table = battlefield(
        SIDE_BY_SIDE, A=BREAKER, o=somebody("longbow", armor="full plate", natural_armor=5, hit_points=60)
    )

    assert best(table) == Sunder("greataxe", "longbow", "o")


def test_an_archer_in_a_shirt_is_cut_down() -> None:
    """At 80 % for 11 of its 10 hit points, bow and all."""
    table = battlefield(SIDE_BY_SIDE, A=BREAKER, o=somebody("longbow"))

    assert isinstance(best(table), Attack)
