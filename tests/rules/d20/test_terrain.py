"""What the ground costs."""

from __future__ import annotations

import pytest

from sim.events.movement import Moved
from sim.events.orders import Move
from sim.grid.figures import Edge
from sim.testing import battlefield, order, square, why_not
from tests.rules.d20.told import one

CASES = [
    (":", 4, "d20.terrain.difficult"),
    (",", 4, "d20.terrain.difficult"),
    ("w", 4, "d20.terrain.difficult"),
    (";", 8, "d20.terrain.multiple-doubling"),
    ("%", 4, "d20.terrain.obstacle"),
]


@pytest.mark.parametrize(("ground", "halves", "rule"), CASES)
def test_hampering_ground_costs_double(ground: str, halves: int, rule: str) -> None:
    """Twice, or twice twice; a barricade is an obstacle (d20.terrain.difficult, d20.terrain.multiple-doubling,
    d20.terrain.obstacle)."""
    table = battlefield(f"A {ground} . o\n# # # #", A="rogue-1", o="orc")

    moved = one(order(table, "A", Move(square(table, "b1"))), Moved)

    assert moved.halves == halves
    assert moved.cites == (rule,)


def test_open_ground_costs_what_it_is() -> None:
    """No rule is named where none changed the price."""
    table = battlefield("A . . o", A="rogue-1", o="orc")

    moved = one(order(table, "A", Move(square(table, "b1"))), Moved)

    assert (moved.halves, moved.cites) == (2, ())


def test_a_diagonal_into_difficult_ground_costs_three() -> None:
    """And does not count among the diagonals (d20.terrain.difficult)."""
    table = battlefield("A . . .\n. : . o", A="rogue-1", o="orc")

    moved = one(order(table, "A", Move(square(table, "b2"))), Moved)

    assert moved.halves // 2 == 3
    assert "d20.terrain.difficult" in moved.cites


def test_a_low_wall_is_crossed_at_a_price() -> None:
    """Two squares more than the square beyond (d20.terrain.obstacle)."""
    table = battlefield("A . . o\n# # # #", A="rogue-1", o="orc", edges=[Edge("a1", "e", "low-wall")])

    moved = one(order(table, "A", Move(square(table, "b1"))), Moved)

    assert moved.halves == 6
    assert moved.cites == ("d20.terrain.obstacle",)


def test_what_blocks_is_not_crossed() -> None:
    """A wall is no obstacle to climb over (d20.terrain.obstacle)."""
    table = battlefield("A # . o", A="rogue-1", o="orc")

    assert "d20.move.normal" in why_not(table, "A", Move(square(table, "c1")))


def test_a_low_wall_beside_the_way_costs_nothing() -> None:
    """Only what is stepped over counts, and only there (d20.terrain.obstacle)."""
    for edge in (Edge("b1", "s", "low-wall"), Edge("c1", "e", "low-wall")):
        table = battlefield("A . . o\n. . . .", A="rogue-1", o="orc", edges=[edge])
        assert one(order(table, "A", Move(square(table, "c1"))), Moved).cites == ()

    table = battlefield(". . . o\n. A . .", A="rogue-1", o="orc", edges=[Edge("b2", "e", "low-wall")])
    assert "d20.terrain.obstacle" in one(order(table, "A", Move(square(table, "c2"))), Moved).cites
