"""Weapon proficiency: slots, weapons that a class is denied, and fighting without."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import BadInput
from sim.core.tally import Modifier
from sim.events.orders import Attack, FullAttack
from sim.rules.adnd import proficiency
from sim.rules.adnd.training import Pupil, class_slots
from sim.rules.narrative import NARRATIVE
from tests.rules.adnd.blows import attack_parts, blow, duel, sheet
from tests.rules.adnd.pupils import pupil, why_not

ONE_HANDED = ["long sword", "dagger", "spear", "club", "hand axe", "short bow", "sling", "rapier", "whip", "trident"]


def weapons(count: int, level: int = 1) -> list[tuple[str, str, int]]:
    return [("weapon", name, level) for name in ONE_HANDED[:count]]


def wizardry(count: int) -> list[tuple[str, str]]:
    """Weapons that every wizard may choose."""
    return [("weapon", name) for name in ("dagger", "dart", "knife", "quarterstaff", "sling")[:count]]


@pytest.mark.parametrize(
    ("rule", "classes", "slots"),
    [
        ("adnd.proficiency.slots-by-class", {"fighter": 1}, 4),
        ("adnd.proficiency.slots-by-class", {"ranger": 3}, 5),
        ("adnd.proficiency.slots-by-class", {"bard": 1}, 2),
        ("adnd.proficiency.slots-by-class", {"bard": 4}, 3),
        ("adnd.proficiency.slots-by-class", {"bard": 7}, 3),
    ],
)
def test_slots_come_from_class_and_level(rule: str, classes: dict[str, int], slots: int) -> None:
    """Warriors 4 and one every three levels, rogues 2 and one every four."""
    level = max(classes.values())
    dull = {"intelligence": 1}

    assert why_not(*weapons(slots, level), classes=classes, abilities=dull) == ()
    assert rule in why_not(*weapons(slots + 1, level), classes=classes, abilities=dull)


def test_a_wizard_has_one_slot_and_one_more_every_six_levels() -> None:
    """1, and 2 from the sixth level on (adnd.proficiency.slots-by-class)."""
    assert "adnd.proficiency.slots-by-class" in why_not(*wizardry(2), classes={"wizard": 5})
    assert why_not(("weapon", "dagger"), ("weapon", "dart", 6), classes={"wizard": 6}) == ()


def test_a_weapon_costs_a_slot() -> None:
    """One each (adnd.proficiency.cost)."""
    assert why_not(*weapons(5), abilities={"intelligence": 1})[0] == "adnd.proficiency.cost"


def test_a_slot_is_there_from_its_level_on() -> None:
    """The fifth slot of a fighter comes at the third level, not before."""
    steps = [*weapons(4), ("weapon", "rapier", 2)]

    assert why_not(*steps, classes={"fighter": 3}, abilities={"intelligence": 1})
    assert not why_not(*weapons(4), ("weapon", "rapier", 3), classes={"fighter": 3}, abilities={"intelligence": 1})


@pytest.mark.parametrize("rule", ["adnd.proficiency.bonus.count", "adnd.proficiency.bonus.warriors"])
def test_warriors_have_more_slots_by_intelligence(rule: str) -> None:
    """As many as languages, all of them weapon slots: Intelligence 12 allows three."""
    assert why_not(*weapons(7), abilities={"intelligence": 12}) == ()
    assert rule in why_not(*weapons(8), abilities={"intelligence": 12})


def test_nobody_else_fights_better_for_being_clever() -> None:
    """The extra slots of others are no weapon slots (adnd.proficiency.bonus.others)."""
    clever = {"intelligence": 18}

    assert "adnd.proficiency.bonus.others" in why_not(*wizardry(2), classes={"wizard": 1}, abilities=clever)
    assert not why_not(("weapon", "dagger"), ("weapon", "dart", 6), classes={"wizard": 6}, abilities=clever)
    assert not why_not(*wizardry(2), classes={"wizard": 1, "fighter": 1}, abilities=clever)


def test_a_split_of_them_as_one_likes_is_no_longer_a_rule() -> None:
    """The catalogue keeps it to document the change (adnd.proficiency.bonus.phb-free-split)."""
    assert "adnd.proficiency.bonus.phb-free-split" in NARRATIVE


@pytest.mark.parametrize(
    "rule",
    [
        "adnd.proficiency.forbidden.class-lists",
        "adnd.proficiency.forbidden.others-may-learn",
        "adnd.proficiency.forbidden.rogue-cost",
    ],
)
def test_a_rogue_pays_one_slot_more_for_a_weapon_that_he_is_denied(rule: str) -> None:
    """Two for a battle axe; a dagger is his by right."""
    assert why_not(("weapon", "battle axe"), classes={"rogue": 1}) == ()
    assert rule in why_not(("weapon", "dagger"), ("weapon", "battle axe"), classes={"rogue": 1})
    assert why_not(("weapon", "dagger"), ("weapon", "club"), classes={"rogue": 1}) == ()


def test_a_wizard_pays_two_slots_more() -> None:
    """Three for a long sword, which he has at the twelfth level (adnd.proficiency.forbidden.wizard-cost)."""
    late = ("weapon", "long sword", 11)

    assert "adnd.proficiency.forbidden.wizard-cost" in why_not(late, classes={"wizard": 11})
    assert not why_not(("weapon", "long sword", 12), classes={"wizard": 12})


def test_a_priest_never_learns_what_his_clergy_denies_him() -> None:
    """Not for any price; another clergy allows it (adnd.proficiency.forbidden.priest-never)."""
    sword = ("weapon", "long sword", 8)

    assert why_not(sword, classes={"priest": 8}) == ("adnd.proficiency.forbidden.priest-never",)
    assert why_not(sword, classes={"priest": 8, "fighter": 8}) == ("adnd.proficiency.forbidden.priest-never",)
    assert why_not(sword, classes={"priest": 8}, clergy=["long sword"]) == ()


def test_a_refusal_is_one_sentence_with_file_key_and_rule() -> None:
    """Whoever wrote the file finds the place, and what was expected there."""
    with pytest.raises(BadInput) as caught:
        pupil(*weapons(5), abilities={"intelligence": 1})

    assert str(caught.value) == (
        "pupil.toml: training[4]: weapon hand axe at level 1: expected at most 4 slots of the class and 0 of "
        "Intelligence to be spent by then, not 5 [adnd.proficiency.cost, adnd.proficiency.slots-by-class, "
        "adnd.proficiency.bonus.count, adnd.proficiency.bonus.warriors]"
    )


@given(st.integers(1, 18), st.integers(1, 30), st.sampled_from(["fighter", "paladin", "ranger"]))
def test_a_warrior_never_has_more_weapons_than_slots(intelligence: int, level: int, name: str) -> None:
    """Whatever his level and mind: so many are accepted, one more is not."""
    languages = [0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7][intelligence]
    slots = min(4 + level // 3 + languages, len(ONE_HANDED) - 1)
    mind = {"intelligence": intelligence}

    assert not why_not(*weapons(slots, level), classes={name: level}, abilities=mind)
    if slots < len(ONE_HANDED) - 1:
        assert why_not(*weapons(slots + 1, level), classes={name: level}, abilities=mind)


@pytest.mark.parametrize(
    ("kind", "plain", "related"),
    [
        (
            "fighter-5",
            Modifier(-2, "not proficient", "adnd.proficiency.none.penalty.warrior"),
            Modifier(-1, "related weapon", "adnd.proficiency.related.warrior"),
        ),
        (
            "priest-5",
            Modifier(-3, "not proficient", "adnd.proficiency.none.penalty.priest-rogue"),
            Modifier(-2, "related weapon", "adnd.proficiency.related.priest-rogue"),
        ),
        (
            "rogue-5",
            Modifier(-3, "not proficient", "adnd.proficiency.none.penalty.priest-rogue"),
            Modifier(-2, "related weapon", "adnd.proficiency.related.priest-rogue"),
        ),
        (
            "wizard-5",
            Modifier(-5, "not proficient", "adnd.proficiency.none.penalty.wizard"),
            Modifier(-3, "related weapon", "adnd.proficiency.related.wizard"),
        ),
        (
            "fighter-wizard-4",
            Modifier(-2, "not proficient", "adnd.proficiency.none.penalty.warrior"),
            Modifier(-1, "related weapon", "adnd.proficiency.related.warrior"),
        ),
    ],
)
def test_without_proficiency_one_strikes_badly(kind: str, plain: Modifier, related: Modifier) -> None:
    """By one's group; half as badly, rounded up, with a related weapon (adnd.proficiency.related.half-penalty)."""
    weapon = sheet(kind).weapons[0].name
    stranger = blow(sheet(kind, proficient=(), related=()), weapon)
    cousin = blow(sheet(kind, proficient=(), related=(weapon,)), weapon)

    assert plain in attack_parts(stranger)
    assert related in attack_parts(cousin)
    assert "adnd.proficiency.related.half-penalty" in cousin.cites
    assert not {plain.rule, related.rule} & {part.rule for part in attack_parts(kind, weapon)}


