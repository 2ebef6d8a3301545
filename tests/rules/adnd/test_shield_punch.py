"""The shield as a weapon."""

from __future__ import annotations

from typing import Any

import pytest

from sim.events.adnd import AttackMade, Declared, InitiativeThrown
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Attack, FullAttack
from sim.rules.adnd import initiative, shield_punch
from sim.table import Table
from sim.tables.adnd_figures import shield
from tests.rules.adnd.arena import act, activate, arena, cited, declare, sheet, told, why_not

FACE_TO_FACE = """
    . . . .
    . A o .
    . . . .
"""
PUNCH = Attack("o", "medium shield", "shield-punch")
BESIDES = Attack("o", "medium shield", "shield-punch", besides=True)
SWORD = FullAttack("o", "long sword")


def fighter(steps: int = 0, board: str = "medium", plus: int = 0, **changes: Any) -> Any:
    figures: dict[str, Any] = {"styles": {"weapon-shield": steps}, "shield": shield(board, plus=plus), "dexterity": 10}
    return sheet("shieldman-6", **{**figures, **changes})


def fight(steps: int = 0, dice: str = "d20:3", **changes: Any) -> Table:
    table = arena(FACE_TO_FACE, A=fighter(steps, **changes), o="orc", dice=dice)
    declare(table, "A", SWORD)
    return table


@pytest.mark.parametrize("board", ["buckler", "small", "medium"])
def test_most_shields_punch(board: str) -> None:
    """
    Bucklers, small and medium ones; from the arm (adnd.shield-punch.shields).
    """
    table = fight(board=board)
    name = table.battle["A"].sheet.shield.name  # type: ignore[union-attr]
    activate(table, "A")
    assert not why_not(table, "A", Attack("o", name, "shield-punch"))

    table.battle["A"].shield_on = False
    assert "adnd.shield-punch.shields" in why_not(table, "A", Attack("o", name, "shield-punch"))


def test_a_body_shield_does_not() -> None:
    """It is too large (adnd.shield-punch.not-large)."""
    rule = "adnd.shield-punch.not-large"
    large, medium = fight(board="body"), fight()
    for table in (large, medium):
        activate(table, "A")

    assert why_not(large, "A", Attack("o", "body shield", "shield-punch")) == (rule,)
    assert why_not(large, "A", Attack("o", "body shield", "shield-punch", besides=True)) == (rule,)
    assert not why_not(medium, "A", PUNCH)


def test_it_need_not_be_announced() -> None:
    """He thinks of it when his turn comes (adnd.shield-punch.no-announcement)."""
    for order in (PUNCH, BESIDES):
        assert "adnd.shield-punch.no-announcement" in cited(act(fight(), "A", order))


def test_in_the_place_of_a_blow() -> None:
    """
    It takes one attack, has no penalty, and leaves the cover (adnd.shield-punch.instead-of-weapon,
    adnd.shield-punch.instead-of-weapon.no-penalty, adnd.shield-punch.instead-of-weapon.keeps-ac).
    """
    table = fight()
    events = act(table, "A", PUNCH)
    (roll,) = told(events, AttackMade)

    assert {
        "adnd.shield-punch.instead-of-weapon",
        "adnd.shield-punch.instead-of-weapon.no-penalty",
        "adnd.shield-punch.instead-of-weapon.keeps-ac",
    } <= set(roll.cites)
    assert "two hands" not in [part.type for part in roll.parts]
    assert not told(events, ConditionBegan)
    assert why_not(table, "A", Attack("o", "long sword"))


def test_besides_the_blows() -> None:
    """
    -4, and -2 for the weapon from then on, once a round (adnd.shield-punch.secondary).
    """
    table = fight(dice="d20:3 d20:3", tiers={})
    punch = told(act(table, "A", BESIDES), AttackMade)[0]
    assert why_not(table, "A", BESIDES) == ("adnd.shield-punch.secondary",)
    blow = told(act(table, "A", Attack("o", "long sword")), AttackMade)[0]

    assert "adnd.shield-punch.secondary" in punch.cites
    assert [part.value for part in punch.parts if part.type == "two hands"] == [-4]
    assert [part.value for part in blow.parts if part.type == "two hands"] == [-2]


def test_it_may_be_announced_all_the_same() -> None:
    """Then the weapon has its penalty from the start (adnd.shield-punch.secondary)."""
    table = arena(FACE_TO_FACE, A=fighter(tiers={}), o="orc", dice="d20:3 d20:3")
    order = FullAttack("o", "long sword", off_hand="medium shield", off_how="shield-punch")
    (declared,) = told(declare(table, "A", order), Declared)
    blow = told(act(table, "A", Attack("o", "long sword")), AttackMade)[0]
    punch = told(act(table, "A", PUNCH), AttackMade)[0]

    assert "adnd.shield-punch.secondary" in declared.cites
    assert [part.value for part in blow.parts if part.type == "two hands"] == [-2]
    assert [part.value for part in punch.parts if part.type == "two hands"] == [-4]
    assert "adnd.shield-punch.no-announcement" not in punch.cites


