"""Flanking."""

from __future__ import annotations

from sim.events.attacks import AttackRolled
from sim.events.orders import Attack
from sim.table import Table
from sim.testing import battlefield, condition, order
from tests.rules.d20.told import one, part, sheet

BONUS = "d20.flanking.bonus"
STRIKE = Attack("o", "longsword")


def bonus(table: Table, wish: Attack = STRIKE) -> int:
    """What flanking adds to the attack of A."""
    return part(one(order(table, "A", wish), AttackRolled).parts, BONUS)


def test_a_flanker_hits_more_easily() -> None:
    """+2 in melee (d20.flanking.bonus)."""
    table = battlefield("A o B", A="fighter-1", B="fighter-1", o="orc", dice="d20:1")

    assert bonus(table) == 2


def test_the_two_must_stand_on_opposite_sides() -> None:
    """Across borders or corners, not side by side (d20.flanking.geometry)."""
    for drawing, value in (
        (". A .\n. o .\n. B .", 2),
        ("A . .\n. o .\n. . B", 2),
        (". A .\n. o .\n. . B", 0),
        ("A B .\n. o .\n. . .", 0),
    ):
        table = battlefield(drawing, A="fighter-1", B="fighter-1", o="orc", dice="d20:1")
        roll = one(order(table, "A", STRIKE), AttackRolled)
        assert part(roll.parts, BONUS) == value
        assert ("d20.flanking.geometry" in roll.cites) is bool(value)


def test_the_ally_must_threaten_the_target() -> None:
    """An archer or a stunned friend does not; a flat-footed one does (d20.flanking.ally-threatens)."""
    for kind, state, value in (("archer-4", "", 0), ("fighter-1", "stunned", 0), ("fighter-1", "flat-footed", 2)):
        table = battlefield("A o B", A="fighter-1", B=kind, o="orc", dice="d20:1")
        if state:
            condition(table, "B", state)
        roll = one(order(table, "A", STRIKE), AttackRolled)
        assert part(roll.parts, BONUS) == value
        assert ("d20.flanking.ally-threatens" in roll.cites) is bool(value)


def test_an_ally_with_a_reach_weapon_flanks_from_afar() -> None:
    """What counts is that he threatens (d20.flanking.ally-threatens)."""
    table = battlefield("A o . B", A="fighter-1", B=sheet("rider-5", shield=None), o="orc", dice="d20:1")

    assert bonus(table) == 2


def test_shots_do_not_flank() -> None:
    """The bonus is for melee (d20.flanking.bonus)."""
    table = battlefield("A . o B", A=sheet("archer-4", feats=("precise-shot",)), B="fighter-1", o="orc", dice="d20:1")

    assert bonus(table, Attack("o", "composite longbow")) == 0


def test_the_tiny_do_not_flank() -> None:
    """Reach 0, neither as attacker nor as ally; a giant flanks with any of its squares (d20.flanking.reach-zero)."""
    rat = battlefield("A o B", A="fighter-1", B="rat", o="orc", dice="d20:1")
    assert bonus(rat) == 0

    giant = battlefield("A o B B\n. . B B", A="fighter-1", B="ogre", o="orc", dice="d20:1")
    roll = one(order(giant, "A", STRIKE), AttackRolled)
    assert part(roll.parts, BONUS) == 2
    assert "d20.flanking.reach-zero" in roll.cites
