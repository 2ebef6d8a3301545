"""
Walls at any angle, decided for a map of squares.

The rule, exact and the same however the map is turned or mirrored:

1. The border between two squares is shut where a piece of wall meets the straight line between their centers. Ends and
   touching count.
2. A square is rock where a piece meets its center; a door there fills the square, and the borders of a locked door
   or a window there are shut instead.
3. Where several meet one line or center, the first of these counts: locked door, door, open door, window, wall. So a
   door lies on its wall, and has the squares at both of its ends when it stands half in each.
4. A door or window that meets no such line takes the border nearest to its middle, or several equally near.
5. Rock is also what nobody can get to: of the parts of the map between which there is no opening at all, those stay
   that have a door, a window or something in them; where none has, the largest that does not reach the edge of the
   map; where there is none of those, the largest.

So squares are joined exactly where one can go straight from center to center. What this hides or shows more than the
pieces themselves, ``tests/importers/agreement.py`` measures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sim.core.errors import BadInput
from sim.grid.figures import LIMIT, EdgeKind

MOST = 20_000
"""Pieces of wall in one map, at most."""

LONGEST = 200_000
"""Squares that all pieces of one map pass, at most."""

Cell = tuple[int, int]
"""Column and row of a square."""

Border = tuple[int, int, int]
"""Column and row of the square to the west or north of it, and 0 for its eastern border, 1 for its southern one."""

_RANKS: tuple[EdgeKind, ...] = ("wall", "window", "open-door", "door", "locked-door")
_FILLING: dict[EdgeKind, str] = {"wall": "#", "open-door": "'", "door": "+"}


class Piece(NamedTuple):
    """A straight piece of wall between two points, in units of the plan; ``secret``: a door that nobody knows of."""

    x0: int
    y0: int
    x1: int
    y1: int
    kind: EdgeKind = "wall"
    secret: bool = False


class Plan(NamedTuple):
    """A map as lines: ``columns`` by ``rows`` squares of ``unit`` units each, (0, 0) the north-western corner."""

    columns: int
    rows: int
    unit: int
    pieces: tuple[Piece, ...]


class Floor(NamedTuple):
    """A map as squares: a symbol of terrain for each, and what stands on the borders between them."""

    columns: int
    rows: int
    filled: dict[Cell, str]
    borders: dict[Border, EdgeKind]


def plan(columns: int, rows: int, unit: int, pieces: Iterable[Piece], where: str) -> Plan:
    """
    A plan without pieces of no length, and without those drawn twice.

    :raises BadInput: when it is empty or too large for a map, or has too many pieces.
    """
    if columns < 1 or rows < 1:
        raise BadInput(f"{where} has no squares: it must be at least one wide and one high")
    if columns > LIMIT or rows > LIMIT:
        raise BadInput(f"{where} is {columns} by {rows} squares, the largest map is {LIMIT} by {LIMIT}: cut it up")
    kept = dict.fromkeys(_ordered(piece) for piece in pieces if piece[:2] != piece[2:4])
    if len(kept) > MOST:
        raise BadInput(f"{where} has {len(kept)} pieces of wall, at most {MOST} are read: cut it up")
    passed = sum(
        min(abs(piece.x1 - piece.x0) // unit, columns) + min(abs(piece.y1 - piece.y0) // unit, rows) for piece in kept
    )
    if passed > LONGEST:
        raise BadInput(f"{where} has walls of {passed} squares, at most {LONGEST} are read: cut it up")
    return Plan(columns, rows, unit, tuple(kept))


def _ordered(piece: Piece) -> Piece:
    """The same piece, drawn from its western end, or from the northern one."""
    start, end = sorted((piece[:2], piece[2:4]))
    return Piece(*start, *end, piece.kind, piece.secret)


def decide(plan: Plan) -> Floor:
    """The squares and borders that the pieces shut, by the first four points of the rule."""
    centers: dict[Cell, EdgeKind] = {}
    borders: dict[Border, EdgeKind] = {}
    for piece in plan.pieces:
        met_centers, met_borders = met(plan, piece)
        for cell in met_centers:
            centers[cell] = _first(piece.kind, centers.get(cell))
        for border in met_borders:
            borders[border] = _first(piece.kind, borders.get(border))
    filled = {cell: _FILLING[kind] for cell, kind in centers.items() if kind in _FILLING}
    return Floor(plan.columns, plan.rows, filled, {b: kind for b, kind in borders.items() if _stands(b, kind, filled)})


def _first(kind: EdgeKind, other: EdgeKind | None) -> EdgeKind:
    return kind if other is None else max(kind, other, key=_RANKS.index)


def _stands(border: Border, kind: EdgeKind, filled: dict[Cell, str]) -> bool:
    """Is something on this border besides what fills the squares at it?"""
    beside = {filled.get(cell, ".") for cell in sides(border)}
    return "#" not in beside and not (kind in _FILLING and kind != "wall" and beside & {"+", "'"})


def sides(border: Border) -> tuple[Cell, Cell]:
    """The two squares that share a border."""
    x, y, south = border
    return ((x, y), (x, y + 1)) if south else ((x, y), (x + 1, y))


def met(plan: Plan, piece: Piece) -> tuple[list[Cell], list[Border]]:
    """
    The centers of squares that a piece meets, and the borders on the lines between centers that it meets; of a door or
    window that meets none the nearest border.
    """
    x0, y0, x1, y1 = piece[:4]
    centers: list[Cell] = []
    borders: list[Border] = []
    for row, low, high in _stretches(x0, y0, x1, y1, plan.unit, plan.columns, plan.rows):
        centers += ((x, row) for x in range(-(-low // 2), high // 2 + 1) if 0 <= x < plan.columns)
        borders += ((x, row, 0) for x in range((low - 1) // 2, high // 2 + 1) if 0 <= x < plan.columns - 1)
    for column, low, high in _stretches(y0, x0, y1, x1, plan.unit, plan.rows, plan.columns):
        borders += ((column, y, 1) for y in range((low - 1) // 2, high // 2 + 1) if 0 <= y < plan.rows - 1)
    if not borders and piece.kind != "wall":
        borders = _nearest(plan, piece)
    return centers, borders


def _stretches(a0: int, b0: int, a1: int, b1: int, unit: int, long: int, lines: int) -> Iterator[tuple[int, int, int]]:
    """
    Where a piece meets the lines through the centers of rows: the row, and the stretch of it, from and to. 2 n is
    there the center of square n, and 2 n + 1 all between it and the next. The lines lie at ``b``; for columns the axes
    are given the other way round.
    """
    if b0 > b1:
        a0, b0, a1, b1 = a1, b1, a0, b0

    def place(above: int, below: int) -> int:
        """The place of the fraction, bounded to the map and one beyond."""
        whole, rest = divmod(2 * above - unit * below, 2 * unit * below)
        return min(max(2 * whole + bool(rest), -1), 2 * long)

    for line in range(max(0, -((unit - 2 * b0) // (2 * unit))), min(lines, (2 * b1 - unit) // (2 * unit) + 1)):
        if b0 == b1:
            low, high = sorted((place(a0, 1), place(a1, 1)))
        else:
            run = 2 * (b1 - b0)
            low = high = place(a0 * run + (a1 - a0) * ((2 * line + 1) * unit - 2 * b0), run)
        yield line, low, high


def _nearest(plan: Plan, piece: Piece) -> list[Border]:
    """The borders whose middles are nearest to that of the piece, if that is on the map."""
    unit = plan.unit
    middle_x, middle_y = piece.x0 + piece.x1, piece.y0 + piece.y1
    if not (0 <= middle_x <= 2 * plan.columns * unit and 0 <= middle_y <= 2 * plan.rows * unit):
        return []
    at_x, at_y = middle_x // (2 * unit), middle_y // (2 * unit)
    away = {
        (x, y, south): (unit * (2 * x + 2 - south) - middle_x) ** 2 + (unit * (2 * y + 1 + south) - middle_y) ** 2
        for y in range(max(0, at_y - 2), min(plan.rows, at_y + 3))
        for x in range(max(0, at_x - 2), min(plan.columns, at_x + 3))
        for south in (0, 1)
        if (y < plan.rows - 1 if south else x < plan.columns - 1)
    }
    return [border for border, far in away.items() if far == min(away.values())]


def parts(floor: Floor, passable: frozenset[Border] = frozenset()) -> list[set[Cell]]:
    """The parts of a floor between which there is no opening, neither door nor window nor one of ``passable``."""
    squares = {(x, y): None for y in range(floor.rows) for x in range(floor.columns) if floor.filled.get((x, y)) != "#"}
    seen: set[Cell] = set()
    found: list[set[Cell]] = []
    for start in squares:
        if start in seen:
            continue
        seen.add(start)
        part = [start]
        for x, y in part:
            for border in ((x, y, 0), (x, y, 1), (x - 1, y, 0), (x, y - 1, 1)):
                if floor.borders.get(border) == "wall" and border not in passable:
                    continue
                for there in sides(border):
                    if there in squares and there not in seen:
                        seen.add(there)
                        part.append(there)
        found.append(set(part))
    return found


def hewn(floor: Floor, used: Iterable[Cell], passable: frozenset[Border] = frozenset()) -> Floor:
    """
    The floor with rock where nobody can get to, by the last point of the rule. ``used`` are squares with something in
    them; walls on ``passable`` borders part nothing.
    """
    found = parts(floor, passable)
    used = {*used, *(cell for cell, symbol in floor.filled.items() if symbol != "#")}
    used |= {cell for border, kind in floor.borders.items() if kind != "wall" for cell in sides(border)}
    stays = [not part.isdisjoint(used) for part in found]
    if not any(stays):
        inner = [not any(_at_edge(floor, cell) for cell in part) for part in found]
        may = inner if any(inner) else [True] * len(found)
        most = max((len(part) for part, kept in zip(found, may, strict=True) if kept), default=0)
        stays = [kept and len(part) == most for part, kept in zip(found, may, strict=True)]
    rock = {cell: "#" for part, kept in zip(found, stays, strict=True) if not kept for cell in part}
    filled = floor.filled | rock
    return floor._replace(
        filled=filled, borders={b: kind for b, kind in floor.borders.items() if _stands(b, kind, filled)}
    )


def _at_edge(floor: Floor, cell: Cell) -> bool:
    return cell[0] in (0, floor.columns - 1) or cell[1] in (0, floor.rows - 1)


def on_grid(plan: Plan, piece: Piece) -> bool:
    """Does a piece run along borders of squares?"""
    unit = plan.unit
    return (piece.x0 == piece.x1 and piece.x0 % unit == 0) or (piece.y0 == piece.y1 and piece.y0 % unit == 0)
