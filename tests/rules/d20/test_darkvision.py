"""Darkvision."""

from __future__ import annotations

from msgspec.structs import replace

from sim.events.orders import Attack
from sim.tables.bestiary import creature
from sim.testing import battlefield, cited, order, spent, why_not

DISTANCE = "d20.darkvision.distance"


def test_an_orc_sees_its_foe_in_the_dark() -> None:
    """No miss chance is rolled, and the attack says why."""
    table = battlefield("O a", O="orc", a="fighter-1", light=["dd"], dice="d20:2")

    events = order(table, "O", Attack("a", table.battle["O"].held[0]))

    assert DISTANCE in cited(events)
    spent(table)


def test_a_human_does_not() -> None:
    """He cannot strike at what he does not see."""
    table = battlefield("A o", A="fighter-1", o="goblin", light=["dd"])

    assert why_not(table, "A", Attack("o", "longsword")) == ("d20.concealment.total-square",)


def test_it_ends_at_its_distance() -> None:
    """Eyes for 10 ft do not see at 15 ft."""
    near = replace(creature("archer-4"), darkvision=10)
    table = battlefield("A . . o", A=near, o="goblin", light=["dddd"])

    assert why_not(table, "A", Attack("o", "composite longbow")) == ("d20.concealment.total-square",)
