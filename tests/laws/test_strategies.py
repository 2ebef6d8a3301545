"""
What is drawn is what a fight is made of, by both rulebooks; and laws of the engine over drawn fights.

``make laws`` draws many more of each than a run of the whole suite does.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from sim import invent
from sim.encounter import battle_of
from sim.events.header import Scenario
from sim.fuzz import Fought
from sim.grid.figures import SYMBOLS, MapFigures
from sim.grid.terrain import Ground
from sim.rules.shelf import IDS, book
from sim.scenario.loader import read
from sim.strategies import (
    FightMachine,
    Turn,
    battles,
    creatures,
    dice,
    drawings,
    equipment,
    fights,
    kinds,
    maps,
    orders,
    rulebooks,
    scenarios,
)
from sim.table import Table
from sim.testing import battlefield, hold

LONG = os.environ.get("LAWS") == "long"
UNSHRUNK = [Phase.explicit, Phase.generate]
"""Without Hypothesis's shrinking, where ``hold`` does it."""
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example, HealthCheck.filter_too_much]


def draws(few: int, many: int) -> settings:
    """So many examples, always the same; others and so many in ``make laws``."""
    return settings(max_examples=many if LONG else few, derandomize=not LONG, deadline=None, suppress_health_check=SLOW)


@draws(30, 2000)
@given(rulebooks().flatmap(lambda id: st.tuples(st.just(id), kinds(id), creatures(id), equipment(id))))
def test_creatures_are_sheets_of_their_book(drawn: tuple[str, str, Any, dict[str, Any]]) -> None:
    """Each has figures that its book's fights can be played with; equipment is named as a scenario names it."""
    id, kind, sheet, gear = drawn

    assert type(sheet) is type(book(id).roster.creature(kind))
    assert sheet.hit_points > 0
    assert gear["held"] == [gear["weapons"][0]["name"]]


@draws(30, 2000)
@given(maps())
def test_maps_hold_known_terrain(figures: MapFigures) -> None:
    """Every symbol is one, and the map compiles."""
    assert set("".join(figures.rows)) <= set(SYMBOLS)
    assert Ground.of(figures).width == len(figures.rows[0])


@draws(20, 500)
@given(drawings("ABo"), st.data())
def test_drawings_are_battlefields(drawing: str, data: st.DataObject) -> None:
    """Each letter stands where it is drawn, and dice can be drawn for it."""
    table = battlefield(drawing, dice=dice(data.draw), A="orc", B="wolf", o="goblin")

    assert drawing.replace("\n", " ")[table.battle["A"].square] == "A"
    assert 1 <= table.roll(20)[0].value <= 20


@draws(20, 1000)
@given(rulebooks().flatmap(scenarios))
def test_scenarios_can_begin(scenario: Scenario) -> None:
    """Two sides, nobody on top of another."""
    battle = battle_of(scenario)

    assert len({creature.side for creature in battle}) == 2
    assert sum(creature.span**2 for creature in battle) == sum(
        battle.footprint(creature).bit_count() for creature in battle
    )


@draws(8, 300)
@given(rulebooks().flatmap(battles))
def test_battles_are_somewhere_in_a_fight(table: Table) -> None:
    """Something has happened, and somebody has to choose unless it is over."""
    assert table.log.events
    assert table.battle.phase != "muster"


@draws(8, 300)
@given(rulebooks().flatmap(lambda id: st.tuples(st.just(id), orders(id, after=4))))
def test_orders_are_allowed_where_they_are_drawn(drawn: tuple[str, Turn]) -> None:
    """The menu accepts what it offers, and no rule forbids it."""
    id, turn = drawn

    assert book(id).offers(turn.table.battle, turn.who).accepts(turn.order)
    assert book(id).refusal(turn.table.battle, turn.who, turn.order) == ()


@settings(draws(4, 400), phases=UNSHRUNK)
@given(fought=st.sampled_from(IDS if LONG else IDS[:1]).flatmap(fights))
def test_every_claim_and_every_law_is_kept(tmp_path_factory: pytest.TempPathFactory, fought: Fought) -> None:
    """In whole fights; by both books in ``make laws``."""
    hold(fought, folder=tmp_path_factory.getbasetemp())


@pytest.mark.parametrize("id", IDS)
def test_the_plainest_scenario_is_plain(id: str) -> None:
    """Two creatures of the bestiary on open ground: to this all that is drawn shrinks."""
    plain = invent.scenario(lambda options: 0, id)

    assert [placed.sheet.kind for placed in plain.creatures] == [invent.kinds(id)[0]] * 2
    assert set("".join(plain.map.rows)) == {"."}
    assert plain.options == {}


@pytest.mark.parametrize("id", IDS)
def test_a_document_becomes_a_scenario(id: str) -> None:
    """The tables of a scenario file are read without a file."""
    kind = book(id).roster.kinds()[0]
    sides = [{"name": name, "creature": [{"kind": kind, "at": at}]} for name, at in (("a", "a1"), ("b", "m12"))]

    loaded = read({"name": "two", "ruleset": id, "map": "\n".join(["." * 16] * 16), "side": sides})

    assert [placed.sheet.side for placed in loaded.scenario.creatures] == ["a", "b"]
    assert loaded.scenario.ruleset == id


class D20Machine(FightMachine):
    """The engine by d20."""

    book = "d20"


class AdndMachine(FightMachine):
    """The engine by AD&D."""

    book = "adnd"


TestD20 = D20Machine.TestCase
TestD20.settings = settings(draws(4, 300), stateful_step_count=50 if LONG else 8, phases=UNSHRUNK)
if LONG:
    TestAdnd = AdndMachine.TestCase
    TestAdnd.settings = TestD20.settings
