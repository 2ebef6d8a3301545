"""
Strokes: walls as they were drawn, at any angle, where borders of squares only come near them.

They are measured in hundredths of a square. Nobody is kept from anywhere by a stroke, and nothing is wholly hidden by
one: borders and squares decide that. A line of an attack that one lies across gives cover. Where a line begins or ends
it may touch a stroke. A corner of a square that a stroke cuts off from its center is of no use to whoever stands
there: no stroke lies across a line from it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sim.grid import bits as bitset
from sim.grid.figures import FINE, Stroke

if TYPE_CHECKING:
    from sim.grid.terrain import Ground

HALF = FINE // 2


class Laid(NamedTuple):
    """
    Strokes on a map: those that touch each square, the set of these squares, and four of squares whose north-western,
    north-eastern, south-western and south-eastern corner one cuts off.
    """

    at: dict[int, tuple[Stroke, ...]]
    squares: int
    cut_off: tuple[int, ...]


@lru_cache(maxsize=32)
def laid(strokes: tuple[Stroke, ...], stride: int, height: int) -> Laid:
    """The strokes of a map; asked twice, they are laid once."""
    found: dict[int, list[Stroke]] = {}
    for stroke in strokes:
        for square in touched(stroke, stride, height):
            found.setdefault(square, []).append(stroke)
    cut_off = [0, 0, 0, 0]
    for square, here in found.items():
        y, x = divmod(square, stride)
        middle = x * FINE + HALF, y * FINE + HALF
        for number, (i, j) in enumerate(((0, 0), (1, 0), (0, 1), (1, 1))):
            if any(across(stroke, middle, ((x + i) * FINE, (y + j) * FINE)) for stroke in here):
                cut_off[number] |= 1 << square
    return Laid({square: tuple(here) for square, here in found.items()}, bitset.of(found), tuple(cut_off))


def touched(stroke: Stroke, stride: int, height: int) -> list[int]:
    """
    The squares of the map that a stroke touches, and perhaps some beside them.

    >>> touched((50, 50, 250, 50), 5, 4)
    [0, 1, 2]
    """
    x0, y0, x1, y1 = stroke if stroke[1] <= stroke[3] else (*stroke[2:], *stroke[:2])
    found: list[int] = []
    for row in range(max(0, -(-y0 // FINE) - 1), min(height - 1, y1 // FINE) + 1):
        ends = [x0, x1]
        if y0 < y1:
            for at in (max(y0, row * FINE), min(y1, row * FINE + FINE)):
                over = (x1 - x0) * (at - y0)
                ends += (x0 + over // (y1 - y0), x0 - -over // (y1 - y0))
            del ends[:2]
        first, last = max(0, -(-min(ends) // FINE) - 1), min(stride - 2, max(ends) // FINE)
        found += range(row * stride + first, row * stride + last + 1)
    return found


def across(stroke: Stroke, start: tuple[int, int], end: tuple[int, int]) -> bool:
    """
    Does a stroke lie across a line, in hundredths of a square, or end on it?

    >>> across((100, 0, 100, 200), (50, 100), (150, 100)), across((100, 0, 100, 200), (100, 100), (150, 100))
    (True, False)
    """
    x0, y0, x1, y1 = stroke
    dx, dy = x1 - x0, y1 - y0
    one, other = dx * (start[1] - y0) - dy * (start[0] - x0), dx * (end[1] - y0) - dy * (end[0] - x0)
    if one * other >= 0:
        return False
    dx, dy = end[0] - start[0], end[1] - start[1]
    return (dx * (y0 - start[1]) - dy * (x0 - start[0])) * (dx * (y1 - start[1]) - dy * (x1 - start[0])) <= 0


def useful(ground: Ground, corner: int, of: int) -> bool:
    """Is a corner, named by the square south-east of it, not cut off from one of these squares that meet there?"""
    beside = corner, corner - 1, corner - ground.stride, corner - ground.stride - 1
    return any(
        square >= 0 and of >> square & 1 and not cut >> square & 1
        for square, cut in zip(beside, ground.strokes.cut_off, strict=True)
    )


def struck(ground: Ground, corner: int, target: int, source: int, goal: int, met: int) -> bool:
    """
    Does a stroke lie across the line from a corner of the squares ``source`` to one of ``goal``, each named by the
    square south-east of it? ``met`` are the squares that the line touches.
    """
    met &= ground.strokes.squares
    if not met or not useful(ground, corner, source) or not useful(ground, target, goal):
        return False
    (y, x), (target_y, target_x) = divmod(corner, ground.stride), divmod(target, ground.stride)
    return _any(ground, (x * FINE, y * FINE), (target_x * FINE, target_y * FINE), met)


def struck_from_center(ground: Ground, source: int, target: int, end: tuple[int, int], met: int) -> bool:
    """The same of a line from the center of a square to a corner of another, that in half squares."""
    met &= ground.strokes.squares
    if not met or not useful(ground, end[1] // 2 * ground.stride + end[0] // 2, 1 << target):
        return False
    y, x = divmod(source, ground.stride)
    return _any(ground, (x * FINE + HALF, y * FINE + HALF), (end[0] * HALF, end[1] * HALF), met)


def _any(ground: Ground, start: tuple[int, int], end: tuple[int, int], met: int) -> bool:
    return any(across(stroke, start, end) for square in bitset.squares(met) for stroke in ground.strokes.at[square])
