"""Groups of weapons."""

from __future__ import annotations

import pytest

from sim.rules.adnd import weapon_group
from sim.tables.adnd_figures import WEAPON_GROUPS, WEAPONS
from tests.rules.adnd.pupils import TAUGHT, pupil, why_not

DULL = {"intelligence": 1}


def test_a_tight_group_costs_two_slots() -> None:
    """All its weapons as a unit (adnd.weapon-group.tight.cost)."""
    steps = [("tight-group", "axes"), ("weapon", "club"), ("weapon", "spear")]

    assert set(pupil(*steps, abilities=DULL).proficient) == {"battle axe", "hand axe", "club", "spear"}
    assert "adnd.weapon-group.tight.cost" in why_not(*steps[1:], ("weapon", "whip"), steps[0], abilities=DULL)


def test_a_broad_group_costs_three() -> None:
    """All its weapons as a unit (adnd.weapon-group.broad.cost)."""
    steps = [("broad-group", "blades"), ("weapon", "club")]

    assert len(pupil(*steps, abilities=DULL).proficient) == 19
    assert "adnd.weapon-group.broad.cost" in why_not(("weapon", "whip"), ("weapon", "club"), steps[0], abilities=DULL)


def test_there_are_sixteen_tight_groups() -> None:
    """Each a list of weapons, and whoever cannot pay for it is told so (adnd.weapon-group.tight.list)."""
    spent = [("weapon", "whip"), ("weapon", "club"), ("weapon", "spear")]

    assert "adnd.weapon-group.tight.list" in why_not(*spent, ("tight-group", "flails"), abilities=DULL)
    assert not why_not(*spent[1:], ("tight-group", "flails"), abilities=DULL)
    assert len(WEAPON_GROUPS.tight) == 16
    assert {name for members in WEAPON_GROUPS.tight.values() for name in members} <= set(WEAPONS)
    assert weapon_group.covered("tight-group", "flails") == ("footman's flail", "horseman's flail")


def test_there_are_four_broad_groups() -> None:
    """Collections of tight groups, the small throwing weapons one by one (adnd.weapon-group.broad.list)."""
    spent = [("weapon", "whip"), ("weapon", "club")]

    assert "adnd.weapon-group.broad.list" in why_not(*spent, ("broad-group", "blades"), abilities=DULL)
    assert not why_not(*spent[1:], ("broad-group", "blades"), abilities=DULL)
    assert len(WEAPON_GROUPS.broad) == 4
    assert len(weapon_group.covered("broad-group", "cleaving and crushing")) == 2 + 6 + 2 + 2
    assert set(weapon_group.covered("broad-group", "small throwing weapons")) == {
        "dagger", "dirk", "knife", "stiletto", "hand axe", "dart", "shuriken",
    }  # fmt: skip


def test_a_group_covers_no_weapon_that_the_class_is_denied() -> None:
    """A rogue's long blades are the broad sword and the long sword (adnd.weapon-group.concept)."""
    rogue = pupil(("tight-group", "long blades"), classes={"rogue": 1})

    assert rogue.proficient == ("long sword", "broad sword")
    assert why_not(("tight-group", "whips"), classes={"rogue": 1}) == ("adnd.weapon-group.concept",)
    assert why_not(("tight-group", "whips"), classes={"bard": 1}) == ()


def test_weapons_of_one_tight_group_are_related() -> None:
    """And those who know one know something of the others (adnd.weapon-group.tight.related)."""
    assert pupil(("weapon", "hand axe")).related == ("battle axe",)
    assert weapon_group.related("long sword", "bastard sword")
    assert weapon_group.related("dagger", "short sword")
    assert weapon_group.related("dagger", "rapier")
    assert weapon_group.shared("long sword", "bastard sword") == "adnd.weapon-group.tight.related"


def test_weapons_of_one_broad_group_are_not() -> None:
    """A battle axe and a club are alike in nothing but the price (adnd.weapon-group.broad.not-related)."""
    assert not weapon_group.related("battle axe", "club")
    assert weapon_group.shared("battle axe", "club") == "adnd.weapon-group.broad.not-related"
    assert weapon_group.shared("battle axe", "rapier") == ""
    assert "club" not in pupil(("weapon", "battle axe")).related


@pytest.mark.parametrize(
    ("what", "classes"), [("favoured", {"fighter": 1}), ("specialist", {"fighter": 1}), ("expert", {"ranger": 1})]
)
def test_what_is_above_proficiency_is_for_one_weapon(what: str, classes: dict[str, int]) -> None:
    """Not for a group (adnd.weapon-group.group-no-specialisation)."""
    group = ("tight-group", "axes")

    assert why_not(group, (what, "axes", TAUGHT), classes=classes) == ("adnd.weapon-group.group-no-specialisation",)
    assert why_not(group, (what, "hand axe", TAUGHT), classes=classes) == ()
