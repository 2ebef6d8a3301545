"""
Many fights of one scenario over all that is varied: numbers of a kind, policies, traits, options, dice.

The fights are played lap by lap, one of each cell of the sweep with the same dice, so that a part of a batch is a fair
sample of the whole, and cells can be compared pair by pair. A line is kept for each fight, in order, and a batch goes
on from there. Whoever plays them, one process, several, or the workers of a Dask cluster, the results are the same: a
task carries all that a fight starts from, and its place in the batch alone decides its dice.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import lru_cache, partial
from hashlib import sha256
from itertools import product
from math import prod
from pathlib import Path
from threading import Lock
from typing import Any, Literal, NamedTuple

import msgspec

from agents.export import writing
from agents.fights import AHEAD, in_order, played, scenario_of, sides_of, through, with_persona
from agents.forecast import Forecast, Outcome, outcome_of, with_count
from agents.lock import lock
from agents.policies.registry import admit, is_file, path_of
from agents.tournament import code
from sim.core.errors import BadInput
from sim.events.header import SHAPES
from sim.fuzz import whole_lines
from sim.replay.tidy import Column
from sim.rules.shelf import book
from sim.scenario.loader import Loaded
from sim.tables.files import known

MOST_CELLS = 1000
"""No sweep has more cells than this."""

Value = int | str
Cell = tuple[Value, ...]
"""A value for each factor."""


class Factor(NamedTuple):
    """
    Something that is varied: the ``number`` of a kind, the ``policy`` of a side or creature, a trait of everybody's
    ``persona``, an ``option`` of the rulebook. ``what`` says whose or which.
    """

    sort: Literal["number", "policy", "persona", "option"]
    what: str
    values: tuple[Value, ...]

    @property
    def name(self) -> str:
        """
        Its column.

        >>> Factor("number", "west/wolves", (3, 4)).name, Factor("policy", "orcs", ("nearest",)).name
        ('west_wolves', 'policy_orcs')
        """
        return re.sub(r"\W", "_", self.what if self.sort == "number" else f"{self.sort}_{self.what}")

    @property
    def label(self) -> str:
        """What people call it."""
        return f"{self.sort} {self.what}" if self.sort in ("option", "persona") else f"{self.sort} of {self.what}"

    def applied(self, loaded: Loaded, value: Value) -> Loaded:
        """
        The scenario with this value of it.

        :raises BadInput: when it cannot have it.
        """
        scenario, policies = loaded
        if self.sort == "number":
            return with_count(loaded, self.what, int(value))
        if self.sort == "persona":
            return loaded._replace(scenario=with_persona(scenario, {self.what: int(value)}))
        if self.sort == "policy":
            sides = {one.sheet.id: one.sheet.side for one in scenario.creatures}
            known(self.what, dict.fromkeys((*sides.values(), *sides)), "side", "--vary policy")
            admit(str(value))
            whose = [who for who, side in sides.items() if self.what in (who, side)]
            return loaded._replace(policies={**policies, **dict.fromkeys(whose, str(value))})
        options = book(scenario.ruleset).options
        known(self.what, options, "option", "--vary option")
        known(str(value), options[self.what], "value", f"--vary option:{self.what}")
        chosen = {**scenario.options, self.what: str(value)}
        kept = {name: chosen[name] for name in options if chosen.get(name, options[name][0]) != options[name][0]}
        return loaded._replace(scenario=msgspec.structs.replace(scenario, options=kept))


class Result(NamedTuple):
    """How a fight of a batch came out: by which rule it ended, how many events it has, the digest of its log."""

    outcome: Outcome
    reason: str
    events: int
    digest: str


class Base(NamedTuple):
    """A scenario to be sent to others: packed, with the policy of each creature."""

    ruleset: str
    scenario: bytes
    policies: tuple[tuple[str, str], ...]


class Task(NamedTuple):
    """
    A fight to be played, ``code`` and the digests of policy ``files`` being what must play it; with its ``log`` if that
    is wanted.
    """

    code: str
    files: tuple[tuple[str, str], ...]
    base: Base
    factors: tuple[Factor, ...]
    cell: Cell
    seed: int
    log: bool


class Played(NamedTuple):
    """What came of a task; the log is packed, and empty if nobody wanted it."""

    result: Result
    log: bytes


_ALONE = Lock()
"""A worker may have several threads: fights are played one at a time in a process, whose caches know no others."""


def play_task(task: Task) -> Played:
    """
    The fight of a task.

    :raises BadInput: when the code here is other than where the task comes from.
    """
    with _ALONE:
        if task.code != code() or any(_digest(name) != digest for name, digest in task.files):
            raise BadInput("a worker has another maraud, or another policy file, than this process: give it the same")
        scenario, policies = _varied(task.base, task.factors, task.cell)
        table = played(scenario, policies, task.seed)
        battle, log = table.battle, table.log
        result = Result(outcome_of(battle, sides_of(scenario)), battle.reason, len(log.events), log.digest)
        return Played(result, zlib.compress(log.to_bytes()) if task.log else b"")


def _digest(name: str) -> str:
    """What is in a policy file; empty where there is none."""
    path = Path(path_of(name))
    return sha256(path.read_bytes()).hexdigest()[:12] if path.is_file() else ""


@lru_cache(maxsize=64)
def _varied(base: Base, factors: tuple[Factor, ...], cell: Cell) -> Loaded:
    scenario = msgspec.json.decode(zlib.decompress(base.scenario), type=SHAPES[base.ruleset].scenario)
    loaded = Loaded(scenario, dict(base.policies))
    for factor, value in zip(factors, cell, strict=True):
        loaded = factor.applied(loaded, value)
    return loaded


class Batch(NamedTuple):
    """
    What is to be played: ``runs`` fights of each cell, from dice number ``seed`` on, by these ``policies`` (by
    creature; else those of the file). ``persona`` are traits that everybody has; ``logs``: each fight's log is kept.
    """

    scenario: str
    runs: int
    seed: int = 0
    policies: tuple[tuple[str, str], ...] = ()
    persona: tuple[tuple[str, int], ...] = ()
    factors: tuple[Factor, ...] = ()
    logs: bool = False

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every combination of values."""
        return _cells(self.factors)

    @property
    def fights(self) -> int:
        """How many that takes."""
        return self.runs * len(self.cells)

    @property
    def sides(self) -> tuple[str, ...]:
        """Those who fight, in the order of the file."""
        return sides_of(scenario_of(self.scenario, self.persona).scenario)

    def place(self, number: int) -> tuple[Cell, int]:
        """The cell and the seed of a fight."""
        lap, cell = divmod(number, len(self.cells))
        return self.cells[cell], self.seed + lap

    def base(self) -> Base:
        """What every fight starts from, before anything is varied."""
        scenario, policies = scenario_of(self.scenario, self.persona)
        packed = zlib.compress(msgspec.json.encode(scenario))
        return Base(scenario.ruleset, packed, tuple({**policies, **dict(self.policies)}.items()))

    def check(self) -> None:
        """:raises BadInput: when something cannot be played, or cannot be varied so."""
        names = [factor.name for factor in self.factors]
        for name in names:
            if names.count(name) > 1:
                raise BadInput(f"--vary: {name} is varied twice: give all of its values at once")
        number = prod(len(factor.values) for factor in self.factors)
        if number > MOST_CELLS:
            raise BadInput(f"--vary: that makes {number} cells, and {MOST_CELLS} are the most: vary less")
        base = self.base()
        for cell in self.cells:
            _varied(base, self.factors, cell)

    def files(self) -> tuple[tuple[str, str], ...]:
        """The policies that are files, each with the digest of what is in it."""
        varied = [str(value) for factor in self.factors if factor.sort == "policy" for value in factor.values]
        names = dict.fromkeys((*dict(self.base().policies).values(), *varied))
        return tuple((name, _digest(name)) for name in names if is_file(name))

    def identity(self) -> dict[str, Any]:
        """What makes a result of one batch worth nothing in another."""
        base = self.base()
        return {
            "batch": 1,
            "code": code(),
            "scenario": sha256(zlib.decompress(base.scenario)).hexdigest()[:12],
            "policies": [list(pair) for pair in base.policies],
            "policy files": dict(self.files()),
            "vary": [[factor.sort, factor.what, list(factor.values)] for factor in self.factors],
            "seed": self.seed,
            "logs": self.logs,
        }


