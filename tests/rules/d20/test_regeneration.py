"""Regeneration."""

from __future__ import annotations

from sim.events.attacks import DamageDealt, Healed
from sim.events.orders import Attack
from sim.rules.d20 import turn
from sim.testing import battlefield, cited, order

FIELD = """
    . . . .
    A t t .
    . t t .
"""


def test_what_hurts_a_troll_does_not_kill_it() -> None:
    """A longsword deals it nonlethal damage (d20.regeneration.nonlethal)."""
    table = battlefield(FIELD, A="fighter-1", t="troll", dice="d20:18 d8:6")

    events = order(table, "A", Attack("t", "longsword"))

    assert (table.battle["t"].hit_points, table.battle["t"].nonlethal) == (63, 8)
    assert "d20.regeneration.nonlethal" in cited(events)


def test_acid_does_lasting_harm_to_a_troll() -> None:
    """The slam of an ooze is nonlethal, its acid is not."""
    table = battlefield(FIELD, A="gray-ooze", t="troll", dice="d20:18 d6:3 d6:4")

    events = order(table, "A", Attack("t", "slam"))

    assert [(e.amount, e.nonlethal) for e in events if type(e) is DamageDealt][:2] == [(4, True), (4, False)]


def test_five_points_close_each_turn() -> None:
    """At the start of its turn a troll loses 5 of its nonlethal damage (d20.regeneration.heal)."""
    table = battlefield(FIELD, A="fighter-1", t="troll")
    table.battle["t"].nonlethal = 8

    turn.begin(table, table.battle["t"])

    assert table.battle["t"].nonlethal == 3
    assert "d20.regeneration.heal" in cited(table.log.events)


def test_no_more_closes_than_was_open() -> None:
    """With 3 points of damage it heals 3, and then no more."""
    table = battlefield(FIELD, A="fighter-1", t="troll")
    table.battle["t"].nonlethal = 3

    turn.begin(table, table.battle["t"])
    turn.begin(table, table.battle["t"])

    assert [event.nonlethal for event in table.log.events if type(event) is Healed] == [3]


def test_a_felled_troll_gets_up() -> None:
    """It wakes when its nonlethal damage is no more than its hit points."""
    table = battlefield(FIELD, A="fighter-1", t="troll", dice="d20:18 d8:6")
    table.battle["t"].nonlethal = 58
    order(table, "A", Attack("t", "longsword"))
    assert table.battle["t"].has("unconscious")

    turn.begin(table, table.battle["t"])

    assert not table.battle["t"].has("unconscious")
