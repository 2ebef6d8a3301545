"""
Policies against each other: pairs of fights with the sides swapped and the same dice in both.

The pair is the unit of every statistic: a scenario that favours a side, or a seed that does, favours each policy once.
A tournament keeps a line for each fight and goes on from there. Its fights are played lap by lap, a pair of each match
in each scenario, so that a part of it is a fair sample of the whole.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import agents
from agents.fights import fought, in_order, scenario_of, sides_of
from agents.measures import Interval, Sprt, elo, ratings, share
from agents.policies.registry import admit, is_file, path_of
from sim.core.errors import BadInput
from sim.events.header import Scenario
from sim.fuzz import code as code_of_rules
from sim.fuzz import whole_lines


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
    own, other = reversed(_two(scenario)) if swapped else _two(scenario)
    battle = fought(scenario, {own: first, other: second}, seed)
    return Result(seed, swapped, 2 if battle.winner == own else 0 if battle.winner else 1, battle.round)


def _two(scenario: Scenario) -> tuple[str, ...]:
    """
    Its two sides.

    :raises BadInput: when it has more.
    """
    sides = sides_of(scenario)
    if len(sides) != 2:
        raise BadInput(f"{scenario.name!r} has {len(sides)} sides: a match is fought by two")
    return sides


class Match(NamedTuple):
    """Two policies, and how many pairs of fights they have in each scenario."""

    first: str
    second: str
    pairs: int

    def __str__(self) -> str:
        return f"{self.first} against {self.second}"


def everybody(policies: Sequence[str], pairs: int) -> tuple[Match, ...]:
    """
    Each policy against each before it.

    :raises BadInput: when there are not two different ones.
    """
    if len(set(policies)) != len(policies) or len(policies) < 2:
        raise BadInput(f"--policies {','.join(policies)!r}: name two policies or more, each once")
    return tuple(Match(second, first, pairs) for first, second in combinations(policies, 2))


class Task(NamedTuple):
    """A pair of fights to be played. ``match`` and ``lap`` say where in the tournament it stands."""

    match: Match
    lap: int
    scenario: str
    seed: int
    persona: tuple[tuple[str, int], ...]


def play_task(task: Task) -> Pair:
    """The pair of a task."""
    found = scenario_of(task.scenario, task.persona).scenario
    (pair,) = play_pairs(task.match.first, task.match.second, found, [task.seed])
    return pair


class Tournament(NamedTuple):
    """
    What is to be played: the matches, over the scenario files, from dice number ``seed`` on. ``persona`` are traits
    that everybody has instead of his own. With a ``test`` a match ends after the lap that decides it.
    """

    matches: tuple[Match, ...]
    scenarios: tuple[str, ...]
    seed: int = 0
    persona: tuple[tuple[str, int], ...] = ()
    test: Sprt | None = None

    def check(self) -> None:
        """:raises BadInput: when a policy or scenario cannot be played."""
        for match in self.matches:
            admit(match.first)
            admit(match.second)
        if not self.scenarios:
            raise BadInput("no scenario is named: give some with --scenarios")
        for path in self.scenarios:
            _two(scenario_of(path, self.persona).scenario)

    @property
    def most(self) -> int:
        """The pairs that are played if no match ends early."""
        return sum(match.pairs for match in self.matches) * len(self.scenarios)

    def tasks(self, over: Iterable[Match] = ()) -> Iterator[Task]:
        """Every pair of fights in its order, without those of matches that are ``over`` when it comes to them."""
        for lap in range(max(match.pairs for match in self.matches)):
            for match in self.matches:
                if lap < match.pairs and match not in over:
                    for scenario in self.scenarios:
                        yield Task(match, lap, scenario, self.seed + lap, self.persona)

    def identity(self) -> dict[str, Any]:
        """What makes a line of one tournament worth nothing in another: rules, policies, scenarios."""
        files = {name: path_of(name) for match in self.matches for name in match[:2] if is_file(name)}
        return {
            "tournament": 1,
            "code": code(),
            "policies": {name: _digest(path) for name, path in files.items()},
            "scenarios": {path: _digest(path) for path in self.scenarios},
            "seed": self.seed,
            "persona": dict(self.persona),
        }


@cache
def code() -> str:
    """A digest of everything that decides how a fight goes: the rules, and those who choose."""
    digest = sha256(code_of_rules().encode())
    room = Path(agents.__file__).parent
    for path in sorted(room.rglob("*.py")):
        if path.relative_to(room).parts[0] != "cli":
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _digest(path: str) -> str:
    return sha256(Path(path).read_bytes()).hexdigest()[:12]


class Standing:
    """What has come out so far: the pairs of each match by scenario, in their order."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.pairs: dict[Match, dict[str, list[Pair]]] = {
            match: {path: [] for path in tournament.scenarios} for match in tournament.matches
        }
        self.verdicts: dict[Match, str] = dict.fromkeys(tournament.matches, "")
        self.over: set[Match] = set()
        self.done = 0

    def add(self, task: Task, pair: Pair) -> None:
        """One more pair; at the end of a lap a match may be decided."""
        match, test = task.match, self.tournament.test
        self.pairs[match][task.scenario].append(pair)
        self.done += 1
        if test is not None and task.scenario == self.tournament.scenarios[-1]:
            self.verdicts[match] = test.verdict(self.quarters(match))
            if self.verdicts[match]:
                self.over.add(match)

    def quarters(self, match: Match, scenario: str | None = None) -> list[int]:
        """What the first of a match got of each pair; of one ``scenario``, or of all."""
        paths = self.tournament.scenarios if scenario is None else (scenario,)
        return [pair.quarters for path in paths for pair in self.pairs[match][path]]

    def tally(self, match: Match) -> dict[str, int]:
        """How many fights the first of a match has won, drawn and lost."""
        halves = [fight.halves for pairs in self.pairs[match].values() for pair in pairs for fight in pair]
        return {name: halves.count(worth) for name, worth in OUTCOMES.items()}

    def share(self, match: Match, scenario: str | None = None) -> Interval:
        """The share of the points that the first of a match has."""
        return share(self.quarters(match, scenario))

    def ratings(self) -> dict[str, Interval]:
        """Elo of each policy."""
        return ratings({(match.first, match.second): self.quarters(match) for match in self.tournament.matches})

    def as_data(self) -> dict[str, Any]:
        """All of it for programs."""
        return {
            "fights": 2 * self.done,
            "matches": [self._as_data(match) for match in self.tournament.matches],
            "ratings": {name: rating._asdict() for name, rating in self.ratings().items()},
        }

    def _as_data(self, match: Match) -> dict[str, Any]:
        return {
            "first": match.first,
            "second": match.second,
            "pairs": len(self.quarters(match)),
            **self.tally(match),
            "share": self.share(match)._asdict(),
            "elo": self.share(match).mapped(elo)._asdict(),
            "verdict": self.verdicts[match],
            "scenarios": {path: self.share(match, path)._asdict() for path in self.tournament.scenarios},
        }


