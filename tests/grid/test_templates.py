"""Areas of effect."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.grid import bits as bitset
from sim.grid.figures import Edge, MapFigures
from sim.grid.templates import DIRECTIONS, bolt, burst, cone, cylinder, emanation, spread
from sim.grid.terrain import Ground
from tests.grid.drawn import drawn, grounds, places
from tests.grid.plain import Plain

FIELD = drawn("\n".join(["." * 29] * 29))[0]
MIDDLE = FIELD.square("o15")

WALLED = grounds(symbols=".......#", kinds=("wall", "door", "window"), hills=False)


def marked(ground: Ground, squares: int) -> str:
    return ground.text(dict.fromkeys(bitset.squares(squares), "*"))


def picture(text: str) -> str:
    return textwrap.dedent(text).strip()


@st.composite
def intersections(draw: st.DrawFn, ground: Ground) -> int:
    return draw(st.integers(0, ground.height)) * ground.stride + draw(st.integers(0, ground.width))


def cells(plain: Plain, squares: int) -> set[tuple[int, int]]:
    return {plain.cell(square) for square in bitset.squares(squares)}


@given(WALLED, st.data(), st.integers(1, 5))
def test_a_burst_is_that_of_the_plain_geometry(ground, data, radius):
    """A square belongs when its farthest corner is near enough and an open line leads there."""
    corner = data.draw(intersections(ground))
    plain = Plain(ground.figures)
    at = plain.cell(corner)
    assert cells(plain, burst(ground, corner, radius)) == plain.struck(at, plain.disc(at, radius))


@given(WALLED, st.data(), st.integers(1, 5))
def test_a_cone_is_that_of_the_plain_geometry(ground, data, length):
    """A quarter of a disc: whatever has its middle within 45 degrees of the direction."""
    corner, direction = data.draw(intersections(ground)), data.draw(st.sampled_from(DIRECTIONS))
    plain = Plain(ground.figures)
    assert cells(plain, cone(ground, corner, direction, length)) == plain.cone(plain.cell(corner), direction, length)


@given(WALLED, st.data(), st.integers(1, 8))
def test_a_slanting_line_is_that_of_the_plain_geometry(ground, data, length):
    """The squares whose inside a line crosses, one after the other, until a barrier stops it."""
    corner, end = data.draw(intersections(ground)), data.draw(intersections(ground))
    plain = Plain(ground.figures)
    at, to = plain.cell(corner), plain.cell(end)
    if at[0] != to[0] and at[1] != to[1]:
        assert cells(plain, bolt(ground, corner, end, length)) == plain.bolt(at, to, length)


@given(WALLED, st.data(), st.integers(1, 6))
def test_a_spread_is_that_of_the_plain_geometry(ground, data, radius):
    """A flood that never cuts a corner, as networkx finds it."""
    corner = data.draw(intersections(ground))
    plain = Plain(ground.figures)
    assert cells(plain, spread(ground, corner, radius)) == plain.spread(plain.cell(corner), radius)


@given(WALLED, st.data(), st.integers(1, 4))
def test_an_emanation_is_that_of_the_plain_geometry(ground, data, radius):
    """Around a creature: what is near enough to its space and not behind a wall."""
    span = data.draw(st.integers(1, min(2, ground.width, ground.height)))
    at = data.draw(places(ground, span))
    plain = Plain(ground.figures)
    expected = {
        cell
        for cell in plain.symbols
        if not plain.solid(cell)
        and ground.distance(at, span, plain.square(cell), 1) <= radius
        and plain.effect(plain.cell(at), span, cell, 1)
    }
    assert cells(plain, emanation(ground, at, span, radius)) == expected


def quarter(figures: MapFigures) -> MapFigures:
    """The map turned clockwise by a right angle."""
    rows = tuple("".join(column) for column in zip(*reversed(figures.rows), strict=True))
    edges = []
    for edge in figures.edges:
        x, y = ord(edge.square[0]) - 97, int(edge.square[1:]) - 1
        side = {"n": "e", "e": "s", "s": "w", "w": "n"}[edge.side]
        edges.append(Edge(f"{chr(97 + len(figures.rows) - 1 - y)}{x + 1}", side, edge.kind))  # type: ignore[arg-type]
    return MapFigures(rows, (), tuple(edges))


@given(WALLED, st.data(), st.integers(1, 5))
def test_areas_turn_with_the_map(ground, data, size):
    """A right angle more or less changes nothing."""
    corner, direction = data.draw(intersections(ground)), data.draw(st.sampled_from(DIRECTIONS))
    end = data.draw(intersections(ground))
    turned = Ground.of(quarter(ground.figures))

    def turn(corner: int) -> int:
        y, x = divmod(corner, ground.stride)
        return x * turned.stride + ground.height - y

    def turned_squares(squares: int) -> int:
        found = 0
        for square in bitset.squares(squares):
            y, x = divmod(square, ground.stride)
            found |= 1 << x * turned.stride + ground.height - 1 - y
        return found

    there = turn(corner)
    assert turned_squares(burst(ground, corner, size)) == burst(turned, there, size)
    assert turned_squares(spread(ground, corner, size)) == spread(turned, there, size)
    assert turned_squares(cylinder(ground, corner, size)) == cylinder(turned, there, size)
    if end != corner:
        assert turned_squares(bolt(ground, corner, end, size)) == bolt(turned, there, turn(end), size)
    aim = -direction[1], direction[0]
    assert turned_squares(cone(ground, corner, direction, size)) == cone(turned, there, aim, size)


@given(grounds(symbols=".", kinds=(), hills=False), st.data(), st.integers(1, 6))
def test_in_the_open_a_spread_is_a_burst_and_a_cylinder(ground, data, radius):
    """Without a wall there is no corner to turn."""
    corner = data.draw(intersections(ground))
    assert spread(ground, corner, radius) == burst(ground, corner, radius) == cylinder(ground, corner, radius)


@given(WALLED, st.data(), st.integers(1, 6))
def test_an_area_grows_with_its_size(ground, data, size):
    """What a smaller one takes in, a larger one does."""
    corner, direction = data.draw(intersections(ground)), data.draw(st.sampled_from(DIRECTIONS))
    end = data.draw(intersections(ground))
    assert not burst(ground, corner, size) & ~burst(ground, corner, size + 1)
    assert not spread(ground, corner, size) & ~spread(ground, corner, size + 1)
    assert not cone(ground, corner, direction, size) & ~cone(ground, corner, direction, size + 1)
    if end != corner:
        assert not bolt(ground, corner, end, size) & ~bolt(ground, corner, end, size + 1)


@given(WALLED, st.data(), st.integers(1, 6))
def test_eight_cones_make_up_a_burst(ground, data, size):
    """The four straight ones together, and the four slanting ones, take in what a burst does."""
    corner = data.draw(intersections(ground))
    for four in DIRECTIONS[::2], DIRECTIONS[1::2]:
        together = 0
        for direction in four:
            together |= cone(ground, corner, direction, size)
        assert together == burst(ground, corner, size)


@pytest.mark.parametrize(("radius", "squares"), [(1, 4), (2, 12), (3, 24), (4, 44), (6, 96), (8, 172)])
def test_how_many_squares_a_radius_takes_in(radius, squares):
    """5 ft take in 4 squares, 10 ft 12, 20 ft 44."""
    assert bitset.count(burst(FIELD, MIDDLE, radius)) == squares


@pytest.mark.parametrize(("length", "slanting", "straight"), [(3, 6, 8), (6, 24, 28), (12, 96, 104)])
def test_how_many_squares_a_cone_takes_in(length, slanting, straight):
    """15 ft take in 6 squares towards a corner and 8 along a row."""
    assert bitset.count(cone(FIELD, MIDDLE, (1, 1), length)) == slanting
    assert bitset.count(cone(FIELD, MIDDLE, (0, -1), length)) == straight


def test_cones_are_drawn_as_quarters_of_a_disc():
    """Two squares, four, two along a row; three, two, one towards a corner."""
    ground, _ = drawn("\n".join(["......"] * 4))
    assert marked(ground, cone(ground, ground.square("d4"), (0, -1), 3)) == picture("""
        ..**..
        .****.
        ..**..
        ......
    """)
    assert marked(ground, cone(ground, ground.square("b2"), (1, 1), 3)) == picture("""
        ......
        .***..
        .**...
        .*....
    """)


def test_a_wall_shelters_from_a_burst():
    """Total cover from the point of origin keeps a burst away, and a spread takes the way round."""
    ground, _ = drawn("""
        .......
        .......
        ...#...
        ..##...
        .......
    """)
    origin = ground.square("e4")
    assert marked(ground, burst(ground, origin, 3)) == picture("""
        ...**..
        ...***.
        ...#***
        ..##***
        ...***.
    """)
    assert marked(ground, spread(ground, origin, 3)) == picture("""
        ....*..
        ...***.
        ...#***
        ..##***
        ...***.
    """)


def test_an_intersection_on_a_wall_belongs_to_the_side_from_where_the_area_comes():
    """A burst at the foot of a wall stays on the side of whoever sent it there."""
    ground, _ = drawn("....\n....", "b1 e wall", "b2 e wall")
    origin = ground.square("c2")
    assert marked(ground, burst(ground, origin, 2, 1 << ground.square("b1"))) == "**..\n**.."
    assert marked(ground, burst(ground, origin, 2)) == "****\n****"


def test_a_line_stops_at_a_wall():
    """Nothing behind the first barrier on its way is struck."""
    ground, _ = drawn("........\n......#.\n........")
    assert marked(ground, bolt(ground, ground.square("a1"), ground.square("e2"), 12)) == "****....\n....**#.\n........"
    ground, _ = drawn("........", "e1 e wall")
    assert marked(ground, bolt(ground, ground.square("b1"), ground.square("h1"), 12)) == "........"
    assert marked(ground, bolt(ground, 10, 17, 12)) == ".****..."


def test_a_line_along_borders_takes_the_squares_on_its_left():
    """A line may run along a row: eastward it takes the northern squares, westward the southern ones."""
    ground, _ = drawn(".....\n.....")
    assert marked(ground, bolt(ground, ground.square("b2"), ground.square("c2"), 3)) == ".***.\n....."
    assert marked(ground, bolt(ground, ground.square("d2"), ground.square("c2"), 2)) == ".....\n.**.."


def test_a_low_wall_and_a_window_stop_no_burst():
    """Only what ends line of effect does."""
    ground, _ = drawn(".%..\n....", "b2 e window")
    assert burst(ground, ground.square("a2"), 4) == ground.inside


def test_higher_ground_stops_a_burst_in_the_valley():
    """A ledge two squares high hides what is beyond."""
    ground, _ = drawn(".....", elevation="00200")
    assert marked(ground, burst(ground, ground.square("b1"), 4)) == "***.."
