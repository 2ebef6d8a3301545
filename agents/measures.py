"""
What can be said after so many fights: shares and means with intervals, ratings, a test that stops early.

These numbers describe fights and decide none, so they are fractions. All intervals are of 95 %.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, log, log10, sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

Z = NormalDist().inv_cdf(0.975)

ELO = 400 / log(10)
"""Points of Elo in one natural logarithm of the odds."""


class Interval(NamedTuple):
    """A number, and between what it lies with 95 % confidence."""

    value: float
    low: float
    high: float

    def mapped(self, unit: Callable[[float], float]) -> Interval:
        """The same in another unit, which grows with this one."""
        return Interval(unit(self.value), unit(self.low), unit(self.high))


def wilson(share: float, trials: float) -> Interval:
    """
    Wilson's score interval of a share of so many trials; of no trials, everything is possible.

    >>> [round(100 * bound) for bound in wilson(0.9, 10)]
    [90, 60, 98]
    """
    if not trials:
        return Interval(share, 0.0, 1.0)
    spread = Z * Z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / trials + spread / trials / 4) / (1 + spread)
    return Interval(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))


def mean(values: Sequence[float]) -> Interval:
    """The mean with its normal interval; of a single value, the value."""
    middle = fmean(values)
    half = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Interval(middle, middle - half, middle + half)


def _variance(quarters: Sequence[int]) -> tuple[float, float]:
    """
    Mean and variance of the pairs' shares, half a pair won and half a pair lost added: pairs that are all alike leave
    some doubt, the more the fewer they are.
    """
    count = len(quarters) + 1
    middle = (sum(quarters) / 4 + 0.5) / count
    squares = sum((each / 4 - middle) ** 2 for each in quarters) + (middle**2 + (1 - middle) ** 2) / 2
    return middle, squares / count


def share(quarters: Sequence[int]) -> Interval:
    """
    The share of the points, from what was got of each pair (0 to 4 quarters).

    Wilson's interval, for as many trials as the pairs are worth: the less a pair's share varies from pair to pair than
    a coin does, the more.
    """
    if not quarters:
        return wilson(0.5, 0)
    middle, variance = _variance(quarters)
    return wilson(sum(quarters) / 4 / len(quarters), len(quarters) * middle * (1 - middle) / variance)


def elo(share: float) -> float:
    """The difference in Elo that gives this share, at most 800 either way."""
    return 800.0 if share >= 0.99 else -800.0 if share <= 0.01 else 400 * log10(share / (1 - share))


class Sprt(NamedTuple):
    """
    A sequential test: is the share rather ``high`` than ``low``? It errs one time in twenty either way.

    The likelihoods are those of a normal mean with the variance of the pairs; before ``LEAST`` pairs it says nothing.
    """

    low: float = 0.5
    high: float = 0.55

    def ratio(self, quarters: Sequence[int]) -> float:
        """The logarithm of how much likelier ``high`` is than ``low``, after these pairs."""
        if not quarters:
            return 0.0
        _, variance = _variance(quarters)
        middle = sum(quarters) / 4 / len(quarters)
        return len(quarters) * (self.high - self.low) * (2 * middle - self.low - self.high) / (2 * variance)

    def verdict(self, quarters: Sequence[int]) -> str:
        """``high`` or ``low``; empty as long as it is open."""
        ratio = self.ratio(quarters)
        if len(quarters) < LEAST or abs(ratio) < BOUND:
            return ""
        return "high" if ratio > 0 else "low"


BOUND = log(0.95 / 0.05)
LEAST = 16


def ratings(met: Mapping[tuple[str, str], Sequence[int]]) -> dict[str, Interval]:
    """
    Elo of all who met, by Bradley and Terry's model (a draw is half a win), their mean at 0.

    ``met`` has for two names what the first got of each pair, 0 to 4 quarters. One drawn pair is added to each meeting,
    so that whoever has won everything has a rating too. The intervals count pairs, not fights.
    """
    import numpy as np

    names = list(dict.fromkeys(name for both in met for name in both))
    place = {name: index for index, name in enumerate(names)}
    meetings = [(place[first], place[second], [*quarters, 2]) for (first, second), quarters in met.items() if quarters]
    skill = np.zeros(len(names))
    for _ in range(100):
        slope, bend = np.zeros(len(names)), np.zeros((2, len(names), len(names)))
        for first, second, quarters in meetings:
            expected = 1 / (1 + exp(skill[second] - skill[first]))
            along = np.zeros(len(names))
            along[first], along[second] = 1, -1
            slope += (sum(quarters) / 2 - 2 * len(quarters) * expected) * along
            cross = np.outer(along, along)
            bend[0] += 2 * len(quarters) * expected * (1 - expected) * cross
            bend[1] += sum((each / 2 - 2 * expected) ** 2 for each in quarters) * cross
        step = np.linalg.pinv(bend[0]) @ slope
        skill += np.clip(step, -1, 1)
        if np.abs(step).max(initial=0.0) < 1e-10:
            break
    inverse = np.linalg.pinv(bend[0])
    spread = Z * np.sqrt(np.diag(inverse @ bend[1] @ inverse))
    skill -= skill.mean()
    found = zip(skill.tolist(), spread.tolist(), strict=True)
    return {
        name: Interval(value, value - half, value + half).mapped(lambda skill: ELO * skill)
        for name, (value, half) in zip(names, found, strict=True)
    }
