"""The list of special attacks."""

from __future__ import annotations

from sim.events.orders import Attack
from sim.testing import order, turn, why_not
from tests.rules.d20.test_spell import GRASP, beside


def test_a_held_spell_is_for_touching_and_for_nothing_else() -> None:
    """There is no tripping by a spell on the hand: the special attacks are those listed (d20.special.list)."""
    table = beside("d20:1 d20:19 d6:1 d6:1 d6:1 d6:1 d6:1")
    order(table, "W", GRASP)
    turn(table, "W")

    assert "d20.special.list" in why_not(table, "W", Attack("o", "touch", "trip"))
    assert not why_not(table, "W", Attack("o", "touch"))
