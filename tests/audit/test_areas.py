"""The audit's areas of effect and the engine's were written apart, and take in the same squares."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sim.audit import areas
from sim.grid import templates
from sim.grid.bits import squares
from sim.grid.cover import cover_from_point
from sim.grid.terrain import Ground
from tests.audit.test_geometry import GROUNDS, terrain
from tests.grid.drawn import drawn, places


@st.composite
def corners(draw: st.DrawFn, ground: Ground) -> int:
    return draw(st.integers(0, ground.height)) * ground.stride + draw(st.integers(0, ground.width))


@given(GROUNDS, st.data(), st.integers(1, 5))
def test_bursts_and_spreads_agree(ground: Ground, data: st.DataObject, radius: int) -> None:
    """All around a corner, from all sides of it or from one of them."""
    corner = data.draw(corners(ground))
    where = terrain(ground)
    at = areas.point(where, corner)
    source = areas.at(where, at)
    assert source == set(squares(templates.around(ground, corner)))
    if source and data.draw(st.booleans()):
        source = frozenset((data.draw(st.sampled_from(sorted(source))),))
    bits = sum(1 << square for square in source)
    assert areas.burst(where, at, radius, source) == set(squares(templates.burst(ground, corner, radius, bits)))
    assert areas.spread(where, at, radius, source) == set(squares(templates.spread(ground, corner, radius, bits)))
    assert areas.near(where, at, radius) == set(squares(templates.cylinder(ground, corner, radius)))


@given(GROUNDS, st.data(), st.integers(1, 5))
def test_cones_agree(ground: Ground, data: st.DataObject, length: int) -> None:
    """In each of the eight directions."""
    corner, direction = data.draw(corners(ground)), data.draw(st.sampled_from(templates.DIRECTIONS))
    where = terrain(ground)
    at = areas.point(where, corner)
    found = areas.cone(where, at, direction, length, areas.at(where, at))
    assert found == set(squares(templates.cone(ground, corner, direction, length)))


@given(GROUNDS, st.data(), st.integers(1, 8))
def test_lines_agree(ground: Ground, data: st.DataObject, length: int) -> None:
    """Slanting or straight, until something stops them."""
    corner, end = data.draw(corners(ground)), data.draw(corners(ground))
    where = terrain(ground)
    at = areas.point(where, corner)
    if corner != end:
        found = areas.line(where, at, areas.point(where, end), length, areas.at(where, at))
        assert found == set(squares(templates.bolt(ground, corner, end, length)))


@given(GROUNDS, st.data(), st.integers(1, 4))
def test_emanations_agree(ground: Ground, data: st.DataObject, radius: int) -> None:
    """Around a creature."""
    y, x = data.draw(st.integers(0, ground.height - 1)), data.draw(st.integers(0, ground.width - 1))
    anchor = y * ground.stride + x
    found = areas.emanation(terrain(ground), anchor, 1, radius)
    assert found == set(squares(templates.emanation(ground, anchor, 1, radius)))


@given(GROUNDS, st.data())
def test_cover_from_a_point_agrees(ground: Ground, data: st.DataObject) -> None:
    """What shelters from a burst on the one side does on the other (d20.cover.reflex)."""
    corner = data.draw(corners(ground))
    span = data.draw(st.integers(1, min(2, ground.width, ground.height)))
    target = data.draw(places(ground, span))
    where = terrain(ground)
    source = templates.around(ground, corner)
    found = where.cover_from_point(areas.point(where, corner), frozenset(squares(source)), target, span)
    assert found == cover_from_point(ground, corner, source, target, span).kind


def test_a_corner_of_a_wall_shelters_from_a_burst() -> None:
    """Round the corner there is cover, behind the wall no line at all (d20.cover.reflex)."""
    ground, at = drawn("....\n.#A.\n.B..")
    assert cover_from_point(ground, ground.square("b1"), 1, at["A"], 1).kind == "cover"
    assert cover_from_point(ground, ground.square("a1"), 1, ground.square("d1"), 1).kind == "none"
