"""Torchlight on a dark map: what a burning torch makes of the light around it."""

from __future__ import annotations

from msgspec.structs import replace

from sim.grid.bits import squares
from sim.grid.sight import line_of_effect
from sim.grid.terrain import Ground

BRIGHT, DIM = 4, 8
"""A torch lights so many squares brightly, and twice as many dimly: 20 and 40 ft."""


def lit(ground: Ground, torches: tuple[int, ...]) -> Ground:
    """The same ground with torches burning in these squares; walls keep their light out."""
    gloom = ground.shadow | ground.dark
    if not torches or not gloom:
        return ground
    key = "lit", torches
    found: Ground | None = ground.memo.get(key)
    return found or ground.keep(key, _lit(ground, torches, gloom))


def _lit(ground: Ground, torches: tuple[int, ...], gloom: int) -> Ground:
    rows = [list(row) for row in ground.figures.light]
    for square in squares(gloom):
        near = [torch for torch in torches if ground.distance(torch, 1, square, 1) <= DIM]
        near = [torch for torch in near if torch == square or line_of_effect(ground, torch, 1, square, 1)]
        if near:
            y, x = divmod(square, ground.stride)
            bright = any(ground.distance(torch, 1, square, 1) <= BRIGHT for torch in near)
            rows[y][x] = "b" if bright else "s"
    return Ground.of(replace(ground.figures, light=tuple("".join(row) for row in rows)))
