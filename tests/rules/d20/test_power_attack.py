"""Power Attack: accuracy given for force."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled, DamageDealt
from sim.events.conditions import ConditionBegan
from sim.events.orders import Attack, Charge, FullAttack
from sim.testing import battlefield, condition, order, square, turn, why_not
from tests.rules.d20.people import fighter
from tests.rules.d20.told import every, one, part, sheet

TRADE = "d20.power-attack.trade"
STRONG = {"feats": ("power-attack",), "base_attack": 5}
TOUGH = sheet("ogre", hit_points=200)


@pytest.mark.parametrize(("weapon", "more"), [("longsword", 3), ("greatsword", 6), ("short sword", 0)])
def test_points_go_from_the_roll_to_the_damage(weapon: str, more: int) -> None:
    """Twice with both hands, nothing with a light weapon (.trade)."""
    dice = "d20:19 d20:2 " + {"longsword": "d8:1", "greatsword": "d6:1 d6:1", "short sword": "d6:1"}[weapon]
    table = battlefield("A o", A=fighter(weapon, **STRONG), o=TOUGH, dice=dice)
    if weapon == "short sword":
        assert table.battle["A"].weapons[weapon].category == "light"

    events = order(table, "A", Attack("o", weapon, power=3))

    assert one(events, ConditionBegan).value == 3
    assert part(one(events, AttackRolled).parts, TRADE) == -3
    assert part(one(events, DamageDealt).parts, TRADE) == more


def test_it_holds_for_every_blow_until_the_next_turn() -> None:
    """Opportunities included (.trade)."""
    table = battlefield("A o", A=fighter("longsword", **STRONG | {"base_attack": 8}), o=TOUGH, dice="d20:2 d20:2")
    rolls = every(order(table, "A", FullAttack("o", "longsword", power=2)), AttackRolled)
    rolls += every(order(table, "A", Attack("o", "longsword")), AttackRolled)
    assert [part(roll.parts, TRADE) for roll in rolls] == [-2, -2]

    turn(table, "A")

    assert [(timer.condition, timer.turns) for timer in table.battle.timers] == [("power-attack", 0)]


def test_a_shot_is_neither_worse_nor_better_for_it() -> None:
    """It counts for melee alone (.trade)."""
    table = battlefield("A . . p", A=fighter("longbow", **STRONG), p=TOUGH, dice="d20:19 d8:1")
    condition(table, "A", "power-attack", value=2)

    events = order(table, "A", Attack("p", "longbow"))

    assert part(one(events, AttackRolled).parts, TRADE) == 0
    assert [part(dealt.parts, TRADE) for dealt in every(events, DamageDealt)] == [0]


@pytest.mark.parametrize("power", [6, -1])
def test_no_more_than_the_base_attack(power: int) -> None:
    """Nor less than nothing; in a charge too (.trade)."""
    table = battlefield("A . . . o", A=fighter("longsword", **STRONG), o=TOUGH)

    assert TRADE in why_not(table, "A", Charge("o", square(table, "d1"), "longsword", power=power))
    assert not why_not(table, "A", Charge("o", square(table, "d1"), "longsword", power=5))


def test_it_takes_the_feat_and_is_chosen_before_the_first_roll() -> None:
    """Whoever has not learnt it trades nothing, nor who has struck already (.trade)."""
    untaught = battlefield("A o", A=fighter("longsword", base_attack=5), o=TOUGH)
    assert why_not(untaught, "A", Attack("o", "longsword", power=1)) == (TRADE,)

    table = battlefield("A o", A=fighter("longsword", **STRONG | {"base_attack": 8}), o=TOUGH, dice="d20:2")
    order(table, "A", FullAttack("o", "longsword"))
    assert TRADE in why_not(table, "A", Attack("o", "longsword", power=1))