@lru_cache
def _cells(factors: tuple[Factor, ...]) -> tuple[Cell, ...]:
    return tuple(product(*(factor.values for factor in factors)))


Crew = Callable[[Callable[[Task], Played], Iterable[Task]], Iterator[Played]]
"""Those who carry out tasks and give the results in their order."""


@contextmanager
def here(jobs: int) -> Iterator[Crew]:
    """So many processes of this machine."""
    yield lambda work, tasks: in_order(work, tasks, jobs)


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """
    The workers of the Dask scheduler at an address. What a worker does not finish, because it is gone, another does.

    :raises BadInput: when Dask is not installed, when nobody answers there, and when the scheduler is gone.
    """
    import logging

    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise BadInput("--dask needs dask.distributed, which is not installed: pip install 'maraud[cluster]'") from None
    for talker in ("distributed", "distributed.client", "tornado"):
        logging.getLogger(talker).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadInput(
            f"no Dask scheduler answers at {address[:100]} ({str(error)[:100]}): "
            "start one with `dask scheduler`, and give the address that it tells"
        ) from None
    with client:
        ahead = AHEAD * max(16, sum(client.nthreads().values()))
        try:
            yield lambda work, tasks: through(partial(client.submit, pure=False), work, tasks, ahead)
        except (CancelledError, KilledWorker):
            raise BadInput(
                f"the Dask cluster at {address[:100]} has lost its scheduler, or worker after worker: "
                "see to it; the same command goes on from here"
            ) from None


