"""Seizing monsters: the usual rules, their shape, their Strength."""

from __future__ import annotations

import pytest

from sim.events.adnd import AttackMade
from sim.events.adnd_grips import StrengthContested
from sim.events.orders import Attack, FullAttack
from tests.rules.adnd.arena import act, arena, cited, declare, sheet, spent, told, why_not

FIELD = """
    . . . . . .
    . A o o . .
    . . o o . .
    . . . . . .
"""
SMALL = ". A o ."
BARE = sheet("fighter-3", held=(), shield=None, strength=15)
GRAB = FullAttack("o", "fist", how="grab")


def grabbed(foe, dice, me=BARE):
    table = arena(SMALL, A=me, o=foe, dice=dice)
    declare(table, "A", GRAB)
    return table, act(table, "A", Attack("o", "fist", how="grab"))


def test_a_monster_is_seized_like_people():
    """adnd.grab.monster.same-rules: attack roll, then contest of Strength, and the event says so; not of a guard."""
    table, events = grabbed("ghoul", "d20:17 d20:2 d20:9")
    assert "adnd.grab.monster.same-rules" in told(events, AttackMade)[0].cites
    assert table.battle["o"].has("grabbed", "A")

    _, events = grabbed("guard", "d20:3")
    assert "adnd.grab.monster.same-rules" not in cited(events)


def test_a_shape_may_allow_no_grip_at_all():
    """adnd.grab.monster.shape: nobody grips a wyvern, nor wrestles with it; a manticore may be tried."""
    for how in ("grab", "wrestle"):
        order = FullAttack("o", "fist", how=how)
        assert "adnd.grab.monster.shape" in why_not(arena(FIELD, A=BARE, o="wyvern"), "A", order)
        assert why_not(arena(FIELD, A=BARE, o="manticore"), "A", order) == ()


def test_a_shape_may_be_hard_to_seize():
    """adnd.grab.monster.shape: a giant spider is at -2, besides the -4 of a called shot; so is a rat."""
    for foe in ("giant-spider", "giant-rat"):
        _, events = grabbed(foe, "d20:3")
        assert sorted(part.value for part in told(events, AttackMade)[0].parts) == [-4, -2]
        assert {part.type for part in told(events, AttackMade)[0].parts if part.value == -2} == {"shape"}
        assert "adnd.grab.monster.shape" in cited(events)


def test_a_shape_may_be_hard_to_hold():
    """adnd.grab.monster.shape: a bear's bulk takes 3 off the Strength of whoever holds it; 15 - 3 - 6 - 3 are left."""
    _, events = grabbed("brown-bear", "d20:18 d20:9 d20:9")

    (contest,) = told(events, StrengthContested)
    assert contest.score == (3, 20)
    assert {part.rule: part.value for part in contest.parts}["adnd.grab.monster.shape"] == -3


@pytest.mark.parametrize(
    ("kind", "strength"),
    [("giant-rat", 5), ("kobold", 10), ("ghoul", 15), ("troll", 20), ("hill-giant", 25)],
)
def test_size_tells_a_monster_s_strength(kind, strength):
    """adnd.grab.monster.strength: five points for each category of size; the contest says whence it has it."""
    table = arena(FIELD, A=BARE, o=kind, dice="d20:20 d20:1 d20:2")
    declare(table, "A", GRAB)
    events = act(table, "A", Attack("o", "fist", how="grab"))

    (contest,) = told(events, StrengthContested)
    assert contest.strength == (15, strength)
    assert "adnd.grab.monster.strength" in contest.cites
    spent(table)


def test_a_score_that_is_given_takes_precedence():
    """adnd.grab.monster.strength: an ogre of Strength 18 has 18."""
    _, events = grabbed(sheet("ogre", strength=18), "d20:20 d20:1 d20:20")

    (contest,) = told(events, StrengthContested)
    assert contest.strength == (15, 18)
    assert "adnd.grab.monster.strength" not in contest.cites


def test_gargantuan_creatures_have_thirty():
    """adnd.grab.monster.strength: 30 of them, by their size."""
    assert sheet("wyvern").strength == 30
