"""Total defense."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled
from sim.events.conditions import ConditionBegan
from sim.events.orders import Attack, FullAttack, TotalDefense
from sim.rules.d20 import aoo
from sim.testing import battlefield, order, turn, why_not
from tests.rules.d20.told import one, part

NO_ATTACK = "d20.total-defense.no-attack"


@pytest.mark.parametrize(
    ("kind", "rule", "bonus"),
    [("fighter-1", "d20.total-defense.ac", 4), ("rogue-6", "d20.total-defense.tumble-ranks", 6)],
)
def test_nothing_but_defence_is_worth_four(kind: str, rule: str, bonus: int) -> None:
    """Six with 5 ranks of Tumble (d20.total-defense.ac, d20.total-defense.tumble-ranks)."""
    table = battlefield("A o", A=kind, o="orc", dice="d20:2")
    events = order(table, "A", TotalDefense())
    assert one(events, ConditionBegan).cites == ("d20.total-defense.ac",)

    roll = one(order(table, "o", Attack("A", "falchion")), AttackRolled)

    assert part(roll.ac_parts, rule) == bonus
    assert [modifier.type for modifier in roll.ac_parts if modifier.rule == rule] == ["dodge"]


def test_it_lasts_until_the_next_turn() -> None:
    """One round (d20.total-defense.ac)."""
    table = battlefield("A o", A="fighter-1", o="orc")
    order(table, "A", TotalDefense())

    turn(table, "A")

    assert [timer.turns for timer in table.battle.timers] == [0]


def test_no_attack_goes_with_it() -> None:
    """Nor fighting defensively in the same turn (d20.total-defense.no-attack)."""
    table = battlefield("A o", A="fighter-1", o="orc", dice="d20:2")
    assert not why_not(table, "A", Attack("o", "longsword"))
    order(table, "A", TotalDefense())

    assert NO_ATTACK in why_not(table, "A", Attack("o", "longsword"))
    assert NO_ATTACK in why_not(table, "A", FullAttack("o", "longsword", defensive=True))


def test_the_defensive_fighter_cannot_go_over_to_it() -> None:
    """Who has fought this turn has fought (d20.total-defense.no-attack)."""
    table = battlefield("A o", A="fighter-1", o="orc", dice="d20:2")
    order(table, "A", Attack("o", "longsword", defensive=True))
    table.battle.turn.standard = False

    assert why_not(table, "A", TotalDefense()) == (NO_ATTACK,)


def test_no_opportunity_is_taken() -> None:
    """As long as it lasts (d20.total-defense.no-aoo)."""
    table = battlefield("A o", A="fighter-1", o="orc")
    a, o = table.battle["A"], table.battle["o"]
    assert aoo.why_no_opportunity(table.battle, a, o, "moving") == ""
    order(table, "A", TotalDefense())

    assert aoo.why_no_opportunity(table.battle, a, o, "moving") == "d20.total-defense.no-aoo"
