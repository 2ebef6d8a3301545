"""
Which squares an arm or a weapon gets to.

Rings are pure distance. Walls are laid over them by ``reachable``: a square counts when there is line of effect to it
from the space (d20.cover.line-of-effect), so a wall on the border between neighbours, or solid squares between, keep a
blade out.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.grid import bits as bitset
from sim.grid.sight import line_of_effect
from sim.grid.terrain import Ground


def within(ground: Ground, anchor: int, span: int, reach: int, strict: bool = False) -> int:
    """
    Squares at most ``reach`` squares from a space, the space included.

    A reach of exactly 2 takes in the squares 2 diagonals away though they are 3 squares off, unless ``strict``
    (d20.aoo.reach-weapon, d20.aoo.natural-reach).
    """
    key = "within", anchor, span, reach, strict
    found: int | None = ground.memo.get(key)
    if found is None:
        y, x = divmod(anchor, ground.stride)
        found = 0
        for row in range(max(0, y - reach), min(ground.height, y + span + reach)):
            dy = max(y - row, row - y - span + 1, 0)
            dx = reach
            while (max(dx, dy) + min(dx, dy) // 2 > reach) and not (reach == dx == dy == 2 and not strict):
                dx -= 1
            left = max(0, x - dx)
            right = min(ground.width, x + span + dx)
            found |= (1 << right - left) - 1 << row * ground.stride + left
        ground.keep(key, found)
    return found


def ring(ground: Ground, anchor: int, span: int, low: int, high: int, strict: bool = False) -> int:
    """
    Squares further than ``low`` and at most ``high`` squares from a space, walls not regarded.

    Natural reach r is ``(0, r)``; a Medium creature's reach weapon ``(1, 2)``, a Large one's ``(2, 4)``. The own space
    is left out, but reach 0 is the own space alone (d20.aoo.threatened-squares and its siblings).
    """
    if high == 0:
        return ground.footprint(anchor, span)
    key = "ring", anchor, span, low, high, strict
    found: int | None = ground.memo.get(key)
    if found is None:
        found = within(ground, anchor, span, high, strict) & ~within(ground, anchor, span, low, strict)
        ground.keep(key, found)
    return found


def rings(ground: Ground, anchors: int, span: int) -> Iterator[int]:
    """
    All anchors of a space by their distance from the nearest of these, walls not regarded: those 0 squares off, 1
    square, 2 squares and so on.

    In half squares, an orthogonal step is 2 and a diagonal 3, as in ``movement``: ``older`` are the places that are
    three less, ``old`` two less and ``last`` one less than those being found.
    """
    stride = ground.stride
    near = anchors & ground.inside
    for _ in range(span - 1):
        row = near | near << 1 | near >> 1
        near = (row | row << stride | row >> stride) & ground.inside
    rest = ground.inside & ~near
    older, old, last = 0, near, 0
    yield near
    while near and rest:
        found = 0
        for _ in range(2):
            row = older << 1 | older >> 1
            here = (old << 1 | old >> 1 | old << stride | old >> stride | row << stride | row >> stride) & rest
            rest ^= here
            found |= here
            older, old, last = old, last, here
        yield found


def reachable(ground: Ground, anchor: int, span: int, low: int, high: int, strict: bool = False) -> int:
    """The ring less the squares to which there is no line of effect; solid squares are left out."""
    key = "reachable", anchor, span, low, high, strict
    found: int | None = ground.memo.get(key)
    if found is None:
        found = ring(ground, anchor, span, low, high, strict) & ~ground.solid
        if ground.has_walls and high:
            found = bitset.of(s for s in bitset.squares(found) if line_of_effect(ground, anchor, span, s, 1))
        ground.keep(key, found)
    return found
