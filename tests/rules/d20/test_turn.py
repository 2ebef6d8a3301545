"""The turn and what it holds."""

from __future__ import annotations

import pytest

from sim.events.course import OrderGiven, TurnBegan
from sim.events.orders import (
    Attack,
    Charge,
    Draw,
    Drop,
    DropProne,
    End,
    FullAttack,
    Move,
    Order,
    Run,
    StandUp,
    Step,
    TotalDefense,
    Withdraw,
)
from sim.rules.d20 import turn as rules
from sim.rules.d20.book import BOOK
from sim.state.battle import Due
from sim.table import Table
from sim.testing import battlefield, cited, condition, order, square, turn, why_not
from tests.rules.d20.told import one

BUDGET = "d20.turn.budget"


def field(dice: str = "") -> Table:
    """A fighter of several attacks beside an ogre, with room to walk."""
    return battlefield(
        """
        . . . . . .
        . A o . . .
        . . . . . .
        . . . . . .
        """,
        A="fighter-8",
        o="ogre",
        dice=dice,
    )


def test_a_standard_and_a_move_action_fill_a_turn() -> None:
    """After both nothing but free acts and the step is left (d20.turn.budget)."""
    table = field("d20:2")
    order(table, "A", Attack("o", "longsword"))
    order(table, "A", Drop("longsword"))
    order(table, "A", Draw("composite longbow"))

    assert BUDGET in why_not(table, "A", TotalDefense())
    assert BUDGET in why_not(table, "A", FullAttack("o", "longsword"))


def test_a_full_round_action_goes_with_no_other() -> None:
    """Neither before nor after a move action (d20.turn.budget); alone it is allowed."""
    table = field()
    assert not why_not(table, "A", Withdraw(square(table, "a4")))

    order(table, "A", Move(square(table, "a2")))

    assert BUDGET in why_not(table, "A", Withdraw(square(table, "a4")))
    assert BUDGET in why_not(table, "A", FullAttack("o", "longsword"))


def test_a_second_move_action_takes_the_place_of_the_standard_action() -> None:
    """It covers speed once more, as a move of its own (d20.turn.move-for-standard, d20.turn.double-move)."""
    table = field()

    first = order(table, "A", Move(square(table, "b4")))
    second = order(table, "A", Move(square(table, "e4")))

    assert "d20.turn.move-for-standard" not in cited(first)
    assert {"d20.turn.move-for-standard", "d20.turn.double-move"} <= cited(second)
    assert BUDGET in why_not(table, "A", Move(square(table, "d4")))


def test_a_second_standard_action_never_takes_the_place_of_a_move() -> None:
    """The exchange works one way only (d20.turn.move-for-standard)."""
    table = field("d20:2")

    order(table, "A", Attack("o", "longsword"))

    assert why_not(table, "A", Attack("o", "longsword")) == (BUDGET, "d20.turn.move-for-standard")
    assert not why_not(table, "A", Move(square(table, "b4")))


def test_free_actions_cost_nothing() -> None:
    """Dropping things leaves the whole turn (d20.turn.free-actions)."""
    table = field("d20:2")

    events = order(table, "A", DropProne())

    assert "d20.turn.free-actions" in cited(events)
    assert one(events, OrderGiven).cost == "free"
    assert not why_not(table, "A", FullAttack("o", "longsword"))


def test_the_step_is_no_action() -> None:
    """The instant activities of the table cost nothing at all (d20.turn.not-an-action)."""
    table = field()

    events = order(table, "A", Step(square(table, "b1")))

    assert "d20.turn.not-an-action" in cited(events)
    assert one(events, OrderGiven).cost == "none"
    assert not why_not(table, "A", FullAttack("o", "longsword"))


@pytest.mark.parametrize("how", ["trip", "disarm", "grapple"])
def test_special_attacks_replace_one_attack(how: str) -> None:
    """Alone they are a standard action, in a full attack the next attack (d20.turn.varying-cost)."""
    table = field()
    turn(table, "A")
    wish = Attack("o", "unarmed strike", how)  # type: ignore[arg-type]

    alone = BOOK.cost(table.battle, "A", wish)
    table.battle.turn.attacks = (Due(-5, "unarmed strike"),)
    in_a_full_attack = BOOK.cost(table.battle, "A", wish)

    assert (alone.kind, in_a_full_attack.kind) == ("standard", "attack")
    assert "d20.turn.varying-cost" in alone.cites
    assert "d20.turn.varying-cost" in in_a_full_attack.cites


RESTRICTING = [("disabled", "d20.wounds.disabled"), ("staggered", "d20.nonlethal.staggered-actions")]


@pytest.mark.parametrize(("state", "rule"), RESTRICTING)
def test_the_weakened_have_one_action(state: str, rule: str) -> None:
    """One standard or one move action, and no full-round action (d20.turn.restricted)."""
    table = field("d20:2")
    condition(table, "A", state)
    rules.begin(table, table.battle["A"])
    began = table.log.events[-1]

    assert isinstance(began, TurnBegan)
    assert began.restricted
    assert {"d20.turn.restricted", rule} <= set(began.cites)
    for wish in (FullAttack("o", "longsword"), Run(square(table, "b4"))):
        assert "d20.turn.restricted" in why_not(table, "A", wish)

    order(table, "A", Move(square(table, "b4")))
    assert "d20.turn.restricted" in why_not(table, "A", TotalDefense())
    assert "d20.turn.restricted" in why_not(table, "A", Move(square(table, "b2")))


def test_charge_and_withdraw_shrink_to_the_one_action() -> None:
    """They alone of the full-round actions are open to the restricted, as standard actions (d20.turn.restricted)."""
    table = battlefield(". . . . .\nA . . . o\n. . . . .", A="orc", o="fighter-1", dice="d20:2 d20:2")
    turn(table, "A", restricted=True)

    charge = order(table, "A", Charge("o", square(table, "d2"), "falchion"))

    assert one(charge, OrderGiven).cost == "standard"
    assert "d20.charge.restricted" in cited(charge)
    turn(table, "A", restricted=True)
    assert not why_not(table, "A", Withdraw(square(table, "a1")))


def test_nothing_after_the_end() -> None:
    """Who has ended its turn has nothing left (d20.turn.budget)."""
    table = field()
    order(table, "A", End())

    wishes: tuple[Order, ...] = (DropProne(), StandUp(), Step(square(table, "b1")))
    assert all(BUDGET in why_not(table, "A", wish) for wish in wishes)
