"""A sample of the swings that are held against the exact odds, and what judges them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tests.swings import BOUND, CASES, deviation, stream, swing

SAMPLE = 1500


@pytest.mark.parametrize("title", CASES)
def test_what_is_played_is_what_the_odds_expect(title: str) -> None:
    """Hits, confirmations, damage, contests, saves, fumbles and whole duels come out as often as the exact odds say."""
    case = CASES[title]()

    found = swing(case, SAMPLE, stream(title, 5))

    assert {name: each for name in found if (each := deviation(found[name], case.expected[name])) > BOUND} == {}


def test_a_face_too_many_is_noticed() -> None:
    """Of 100,000 swings that hit with 11 faces of 20 it shows that the odds gave them 10, and in a sample of 15."""
    ten = {1: Fraction(10, 20), 0: Fraction(10, 20)}

    assert deviation(Counter({1: 55_000, 0: 45_000}), ten) > BOUND
    assert deviation(Counter({1: SAMPLE * 15 // 20, 0: SAMPLE * 5 // 20}), ten) > BOUND
    assert abs(deviation(Counter({1: 50_100, 0: 49_900}), ten)) < BOUND


def test_what_cannot_be_is_noticed_at_once() -> None:
    """A single outcome that the odds exclude is too many."""
    assert deviation(Counter({1: 9, 2: 1}), {1: Fraction(1)}) > BOUND
