"""The fight for life."""

from __future__ import annotations

import pytest

from sim.encounter import step
from sim.events.attacks import CheckRolled, HitPointsLost
from sim.events.conditions import ConditionBegan
from sim.events.course import Answered, RoundBegan
from sim.events.orders import End, FirstAid
from sim.rules.book import Call
from sim.rules.d20 import turn, wounds
from sim.rules.d20.book import BOOK
from sim.table import Table
from sim.testing import battlefield, order, spent, why_not
from tests.rules.d20.told import every, one, sheet


def fallen(dice: str = "", **options: str) -> Table:
    """A friend at -3 beside a helper."""
    table = battlefield("A B . . o", A="ranger-4", B="fighter-1", o="orc", dice=dice, options=options)
    wounds.lose(table, table.battle["B"], 15, -1)
    return table


def test_one_in_ten_becomes_stable() -> None:
    """10 and less on percentile dice (d20.dying.stabilise)."""
    table = fallen("d100:10")

    turn.begin(table, table.battle["B"])

    stable = every(table.log.events, ConditionBegan)[-1]
    assert (stable.condition, stable.cites) == ("stable", ("d20.dying.stabilise",))
    assert table.battle["B"].hit_points == -3


def test_the_others_bleed() -> None:
    """One hit point, and that is all (d20.dying.stabilise, d20.wounds.dying.bleed)."""
    table = fallen("d100:11")

    turn.begin(table, table.battle["B"])

    lost = every(table.log.events, HitPointsLost)[-1]
    assert lost.amount == 1
    assert set(lost.cites) == {"d20.dying.stabilise", "d20.wounds.dying.bleed"}
    assert table.battle["B"].hit_points == -4


def test_at_minus_ten_the_bleeding_ends() -> None:
    """Nobody bleeds beyond death (d20.wounds.dying.bleed)."""
    table = fallen("d100:50")
    wounds.lose(table, table.battle["B"], 6, -1)

    turn.begin(table, table.battle["B"])

    assert table.battle["B"].has("dead")


def go_round(table: Table) -> None:
    """Everybody who can ends the turn, until the next round begins."""
    first = len(every(table.log.events, RoundBegan))
    while len(every(table.log.events, RoundBegan)) == first:
        if isinstance(BOOK.call(table.battle), Call):
            table.player.order = End()  # type: ignore[attr-defined]
        step(BOOK, table)


@pytest.mark.parametrize(("options", "rolls"), [({}, 0), ({"first-stabilise": "round-end"}, 1)])
def test_the_first_roll_comes_with_the_next_turn(options: dict[str, str], rolls: int) -> None:
    """Or at the end of the round in which it fell (d20.dying.stabilise, option first-stabilise)."""
    table = battlefield("A B . . o", A="ranger-4", B="fighter-1", o="orc", dice="d100:50", options=options)
    turn.begin(table, table.battle["B"])
    wounds.lose(table, table.battle["B"], 15, -1)

    go_round(table)

    assert len(every(table.log.events, HitPointsLost)) == 1 + rolls


def test_one_roll_a_round() -> None:
    """Under either option nobody rolls twice in a round (d20.dying.stabilise)."""
    for options in ({}, {"first-stabilise": "round-end"}):
        table = battlefield("A B . . o", A="ranger-4", B="fighter-1", o="orc", dice="d100:50 d100:60", options=options)
        wounds.lose(table, table.battle["B"], 13, -1)

        go_round(table)
        go_round(table)

        spent(table)
        assert table.battle["B"].hit_points == -3


@pytest.mark.parametrize(("face", "saved"), [(7, False), (8, True)])
def test_first_aid_stabilises(face: int, saved: bool) -> None:
    """A Heal check of 15, here with a bonus of 7 (d20.dying.first-aid)."""
    healer = sheet("ranger-4", skills={"heal": 7})
    table = battlefield("A B . . o", A=healer, B="fighter-1", o="orc", dice=f"d20:{face}")
    wounds.lose(table, table.battle["B"], 15, -1)

    events = order(table, "A", FirstAid("B"))

    check = one(events, CheckRolled)
    assert (check.dc, check.total, check.success) == (15, face + 7, saved)
    assert "d20.dying.first-aid" in check.cites
    assert table.battle["B"].has("stable") is saved


def test_only_the_dying_beside_one_can_be_helped() -> None:
    """Not the healthy, nor one out of reach (d20.dying.first-aid)."""
    table = battlefield("A B . C", A="ranger-4", B="fighter-1", C=sheet("fighter-1", hit_points=1))
    assert why_not(table, "A", FirstAid("B")) == ("d20.dying.first-aid",)
    wounds.lose(table, table.battle["C"], 5, -1)
    assert why_not(table, "A", FirstAid("C")) == ("d20.dying.first-aid",)
    assert not why_not(fallen(), "A", FirstAid("B"))


def test_first_aid_exposes_the_helper() -> None:
    """A foe beside him strikes first (d20.dying.first-aid)."""
    table = battlefield("A B\no .", A="ranger-4", B="fighter-1", o="orc", dice="d20:2")
    wounds.lose(table, table.battle["B"], 15, -1)

    assert one(order(table, "A", FirstAid("B")), Answered).who == "o"
