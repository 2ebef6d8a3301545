"""Lamps of a drawn map as light and shadow of its squares."""

from __future__ import annotations

from typing import NamedTuple

from sim.grid.sight import line_of_effect
from sim.grid.terrain import Ground

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


def lit(ground: Ground, unit: int, around: str, lamps: list[Lamp]) -> list[list[str]]:
    """
    The light of each square: that of the map, ``around``, or that of a lamp, if its middle is as near as the lamp
    shines and a line of effect leads there.
    """
    levels = [[around] * ground.width for _ in range(ground.height)]
    for lamp in lamps:
        home = lamp.y // unit * ground.stride + lamp.x // unit
        reach = min(max(lamp.bright, lamp.dim), FARTHEST * unit)
        for y in range(max(0, (lamp.y - reach) // unit), min(ground.height, (lamp.y + reach) // unit + 1)):
            for x in range(max(0, (lamp.x - reach) // unit), min(ground.width, (lamp.x + reach) // unit + 1)):
                away = (2 * x * unit + unit - 2 * lamp.x) ** 2 + (2 * y * unit + unit - 2 * lamp.y) ** 2
                level = "b" if away <= 4 * lamp.bright**2 else "s" if away <= 4 * reach**2 else "d"
                square = y * ground.stride + x
                if "dsb".index(level) <= "dsb".index(levels[y][x]):
                    continue
                if not lamp.shadows or square == home or line_of_effect(ground, home, 1, square, 1):
                    levels[y][x] = level
    return levels
