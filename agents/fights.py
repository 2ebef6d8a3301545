"""Many fights for their results alone: played without a log on disk, on as many processes as one likes."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from itertools import islice
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Protocol, TypeVar

import msgspec

from agents.policies import admit, names, player_for
from agents.view import Persona
from sim.core.errors import BadInput
from sim.encounter import begin
from sim.encounter import play as play_on
from sim.events.header import Scenario
from sim.rules.shelf import book
from sim.scenario.loader import Loaded, load
from sim.state.battle import Battle
from sim.table import Table

T = TypeVar("T")
R = TypeVar("R")
Given = TypeVar("Given", covariant=True)

AHEAD = 4
"""So many tasks a process are under way or waiting for it."""


@lru_cache(maxsize=64)
def scenario_of(path: str, persona: tuple[tuple[str, int], ...] = ()) -> Loaded:
    """A scenario file, read once; ``persona`` are traits that everybody in it has instead of his own."""
    loaded = load(Path(path), names())
    return loaded._replace(scenario=with_persona(loaded.scenario, dict(persona))) if persona else loaded


def with_persona(scenario: Scenario, traits: Mapping[str, int]) -> Scenario:
    """
    The scenario with these traits for all its creatures; the others stay each creature's own.

    :raises BadInput: for a trait that does not exist, or is not from 0 to 10.
    """
    for name, value in traits.items():
        if name not in Persona._fields or not 0 <= value <= 10:
            known = ", ".join(Persona._fields)
            raise BadInput(f"persona {name}={value} is none: give one of {known} a number from 0 to 10")
    placed = tuple(
        msgspec.structs.replace(one, sheet=msgspec.structs.replace(one.sheet, persona={**one.sheet.persona, **traits}))
        for one in scenario.creatures
    )
    return msgspec.structs.replace(scenario, creatures=placed)


def sides_of(scenario: Scenario) -> tuple[str, ...]:
    """The names of its sides, in the order of the file."""
    return tuple(dict.fromkeys(placed.sheet.side for placed in scenario.creatures))


def fought(scenario: Scenario, policies: Mapping[str, str], seed: int) -> Battle:
    """The battle at the end of a fight; ``policies`` by side or creature, policy files among them."""
    return played(scenario, policies, seed).battle


def played(scenario: Scenario, policies: Mapping[str, str], seed: int) -> Table:
    """The table at the end of a fight, with its log."""
    for name in policies.values():
        admit(name)
    rules = book(scenario.ruleset)
    player = player_for(policies, seed, scenario.knowledge, book=rules)
    table = begin(rules, scenario, player, seed=seed, policies=player.names(scenario))
    play_on(rules, table)
    return table


def cores() -> int:
    """How many processes can run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(work: Callable[[T], R], tasks: Iterable[T], jobs: int) -> Iterator[R]:
    """
    The results of tasks in the order of the tasks, made by so many processes; ``work`` is a function of a module.

    :raises BadInput: when a process is gone before its work is done.
    """
    if jobs == 1:
        yield from map(work, tasks)
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_quietly)
    try:
        yield from through(pool.submit, work, tasks, AHEAD * jobs)
    except BrokenProcessPool:
        raise BadInput("one of the processes is gone (is there enough memory?): try again with fewer --jobs") from None
    finally:
        pool.shutdown(cancel_futures=True)


def through(
    submit: Callable[[Callable[[T], R], T], Promise[R]], work: Callable[[T], R], tasks: Iterable[T], ahead: int
) -> Iterator[R]:
    """The same by those to whom ``submit`` hands tasks, whoever they are; so many are under way or waiting."""
    rest = iter(tasks)
    waiting = deque(submit(work, task) for task in islice(rest, ahead))
    while waiting:
        yield waiting.popleft().result()
        waiting.extend(submit(work, task) for task in islice(rest, 1))


class Promise(Protocol[Given]):
    """What has been handed to somebody; its result is waited for."""

    def result(self) -> Given: ...


def _leave_quietly() -> None:
    """
    Ctrl-C reaches every process of the terminal: the workers end at once and say nothing; and so they do when whoever
    started them has been killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)
