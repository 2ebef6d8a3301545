"""Shooting and throwing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.attacks import AttackRolled
from sim.events.orders import Attack
from sim.rules.d20 import ranged
from sim.rules.d20.declare import RANGED, Blow
from sim.testing import battlefield, condition, order, square, why_not
from tests.rules.d20.people import fighter
from tests.rules.d20.told import one, part, sheet

SHOT = Attack("o", "shortbow")
ARCHER = sheet("rogue-1", held=("shortbow",))
THROWER = sheet("orc", held=("javelin",))


def test_a_shot_needs_line_of_sight() -> None:
    """Fog between hides the target, a clear field does not (d20.ranged.line-of-sight)."""
    wish = Attack("o", "shortbow", square=-1)
    clear = battlefield("A . . . . o", A=ARCHER, o="orc")
    assert not why_not(clear, "A", wish)

    table = battlefield("A . . . . o", A=ARCHER, o="orc", light=["bbbbbd"])

    assert ranged.why_not(
        table.battle, table.battle["A"], table.battle["A"].weapons["shortbow"], square(table, "f1"), 1, 1
    ) == ("d20.ranged.line-of-sight",)


def test_a_wall_between_leaves_no_shot() -> None:
    """Total cover (d20.cover.total, d20.cover.line-of-effect)."""
    table = battlefield("A . # # . o\n. . # # . .\n. . # # . .", A=ARCHER, o="orc")

    assert why_not(table, "A", SHOT) == ("d20.cover.total", "d20.cover.line-of-effect")


@pytest.mark.parametrize(
    ("sheet_of", "weapon", "increment", "rule"),
    [
        (THROWER, "javelin", 5, "d20.ranged.max-range-thrown"),
        (ARCHER, "shortbow", 10, "d20.ranged.max-range-projectile"),
    ],
)
def test_a_weapon_carries_so_many_increments(sheet_of: object, weapon: str, increment: int, rule: str) -> None:
    """Five of a thrown weapon, ten of a bow, and no farther
    (d20.ranged.in-range, d20.ranged.max-range-thrown, d20.ranged.max-range-projectile)."""
    table = battlefield("A o" + " ." * 150, A=sheet_of, o="orc")  # type: ignore[arg-type]
    battle, me = table.battle, table.battle["A"]
    arm = me.weapons[weapon]
    last = arm.increment * increment // 5

    assert ranged.why_not(battle, me, arm, last, 1, 1) == ()
    assert ranged.why_not(battle, me, arm, last + 1, 1, 1) == ("d20.ranged.in-range", rule)


@given(st.integers(1, 60))
def test_the_penalty_grows_with_every_full_increment(distance: int) -> None:
    """-2 for each of them, nothing for a part of one (d20.ranged.increment-penalty)."""
    table = battlefield("A o" + " ." * 60, A=ARCHER, o="orc")
    battle = table.battle
    blow = Blow(battle, battle["A"], battle["o"], battle["A"].weapons["shortbow"], RANGED)
    blow.distance = distance

    penalty = ranged.increment_penalty(blow)

    assert (penalty.value if penalty else 0) == -2 * (5 * distance // 60)


def test_a_far_shot_is_worse() -> None:
    """At 65 ft a bow of 60 ft shoots at -2 (d20.ranged.increment-penalty)."""
    table = battlefield("A . . . . . . . . . . . . o", A=ARCHER, o="orc", dice="d20:2")

    assert part(one(order(table, "A", SHOT), AttackRolled).parts, "d20.ranged.increment-penalty") == -2


def melee_shot(**changes: object) -> AttackRolled:
    """A shot at an orc with a friend beside it."""
    table = battlefield(
        "A . . . o B", A=sheet("rogue-1", held=("shortbow",), **changes), B="fighter-1", o="orc", dice="d20:2"
    )
    return one(order(table, "A", SHOT), AttackRolled)


def test_shooting_at_a_foe_who_fights_a_friend_is_worse() -> None:
    """-4, because either threatens the other (d20.ranged.into-melee, d20.ranged.engaged-definition)."""
    roll = melee_shot()

    assert part(roll.parts, "d20.ranged.into-melee") == -4
    assert "d20.ranged.engaged-definition" in roll.cites


def test_the_precise_shoot_as_they_like() -> None:
    """Precise Shot takes the penalty away (d20.ranged.into-melee)."""
    assert part(melee_shot(feats=("precise-shot",)).parts, "d20.ranged.into-melee") == 0


def test_who_cannot_fight_is_not_engaged() -> None:
    """A paralyzed foe beside a friend (d20.ranged.engaged-definition)."""
    table = battlefield("A . . . o B", A=ARCHER, B="fighter-1", o="orc", dice="d20:2")
    condition(table, "o", "paralyzed")

    roll = one(order(table, "A", SHOT), AttackRolled)

    assert part(roll.parts, "d20.ranged.into-melee") == 0
    assert "d20.ranged.engaged-definition" in roll.cites


def test_ten_feet_from_every_friend_there_is_no_penalty() -> None:
    """A pikeman engages from there, and of a giant the far side is aimed at (d20.ranged.into-melee-exemption)."""
    pike = battlefield("A . . . o . B", A=ARCHER, B=sheet("rider-5", shield=None), o="orc", dice="d20:2")
    giant = battlefield("A . . . o o B\n. . . . o o .", A=ARCHER, B="fighter-1", o="ogre", dice="d20:2")
    for table in (pike, giant):
        roll = one(order(table, "A", SHOT), AttackRolled)
        assert part(roll.parts, "d20.ranged.into-melee") == 0
        assert "d20.ranged.into-melee-exemption" in roll.cites


def test_arrows_do_not_stun() -> None:
    """Nonlethal damage takes a melee weapon, or one made for it."""
    table = battlefield("A . . . o", A=ARCHER, o="orc")

    wish = Attack("o", "shortbow", lethality="nonlethal")
    assert why_not(table, "A", wish) == ("d20.nonlethal.lethal-weapon-penalty",)


@pytest.mark.parametrize(("weapon", "allowed"), [("shuriken", True), ("light crossbow", True), ("shortbow", False)])
def test_on_the_ground_one_shoots_a_crossbow_or_throws_a_star(weapon: str, allowed: bool) -> None:
    """No other weapon for the distance works there (d20.attack-mod.prone)."""
    table = battlefield("A . . . o", A=fighter(weapon), o="orc")
    condition(table, "A", "prone")

    assert (not why_not(table, "A", Attack("o", weapon))) is allowed
