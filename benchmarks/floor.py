"""
The floor: the same fight as two lists of hit points, one die a swing, nothing else.

No grid, no log, no rules: what a loop of this language costs at least. Everything else is measured as a ratio to it.
"""

from __future__ import annotations

import random
from time import perf_counter


def fight(count: int, rng: random.Random) -> int:
    """One fight of ``count`` against ``count`` to the end; returns the number of attack rolls."""
    rolls = 0
    die = rng.random
    fighters, orcs = [28] * count, [15] * count
    while fighters and orcs:
        for ours, theirs, armor, sides in ((fighters, orcs, 13, 8), (orcs, fighters, 18, 12)):
            for _ in range(len(ours)):
                if not theirs:
                    break
                rolls += 1
                if int(die() * 20) + 6 >= armor:
                    theirs[-1] -= int(die() * sides) + 4
                    if theirs[-1] <= 0:
                        theirs.pop()
    return rolls


def rate(count: int, seconds: float = 0.3) -> tuple[float, float]:
    """Attack rolls and fights per second of the floor loop."""
    rng = random.Random(1)
    rolls = fights = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        for _ in range(20):
            rolls += fight(count, rng)
        fights += 20
    return rolls / spent, fights / spent
