"""Forecasts: odds and costs from many fights, and how many of a kind would be fair."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.fights import scenario_of, sides_of
from agents.forecast import Cost, Forecast, Outcome, Question, fairest, forecasts, with_count
from agents.measures import wilson
from sim.core.errors import BadInput
from sim.encounter import battle_of
from sim.grid.terrain import Ground
from sim.scenario.loader import Loaded, load
from tests.record_golden import ROOT

AMBUSH = str(ROOT / "scenarios" / "goblin-ambush.toml")
NEAREST = (("patrol", "nearest"), ("goblins", "nearest"))
NOTHING = Cost(0, 0, 0, 0, 0)


def told(question: Question, jobs: int = 1) -> list[Forecast]:
    """The forecasts, without the fights on the way."""
    return [found for found in forecasts(question, jobs) if found is not None]


def forecast_of(*winners: str, number: int = -1) -> Forecast:
    """A forecast from fights of three rounds that these sides have won."""
    return Forecast(("a", "b"), tuple(Outcome(winner, 3, (NOTHING, NOTHING)) for winner in winners), number)


def kinds(loaded: Loaded) -> dict[str, int]:
    """How many of each kind are there."""
    found: dict[str, int] = {}
    for placed in loaded.scenario.creatures:
        found[placed.sheet.kind] = found.get(placed.sheet.kind, 0) + 1
    return found


def test_the_odds_are_shares_of_the_fights() -> None:
    """Those of each side and of nobody, each with Wilson's interval."""
    found = forecast_of("a", "a", "b", "")

    assert found.won("a") == wilson(0.5, 4)
    assert found.won("b") == wilson(0.25, 4)
    assert found.won("") == wilson(0.25, 4)
    assert found.balance() == 0.625


def test_costs_are_means_with_normal_intervals() -> None:
    """Of one and three lost, two, give or take 1.96 times the standard error."""
    costs = [Outcome("a", rounds, (Cost(rounds, 0, 0, 0, 0), NOTHING)) for rounds in (1, 3)]
    found = Forecast(("a", "b"), tuple(costs))

    assert found.cost("a", "down") == pytest.approx((2, 2 - 1.96, 2 + 1.96), abs=1e-3)
    assert found.rounds() == found.cost("a", "down")


def test_a_forecast_adds_up() -> None:
    """Each fight is won by a side or by nobody, and whoever is dead is out of it."""
    (found,) = told(Question(AMBUSH, 12, policies=NEAREST))

    assert sum(found.won(side).value for side in ("patrol", "goblins", "")) == pytest.approx(1)
    for outcome in found.outcomes:
        assert all(0 <= cost.dead <= cost.down for cost in outcome.costs)
        loser = {"patrol": 1, "goblins": 0}.get(outcome.winner)
        if loser is not None:
            assert outcome.costs[loser].down == (4, 8)[loser]


def test_two_processes_forecast_what_one_does() -> None:
    """To the last number."""
    question = Question(AMBUSH, 3, 7, NEAREST, kind="goblins", numbers=(5, 6))

    assert told(question, jobs=2) == told(question)


def test_the_scenario_as_it_is_is_the_one_with_as_many() -> None:
    """Seven goblins stand there: varied to seven, the same fights."""
    (plain,) = told(Question(AMBUSH, 3, policies=NEAREST))
    (seven,) = told(Question(AMBUSH, 3, policies=NEAREST, kind="goblin", numbers=(7,)))

    assert seven.outcomes == plain.outcomes


@pytest.mark.parametrize("number", [0, 3, 7, 12, 30])
def test_so_many_of_a_kind_stand_there(number: int) -> None:
    """Each on ground of its own that it could walk to, with the policy of its like; the others are untouched."""
    loaded = scenario_of(AMBUSH)
    varied = with_count(loaded, "goblins", number)
    ground = Ground.of(varied.scenario.map)
    squares = [one.square for one in varied.scenario.creatures if one.sheet.span == 1]

    assert kinds(varied).get("goblin", 0) == number
    assert {**kinds(varied), "goblin": 7} == kinds(loaded)
    assert len(set(squares)) == len(squares)
    assert all(ground.inside >> square & 1 and not ground.solid >> square & 1 for square in squares)
    assert set(varied.policies) >= {one.sheet.id for one in varied.scenario.creatures}
    assert len(battle_of(varied.scenario).creatures) == len(varied.scenario.creatures)


def test_newcomers_stand_beside_their_like() -> None:
    """The first one next to one of them."""
    loaded = scenario_of(AMBUSH)
    *_, newcomer = with_count(loaded, "goblin", 8).scenario.creatures
    ground = Ground.of(loaded.scenario.map)
    like = [one.square for one in loaded.scenario.creatures if one.sheet.kind == "goblin"]

    assert newcomer.sheet.id == "goblin-8"
    assert min(ground.distance(newcomer.square, 1, square, 1) for square in like) == 1


def test_a_large_kind_finds_room_for_its_space() -> None:
    """Ogres do not overlap."""
    loaded = scenario_of(str(ROOT / "scenarios" / "ladder" / "ogres-at-the-farm.toml"))
    scenario = with_count(loaded, "ogre", 6).scenario
    ground = Ground.of(scenario.map)
    spaces = [ground.footprint(one.square, one.sheet.span) for one in scenario.creatures]

    taken = 0
    for space in spaces:
        assert not taken & space
        taken |= space


WRONG = {
    "nobody of that kind": ("dragons", 3, "no such creature is there"),
    "more than there is room for": ("goblin", 480, "there is room for"),
    "more than fit into a fight": ("goblin", 600, "more than 500 creatures"),
    "nobody of that side": ("elves/goblin", 3, "no such creature"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_varied_is_a_sentence(case: str) -> None:
    """It says what to do instead."""
    kind, number, words = WRONG[case]

    with pytest.raises(BadInput, match=words):
        with_count(scenario_of(AMBUSH), kind, number)


def test_a_kind_on_both_sides_has_to_say_whose() -> None:
    """Then that side alone changes."""
    loaded = load(ROOT / "scenarios" / "ladder" / "two-packs.toml")

    with pytest.raises(BadInput, match="two sides have some: say whose, as in west/wolf"):
        with_count(loaded, "wolves", 2)
    scenario = with_count(loaded, "east/wolves", 2).scenario
    assert [sum(one.sheet.side == side for one in scenario.creatures) for side in sides_of(scenario)] == [5, 3]


def test_riders_and_mounts_are_not_varied() -> None:
    """Nobody can say who would ride whom."""
    loaded = load(ROOT / "scenarios" / "ladder" / "riders-at-dawn.toml")

    for kind in ("west/mounted-archer-6", "west/light-war-horse"):
        with pytest.raises(BadInput, match="they ride or are ridden"):
            with_count(loaded, kind, 3)


def test_a_side_is_never_left_empty(tmp_path: Path) -> None:
    """The last of a side cannot be varied away."""
    with pytest.raises(BadInput, match="nobody would be left of orcs"):
        with_count(load(ROOT / "scenarios" / "duel.toml"), "orc", 0)


def test_the_fairest_is_the_one_nearest_to_even_odds() -> None:
    """Draws count half; of two, the first."""
    found = [forecast_of("a", "a", number=1), forecast_of("a", "", "b", number=2), forecast_of("a", "b", number=3)]

    assert fairest(found).number == 2
