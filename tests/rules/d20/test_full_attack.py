"""The full attack."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.attacks import AttackRolled, ContestRolled
from sim.events.course import FullAttackBegan, FullAttackGivenUp, OrderGiven
from sim.events.movement import Moved
from sim.events.orders import Attack, FullAttack, Move, StandUp, Step
from sim.rules.d20 import full_attack
from sim.rules.d20.book import BOOK
from sim.testing import battlefield, cited, condition, order, square, why_not
from tests.rules.d20.told import named, one, part, sheet

FIELD = """
    . . . . .
    . A o . .
    . . . . .
"""
FIRST = FullAttack("o", "longsword")
NEXT = Attack("o", "longsword")


def test_no_movement_goes_with_a_full_attack_but_the_step() -> None:
    """After the second attack no move is left, the step is (d20.full-attack.movement, d20.full-attack.step-timing)."""
    table = battlefield(FIELD, A="fighter-8", o="ogre", dice="d20:2 d20:2")
    order(table, "A", FIRST)
    order(table, "A", NEXT)

    assert "d20.full-attack.movement" in why_not(table, "A", Move(square(table, "a1")))
    step = one(order(table, "A", Step(square(table, "b1"))), Moved)
    assert {"d20.full-attack.movement", "d20.full-attack.step-timing"} <= set(step.cites)


def test_the_step_may_come_between_two_attacks() -> None:
    """And the next attack follows from the new square (d20.full-attack.step-timing)."""
    table = battlefield(FIELD, A="fighter-8", o="orc", dice="d20:1 d20:1")
    order(table, "A", FIRST)

    step = order(table, "A", Step(square(table, "b1")))

    assert "d20.full-attack.step-timing" in cited(step)
    assert one(order(table, "A", NEXT), AttackRolled).target == "o"


def test_attacks_come_from_the_highest_bonus_to_the_lowest() -> None:
    """Each is an order of its own, and no weapon may be used out of turn (d20.full-attack.order)."""
    table = battlefield(FIELD, A="fighter-8", o="ogre", dice="d20:2 d20:2")
    order(table, "A", FIRST)

    assert "d20.full-attack.order" in why_not(table, "A", Attack("o", "unarmed strike"))
    events = order(table, "A", NEXT)
    assert one(events, OrderGiven).cites == ("d20.full-attack.order",)
    assert "d20.turn.budget" in why_not(table, "A", NEXT)


def test_the_main_natural_weapons_come_first() -> None:
    """A bear does not begin with its bite (d20.full-attack.order)."""
    table = battlefield("A A o\nA A .", A="brown-bear", o="orc")

    assert why_not(table, "A", FullAttack("o", "bite")) == ("d20.full-attack.order",)
    assert not why_not(table, "A", FullAttack("o", "claw"))


def test_later_attacks_are_worse_by_five() -> None:
    """Base attack +8 gives a second one at -5 (d20.full-attack.iterative)."""
    table = battlefield(FIELD, A="fighter-8", o="ogre", dice="d20:2 d20:2")

    first = order(table, "A", FIRST)
    second = order(table, "A", NEXT)

    assert "d20.full-attack.iterative" in one(first, FullAttackBegan).cites
    assert part(one(first, AttackRolled).parts, "d20.full-attack.iterative") == 0
    assert part(one(second, AttackRolled).parts, "d20.full-attack.iterative") == -5


def test_targets_are_chosen_one_at_a_time() -> None:
    """The second attack may go elsewhere (d20.full-attack.iterative)."""
    table = battlefield("o A p", A="fighter-8", o="ogre", p="orc", dice="d20:1 d20:1")
    order(table, "A", FIRST)

    assert one(order(table, "A", Attack("p", "longsword")), AttackRolled).target == "p"


@given(st.integers(0, 20))
def test_base_attack_gives_one_attack_for_each_full_five_above_one(base: int) -> None:
    """+6 gives two, +11 three, +16 four, each 5 worse than the last (d20.full-attack.iterative)."""
    me = battlefield("A o", A=sheet("fighter-1", base_attack=base), o="orc").battle["A"]

    penalties = full_attack.iteratives(me)

    assert len(penalties) == 1 + max(0, base - 1) // 5
    assert list(penalties) == [-5 * index for index in range(len(penalties))]


def test_after_the_first_attack_the_rest_can_be_given_up_for_a_move() -> None:
    """The first then counts as a standard action (d20.full-attack.convert)."""
    table = battlefield(FIELD, A="fighter-8", o="ogre", dice="d20:2")
    order(table, "A", FIRST)

    events = order(table, "A", Move(square(table, "a1")))

    assert "d20.full-attack.convert" in one(events, FullAttackGivenUp).cites
    assert table.battle["A"].square == square(table, "a1")
    assert "d20.turn.budget" in why_not(table, "A", NEXT)
    assert "d20.turn.budget" in why_not(table, "A", Move(square(table, "a2")))


def test_any_move_action_will_do() -> None:
    """To stand up, say (d20.full-attack.convert)."""
    table = battlefield(FIELD, A="fighter-8", o="ogre", dice="d20:2")
    order(table, "A", FIRST)
    condition(table, "A", "prone")

    assert "d20.full-attack.convert" in cited(order(table, "A", StandUp()))
    assert not table.battle["A"].has("prone")


def test_after_the_second_attack_it_is_too_late() -> None:
    """Two attacks are more than a standard action (d20.full-attack.convert)."""
    table = battlefield(FIELD, A=sheet("fighter-8", base_attack=11), o="ogre", dice="d20:1 d20:1")
    order(table, "A", FIRST)
    order(table, "A", NEXT)

    assert "d20.turn.budget" in why_not(table, "A", Move(square(table, "a1")))
    assert not why_not(table, "A", NEXT)


def test_after_a_step_the_move_won_leads_nowhere() -> None:
    """It may still stand up or draw (d20.full-attack.convert-after-step)."""
    table = battlefield(FIELD, A="fighter-8", o="ogre", dice="d20:2")
    order(table, "A", FIRST)
    order(table, "A", Step(square(table, "b1")))

    assert "d20.full-attack.convert-after-step" in why_not(table, "A", Move(square(table, "a1")))
    condition(table, "A", "prone")
    assert not why_not(table, "A", StandUp())


@pytest.mark.parametrize("first", [False, True])
def test_with_two_weapons_it_is_said_which_strikes_first(first: bool) -> None:
    """The one or the other (d20.full-attack.declare-first)."""
    table = battlefield(FIELD, A="ranger-4", o="ogre", dice="d20:2")
    wish = FullAttack("o", "short sword", off_hand="second short sword", off_hand_first=first)

    events = order(table, "A", wish)

    assert "d20.full-attack.declare-first" in one(events, FullAttackBegan).cites
    assert one(events, AttackRolled).weapon == ("second short sword" if first else "short sword")


def test_a_full_attack_is_no_standard_action() -> None:
    """One attack and a move need no full attack (d20.full-attack.iterative)."""
    table = battlefield(FIELD, A="fighter-8", o="ogre", dice="d20:2")
    events = order(table, "A", NEXT)

    assert named(one(events, AttackRolled).parts, "iterative") == 0
    assert not why_not(table, "A", Move(square(table, "a1")))


@pytest.mark.parametrize("how", ["grapple", "trip"])
def test_one_blow_may_be_given_up_for_bare_hands(how: str) -> None:
    """After the sword the second attack seizes or fells, at its own bonus (d20.grapple.start.cost)."""
    table = battlefield(FIELD, A="fighter-8", o="ogre", dice="d20:1 d20:1")
    order(table, "A", FIRST)

    wish = Attack("o", "unarmed strike", how)  # type: ignore[arg-type]
    assert wish in list(BOOK.offers(table.battle, "A").of(Attack))
    touch = one(order(table, "A", wish), AttackRolled)

    assert touch.mode == "melee-touch"
    assert part(touch.parts, "d20.full-attack.iterative") == -5
    assert "d20.turn.budget" in why_not(table, "A", NEXT)


def test_a_bite_given_up_for_a_grip_is_as_bad_as_the_bite() -> None:
    """What takes the place of a secondary attack has its penalty (d20.grapple.options.per-attack)."""
    table = battlefield("A A o\nA A .", A="brown-bear", o="orc", dice="d20:1 d20:1 d20:15 d20:2 d20:20")
    order(table, "A", FullAttack("o", "claw"))
    order(table, "A", Attack("o", "claw"))

    events = order(table, "A", Attack("o", "unarmed strike", "grapple"))

    assert part(one(events, AttackRolled).parts, "d20.full-attack.iterative") == -5
    assert part(one(events, ContestRolled).parts, "d20.full-attack.iterative") == -5
