"""What holds for every policy in every fight."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.model import FightModel
from agents.policies import Policies, names, player_for
from agents.policies.player import MOST_ORDERS
from sim.core.errors import BadInput
from sim.encounter import begin, play, rerun
from sim.events.course import Answered, FightEnded, OrderGiven, TurnBegan
from sim.events.header import Scenario
from sim.events.log import parse
from sim.events.orders import Decision, End, Order, Question
from sim.rules.d20.book import BOOK
from sim.state.battle import Battle
from sim.table import Menu, Table
from sim.testing import scenario_of

KINDS = (
    "fighter-3",
    "archer-4",
    "rogue-1",
    "cleric-3",
    "monk-3",
    "chain-fighter-4",
    "orc",
    "goblin",
    "gnoll",
    "wolf",
    "ogre",
    "human-warrior-skeleton",
    "ghoul",
    "constrictor-snake",
)
MAPS = (
    """
    . . . . . . . . .
    . A A . . . a a .
    . A A . : . a a .
    . B B . # . b b .
    . B B . . . b b .
    . . . . . . . . .
    """,
    """
    A A . . # . . . . a a
    A A . . # . . . . a a
    . . , . . . . ; . . .
    B B . . # w w . . b b
    B B . . # w w . . b b
    """,
)

fights = st.builds(
    lambda drawing, one, two, three, four: scenario_of(drawing, {"A": one, "B": two, "a": three, "b": four}),
    st.sampled_from(MAPS),
    *[st.sampled_from(KINDS)] * 4,
)
QUICK = tuple(name for name in names() if not name.startswith("search"))
"""The policies that think quickly; ``test_search.py`` holds the same against the others."""

pairs = st.tuples(st.sampled_from(QUICK), st.sampled_from(QUICK))
seeds = st.integers(0, 2**64 - 1)


class Watched:
    """A player that looks over the shoulder of another: its choices are offered, and it changes nothing."""

    def __init__(self, player: Policies) -> None:
        self.player = player
        self.decisions: list[Decision] = []

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        before = battle.snapshot()
        decision = self.player.decide(battle, who, question, menu)
        assert battle.snapshot() == before
        if question is None:
            assert not BOOK.refusal(battle, who, cast(Order, decision.choice))
        else:
            assert decision.choice in list(menu)
        self.decisions.append(decision)
        return decision


def watched(scenario: Scenario, pair: tuple[str, str], seed: int) -> tuple[Table, Watched]:
    """A fight played to its end under supervision."""
    player = Watched(player_for({"upper": pair[0], "lower": pair[1]}, seed))
    table = begin(BOOK, scenario, player, seed=seed)
    play(BOOK, table)
    return table, player


@settings(max_examples=25)
@given(fights, pairs, seeds)
def test_policies_choose_what_is_offered_change_nothing_and_say_why(
    scenario: Scenario, pair: tuple[str, str], seed: int
) -> None:
    """Every choice is on the menu, leaves the battle as it was, has a reason, and names the policy; the fight ends."""
    table, player = watched(scenario, pair, seed)

    assert type(table.log.events[-1]) is FightEnded
    assert all(decision.reasons and decision.reasons[0].words for decision in player.decisions)
    assert all(type(reason.score) is int for decision in player.decisions for reason in decision.reasons)
    assert {decision.by for decision in player.decisions} <= {*pair, "player", "fear"}


@settings(max_examples=10)
@given(fights, pairs, seeds)
def test_the_same_fight_twice_is_the_same_log(scenario: Scenario, pair: tuple[str, str], seed: int) -> None:
    """Played again, and run again from its inputs, a fight gives the same bytes."""
    policies = {"upper": pair[0], "lower": pair[1]}
    data = FightModel(scenario, policies, seed).run().to_bytes()

    assert FightModel(scenario, policies, seed).run().to_bytes() == data
    assert rerun(BOOK, parse(data)).log.to_bytes() == data


@settings(max_examples=15)
@given(fights, pairs, seeds)
def test_no_turn_goes_on_for_ever(scenario: Scenario, pair: tuple[str, str], seed: int) -> None:
    """Nobody gives more than a dozen orders in a turn, and its end."""
    table, _ = watched(scenario, pair, seed)
    most = 0
    for event in table.log.events:
        if type(event) is TurnBegan:
            orders = 0
        elif type(event) is OrderGiven:
            orders += 1
            most = max(most, orders)

    assert most <= MOST_ORDERS + 1


def test_a_policy_that_dithers_is_stopped() -> None:
    """After a dozen orders the turn is ended, with that reason."""
    table = begin(BOOK, scenario_of("A . . o", {"A": "fighter-3", "o": "orc"}), player_for({}, 1), seed=1)
    table.battle.turn.orders = MOST_ORDERS
    table.battle.turn.who = "A"

    decision = table.player.decide(table.battle, "A", None, BOOK.offers(table.battle, "A"))

    assert type(decision.choice) is End
    assert "enough" in decision.reasons[0].words


def test_random_does_every_kind_of_thing() -> None:
    """Over some fights, chance gives most kinds of order that there are."""
    drawing = MAPS[0]
    kinds: Counter[str] = Counter()
    for seed in range(12):
        scenario = scenario_of(drawing, {"A": "fighter-3", "B": "archer-4", "a": "orc", "b": "wolf"})
        log = FightModel(scenario, {"upper": "random", "lower": "random"}, seed).run()
        kinds.update(type(event.order).__name__ for event in log.events if type(event) is OrderGiven)

    assert {"Attack", "Move", "Step", "Charge", "Drop", "DropProne", "End", "TotalDefense", "Withdraw"} <= set(kinds)


def test_policies_are_asked_about_opportunities() -> None:
    """Answers in a log carry the name of the policy that gave them."""
    scenario = scenario_of(MAPS[0], {"A": "fighter-3", "B": "archer-4", "a": "orc", "b": "orc"})
    for seed in range(20):
        log = FightModel(scenario, {"upper": "doctrine", "lower": "random"}, seed).run()
        answers = [event for event in log.events if type(event) is Answered]
        if answers:
            break

    assert {event.by for event in answers} <= {"doctrine", "random"}


def test_hash_order_does_not_matter(tmp_path: Path) -> None:
    """The same fight under another ``PYTHONHASHSEED`` gives the same digest."""
    program = (
        "from tests.agents.test_laws import MAPS, FightModel, scenario_of\n"
        "scenario = scenario_of(MAPS[1], {'A': 'fighter-3', 'B': 'rogue-1', 'a': 'ogre', 'b': 'gnoll'})\n"
        "print(FightModel(scenario, {'upper': 'doctrine:flank', 'lower': 'random'}, 5).run().digest)\n"
    )
    root = Path(__file__).parents[2]
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=root,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(root), "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "99")
    }

    assert len(digests) == 1


def test_the_names_are_known() -> None:
    """Scenarios and commands may ask for these."""
    assert names() == (
        "random",
        "nearest",
        "doctrine",
        "doctrine:charge",
        "doctrine:retreat",
        "doctrine:grapple",
        "doctrine:flank",
        "utility",
        "team",
        "search",
        "search:rollouts",
    )


def test_an_unknown_policy_is_refused_in_one_sentence() -> None:
    """The error names the policies that there are."""
    with pytest.raises(BadInput, match="no policy is called 'clever': use one of random, nearest"):
        player_for({"orcs": "clever"}, 1)


def test_unknown_knowledge_is_refused() -> None:
    """There are two kinds of knowledge."""
    with pytest.raises(BadInput, match="neither 'seen' nor 'open'"):
        player_for({}, 1, "all")
