"""
Eight facings, numbered clockwise from the north, and the arcs around a creature: three squares in front, one on either
flank, three behind.
"""

from __future__ import annotations

from typing import Literal

from sim.grid.terrain import Ground

FACINGS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""Names of the facings by number."""

Arc = Literal["front", "flank", "rear"]

_ARCS: tuple[Arc, ...] = ("front", "front", "flank", "rear", "rear", "rear", "flank", "front")


def toward(ground: Ground, square: int, other: int, span: int = 1, other_span: int = 1) -> int:
    """
    The facing nearest to the direction from the center of one place to that of another; 0 when they are the same.

    Exact: the borders between facings run at odd multiples of 22.5 degrees, which no line between centers meets.
    """
    y, x = divmod(square, ground.stride)
    other_y, other_x = divmod(other, ground.stride)
    dx, dy = 2 * (other_x - x) + other_span - span, 2 * (other_y - y) + other_span - span
    minor, major = sorted((abs(dx), abs(dy)))
    if major * major - 2 * major * minor - minor * minor > 0:
        if abs(dx) > abs(dy):
            dy = 0
        else:
            dx = 0
    if not (dx or dy):
        return 0
    sign_x, sign_y = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    return {(0, -1): 0, (1, -1): 1, (1, 0): 2, (1, 1): 3, (0, 1): 4, (-1, 1): 5, (-1, 0): 6, (-1, -1): 7}[
        sign_x, sign_y
    ]


def arc(ground: Ground, square: int, facing: int, other: int, span: int = 1, other_span: int = 1) -> Arc:
    """In which arc of a creature with this facing another place lies; its own counts as front."""
    if square == other:
        return "front"
    return _ARCS[(toward(ground, square, other, span, other_span) - facing) % 8]


def front(ground: Ground, square: int, facing: int, arcs: frozenset[Arc] = frozenset({"front"})) -> int:
    """The neighbouring squares on the map that lie in these arcs of a creature one square large."""
    y, x = divmod(square, ground.stride)
    found = 0
    for number, (dx, dy) in enumerate(((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))):
        if _ARCS[(number - facing) % 8] in arcs and 0 <= x + dx < ground.width and 0 <= y + dy < ground.height:
            found |= 1 << (y + dy) * ground.stride + x + dx
    return found