def test_a_fist_does_not_take_its_place() -> None:
    """
    A punch with the fist costs an attack of the round; what is left after the last is that of the shield alone
    (adnd.round.attack-pool, adnd.core.action.declared-binds).
    """
    table = arena(FACE_TO_FACE, A=fighter(tiers={}), o="orc", dice="d20:3")
    declare(table, "A", FullAttack("o", "long sword", off_hand="medium shield", off_how="shield-punch"))
    activate(table, "A")
    fist = Attack("o", table.battle["A"].sheet.unarmed.name)  # type: ignore[attr-defined]
    assert not why_not(table, "A", fist)
    act(table, "A", Attack("o", "long sword"))

    assert why_not(table, "A", fist) == ("adnd.core.action.declared-binds",)
    assert not why_not(table, "A", PUNCH)


def test_that_costs_the_cover() -> None:
    """To the end of the round (adnd.shield-punch.secondary.loses-ac)."""
    (spent,) = told(act(fight(), "A", BESIDES), ConditionBegan)

    assert (spent.condition, spent.ender) == ("shield-spent", "*")
    assert "adnd.shield-punch.secondary.loses-ac" in spent.cites


def test_a_specialist_has_it_back_at_his_next_attack() -> None:
    """At once, when that is still due (adnd.shield-punch.specialised.recovers-ac)."""
    rule = "adnd.shield-punch.specialised.recovers-ac"
    for steps in (0, 1):
        ended = told(act(fight(steps), "A", BESIDES), ConditionEnded)
        assert [rule in event.cites for event in ended] == [True] * steps


def test_with_two_steps_the_penalties_are_less() -> None:
    """0 and -2 (adnd.shield-punch.specialised-2.penalties)."""
    (roll,) = told(act(fight(2), "A", BESIDES), AttackMade)

    assert {part.rule: part.value for part in roll.parts}["adnd.shield-punch.specialised-2.penalties"] == -2


def test_the_ambidextrous_punch_as_well_as_they_strike() -> None:
    """-2 with both, and nothing after two steps (adnd.shield-punch.specialised-2.penalties)."""
    (plain,) = told(act(fight(ambidextrous=True), "A", BESIDES), AttackMade)
    (master,) = told(act(fight(2, ambidextrous=True), "A", BESIDES), AttackMade)

    assert [part.value for part in plain.parts if part.type == "two hands"] == [-2]
    assert not [part for part in master.parts if part.type == "two hands"]
    assert "adnd.shield-punch.specialised-2.penalties" in master.cites


def test_only_strength_helps() -> None:
    """
    No skill, no magic of the shield, to hit or for damage (adnd.shield-punch.strength-only,
    adnd.shield-punch.no-magic-bonus).
    """
    table = fight(dice="d20:19 d3:2", plus=2, strength=17, tiers={"long sword": "specialist"}, favoured=("long sword",))
    events = act(table, "A", PUNCH)
    (roll,), (damage,) = told(events, AttackMade), told(events, DamageDealt)

    assert [part.rule for part in (*roll.parts, *damage.parts)] == ["adnd.core.strength.adjustments"] * 2
    assert "adnd.shield-punch.strength-only" in roll.cites
    for event in (roll, damage):
        assert "adnd.shield-punch.no-magic-bonus" in event.cites
    plain = act(fight(), "A", PUNCH)
    assert "adnd.shield-punch.no-magic-bonus" not in cited(plain)


@pytest.mark.parametrize("target", ["orc", "ogre"])
def test_it_does_1d3(target: str) -> None:
    """And what Strength adds, whoever it strikes (adnd.shield-punch.damage)."""
    table = arena(FACE_TO_FACE, A=fighter(strength=17), o=target, dice="d20:19 d3:2")
    declare(table, "A", SWORD)
    (damage,) = told(act(table, "A", PUNCH), DamageDealt)

    assert (damage.amount, [die.sides for die in damage.dice]) == (3, [3])
    assert "adnd.shield-punch.damage" in damage.cites


def test_who_has_only_the_shield_attacks_with_it() -> None:
    """At its own speed of two (adnd.shield-punch.instead-of-weapon)."""
    table = arena(FACE_TO_FACE, A=fighter(held=()), o="orc", dice="d10:4 d20:3")
    declare(table, "A", FullAttack("o", "medium shield", "shield-punch"))
    initiative.roll(table, -1)
    (thrown,) = told(table.log.events, InitiativeThrown)

    assert {part.type: part.value for part in thrown.parts} == {"medium shield": 2}
    assert told(act(table, "A", PUNCH), AttackMade)


def test_nor_does_a_body_shield_besides_when_it_is_announced() -> None:
    """It is too large for the second attack as well (adnd.shield-punch.not-large)."""
    for board, allowed in (("medium", True), ("body", False)):
        table = arena(FACE_TO_FACE, A=fighter(board=board), o="orc")
        order = FullAttack("o", "long sword", off_hand=f"{board} shield", off_how="shield-punch")
        assert ("adnd.shield-punch.not-large" not in why_not(table, "A", order)) is allowed


def test_only_a_shield_that_punches_reaches_anybody() -> None:
    """Enemies beside its bearer, and for a body shield nobody (adnd.shield-punch.not-large)."""
    for board, reached in (("medium", ["o"]), ("body", []), ("", [])):
        me = fighter(board=board) if board else fighter(shield=None)
        table = arena(FACE_TO_FACE, A=me, o="orc")
        assert [foe.id for foe in shield_punch.reachable(table.battle, table.battle["A"])] == reached
