"""
The squares that an area of effect takes in.

Areas start at grid intersections, each named by the square south-east of it. A square belongs to an area of so many
squares when its far corner is no farther from the intersection, diagonals counted 1-2-1-2: a radius of 1, 2 or 4 takes
in 4, 12 or 44 squares, a cone of 3 takes in 6 towards a corner and 8 (2, 4, 2) along a row.

Bursts, emanations, cones and lines take in what some open line from their origin reaches, as ``sim.grid.sight`` has it:
walls stop them. Spreads flow around corners, and each square counts by the way that the spread takes to it. Cylinders
come from above. Solid squares belong to none. ``source`` are the squares at the origin from which an area comes, of
those that meet there: an intersection on a wall belongs to both of its sides.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.grid import bits as bitset
from sim.grid.bits import moved
from sim.grid.reach import within
from sim.grid.sight import Blockers, corners, facing_border, is_open, line_of_effect
from sim.grid.terrain import Ground

Direction = tuple[int, int]
"""East and south, each -1, 0 or 1, not both 0."""

DIRECTIONS: tuple[Direction, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight ways a cone can point, clockwise from the north."""


def around(ground: Ground, corner: int) -> int:
    """The open squares of the map, at most four, that meet at an intersection."""
    found = moved(3 | 3 << ground.stride, corner - ground.stride - 1)
    return found & ground.inside & ~ground.solid


def disc(ground: Ground, corner: int, radius: int) -> int:
    """The squares of the map within a radius of an intersection, whatever stands between."""
    key = "disc", corner, radius
    found: int | None = ground.memo.get(key)
    if found is None:
        found = 0
        y, x = divmod(corner, ground.stride)
        for row in range(max(0, y - radius), min(ground.height, y + radius)):
            down = row - y + 1 if row >= y else y - row
            across = radius
            while max(across, down) + min(across, down) // 2 > radius:
                across -= 1
            left, right = max(0, x - across), min(ground.width, x + across)
            if right > left:
                found |= (1 << right - left) - 1 << row * ground.stride + left
        ground.keep(key, found)
    return found


def struck(ground: Ground, corner: int, squares: int, source: int) -> int:
    """Those of some squares to which an open line leads from an intersection (d20.cover.line-of-effect)."""
    squares &= ground.inside & ~ground.solid
    if not ground.has_walls:
        return squares
    key = "struck", corner, squares, source
    found: int | None = ground.memo.get(key)
    if found is None:
        found = 0
        source &= around(ground, corner)
        foot = 0 if ground.is_flat else max((ground.elevation(s) for s in bitset.squares(source)), default=0)
        for level, there in ground.levels.items():
            solid = ground.solid if ground.is_flat else ground.solid | ground.higher(max(foot, level) + 1)
            blockers = Blockers(solid, ground.hard)
            for square in bitset.squares(squares & there):
                goal = 1 << square
                if any(is_open(ground, corner, end, source, goal, blockers) for end in corners(ground, square, 1)):
                    found |= goal
        ground.keep(key, found)
    return found


def burst(ground: Ground, corner: int, radius: int, source: int = -1) -> int:
    """A burst, or an emanation from a point: all around, not round corners."""
    return struck(ground, corner, disc(ground, corner, radius), source)


def emanation(ground: Ground, anchor: int, span: int, radius: int) -> int:
    """All around a creature, its own space included: so far from its border, not round corners."""
    found = within(ground, anchor, span, radius, strict=True) & ~ground.solid
    if not ground.has_walls:
        return found
    return bitset.of(s for s in bitset.squares(found) if line_of_effect(ground, anchor, span, s, 1))


def cylinder(ground: Ground, corner: int, radius: int) -> int:
    """All around and from above: nothing in it gets in its way."""
    return disc(ground, corner, radius) & ~ground.solid