def play(batch: Batch, folder: Path, crew: Crew, *, fresh: bool = False) -> Iterator[list[Result]]:
    """
    Play what is not played yet, or (``fresh``) everything. Yields the results, the same list grown, first as they were
    found and then after each fight; a folder keeps them, and the logs.

    :raises BadInput: when the folder is of another batch, and when something cannot be played.
    """
    batch.check()
    folder.mkdir(parents=True, exist_ok=True)
    state, identity = folder / STATE, batch.identity()
    with state.open("ab") as file:
        lock(file.fileno(), f"another batch is being played into {folder}: wait for its end, or name another folder")
        if fresh:
            file.truncate(0)
        results = _read_back(batch, state, identity)
        yield results
        if batch.logs:
            (folder / "logs").mkdir(exist_ok=True)
        if not state.stat().st_size:
            file.write(msgspec.json.encode(identity) + b"\n")
        base, files = batch.base(), batch.files()
        tasks = (
            Task(identity["code"], files, base, batch.factors, *batch.place(number), batch.logs)
            for number in range(len(results), batch.fights)
        )
        for result, log in crew(play_task, tasks):
            if batch.logs:
                _keep(folder / "logs" / f"{len(results):06}.jsonl", zlib.decompress(log))
            file.write(msgspec.json.encode((len(results), *result)) + b"\n")
            file.flush()
            results.append(result)
            yield results


STATE = "state.ndjson"
"""The file in the folder of a batch from which it goes on: a line for the batch and one for each fight, in order."""


def _keep(path: Path, log: bytes) -> None:
    """A log is there whole or not at all."""
    part = path.with_suffix(".part")
    part.write_bytes(log)
    os.replace(part, path)


def _read_back(batch: Batch, state: Path, identity: dict[str, Any]) -> list[Result]:
    """
    The results that stand in the state file, as many as the batch has fights.

    :raises BadInput: when it is of another batch.
    """
    lines = whole_lines(state)
    if not lines:
        return []
    other = f"{state} is of another batch: name another folder with --out, or begin anew with --fresh"
    if lines[0] != identity:
        there = lines[0] if isinstance(lines[0], dict) else {}
        raise BadInput(
            f"{other} (other {', '.join(key for key, value in identity.items() if there.get(key) != value)})"
        )
    try:
        rows = msgspec.convert(lines[1 : batch.fights + 1], list[tuple[int, Outcome, str, int, str]])
    except msgspec.ValidationError:
        raise BadInput(other) from None
    if [row[0] for row in rows] != list(range(len(rows))):
        raise BadInput(other)
    return [Result(*row[1:]) for row in rows]


