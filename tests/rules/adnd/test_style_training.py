"""Who knows which style, and what specialisation in it takes."""

from __future__ import annotations

import pytest

from sim.rules.adnd.style_training import familiar_with
from tests.rules.adnd.pupils import pupil, why_not

DULL = {"intelligence": 1}
KNOWN = {
    "warrior": {"free-hand", "two-handed", "weapon-shield", "two-weapon", "missile", "mounted"},
    "priest": {"free-hand", "two-handed", "weapon-shield"},
    "rogue": {"free-hand", "two-weapon", "missile", "mounted"},
    "wizard": {"free-hand", "two-handed"},
}
GROUP = {"fighter": "warrior", "paladin": "warrior", "priest": "priest", "druid": "priest", "rogue": "rogue",
         "bard": "rogue", "wizard": "wizard"}  # fmt: skip


@pytest.mark.parametrize("name", GROUP)
def test_a_class_knows_its_styles(name: str) -> None:
    """By its group, and nobody is specialised from the start (adnd.style.familiarity)."""
    assert pupil(classes={name: 1}).styles == dict.fromkeys(sorted_styles(KNOWN[GROUP[name]]), 0)


def sorted_styles(names: set[str]) -> list[str]:
    return [
        name
        for name in ("free-hand", "two-handed", "weapon-shield", "two-weapon", "missile", "mounted")
        if name in names
    ]


def test_several_classes_know_the_styles_of_each() -> None:
    """A priest and rogue knows five and lacks none of six (adnd.style.familiarity)."""
    assert set(pupil(classes={"priest": 1, "rogue": 1}).styles) == KNOWN["priest"] | KNOWN["rogue"]


def test_a_style_not_known_costs_a_slot() -> None:
    """And without it there is no specialisation (adnd.style.familiarity)."""
    step = ("style", "two-weapon", 8)
    priest = {"classes": {"priest": 8}, "abilities": DULL}

    assert why_not(step, **priest) == ("adnd.style.familiarity",)
    assert why_not(("familiarity", "two-weapon"), step, **priest) == ()
    assert pupil(("familiarity", "two-weapon"), **priest).styles["two-weapon"] == 0
    spent = [("weapon", "club"), ("weapon", "sling")]
    assert "adnd.style.familiarity" in why_not(*spent, ("familiarity", "two-weapon"), **priest)


@pytest.mark.parametrize("style", ["free-hand", "two-handed", "weapon-shield", "missile", "mounted"])
def test_the_first_step_costs_a_slot(style: str) -> None:
    """In five of the six styles (adnd.style.specialisation.cost)."""
    spent = [("weapon", name) for name in ("dagger", "club", "spear")]

    assert pupil(*spent, ("style", style), abilities=DULL).styles[style] == 1
    over = [*spent, ("weapon", "whip"), ("style", style)]
    assert why_not(*over, abilities=DULL)[0] == "adnd.style.specialisation.cost"


def test_two_weapons_cost_two() -> None:
    """And one more for the second step (adnd.style.two-weapon.specialised.cost)."""
    spent = [("weapon", name) for name in ("dagger", "club")]

    assert pupil(*spent, ("style", "two-weapon"), abilities=DULL).styles["two-weapon"] == 1
    over = [*spent, ("weapon", "whip"), ("style", "two-weapon")]
    assert why_not(*over, abilities=DULL)[0] == "adnd.style.two-weapon.specialised.cost"
    assert pupil(spent[0], ("style", "two-weapon"), ("style", "two-weapon"), abilities=DULL).styles["two-weapon"] == 2


def test_a_ranger_is_specialised_in_it_without_paying() -> None:
    """And has the second step for a slot (adnd.style.two-weapon.ranger.automatic)."""
    spent = [("weapon", name) for name in ("dagger", "club", "spear", "whip")]
    ranger = {"classes": {"ranger": 1}, "abilities": DULL}

    assert pupil(*spent, **ranger).styles["two-weapon"] == 1
    assert pupil(*spent[:3], ("style", "two-weapon"), **ranger).styles["two-weapon"] == 2
    assert pupil(classes={"fighter": 1}).styles["two-weapon"] == 0
    assert why_not(*spent, ("style", "two-weapon"), **ranger)[0] == "adnd.style.specialisation.cost"


@pytest.mark.parametrize(
    ("style", "most"),
    [("free-hand", 2), ("two-handed", 1), ("weapon-shield", 2), ("two-weapon", 2), ("missile", 1), ("mounted", 1)],
)
def test_a_style_has_one_or_two_steps(style: str, most: int) -> None:
    """And no more (adnd.style.specialisation.cost)."""
    steps = [("style", style)] * most

    assert pupil(*steps).styles[style] == most
    assert why_not(*steps, ("style", style)) == ("adnd.style.specialisation.cost",)


def test_warriors_may_specialise_in_any_number() -> None:
    """As long as the slots last (adnd.style.specialisation.limits)."""
    steps = [("style", style) for style in ("free-hand", "two-handed", "weapon-shield", "missile")]

    assert why_not(*steps) == ()


@pytest.mark.parametrize(
    ("name", "styles"), [("priest", ["free-hand", "two-handed"]), ("rogue", ["missile", "mounted"])]
)
def test_priests_and_rogues_in_one(name: str, styles: list[str]) -> None:
    """With as many steps as it has (adnd.style.specialisation.limits)."""
    one, two = [("style", styles[0])], [("style", style) for style in styles]

    assert why_not(*one, classes={name: 1}) == ()
    assert why_not(*two, classes={name: 1}) == ("adnd.style.specialisation.limits",)
    assert why_not(*two, classes={name: 1}, limits=False) == ()


def test_wizards_in_none() -> None:
    """Unless the option is off (adnd.style.specialisation.limits)."""
    step = ("style", "two-handed")

    assert why_not(step, classes={"wizard": 1}) == ("adnd.style.specialisation.limits",)
    assert why_not(step, classes={"wizard": 1}, limits=False) == ()
    assert why_not(step, classes={"wizard": 1, "fighter": 1}) == ()


def test_everybody_knows_how_to_keep_away_with_a_sling() -> None:
    """A priest with a sling or a dart, but not with a bow (adnd.style.familiarity)."""
    arms = [{"name": name} for name in ("sling", "dart", "short bow")]
    priest, rogue = (pupil(classes={name: 1}, weapons=arms) for name in ("priest", "rogue"))

    assert [familiar_with(priest, "missile", arm) for arm in priest.weapons] == [True, True, False]
    assert [familiar_with(rogue, "missile", arm) for arm in rogue.weapons] == [True, True, True]
    assert not familiar_with(priest, "mounted", priest.weapons[0])
