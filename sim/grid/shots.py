"""
Lines from the center of a square: what of another square can be shot at, and what such a line passes.

Exact: a line is followed from border to border by comparing products of whole numbers of half squares. It is stopped by
a blocking square whose inside it enters and by a blocking border that it crosses. Through a corner where four squares
meet it gets if it could be got round that corner on one side or the other. No line from a center runs along a border.
A stroke across the line to a corner hides that corner, and never the whole square.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from sim.grid import bits as bitset
from sim.grid.sight import Blockers, barriers
from sim.grid.strokes import struck_from_center
from sim.grid.terrain import Borders, Ground

Point = tuple[int, int]
"""East and south of the north-western corner of the map, in half squares."""


class Shown(NamedTuple):
    """Of a square: how many of its four corners are hidden, and whether its center is seen."""

    hidden: int
    center: bool

    @property
    def seen(self) -> bool:
        """Can anything of it be seen?"""
        return self.center or self.hidden < 4


def center(ground: Ground, square: int) -> Point:
    """The center of a square."""
    y, x = divmod(square, ground.stride)
    return 2 * x + 1, 2 * y + 1


def corners(ground: Ground, square: int) -> tuple[Point, Point, Point, Point]:
    """The corners of a square, row by row."""
    x, y = center(ground, square)
    return (x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1)


def steps(ground: Ground, source: int, end: Point) -> Iterator[tuple[int, int]]:
    """
    The line from the center of a square, as pairs of squares that follow each other on it, diagonally where it passes
    a corner. If it ends at a corner, the last square is the one in which it gets there.

    >>> from sim.grid.figures import MapFigures
    >>> ground = Ground(MapFigures(("....", "....")))
    >>> list(steps(ground, 0, center(ground, 6)))
    [(0, 6)]
    >>> list(steps(ground, 0, center(ground, 8)))
    [(0, 1), (1, 7), (7, 8)]
    """
    x, y = center(ground, source)
    dx, dy = end[0] - x, end[1] - y
    east, south = (dx > 0) - (dx < 0), ((dy > 0) - (dy < 0)) * ground.stride
    dx, dy = abs(dx), abs(dy)
    across = down = 1
    here = source
    while across < dx or down < dy:
        first = across * dy - down * dx
        there = here
        if first <= 0 and dx:
            there += east
            across += 2
        if first >= 0 and dy:
            there += south
            down += 2
        yield here, there
        here = there


def _round(ground: Ground, here: int, east: int, south: int, goal: int, blockers: Blockers) -> bool:
    """Is there a way on one side or the other of the corner that ``here`` has in this direction?"""
    ring = (here, here + east, here + east + south, here + south)
    place = ring.index(goal)
    ways = ring[: place + 1], (here, *ring[: place - 1 : -1])
    return any(_open(ground, way, blockers) for way in ways)


def _open(ground: Ground, way: tuple[int, ...], blockers: Blockers) -> bool:
    """Can one get along squares that share borders, the first not counted?"""
    return all(_crossed(ground, here, there, blockers) for here, there in itertools.pairwise(way))


def _crossed(ground: Ground, here: int, there: int, blockers: Blockers) -> bool:
    if there < 0 or not ground.inside >> there & 1 or blockers.squares >> there & 1:
        return False
    return not on_border(ground, here, there, blockers.borders)


def on_border(ground: Ground, here: int, there: int, borders: Borders) -> bool:
    """Is the border between two neighbours one of these?"""
    low = min(here, there)
    if abs(here - there) == 1:
        return bool(borders.east >> low & 1)
    return bool(borders.south >> low & 1)


def open_line(ground: Ground, source: int, end: Point, goal: int, blockers: Blockers) -> bool:
    """Does a line get from the center of ``source`` to a point of the square ``goal``?"""
    here = source
    for here, there in steps(ground, source, end):
        if abs(there - here) in (1, ground.stride):
            if not _crossed(ground, here, there, blockers):
                return False
        else:
            y, x = divmod(here, ground.stride)
            other_y, other_x = divmod(there, ground.stride)
            if not _round(ground, here, other_x - x, (other_y - y) * ground.stride, there, blockers):
                return False
        here = there
    if here == goal:
        return True
    y, x = divmod(here, ground.stride)
    east, south = (1 if end[0] > 2 * x + 1 else -1), (1 if end[1] > 2 * y + 1 else -1)
    return _round(ground, here, east, south * ground.stride, goal, blockers)


def shown(ground: Ground, source: int, target: int, height: int = 1, target_height: int = 1) -> Shown:
    """What of the square ``target`` is seen from the center of another; heights in squares, 0 for less than a half."""
    if not ground.has_walls:
        return Shown(0, True)
    key = "shown", source, target, height, target_height
    found: Shown | None = ground.memo.get(key)
    if found is None:
        blockers = barriers(ground, source, 1, target, 1, height, target_height)
        ends = corners(ground, target)
        shut = [not open_line(ground, source, end, target, blockers) for end in ends]
        middle = open_line(ground, source, center(ground, target), target, blockers)
        hidden = sum(stopped or _struck(ground, source, target, end) for stopped, end in zip(shut, ends, strict=True))
        most = 4 if middle or all(shut) else 3
        found = ground.keep(key, Shown(min(hidden, most), middle))
    return found


def _struck(ground: Ground, source: int, target: int, end: Point) -> bool:
    """Does a stroke lie across the line from the center of one square to a corner of another?"""
    if not ground.strokes.at:
        return False
    met = bitset.of({source, target, *itertools.chain.from_iterable(steps(ground, source, end))})
    return struck_from_center(ground, source, target, end, met)


def passed(ground: Ground, source: int, target: int) -> tuple[tuple[int, int], ...]:
    """The line from center to center, as pairs of squares that follow each other on it."""
    key = "passed", source, target
    found: tuple[tuple[int, int], ...] | None = ground.memo.get(key)
    if found is None:
        found = ground.keep(key, tuple(steps(ground, source, center(ground, target))))
    return found
