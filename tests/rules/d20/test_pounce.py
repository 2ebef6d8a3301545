"""Pouncing."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled
from sim.events.orders import Attack, Charge, FullAttack
from sim.rules.d20 import core, threat
from sim.rules.d20.declare import MELEE, Blow
from sim.rules.d20.odds import ODDS
from sim.rules.d20.pounce import ATTACKS, RAKE
from sim.testing import battlefield, cited, order, spent, turn, why_not
from tests.rules.d20.told import every, part, sheet

FIELD = """
    . . . . . . . .
    L L . . . . . o
    L L . . . . . .
"""


def test_a_lion_makes_all_its_attacks_at_the_end_of_a_charge() -> None:
    """Two claws, a bite, two hind claws, each with the bonus of the charge (d20.pounce.attacks)."""
    table = battlefield(FIELD, L="lion", o="fighter-8", dice="d20:2 d20:2 d20:2 d20:2 d20:2")

    events = order(table, "L", Charge("o", table.battle.ground.square("f2"), "claw"))

    rolled = every(events, AttackRolled)
    assert [event.weapon for event in rolled] == ["claw", "claw", "bite", "rake", "rake"]
    assert [part(event.parts, "d20.charge.attack-bonus") for event in rolled] == [2] * 5
    assert all(ATTACKS in event.cites for event in rolled)
    spent(table)


def test_what_has_fallen_is_clawed_no_more() -> None:
    """The attacks that are left come to nothing (d20.pounce.attacks)."""
    table = battlefield(FIELD, L="lion", o="commoner-1", dice="d20:19 d4:4")

    events = order(table, "L", Charge("o", table.battle.ground.square("f2"), "claw"))

    assert len(every(events, AttackRolled)) == 1


@pytest.mark.parametrize("restricted", [True, False])
def test_one_action_is_no_time_to_pounce(restricted: bool) -> None:
    """A single action is enough for a charge with one attack (d20.pounce.attacks)."""
    table = battlefield(FIELD, L="lion", o="fighter-8", dice="d20:2 d20:2 d20:2 d20:2 d20:2")
    turn(table, "L", restricted=restricted)

    events = order(table, "L", Charge("o", table.battle.ground.square("f2"), "claw"))

    assert (ATTACKS in cited(events)) is not restricted
    assert len(every(events, AttackRolled)) == (1 if restricted else 5)


def test_whoever_chooses_knows_all_the_attacks() -> None:
    """Five strikes are weighed."""
    table = battlefield(FIELD, L="lion", o="fighter-8")

    assert len(ODDS.strikes(table.battle.fork(), "L", Charge("o", table.battle.ground.square("f2"), "claw"))) == 5


@pytest.mark.parametrize(
    ("kind", "bonus", "damage"),
    [("lion", 7, "1d4+2"), ("dire-lion", 12, "1d6+3"), ("tiger", 9, "1d8+3"), ("leopard", 6, "1d3+1")],
)
def test_hind_claws_strike_as_printed(kind: str, bonus: int, damage: str) -> None:
    """At the bonus of the others, with half the Strength bonus (d20.pounce.rake)."""
    table = battlefield("L L . o\nL L . .", L=sheet(kind, size="large"), o="fighter-8")
    me = table.battle["L"]
    blow = Blow(table.battle, me, table.battle["o"], me.weapons["rake"], MELEE)
    dice, _, strength = damage.partition("+")

    size = 1 if kind == "leopard" else 0
    assert core.attack_tally(blow).total + size == bonus
    assert me.weapons["rake"].damage == dice
    assert sum(part.value for part in core.damage_parts(blow)) == int(strength)


def test_hind_claws_strike_in_a_leap_alone() -> None:
    """Nobody is told to rake (d20.pounce.rake)."""
    table = battlefield("L L o\nL L .", L="lion", o="fighter-8")

    assert RAKE in why_not(table, "L", Attack("o", "rake"))
    assert RAKE in why_not(table, "L", FullAttack("o", "rake"))
    assert why_not(table, "L", FullAttack("o", "claw")) == ()


def test_an_opportunity_is_none_for_hind_claws() -> None:
    """They threaten nothing (d20.pounce.rake)."""
    table = battlefield("L L o\nL L .", L="lion", o="fighter-8")

    assert all(weapon.name != "rake" for weapon in threat.melee_weapons(table.battle["L"]))
