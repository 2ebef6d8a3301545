"""Fights as environments of PettingZoo and Gymnasium: they keep to what those ask, and to the fight."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from msgspec.structs import replace
from pettingzoo.test import api_test, seed_test

import agents.environments
from agents.environments import SIDE, FightEnv, Observation, SideEnv, as_policy
from agents.environments.encoding import CREATURE, MENU, PICKS, QUESTIONS, SITUATION
from agents.fights import scenario_of
from agents.policies import player_for
from sim import encounter
from sim.audit import audit
from sim.core.errors import BadInput
from sim.events.course import Answered, OrderGiven
from sim.events.log import parse, read
from sim.events.orders import Pick
from sim.rules.shelf import book
from sim.scenario.loader import Loaded, load
from sim.testing import scenario_of as drawn
from tests.house.places import ROOT

SCENARIOS = ROOT / "scenarios"
DUEL, GOBLINS, MASTERS = (str(SCENARIOS / f"{name}.toml") for name in ("duel", "goblin-ambush", "duel-of-masters"))
ROSE = "school-of-the-rose"


def masked(mask: np.ndarray) -> int:
    """The middle one of the open actions that are no turning of pages, or the only one."""
    (open_,) = np.nonzero(mask)
    return int(open_[len(open_) // 2])


def played(env: FightEnv, policy: str, seed: int) -> Iterator[Observation]:
    """What the agents of a fight see, one after the other, as a policy of ours chooses for them."""
    env.reset(seed)
    while not any(env.terminations.values()):
        observation, *_ = env.last()
        yield observation
        env.step(env.advised(policy))


@pytest.mark.filterwarnings("ignore:We recommend agents", "ignore:Observation is not", "ignore:Observation space for")
@pytest.mark.parametrize("scenario", [DUEL, MASTERS])
def test_pettingzoo_finds_nothing_amiss(scenario: str) -> None:
    """Its own test of the interface passes by both rulebooks; that arrays come in a dictionary is all it remarks."""
    api_test(FightEnv(scenario), num_cycles=8)


def test_pettingzoo_finds_the_same_fight_for_the_same_seed() -> None:
    """Its own test of seeds passes."""
    seed_test(lambda: FightEnv(DUEL), num_cycles=12)


@pytest.mark.filterwarnings("ignore:.*alternative render modes")
@pytest.mark.parametrize(("scenario", "side"), [(DUEL, "fighters"), (MASTERS, ROSE)])
def test_gymnasium_finds_nothing_amiss(scenario: str, side: str) -> None:
    """Its own test passes by both rulebooks, actions that no mask would let through among them."""
    check_env(SideEnv(scenario, side))


def test_gymnasium_makes_it_by_name() -> None:
    """And asks nothing more than its scenario and side."""
    env = gymnasium.make(SIDE, scenario=DUEL, side="orcs", disable_env_checker=True)

    assert env.reset(seed=1)[1]["agent"] == "grum"


@pytest.mark.parametrize("scenario", [GOBLINS, MASTERS])
def test_a_fight_is_the_one_that_the_table_plays(scenario: str) -> None:
    """Stopped at every choice and every question, it takes the course that its policies take without a halt."""
    scenario_, policies = scenario_of(scenario)
    rules = book(scenario_.ruleset)
    player = player_for(dict.fromkeys(policies, "nearest"), 5, scenario_.knowledge, book=rules)
    table = encounter.begin(rules, scenario_, player, seed=5)
    encounter.play(rules, table)
    env = FightEnv(scenario)

    seen = list(played(env, "nearest", 5))

    def inputs(events: list[object]) -> list[object]:
        return [getattr(e, "order", getattr(e, "answer", None)) for e in events if type(e) in (OrderGiven, Answered)]

    assert inputs(env.log.events) == inputs(table.log.events)
    assert env.battle.snapshot() == table.battle.snapshot()
    assert all(env.encoding.observation_space.contains(observation) for observation in seen)
    asked = {int(observation["observation"]["situation"][SITUATION.index("question")]) for observation in seen}
    assert len(asked) > 1


def test_its_log_is_one_like_any_other() -> None:
    """It is audited without a finding, and runs again to the same bytes."""
    env = FightEnv(DUEL)
    list(played(env, "nearest", 3))
    data = env.log.to_bytes()
    reading = parse(data)

    assert not audit(reading)
    assert encounter.rerun(env.book, reading).log.to_bytes() == data


def test_a_menu_is_never_cut() -> None:
    """With room for few actions, its pages hold all of it, one after the other, and then the first comes again."""
    env = FightEnv(DUEL, actions=8)
    env.reset(1)
    whole = list(env.moment.menu)
    events = len(env.log.events)
    found: list[object] = []
    while env.page is not None and (not found or env.page.number):
        found += env.page.choices
        assert env.observe(env.agent_selection)["action_mask"].tolist() == env.encoding.mask(env.page).tolist()
        env.step(7)

    assert found == whole
    assert len(env.log.events) == events
    assert env.page is not None
    assert env.page.choices == tuple(whole[:7])


def test_an_action_is_the_choice_of_its_number() -> None:
    """What the rows of the menu tell is what happens: the order of that number is given."""
    env = FightEnv(DUEL)
    env.reset(1)
    moment = env.moment
    choices = list(moment.menu)
    rows = env.observe(moment.who)["observation"]["menu"]
    action, target = next((place, row[column]) for place, row in enumerate(rows) if row[column := MENU.index("target")])

    env.step(action)

    (given,) = [event for event in env.log.events if type(event) is OrderGiven]
    assert given.order == choices[action]
    assert env.possible_agents[target - 1] == given.order.target


def test_a_masked_action_changes_nothing() -> None:
    """PettingZoo is told so by an error in one sentence, Gymnasium by a word beside the same observation."""
    env = FightEnv(DUEL)
    env.reset(1)
    before = env.battle.snapshot()
    with pytest.raises(BadInput, match="is not open: its mask leaves the first"):
        env.step(500)
    assert env.battle.snapshot() == before

    side = SideEnv(DUEL, "fighters")
    seen, info = side.reset(seed=1)
    again, reward, over, _, other = side.step(500)
    assert "is not open" in other["refused"]
    assert (reward, over, other["agent"]) == (0.0, False, info["agent"])
    assert all(np.array_equal(seen[name], again[name]) for name in seen)
    assert np.array_equal(side.action_masks(), info["action_mask"] != 0)


def test_what_is_not_seen_is_not_shown() -> None:
    """A foe behind a wall has an empty row and no square on the map; whoever stands in the open has both."""
    walled = Loaded(drawn("A . # . o", {"A": "fighter-1", "o": "orc"}), {})
    plain = Loaded(drawn("A . . . o", {"A": "fighter-1", "o": "orc"}), {})
    rows = {}
    for name, loaded in (("walled", walled), ("plain", plain)):
        env = FightEnv(loaded)
        env.reset(1)
        shown = env.observe("A")["observation"]
        rows[name] = shown["creatures"][1]
        assert (2 in shown["map"][:, :, -1]) == (name == "plain")

    assert not rows["walled"].any()
    assert rows["plain"][CREATURE.index("dx")] == 4
    assert rows["plain"][CREATURE.index("hit_points")] == 0


def test_rewards_come_at_the_end() -> None:
    """1 for the side that has won, -1 for the other, and nothing on the way."""
    env = FightEnv(DUEL)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    env.reset(3)
    while not any(env.terminations.values()):
        assert not any(env.rewards.values())
        env.step(env.advised("nearest"))
    for who, reward in env.rewards.items():
        sums[who] += reward

    assert sums == {who: 1.0 if env.sides[who] == env.battle.winner else -1.0 for who in sums}
    assert not env.truncations[env.agents[0]]


def test_shaped_rewards_add_up_to_what_is_left() -> None:
    """What a side has gained and lost on the way, and what the end was worth."""
    from agents.environments.aec import outcome_for, standing_of

    env, side = SideEnv(MASTERS, ROSE, shaped=True), ROSE
    env.reset(seed=3)
    start, total, over = standing_of(env.fight.battle, side), 0.0, False
    while not over:
        _, reward, over, _, _ = env.step(env.fight.advised("nearest"))
        total += float(reward)
    battle = env.fight.battle

    assert total == pytest.approx(standing_of(battle, side) - start + outcome_for(battle, side))


def test_those_who_learn_nothing_are_played_by_policies() -> None:
    """Only the learners are agents; the others play by the policies of the scenario, or by those that are named."""
    env = FightEnv(MASTERS, learners=(ROSE,), policies={"school-of-the-thorn": "nearest"})
    list(played(env, "random", 1))
    by = {event.who: event.by for event in env.log.events if type(event) is OrderGiven}

    assert {who for who, name in by.items() if name == "player"} == set(env.possible_agents) & set(by)
    assert set(by.values()) == {"player", "nearest"}


def test_a_fight_always_begins_with_a_choice() -> None:
    """One that is lost before the learner's first turn is passed over, for the same one each time."""
    env = FightEnv(DUEL, learners=("ann",))
    seeds = []
    for seed in (120, 121, 121):
        env.reset(seed)
        assert env.observe("ann")["action_mask"].any()
        seeds.append(env.seed)

    assert seeds[0] == 120
    assert seeds[1] == seeds[2] != 121


