"""The list of special attacks."""

from __future__ import annotations

from sim.events.orders import Attack
from sim.rules.d20 import special
from sim.testing import battlefield, condition, order, square, turn, why_not
from tests.rules.d20.test_spell import GRASP, beside


def test_a_held_spell_is_for_touching_and_for_nothing_else() -> None:
    """There is no tripping by a spell on the hand: the special attacks are those listed (d20.special.list)."""
    table = beside("d20:1 d20:19 d6:1 d6:1 d6:1 d6:1 d6:1")
    order(table, "W", GRASP)
    turn(table, "W")

    assert "d20.special.list" in why_not(table, "W", Attack("o", "touch", "trip"))
    assert not why_not(table, "W", Attack("o", "touch"))


def test_a_blow_at_a_square_meets_neither_the_dead_nor_oneself() -> None:
    """But whoever else is there (d20.concealment.unseen-target)."""
    table = battlefield("A o p . q", A="fighter-1", o="orc", p="orc", q="orc")
    battle = table.battle
    me, target = battle["A"], battle["q"]
    condition(table, "o", "dead")

    met = [special.found_at(battle, me, target, square(table, name)) for name in ("a1", "b1", "c1", "e1")]

    assert [one.id if one else "" for one in met] == ["", "", "p", "q"]


def test_any_square_may_be_shot_at_in_the_dark() -> None:
    """The one in the north-west too (d20.concealment.unseen-target)."""
    table = battlefield("p . . . A", A="archer-4", p="orc", light=("ddddb",))

    assert not why_not(table, "A", Attack("p", table.battle["A"].held[0], square=square(table, "a1")))
