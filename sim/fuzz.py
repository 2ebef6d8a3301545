"""
Made-up fights, one after the other, each judged; what breaks a law is cut down and written out.

Fight number ``n`` of a rulebook is the same wherever it is played: the number is the seed of everything in it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import sim
from sim.audit.claims import Finding
from sim.core.errors import BadInput
from sim.dice.sources import DiceSource, Stream
from sim.encounter import begin, step
from sim.events.header import Scenario
from sim.events.log import Log, Reading, parse
from sim.invent import Below, one_of
from sim.invent import scenario as made_up
from sim.laws import breaches, load_plugins
from sim.players import Company, Contrary, Wild
from sim.rules.shelf import book as book_of
from sim.shrink import CRASH, Minimal, crash_of, shrunk
from sim.table import Player

MOST_EVENTS = 20_000
"""A fight that has not come to its end by then never does."""

ENDLESS = "every-fight-ends"

_KEY = 0x6C617773

Maker = Callable[[Below, Scenario], Player]
"""Makes somebody who plays: from small numbers, for a scenario."""


def wild(below: Below, scenario: Scenario) -> Player:
    """Somebody who does anything by lot."""
    return Wild(below)


def contrary(below: Below, scenario: Scenario) -> Player:
    """Somebody who looks for trouble."""
    return Contrary(below)


MAKERS: dict[str, Maker] = {Wild.name: wild, Contrary.name: contrary}
"""Those who try a rulebook out, by name."""


class Fought(NamedTuple):
    """A fight that was played; ``crash``: the exception that ended it, in a line."""

    log: Log
    crash: str = ""

    @property
    def reading(self) -> Reading:
        """Its log, read back."""
        return parse(self.log.to_bytes())

    def findings(self, only: str = "") -> list[Finding]:
        """What is wrong with it, in the order of events; ``only`` by the law of this name."""
        last = len(self.log.events) - 1
        if self.crash:
            found = [Finding(last, CRASH, "", self.crash)]
        elif len(self.log.events) >= MOST_EVENTS:
            found = [Finding(last, ENDLESS, "", f"it goes on after {MOST_EVENTS} events")]
        else:
            return breaches(self.reading, only)
        return [finding for finding in found if only in ("", finding.invariant)]


def play(
    below: Below,
    scenario: Scenario,
    *,
    seed: int | None = None,
    dice: DiceSource | None = None,
    makers: Mapping[str, Maker] = MAKERS,
) -> Fought:
    """A fight between players of whom each side gets one by lot; its dice are those of the seed, or handed in."""
    book = book_of(scenario.ruleset)
    sides = dict.fromkeys(placed.sheet.side for placed in scenario.creatures)
    chosen = {side: one_of(below, tuple(makers)) for side in sides}
    player = Company({side: makers[name](below, scenario) for side, name in chosen.items()})
    policies = {placed.sheet.id: chosen[placed.sheet.side] for placed in scenario.creatures}
    source = "seed" if dice is None else "drawn"
    table = begin(book, scenario, player, seed=seed, dice=dice, source=source, policies=policies)
    try:
        while len(table.log.events) < MOST_EVENTS and step(book, table):
            pass
    except BadInput as error:
        return Fought(table.log, crash_of(error))
    except Exception as error:
        if type(error).__module__.startswith("hypothesis"):
            raise
        return Fought(table.log, crash_of(error))
    return Fought(table.log)


def fight(number: int, book: str, makers: Mapping[str, Maker] = MAKERS) -> Fought:
    """The made-up fight of this number."""
    below = Stream(number, _KEY).below
    return play(below, made_up(below, book), seed=number, makers=makers)


class Found(NamedTuple):
    """A law that a fight breaks for the first time, and the smallest fight that does; ``log`` is where it is."""

    book: str
    number: int
    law: str
    rule: str
    message: str
    seq: int
    creatures: int
    log: str

    def __str__(self) -> str:
        rule = f" [{self.rule}]" if self.rule else ""
        size = f"event {self.seq}, {self.creatures} creatures"
        return f"{self.book} fight {self.number}: {self.law}: {self.message}{rule} ({size}): {self.log}"


class Job(NamedTuple):
    """What a fuzzing is told to do: the rulebooks in turn, from which number on, and where its files go."""

    books: tuple[str, ...]
    seed: int
    folder: Path

    @property
    def state(self) -> Path:
        """What has been played so far by this very code, a line for each fight."""
        return self.folder / f"state-{'-'.join(self.books)}-{self.seed}-{code()}.jsonl"

    def fight(self, place: int) -> tuple[str, int]:
        """Rulebook and number of the fight in this place."""
        lap, index = divmod(place, len(self.books))
        return self.books[index], self.seed + lap


@cache
def code() -> str:
    """A digest of everything in this package that decides how a fight goes."""
    digest = sha256()
    for path in sorted(Path(sim.__file__).parent.rglob("*")):
        if path.suffix in (".py", ".toml", ".tsv"):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


Breach = tuple[str, str]
"""A law and the rule by which it is broken."""


def whole_lines(state: Path) -> list[Any]:
    """
    What each line of a state file says in JSON; a last line that an interruption tore is cut off.

    :raises BadInput: when something else stands there.
    """
    if not state.exists():
        return []
    data = state.read_bytes()
    whole = data.rfind(b"\n") + 1
    try:
        found = [json.loads(line) for line in data[:whole].split(b"\n")[:-1]]
    except ValueError:
        raise BadInput(f"{state} has a line that is no JSON: begin anew with --fresh") from None
    if whole < len(data):
        os.truncate(state, whole)
    return found


def read_back(state: Path) -> dict[int, list[Breach]]:
    """What is broken by the fights played so far, by place."""
    return {place: [(law, rule) for law, rule in broken] for place, broken in whole_lines(state)}


def judge(book: str, number: int, makers: Mapping[str, Maker] = MAKERS) -> list[Breach]:
    """The laws that the fight of this number breaks, each once."""
    return list(dict.fromkeys((f.invariant, f.rule) for f in fight(number, book, makers).findings()))


def cut_down(book: str, number: int, breach: Breach, folder: Path, makers: Mapping[str, Maker] = MAKERS) -> Found:
    """The smallest fight that breaks this law as the fight of this number does, written into ``folder``."""
    fought = fight(number, book, makers)
    finding = next(f for f in fought.findings() if (f.invariant, f.rule) == breach)
    path = folder / f"{book}-{number}-{finding.invariant}.jsonl"
    small = smallest(fought, finding)
    small.write(path)
    return Found(
        book,
        number,
        finding.invariant,
        finding.rule,
        small.finding.message,
        small.finding.seq,
        len(small.log.header.scenario.creatures),
        str(path),
    )


def smallest(fought: Fought, finding: Finding) -> Minimal:
    """The fight cut down; as it is, with the finding marked, if it does not break the law when it is played again."""
    reading = fought.reading
    try:
        return shrunk(reading, finding)
    except ValueError:
        return Minimal.marked(fought.log, finding)


def fuzz(
    job: Job,
    runs: int | None = None,
    seconds: float | None = None,
    *,
    jobs: int = 1,
    plugins: tuple[str, ...] = (),
    makers: Mapping[str, Maker] = MAKERS,
    each: Callable[[int, int], object] = lambda done, broken: None,
) -> Iterator[Found]:
    """
    Judge fights that are not judged yet, up to so many in all or so many seconds; what is new of what they break.

    ``each`` is told after every fight how many are done, and how many of them break something.
    """
    job.folder.mkdir(parents=True, exist_ok=True)
    done = read_back(job.state)
    begun = monotonic()
    known = {(job.fight(place)[0], *breach) for place, broken in done.items() for breach in broken}
    places = (place for place in range(runs if runs is not None else 1 << 62) if place not in done)
    with job.state.open("a", encoding="utf-8") as file, Workers(jobs, plugins, makers) as workers:
        for place, broken in workers.judged(job, places, lambda: seconds is None or monotonic() - begun < seconds):
            book, number = job.fight(place)
            for breach in broken:
                if (book, *breach) not in known:
                    known.add((book, *breach))
                    yield cut_down(book, number, breach, job.folder, makers)
            done[place] = broken
            file.write(json.dumps([place, broken]) + "\n")
            file.flush()
            each(len(done), sum(map(bool, done.values())))


class Workers:
    """Those who judge: this process alone, or several. What comes back is in the order of the places."""

    def __init__(self, jobs: int, plugins: tuple[str, ...], makers: Mapping[str, Maker]) -> None:
        self.jobs = jobs
        self.makers = makers
        self.pool = ProcessPoolExecutor(jobs, initializer=load_plugins, initargs=(plugins,)) if jobs > 1 else None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)

    def judged(self, job: Job, places: Iterator[int], on: Callable[[], bool]) -> Iterator[tuple[int, list[Breach]]]:
        """Place after place with what is broken there, as long as it goes ``on``."""
        if self.pool is None:
            for place in places:
                if not on():
                    return
                yield place, judge(*job.fight(place), self.makers)
            return
        waiting: list[tuple[int, Future[list[Breach]]]] = []
        for place in places:
            if not on():
                break
            waiting.append((place, self.pool.submit(judge, *job.fight(place), self.makers)))
            if len(waiting) >= 4 * self.jobs:
                first, future = waiting.pop(0)
                yield first, future.result()
        for place, future in waiting:
            yield place, future.result()