OUTCOMES = {"won": 2, "drawn": 1, "lost": 0}
"""What a fight was to the first of a match, and how many halves of a point that is worth."""


def played(tournament: Tournament, state: Path, jobs: int = 1) -> Iterator[Standing]:
    """
    Play what is not played yet; ``state`` keeps a line for each fight. Yields the standing, the same one grown, first
    as it was found and then after every pair.

    :raises BadInput: when ``state`` is of another tournament, and when something cannot be played.
    """
    tournament.check()
    standing = Standing(tournament)
    tasks = tournament.tasks(standing.over)
    kept = _read_back(tournament, state, standing, tasks)
    yield standing
    state.parent.mkdir(parents=True, exist_ok=True)
    with state.open("ab") as file:
        if not kept:
            file.write(_line(tournament.identity()))
        asked: list[Task] = []

        def next_tasks() -> Iterator[Task]:
            for task in tasks:
                asked.append(task)
                yield task

        for number, pair in enumerate(in_order(play_task, next_tasks(), jobs)):
            task = asked[number]
            if task.match not in standing.over:
                file.write(b"".join(_line(_row(task, fight)) for fight in pair))
                file.flush()
                standing.add(task, pair)
                yield standing


def _row(task: Task, fight: Result) -> dict[str, Any]:
    """The line of a fight."""
    return {"match": str(task.match), "scenario": task.scenario, **fight._asdict()}


def _line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def _read_back(tournament: Tournament, state: Path, standing: Standing, tasks: Iterator[Task]) -> bool:
    """
    Take what stands in the state file into the standing, and its tasks from those to do; half a pair is cut off.

    :raises BadInput: when it is of another tournament.
    """
    lines: list[dict[str, Any]] = whole_lines(state)
    if not lines:
        return False
    other = f"{state} is of another tournament: name another folder with --out, or begin anew with --fresh"
    if lines[0] != tournament.identity():
        differ = [key for key, value in tournament.identity().items() if lines[0].get(key) != value]
        raise BadInput(f"{other} (other {', '.join(differ)})")
    for place in range(1, len(lines) - 1, 2):
        task = next(tasks, None)
        pair = Pair(*(Result._make(line.get(name) for name in Result._fields) for line in lines[place : place + 2]))
        if task is None or [_row(task, fight) for fight in pair] != lines[place : place + 2]:
            raise BadInput(other)
        standing.add(task, pair)
    if len(lines) % 2 == 0:
        os.truncate(state, sum(len(_line(line)) for line in lines[:-1]))
    return True
