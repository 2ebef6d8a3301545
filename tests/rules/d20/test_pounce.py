"""Pouncing."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled
from sim.events.orders import Charge
from sim.rules.d20.odds import ODDS
from sim.rules.d20.pounce import ATTACKS
from sim.testing import battlefield, cited, order, spent, turn
from tests.rules.d20.told import every, part

FIELD = """
    . . . . . . . .
    L L . . . . . o
    L L . . . . . .
"""


def test_a_lion_makes_all_its_attacks_at_the_end_of_a_charge() -> None:
    """Two claws and a bite, each with the bonus of the charge (d20.pounce.attacks)."""
    table = battlefield(FIELD, L="lion", o="fighter-8", dice="d20:2 d20:2 d20:2")

    events = order(table, "L", Charge("o", table.battle.ground.square("f2"), "claw"))

    rolled = every(events, AttackRolled)
    assert [event.weapon for event in rolled] == ["claw", "claw", "bite"]
    assert [part(event.parts, "d20.charge.attack-bonus") for event in rolled] == [2, 2, 2]
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
    table = battlefield(FIELD, L="lion", o="fighter-8", dice="d20:2 d20:2 d20:2")
    turn(table, "L", restricted=restricted)

    events = order(table, "L", Charge("o", table.battle.ground.square("f2"), "claw"))

    assert (ATTACKS in cited(events)) is not restricted
    assert len(every(events, AttackRolled)) == (1 if restricted else 3)


def test_whoever_chooses_knows_all_the_attacks() -> None:
    """Three strikes are weighed."""
    table = battlefield(FIELD, L="lion", o="fighter-8")

    assert len(ODDS.strikes(table.battle.fork(), "L", Charge("o", table.battle.ground.square("f2"), "claw"))) == 3
