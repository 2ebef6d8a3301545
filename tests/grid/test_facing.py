"""Facings and arcs."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.grid import bits as bitset
from sim.grid.facing import FACINGS, arc, front, toward
from tests.grid.drawn import drawn

FIELD, AT = drawn("\n".join(["." * 21] * 10 + ["." * 10 + "A" + "." * 10] + ["." * 21] * 10))
CENTER = AT["A"]


@pytest.mark.parametrize("facing", range(8))
def test_three_in_front_two_at_the_sides_three_behind(facing):
    """Of the eight neighbours three stand in front, two at the flanks and three behind, whatever the facing."""
    arcs = Counter(arc(FIELD, CENTER, facing, square) for square in bitset.squares(FIELD.near(CENTER, 1)))
    assert arcs == {"front": 3, "flank": 2, "rear": 3}


@given(st.integers(-10, 10), st.integers(-10, 10))
def test_toward_is_the_nearest_of_eight_directions(dx, dy):
    """The facing is the direction rounded to 45 degrees."""
    if dx or dy:
        angle = math.degrees(math.atan2(dx, -dy))
        assert toward(FIELD, CENTER, CENTER + dy * FIELD.stride + dx) == round(angle / 45) % 8


def test_facing_the_north():
    """Facing north, the north-east is in front, the west a flank and the south-east behind."""
    ground, at = drawn("..F\nWA.\n..R")
    facing = FACINGS.index("n")
    assert [arc(ground, at["A"], facing, at[mark]) for mark in "FWR"] == ["front", "flank", "rear"]


@given(st.integers(0, 7))
def test_the_squares_in_front_are_those_whose_arc_is_front(facing):
    """The set of neighbours in an arc agrees with the arc of each neighbour."""
    expected = [s for s in bitset.squares(FIELD.near(CENTER, 1)) if arc(FIELD, CENTER, facing, s) == "front"]
    assert list(bitset.squares(front(FIELD, CENTER, facing))) == expected
