"""Exact odds, held against icepool and against counting by hand."""

from __future__ import annotations

from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.dice.notation import Dice
from sim.dice.odds import Chance, Distribution, duel, mixture, of_totals, opposed, total_of

dice = st.builds(Dice, st.integers(1, 4), st.sampled_from([1, 2, 3, 4, 6, 8, 10, 12]), st.integers(-3, 9))


def oracle(thrown: Dice) -> icepool.Die[int]:
    """The same dice as icepool has them."""
    return thrown.count @ icepool.d(thrown.sides) + thrown.bonus


@given(dice)
def test_totals_are_those_of_icepool(thrown: Dice) -> None:
    """Every total of dice comes about in as many ways as icepool says."""
    expected = oracle(thrown)

    found = total_of(thrown)

    assert {found.low + i: n for i, n in enumerate(found.ways)} == dict(expected.items())


@given(dice, dice)
def test_sums_are_those_of_icepool(one: Dice, two: Dice) -> None:
    """Two independent totals add up as icepool says, in the same proportions."""
    expected = oracle(one) + oracle(two)
    found = total_of(one).plus(total_of(two))

    assert all(
        n * expected.denominator() == expected.quantity(found.low + i) * found.of for i, n in enumerate(found.ways)
    )


@given(dice, st.integers(-5, 60))
def test_the_chance_of_a_total_or_more(thrown: Dice, least: int) -> None:
    """Counting from any total upward gives icepool's probability."""
    expected = oracle(thrown) >= least
    found = total_of(thrown).at_least(least)

    assert found.ways * expected.denominator() == expected.quantity(True) * found.of


@given(dice, st.integers(1, 1000))
def test_means_are_rounded_down(thrown: Dice, scale: int) -> None:
    """The scaled mean is the whole part of the exact one."""
    mean = oracle(thrown).mean()

    assert total_of(thrown).mean(scale) == mean.numerator * scale // mean.denominator


@pytest.mark.parametrize("lead", range(-25, 26))
def test_contests_are_counted(lead: int) -> None:
    """The higher total wins, on a tie the higher bonus; ties of equals are rolled again and do not count."""
    decided = [
        (mine + lead > theirs) or (mine + lead == theirs and lead > 0)
        for mine, theirs in product(range(1, 21), repeat=2)
        if lead or mine != theirs
    ]

    assert opposed(lead, 0) == Chance(sum(decided), len(decided))


def test_a_mixture_keeps_proportions() -> None:
    """One chance in three of a d2, two of a plain 5: a sixth each for 1 and 2, two thirds for 5."""
    found = mixture([(1, total_of(Dice(1, 2))), (2, Distribution(5, (1,)))])

    assert found == Distribution(1, (1, 1, 0, 0, 4))


def test_what_has_no_way_is_left_out() -> None:
    """Totals in no way do not widen a distribution."""
    assert of_totals([(0, 0), (3, 5)]) == Distribution(3, (1,))


def test_percent_is_rounded_down() -> None:
    """Two thirds are 66 percent, and 200 points weighed with them 133."""
    assert (Chance(2, 3).percent, Chance(2, 3).times(200)) == (66, 133)


def as_icepool(found: Distribution) -> icepool.Die[int]:
    """The same distribution as icepool has it."""
    return icepool.Die({found.low + i: n for i, n in enumerate(found.ways) if n})


blows = st.builds(
    lambda misses, points: mixture([(misses, Distribution(0, (1,))), (20 - misses, points)]),
    st.integers(1, 19),
    st.builds(total_of, st.builds(Dice, st.integers(1, 2), st.sampled_from([2, 3, 6]), st.integers(0, 3))),
)


@given(blows, blows, st.integers(1, 9), st.integers(1, 9))
def test_duels_are_those_of_icepool(mine: Distribution, theirs: Distribution, points: int, their_points: int) -> None:
    """Blow and answer as a Markov chain that icepool follows to its end come out the same, to the last way."""

    def exchange(state: tuple[int, int]) -> object:
        left, right = state
        if left <= 0 or right <= 0:
            return state
        struck = as_icepool(mine).map(lambda hit: (left, right - hit))
        return struck.map(
            lambda now: now if now[1] <= 0 else as_icepool(theirs).map(lambda hit: (now[0] - hit, now[1]))
        )

    ends = icepool.Die([(points, their_points)]).map(exchange, star=False, repeat="inf")
    won = ends.map(lambda end: end[1] <= 0)

    found = duel(mine, theirs, points, their_points)

    assert found.ways * won.denominator() == won.quantity(True) * found.of


def test_who_strikes_first_in_an_even_duel_wins_more_often() -> None:
    """With one point each and an even chance, two times in three; with two points against one, eight in nine."""
    even = Distribution(0, (1, 1))

    assert (duel(even, even, 1, 1), duel(even, even, 2, 1)) == (Chance(2, 3), Chance(8, 9))


def test_a_duel_of_the_harmless_has_no_end() -> None:
    """Whoever asks is told so."""
    harmless = Distribution(0, (1,))

    with pytest.raises(ValueError, match="no end"):
        duel(harmless, harmless, 3, 3)


def test_one_may_be_harmless() -> None:
    """Whoever alone can hurt the other wins for certain."""
    harmless = Distribution(0, (1,))

    assert duel(harmless, Distribution(0, (1, 1)), 3, 3) == Chance(0, 1)
    assert duel(Distribution(0, (1, 1)), harmless, 3, 3) == Chance(1, 1)
