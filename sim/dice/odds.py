"""
Exact odds: distributions as whole numbers of equally likely ways, never a float.

A distribution says in how many ways each total comes about; a chance is so many ways out of so many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import gcd, lcm
from typing import NamedTuple

from sim.dice.notation import Dice


class Chance(NamedTuple):
    """``ways`` out of ``of``."""

    ways: int
    of: int

    @property
    def percent(self) -> int:
        """In whole percent, rounded down."""
        return 100 * self.ways // self.of

    def times(self, points: int) -> int:
        """So many points weighed with the chance, rounded down."""
        return points * self.ways // self.of


class Distribution(NamedTuple):
    """``ways[i]`` ways to get the total ``low + i``; the first and the last are not 0."""

    low: int
    ways: tuple[int, ...]

    @property
    def of(self) -> int:
        """All ways together."""
        return sum(self.ways)

    @lru_cache(maxsize=8192)  # noqa: B019
    def mean(self, scale: int = 1) -> int:
        """``scale`` times the expected total, rounded down."""
        return scale * sum(n * (self.low + i) for i, n in enumerate(self.ways)) // self.of

    def at_least(self, total: int) -> Chance:
        """The chance of this total or more."""
        return Chance(sum(self.ways[max(0, total - self.low) :]), self.of)

    def plus(self, other: Distribution) -> Distribution:
        """The sum of two independent totals."""
        ways = [0] * (len(self.ways) + len(other.ways) - 1)
        for i, n in enumerate(self.ways):
            if n:
                for j, m in enumerate(other.ways):
                    ways[i + j] += n * m
        return Distribution(self.low + other.low, tuple(ways))

    def changed(self, change: Callable[[int], int]) -> Distribution:
        """The distribution of what ``change`` makes of the total."""
        return of_totals((change(self.low + i), n) for i, n in enumerate(self.ways) if n)


def of_totals(totals: Iterable[tuple[int, int]]) -> Distribution:
    """
    The distribution of totals given with their ways; ways are brought to lowest terms.

    >>> of_totals([(1, 2), (3, 4)])
    Distribution(low=1, ways=(1, 0, 2))
    """
    found: dict[int, int] = {}
    for total, ways in totals:
        if ways:
            found[total] = found.get(total, 0) + ways
    low, high = min(found), max(found)
    common = gcd(*found.values())
    return Distribution(low, tuple(found.get(total, 0) // common for total in range(low, high + 1)))


def mixture(parts: Iterable[tuple[int, Distribution]]) -> Distribution:
    """Each distribution with so many of all ways: first which, then what."""
    known = [(weight, part) for weight, part in parts if weight]
    common = lcm(*(part.of for _, part in known))
    return of_totals(
        (part.low + i, weight * (common // part.of) * ways)
        for weight, part in known
        for i, ways in enumerate(part.ways)
    )


@lru_cache(maxsize=4096)
def total_of(dice: Dice) -> Distribution:
    """
    The total of dice.

    >>> total_of(Dice(2, 4, 1)).ways
    (1, 2, 3, 4, 3, 2, 1)
    """
    found = Distribution(dice.bonus, (1,))
    for _ in range(dice.count):
        found = found.plus(Distribution(1, (1,) * dice.sides))
    return found


@lru_cache(maxsize=4096)
def opposed(bonus: int, other: int, sides: int = 20) -> Chance:
    """
    The chance to win a contest of one die a side: the higher total wins, then the higher bonus, then both roll again.

    >>> opposed(3, 3)
    Chance(ways=190, of=380)
    """
    lead = bonus - other
    wins = sum(1 for mine in range(1, sides + 1) for theirs in range(1, sides + 1) if mine + lead > theirs)
    ties = max(0, sides - abs(lead))
    if not lead:
        return Chance(wins, sides * sides - ties)
    return Chance(wins + (ties if lead > 0 else 0), sides * sides)


def duel(mine: Distribution, theirs: Distribution, points: int, their_points: int) -> Chance:
    """
    The chance that whoever strikes first wins a duel of blow and answer: each blow takes from the other's points what
    its distribution gives, 0 for a miss, and whoever has none left has lost. Nobody heals.

    All is counted in one number of ways, which every division in it divides.

    >>> even = Distribution(0, (1, 1))
    >>> duel(even, even, 1, 1), duel(even, even, 1, 2)
    (Chance(ways=2, of=3), Chance(ways=2, of=9))

    :raises ValueError: when neither can hurt the other.
    """
    still, idle = (part.of - part.at_least(1).ways for part in (mine, theirs))
    both = mine.of * theirs.of - still * idle
    if not both:
        raise ValueError("a duel in which neither can hurt the other has no end: arm one of them")
    of = theirs.of * both ** (points + their_points - 1)
    blows, answers = (
        [(part.low + i, n) for i, n in enumerate(part.ways) if n and part.low + i > 0] for part in (mine, theirs)
    )
    first: dict[tuple[int, int], int] = {}
    second: dict[tuple[int, int], int] = {}
    for left in range(1, points + 1):
        for right in range(1, their_points + 1):
            won = sum(n * (second[left, right - hit] if hit < right else of) for hit, n in blows)
            kept = sum(n * first[left - hit, right] for hit, n in answers if hit < left)
            first[left, right] = (won * theirs.of + still * kept) // both
            second[left, right] = (kept + idle * first[left, right]) // theirs.of
    common = gcd(first[points, their_points], of)
    return Chance(first[points, their_points] // common, of // common)
