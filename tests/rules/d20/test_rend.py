"""Rending."""

from __future__ import annotations

from sim.events.attacks import DamageDealt
from sim.events.orders import Attack, FullAttack
from sim.testing import battlefield, cited, order, spent

FIELD = """
    . . . .
    T T o p
    T T . .
"""


def test_two_claws_in_the_same_foe_tear_it() -> None:
    """2d6 and one and a half times Strength 6, besides the claws (d20.rend.damage)."""
    table = battlefield(FIELD, T="troll", o="fighter-8", p="orc", dice="d20:19 d6:1 d20:19 d6:1 d6:2 d6:3")

    order(table, "T", FullAttack("o", "claw"))
    events = order(table, "T", Attack("o", "claw"))

    assert [e.amount for e in events if type(e) is DamageDealt] == [7, 2 + 3 + 9]
    assert "d20.rend.damage" in cited(events)
    spent(table)


def test_a_miss_tears_nothing() -> None:
    """One claw is not enough."""
    table = battlefield(FIELD, T="troll", o="fighter-8", p="orc", dice="d20:2 d20:19 d6:1")

    order(table, "T", FullAttack("o", "claw"))
    events = order(table, "T", Attack("o", "claw"))

    assert "d20.rend.damage" not in cited(events)
    spent(table)
