"""Masters."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sim.rules.adnd import attack_rate
from sim.rules.narrative import NARRATIVE
from tests.rules.adnd.blows import attack_parts, damage_parts, sheet, worth
from tests.rules.adnd.pupils import TAUGHT, pupil, why_not

DULL = {"intelligence": 1}
SWORD = [("weapon", "long sword"), ("specialist", "long sword")]


def master(level: int, **teaching: object) -> tuple[object, ...]:
    return ("master", "long sword", level, {**TAUGHT, **teaching})


def test_a_master_is_of_the_ninth_level() -> None:
    """At least (adnd.mastery.level)."""
    nine = {"fighter": 9}

    assert why_not(*SWORD, master(8), classes=nine) == ("adnd.mastery.level",)
    assert why_not(*SWORD, master(9), classes=nine) == ()


def test_he_has_been_a_specialist_for_six_levels() -> None:
    """In that weapon (adnd.mastery.prior-specialisation)."""
    rule = "adnd.mastery.prior-specialisation"
    late = [("weapon", "long sword"), ("specialist", "long sword", 4)]
    other = [("weapon", "long sword"), ("weapon", "dagger"), ("specialist", "dagger")]

    assert why_not(*late, master(9), classes={"fighter": 10}) == (rule,)
    assert why_not(*late, master(10), classes={"fighter": 10}) == ()
    assert why_not(*other, master(9), classes={"fighter": 9}) == (rule,)


def test_it_costs_two_slots() -> None:
    """A fighter of the ninth level has seven (adnd.mastery.cost)."""
    spent = [("weapon", name, 9) for name in ("dagger", "spear", "club", "whip")]
    nine = {"fighter": 9}

    assert why_not(*SWORD, *spent[:3], master(9), classes=nine, abilities=DULL) == ()
    assert why_not(*SWORD, *spent, master(9), classes=nine, abilities=DULL)[0] == "adnd.mastery.cost"


def test_a_master_must_train_him() -> None:
    """One who is named (adnd.mastery.trainer)."""
    assert why_not(*SWORD, master(9, trainer=""), classes={"fighter": 9}) == ("adnd.mastery.trainer",)


def test_for_six_months() -> None:
    """At least (adnd.mastery.training-time)."""
    nine = {"fighter": 9}

    assert why_not(*SWORD, master(9, months=5), classes=nine) == ("adnd.mastery.training-time",)
    assert why_not(*SWORD, master(9, months=6), classes=nine) == ()


def test_what_the_master_asked_for_is_another_story() -> None:
    """Nothing is quantified (adnd.mastery.payment)."""
    assert "adnd.mastery.payment" in NARRATIVE


def test_in_melee_he_hits_better_and_harder_than_a_specialist() -> None:
    """+2 and +3, instead of +1 and +2 (adnd.mastery.melee.to-hit, adnd.mastery.melee.damage)."""
    attack, damage = attack_parts("master-9", "long sword"), damage_parts("master-9", "long sword")

    assert worth(attack, "adnd.mastery.melee.to-hit") == 2
    assert worth(damage, "adnd.mastery.melee.damage") == 3
    assert not worth(attack, "adnd.specialist.melee.to-hit")
    assert not worth(damage, "adnd.specialist.melee.damage")


@pytest.mark.parametrize(
    ("kind", "weapon", "last"), [("archer-7", "long bow", 6), ("crossbowman-7", "light crossbow", 13)]
)
def test_with_a_bow_he_hits_better_beyond_point_blank(kind: str, weapon: str, last: int) -> None:
    """
    There the specialist's +1 remains, with +3 damage (adnd.mastery.bow.to-hit, adnd.mastery.bow.point-blank.damage).
    """
    archer = sheet(kind, tiers={weapon: "master"})
    for squares in range(1, 16):
        near = 2 <= squares <= last
        parts, damage = attack_parts(archer, weapon, squares=squares), damage_parts(archer, weapon, squares=squares)
        assert worth(parts, "adnd.mastery.bow.to-hit") == (0 if near else 2)
        assert worth(parts, "adnd.specialist.bow.to-hit") == (1 if near else 0)
        assert worth(damage, "adnd.mastery.bow.point-blank.damage") == (3 if near else 0)
        assert not worth(damage, "adnd.specialist.bow.point-blank.damage")


def test_with_what_is_thrown_he_hits_better() -> None:
    """+2 (adnd.mastery.thrown.to-hit)."""
    thrower = sheet("dart-thrower-7", tiers={"dart": "master"})
    parts = attack_parts(thrower, "dart", squares=4)

    assert worth(parts, "adnd.mastery.thrown.to-hit") == 2
    assert not worth(parts, "adnd.specialist.thrown.to-hit")


def test_he_attacks_as_often_as_a_specialist() -> None:
    """2/1 at the ninth level (adnd.mastery.keeps-specialist-attacks)."""
    nine = pupil(*SWORD, master(9), classes={"fighter": 9}, weapons=[{"name": "long sword"}])
    rate, rules = attack_rate.of(nine, nine.weapons[0], shooting=False)

    assert rate == Fraction(2)
    assert "adnd.mastery.keeps-specialist-attacks" in rules
