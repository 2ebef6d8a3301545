"""
Where dice come from.

A die is a pure function of its source and its *index* (0, 1, 2 … through the whole fight), so any prefix of a fight
can be continued and any die checked on its own, in any language. The algorithm has the id ``splitmix64-1``:

    state = seed + (index + 1) * 0x9E3779B97F4A7C15            (mod 2^64)
    z     = mix(state)                                          SplitMix64's output function
    while (z * sides) mod 2^64 < (2^64 mod sides):  state += 0x9E3779B97F4A7C15 * 0x2545F4914F6CDD1D;  z = mix(state)
    value = 1 + (z * sides) div 2^64

The loop removes the bias of the range reduction; for dice of up to 100 faces it runs less than once in 10^17 rolls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from sim.core.errors import DiceError

ALGORITHM = "splitmix64-1"
MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_RETRY = GOLDEN * 0x2545F4914F6CDD1D & MASK


class Die(NamedTuple):
    """One die as it fell: its index in the fight, its number of sides, its value."""

    index: int  # type: ignore[assignment]
    sides: int
    value: int


class DiceSource(Protocol):
    """Gives the value, 1 to ``sides``, of the die with this index."""

    def value(self, index: int, sides: int) -> int: ...


def mix(z: int) -> int:
    """SplitMix64's output function on a 64-bit state."""
    z = (z ^ (z >> 30)) * _FIRST & MASK
    z = (z ^ (z >> 27)) * _SECOND & MASK
    return z ^ (z >> 31)


def roll(seed: int, index: int, sides: int) -> int:
    """
    Die number ``index`` of ``seed``: a pure function without bias.

    >>> [roll(7, n, 20) for n in range(5)] == [roll(7, n, 20) for n in range(5)]
    True
    """
    z = state = seed + (index + 1) * GOLDEN & MASK
    while True:
        z = (z ^ (z >> 30)) * _FIRST & MASK
        z = (z ^ (z >> 27)) * _SECOND & MASK
        product = (z ^ (z >> 31)) * sides
        low = product & MASK
        if low >= sides or low >= (1 << 64) % sides:
            return 1 + (product >> 64)
        z = state = state + _RETRY & MASK


class SeededDice:
    """The dice of a 64-bit seed."""

    __slots__ = ("seed",)

    def __init__(self, seed: int) -> None:
        self.seed = seed & MASK

    def value(self, index: int, sides: int) -> int:
        return roll(self.seed, index, sides)


class ScriptedDice:
    """
    Dice that a test writes down: ``ScriptedDice("d20:17 d8:5")`` or ``ScriptedDice([(20, 17), (8, 5)])``.

    They fall in this order; ``assert_spent`` fails if one is left over.

    :raises DiceError: when the fight asks for a die of other sides, or for one more than were written.
    """

    def __init__(self, script: str | Iterable[tuple[int, int]]) -> None:
        if isinstance(script, str):
            words = [word.removeprefix("d").partition(":") for word in script.split()]
            self.script: Sequence[tuple[int, int]] = [(int(sides), int(value)) for sides, _, value in words]
        else:
            self.script = list(script)
        self._next = 0

    def value(self, index: int, sides: int) -> int:
        if self._next >= len(self.script):
            raise DiceError(f"the script of {len(self.script)} dice is spent, and a d{sides} is asked for")
        due, value = self.script[self._next]
        if due != sides:
            raise DiceError(f"die {self._next} of the script is a d{due}, and a d{sides} is asked for")
        if not 1 <= value <= sides:
            raise DiceError(f"die {self._next} of the script shows {value} on a d{sides}")
        self._next += 1
        return value

    def assert_spent(self) -> None:
        """:raises DiceError: when dice of the script were not rolled."""
        if self._next < len(self.script):
            left = " ".join(f"d{sides}:{value}" for sides, value in self.script[self._next :])
            raise DiceError(f"dice left over: {left}")


class RecordedDice:
    """The dice of a log, by index; beyond them, those of ``then``."""

    def __init__(self, dice: Iterable[Die], then: DiceSource | None = None) -> None:
        self.dice = {die.index: die for die in dice}
        self.then = then

    def value(self, index: int, sides: int) -> int:
        die = self.dice.get(index)
        if die is None:
            if self.then is None:
                raise DiceError(f"die {index} (d{sides}) is not on record")
            return self.then.value(index, sides)
        if die.sides != sides:
            raise DiceError(f"die {index} on record is a d{die.sides}, and a d{sides} is asked for")
        return die.value


class RangedDice:
    """Dice of several sources: each gives those from its index on, up to the next one's. The first begins at 0."""

    def __init__(self, ranges: Iterable[tuple[int, DiceSource]]) -> None:
        self.ranges = tuple(ranges)

    def value(self, index: int, sides: int) -> int:
        source = next(source for start, source in reversed(self.ranges) if start <= index)
        return source.value(index, sides)


class DiceAsker(Protocol):
    """Asks somebody at the table to roll a die and type it in."""

    def __call__(self, index: int, sides: int) -> int: ...


class TypedDice:
    """Dice rolled at the table and typed in; asks again until the number is on the die."""

    def __init__(self, ask: DiceAsker) -> None:
        self.ask = ask

    def value(self, index: int, sides: int) -> int:
        while not 1 <= (value := self.ask(index, sides)) <= sides:
            pass
        return value


class DrawnDice:
    """Dice drawn by Hypothesis, so that failing dice shrink: give it ``data.draw`` and ``strategies.integers``."""

    def __init__(self, draw: DiceAsker) -> None:
        self.draw = draw

    def value(self, index: int, sides: int) -> int:
        return self.draw(index, sides)


class Stream:
    """
    A policy's own stream of random numbers, keyed by a seed and any number of integers; no die of the fight. It costs
    nothing before the first number is asked for.
    """

    __slots__ = ("_count", "_keys", "_seed")

    def __init__(self, seed: int, *keys: int) -> None:
        self._seed = seed
        self._keys = keys
        self._count = 0

    def below(self, bound: int) -> int:
        """The next number, 0 to ``bound - 1``."""
        if not self._count:
            state = mix(self._seed ^ 0x5DEECE66D)
            for key in self._keys:
                state = mix((state ^ key) + GOLDEN & MASK)
            self._seed = state
        self._count += 1
        return roll(self._seed, self._count, bound) - 1
