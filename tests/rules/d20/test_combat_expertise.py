"""Combat Expertise: accuracy given for armor class."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled
from sim.events.conditions import ConditionBegan
from sim.events.orders import Attack, FullAttack
from sim.testing import battlefield, order, turn, why_not
from tests.rules.d20.told import every, named, one, part, sheet

TRADE = "d20.combat-expertise.trade"
EXPERT = sheet("fighter-5", feats=("combat-expertise",))
SWORD = EXPERT.held[0]


@pytest.mark.parametrize("points", [1, 3, 5])
def test_points_go_from_attack_rolls_to_armor_class(points: int) -> None:
    """As many as were chosen, as a dodge bonus, against whatever strikes until the next turn (.trade)."""
    table = battlefield("A o", A=EXPERT, o="orc", dice="d20:2 d20:2")

    events = order(table, "A", Attack("o", SWORD, expertise=points))
    its = one(order(table, "o", Attack("A", "falchion")), AttackRolled)

    assert one(events, ConditionBegan).value == points
    assert part(one(events, AttackRolled).parts, TRADE) == -points
    assert named(one(events, AttackRolled).parts, "combat expertise") == -points
    assert part(its.ac_parts, TRADE) == points
    assert [found.type for found in its.ac_parts if found.rule == TRADE] == ["dodge"]
    assert part(its.parts, TRADE) == 0


def test_it_holds_for_every_blow_until_the_next_turn() -> None:
    """A full attack pays with each of its attacks, and then the trade ends (.trade)."""
    table = battlefield("A o", A=sheet("fighter-8", feats=("combat-expertise",)), o="ogre", dice="d20:2 d20:3")
    sword = table.battle["A"].held[0]
    rolls = every(order(table, "A", FullAttack("o", sword, expertise=2)), AttackRolled)
    rolls += every(order(table, "A", Attack("o", sword)), AttackRolled)
    assert [part(roll.parts, TRADE) for roll in rolls] == [-2, -2]

    turn(table, "A")

    assert [(timer.condition, timer.turns) for timer in table.battle.timers] == [("combat-expertise", 0)]


@pytest.mark.parametrize(("points", "base"), [(6, 8), (4, 3), (-1, 5)])
def test_no_more_than_five_and_than_the_base_attack(points: int, base: int) -> None:
    """Nor less than nothing (.trade)."""
    table = battlefield("A o", A=sheet("fighter-5", feats=("combat-expertise",), base_attack=base), o="orc")

    assert why_not(table, "A", Attack("o", SWORD, expertise=points)) == (TRADE,)
    assert not why_not(table, "A", Attack("o", SWORD, expertise=min(5, base)))


def test_it_takes_the_feat_and_is_chosen_before_the_first_roll() -> None:
    """Whoever has not learnt it trades nothing, nor who has struck already (.trade)."""
    untaught = battlefield("A o", A=sheet("fighter-5", feats=()), o="orc")
    assert why_not(untaught, "A", Attack("o", SWORD, expertise=1)) == (TRADE,)

    table = battlefield("A o", A=sheet("fighter-8", feats=("combat-expertise",)), o="ogre", dice="d20:2")
    sword = table.battle["A"].held[0]
    order(table, "A", FullAttack("o", sword))
    assert TRADE in why_not(table, "A", Attack("o", sword, expertise=1))
    assert not why_not(table, "A", Attack("o", sword))