def test_whoever_never_chooses_cannot_learn() -> None:
    """One who is dead from the start is told of in a sentence."""
    loaded = load(DUEL)
    first, *others = loaded.scenario.creatures
    scenario = replace(loaded.scenario, creatures=(replace(first, conditions=("dead",)), *others))

    with pytest.raises(BadInput, match="none of the learners had to choose"):
        FightEnv(loaded._replace(scenario=scenario), learners=("ann",)).reset(1)


def test_what_is_learnt_plays_as_a_policy() -> None:
    """A function of the arrays fights at the table as any policy does, and turns pages by itself."""
    env = FightEnv(DUEL, actions=8)

    def act(observation: Observation) -> int:
        return (
            7
            if not observation["observation"]["situation"][SITUATION.index("page")]
            else masked(observation["action_mask"][:7])
        )

    policy = as_policy(act, env.encoding, "middle")
    env.reset(1)
    moment = env.moment
    decision = policy(moment.view(), moment.menu, None)

    assert decision.choice == list(moment.menu)[7 + masked(env.encoding.mask(env.encoding.page(moment.menu, 1))[:7])]
    assert decision.reasons[0].words.endswith("of page 1")


def test_a_learnt_policy_that_keeps_turning_pages_is_stopped() -> None:
    """Whoever never chooses is told so, in a sentence."""
    env = FightEnv(DUEL, actions=8)
    env.reset(1)
    moment = env.moment

    with pytest.raises(BadInput, match="which its mask rules out"):
        as_policy(lambda observation: 7, env.encoding)(moment.view(), moment.menu, None)


def test_every_choice_that_a_rule_leaves_has_its_number() -> None:
    """Whatever was picked in the golden fights is listed."""
    about = {
        event.question.about
        for path in (ROOT / "replays").glob("*.jsonl")
        if b'"question":"pick"' in path.read_bytes()
        for event in read(path).events
        if type(event) is Answered and type(event.question) is Pick
    }

    assert about <= set(PICKS)
    assert len(QUESTIONS) == 4


def test_whoever_is_not_in_the_scenario_is_named() -> None:
    """A learner that nobody knows is one sentence with those there are."""
    with pytest.raises(BadInput, match="unknown side 'elves'"):
        FightEnv(DUEL, learners=("elves",))
    with pytest.raises(BadInput, match="1 actions are too few"):
        FightEnv(DUEL, actions=1)


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where PettingZoo is missing, the import says how it is come by."""
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    with pytest.raises(ImportError, match=r"pip install 'maraud\[rl\]'"):
        importlib.reload(agents.environments)
