"""What the ground costs (d20.terrain.*). The figures are in the flood; here is which rule made a path dear."""

from __future__ import annotations

from itertools import pairwise

from sim.grid.terrain import Ground

DIFFICULT = "d20.terrain.difficult"
OBSTACLE = "d20.terrain.obstacle"
DOUBLINGS = "d20.terrain.multiple-doubling"


def cites(ground: Ground, path: tuple[int, ...], spans: tuple[int, ...]) -> tuple[str, ...]:
    """The rules of the ground that changed the price of this path."""
    once, twice = ground.difficult
    fences = any(ground.low_borders)
    if not (once or twice or fences):
        return ()
    entered = 0
    for square, span in zip(path[1:], spans[1:], strict=True):
        entered |= ground.footprint(square, span)
    found = []
    if entered & once & ~ground.low:
        found.append(DIFFICULT)
    if entered & twice:
        found.append(DOUBLINGS)
    if entered & ground.low or (fences and crosses_a_fence(ground, path)):
        found.append(OBSTACLE)
    return tuple(found)


def crosses_a_fence(ground: Ground, path: tuple[int, ...]) -> bool:
    """Does the path step over a low wall on a border?"""
    east, south = ground.low_borders
    for before, after in pairwise(path):
        low, high = min(before, after), max(before, after)
        if (high - low == 1 and east >> low & 1) or (high - low == ground.stride and south >> low & 1):
            return True
    return False
