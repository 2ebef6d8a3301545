"""The melee attack."""

from __future__ import annotations

from sim.events.attacks import AttackRolled
from sim.events.orders import Attack
from sim.testing import battlefield, order, why_not
from tests.rules.d20.told import one

BASIC = "d20.melee.basic"


def test_a_melee_attack_is_one_roll_against_an_enemy_in_reach() -> None:
    """An enemy beside the attacker can be struck, one farther off cannot (d20.melee.basic)."""
    table = battlefield("A o . p", A="fighter-1", o="orc", p="orc", dice="d20:2")

    assert why_not(table, "A", Attack("p", "longsword")) == (BASIC,)
    assert one(order(table, "A", Attack("o", "longsword")), AttackRolled).target == "o"


def test_friends_and_the_dead_are_no_targets() -> None:
    """An attack needs an enemy that is there (d20.melee.basic)."""
    table = battlefield("A o B", A="fighter-1", o="orc", B="fighter-1")

    assert why_not(table, "A", Attack("B", "longsword")) == (BASIC,)
    assert why_not(table, "A", Attack("x", "longsword")) == (BASIC,)
    assert why_not(table, "A", Attack("o", "poleaxe")) == (BASIC,)
    assert not why_not(table, "A", Attack("o", "longsword"))


def test_a_weapon_must_be_in_hand() -> None:
    """What hangs at the belt strikes nobody."""
    table = battlefield("A o", A="cleric-1", o="orc")

    assert why_not(table, "A", Attack("o", "light crossbow")) == ("d20.action.move.draw-weapon",)
