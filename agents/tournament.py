"""
Policies against each other: pairs of fights with the sides swapped and the same dice in both.

The pair is the unit of every statistic: a scenario that favours a side, or a seed that does, favours each policy once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from agents.fights import fought, scenario_of, sides_of
from sim.core.errors import BadInput
from sim.events.header import Scenario


class Result(NamedTuple):
    """
    One fight of a pair. ``halves`` is what the first policy got: 2 for a win, 1 for a draw; ``swapped``: it played the
    second side.
    """

    seed: int
    swapped: bool
    halves: int
    rounds: int


class Pair(NamedTuple):
    """Two fights with the same dice, the first policy on either side once."""

    plain: Result
    swapped: Result

    @property
    def quarters(self) -> int:
        """What the first policy got of both fights, 0 to 4."""
        return self.plain.halves + self.swapped.halves


def play_pairs(first: str, second: str, scenario: str | Path | Scenario, seeds: Iterable[int]) -> Iterator[Pair]:
    """
    A pair of fights for each seed, policy ``first`` against ``second``.

    :raises BadInput: for a policy that does not exist, and a scenario that cannot be played or has not two sides.
    """
    found = scenario if isinstance(scenario, Scenario) else scenario_of(str(scenario)).scenario
    for seed in seeds:
        yield Pair(_fight(first, second, found, seed, False), _fight(first, second, found, seed, True))


def _fight(first: str, second: str, scenario: Scenario, seed: int, swapped: bool) -> Result:
    sides = sides_of(scenario)
    if len(sides) != 2:
        raise BadInput(f"{scenario.name} has {len(sides)} sides: a match is fought by two")
    own, other = reversed(sides) if swapped else sides
    battle = fought(scenario, {own: first, other: second}, seed)
    return Result(seed, swapped, 2 if battle.winner == own else 0 if battle.winner else 1, battle.round)
