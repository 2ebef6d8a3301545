"""Dice as people write them: ``2d6+3``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from sim.core.errors import BadInput


class Dice(NamedTuple):
    """``count`` dice of ``sides`` faces plus ``bonus``; ``sides`` 1 is a plain number of points."""

    count: int  # type: ignore[assignment]
    sides: int
    bonus: int = 0

    def __str__(self) -> str:
        dice = str(self.count) if self.sides == 1 else f"{self.count}d{self.sides}"
        return f"{dice}{self.bonus:+d}" if self.bonus else dice

    @property
    def minimum(self) -> int:
        """The least total."""
        return self.count + self.bonus

    @property
    def maximum(self) -> int:
        """The greatest total."""
        return self.count * self.sides + self.bonus


_NOTATION = re.compile(r"(\d{1,3})(?:d(\d{1,4}))?([+-]\d{1,4})?")


@lru_cache(maxsize=4096)
def parse(text: str) -> Dice:
    """
    Read ``NdS+B``, ``NdS`` or a plain number.

    >>> parse("2d6+3")
    Dice(count=2, sides=6, bonus=3)
    >>> str(parse("1d8-1"))
    '1d8-1'

    :raises BadInput: when the text is no dice notation.
    """
    match = _NOTATION.fullmatch(text)
    if match is None:
        raise BadInput(f"dice {text!r} are not of the form 2d6+3: write number, d, sides and a bonus")
    count, sides, bonus = match.groups()
    dice = Dice(int(count), int(sides or 1), int(bonus or 0))
    if dice.sides < 1 or dice.count < 1:
        raise BadInput(f"dice {text!r} have no faces or no dice: both numbers must be 1 or more")
    return dice
