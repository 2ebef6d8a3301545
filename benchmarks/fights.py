"""The fights that are timed. They stand in a module of their own, so that a spawned process finds them."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from time import perf_counter

from agents.model import FightModel
from agents.policies import player_for
from benchmarks import field
from sim.encounter import begin, play
from sim.events.attacks import AttackRolled
from sim.events.log import Log
from sim.events.orders import Decision, Question
from sim.rules.d20.book import BOOK
from sim.state.battle import Battle
from sim.table import Menu


@cache
def policies(count: int, name: str = "nearest") -> dict[str, str]:
    """Everybody plays the policy of this name."""
    return {placed.sheet.id: name for placed in field.scenario(count).creatures}


def bare(count: int, seed: int) -> int:
    """One fight without Mesa; returns its attack rolls."""
    scenario = field.scenario(count)
    table = begin(BOOK, scenario, player_for(policies(count), seed, "seen"), seed=seed, policies=policies(count))
    play(BOOK, table)
    return attack_rolls(table.log)


def through_mesa(count: int, seed: int) -> int:
    """One fight through the Mesa model; returns its attack rolls."""
    model = FightModel(field.scenario(count), policies(count), seed)
    return attack_rolls(model.run())


def utility(count: int, seed: int) -> int:
    """One fight through the Mesa model in which everybody plays ``utility``; returns its attack rolls."""
    return attack_rolls(FightModel(field.scenario(count), policies(count, "utility"), seed).run())


def thought(count: int, name: str, rounds: int = 2) -> tuple[float, int]:
    """Seconds that a policy thinks in the first rounds of a fight, and its decisions in them."""
    player = player_for(policies(count, name), 1, "seen")
    decide, spent, decisions = player.decide, 0.0, 0

    def timed(battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        nonlocal spent, decisions
        if battle.round > rounds:
            raise StopIteration
        start = perf_counter()
        found = decide(battle, who, question, menu)
        spent += perf_counter() - start
        decisions += 1
        return found

    player.decide = timed  # type: ignore[method-assign]
    with suppress(StopIteration):
        play(BOOK, begin(BOOK, field.scenario(count), player, seed=1, policies=policies(count, name)))
    return spent, decisions


def attack_rolls(log: Log) -> int:
    """Writes every line of a log and chains them; returns the attack rolls in it."""
    assert log.digest
    return [type(event) for event in log.events].count(AttackRolled)


def many(seed: int) -> int:
    """So many fights that starting a process does not count; returns their attack rolls."""
    return sum(bare(4, seed + each) for each in range(120))
