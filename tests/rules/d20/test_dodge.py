"""Dodge."""

from __future__ import annotations

from sim.events.orders import Attack
from sim.rules.d20 import core
from sim.rules.d20.declare import MELEE, Blow
from sim.table import Table
from sim.testing import battlefield, cited, condition, order

AC = "d20.dodge.ac"


def bonus(table: Table, attacker: str) -> int:
    """What Dodge adds to the monk's armor class against somebody."""
    foe = table.battle[attacker]
    blow = Blow(table.battle, foe, table.battle["M"], foe.sheet.unarmed, MELEE)
    return sum(part.value for part in core.ac_tally(blow).parts if part.rule == AC)


def test_the_foe_attacked_last_is_watched() -> None:
    """+1 against that one, nothing against another (d20.dodge.ac)."""
    table = battlefield("o M p", M="monk-3", o="orc", p="orc", dice="d20:2")

    events = order(table, "M", Attack("o", "unarmed strike"))

    assert (bonus(table, "o"), bonus(table, "p")) == (1, 0)
    assert AC in cited(events)


def test_another_foe_may_be_chosen() -> None:
    """One at a time."""
    table = battlefield("o M p", M="monk-3", o="orc", p="orc", dice="d20:2 d20:2")
    order(table, "M", Attack("o", "unarmed strike"))
    table.battle.turn.standard = False

    order(table, "M", Attack("p", "unarmed strike"))

    assert (bonus(table, "o"), bonus(table, "p")) == (0, 1)


def test_it_goes_with_the_dexterity_bonus() -> None:
    """The stunned do not dodge."""
    table = battlefield("o M p", M="monk-3", o="orc", p="orc", dice="d20:2")
    order(table, "M", Attack("o", "unarmed strike"))
    condition(table, "M", "stunned")

    assert bonus(table, "o") == 0