def cone(ground: Ground, corner: int, direction: Direction, length: int, source: int = -1) -> int:
    """A quarter of a disc, its middle in this direction."""
    east, south = direction
    y, x = divmod(corner, ground.stride)
    found = 0
    for square in bitset.squares(disc(ground, corner, length)):
        row, column = divmod(square, ground.stride)
        across, down = 2 * (column - x) + 1, 2 * (row - y) + 1
        ahead, aside = (across * east, down * south) if east and south else (across * east + down * south, 0)
        if ahead > 0 and (aside > 0 if east and south else ahead >= abs(across * south) + abs(down * east)):
            found |= 1 << square
    return struck(ground, corner, found, source)


def bolt(ground: Ground, corner: int, end: int, length: int, source: int = -1) -> int:
    """
    A line from an intersection towards another one and on: the squares whose inside it crosses, as far as it gets.
    Along a row or column of borders it takes the squares on its left.
    """
    blockers = Blockers(ground.solid, ground.hard)
    limit = disc(ground, corner, length) & ~ground.solid
    found, before = 0, -1
    for column, row in _on_line(ground, corner, end):
        square = row * ground.stride + column
        if not (0 <= column < ground.width and 0 <= row < ground.height and limit >> square & 1):
            break
        if before < 0:
            passes = is_open(ground, corner, corner, source & around(ground, corner), 1 << square, blockers)
        elif (shut := facing_border(ground, before, square, ground.hard)) is not None:
            passes = not shut
        else:
            meeting = max(before, square) + (abs(before - square) < ground.stride)
            passes = is_open(ground, meeting, meeting, 1 << before, 1 << square, blockers)
        if not passes:
            break
        found |= 1 << square
        before = square
    return found


def _on_line(ground: Ground, corner: int, end: int) -> Iterator[tuple[int, int]]:
    """Column and row of each square that a line crosses, without end; of those on the left of a straight one."""
    y, x = divmod(corner, ground.stride)
    end_y, end_x = divmod(end, ground.stride)
    dx, dy = end_x - x, end_y - y
    east, south = (1 if dx > 0 else -1 if dx else 0), (1 if dy > 0 else -1 if dy else 0)
    column, row = x - (dx < 0 or (not dx and dy < 0)), y - (dy < 0 or (not dy and dx > 0))
    across, down = abs(dx), abs(dy)
    to_east, to_south = down, across
    while True:
        yield column, row
        sideways, onward = to_east <= to_south, to_south <= to_east
        if sideways:
            column += east
            to_east += down
        if onward:
            row += south
            to_south += across


def spread(ground: Ground, corner: int, radius: int, source: int = -1) -> int:
    """All around and round corners, never diagonally past one."""
    key = "spread", corner, radius, source
    found: int | None = ground.memo.get(key)
    if found is None:
        found = ground.keep(key, _spread(ground, source & around(ground, corner), 2 * radius + 1))
    return found


def _spread(ground: Ground, first: int, halves: int) -> int:
    """A flood from squares that cost 3 half squares, over straight steps of 2 and diagonal ones of 3."""
    stride = ground.stride
    free = ground.inside & ~ground.solid
    east = free & free >> 1 & ~ground.hard.east
    south = free & free >> stride & ~ground.hard.south
    layers = [0] * 3 + [first]
    filled = first
    for price in range(4, halves + 1):
        straight, slant = layers[price - 2], layers[price - 3]
        new = (straight & east) << 1 | straight >> 1 & east | (straight & south) << stride | straight >> stride & south
        if slant:
            for side, ahead in ((0, 0), (0, 1), (1, 0), (1, 1)):
                new |= _past(slant, east, south, stride, bool(side), bool(ahead))
        layers.append(new & ~filled)
        filled |= new
    return filled


def _past(squares: int, east: int, south: int, stride: int, westward: bool, northward: bool) -> int:
    """Where diagonal steps lead for which both ways round are open."""

    def across(bits: int) -> int:
        return bits >> 1 & east if westward else (bits & east) << 1

    def along(bits: int) -> int:
        return bits >> stride & south if northward else (bits & south) << stride

    return along(across(squares)) & across(along(squares))
