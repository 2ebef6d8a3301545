"""Standing up."""

from __future__ import annotations

from sim.events.attacks import AttackRolled
from sim.events.conditions import ConditionEnded
from sim.events.course import Answered
from sim.events.orders import Attack, StandUp
from sim.testing import battlefield, condition, order, spent
from tests.rules.d20.told import every, named, one, sheet

AOO = "d20.stand.aoo"


def test_rising_exposes_while_one_still_lies() -> None:
    """The blow gains from the -4 of the fallen (d20.stand.aoo)."""
    table = battlefield("p A o", A="fighter-1", o="orc", p="orc", dice="d20:2", answers=[Attack("A", "falchion")])
    condition(table, "A", "prone")

    events = order(table, "A", StandUp())

    assert [event.who for event in every(events, Answered)] == ["o", "p"]
    assert all(AOO in event.cites for event in every(events, Answered))
    assert named(one(events, AttackRolled).ac_parts, "prone") == -4
    assert one(events, ConditionEnded).cites == (AOO,)
    assert not table.battle["A"].has("prone")


def test_who_is_struck_down_does_not_rise() -> None:
    """The blow comes first (d20.stand.aoo)."""
    table = battlefield(
        "A o", A=sheet("fighter-1", hit_points=1), o="orc", dice="d20:17 d4:4 d4:4", answers=[Attack("A", "falchion")]
    )
    condition(table, "A", "prone")

    order(table, "A", StandUp())

    assert table.battle["A"].has("prone")
    spent(table)


def test_out_of_reach_one_rises_unharmed() -> None:
    """Nobody threatens, nobody is asked (d20.stand.aoo)."""
    table = battlefield("A . o", A="fighter-1", o="orc")
    condition(table, "A", "prone")

    assert not every(order(table, "A", StandUp()), Answered)
