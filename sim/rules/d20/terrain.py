"""What the ground costs (d20.terrain.*). The figures are in the flood; here is which rule made a path dear."""

from __future__ import annotations

from sim.grid.terrain import Ground

DIFFICULT = "d20.terrain.difficult"
OBSTACLE = "d20.terrain.obstacle"
DOUBLINGS = "d20.terrain.multiple-doubling"
DIAGONALS = "d20.move.diagonals"


def cites(ground: Ground, path: tuple[int, ...], halves: int) -> tuple[str, ...]:
    """The rules that changed the price of this path."""
    found = []
    straight = 2 * (len(path) - 1)
    if halves > straight:
        once, twice = ground.difficult
        entered = 0
        for square in path[1:]:
            entered |= 1 << square
        if entered & once:
            found.append(DIFFICULT)
        if entered & twice:
            found.append(DOUBLINGS)
        if entered & ground.low:
            found.append(OBSTACLE)
        if any(abs(b - a) not in (1, ground.stride) for a, b in zip(path, path[1:], strict=False)):
            found.append(DIAGONALS)
    return tuple(found)
