"""Initiative, surprise, flat-footed."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from sim.dice.sources import ScriptedDice
from sim.encounter import begin, step
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import FightBegan, InitiativeRolled, RoundBegan, TurnBegan
from sim.events.orders import End
from sim.rules.book import Call
from sim.rules.d20.book import BOOK
from sim.table import Table
from sim.testing import Script, cited, scenario_of
from tests.rules.d20.told import every, one

FIELD = "A . . . o"


def mustered(dice: str, unaware: tuple[str, ...] = (), **creatures: str) -> Table:
    """A fight after its initiative."""
    scenario = scenario_of(FIELD, dict(creatures) or {"A": "fighter-1", "o": "orc"})
    scenario = msgspec.structs.replace(scenario, unaware=unaware)
    table = begin(BOOK, scenario, Script(), dice=ScriptedDice(dice), source="scripted")
    step(BOOK, table)
    return table


def pass_turn(table: Table) -> str:
    """Let whoever is next do nothing; returns who it was."""
    while not isinstance(BOOK.call(table.battle), Call):
        step(BOOK, table)
    who = table.battle.turn.who
    table.player.order = End()  # type: ignore[attr-defined]
    step(BOOK, table)
    return who


def test_the_highest_check_acts_first() -> None:
    """A die of 20 and Dexterity with what else counts; the order holds every round (d20.initiative.check)."""
    table = mustered("d20:8 d20:14")

    rolls = every(table.log.events, InitiativeRolled)
    assert [(roll.who, roll.total) for roll in rolls] == [("A", 8 + 1 + 4), ("o", 14)]
    assert all("d20.initiative.check" in cited([roll]) for roll in rolls)
    assert table.battle.order == ("o", "A")
    assert [pass_turn(table) for _ in range(5)] == ["o", "A", "o", "A", "o"]


def test_equal_totals_go_by_the_modifier() -> None:
    """The better modifier is first without another roll (d20.initiative.tie)."""
    table = mustered("d20:8 d20:13")

    assert table.battle.order == ("A", "o")
    assert "d20.initiative.tie" in cited(table.log.events)


def test_a_perfect_tie_is_rolled_off() -> None:
    """Equal in total and modifier, both roll again until they differ (d20.initiative.tie)."""
    table = mustered("d20:8 d20:8 d20:5 d20:5 d20:3 d20:9", A="orc", o="orc")

    assert table.battle.order == ("o", "A")
    assert [len(roll.dice) for roll in every(table.log.events, InitiativeRolled)] == [3, 3]


def test_without_a_tie_nothing_says_so() -> None:
    """The rule of ties is named only where it decides."""
    assert "d20.initiative.tie" not in cited(mustered("d20:8 d20:14").log.events)


def test_everybody_is_flat_footed_until_its_first_turn() -> None:
    """The state ends as the own turn begins (d20.initiative.flat-footed)."""
    table = mustered("d20:8 d20:14")
    battle = table.battle
    began = every(table.log.events, ConditionBegan)
    assert {(event.who, event.condition) for event in began} == {("A", "flat-footed"), ("o", "flat-footed")}
    assert all(event.cites == ("d20.initiative.flat-footed",) for event in began)

    step(BOOK, table)

    assert battle["A"].has("flat-footed")
    assert not battle["o"].has("flat-footed")


def test_only_the_aware_act_in_the_surprise_round() -> None:
    """One standard or one move action each; the surprised stay flat-footed (d20.initiative.surprise-round)."""
    table = mustered("d20:8 d20:14", unaware=("o",))
    battle = table.battle

    fight = one(table.log.events, FightBegan)
    assert fight.unaware == ("o",)
    assert "d20.initiative.surprise-round" in fight.cites
    assert pass_turn(table) == "A"
    turn = one(table.log.events, TurnBegan)
    assert turn.restricted
    assert "d20.initiative.surprise-round" in turn.cites
    assert battle["o"].has("flat-footed")

    assert pass_turn(table) == "o"

    assert [event.number for event in every(table.log.events, RoundBegan)] == [0, 1]
    ended = [event for event in every(table.log.events, ConditionEnded) if event.condition == "unaware"]
    assert [event.who for event in ended] == ["o"]


def test_when_nobody_is_aware_there_is_no_surprise_round() -> None:
    """A surprise round needs somebody who is aware and somebody who is not."""
    assert one(mustered("d20:8 d20:14", unaware=("A", "o")).log.events, FightBegan).unaware == ()


@given(st.lists(st.integers(1, 20), min_size=2, max_size=2))
def test_the_order_never_contradicts_the_totals(faces: list[int]) -> None:
    """Whoever acts before another has a total that is no lower."""
    table = mustered(" ".join(f"d20:{face}" for face in faces))

    totals = {roll.who: roll.total for roll in every(table.log.events, InitiativeRolled)}
    ranked = [totals[who] for who in table.battle.order]
    assert ranked == sorted(ranked, reverse=True)
