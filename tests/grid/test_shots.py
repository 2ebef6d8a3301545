"""Lines from the center of a square, held against fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sim.grid.shots import center, on_border, open_line, passed, shown, steps
from sim.grid.sight import Blockers, barriers
from sim.grid.terrain import Borders, Ground
from tests.grid.drawn import drawn, grounds, places
from tests.grid.plain import Plain

Cell = tuple[int, int]
HALF = Fraction(1, 2)
WALLS = ("wall", "door", "window", "low-wall")


def cells(start: tuple[int, int], end: tuple[int, int]) -> list[Cell]:
    """The squares whose inside a line enters, in order, found by the middles between its crossings of the grid."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    crossings = {Fraction(0), Fraction(1)}
    for whence, way in ((x, dx), (y, dy)):
        low, high = sorted((whence, whence + way))
        crossings |= {Fraction(line - whence, way) for line in range(low, high + 1) if way and line % 2 == 0}
    middles = [(before + after) / 2 for before, after in pairwise(sorted(crossings))]
    return [(int((x + t * dx) // 2), int((y + t * dy) // 2)) for t in middles]


class Slow:
    """The same questions of squares as columns and rows."""

    def __init__(self, ground, blockers: Blockers) -> None:
        self.ground = ground
        self.blockers = blockers

    def number(self, cell: Cell) -> int:
        """The square of a column and a row; -1 off the map."""
        x, y = cell
        inside = 0 <= x < self.ground.width and 0 <= y < self.ground.height
        return y * self.ground.stride + x if inside else -1

    def crossed(self, here: Cell, there: Cell) -> bool:
        """From a square into its neighbour: neither it nor the border between them stops a line."""
        goal = self.number(there)
        if goal < 0 or self.blockers.squares >> goal & 1:
            return False
        first = self.number(min(here, there, key=lambda cell: (cell[1], cell[0])))
        borders = self.blockers.borders
        return not (borders.east if here[1] == there[1] else borders.south) >> first & 1

    def round(self, here: Cell, there: Cell, beside: tuple[Cell, Cell]) -> bool:
        """From a square round a corner into another that has it too: by one of the others, or straight, or by both."""
        if here[0] != there[0] and here[1] != there[1]:
            return any(self.crossed(here, one) and self.crossed(one, there) for one in beside)
        one, other = sorted(beside, key=lambda cell: abs(cell[0] - here[0]) + abs(cell[1] - here[1]))
        return self.crossed(here, there) or all(self.crossed(a, b) for a, b in pairwise((here, one, other, there)))

    def open(self, source: Cell, end: tuple[int, int], goal: Cell) -> bool:
        """Does the line get there?"""
        x, y = source
        way = cells((2 * x + 1, 2 * y + 1), end)
        for here, there in pairwise(way):
            if here[0] != there[0] and here[1] != there[1]:
                if not self.round(here, there, ((here[0], there[1]), (there[0], here[1]))):
                    return False
            elif not self.crossed(here, there):
                return False
        here = way[-1]
        if here == goal:
            return True
        column, row = end[0] // 2, end[1] // 2
        around = {(column - i, row - j) for i in (0, 1) for j in (0, 1)}
        first, second = around - {here, goal}
        return self.round(here, goal, (first, second))


@given(grounds(symbols="......#T", hills=False, most=6, kinds=WALLS, strokes=0), st.data())
@settings(max_examples=60)
def test_a_line_from_a_center_is_that_of_the_fractions(ground, data):
    """To the center and to each corner of another square, past squares and borders that block."""
    source, target = (data.draw(places(ground, 1)) for _ in "ab")
    blockers = barriers(ground, source, 1, target, 1, 1, 1)
    slow = Slow(ground, blockers)
    cell, goal = (tuple(reversed(divmod(square, ground.stride))) for square in (source, target))
    x, y = goal
    ends = [(2 * x + 1, 2 * y + 1), *((2 * (x + i), 2 * (y + j)) for i in (0, 1) for j in (0, 1))]

    found = [open_line(ground, source, end, target, blockers) for end in ends]

    assert found == [slow.open(cell, end, goal) for end in ends]
    seen = shown(ground, source, target)
    if ground.has_walls:
        assert (seen.center, seen.hidden) == (found[0], 4 - sum(found[1:]))


@given(grounds(symbols=".", hills=False, most=7, kinds=()), st.data())
def test_the_squares_of_a_line_are_those_whose_inside_it_enters(ground, data):
    """Found by the middles between its crossings of the grid; diagonally where it passes a corner."""
    source, target = (data.draw(places(ground, 1)) for _ in "ab")
    expected = [y * ground.stride + x for x, y in cells(center(ground, source), center(ground, target))]

    assert [source, *(there for _, there in steps(ground, source, center(ground, target)))] == expected
    assert passed(ground, source, target) == tuple(pairwise(expected))


@given(grounds(symbols="......#T", hills=False, most=5, kinds=WALLS, strokes=3), st.data())
def test_strokes_hide_corners_and_never_a_square(ground, data):
    """A corner is hidden by a stroke across the line to it, unless that cuts it off; the fourth stays in sight."""
    source, target = (data.draw(places(ground, 1)) for _ in "ab")
    plain, bare = Plain(ground.figures), Ground.of(replace(ground.figures, strokes=()))
    blockers = barriers(ground, source, 1, target, 1)
    x, y = plain.cell(source)
    corners = [(plain.cell(target)[0] + i, plain.cell(target)[1] + j) for j in (0, 1) for i in (0, 1)]
    hidden = sum(
        not open_line(ground, source, (2 * corner[0], 2 * corner[1]), target, blockers)
        or (
            plain.cut((x + HALF, y + HALF), corner)
            and not plain.cut((plain.cell(target)[0] + HALF, plain.cell(target)[1] + HALF), corner)
        )
        for corner in corners
    )
    without, found = shown(bare, source, target), shown(ground, source, target)

    assert found.seen == without.seen
    assert found.hidden == (hidden if found.center or not found.seen else min(hidden, 3))


def test_a_border_lies_between_two_squares():
    """East of the one, or south of it, whichever way one comes."""
    ground, at = drawn("ABC\nDEF")
    borders = Borders(east=1 << at["B"], south=1 << at["B"])

    found = {a + b for a in "ABCDEF" for b in "ABCDEF" for x in [abs(at[a] - at[b])]
             if x in (1, ground.stride) and on_border(ground, at[a], at[b], borders)}  # fmt: skip

    assert found == {"BC", "CB", "BE", "EB"}


@pytest.mark.parametrize(
    ("walls", "hidden", "seen"),
    [((), 0, True), (("b1 e wall",), 4, False), (("b1 e low-wall",), 0, True), (("c1 e wall",), 0, True)],
)
def test_what_a_wall_hides(walls, hidden, seen):
    """Across the way it hides all, low or beyond the target nothing."""
    ground, at = drawn("A.B.", *walls)

    found = shown(ground, at["A"], at["B"])

    assert (found.hidden, found.center, found.seen) == (hidden, seen, seen)
