"""Lamps of a drawn map as light and shadow of its squares."""

from __future__ import annotations

from typing import NamedTuple

from sim.grid.figures import Edge, MapFigures
from sim.grid.sight import line_of_effect
from sim.grid.terrain import Ground
from sim.importers.canvas import square
from sim.importers.walls import Floor

MOST = 200
"""Lamps that are lit on one map."""

FARTHEST = 24
"""Squares that a lamp lights at most: 120 ft."""


class Lamp(NamedTuple):
    """A light: where, how far it is bright and how far dim, in units of the plan; ``shadows`` when walls stop it."""

    x: int
    y: int
    bright: int
    dim: int
    shadows: bool = True


def brightness(level: int) -> str:
    """
    What a light of 0 to 255 is called: bright from two thirds on, shadowy from one.

    >>> [brightness(level) for level in (0, 84, 85, 169, 170, 255)]
    ['d', 'd', 's', 's', 'b', 'b']
    """
    return "dsb"[min(level // 85, 2)]


def lit(floor: Floor, unit: int, around: str, lamps: list[Lamp]) -> list[list[str]]:
    """
    The light of each square: that of the map, ``around``, or that of a lamp, if its middle is as near as the lamp
    shines and a line of effect leads there.
    """
    levels = [[around] * floor.columns for _ in range(floor.rows)]
    for lamp in lamps:
        reach = min(max(lamp.bright, lamp.dim), FARTHEST * unit)
        left, right = max(0, (lamp.x - reach) // unit), min(floor.columns, (lamp.x + reach) // unit + 1)
        top, bottom = max(0, (lamp.y - reach) // unit), min(floor.rows, (lamp.y + reach) // unit + 1)
        near = _part(floor, max(0, left - 1), max(0, top - 1), right + 1, bottom + 1)
        home = near.square(lamp.x // unit, lamp.y // unit)
        for y in range(top, bottom):
            for x in range(left, right):
                away = (2 * x * unit + unit - 2 * lamp.x) ** 2 + (2 * y * unit + unit - 2 * lamp.y) ** 2
                level = "b" if away <= 4 * lamp.bright**2 else "s" if away <= 4 * reach**2 else "d"
                if "dsb".index(level) <= "dsb".index(levels[y][x]):
                    continue
                there = near.square(x, y)
                if not lamp.shadows or there == home or line_of_effect(near.ground, home, 1, there, 1):
                    levels[y][x] = level
    return levels


class _Part(NamedTuple):
    """A part of a floor as a map of its own, which answers the sooner: its first column and row."""

    left: int
    top: int
    ground: Ground

    def square(self, x: int, y: int) -> int:
        """The square of a column and row of the floor."""
        return (y - self.top) * self.ground.stride + x - self.left


def _part(floor: Floor, left: int, top: int, right: int, bottom: int) -> _Part:
    columns, rows = range(left, min(right, floor.columns)), range(top, min(bottom, floor.rows))
    edges = tuple(
        Edge(square(x - left, y - top), "s" if south else "e", kind)
        for (x, y, south), kind in floor.borders.items()
        if x in columns and y in rows
    )
    drawn = tuple("".join(floor.filled.get((x, y), ".") for x in columns) for y in rows)
    return _Part(left, top, Ground(MapFigures(drawn, edges=edges)))
