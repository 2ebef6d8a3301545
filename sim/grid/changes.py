"""What can change on a map while people fight on it: doors, and barricades that are shoved about."""

from __future__ import annotations

from msgspec.structs import replace

from sim.grid.figures import EdgeKind, MapFigures
from sim.grid.terrain import Ground

DOORS = frozenset({"door", "open-door", "locked-door"})
BARRICADE = "%"
_FILLING = {"+": "door", "'": "open-door"}
_SYMBOLS = {kind: symbol for symbol, kind in _FILLING.items()}


def border(ground: Ground, square: int, side: str) -> tuple[int, bool]:
    """The border on a side of a square: the square north or west of it, and whether it is that one's eastern one."""
    if side == "w":
        return square - 1, True
    if side == "n":
        return square - ground.stride, False
    return square, side == "e"


def beyond(ground: Ground, square: int, side: str) -> int:
    """The square on the other side of a border."""
    return square + {"n": -ground.stride, "s": ground.stride, "e": 1, "w": -1}[side]


def door_at(ground: Ground, square: int, side: str) -> str:
    """``door``, ``open-door`` or ``locked-door`` in a square or on its side; empty: none is there."""
    if not ground.inside >> square & 1:
        return ""
    if not side:
        y, x = divmod(square, ground.stride)
        return _FILLING.get(ground.figures.rows[y][x], "")
    here = border(ground, square, side)
    for edge in ground.figures.edges:
        if edge.kind in DOORS and border(ground, ground.square(edge.square), edge.side) == here:
            return edge.kind
    return ""


def doors(ground: Ground) -> tuple[tuple[int, str], ...]:
    """Every door of the map: its square, and the side of it on which it stands (empty: it fills the square)."""
    filling = [
        (y * ground.stride + x, "")
        for y, row in enumerate(ground.figures.rows)
        for x, symbol in enumerate(row)
        if symbol in _FILLING
    ]
    edges = [(ground.square(edge.square), edge.side) for edge in ground.figures.edges if edge.kind in DOORS]
    return (*filling, *edges)


def with_door(ground: Ground, square: int, side: str, kind: EdgeKind) -> MapFigures:
    """The map with this door open, closed or locked."""
    figures = ground.figures
    if not side:
        return _with_symbols(ground, {square: _SYMBOLS[kind]})
    here = border(ground, square, side)
    edges = tuple(
        replace(edge, kind=kind) if border(ground, ground.square(edge.square), edge.side) == here else edge
        for edge in figures.edges
    )
    return replace(figures, edges=edges)


def with_barricade(ground: Ground, square: int, to: int) -> MapFigures:
    """The map with a barricade shoved from one square to another."""
    return _with_symbols(ground, {square: ".", to: BARRICADE})


def symbol(ground: Ground, square: int) -> str:
    """The terrain symbol of a square of the map."""
    y, x = divmod(square, ground.stride)
    return ground.figures.rows[y][x]


def overlaid(ground: Ground, fog: int, slow: int) -> Ground:
    """The same ground with fog over some squares and slow going in others."""
    if not (fog | slow) & ground.inside:
        return ground
    key = "overlaid", fog, slow
    found: Ground | None = ground.memo.get(key)
    return found or ground.keep(key, Ground.of(replace(ground.figures, over=_layer(ground, fog, slow))))


def _layer(ground: Ground, fog: int, slow: int) -> tuple[str, ...]:
    rows = [range(y * ground.stride, y * ground.stride + ground.width) for y in range(ground.height)]
    return tuple("".join(".fsb"[(fog >> s & 1) + 2 * (slow >> s & 1)] for s in row) for row in rows)


def _with_symbols(ground: Ground, symbols: dict[int, str]) -> MapFigures:
    rows = [list(row) for row in ground.figures.rows]
    for square, symbol in symbols.items():
        y, x = divmod(square, ground.stride)
        rows[y][x] = symbol
    return replace(ground.figures, rows=tuple("".join(row) for row in rows))
