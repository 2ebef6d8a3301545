"""Intervals, ratings and the sequential test, held against closed forms and against coins that are really thrown."""

from __future__ import annotations

from itertools import pairwise
from math import log, log10, sqrt
from random import Random

import pytest

from agents.measures import BOUND, Interval, Sprt, elo, mean, ratings, share, wilson


def tossed(random: Random, chance: float, pairs: int) -> list[int]:
    """What was got of pairs whose two fights have nothing to do with each other."""
    return [2 * (random.random() < chance) + 2 * (random.random() < chance) for _ in range(pairs)]


@pytest.mark.parametrize(
    ("wins", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_of_a_share_is_wilsons(wins: int, trials: int, low: float, high: float) -> None:
    """The examples of Newcombe (Statistics in Medicine 17, 1998, table I, method 3)."""
    found = wilson(wins / trials, trials)

    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


@pytest.mark.parametrize("pairs", range(1, 60))
def test_a_share_lies_in_its_interval(pairs: int) -> None:
    """Also where all is won, or nothing."""
    for quarters in ([4] * pairs, [0] * pairs, [2] * pairs):
        found = share(quarters)
        assert 0 <= found.low <= found.value <= found.high <= 1


def test_the_interval_of_a_mean_is_the_normal_one() -> None:
    """Of 2, 4, 4, 4, 5, 5, 7, 9 the mean is 5 and the variance 32/7."""
    half = 1.959964 * sqrt(32 / 7 / 8)

    assert mean([2, 4, 4, 4, 5, 5, 7, 9]) == pytest.approx((5, 5 - half, 5 + half), abs=1e-5)


def test_pairs_that_are_won_or_lost_whole_count_once() -> None:
    """If both fights of a pair always end alike, the interval is Wilson's for as many trials as there are pairs."""
    assert share([4] * 30 + [0] * 10) == pytest.approx(wilson(0.75, 40))


def test_pairs_whose_fights_are_apart_count_twice() -> None:
    """If the fights of a pair are like two coins, the interval is nearly Wilson's for as many trials as fights."""
    assert share([4] * 250 + [2] * 500 + [0] * 250) == pytest.approx(wilson(0.5, 2000), abs=1e-3)


@pytest.mark.parametrize("pairs", [10, 40, 250])
@pytest.mark.parametrize("chance", [0.5, 0.6, 0.9])
def test_the_interval_of_pairs_holds_what_it_promises(pairs: int, chance: float) -> None:
    """It covers the true share in 95 of 100 samples, give or take what so many samples tell."""
    random = Random(7)
    found = [share(tossed(random, chance, pairs)) for _ in range(1000)]

    assert 930 <= sum(each.low <= chance <= each.high for each in found) <= 985


def test_elo_is_the_logarithm_of_the_odds() -> None:
    """Ten times the wins are 400 points; an even share is none."""
    assert (elo(10 / 11), elo(0.5), elo(1.0)) == pytest.approx((400, 0, 800))


def test_two_ratings_differ_as_their_share_says() -> None:
    """Of two who met, with the drawn pair that is added, in closed form; the interval from the binomial variance."""
    pairs = [4] * 60 + [2] * 100 + [0] * 20
    found = ratings({("a", "b"): pairs})
    won = (sum(pairs) + 2) / 4 / 181
    information = 2 * 181 * won * (1 - won)
    noise = sum((each / 2 - 2 * won) ** 2 for each in [*pairs, 2])

    assert found["a"].value - found["b"].value == pytest.approx(400 * log10(won / (1 - won)))
    assert found["a"].high - found["a"].low == pytest.approx(1.959964 * 400 / log(10) * sqrt(noise) / information)


def test_ratings_of_three_agree_where_their_shares_do() -> None:
    """If b beats a and c beats b as strength says, c against a fits in between; the mean is 0."""
    met = {("b", "a"): [4, 4, 4, 0] * 500, ("c", "b"): [4, 4, 4, 0] * 500, ("c", "a"): ([4] * 9 + [0]) * 200}
    found = ratings(met)

    assert sum(rating.value for rating in found.values()) == pytest.approx(0)
    steps = [high.value - low.value for low, high in pairwise(found[name] for name in "abc")]
    assert steps == pytest.approx([400 * log10(3)] * 2, abs=1)


def test_who_never_lost_has_a_rating_and_a_wide_interval() -> None:
    """The drawn pair that is added keeps it finite."""
    rating = ratings({("a", "b"): [4] * 50})["a"]

    assert 200 < rating.value < 800
    assert rating.high - rating.low > 100


def test_the_sequential_test_errs_one_time_in_twenty() -> None:
    """Where the share is the lower of the two, it says the higher one that often at most, and so the other way."""
    random, test = Random(11), Sprt(0.5, 0.6)
    wrong = {"low": 0, "high": 0}
    for truth, error in (("low", "high"), ("high", "low")):
        for _ in range(300):
            chance = test.low if truth == "low" else test.high
            pairs: list[int] = []
            while not (verdict := test.verdict(pairs)):
                pairs += tossed(random, chance, 8)
            wrong[error] += verdict == error

    assert max(wrong.values()) <= 24


def test_the_sequential_test_waits_for_some_pairs() -> None:
    """However lopsided they are."""
    assert Sprt().verdict([4] * 15) == ""
    assert Sprt(0.5, 0.6).verdict([4] * 40) == "high"
    assert Sprt(0.5, 0.6).ratio([4] * 40) > BOUND


def test_a_unit_keeps_the_order_of_an_interval() -> None:
    """Mapped, its bounds are those of the mapped number."""
    assert Interval(0.5, 0.25, 0.75).mapped(lambda share: 100 * share) == (50, 25, 75)
