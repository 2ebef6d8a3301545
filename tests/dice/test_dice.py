"""Dice: what falls, from where, and that it falls again."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import BadInput, DiceError
from sim.dice.notation import Dice, parse
from sim.dice.sources import (
    Die,
    DrawnDice,
    RecordedDice,
    ScriptedDice,
    SeededDice,
    Stream,
    TypedDice,
    mix,
    roll,
)

SEEDS = st.integers(0, 2**64 - 1)


def test_splitmix64_gives_its_published_numbers():
    """The first outputs for the seed 1234567 are those of the reference implementation."""
    golden = 0x9E3779B97F4A7C15
    outputs = [mix((1234567 + n * golden) % 2**64) for n in (1, 2, 3)]

    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(SEEDS, st.integers(0, 10**6), st.integers(1, 1000))
def test_every_die_shows_one_of_its_faces(seed, index, sides):
    """No die falls off its table."""
    assert 1 <= roll(seed, index, sides) <= sides


@given(SEEDS, st.integers(0, 10**4), st.integers(2, 100))
def test_a_die_depends_on_nothing_but_seed_index_and_sides(seed, index, sides):
    """Any prefix can be continued: die n is die n whether or not the others were rolled."""
    dice = SeededDice(seed)
    for before in range(3):
        dice.value(before, 6)

    assert dice.value(index, sides) == roll(seed, index, sides)


def test_range_reduction_is_without_bias():
    """Reduced from 64 bits, each face of a d20 has the same number of preimages after the rejected ones."""
    space, sides = 2**64, 20
    threshold = space % sides

    assert (space - threshold) % sides == 0
    assert Fraction(threshold, space) < Fraction(1, 10**17)


def test_a_d20_is_fair():
    """Of 200,000 rolls of one seed each face comes up within five standard deviations of 10,000 times."""
    counts = Counter(roll(42, index, 20) for index in range(200_000))

    assert all(abs(counts[face] - 10_000) < 5 * 98 for face in range(1, 21))


def test_scripted_dice_fall_as_written():
    """A test writes its rolls down."""
    dice = ScriptedDice("d20:17 d8:5")

    assert (dice.value(0, 20), dice.value(1, 8)) == (17, 5)
    dice.assert_spent()


@pytest.mark.parametrize(
    ("script", "asked"),
    [("d20:17", [20, 20]), ("d20:17", [8]), ("d20:21", [20]), ("d6:0", [6])],
)
def test_scripted_dice_refuse_what_was_not_written(script, asked):
    """A die too many, of other sides, or off its faces is an error."""
    dice = ScriptedDice(script)

    for sides in asked[:-1]:
        dice.value(0, sides)

    with pytest.raises(DiceError):
        dice.value(0, asked[-1])


def test_a_scripted_die_left_over_is_an_error():
    """Nothing written down may go unused."""
    with pytest.raises(DiceError, match="d8:5"):
        ScriptedDice("d8:5").assert_spent()


def test_recorded_dice_give_the_record_and_then_another_source():
    """A fight resumed reads its past from the log and its future from the seed."""
    dice = RecordedDice([Die(0, 20, 3)], SeededDice(9))

    assert dice.value(0, 20) == 3
    assert dice.value(1, 20) == roll(9, 1, 20)


def test_recorded_dice_know_their_sides():
    """A record of a d8 does not answer for a d20."""
    with pytest.raises(DiceError):
        RecordedDice([Die(0, 8, 3)]).value(0, 20)


def test_typed_dice_ask_until_the_number_is_on_the_die():
    """25 and 0 are no faces of a d20."""
    typed = iter([25, 0, 12])

    assert TypedDice(lambda index, sides: next(typed)).value(0, 20) == 12


@given(st.data())
def test_drawn_dice_come_from_hypothesis(data):
    """So that failing dice shrink."""
    dice = DrawnDice(lambda index, sides: data.draw(st.integers(1, sides)))

    assert 1 <= dice.value(0, 20) <= 20


def test_streams_of_different_keys_differ():
    """Each creature and each decision has a stream of its own, and the same one again."""
    first, again, other = Stream(7, 1, 2), Stream(7, 1, 2), Stream(7, 1, 3)
    numbers = [first.below(1000) for _ in range(8)]

    assert numbers == [again.below(1000) for _ in range(8)]
    assert numbers != [other.below(1000) for _ in range(8)]


@pytest.mark.parametrize(
    ("text", "dice"), [("2d6+3", Dice(2, 6, 3)), ("1d8-1", Dice(1, 8, -1)), ("5", Dice(5, 1)), ("1d4", Dice(1, 4))]
)
def test_notation_is_read_and_written(text, dice):
    """Dice read as people write them, and print the same way."""
    assert parse(text) == dice
    assert str(dice) == text


@pytest.mark.parametrize("text", ["", "d6", "2d", "0d6", "1d0", "2d6+", "two dice", "1d99999", "-1d6", "1d6+1d6"])
def test_notation_that_is_none_is_refused_in_a_sentence(text):
    """The sentence shows what was written."""
    with pytest.raises(BadInput, match="dice"):
        parse(text)


def deviation(counts: Counter[object], cells: int) -> float:
    """
    How many standard deviations chi-square lies from what an even spread over so many cells lets expect, by the cube
    root of Wilson and Hilferty: below -4 it is too even, above 4 too uneven, each less than once in 30,000 streams.
    """
    even = counts.total() / cells
    square = sum((counts[cell] - even) ** 2 for cell in counts) / even + even * (cells - len(counts))
    freedom = cells - 1
    spread = 2 / (9 * freedom)
    return ((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5


SIDES = (2, 3, 4, 6, 8, 10, 12, 20, 100)


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_the_stream_is_even_by_chi_square(seed, sides):
    """20,000 dice of a seed spread evenly over the faces, and not more evenly than chance."""
    assert abs(deviation(Counter(roll(seed, index, sides) for index in range(20_000)), sides)) < 4


@pytest.mark.parametrize("distance", [1, 2, 3, 64])
def test_dice_say_nothing_of_later_dice(distance):
    """Pairs of d20 so far apart spread evenly over all 400."""
    faces = [roll(9, index, 20) for index in range(40_000 + distance)]

    assert abs(deviation(Counter(zip(faces, faces[distance:], strict=False)), 400)) < 4


def test_seeds_say_nothing_of_their_neighbours():
    """The same die of 40,000 seeds in a row is even, and so are the pairs of neighbours."""
    faces = [roll(seed, 3, 20) for seed in range(40_001)]

    assert abs(deviation(Counter(faces), 20)) < 4
    assert abs(deviation(Counter(pairwise(faces)), 400)) < 4


def test_a_policy_has_even_dice_too():
    """Its streams, one number of each, spread evenly over what they are asked for."""
    assert abs(deviation(Counter(Stream(7, key, 1).below(20) for key in range(20_000)), 20)) < 4
