"""
Lines from corner to corner: what stops them, and what can be seen.

One definition serves effect, sight, cover, concealment and the clear path of a charge (d20.cover.line-through). **A
line is open when one can get along it from the one space to the other over squares that it touches, through borders
that it touches, none of them blocking.** So a line that crosses the interior of a blocking square, or crosses a wall,
is stopped. One that runs along an edge or touches a corner is not, unless what lies on both sides of that edge or
corner leaves no gap. The edge of the map blocks.

Squares that share a border have effect on each other through that border or not at all, never round the ends of a wall
on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sim.grid.bits import moved
from sim.grid.terrain import Borders, Ground


class Line(NamedTuple):
    """
    What a line from a corner touches, as sets relative to the square south-east of that corner, ``offset`` added:
    ``touched`` and
    ``crossed`` (in the interior) squares, and those whose eastern or southern border it touches.
    """

    offset: int
    touched: int
    crossed: int
    east: int
    south: int


class Blockers(NamedTuple):
    """Squares and borders that stop a line."""

    squares: int
    borders: Borders = Borders()


def line(ground: Ground, dx: int, dy: int) -> Line:
    """The line that ends ``dx`` columns east and ``dy`` rows south of its first corner; kept per ground."""
    key = "line", dx, dy
    found: Line | None = ground.memo.get(key)
    if found is None:
        found = ground.keep(key, _line(ground.stride, dx, dy))
    return found


def _line(stride: int, dx: int, dy: int) -> Line:
    left, top = min(0, dx) - 1, min(0, dy) - 1
    touched = crossed = east = south = 0

    def columns(upper: int, lower: int) -> tuple[int, int, int, int]:
        """Of the stretch between two heights: x at its west and east end, each rounded down and up."""
        if not dy:
            return min(0, dx), min(0, dx), max(0, dx), max(0, dx)
        a, b = sorted((upper * dx * (1 if dy > 0 else -1), lower * dx * (1 if dy > 0 else -1)))
        size = abs(dy)
        return a // size, -(-a // size), b // size, -(-b // size)

    first, last = min(0, dy), max(0, dy)
    for y in range(first - 1, last + 1):
        upper, lower = max(y, first), min(y + 1, last)
        west_down, west_up, east_down, east_up = columns(upper, lower)
        row = (y - top) * stride - left
        for x in range(west_up - 1, east_down + 1):
            touched |= 1 << row + x
        if upper < lower:
            for x in range(west_down, east_up):
                crossed |= 1 << row + x
        for x in range(west_up, east_down + 1):
            east |= 1 << row + x - 1
        if first <= y + 1 <= last:
            _, start, end, _ = columns(y + 1, y + 1)
            for x in range(start - 1, end + 1):
                south |= 1 << row + x
    return Line(top * stride + left, touched, crossed, east, south)


def is_open(ground: Ground, corner: int, target: int, source: int, goal: int, blockers: Blockers) -> bool:
    """
    Whether the line between two corners, each named by the square south-east of it, is open from the squares ``source``
    to the squares ``goal``.
    """
    stride = ground.stride
    y, x = divmod(corner, stride)
    target_y, target_x = divmod(target, stride)
    shape = line(ground, target_x - x, target_y - y)
    at = corner + shape.offset
    squares, (walls_east, walls_south) = blockers
    if moved(shape.crossed, at) & squares:
        return False
    touched = moved(shape.touched, at) & ground.inside
    if not touched & squares and not (walls_east or walls_south):
        return True
    east, south = moved(shape.east, at), moved(shape.south, at)
    if not (touched & squares or east & walls_east or south & walls_south):
        return True
    free = touched & ~squares
    east &= ~walls_east
    south &= ~walls_south
    here, before = source & free, 0
    goal &= free
    while here != before:
        if here & goal:
            return True
        before = here
        here |= ((here & east) << 1 | here >> 1 & east | (here & south) << stride | here >> stride & south) & free
    return False


def stopping(ground: Ground, corner: int, target: int, source: int, goal: int, blockers: Blockers) -> int | None:
    """
    None when the line is open; else the squares that stop it: those that it crosses, or those at its sides that leave
    no gap. None of them, the empty set, when a border stops it.
    """
    if is_open(ground, corner, target, source, goal, blockers):
        return None
    y, x = divmod(corner, ground.stride)
    target_y, target_x = divmod(target, ground.stride)
    shape = line(ground, target_x - x, target_y - y)
    at = corner + shape.offset
    squares, (walls_east, walls_south) = blockers
    if crossed := moved(shape.crossed, at) & squares:
        return crossed
    if moved(shape.east, at) & walls_east or moved(shape.south, at) & walls_south:
        return 0
    return moved(shape.touched, at) & squares


def corners(ground: Ground, anchor: int, span: int) -> Iterator[int]:
    """The corners of all squares of a place, row by row, each named by the square south-east of it."""
    for y in range(span + 1):
        row = anchor + y * ground.stride
        yield from range(row, row + span + 1)


def barriers(
    ground: Ground, a: int, span_a: int, b: int, span_b: int, height_a: int = 1, height_b: int = 1
) -> Blockers:
    """
    What stops effect between two places: solid squares, walls and doors; ground as high as both heads; and low
    obstacles where one of the two is lower than half a square (``height`` 0) and neither stands higher than the other
    (d20.cover.total).
    """
    squares, borders = ground.solid, ground.hard
    flat = True
    if not ground.is_flat:
        foot_a, foot_b = ground.elevation(a, span_a), ground.elevation(b, span_b)
        squares |= ground.higher(max(foot_a + height_a, foot_b + height_b, 1))
        flat = foot_a == foot_b
    if not (height_a and height_b) and flat:
        squares |= ground.low
        borders |= ground.low_borders
    own = ground.footprint(a, span_a) | ground.footprint(b, span_b)
    return Blockers(squares & ~own, borders)


def facing_border(ground: Ground, a: int, b: int, borders: Borders) -> bool | None:
    """Whether the border that two squares share is one of ``borders``; None where they share none."""
    low, high = min(a, b), max(a, b)
    if high - low == 1:
        return bool(borders.east >> low & 1)
    if high - low == ground.stride:
        return bool(borders.south >> low & 1)
    return None


def line_of_effect(
    ground: Ground, a: int, span_a: int, b: int, span_b: int, height_a: int = 1, height_b: int = 1
) -> bool:
    """
    Whether some line from a corner of a square of the one place to one of the other is stopped by no solid barrier; the
    same both ways (d20.cover.line-of-effect). Heights in squares; 0 for creatures lower than half a square.
    """
    if not ground.has_walls:
        return True
    if a > b or (a == b and span_a > span_b):
        a, span_a, height_a, b, span_b, height_b = b, span_b, height_b, a, span_a, height_a
    key = "effect", a, span_a, b, span_b, height_a, height_b
    found: bool | None = ground.memo.get(key)
    if found is None:
        blockers = barriers(ground, a, span_a, b, span_b, height_a, height_b)
        found = ground.keep(key, _any_open(ground, a, span_a, b, span_b, blockers))
    return found


def _any_open(ground: Ground, a: int, span_a: int, b: int, span_b: int, blockers: Blockers) -> bool:
    source, goal = ground.footprint(a, span_a), ground.footprint(b, span_b)
    if source & goal:
        return True
    if span_a == span_b == 1 and (shut := facing_border(ground, a, b, blockers.borders)) is not None:
        return not (shut or (source | goal) & blockers.squares)
    return any(
        is_open(ground, corner, target, source, goal, blockers)
        for corner in corners(ground, a, span_a)
        for target in corners(ground, b, span_b)
    )


def line_of_sight(
    ground: Ground,
    a: int,
    span_a: int,
    b: int,
    span_b: int,
    *,
    darkvision: int = 0,
    height_a: int = 1,
    height_b: int = 1,
) -> bool:
    """
    Whether a creature at ``a`` sees one at ``b``: some line has effect and, beyond 5 ft, is free of fog, the own
    squares of both included; and some square of ``b`` lies not in darkness, or within ``darkvision`` squares
    (d20.cover.line-of-effect).
    """
    if not line_of_effect(ground, a, span_a, b, span_b, height_a, height_b):
        return False
    if not ground.has_veils:
        return True
    if not (ground.footprint(b, span_b) & ~ground.dark) and ground.distance(a, span_a, b, span_b) > darkvision:
        return False
    return not _fogged(ground, a, span_a, b, span_b, height_a, height_b)


def _fogged(ground: Ground, a: int, span_a: int, b: int, span_b: int, height_a: int, height_b: int) -> bool:
    """Whether fog hides two places more than 5 ft apart from each other."""
    if not ground.fog or ground.distance(a, span_a, b, span_b) <= 1:
        return False
    if a > b or (a == b and span_a > span_b):
        a, span_a, height_a, b, span_b, height_b = b, span_b, height_b, a, span_a, height_a
    key = "fog", a, span_a, b, span_b, height_a, height_b
    found: bool | None = ground.memo.get(key)
    if found is None:
        squares, borders = barriers(ground, a, span_a, b, span_b, height_a, height_b)
        blockers = Blockers(squares | ground.fog, borders)
        found = ground.keep(key, not _any_open(ground, a, span_a, b, span_b, blockers))
    return found


class Concealment(NamedTuple):
    """Miss chance in percent, and what it comes from: ``foliage``, ``fog``, ``shadow``, ``dark`` or nothing."""

    percent: int
    source: str


OPEN = Concealment(0, "")


def concealment(
    ground: Ground,
    attacker: int,
    span: int,
    target: int,
    target_span: int,
    *,
    adjacent: bool,
    darkvision: int = 0,
    low_light: bool = False,
) -> Concealment:
    """
    The greatest concealment that the map gives a target; several do not add up (d20.concealment.sources, .no-stacking).

    Fog hides wholly where it leaves no line of sight. Else fog and foliage count against an ``adjacent`` melee attack
    when they fill the target's whole space, and otherwise when any line from the attacker's best corner to its best
    square of the target passes them, the target's own squares included (d20.concealment.determine). Light counts where
    the whole target stands in it; ``darkvision`` (squares) ignores it within its range, ``low_light`` ignores shadow.
    """
    if not ground.has_veils:
        return OPEN
    space = ground.footprint(target, target_span)
    found = OPEN
    if _fogged(ground, attacker, span, target, target_span, 1, 1):
        return Concealment(50, "fog")
    if ground.dark | ground.shadow and ground.distance(attacker, span, target, target_span) > darkvision:
        if not space & ~ground.dark:
            return Concealment(50, "dark")
        if not space & ~(ground.dark | ground.shadow) and not low_light:
            found = Concealment(20, "shadow")
    for source, veil in (("foliage", ground.foliage), ("fog", ground.fog)):
        if not veil or found.percent:
            continue
        if adjacent:
            if not space & ~veil:
                found = Concealment(20, source)
        elif _veiled(ground, attacker, span, target, target_span, source, veil):
            found = Concealment(20, source)
    return found


def _veiled(ground: Ground, attacker: int, span: int, target: int, target_span: int, source: str, veil: int) -> bool:
    """Whether every corner and square that the attacker may choose leaves a line through the veil."""
    key = "veil", attacker, span, target, target_span, source
    found: bool | None = ground.memo.get(key)
    if found is None:
        own = ground.footprint(attacker, span)
        blockers = Blockers(veil & ~own)
        space = [target + y * ground.stride + x for y in range(target_span) for x in range(target_span)]
        found = not any(
            all(is_open(ground, corner, end, own, 1 << square, blockers) for end in corners(ground, square, 1))
            for corner in corners(ground, attacker, span)
            for square in space
        )
        ground.keep(key, found)
    return found
