"""The Mesa model: rounds are steps, combatants are agents, and the battle is the truth."""

from __future__ import annotations

import gc
import weakref
from inspect import signature

import pytest
from mesa import batch_run

from agents.model import FightModel
from sim.dice.sources import SeededDice
from sim.encounter import begin, play
from sim.events.course import FightEnded, RefereeSet, RoundBegan, TurnBegan
from sim.events.header import Scenario
from sim.rules.d20.book import BOOK
from sim.state.battle import Battle
from sim.testing import scenario_of

BOTH = {"upper": "nearest", "lower": "nearest"}


@pytest.fixture
def scenario() -> Scenario:
    """Two against two, eight squares apart."""
    drawing = """
    . . . . . . . . . . .
    . A . . . . . . . o .
    . B . . . . . . . p .
    . . . . . . . . . . .
    """
    return scenario_of(drawing, {"A": "fighter-3", "B": "fighter-3", "o": "ogre", "p": "orc"})


def test_a_step_is_a_round(scenario: Scenario) -> None:
    """After each step one more round is over."""
    model = FightModel(scenario, BOTH, 7)

    model.step()
    assert [event.number for event in model.log.events if type(event) is RoundBegan] == [1, 2]
    model.step()
    assert model.table.battle.round == 3
    assert model.steps == 2


def test_a_surprise_round_is_a_step(scenario: Scenario) -> None:
    """The surprise round is a step of its own, and round 1 follows."""
    from msgspec.structs import replace

    model = FightModel(replace(scenario, unaware=("o", "p")), BOTH, 7)

    model.step()

    assert [event.number for event in model.log.events if type(event) is RoundBegan] == [0, 1]


def test_run_ends_the_fight_and_the_model(scenario: Scenario) -> None:
    """At the end the log is finished, and the model no longer runs."""
    model = FightModel(scenario, BOTH, 7)

    log = model.run()

    assert type(log.events[-1]) is FightEnded
    assert not model.running
    assert model.winner == log.events[-1].winner


def test_a_step_after_the_end_changes_nothing(scenario: Scenario) -> None:
    """A finished fight stays as it is."""
    model = FightModel(scenario, BOTH, 7)
    digest = model.run().digest

    model.step()

    assert model.log.digest == digest


def test_the_model_plays_what_the_table_would(scenario: Scenario) -> None:
    """Through the model or without it, the fight is the same, header and all."""
    model = FightModel(scenario, BOTH, 7)
    table = begin(BOOK, scenario, model.player, seed=7, policies=dict.fromkeys("ABop", "nearest"))
    play(BOOK, table)

    assert model.run().to_bytes() == table.log.to_bytes()


def test_an_activation_is_a_turn(scenario: Scenario) -> None:
    """An agent's step ends with its turn."""
    model = FightModel(scenario, BOTH, 7)
    combatant = model.combatants["p"]

    combatant.step()

    battle = model.table.battle
    assert battle.turn.who == "p"
    assert battle.turn.over or battle.phase == "over"
    assert sum(type(event) is TurnBegan and event.who == "p" for event in model.log.events) == 1


def test_agents_mirror_the_battle(scenario: Scenario) -> None:
    """An agent shows hit points, square and conditions of its creature."""
    model = FightModel(scenario, BOTH, 7)
    model.step()
    battle = model.table.battle

    for combatant in model.agents:
        creature = battle[combatant.id]
        assert combatant.hit_points == creature.hit_points
        assert combatant.square == battle.ground.name(creature.square)
        assert combatant.standing == (combatant.id not in [c.id for c in battle if c.flags and not c.can_act])


def test_the_grid_is_built_when_somebody_looks(scenario: Scenario) -> None:
    """Nothing is built for a fight that nobody watches; who looks finds everybody in their squares, at any time."""
    model = FightModel(scenario, BOTH, 7)
    model.step()
    assert model._grid is None

    for _ in range(2):
        grid = model.grid
        battle = model.table.battle
        for combatant in model.agents:
            y, x = divmod(battle[combatant.id].square, battle.ground.stride)
            assert combatant in grid[x, y].agents
        model.step()


