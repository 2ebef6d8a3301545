"""
Areas of effect as the audit works them out: square by square, corner by corner.

Areas start at a corner ``(x, y)`` of the map; ``source`` are the squares at that corner from where they come.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from sim.audit.geometry import EAST, SOUTH, Barrier, Corner, Terrain, shape


def point(terrain: Terrain, square: int) -> Corner:
    """The north-western corner of a square, which may lie one column or row off the map."""
    y, x = divmod(square, terrain.stride)
    return x, y


def at(terrain: Terrain, corner: Corner) -> frozenset[int]:
    """The open squares of the map that meet at a corner."""
    x, y = corner
    around = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]
    return _open(terrain, [row * terrain.stride + column for column, row in around if 0 <= column < terrain.width])


def _open(terrain: Terrain, squares: Iterable[int]) -> frozenset[int]:
    return frozenset(squares).intersection(terrain.symbol) - terrain.solid


def near(terrain: Terrain, corner: Corner, radius: int) -> frozenset[int]:
    """The open squares whose farthest corner is no farther from a corner than the radius."""
    found = []
    for square in terrain.symbol:
        y, x = divmod(square, terrain.stride)
        across = max(abs(x - corner[0]), abs(x + 1 - corner[0]))
        down = max(abs(y - corner[1]), abs(y + 1 - corner[1]))
        if max(across, down) + min(across, down) // 2 <= radius:
            found.append(square)
    return _open(terrain, found)


def reached(terrain: Terrain, corner: Corner, squares: Iterable[int], source: frozenset[int]) -> frozenset[int]:
    """Of some squares those to which an open line leads."""
    foot = max((terrain.level.get(square, 0) for square in source), default=0)
    found = []
    for square in squares:
        head = max(foot, terrain.level.get(square, 0)) + 1
        high = {other for other, level in terrain.level.items() if level >= head}
        barrier = Barrier(terrain.walls.squares | high, terrain.walls.borders)
        ends = terrain.corners(square, 1)
        if terrain.open or any(terrain.passes(corner, end, source, (square,), barrier) for end in ends):
            found.append(square)
    return frozenset(found)


def burst(terrain: Terrain, corner: Corner, radius: int, source: frozenset[int]) -> frozenset[int]:
    """All around a corner, not round corners."""
    return reached(terrain, corner, near(terrain, corner, radius), source)


def cone(
    terrain: Terrain, corner: Corner, direction: tuple[int, int], length: int, source: frozenset[int]
) -> frozenset[int]:
    """The squares of a burst whose middle is at most 45 degrees off a direction."""
    east, south = direction
    found = []
    for square in near(terrain, corner, length):
        y, x = divmod(square, terrain.stride)
        across, down = 2 * (x - corner[0]) + 1, 2 * (y - corner[1]) + 1
        ahead, aside = across * east + down * south, across * south - down * east
        if ahead > 0 and abs(aside) <= ahead:
            found.append(square)
    return reached(terrain, corner, found, source)


def line(terrain: Terrain, corner: Corner, end: Corner, length: int, source: frozenset[int]) -> frozenset[int]:
    """The squares that a line gets into one after the other; a straight one goes on its left along the borders."""
    x, y = corner
    dx, dy = end[0] - x, end[1] - y
    if dx and dy:
        crossed = sorted(shape(dx * length, dy * length).crossed, key=lambda c: c[0] * dx + c[1] * dy)
    else:
        east, south = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
        first = {(1, 0): (0, -1), (-1, 0): (-1, 0), (0, 1): (0, 0), (0, -1): (-1, -1)}[east, south]
        crossed = [(first[0] + n * east, first[1] + n * south) for n in range(length)]
    allowed = near(terrain, corner, length)
    found: list[int] = []
    before, last = source, (0, 0)
    for column, row in crossed:
        square = (y + row) * terrain.stride + x + column
        if not 0 <= x + column < terrain.width or square not in allowed:
            break
        if found and (column == last[0] or row == last[1]):
            border = (min(square, found[-1]), EAST if row == last[1] else SOUTH)
            passes = border not in terrain.walls.borders
        else:
            meeting = (x + max(column, last[0]), y + max(row, last[1])) if found else corner
            passes = terrain.passes(meeting, meeting, before, (square,), terrain.walls)
        if not passes:
            break
        found.append(square)
        before, last = frozenset((square,)), (column, row)
    return frozenset(found)


def spread(terrain: Terrain, corner: Corner, radius: int, source: frozenset[int]) -> frozenset[int]:
    """All around a corner and round the corners of walls: a diagonal step is barred where either way round it is."""
    costs: dict[int, int] = {}
    front = [(3, square) for square in sorted(source)]
    while front:
        cost, square = heappop(front)
        if square in costs or cost > 2 * radius + 1:
            continue
        costs[square] = cost
        for east in (-1, 0, 1):
            for south in (-1, 0, 1):
                ways = [((east, 0), (0, south)), ((0, south), (east, 0))] if east and south else [((east, south),)]
                if (east or south) and all(_free(terrain, square, way) for way in ways):
                    heappush(front, (cost + (3 if east and south else 2), square + south * terrain.stride + east))
    return frozenset(costs)


def _free(terrain: Terrain, square: int, way: Iterable[tuple[int, int]]) -> bool:
    """May one go these straight steps through open squares and no wall?"""
    for east, south in way:
        border = (square - (east < 0) - terrain.stride * (south < 0), EAST if east else SOUTH)
        square += south * terrain.stride + east
        if border in terrain.walls.borders or square not in terrain.symbol or square in terrain.solid:
            return False
    return True


def emanation(terrain: Terrain, anchor: int, span: int, radius: int) -> frozenset[int]:
    """The open squares around a creature, its own included, that have line of effect from it."""
    return frozenset(
        square
        for square in _open(terrain, terrain.symbol)
        if terrain.distance(anchor, span, square, 1) <= radius and terrain.effect(anchor, span, square, 1)
    )
