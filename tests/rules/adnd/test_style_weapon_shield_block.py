"""Blocks and weapon traps."""

from __future__ import annotations

from typing import Any

import pytest

from sim.events.adnd import AttackMade, AttacksLost, ScoreChecked
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Attack, Choose, Drop, FullAttack, Sheathe
from sim.table import Table
from tests.rules.adnd.arena import act, activate, arena, cited, declare, end_round, next_round, sheet, told, why_not

BLOCK = "adnd.style.weapon-shield.block"
TRAP = "adnd.style.weapon-shield.trap"
FACE_TO_FACE = """
    . . . .
    . A o .
    . . . .
"""


def fight(*answers: str, dice: str, option: str = "on", **foe: Any) -> Table:
    """o attacks A, who keeps an attack back."""
    shieldman = sheet("shieldman-6", tiers={}, player=True)
    table = arena(
        FACE_TO_FACE,
        A=shieldman,
        o=sheet("orc", player=True, **foe),
        dice=dice,
        answers=[Choose("no"), *map(Choose, answers)],
        options={"block_trap": option},
    )
    declare(table, "A", FullAttack("o", "long sword", parries=1))
    declare(table, "o", FullAttack("A", "long sword"))
    return table


def attacked(table: Table) -> tuple[object, ...]:
    return act(table, "o", Attack("A", "long sword"))


@pytest.mark.parametrize(("mine", "stopped"), [(14, True), (16, False), (5, False)])
def test_a_block_catches_a_blow(mine: int, stopped: bool) -> None:
    """
    Both roll to hit, the blocker against Armor Class 4, and he lower: 15 less 1 less 4 is 10
    (adnd.style.weapon-shield.block).
    """
    table = fight("block long sword", dice=f"d20:15 d20:{mine}" + ("" if stopped else " d8:1"))
    events = attacked(table)
    blow, block = told(events, AttackMade)

    assert (block.how, block.ac, block.needed, block.hit) == ("block", 4, 10, stopped)
    assert BLOCK in block.cites
    assert bool(told(events, DamageDealt)) is not stopped
    assert blow.hit
    assert told(events, AttacksLost)[0].parries == 1


def test_a_block_with_the_shield_costs_its_cover() -> None:
    """As every manoeuvre does (adnd.style.weapon-shield.block)."""
    events = attacked(fight("block medium shield", dice="d20:15 d20:14"))

    assert [event.condition for event in told(events, ConditionBegan)] == ["shield-spent"]
    assert "adnd.style.weapon-shield.manoeuvre.forfeits-ac" in cited(events)


def test_they_are_an_option() -> None:
    """With block_trap off nobody is asked (adnd.style.weapon-shield.block, adnd.style.weapon-shield.trap)."""
    table = fight(dice="d20:15 d8:1", option="off")

    assert not {BLOCK, TRAP} & cited(attacked(table))


@pytest.mark.parametrize(("mine", "theirs", "caught"), [(15, 3, True), (15, 16, True), (17, 16, False), (9, 3, False)])
def test_a_trap_catches_the_weapon(mine: int, theirs: int, caught: bool) -> None:
    """
    Before it strikes: the trapper rolls against Armor Class 0, the other against 4, the lower success wins
    (adnd.style.weapon-shield.trap).
    """
    left = "" if caught else " d20:3"
    table = fight("trap medium shield", dice=f"d20:{mine} d20:{theirs}{left}")
    events = attacked(table)
    trap, struggle = told(events, AttackMade)[:2]

    assert (trap.how, trap.ac, struggle.ac) == ("trap", 0, 4)
    assert TRAP in trap.cites
    assert TRAP in struggle.cites
    begun = [(event.who, event.condition) for event in told(events, ConditionBegan)]
    assert (("o", "trapped") in begun) is (("A", "trapping") in begun) is caught
    assert len(told(events, AttackMade)) == (2 if caught else 3)


def trapped(*dice: str, **foe: Any) -> Table:
    table = fight("trap medium shield", dice=" ".join(("d20:15 d20:3", *dice)), **foe)
    attacked(table)
    return table


def test_a_weapon_that_is_caught_strikes_nothing() -> None:
    """
    It loses its attacks, is of no use, and is let go or kept; nor does the shield do anything else
    (adnd.style.weapon-shield.trap).
    """
    table = trapped("d20:15 d20:15")
    assert why_not(table, "o", Attack("A", "long sword"))
    next_round(table)

    assert why_not(table, "o", FullAttack("A", "long sword")) == (TRAP,)
    assert not why_not(table, "o", FullAttack("A", "fist"))
    assert not why_not(table, "o", Drop("long sword"))
    assert TRAP in why_not(table, "A", FullAttack("o", "medium shield", "shield-punch"))
    assert TRAP in why_not(table, "A", FullAttack("o", "long sword", off_hand="medium shield"))
    assert not why_not(table, "A", FullAttack("o", "long sword"))
    declare(table, "o", FullAttack("A", "fist"))
    activate(table, "o")
    assert TRAP in why_not(table, "o", Sheathe("long sword"))


def test_the_shield_covers_nobody_meanwhile() -> None:
    """It is busy (adnd.style.weapon-shield.trap)."""
    table = trapped("d20:15 d20:15 d20:3")
    next_round(table)
    declare(table, "o", FullAttack("A", "fist"))
    (roll,) = told(act(table, "o", Attack("A", "fist")), AttackMade)

    assert TRAP in roll.cites
    assert "adnd.style.weapon-shield.ac" not in [part.rule for part in roll.ac_parts]


@pytest.mark.parametrize(("mine", "theirs", "free"), [(5, 10, False), (10, 5, True)])
def test_at_the_end_of_each_round_strength_decides(mine: int, theirs: int, free: bool) -> None:
    """The greater margin (adnd.style.weapon-shield.trap)."""
    table = trapped(f"d20:{mine} d20:{theirs}", strength=17)
    events = end_round(table)

    assert [check.total for check in told(events, ScoreChecked)] == [mine, theirs]
    assert [(event.who, event.condition) for event in told(events, ConditionEnded) if TRAP in event.cites] == (
        [("A", "trapping"), ("o", "trapped")] if free else []
    )


def test_a_tie_goes_to_the_stronger_percentage_or_is_thrown_again() -> None:
    """As in grabs (adnd.style.weapon-shield.trap)."""
    again = trapped("d20:7 d20:7 d20:5 d20:12", strength=17)
    events = end_round(again)
    assert len(told(events, ScoreChecked)) == 4
    assert not [event for event in told(events, ConditionEnded) if event.condition == "trapped"]

    stronger = trapped("d20:7 d20:8", strength=18, exceptional=40)
    assert [event.condition for event in told(end_round(stronger), ConditionEnded)][:2] == ["trapping", "trapped"]


def test_who_lets_go_of_his_weapon_is_free() -> None:
    """So is who is left alone (adnd.style.weapon-shield.trap)."""
    table = trapped("d20:5 d20:12")
    next_round(table)
    declare(table, "o", Drop("long sword"))
    declare(table, "o", FullAttack("A", "fist"))
    events = activate(table, "o")

    assert {event.condition for event in told(events, ConditionEnded) if TRAP in event.cites} == {"trapping", "trapped"}