def test_data_are_collected_every_round(scenario: Scenario) -> None:
    """A row a round, with hit points and how many stand on each side; the last row is the end."""
    model = FightModel(scenario, BOTH, 7)
    model.run()

    rows = model.datacollector.get_model_vars_dataframe()

    assert len(rows) == model.steps
    assert rows["standing"].iloc[-1] == model.table.battle.standing


def test_a_row_is_what_the_round_left(scenario: Scenario) -> None:
    """Whether somebody looks after every round or only at the end, rows show the battle as it was then."""
    model, late = FightModel(scenario, BOTH, 7), FightModel(scenario, BOTH, 7)
    seen = []
    while model.running:
        model.step()
        seen.append(dict(model.table.battle.standing))
        assert list(model.datacollector.get_model_vars_dataframe()["standing"]) == seen
    late.run()

    assert list(late.datacollector.get_model_vars_dataframe()["standing"]) == seen
    frames = [fight.datacollector.get_agent_vars_dataframe() for fight in (model, late)]
    assert frames[0].equals(frames[1])


def test_batch_run_plays_fights(scenario: Scenario) -> None:
    """Mesa's own batch runner varies seeds and policies, and finds who won."""
    varied = {"scenario": [scenario], "policies": [BOTH, {"upper": "random"}]}
    if "rng" in signature(batch_run).parameters:  # Mesa 3.5 hands seeds out itself
        rows = batch_run(FightModel, varied, rng=[1, 2, 3], display_progress=False)
    else:
        rows = batch_run(FightModel, {**varied, "seed": [1, 2, 3]}, display_progress=False)

    assert sorted(row["seed"] for row in {row["RunId"]: row for row in rows}.values()) == [1, 1, 2, 2, 3, 3]
    assert all({"round", "standing", "hit_points"} <= row.keys() for row in rows)


def test_without_a_seed_one_is_drawn_and_logged(scenario: Scenario) -> None:
    """Two fights without a seed differ, and each can be played again by the seed in its header."""
    first, second = FightModel(scenario, BOTH).run(), FightModel(scenario, BOTH).run()

    assert first.header.dice[0].seed != second.header.dice[0].seed
    assert FightModel(scenario, BOTH, int(first.header.dice[0].seed)).run().digest == first.digest


def test_a_finished_model_is_forgotten(scenario: Scenario) -> None:
    """Nothing in Mesa keeps a model that nobody holds any more."""
    model = FightModel(scenario, BOTH, 7)
    kept = weakref.ref(model)

    del model
    gc.collect()

    assert kept() is None


def test_watcher_sink_dice_and_referee_are_handed_on(scenario: Scenario) -> None:
    """What is given to the model reaches the table."""
    seen: list[tuple[int, object]] = []
    chunks: list[bytes] = []
    ruled: list[object] = []

    def referee(battle: Battle) -> list[object]:
        if ruled or battle.round < 1:
            return []
        ruled.append(RefereeSet(-1, "o", 1, "it was wounded before"))
        return ruled

    model = FightModel(
        scenario,
        BOTH,
        7,
        sink=chunks.append,
        watcher=lambda seq, event: seen.append((seq, event)),
        referee=referee,
        dice=SeededDice(3),
    )
    log = model.run()

    assert [event for _, event in seen] == log.events
    assert b"".join(chunks) == log.to_bytes()
    assert ruled[0] in log.events


def test_the_numbers_of_mesa_decide_nothing(scenario: Scenario) -> None:
    """Whatever is drawn from the model's own randomness, the fight goes the same way."""
    plain = FightModel(scenario, BOTH, 7).run().digest
    model = FightModel(scenario, BOTH, 7)
    while model.running:
        model.random.random()
        model.rng.random()
        model.step()

    assert model.log.digest == plain
