"""Rings of reach."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.grid import bits as bitset
from sim.grid.bits import squares
from sim.grid.reach import reachable, ring, rings
from sim.grid.sight import line_of_effect
from tests.grid.drawn import drawn, grounds, places

FIELD = drawn("\n".join(["." * 15] * 15))[0]
MIDDLE = FIELD.square("h8")


@pytest.mark.parametrize(
    ("span", "low", "high", "strict", "squares"),
    [
        (1, 0, 1, False, 8),
        (1, 1, 2, False, 16),
        (1, 1, 2, True, 12),
        (1, 0, 2, False, 24),
        (2, 0, 1, False, 12),
        (2, 0, 2, False, 32),
        (2, 2, 4, False, 44),
        (1, 0, 0, False, 1),
        (3, 0, 3, False, 60),
    ],
)
def test_how_many_squares_a_reach_takes_in(span, low, high, strict, squares):
    """
    d20.aoo.threatened-squares, .reach-weapon, .natural-reach, .large-reach-weapon: 8, 16 (strictly 12), 24 and so on.
    """
    assert bitset.count(ring(FIELD, MIDDLE, span, low, high, strict)) == squares


@given(grounds(), st.data())
def test_a_ring_is_what_the_distances_say(ground, data):
    """d20.aoo.natural-reach: squares further than low, at most high; two diagonals count as a reach of exactly 2."""
    span = data.draw(st.integers(1, min(3, ground.width, ground.height)))
    at = data.draw(places(ground, span))
    low = data.draw(st.integers(0, 3))
    high = data.draw(st.integers(max(low, 1), 6))
    strict = data.draw(st.booleans())

    def inside(square: int, reach: int) -> bool:
        row, column = divmod(square, ground.stride)
        y, x = divmod(at, ground.stride)
        away = sorted((max(x - column, column - x - span + 1, 0), max(y - row, row - y - span + 1, 0)))
        return ground.distance(at, span, square, 1) <= reach or (reach == 2 and away == [2, 2] and not strict)

    expected = [s for s in bitset.squares(ground.inside) if inside(s, high) and not inside(s, low)]
    assert list(bitset.squares(ring(ground, at, span, low, high, strict))) == expected


@given(grounds(), st.data())
def test_rings_around_places_hold_all_by_the_distance_from_the_nearest(ground, data):
    """The n-th ring is what is n squares from the nearest of the places; there are no more rings than distances."""
    span = data.draw(st.integers(1, min(3, ground.width, ground.height)))
    anchors = list(bitset.squares(ground.inside))
    marks = data.draw(st.sets(st.sampled_from(anchors)))

    found = {square: gap for gap, ring in enumerate(rings(ground, bitset.of(marks), span)) for square in squares(ring)}

    away = {a: min(ground.distance(a, span, mark, span) for mark in marks) for a in anchors} if marks else {}
    assert found == away


@given(grounds(), st.data())
def test_walls_keep_a_blade_out(ground, data):
    """What can be reached is the ring where there is line of effect."""
    at = data.draw(places(ground, 1))
    expected = [
        s for s in bitset.squares(ring(ground, at, 1, 0, 2) & ~ground.solid) if line_of_effect(ground, at, 1, s, 1)
    ]
    assert list(bitset.squares(reachable(ground, at, 1, 0, 2))) == expected


def test_a_wall_on_the_border_keeps_neighbours_apart():
    """d20.cover.line-of-effect: even a free-standing wall between two neighbours stops their blades."""
    ground, at = drawn("...\n.AB\n...", "b2 e wall")
    assert not reachable(ground, at["A"], 1, 0, 1) >> at["B"] & 1
    assert reachable(ground, at["A"], 1, 0, 1) >> ground.square("c1") & 1