class Standing:
    """What a batch has come to, by cell and by value of each factor."""

    def __init__(self, batch: Batch, results: Sequence[Result]) -> None:
        self.batch = batch
        self.results = results
        self._sides = batch.sides

    def of(self, **values: Value) -> Forecast:
        """The fights with these values of factors, by the names of their columns."""
        wanted = [values.get(factor.name) for factor in self.batch.factors]
        cells = self.batch.cells
        places = [
            place
            for place, cell in enumerate(cells)
            if all(want in (None, value) for want, value in zip(wanted, cell, strict=True))
        ]
        outcomes = (result.outcome for place in places for result in self.results[place :: len(cells)])
        return Forecast(self._sides, tuple(outcomes))

    def cells(self) -> list[tuple[dict[str, Value], Forecast]]:
        """Every cell with what came of it."""
        names = [factor.name for factor in self.batch.factors]
        named = [dict(zip(names, cell, strict=True)) for cell in self.batch.cells]
        return [(values, self.of(**values)) for values in named]

    def effects(self) -> list[tuple[Factor, list[tuple[Value, Forecast]]]]:
        """What comes of each value of a factor, over all values of the others."""
        return [
            (factor, [(value, self.of(**{factor.name: value})) for value in factor.values])
            for factor in self.batch.factors
        ]

    def as_data(self) -> dict[str, Any]:
        """All of it for programs."""
        return {
            "scenario": self.batch.scenario,
            "fights": len(self.results),
            "cells": [{"cell": values, **found.as_data()} for values, found in self.cells()],
            "effects": {
                factor.name: [{"value": value, **found.as_data()} for value, found in values]
                for factor, values in self.effects()
            },
        }

    def write(self, folder: Path) -> None:
        """The results as Parquet: ``runs`` with a row for each fight, ``sides`` with one for each side in it."""
        batch = self.batch
        with writing(folder, columns(batch.factors), "parquet", force=True) as files:
            for number, (outcome, reason, events, digest) in enumerate(self.results):
                cell, seed = batch.place(number)
                ended = outcome.winner, reason, outcome.rounds, events, digest
                files.add("runs", [(number, *cell, str(seed), *ended)])
                costs = zip(self._sides, outcome.costs, strict=True)
                files.add("sides", [(number, side, side == outcome.winner, *cost) for side, cost in costs])


def columns(factors: Iterable[Factor] = ()) -> dict[str, tuple[Column, ...]]:
    """The tables of a batch."""
    run = Column("run", "int", "number of the fight, from 0")
    kinds: dict[str, Literal["int", "text"]] = {"number": "int", "persona": "int", "policy": "text", "option": "text"}
    varied = [Column(factor.name, kinds[factor.sort], f"what is varied: {factor.label}") for factor in factors]
    return {
        "runs": (
            run,
            *varied,
            Column("seed", "text", "of its dice; each cell has a fight with each seed"),
            Column("winner", "text", "the side that has won; empty: nobody"),
            Column("reason", "text", "by which rule it ended"),
            Column("rounds", "int", "number of the last round"),
            Column("events", "int", "how many there are in its log"),
            Column("digest", "text", "of its log; `fights` of a log has the same"),
        ),
        "sides": (
            run,
            Column("side", "text", "one of those who fought"),
            Column("won", "bool", "has it won?"),
            Column("down", "int", "creatures that are out of the fight"),
            Column("dead", "int", "those of them who are dead"),
            Column("hit_points", "int", "hit points lost"),
            Column("magic", "int", "spells, charges and daily uses spent"),
            Column("missiles", "int", "missiles spent, where they are counted"),
        ),
    }
