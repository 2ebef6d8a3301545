"""Grand masters."""

from __future__ import annotations

from fractions import Fraction

from sim.rules.adnd import attack_rate
from tests.rules.adnd.blows import sheet
from tests.rules.adnd.pupils import TAUGHT, why_not

DULL = {"intelligence": 1}


def career(high: int, grand: int) -> list[tuple[object, ...]]:
    return [
        ("weapon", "long sword"),
        ("specialist", "long sword"),
        ("master", "long sword", 9, TAUGHT),
        ("high-master", "long sword", high),
        ("grand-master", "long sword", grand),
    ]


def test_a_grand_master_is_of_the_eighteenth_level() -> None:
    """At least (adnd.grand-mastery.level)."""
    assert why_not(*career(15, 17), classes={"fighter": 18}) == ("adnd.grand-mastery.level",)
    assert why_not(*career(15, 18), classes={"fighter": 18}) == ()


def test_he_has_been_a_high_master_for_three_levels() -> None:
    """In that weapon (adnd.grand-mastery.prior-high-mastery)."""
    assert why_not(*career(16, 18), classes={"fighter": 19}) == ("adnd.grand-mastery.prior-high-mastery",)
    assert why_not(*career(16, 19), classes={"fighter": 19}) == ()


def test_it_costs_a_slot() -> None:
    """A fighter of the eighteenth level has ten, and has spent five on the way (adnd.grand-mastery.cost)."""
    *before, grand = career(15, 18)
    spent = [("weapon", name, 18) for name in ("dagger", "spear", "club", "whip", "rapier")]
    eighteen = {"fighter": 18}

    assert why_not(*before, *spent[:4], grand, classes=eighteen, abilities=DULL) == ()
    assert why_not(*before, *spent, grand, classes=eighteen, abilities=DULL)[0] == "adnd.grand-mastery.cost"


def test_he_attacks_once_more_in_two_rounds_than_a_specialist() -> None:
    """With missiles too (adnd.grand-mastery.extra-attack)."""
    for kind, weapon, shooting in (
        ("grand-master-18", "battle axe", False),
        ("marksman-15", "composite long bow", True),
        ("crossbowman-7", "light crossbow", True),
        ("dart-thrower-7", "dart", True),
    ):
        grand, specialist = (sheet(kind, tiers={weapon: tier}) for tier in ("grand-master", "specialist"))
        arm = grand.weapons[0]
        found, rules = attack_rate.of(grand, arm, shooting=shooting)
        assert found - attack_rate.of(specialist, arm, shooting=shooting)[0] == Fraction(1, 2)
        assert "adnd.grand-mastery.extra-attack" in rules


def test_so_he_attacks_three_times_a_round() -> None:
    """In melee (adnd.grand-mastery.example)."""
    grand = sheet("grand-master-18")
    rate, rules = attack_rate.of(grand, grand.weapons[0], shooting=False)

    assert rate == 3
    assert "adnd.grand-mastery.example" in rules