def test_neither_bare_hands_nor_claws_take_proficiency() -> None:
    """Nor a shield that strikes, nor has an orc been to school."""
    shield = sheet("fighter-1").weapons[0]
    assert not proficiency.unskilled(sheet("fighter-1"), msgspec.structs.replace(shield, name="medium shield"))
    for kind, weapon in (("fighter-1", "fist"), ("wolf", "bite"), ("orc", "long sword")):
        parts = attack_parts(sheet(kind, proficient=()), weapon)
        assert not [part for part in parts if part.rule.startswith("adnd.proficiency")]


@pytest.mark.parametrize("order", [Attack("o", "long sword", how="disarm"), FullAttack("o", "long sword", parries=1)])
def test_without_proficiency_one_does_nothing_special(order: Attack | FullAttack) -> None:
    """A plain blow is all (adnd.proficiency.none.no-special-attack)."""
    for figures, forbidden in ((sheet("fighter-5", proficient=()), True), (sheet("fighter-5"), False)):
        battle = duel(figures)
        assert proficiency.special_attack(battle, battle["A"], order) is forbidden
        assert not proficiency.special_attack(battle, battle["A"], Attack("o", "long sword"))


def test_of_several_classes_the_most_favourable_gives_the_slots() -> None:
    """adnd.proficiency.multi-class: a fighter and wizard has the four of a fighter."""
    both = Pupil({"fighter": 1, "wizard": 1}, 10)

    assert class_slots(both, 1) == 4
