"""Climbing and swimming."""

from __future__ import annotations

import pytest

from sim.events.attacks import CheckRolled
from sim.events.movement import Moved
from sim.events.orders import Move, Opportunity, Run, Step
from sim.grid.figures import Edge
from sim.rules.d20 import move
from sim.testing import battlefield, cited, order, spent, square, why_not
from tests.rules.d20.people import fighter
from tests.rules.d20.told import every, one, part

CLIFF = "A ^ ^ ^ ^ . o"
LAKE = "A ~ ~ ~ . . o"


def test_a_climb_covers_a_quarter_of_speed() -> None:
    """One square of 30 ft, after a check of 15 (d20.move.climb-swim)."""
    table = battlefield(CLIFF, A="orc", o="orc", dice="d20:14")
    events = order(table, "A", Move(square(table, "b1"), mode="climb"))

    assert (one(events, CheckRolled).check, one(events, CheckRolled).dc) == ("climb", 15)
    assert (one(events, Moved).gait, one(events, Moved).halves) == ("climb", 2)
    assert move.CLIMB_SWIM in cited(events)
    spent(table)


def test_a_failed_check_gets_nowhere() -> None:
    """The action is spent all the same."""
    table = battlefield(CLIFF, A="orc", o="orc", dice="d20:2")
    events = order(table, "A", Move(square(table, "b1"), mode="climb"))

    assert not every(events, Moved)
    assert table.battle.turn.move


def test_haste_doubles_the_climb_and_costs_five() -> None:
    """Half speed at -5 (d20.move.accelerated-climb)."""
    table = battlefield(CLIFF, A="orc", o="orc", dice="d20:19")
    events = order(table, "A", Move(square(table, "d1"), mode="climb-fast"))

    assert part(one(events, CheckRolled).parts, move.ACCELERATED) == -5
    assert one(events, Moved).path == tuple(square(table, name) for name in ("a1", "b1", "c1", "d1"))
    assert move.ACCELERATED in cited(events)


@pytest.mark.parametrize(
    ("to", "mode", "rules"),
    [
        ("c1", "climb", (move.CLIMB_SWIM,)),
        ("e1", "climb-fast", (move.ACCELERATED, move.CLIMB_SWIM)),
        ("b1", "swim", (move.CLIMB_SWIM,)),
    ],
)
def test_farther_is_too_far(to: str, mode: str, rules: tuple[str, ...]) -> None:
    """And nobody swims on rock."""
    table = battlefield(CLIFF, A="orc", o="orc")

    assert why_not(table, "A", Move(square(table, to), mode=mode)) == rules  # type: ignore[arg-type]


def test_a_swimmer_is_checked_against_ten() -> None:
    """Chain shirt and all: the burden counts twice."""
    table = battlefield(LAKE, A=fighter("club", armor="chain shirt"), o="orc", dice="d20:11")
    events = order(table, "A", Move(square(table, "b1"), mode="swim"))

    rolled = one(events, CheckRolled)
    assert (rolled.dc, rolled.total) == (10, 11 + 2 - 4)
    assert not every(events, Moved)


def test_a_climb_speed_takes_its_place() -> None:
    """The choker climbs 10 ft in a move, and needs no check."""
    table = battlefield(CLIFF, A="choker", o="orc")
    assert why_not(table, "A", Move(square(table, "d1"), mode="climb"))
    events = order(table, "A", Move(square(table, "c1"), mode="climb"))

    assert not every(events, CheckRolled)


def test_who_hangs_on_rock_does_not_walk() -> None:
    """Only climbing leads on and away."""
    table = battlefield("A ^ . . o", A="orc", o="orc", dice="d20:19 d20:19")
    order(table, "A", Move(square(table, "b1"), mode="climb"))

    assert move.CLIMB_SWIM in why_not(table, "A", Move(square(table, "c1")))
    assert move.CLIMB_SWIM in why_not(table, "A", Step(square(table, "c1")))
    table.battle.turn.who = ""
    assert move.CLIMB_SWIM in why_not(table, "A", Run(square(table, "c1")))
    order(table, "A", Move(square(table, "c1"), mode="climb"))
    table.battle.turn.who = ""
    assert not why_not(table, "A", Move(square(table, "d1")))


def test_climbing_away_exposes() -> None:
    """Threatened squares are left as ever."""
    table = battlefield("o A ^ ^ .", A="orc", o="orc", dice="d20:19")
    events = order(table, "A", Move(square(table, "c1"), mode="climb"))

    assert [e.question for e in events if hasattr(e, "question")] == [Opportunity("A", "moving")]


def test_who_is_at_home_in_water_needs_no_such_move() -> None:
    """A swim speed makes deep water ground like any other."""
    table = battlefield(LAKE, A=fighter("club", swim=30), o="orc")

    assert not why_not(table, "A", Move(square(table, "d1")))
    assert why_not(table, "A", Move(square(table, "b1"), mode="swim")) == (move.CLIMB_SWIM,)


def test_at_the_top_of_a_cliff_one_climbs_down_either_way() -> None:
    """Diagonally too, to the left as to the right (d20.move.climb-swim)."""
    table = battlefield("^ A ^ . o\n^ ^ ^ . .", A="orc", o="orc")

    for to in ("a2", "c2"):
        assert not why_not(table, "A", Move(square(table, to), mode="climb"))


def test_a_wall_on_a_border_stops_a_climber() -> None:
    """Upwards as well (d20.move.climb-swim)."""
    table = battlefield("^ ^ . o\n^ ^ . .\nA ^ . .", A="orc", o="orc", edges=[Edge("a2", "s", "wall")])

    assert why_not(table, "A", Move(square(table, "a2"), mode="climb"))
    assert not why_not(table, "A", Move(square(table, "b3"), mode="climb"))
