"""Powerful charge."""

from __future__ import annotations

from sim.events.attacks import DamageDealt
from sim.events.orders import Attack, Charge
from sim.rules.d20.odds import ODDS
from sim.rules.d20.powerful_charge import DAMAGE
from sim.testing import battlefield, cited, order, spent
from tests.rules.d20.told import one

FIELD = """
    M M . . . . o
    M M . . . . .
"""


def test_a_charging_minotaur_gores_for_more() -> None:
    """4d6 and one and a half times Strength 4 (d20.powerful-charge.damage)."""
    table = battlefield(FIELD, M="minotaur", o="fighter-8", dice="d20:19 d6:1 d6:2 d6:3 d6:4")

    events = order(table, "M", Charge("o", table.battle.ground.square("d1"), "gore"))

    assert one(events, DamageDealt).amount == 10 + 6
    assert DAMAGE in cited(events)
    spent(table)


def test_beside_its_foe_it_gores_as_ever() -> None:
    """1d8 without a run-up (d20.powerful-charge.damage)."""
    table = battlefield("M M o\nM M .", M="minotaur", o="fighter-8", dice="d20:19 d8:1")

    events = order(table, "M", Attack("o", "gore"))

    assert one(events, DamageDealt).amount == 1 + 6
    assert DAMAGE not in cited(events)


def test_its_axe_does_no_more_in_a_charge() -> None:
    """Only the weapon of the entry counts (d20.powerful-charge.damage)."""
    table = battlefield(FIELD, M="minotaur", o="fighter-8", dice="d20:12 d6:1 d6:1 d6:1")

    assert DAMAGE not in cited(order(table, "M", Charge("o", table.battle.ground.square("d1"), "greataxe")))


def test_whoever_chooses_knows_it() -> None:
    """The charge is worth more than the blow."""
    table = battlefield(FIELD, M="rhinoceros", o="fighter-8")
    charge = Charge("o", table.battle.ground.square("e1"), "gore")

    assert ODDS.strikes(table.battle.fork(), "M", charge)[0].harm.mean(100) > 2500
