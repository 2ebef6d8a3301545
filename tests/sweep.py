"""
Many fights over all scenarios and pairs of policies: each must end, stand its audit, and run again to the same bytes.

Of each scenario, every eighth fight is cut short and resumed, and forked without a change, and must come to the same
end. ``python -m tests.sweep --runs 5000 --jobs 2`` says how far it is and how long it will take, can be interrupted,
and goes on from there when it is started again on the same code; ``--ruleset adnd`` keeps to the scenarios of one
rulebook. What it finds is grouped by invariant; exit 1 when there is anything.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from itertools import product
from math import gcd
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from agents.model import FightModel
from agents.policies import Policies, names, player_for
from sim import encounter
from sim.audit import audit
from sim.events.course import FightEnded
from sim.events.header import Header
from sim.events.log import parse
from sim.fuzz import whole_lines
from sim.rules.shelf import IDS, book
from sim.scenario.loader import load

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "scenarios"
SCENARIOS = tuple(sorted(path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.toml")))

PLAYERS = tuple(name for name in names() if not name.startswith("search"))
"""Searches take a hundred times as long for orders like those of others: `make ladder` plays enough of them."""

MOST_EVENTS = 100_000
"""A fight that has not come to its end by then never does."""

THOROUGH = 8
"""Every so many fights of a scenario one is resumed and forked as well."""


class Run(NamedTuple):
    """Fight number ``number`` of a sweep, which is its seed too; sides take the policies in turn."""

    number: int
    scenario: str
    policies: tuple[str, str]

    @property
    def thorough(self) -> bool:
        """Is this fight resumed and forked as well?"""
        return self.number // len(SCENARIOS) % THOROUGH == 0

    def __str__(self) -> str:
        return f"{self.scenario}, {self.policies[0]} against {self.policies[1]}, seed {self.number}"


class Fault(NamedTuple):
    """What is wrong with a fight: the name of an invariant, and the whole story."""

    invariant: str
    message: str


def of(ruleset: str) -> tuple[str, ...]:
    """The scenarios that are played by a rulebook."""
    return tuple(name for name in SCENARIOS if load(FOLDER / f"{name}.toml").scenario.ruleset == ruleset)


def plan(runs: int, scenarios: tuple[str, ...] = SCENARIOS) -> Iterator[Run]:
    """The fights of a sweep: all scenarios and pairs evenly, however few they are."""
    pairs = list(product(PLAYERS, PLAYERS))
    stride = next(step for step in range(len(pairs) * 5 // 8, 2 * len(pairs)) if gcd(step, len(pairs)) == 1)
    for number in range(runs):
        lap, place = divmod(number, len(scenarios))
        scenario, pair = scenarios[place], pairs[(lap + place) * stride % len(pairs)]
        yield Run(number, scenario, pair)


def judge(run: Run) -> list[Fault]:
    """Play a fight and say what is wrong with it."""
    try:
        return list(faults(run))
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        return [Fault(f"crash {type(error).__name__} in {where}", f"{run}: {error}")]


def faults(run: Run) -> Iterator[Fault]:
    """The fight ends; its log reads back, is the same when run again, and stands its audit."""
    scenario = load(FOLDER / f"{run.scenario}.toml").scenario
    sides = dict.fromkeys(placed.sheet.side for placed in scenario.creatures)
    policies = {side: run.policies[place % 2] for place, side in enumerate(sides)}
    model = FightModel(scenario, policies, run.number)
    log = model.log
    while len(log.events) < MOST_EVENTS and model.advance():
        pass
    if not log.events or type(log.events[-1]) is not FightEnded:
        yield Fault("every fight ends", f"{run}: still going on in round {model.table.battle.round}")
    data = log.to_bytes()
    reading = parse(data)
    if encounter.rerun(model.book, reading).log.to_bytes() != data:
        yield Fault("a rerun gives the same bytes", str(run))
    if run.thorough:
        yield from unlike(run, data)
    for finding in audit(reading):
        yield Fault(finding.invariant, f"{run}, event {finding.seq}: {finding.message} [{finding.rule}]")


def unlike(run: Run, data: bytes) -> Iterator[Fault]:
    """A fight cut short and resumed has the same bytes; a fork that changes nothing has the same events."""
    if cut_short(data, run.number) != data:
        yield Fault("a fight goes on where it was cut", str(run))
    whole = parse(data)
    choices = encounter.decisions(whole.events)
    at = choices[run.number * 7919 % len(choices)]
    table = encounter.fork(book(whole.header.ruleset), whole, encounter.Fork(at), player_of(whole.header))
    encounter.play(book(whole.header.ruleset), table)
    if tuple(table.log.events) != whole.events:
        yield Fault("a fork that changes nothing is the same fight", f"{run}: forked at event {at}")


def cut_short(data: bytes, number: int) -> bytes:
    """A log cut after any line, which ``number`` picks, and resumed."""
    lines = data.splitlines(keepends=True)
    reading = parse(b"".join(lines[: 1 + number * 7919 % (len(lines) - 1)]))
    found = book(reading.header.ruleset)
    table = encounter.resume(found, reading, player_of(reading.header))
    encounter.play(found, table)
    return table.log.to_bytes()


def player_of(header: Header) -> Policies:
    """Those who played a fight."""
    found = book(header.ruleset)
    return player_for(header.policies, encounter.mind_seed(header), header.scenario.knowledge, book=found)


def code() -> str:
    """A digest of everything that decides how a fight goes."""
    digest = sha256()
    for folder in ("sim", "agents", "scenarios"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".toml", ".tsv"):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def read_back(state: Path) -> dict[int, list[Fault]]:
    """The fights judged so far; a last line that an interruption tore is cut off."""
    return {number: [Fault(*fault) for fault in found] for number, found in whole_lines(state)}


def sweep(
    runs: int, jobs: int, state: Path, scenarios: tuple[str, ...] = SCENARIOS, *, quiet: bool = False
) -> dict[int, list[Fault]]:
    """Judge all fights that are not judged yet; ``state`` keeps a line for each."""
    done = read_back(state)
    left = [run for run in plan(runs, scenarios) if run.number not in done]
    begun = monotonic()
    state.parent.mkdir(parents=True, exist_ok=True)
    pool = ProcessPoolExecutor(jobs)
    try:
        with state.open("a", encoding="utf-8") as file:
            for place, (run, found) in enumerate(zip(left, pool.map(judge, left, chunksize=4), strict=True), 1):
                done[run.number] = found
                file.write(json.dumps([run.number, found]) + "\n")
                file.flush()
                if not quiet:
                    bad = sum(1 for faults in done.values() if faults)
                    minutes = (monotonic() - begun) / place * (len(left) - place) / 60
                    line = f"{len(done)} of {runs} fights, {bad} with findings, {minutes:.0f} minutes left"
                    print(f"\r{line:<70}", end="", file=sys.stderr, flush=True)
    finally:
        pool.shutdown(cancel_futures=True)
    return {number: found for number, found in done.items() if number < runs}


def report(done: dict[int, list[Fault]]) -> str:
    """The findings, most frequent invariant first, each with its first three stories."""
    groups: dict[str, list[str]] = {}
    for number in sorted(done):
        for fault in done[number]:
            groups.setdefault(fault.invariant, []).append(fault.message)
    lines = []
    for invariant, messages in sorted(groups.items(), key=lambda group: -len(group[1])):
        lines.append(f"{len(messages)} x {invariant}")
        lines += [f"    {message}" for message in messages[:3]]
    return "\n".join(lines) or "nothing found"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.sweep", description=__doc__)
    parser.add_argument("--runs", type=int, default=5000, help="how many fights")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    parser.add_argument("--ruleset", choices=IDS, help="only the scenarios of one rulebook")
    parser.add_argument("--fresh", action="store_true", help="begin anew")
    options = parser.parse_args()
    scenarios = of(options.ruleset) if options.ruleset else SCENARIOS
    state = Path(tempfile.gettempdir()) / f"maraud-sweep-{options.ruleset or 'all'}-{code()}.jsonl"
    if options.fresh:
        state.unlink(missing_ok=True)
    try:
        done = sweep(options.runs, options.jobs, state, scenarios)
    except KeyboardInterrupt:
        print(f"\ninterrupted: the same command goes on from here ({state})", file=sys.stderr)
        return 130
    print(file=sys.stderr)
    print(report(done))
    return 1 if any(done.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
