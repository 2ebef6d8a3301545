"""Withdrawing."""

from __future__ import annotations

import pytest

from sim.events.course import Answered, OrderGiven
from sim.events.movement import Moved
from sim.events.orders import Step, Withdraw
from sim.testing import battlefield, cited, condition, order, square, turn, why_not
from tests.rules.d20.told import every, one


@pytest.mark.parametrize(("to", "allowed"), [("l2", True), ("o2", False)])
def test_a_withdrawal_covers_twice_the_speed(to: str, allowed: bool) -> None:
    """Twelve squares at 30 ft (d20.withdraw.distance)."""
    table = battlefield("A" + " ." * 15 + "\n" + ". " * 15 + "o", A="rogue-1", o="orc")

    rules = why_not(table, "A", Withdraw(square(table, to)))

    assert (rules == ()) is allowed
    assert allowed or rules == ("d20.withdraw.distance",)


def test_the_square_left_first_is_free() -> None:
    """Whoever sees his foe turns away from it unharmed (d20.withdraw.first-square)."""
    table = battlefield("o A . . .", A="rogue-1", o="orc")

    events = order(table, "A", Withdraw(square(table, "e1")))

    assert not every(events, Answered)
    assert {"d20.withdraw.first-square", "d20.withdraw.distance"} <= set(one(events, Moved).cites)


def test_whom_he_does_not_see_strikes_all_the_same() -> None:
    """An invisible foe is not reckoned with (d20.withdraw.first-square)."""
    table = battlefield("A o .\n. . .\n. . .\n. . .", A="rogue-1", o="orc")
    condition(table, "o", "invisible")

    events = order(table, "A", Withdraw(square(table, "a4")))

    assert every(events, Answered)
    assert "d20.withdraw.first-square" not in cited(events)


def test_every_other_square_exposes() -> None:
    """Past a second foe there is a blow to be had (d20.withdraw.other-squares)."""
    table = battlefield("# A o\n# . #\n# . p\n# . #\n# . #", A="rogue-1", o="orc", p="orc")

    events = order(table, "A", Withdraw(square(table, "b5")))

    asked = one(events, Answered)
    assert asked.who == "p"
    assert "d20.withdraw.other-squares" in asked.cites


@pytest.mark.parametrize("state", ["blinded", "prone"])
def test_the_blind_and_the_fallen_cannot(state: str) -> None:
    """Nor can anybody after a 5-foot step (d20.withdraw.no-step)."""
    table = battlefield("A o .\n. . .\n. . .", A="rogue-1", o="orc")
    assert not why_not(table, "A", Withdraw(square(table, "a3")))
    condition(table, "A", state)
    assert "d20.withdraw.no-step" in why_not(table, "A", Withdraw(square(table, "a3")))

    stepped = battlefield("A o .\n. . .\n. . .", A="rogue-1", o="orc")
    order(stepped, "A", Step(square(stepped, "a2")))
    assert "d20.withdraw.no-step" in why_not(stepped, "A", Withdraw(square(stepped, "a3")))


def test_the_restricted_withdraw_at_plain_speed() -> None:
    """As a standard action (d20.withdraw.restricted)."""
    table = battlefield("A" + " ." * 10 + " o", A="rogue-1", o="orc")
    turn(table, "A", restricted=True)
    assert why_not(table, "A", Withdraw(square(table, "h1"))) == ("d20.withdraw.distance",)

    events = order(table, "A", Withdraw(square(table, "g1")))

    assert one(events, OrderGiven).cost == "standard"
    assert "d20.withdraw.restricted" in one(events, Moved).cites
