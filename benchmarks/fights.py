"""The fights that are timed. They stand in a module of their own, so that a spawned process finds them."""

from __future__ import annotations

from functools import cache

from agents.model import FightModel
from agents.policies import player_for
from benchmarks import field
from sim.encounter import begin, play
from sim.events.attacks import AttackRolled
from sim.events.log import Log
from sim.rules.d20.book import BOOK


@cache
def policies(count: int) -> dict[str, str]:
    """Everybody plays ``nearest``."""
    return {placed.sheet.id: "nearest" for placed in field.scenario(count).creatures}


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


def attack_rolls(log: Log) -> int:
    """Writes every line of a log and chains them; returns the attack rolls in it."""
    assert log.digest
    return [type(event) for event in log.events].count(AttackRolled)


def many(seed: int) -> int:
    """So many fights that starting a process does not count; returns their attack rolls."""
    return sum(bare(4, seed + each) for each in range(120))
