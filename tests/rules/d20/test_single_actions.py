"""Single actions."""

from __future__ import annotations

from sim.events.orders import Attack, Charge, Move
from sim.rules.d20 import turn
from sim.testing import battlefield, cited, order, square, why_not


def test_a_zombie_that_has_moved_does_not_strike() -> None:
    """It has one action a turn (d20.single-actions.only)."""
    table = battlefield(". Z . o", Z="human-commoner-zombie", o="orc")
    turn.begin(table, table.battle["Z"])
    order(table, "Z", Move(square(table, "c1")))

    assert why_not(table, "Z", Attack("o", "slam"))
    assert "d20.single-actions.only" in cited(table.log.events)


def test_a_zombie_may_charge() -> None:
    """Up to its speed."""
    table = battlefield("Z . . o", Z="human-commoner-zombie", o="orc", dice="d20:2")
    turn.begin(table, table.battle["Z"])

    order(table, "Z", Charge("o", square(table, "c1"), "slam"))

    assert table.battle["Z"].square == square(table, "c1")
