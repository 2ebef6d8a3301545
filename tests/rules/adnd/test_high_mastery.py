"""High masters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.attacks import DamageDealt
from sim.events.orders import Attack, FullAttack
from sim.rules.adnd import high_mastery, initiative, missile
from tests.rules.adnd.arena import act, arena, declare, spent, told
from tests.rules.adnd.blows import attack_parts, blow, duel, sheet, worth
from tests.rules.adnd.pupils import TAUGHT, why_not

DULL = {"intelligence": 1}
EXTREME = "adnd.high-mastery.ranged.extreme-penalty"


def career(specialist: int, master: int, high: int) -> list[tuple[object, ...]]:
    return [
        ("weapon", "long sword"),
        ("specialist", "long sword", specialist),
        ("master", "long sword", master, TAUGHT),
        ("high-master", "long sword", high),
    ]


def test_a_high_master_is_of_the_fifteenth_level() -> None:
    """At least (adnd.high-mastery.level)."""
    assert why_not(*career(1, 9, 14), classes={"fighter": 15}) == ("adnd.high-mastery.level",)
    assert why_not(*career(1, 9, 15), classes={"fighter": 15}) == ()


def test_he_has_been_a_master_for_six_levels() -> None:
    """In that weapon (adnd.high-mastery.prior-mastery)."""
    assert why_not(*career(1, 10, 15), classes={"fighter": 16}) == ("adnd.high-mastery.prior-mastery",)
    assert why_not(*career(1, 10, 16), classes={"fighter": 16}) == ()


def test_it_costs_a_slot() -> None:
    """A fighter of the fifteenth level has nine (adnd.high-mastery.cost)."""
    *before, high = career(1, 9, 15)
    spent = [("weapon", name, 9) for name in ("dagger", "spear", "club")]
    fifth = ("weapon", "whip", 12), ("weapon", "rapier", 15)
    fifteen = {"fighter": 15}

    assert why_not(*before, *spent, fifth[0], high, classes=fifteen, abilities=DULL) == ()
    assert why_not(*before, *spent, *fifth, high, classes=fifteen, abilities=DULL)[0] == "adnd.high-mastery.cost"


def test_his_weapon_is_quicker_by_one() -> None:
    """In melee, and together with the two-handed style, never below 0 (adnd.high-mastery.melee.speed-factor)."""
    me = duel("high-master-15")["A"]
    plain = duel(sheet("high-master-15", tiers={}, styles={}))["A"]

    assert initiative.speed(plain, plain.weapons["two-handed sword"]) == 10
    assert initiative.speed(me, me.weapons["two-handed sword"]) == 10 - 3 - 1
    assert initiative.speed(me, me.weapons["dagger"]) == 2


def test_a_critical_comes_twice_as_often() -> None:
    """On 19 and 20, where others have 20 alone (adnd.high-mastery.melee.critical)."""
    for kind, weapon, least in (
        ("high-master-15", "two-handed sword", 19),
        ("high-master-15", "dagger", 20),
        ("master-9", "long sword", 20),
        ("marksman-15", "composite long bow", 20),
    ):
        me = duel(kind)["A"]
        assert high_mastery.critical_from(me, me.weapons[weapon]) == least


def test_his_missiles_go_a_third_farther() -> None:
    """From 210 m to 280 m, and not with another weapon (adnd.high-mastery.ranged.extreme-range)."""
    me = duel("marksman-15")["A"]

    assert high_mastery.extreme_range(me, me.weapons["composite long bow"], 210) == 280
    me = duel("archer-7")["A"]
    assert high_mastery.extreme_range(me, me.weapons["long bow"], 210) == 0


def test_what_reaches_180_metres_reaches_240() -> None:
    """The catalogue's example (adnd.high-mastery.ranged.extreme-range.example)."""
    assert high_mastery.farther(180) == 240
    shot = blow(sheet("crossbowman-7", tiers={"light crossbow": "high-master"}), "light crossbow", squares=150)

    assert worth(attack_parts(shot), EXTREME) == -10
    assert "adnd.high-mastery.ranged.extreme-range.example" in shot.cites


@pytest.mark.parametrize(("squares", "penalty"), [(139, 0), (140, 0), (141, -10), (186, -10), (188, 0)])
def test_there_he_hits_worse_by_ten(squares: int, penalty: int) -> None:
    """Between 210 m and 280 m with his bow, in the place of the -5 (adnd.high-mastery.ranged.extreme-penalty)."""
    shot = blow("marksman-15", "composite long bow", squares=squares)

    assert worth(attack_parts(shot), EXTREME) == penalty
    assert worth(attack_parts(shot), "adnd.missile.range-modifiers") == (-5 if squares <= 140 else 0)


def test_with_the_bonus_of_mastery_that_is_eight() -> None:
    """-10 and +2 (adnd.high-mastery.ranged.extreme-net)."""
    shot = blow("marksman-15", "composite long bow", squares=150)

    assert worth(attack_parts(shot), EXTREME, "adnd.mastery.bow.to-hit") == -8
    assert "adnd.high-mastery.ranged.extreme-net" in shot.cites


def test_what_he_hurls_goes_farther_too() -> None:
    """A dart to 53 m, which is 35 squares (adnd.high-mastery.ranged.extreme-range)."""
    thrower = sheet("dart-thrower-7", tiers={"dart": "high-master"})
    for squares, name in ((26, "long"), (28, "extreme"), (35, "extreme"), (36, "")):
        battle = duel(thrower, squares=squares)
        me = battle["A"]
        assert missile.band(battle, me, battle["o"], me.weapons["dart"]) == name


@given(st.integers(1, 1000))
def test_a_third_is_rounded_down_to_the_metre(longest: int) -> None:
    """Three times the new figure is never more than four times the old one, and less than a metre under it."""
    assert 0 <= 4 * longest - 3 * high_mastery.farther(longest) < 3


def test_a_critical_rolls_the_dice_twice() -> None:
    """Where they are played, on a hit (adnd.high-mastery.melee.critical); bonuses count once."""
    for option, dice, points in (("on", "d20:19 d10:4 d10:6", 10), ("off", "d20:19 d10:4", 4)):
        table = arena(
            "A o", A="high-master-15", o=sheet("orc", hit_points=50), dice=dice, options={"criticals": option}
        )
        declare(table, "A", FullAttack("o", "two-handed sword"))
        dealt = told(act(table, "A", Attack("o", "two-handed sword")), DamageDealt)[0]
        assert dealt.amount == points + sum(part.value for part in dealt.parts)
        assert ("adnd.high-mastery.melee.critical" in dealt.cites) is (option == "on")
        spent(table)


def test_a_critical_rolls_twice_each_of_several_dice() -> None:
    """Six in the place of three against the big (adnd.high-mastery.melee.critical)."""
    big = sheet("ogre", hit_points=90)
    dice = "d20:19 " + " ".join(["d6:2"] * 6)
    table = arena("A o", A="high-master-15", o=big, dice=dice, options={"criticals": "on"})
    declare(table, "A", FullAttack("o", "two-handed sword"))

    (dealt,) = told(act(table, "A", Attack("o", "two-handed sword")), DamageDealt)

    assert dealt.amount == 12 + sum(part.value for part in dealt.parts)
    spent(table)
