"""
What will come of a fight: odds of winning, losses, rounds and what is used up, from many fights with other dice; and
how many of a kind would make it fair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any, NamedTuple

import msgspec

from agents.fights import fought, in_order, scenario_of, sides_of
from agents.measures import Interval, mean, wilson
from sim.core.errors import BadInput
from sim.events.header import MOST, Placed, Scenario
from sim.grid import bits as bitset
from sim.grid.movement import gait
from sim.grid.terrain import Ground
from sim.scenario.draft import singulars
from sim.scenario.loader import Loaded
from sim.state.battle import Battle
from sim.state.conditions import DEAD, DOWN
from sim.tables.sheet import SIZES


class Cost(NamedTuple):
    """What a fight cost a side: creatures out of it, those of them who are dead, and what was used up."""

    down: int
    dead: int
    hit_points: int
    magic: int
    """Spells, charges of items, daily uses."""
    missiles: int
    """Of those that are counted: in AD&D all, in d20 none."""


class Outcome(NamedTuple):
    """How one fight ended; ``costs`` by side in the order of the file."""

    winner: str
    rounds: int
    costs: tuple[Cost, ...]


class Run(NamedTuple):
    """One fight to be played: a scenario with ``number`` of a kind (as it is, without a ``kind``), policies, dice."""

    scenario: str
    kind: str
    number: int
    policies: tuple[tuple[str, str], ...]
    persona: tuple[tuple[str, int], ...]
    seed: int


def play_run(run: Run) -> Outcome:
    """The outcome of a fight."""
    scenario, policies = _varied(run.scenario, run.persona, run.kind, run.number)
    return outcome_of(fought(scenario, {**policies, **dict(run.policies)}, run.seed), sides_of(scenario))


def outcome_of(battle: Battle, sides: Sequence[str]) -> Outcome:
    """How a fight that is over has ended for each of its sides."""
    return Outcome(battle.winner, battle.round, tuple(_cost(battle, side) for side in sides))


@lru_cache(maxsize=64)
def _varied(path: str, persona: tuple[tuple[str, int], ...], kind: str, count: int) -> Loaded:
    loaded = scenario_of(path, persona)
    return with_count(loaded, kind, count) if kind else loaded


def _cost(battle: Battle, side: str) -> Cost:
    own = [creature for creature in battle if creature.side == side]
    return Cost(
        sum(creature.flags & DOWN != 0 for creature in own),
        sum(creature.flags & DEAD != 0 for creature in own),
        sum(max(0, creature.natural.hit_points - max(0, creature.hit_points)) for creature in own),
        sum(len(creature.used) for creature in own),
        sum(number for creature in own for _, number in creature.ammunition),
    )


class Forecast(NamedTuple):
    """What came of many fights; ``number`` is how many of a varied kind stood there, -1 where nothing was varied."""

    sides: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    number: int = -1

    def won(self, side: str) -> Interval:
        """The chance of this side; of nobody, with an empty name."""
        wins = sum(outcome.winner == side for outcome in self.outcomes)
        return wilson(wins / len(self.outcomes), len(self.outcomes))

    def rounds(self) -> Interval:
        """The expected length."""
        return mean([outcome.rounds for outcome in self.outcomes])

    def cost(self, side: str, what: str) -> Interval:
        """What a side is expected to lose of hit points, of magic, and so on: a field of ``Cost``."""
        place = self.sides.index(side)
        return mean([getattr(outcome.costs[place], what) for outcome in self.outcomes])

    def balance(self) -> float:
        """The first side's share of the points: half of it where a fight is fair."""
        return self.won(self.sides[0]).value + self.won("").value / 2

    def as_data(self) -> dict[str, Any]:
        """All of it for programs."""
        return {
            **({"number": self.number} if self.number >= 0 else {}),
            "runs": len(self.outcomes),
            "rounds": self.rounds()._asdict(),
            "drawn": self.won("")._asdict(),
            "sides": {
                side: {
                    "won": self.won(side)._asdict(),
                    **{what: self.cost(side, what)._asdict() for what in Cost._fields},
                }
                for side in self.sides
            },
        }


class Question(NamedTuple):
    """
    What is asked: the odds of a scenario over ``runs`` fights from dice number ``seed`` on, by these ``policies`` (by
    creature or side; else those of the file). With a ``kind`` they are asked for each of the ``numbers`` of it.
    """

    scenario: str
    runs: int
    seed: int = 0
    policies: tuple[tuple[str, str], ...] = ()
    persona: tuple[tuple[str, int], ...] = ()
    kind: str = ""
    numbers: tuple[int, ...] = (-1,)

    @property
    def fights(self) -> int:
        """How many fights that takes."""
        return self.runs * len(self.numbers)


