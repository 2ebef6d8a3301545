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

STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""One square ahead in each facing: east and south count up."""


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
    """
    In which arc of a creature with this facing another place lies; its own counts as front.

    Exact, by the angle between the facing and the line between the centers: front up to 45 degrees, rear from 135.
    """
    stride = ground.stride
    y, x = divmod(square, stride)
    other_y, other_x = divmod(other, stride)
    return _arc(facing, 2 * (other_x - x) + other_span - span, 2 * (other_y - y) + other_span - span)


def _arc(facing: int, dx: int, dy: int) -> Arc:
    ahead_x, ahead_y = STEPS[facing]
    ahead = ahead_x * dx + ahead_y * dy
    aside = abs(ahead_x * dy - ahead_y * dx)
    if ahead >= aside:
        return "front"
    return "rear" if -ahead >= aside else "flank"


def side(ground: Ground, square: int, facing: int, other: int, span: int = 1, other_span: int = 1) -> int:
    """On which side of a creature another place lies: -1 left, 1 right, 0 straight ahead or behind."""
    stride = ground.stride
    y, x = divmod(square, stride)
    other_y, other_x = divmod(other, stride)
    dx, dy = 2 * (other_x - x) + other_span - span, 2 * (other_y - y) + other_span - span
    ahead_x, ahead_y = STEPS[facing]
    turn = ahead_x * dy - ahead_y * dx
    return (turn > 0) - (turn < 0)


def front(
    ground: Ground,
    square: int,
    facing: int,
    arcs: frozenset[Arc] = frozenset({"front"}),
    *,
    reach: int = 1,
    nearest: int = 1,
    span: int = 1,
) -> int:
    """
    The squares on the map that lie in these arcs of a creature, from ``nearest`` to ``reach`` squares off, diagonals
    as one: in front three in the first ring, five in the second, seven in the third.
    """
    key = "front", square, facing, arcs, reach, nearest, span
    found: int | None = ground.memo.get(key)
    if found is None:
        y, x = divmod(square, ground.stride)
        found = 0
        for row in range(max(0, y - reach), min(ground.height, y + span + reach)):
            for column in range(max(0, x - reach), min(ground.width, x + span + reach)):
                gap = max(column - x - span + 1, x - column, row - y - span + 1, y - row, 0)
                if nearest <= gap and _arc(facing, 2 * (column - x) + 1 - span, 2 * (row - y) + 1 - span) in arcs:
                    found |= 1 << row * ground.stride + column
        ground.keep(key, found)
    return found
