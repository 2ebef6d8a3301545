"""Expertise."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sim.rules.adnd import attack_rate, expertise
from sim.rules.narrative import NARRATIVE
from tests.rules.adnd.blows import attack_parts, blow, damage_parts, sheet
from tests.rules.adnd.pupils import TAUGHT, pupil, why_not

DULL = {"intelligence": 1}
SWORD = ("weapon", "long sword")
EXPERT = ("expert", "long sword", TAUGHT)


@pytest.mark.parametrize("classes", [{"ranger": 1}, {"paladin": 1}, {"fighter": 1, "wizard": 1}])
def test_it_is_for_warriors_who_cannot_specialise(classes: dict[str, int]) -> None:
    """Rangers, paladins, the multi-classed (adnd.expertise.eligibility)."""
    assert why_not(SWORD, EXPERT, classes=classes) == ()
    assert why_not(SWORD, EXPERT, classes={"fighter": 1}) == ("adnd.expertise.eligibility",)
    assert why_not(SWORD, EXPERT, classes={"rogue": 1}) == ("adnd.expertise.eligibility",)


def test_he_must_be_proficient() -> None:
    """Before (adnd.expertise.needs-proficiency)."""
    assert why_not(EXPERT, SWORD, classes={"ranger": 1}) == ("adnd.expertise.needs-proficiency",)


@pytest.mark.parametrize("weapon", ["long sword", "long bow"])
def test_it_costs_a_slot(weapon: str) -> None:
    """With a bow too (adnd.expertise.cost)."""
    spent = [("weapon", name) for name in (weapon, "dagger", "spear")]
    expert = ("expert", weapon, TAUGHT)

    assert why_not(*spent, expert, classes={"paladin": 1}, abilities=DULL) == ()
    refused = [*spent, ("weapon", "club"), expert]
    assert why_not(*refused, classes={"paladin": 1}, abilities=DULL)[0] == "adnd.expertise.cost"


def test_it_may_be_declared_at_any_time() -> None:
    """At creation or later, but not at a level still to come (adnd.expertise.timing)."""
    for level in (1, 4):
        assert why_not(SWORD, ("expert", "long sword", level, TAUGHT), classes={"ranger": 4}) == ()
    late = ("expert", "long sword", 5, TAUGHT)
    assert why_not(SWORD, late, classes={"ranger": 4}) == ("adnd.expertise.timing",)


@pytest.mark.parametrize("fault", [{"trainer": ""}, {"trainer_level": 3}, {"trainer_level": 0}])
def test_somebody_better_must_train_him(fault: dict[str, object]) -> None:
    """Named, and of a higher level than he (adnd.expertise.trainer)."""
    at = {"classes": {"ranger": 3}}

    assert why_not(SWORD, ("expert", "long sword", 3, {**TAUGHT, "trainer_level": 4}), **at) == ()
    assert why_not(SWORD, ("expert", "long sword", 3, {**TAUGHT, **fault}), **at) == ("adnd.expertise.trainer",)


def test_the_training_lasts_three_months() -> None:
    """At least (adnd.expertise.training-time)."""
    ranger = {"ranger": 1}

    assert why_not(SWORD, ("expert", "long sword", {**TAUGHT, "months": 3}), classes=ranger) == ()
    short = ("expert", "long sword", {**TAUGHT, "months": 2})
    assert why_not(SWORD, short, classes=ranger) == ("adnd.expertise.training-time",)


def test_he_goes_on_practising() -> None:
    """Which no fight shows (adnd.expertise.continued-practice)."""
    assert "adnd.expertise.continued-practice" in NARRATIVE


def test_six_levels_lie_between_two() -> None:
    """Expert at the first, again at the seventh (adnd.expertise.interval)."""
    steps = [SWORD, ("weapon", "dagger"), EXPERT]
    ranger = {"ranger": 7}

    assert why_not(*steps, ("expert", "dagger", 6, TAUGHT), classes=ranger) == ("adnd.expertise.interval",)
    assert why_not(*steps, ("expert", "dagger", 7, TAUGHT), classes=ranger) == ()


@pytest.mark.parametrize(
    ("weapon", "rates"), [("long sword", ["3/2", "2", "5/2"]), ("long bow", ["2", "3", "4"]), ("dart", ["4", "5", "6"])]
)
def test_he_attacks_as_often_as_a_specialist(weapon: str, rates: list[str]) -> None:
    """With missiles too, at his level as a warrior (adnd.expertise.extra-attacks)."""
    for level, rate in zip((6, 7, 13), rates, strict=True):
        classes = {"fighter": level, "wizard": 1}
        one = pupil(("weapon", weapon), ("expert", weapon, TAUGHT), classes=classes, weapons=[{"name": weapon}])
        found, rules = attack_rate.of(one, one.weapons[0], shooting=weapon != "long sword")
        assert found == Fraction(rate)
        assert "adnd.expertise.extra-attacks" in rules


def test_at_first_level_he_attacks_three_times_in_two_rounds() -> None:
    """With a long sword (adnd.expertise.example)."""
    one = pupil(SWORD, EXPERT, classes={"ranger": 1}, weapons=[{"name": "long sword"}])
    rate, rules = attack_rate.of(one, one.weapons[0], shooting=False)

    assert (rate.numerator, rate.denominator) == (3, 2)
    assert "adnd.expertise.example" in rules


def test_it_gives_no_bonus() -> None:
    """Neither to hit nor to damage, nor point blank (adnd.expertise.no-bonuses)."""
    archer = sheet("ranger-5", tiers={"long bow": "expert"})

    assert expertise.rule_of("expert") == "adnd.expertise.no-bonuses"
    assert attack_parts("paladin-5", "long sword") == attack_parts(sheet("paladin-5", tiers={}), "long sword")
    assert damage_parts("paladin-5", "long sword") == damage_parts(sheet("paladin-5", tiers={}), "long sword")
    assert not damage_parts(archer, "long bow", squares=4)


def test_the_weapon_may_be_the_favoured_one() -> None:
    """Then its +1 stays (adnd.expertise.favoured-coexists)."""
    struck = blow(sheet("paladin-5", favoured="long sword"), "long sword")

    assert [part.value for part in attack_parts(struck) if part.rule == "adnd.favoured.to-hit"] == [1]
    assert "adnd.expertise.favoured-coexists" in struck.cites
    assert why_not(SWORD, ("favoured", "long sword"), EXPERT, classes={"paladin": 1}) == ()
