"""
Cover: what of the map and of the creatures on it stands between an attack and its target.

An attacker from afar picks the corner of its space and the square of the target that suit it best, and the target has
cover when any of the four lines between them is stopped (d20.cover.determine-ranged, d20.cover.big-creatures). An
adjacent melee attacker picks a square of its own and one of the target, and the target has cover when any line between
corners of the two is stopped by a wall (d20.cover.determine-melee). ``sim.grid.sight`` says when a line is stopped.

- Better for the attacker is none, then soft cover, cover, improved cover. A choice from where every line is stopped by
  a solid barrier is no choice; where none is left there is total cover (d20.cover.total).
- A line stopped by a solid barrier, a window or a low obstacle gives cover. One that gets on but for an arrow slit
  gives improved cover (d20.cover.varying). One that only creatures stop gives soft cover, never against an adjacent
  target (d20.cover.soft).
- A low obstacle counts within 6 squares of the target, not when the attacker is closer to it than the target
  (d20.cover.low-obstacle, .low-obstacle-ignore), and not, unless the target is beside it, when the attacker stands on
  higher ground.
- A line across which a stroke lies gives cover (``sim.grid.strokes``), and is never stopped altogether by it.
- The squares of attacker and target themselves never count.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Literal, NamedTuple

from sim.grid import bits as bitset
from sim.grid.bits import moved
from sim.grid.sight import Blockers, barriers, corners, facing_border, is_open, line, line_of_effect, stopping
from sim.grid.strokes import struck
from sim.grid.terrain import Borders, Ground

Kind = Literal["none", "soft", "cover", "improved", "total"]

LOW_RANGE = 6
"""Squares within which a low obstacle covers (d20.cover.low-obstacle)."""

_ORDER: tuple[Kind, ...] = ("none", "soft", "cover", "improved", "total")


class Cover(NamedTuple):
    """
    ``kind``; the first ``blocker`` square on the first line that is so stopped, or -1; else the ``edge`` that stops it,
    such as ``c4 e``, or neither for a stroke; and the ``corner`` that the attacker uses, as ``(x, y)`` with (0, 0) the
    north-western corner of the map.
    """

    kind: Kind
    blocker: int
    edge: str
    corner: tuple[int, int]


class _Screen(NamedTuple):
    """What stops lines between two places, by what it gives: nested, each but the last holds the one before."""

    solid: Blockers
    covering: Blockers
    all: Blockers


def cover(
    ground: Ground,
    attacker: int,
    attacker_span: int,
    target: int,
    target_span: int,
    *,
    melee_adjacent: bool,
    creatures: int = 0,
    attacker_height: int = 1,
    target_height: int = 1,
) -> Cover:
    """
    The cover of a target against one attack. ``creatures``: squares of all creatures that may stand between, attacker
    and target or not. Heights in squares, 0 for creatures lower than half a square.
    """
    stride = ground.stride
    if melee_adjacent:
        creatures = 0
    elif creatures:
        creatures &= _box(ground, attacker, attacker_span, target, target_span)
        creatures &= ~(ground.footprint(attacker, attacker_span) | ground.footprint(target, target_span))
    if not ground.has_walls and not creatures:
        y, x = divmod(attacker, stride)
        return Cover("none", -1, "", (x, y))
    key = "cover", attacker, attacker_span, target, target_span, melee_adjacent, attacker_height, target_height
    if ground.has_walls:
        static: Cover | None = ground.memo.get(key)
        if static is None:
            static = _static(
                ground, attacker, attacker_span, target, target_span, melee_adjacent, attacker_height, target_height
            )
            ground.keep(key, static)
        if static.kind != "none" or not creatures:
            return static
    crowded = *key, creatures
    soft: Cover | None = ground.memo.get(crowded)
    return soft or ground.keep(
        crowded,
        _soft(ground, attacker, attacker_span, target, target_span, creatures, attacker_height, target_height),
    )


def screened(ground: Ground, attacker: int, span: int, target: int, target_span: int, creatures: int) -> bool:
    """Where the map gives no cover (it has no walls): do ``creatures`` give a target soft cover from afar?"""
    source, goal = ground.footprint(attacker, span), ground.footprint(target, target_span)
    creatures &= ~(source | goal)
    for lines, touched, crossed in _reaching(ground, attacker, span, target, target_span):
        if not touched & creatures:
            return False
        if not crossed & creatures:
            crowd = Blockers(creatures)
            if all(is_open(ground, corner, end, source, goal, crowd) for corner, end in lines):
                return False
    return True


def cover_from_point(ground: Ground, corner: int, source: int, target: int, span: int) -> Cover:
    """
    The cover of a target from an intersection, where an effect comes from the squares ``source``: lines run from that
    corner to those of the best square of the target (d20.cover.reflex). Creatures give none.
    """
    y, x = divmod(corner, ground.stride)
    goal = ground.footprint(target, span)
    if not ground.has_walls or not source or source & goal:
        return Cover("none", -1, "", (x, y))
    key = "point", corner, source, target, span
    found: Cover | None = ground.memo.get(key)
    if found is None:
        place = bitset.lowest(source)
        solid = barriers(ground, place, 1, target, span)
        screen = _screen(ground, place, 1, target, span, solid)
        choices = [[(corner, end) for end in corners(ground, square, 1)] for square in bitset.squares(goal)]
        judged = [_judge(ground, lines, source, goal, screen) for lines in choices]
        best = min((one for one in judged if one), key=lambda one: _ORDER.index(one.kind), default=None)
        found = ground.keep(key, best or _stopped(ground, "total", corner, target, solid))
    return found


def _static(
    ground: Ground,
    attacker: int,
    span: int,
    target: int,
    target_span: int,
    melee: bool,
    height: int,
    target_height: int,
) -> Cover:
    """Cover by the map alone."""
    blockers = barriers(ground, attacker, span, target, target_span, height, target_height)
    if not line_of_effect(ground, attacker, span, target, target_span, height, target_height):
        return _stopped(ground, "total", attacker, target, blockers)
    screen = _screen(ground, attacker, span, target, target_span, blockers)
    if span == target_span == 1:
        for kind, borders in (("improved", screen.all.borders), ("cover", screen.covering.borders)):
            if facing_border(ground, attacker, target, borders) and not (
                kind == "improved" and facing_border(ground, attacker, target, screen.covering.borders)
            ):
                low = min(attacker, target)
                edge = f"{ground.name(low)} {'e' if abs(attacker - target) == 1 else 's'}"
                y, x = divmod(attacker, ground.stride)
                return Cover("improved" if kind == "improved" else "cover", -1, edge, (x, y))
    source, goal = ground.footprint(attacker, span), ground.footprint(target, target_span)
    best: Cover | None = None
    for lines in (_pairs if melee else _fans)(ground, attacker, span, target, target_span):
        judged = _judge(ground, lines, source, goal, screen)
        if judged is not None and (best is None or _ORDER.index(judged.kind) < _ORDER.index(best.kind)):
            best = judged
            if best.kind == "none":
                break
    return best or _stopped(ground, "total", attacker, target, blockers)


def _soft(
    ground: Ground,
    attacker: int,
    span: int,
    target: int,
    target_span: int,
    creatures: int,
    height: int,
    target_height: int,
) -> Cover:
    """Soft cover, where the map gives none from the best corner: a corner without either is still better."""
    static = None
    if ground.has_walls:
        blockers = barriers(ground, attacker, span, target, target_span, height, target_height)
        static = _screen(ground, attacker, span, target, target_span, blockers).all
    crowd = Blockers(creatures) if static is None else Blockers(static.squares | creatures, static.borders)
    source, goal = ground.footprint(attacker, span), ground.footprint(target, target_span)

    def free(lines: _Lines, blockers: Blockers) -> bool:
        return all(
            is_open(ground, corner, end, source, goal, blockers) and not _struck(ground, corner, end, source, goal)
            for corner, end in lines
        )

    soft: _Lines = []
    for lines, touched, crossed in _reaching(ground, attacker, span, target, target_span):
        if soft and crossed & creatures:
            continue
        if static is not None and not free(lines, static):
            continue
        if not touched & creatures or (not crossed & creatures and free(lines, crowd)):
            y, x = divmod(lines[0][0], ground.stride)
            return Cover("none", -1, "", (x, y))
        soft = soft or lines
    corner, end = next(ends for ends in soft if not is_open(ground, *ends, source, goal, crowd))
    return _stopped(ground, "soft", corner, end, Blockers(creatures))


def _reaching(
    ground: Ground, attacker: int, span: int, target: int, target_span: int
) -> tuple[tuple[_Lines, int, int], ...]:
    """The choices from afar, each with the squares that its lines touch, and those that they cross."""
    key = "reaching", attacker, span, target, target_span
    found: tuple[tuple[_Lines, int, int], ...] | None = ground.memo.get(key)
    if found is None:
        fans = _fans(ground, attacker, span, target, target_span)
        found = ground.keep(key, tuple([(fan, *_reached_by(ground, fan)) for fan in fans]))
    return found


def _reached_by(ground: Ground, lines: _Lines) -> tuple[int, int]:
    """The squares that a fan of lines from one corner touches, and those that it crosses."""
    corner, end = lines[0]
    (y, x), (end_y, end_x) = divmod(corner, ground.stride), divmod(end, ground.stride)
    dx, dy = end_x - x, end_y - y
    key = "fan", dx, dy
    found: tuple[int, int, int] | None = ground.memo.get(key)
    if found is None:
        shapes = [line(ground, dx + i, dy + j) for j in (0, 1) for i in (0, 1)]
        least = min(shape.offset for shape in shapes)
        touched = reduce(or_, (shape.touched << shape.offset - least for shape in shapes))
        crossed = reduce(or_, (shape.crossed << shape.offset - least for shape in shapes))
        found = ground.keep(key, (least, touched, crossed))
    least, touched, crossed = found
    return moved(touched, corner + least), moved(crossed, corner + least)


_Lines = list[tuple[int, int]]


def _fans(ground: Ground, attacker: int, span: int, target: int, target_span: int) -> Iterator[_Lines]:
    """The choices from afar: a corner of any own square, and the corners of any one square of the target."""
    aims = [list(corners(ground, square, 1)) for square in bitset.squares(ground.footprint(target, target_span))]
    for corner in corners(ground, attacker, span):
        for ends in aims:
            yield [(corner, end) for end in ends]


def _pairs(ground: Ground, attacker: int, span: int, target: int, target_span: int) -> Iterator[_Lines]:
    """The choices in melee: all corners of any one own square, and of any one square of the target."""
    aims = [list(corners(ground, square, 1)) for square in bitset.squares(ground.footprint(target, target_span))]
    for square in bitset.squares(ground.footprint(attacker, span)):
        for ends in aims:
            yield [(corner, end) for corner in corners(ground, square, 1) for end in ends]


def _judge(ground: Ground, lines: _Lines, source: int, goal: int, screen: _Screen) -> Cover | None:
    """What one choice of the attacker meets; None when solid barriers stop every line."""
    worst: Cover | None = None
    passing = False
    for corner, end in lines:
        across = _struck(ground, corner, end, source, goal)
        if not across and is_open(ground, corner, end, source, goal, screen.all):
            passing = True
        elif not is_open(ground, corner, end, source, goal, screen.solid):
            worst = worst or _stopped(ground, "cover", corner, end, screen.solid)
        else:
            passing = True
            if across:
                y, x = divmod(corner, ground.stride)
                worst = worst or Cover("cover", -1, "", (x, y))
            elif not is_open(ground, corner, end, source, goal, screen.covering):
                worst = worst or _stopped(ground, "cover", corner, end, screen.covering)
            elif worst is None or worst.kind == "cover":
                worst = _stopped(ground, "improved", corner, end, Blockers(0, ground.slits))
    if not passing:
        return None
    if worst is not None:
        return worst
    y, x = divmod(lines[0][0], ground.stride)
    return Cover("none", -1, "", (x, y))


def _struck(ground: Ground, corner: int, end: int, source: int, goal: int) -> bool:
    """Does a stroke lie across a line between corners of two places?"""
    if not ground.strokes.at:
        return False
    (y, x), (end_y, end_x) = divmod(corner, ground.stride), divmod(end, ground.stride)
    shape = line(ground, end_x - x, end_y - y)
    return struck(ground, corner, end, source, goal, moved(shape.touched, corner + shape.offset))


def _stopped(ground: Ground, kind: Kind, corner: int, end: int, blockers: Blockers) -> Cover:
    """The verdict on a stopped line: of what stops it the nearest to its start."""
    y, x = divmod(corner, ground.stride)
    stopped = stopping(ground, corner, end, 0, 0, blockers)

    def away(square: int) -> tuple[int, int]:
        row, column = divmod(square, ground.stride)
        return abs(2 * (row - y) + 1) + abs(2 * (column - x) + 1), square

    end_y, end_x = divmod(end, ground.stride)
    shape = line(ground, end_x - x, end_y - y)
    at = corner + shape.offset
    if kind == "soft":
        stopped = stopped or moved(shape.touched, at) & blockers.squares
    if stopped:
        return Cover(kind, min(bitset.squares(stopped), key=away), "", (x, y))
    crossed = moved(shape.crossed, at)
    across = crossed & crossed >> 1, crossed & crossed >> ground.stride
    for passed in across, (moved(shape.east, at), moved(shape.south, at)):
        for borders, touched, side in zip(blockers.borders, passed, "es", strict=True):
            if hit := touched & borders & ground.inside:
                return Cover(kind, -1, f"{ground.name(min(bitset.squares(hit), key=away))} {side}", (x, y))
    return Cover(kind, -1, "", (x, y))


def _screen(ground: Ground, attacker: int, span: int, target: int, target_span: int, solid: Blockers) -> _Screen:
    """What stops lines between two places besides solid barriers: low obstacles that count, windows, arrow slits."""
    own = ground.footprint(attacker, span) | ground.footprint(target, target_span)
    box = _box(ground, attacker, span, target, target_span)
    above = not ground.is_flat and ground.elevation(attacker, span) > ground.elevation(target, target_span)

    def counts(*beside: int) -> bool:
        gap = min(ground.distance(target, target_span, square, 1) for square in beside)
        nearer = min(ground.distance(attacker, span, square, 1) for square in beside) < gap
        return gap <= LOW_RANGE and not nearer and not (above and gap > 1)

    squares = solid.squares | bitset.of(s for s in bitset.squares(ground.low & box & ~own) if counts(s))
    east = bitset.of(s for s in bitset.squares(ground.low_borders.east & box) if counts(s, s + 1))
    south = bitset.of(s for s in bitset.squares(ground.low_borders.south & box) if counts(s, s + ground.stride))
    borders = solid.borders | ground.windows | Borders(east, south)
    return _Screen(solid, Blockers(squares, borders), Blockers(squares, borders | ground.slits))


def _box(ground: Ground, a: int, span_a: int, b: int, span_b: int) -> int:
    """The smallest rectangle around two places, and one square more all round."""
    ay, ax = divmod(a, ground.stride)
    by, bx = divmod(b, ground.stride)
    left, right = max(min(ax, bx) - 1, 0), min(max(ax + span_a, bx + span_b) + 1, ground.width)
    top, bottom = max(min(ay, by) - 1, 0), min(max(ay + span_a, by + span_b) + 1, ground.height)
    key = "rows", bottom - top
    rows: int | None = ground.memo.get(key)
    if rows is None:
        rows = ground.keep(key, sum(1 << y * ground.stride for y in range(bottom - top)))
    return (rows * ((1 << right - left) - 1)) << top * ground.stride + left
