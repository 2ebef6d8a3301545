"""Blind-Fight."""

from __future__ import annotations

from msgspec.structs import replace

from sim.events.attacks import MissChanceRolled
from sim.events.orders import Attack
from sim.tables.bestiary import creature
from sim.tables.sheet import Sheet
from sim.testing import battlefield, cited, order, spent

REROLL = "d20.blind-fight.reroll"


def trained() -> Sheet:
    """A fighter who has learned it."""
    sheet = creature("fighter-1")
    return replace(sheet, feats=(*sheet.feats, "blind-fight"))


def test_a_miss_in_the_shadow_is_rolled_once_more() -> None:
    """10 misses at 20 percent, 90 does not (d20.blind-fight.reroll)."""
    table = battlefield("A k", A=trained(), k="kobold", light=["ss"], dice="d20:18 d100:10 d100:90 d8:1")

    events = order(table, "A", Attack("k", "longsword"))

    (roll,) = [event for event in events if type(event) is MissChanceRolled]
    assert (roll.missed, len(roll.dice)) == (False, 2)
    assert REROLL in cited(events)
    spent(table)


def test_a_second_miss_is_a_miss() -> None:
    """It may be rolled once only."""
    table = battlefield("A k", A=trained(), k="kobold", light=["ss"], dice="d20:18 d100:10 d100:20")

    events = order(table, "A", Attack("k", "longsword"))

    assert [event.missed for event in events if type(event) is MissChanceRolled] == [True]
    spent(table)


def test_others_have_one_roll() -> None:
    """Without the feat a miss stands."""
    table = battlefield("A k", A="fighter-1", k="kobold", light=["ss"], dice="d20:18 d100:10")

    events = order(table, "A", Attack("k", "longsword"))

    assert REROLL not in cited(events)
    spent(table)
