"""
How well the squares of an imported map agree with the lines that it was drawn in.

``python -m tests.importers.agreement FILE [SCENE]`` takes pairs of squares of the floor at most ``FAR`` squares apart,
from every ``STEP``-th to all others, and holds what the grid says of them against the pieces of wall themselves:
whether one center sees the other, and whether there is no cover, some, or no line at all. There a line runs between
points a hundredth of a square inside the corners, of those that no piece hides from their own center.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sim.grid import bits as bitset
from sim.grid.cover import cover
from sim.grid.shots import center, open_line
from sim.grid.sight import barriers
from sim.grid.terrain import Ground
from sim.importers import foundry, uvtt
from sim.importers.sides import NO_WISHES
from sim.importers.stage import staged
from sim.importers.walls import Plan
from sim.scenario.loader import parse

FAR, STEP = 12, 4
"""Squares."""

Points = NDArray[np.float64]


class Drawn:
    """The pieces of wall of a plan, in squares. Measured, not decided: fractions will do."""

    def __init__(self, plan: Plan) -> None:
        shut = [piece[:4] for piece in plan.pieces if piece.kind in ("wall", "door", "locked-door")]
        self.pieces = np.array(shut, dtype=float).reshape(-1, 4) / plan.unit

    def open(self, start: Points, ends: Points) -> NDArray[np.bool_]:
        """Which of the straight lines from a point meet no piece."""
        x0, y0, x1, y1 = self.pieces.T
        (sx, sy), ex, ey = start, ends[:, 0:1], ends[:, 1:2]

        def turn(ax: Points, ay: Points, bx: Points, by: Points, cx: Points, cy: Points) -> Points:
            return np.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))

        one = turn(sx, sy, ex, ey, x0, y0) * turn(sx, sy, ex, ey, x1, y1)
        other = turn(x0, y0, x1, y1, sx, sy) * turn(x0, y0, x1, y1, ex, ey)
        found: NDArray[np.bool_] = ~((one <= 0) & (other <= 0)).any(axis=1)
        return found


def pairs(ground: Ground, floor: int) -> Iterator[tuple[int, int]]:
    """Pairs of squares of the floor that are near enough."""
    squares = list(bitset.squares(floor))
    for here in squares[::STEP]:
        for there in squares:
            if here != there and ground.distance(here, 1, there, 1) <= FAR:
                yield here, there


def measure(ground: Ground, plan: Plan, floor: int) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """By what the pieces and then the grid say, how many pairs: of sight from center to center, and of cover."""
    drawn = Drawn(plan)
    middles, corners = {}, {}
    for square in bitset.squares(floor):
        y, x = divmod(square, ground.stride)
        middles[square] = np.array([x + 0.5, y + 0.5])
        offsets = np.array([[i, j] for j in (-0.49, 0.49) for i in (-0.49, 0.49)])
        points = middles[square] + offsets
        corners[square] = points[drawn.open(middles[square], points)]
    sight: Counter[tuple[str, str]] = Counter()
    covered: Counter[tuple[str, str]] = Counter()
    for here, there in pairs(ground, floor):
        truly = bool(drawn.open(middles[here], middles[there][None])[0])
        seen = open_line(ground, here, center(ground, there), there, barriers(ground, here, 1, there, 1))
        sight["open" if truly else "stopped", "open" if seen else "stopped"] += 1
        best = "total"
        for corner in corners[here]:
            lines = drawn.open(corner, corners[there])
            if lines.all():
                best = "none"
                break
            if lines.any():
                best = "cover"
        covered[best, cover(ground, here, 1, there, 1, melee_adjacent=False).kind] += 1
    return sight, covered


def main(file: str, scene: str = "") -> None:
    """Print how many pairs agree, and on what they differ."""
    data = Path(file).read_bytes()
    if file.endswith("vtt"):
        drawn = uvtt.sketch(data, file)
    else:
        drawn = foundry.sketch(data, file, scene=scene)
    ground = Ground.of(parse(staged(drawn, NO_WISHES, file).text).scenario.map)
    for what, found in zip(("sight", "cover"), measure(ground, drawn.plan, ground.inside & ~ground.solid), strict=True):
        whole, same = found.total(), sum(number for (truly, said), number in found.items() if truly == said)
        print(f"{what}: {same} of {whole} pairs alike, {100 * same / whole:.1f} %")
        for (truly, said), number in sorted(found.items()):
            if truly != said:
                print(f"  {truly} by the pieces, {said} by the grid: {number}")


if __name__ == "__main__":
    main(*sys.argv[1:])