def forecasts(question: Question, jobs: int = 1) -> Iterator[Forecast | None]:
    """
    A forecast for each of the numbers, in their order; ``None`` for every fight that makes none whole.

    :raises BadInput: when something cannot be played, or a kind cannot be varied so.
    """
    for number in question.numbers:
        _varied(question.scenario, question.persona, question.kind, number)
    sides = sides_of(scenario_of(question.scenario, question.persona).scenario)
    runs = (
        Run(question.scenario, question.kind, number, question.policies, question.persona, question.seed + each)
        for number in question.numbers
        for each in range(question.runs)
    )
    outcomes: list[Outcome] = []
    numbers = iter(question.numbers)
    for outcome in in_order(play_run, runs, jobs):
        outcomes.append(outcome)
        if len(outcomes) == question.runs:
            yield Forecast(sides, tuple(outcomes), next(numbers))
            outcomes = []
        else:
            yield None


def fairest(found: Sequence[Forecast]) -> Forecast:
    """The one that comes closest to even odds; of two, the first."""
    return min(found, key=lambda forecast: abs(forecast.balance() - 0.5))


def with_count(loaded: Loaded, kind: str, count: int) -> Loaded:
    """
    The scenario with so many of a kind: ``goblin``, ``goblins``, or ``raiders/goblin`` where two sides have some.

    The last in the file go first; who comes stands as near to his like as there is room, and does as they do.

    :raises BadInput: when nobody or two sides have the kind, when somebody of it rides or is ridden, when nobody would
        be left of a side, and when there is no room.
    """
    scenario, policies = loaded
    of = _of_kind(scenario, kind)
    riding = {placed.rides for placed in scenario.creatures} - {""}
    if any(placed.rides or placed.sheet.id in riding for placed in of):
        raise BadInput(
            f"--vary {kind}: they ride or are ridden, and nobody can say on whom others would: vary another kind"
        )
    if len(scenario.creatures) - len(of) + count > MOST:
        raise BadInput(f"--vary {kind}: there would be more than {MOST} creatures: ask for less")
    side = of[0].sheet.side
    gone = {placed.sheet.id for placed in of[count:]}
    placed = [one for one in scenario.creatures if one.sheet.id not in gone]
    if not any(one.sheet.side == side for one in placed):
        raise BadInput(f"--vary {kind}: with {count} of them nobody would be left of {side}: ask for more")
    policies = dict(policies)
    unaware = [who for who in scenario.unaware if who not in gone]
    taken = {one.sheet.id for one in scenario.creatures}
    places = _room(scenario, placed, of)
    for number in range(count - len(of)):
        square = next(places, None)
        if square is None:
            raise BadInput(f"--vary {kind}: there is room for {len(of) + number} of them: ask for less")
        like = of[-1]
        who = next(name for n in range(1, MOST + 2) if (name := f"{like.sheet.kind}-{n}") not in taken)
        taken.add(who)
        placed.append(msgspec.structs.replace(like, sheet=msgspec.structs.replace(like.sheet, id=who), square=square))
        policies[who] = policies[like.sheet.id]
        if like.sheet.id in scenario.unaware:
            unaware.append(who)
    return Loaded(msgspec.structs.replace(scenario, creatures=tuple(placed), unaware=tuple(unaware)), policies)


def _of_kind(scenario: Scenario, kind: str) -> list[Placed]:
    """Those whom a kind means."""
    side, slash, word = kind.rpartition("/")
    kinds = {one.sheet.kind for one in scenario.creatures if not slash or one.sheet.side == side}
    name = next((name for name in singulars(word) if name in kinds), "")
    of = [one for one in scenario.creatures if one.sheet.kind == name and (not slash or one.sheet.side == side)]
    if not of:
        known = ", ".join(sorted(kinds)) or "nobody"
        raise BadInput(f"--vary {kind[:60]!r}: no such creature is there ({known}): name one that is")
    if len({one.sheet.side for one in of}) > 1:
        raise BadInput(f"--vary {kind}: two sides have some: say whose, as in {of[0].sheet.side}/{name}")
    return of


def _room(scenario: Scenario, standing: Sequence[Placed], of: Sequence[Placed]) -> Iterator[int]:
    """The free places for more of these, step by step away from them, from low to high."""
    ground = Ground.of(scenario.map)
    sheet = of[0].sheet
    span = sheet.span
    taken = reduce(or_, (ground.footprint(one.square, one.sheet.span) for one in standing))
    narrow = SIZES.index(sheet.size) <= SIZES.index("tiny")
    steps = gait(ground, span, swimmer=sheet.swim > 0, narrow=narrow)
    reached = front = bitset.of(one.square for one in of)
    while front:
        spread = 0
        for (delta, _), legal in zip(steps.steps, steps.legal, strict=True):
            spread |= bitset.moved(front & legal, delta)
        front = spread & ~reached
        reached |= front
        for square in bitset.squares(front):
            footprint = ground.footprint(square, span)
            if not footprint & taken:
                taken |= footprint
                yield square
