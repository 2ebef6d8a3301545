"""
Charge: an archer four squares away on open ground.

A charge gets there and strikes in the same turn, at 85 % for 9.3 hit points by the odds (d20.charge.attack-bonus); a
walk there strikes at 75 %. The armor class that it costs is nothing: the archer strikes nobody with a bow at arm's
length.
"""

from __future__ import annotations

from sim.events.orders import Charge, Move
from sim.testing import battlefield
from tests.puzzles.people import best, somebody

LANE = ". . . . . . . .\n. A . . . . o .\n. . . . . . . ."
SWORDSMAN = somebody("greatsword", base_attack=3, hit_points=20)


def test_an_open_lane_is_charged() -> None:
    """The blow comes in the same turn, and better."""
    table = battlefield(LANE, A=SWORDSMAN, o=somebody("longbow", hit_points=20))

    assert isinstance(best(table), Charge)


def test_over_rubble_one_walks() -> None:
    """Rough ground on every line bars the charge (d20.charge.clear-path)."""
    drawing = ". . . : . . . .\n. A . : . . o .\n. . . : . . . ."
    table = battlefield(drawing, A=SWORDSMAN, o=somebody("longbow", hit_points=20))

    assert isinstance(best(table), Move)
