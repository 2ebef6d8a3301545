"""Mobility."""

from __future__ import annotations

from sim.events.attacks import AttackRolled
from sim.events.orders import Attack, Move, PickUp
from sim.state.battle import Thing
from sim.testing import battlefield, cited, order, square

FIELD = """
    . . . .
    o M . .
    . . . .
"""


def test_moving_away_is_safer() -> None:
    """+4 against the opportunity attack that the move provokes (d20.mobility.ac)."""
    table = battlefield(FIELD, M="monk-3", o="orc", dice="d20:2", answers=[Attack("M", "falchion")])

    events = order(table, "M", Move(square(table, "d2")))

    assert "d20.mobility.ac" in cited(events)
    (blow,) = [event for event in events if type(event) is AttackRolled]
    assert (4, "dodge", "d20.mobility.ac") in blow.ac_parts


def test_other_acts_are_not() -> None:
    """Picking something up provokes, and Mobility does not help."""
    table = battlefield(FIELD, M="monk-3", o="orc", dice="d20:2", answers=[Attack("M", "falchion")])
    table.battle.things = (Thing("kama", table.battle["M"].square, "M"),)

    events = order(table, "M", PickUp("kama"))

    assert [event for event in events if type(event) is AttackRolled]
    assert "d20.mobility.ac" not in cited(events)
