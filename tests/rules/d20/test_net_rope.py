"""The trailing rope of a net."""

from __future__ import annotations

from sim.events.attacks import ContestRolled
from sim.events.orders import Attack, EscapeNet, Move, Step
from sim.rules.d20 import net_rope
from sim.table import Table
from sim.testing import battlefield, cited, condition, order, square, why_not
from tests.rules.d20.people import fighter
from tests.rules.d20.told import one


def caught(dice: str) -> Table:
    """``o`` is in the net of ``A``, 10 ft away; the second and third die decide who has the rope."""
    table = battlefield(
        "A . o . . .\n. . . . . .", A=fighter("net"), o=fighter("club", skills={"escape-artist": 14}), dice=dice
    )
    order(table, "A", Attack("o", "net"))
    return table


def test_who_wins_the_rope_keeps_the_caught_near() -> None:
    """Strength against Strength, and then no farther than 10 ft (d20.net-rope.limit)."""
    table = caught("d20:15 d20:12 d20:8")

    assert one(table.log.events, ContestRolled).won
    assert net_rope.LIMIT in cited(table.log.events)
    assert why_not(table, "o", Move(square(table, "d1"))) == (net_rope.LIMIT,)
    assert why_not(table, "o", Step(square(table, "d1")))
    assert not why_not(table, "o", Move(square(table, "b2")))


def test_who_loses_it_does_not() -> None:
    """The caught drags the rope along."""
    assert not why_not(caught("d20:15 d20:8 d20:12"), "o", Move(square(caught("d20:15 d20:8 d20:12"), "d1")))


def test_a_rope_that_nobody_holds_holds_nobody() -> None:
    """Its holder is out of action."""
    table = caught("d20:15 d20:12 d20:8")
    condition(table, "A", "unconscious")

    assert not why_not(table, "o", Move(square(table, "d1")))


def test_the_rope_goes_with_the_net() -> None:
    """Who is out of the net is off the rope."""
    table = caught("d20:15 d20:12 d20:8 d20:15")
    order(table, "o", EscapeNet())

    assert not table.battle["o"].has("roped")
