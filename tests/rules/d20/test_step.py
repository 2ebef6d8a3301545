"""The 5-foot step."""

from __future__ import annotations

import pytest

from sim.events.course import Answered
from sim.events.movement import Moved
from sim.events.orders import Attack, Charge, Move, Run, Step, Withdraw
from sim.testing import battlefield, cited, condition, order, square, why_not
from tests.rules.d20.told import every, one, sheet

FIELD = """
    . . . . . . .
    . A o . . . .
    . . . . . . .
"""
OTHER = "d20.step.no-other-movement"
HAMPERED = "d20.step.hampered"


def test_a_step_goes_with_no_other_movement() -> None:
    """Not after a move, and no move after it; once a round (d20.step.no-other-movement)."""
    moved = battlefield(FIELD, A="rogue-1", o="orc")
    assert not why_not(moved, "A", Step(square(moved, "a1")))
    order(moved, "A", Move(square(moved, "a1")))
    assert OTHER in why_not(moved, "A", Step(square(moved, "b1")))

    stepped = battlefield(FIELD, A="rogue-1", o="orc")
    order(stepped, "A", Step(square(stepped, "a1")))
    assert OTHER in why_not(stepped, "A", Step(square(stepped, "b1")))
    assert OTHER in why_not(stepped, "A", Move(square(stepped, "b1")))


@pytest.mark.parametrize(("options", "forbidden"), [({}, True), ({"step-after-stopped-move": "yes"}, False)])
def test_a_move_that_was_stopped_at_its_start_forbids_the_step(options: dict[str, str], forbidden: bool) -> None:
    """Felled before he got away, and risen again (d20.step.no-other-movement, option step-after-stopped-move)."""
    table = battlefield(
        FIELD,
        A="fighter-1",
        o="chain-fighter-4",
        dice="d20:19 d20:19 d20:2 d20:1",
        answers=[Attack("A", "spiked chain", "trip")],
        options=options,
    )
    events = order(table, "A", Move(square(table, "a1")))
    assert table.battle["A"].has("prone")
    table.battle["A"].flags = 0

    assert (OTHER in why_not(table, "A", Step(square(table, "a1")))) is forbidden
    assert (OTHER in cited(events)) is forbidden


def test_a_step_may_come_before_between_or_after() -> None:
    """After the attack, say (d20.step.timing)."""
    table = battlefield(FIELD, A="rogue-1", o="orc", dice="d20:2")
    order(table, "A", Attack("o", "rapier"))

    assert "d20.step.timing" in one(order(table, "A", Step(square(table, "a1"))), Moved).cites


def test_a_step_never_exposes() -> None:
    """Out of the reach of a foe without a blow (d20.step.timing)."""
    table = battlefield(FIELD, A="rogue-1", o="orc", dice="d20:2")
    order(table, "A", Step(square(table, "a1")))

    assert not every(table.log.events, Answered)


@pytest.mark.parametrize("ground", [":", ",", "w", "%"])
def test_no_step_into_hampering_ground(ground: str) -> None:
    """Rubble, undergrowth, water, a barricade (d20.step.hampered); onto the floor it is allowed."""
    table = battlefield(f". . .\n{ground} A o", A="rogue-1", o="orc")

    assert HAMPERED in why_not(table, "A", Step(square(table, "a2")))
    assert not why_not(table, "A", Step(square(table, "a1")))


def test_no_step_into_darkness_that_hampers() -> None:
    """Whoever sees in the dark steps there (d20.step.hampered)."""
    for kind, allowed in (("rogue-1", False), ("dwarf-fighter-4", True)):
        table = battlefield(". A o", A=kind, o="orc", light=["dbb"])
        assert (not why_not(table, "A", Step(square(table, "a1")))) is allowed


def test_the_very_slow_take_no_step() -> None:
    """At a speed of 5 ft or less (d20.step.hampered)."""
    table = battlefield(FIELD, A=sheet("rogue-1", speed=5), o="orc")

    assert HAMPERED in why_not(table, "A", Step(square(table, "a1")))


def test_a_step_is_one_square() -> None:
    """No farther (d20.step.hampered)."""
    table = battlefield(". . A o", A="rogue-1", o="orc")

    assert HAMPERED in why_not(table, "A", Step(square(table, "a1")))


def test_no_step_in_the_turn_of_a_charge_a_run_or_a_withdrawal() -> None:
    """Neither before nor after (d20.step.hampered, d20.charge.no-step, d20.withdraw.no-step, d20.run.terrain)."""
    table = battlefield(". . . . . . o\n. A . . . . .\n. . . . . . .", A="rogue-1", o="orc")
    order(table, "A", Step(square(table, "b1")))
    assert "d20.charge.no-step" in why_not(table, "A", Charge("o", square(table, "f1"), "rapier"))
    assert "d20.withdraw.no-step" in why_not(table, "A", Withdraw(square(table, "a1")))
    assert "d20.run.terrain" in why_not(table, "A", Run(square(table, "e1")))

    after = battlefield(". . . . . . o\n. A . . . . .\n. . . . . . .", A="rogue-1", o="orc")
    order(after, "A", Withdraw(square(after, "a1")))
    assert OTHER in why_not(after, "A", Step(square(after, "b1")))


def test_the_blind_and_the_fallen_take_no_step() -> None:
    """Who cannot see where it goes, or lies on the ground (d20.step.hampered)."""
    for state in ("prone", "blinded"):
        table = battlefield(FIELD, A="rogue-1", o="orc")
        condition(table, "A", state)
        assert HAMPERED in why_not(table, "A", Step(square(table, "a1")))


@pytest.mark.parametrize(("speed", "may"), [(5, False), (10, True), (15, True)])
def test_at_a_speed_of_five_feet_there_is_no_step(speed: int, may: bool) -> None:
    """At ten there is (d20.step.hampered)."""
    table = battlefield(FIELD, A=sheet("fighter-1", speed=speed, armor=None), o="orc")

    assert (HAMPERED not in why_not(table, "A", Step(square(table, "a1")))) == may
