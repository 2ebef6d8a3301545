"""The favoured weapon."""

from __future__ import annotations

import pytest

from sim.core.tally import Modifier
from sim.rules.adnd import favoured
from sim.rules.adnd.training import Price, Pupil
from sim.rules.narrative import NARRATIVE
from sim.tables.adnd_sheet import Training
from tests.rules.adnd.blows import attack_parts, blow
from tests.rules.adnd.pupils import pupil, why_not

DULL = {"intelligence": 1}
DAGGER = ("weapon", "dagger")
CLUB = ("weapon", "club")


@pytest.mark.parametrize(
    ("name", "arm"),
    [
        ("fighter", "dagger"), ("ranger", "dagger"), ("paladin", "dagger"), ("rogue", "dagger"), ("bard", "dagger"),
        ("priest", "club"), ("druid", "club"), ("wizard", "dagger"),
    ],
)  # fmt: skip
def test_a_character_of_any_class_may_have_one(name: str, arm: str) -> None:
    """A wizard has the slots at the twelfth level (adnd.favoured.any-class)."""
    steps = [("weapon", arm), ("favoured", arm, 12)]

    assert pupil(*steps, classes={name: 12}).favoured == arm


def test_who_has_no_class_has_none() -> None:
    """A townsman likes no weapon better than another (adnd.favoured.any-class)."""
    assert why_not(("favoured", "dagger"), classes={}) == ("adnd.favoured.any-class",)


def test_he_must_be_proficient_with_it() -> None:
    """Before he names it (adnd.favoured.needs-proficiency)."""
    assert why_not(("favoured", "dagger"), DAGGER) == ("adnd.favoured.needs-proficiency",)
    assert why_not(DAGGER, ("favoured", "dagger")) == ()


@pytest.mark.parametrize(
    ("rule", "classes", "level", "price"),
    [
        ("adnd.favoured.cost.warrior", {"fighter": 1}, 1, 0),
        ("adnd.favoured.cost.rogue-priest-druid", {"rogue": 1}, 1, 1),
        ("adnd.favoured.cost.rogue-priest-druid", {"druid": 1}, 1, 1),
        ("adnd.favoured.cost.wizard", {"wizard": 12}, 12, 2),
    ],
)
def test_what_it_costs(rule: str, classes: dict[str, int], level: int, price: int) -> None:
    """Warriors nothing, rogues and priests a slot, wizards two."""
    arms = [("weapon", name, level) for name in ("dagger", "club", "dart", "knife", "spear")]
    slots = {"fighter": 4, "rogue": 2, "druid": 2, "wizard": 3}[next(iter(classes))]
    most = slots - price
    arms[1:] = [arm for arm in arms[1:] if arm[1] != ("club" if "wizard" in classes else "")]

    assert why_not(*arms[:most], ("favoured", "dagger", level), classes=classes, abilities=DULL) == ()
    if price:
        refused = [*arms[: most + 1], ("favoured", "dagger", level)]
        assert rule in why_not(*refused, classes=classes, abilities=DULL)


def test_a_warrior_names_it_with_his_last_slot_spent() -> None:
    """At no cost (adnd.favoured.cost.warrior); one slot more is refused for what it buys."""
    spent = [("weapon", name) for name in ("dagger", "club", "spear", "whip")]

    assert pupil(*spent, ("favoured", "whip"), abilities=DULL).favoured == "whip"


def test_it_is_chosen_once() -> None:
    """For good (adnd.favoured.permanent)."""
    assert why_not(DAGGER, CLUB, ("favoured", "dagger"), ("favoured", "club")) == ("adnd.favoured.permanent",)
    assert why_not(DAGGER, CLUB, ("favoured", "club")) == ()


def test_a_deity_may_say_which() -> None:
    """A priest's is that of his deity, where it has one (adnd.favoured.priest-deity)."""
    steps = [("weapon", "club"), ("favoured", "club")]

    assert why_not(*steps, classes={"priest": 1}, deity_weapon="sling") == ("adnd.favoured.priest-deity",)
    assert why_not(*steps, classes={"priest": 1}, deity_weapon="club") == ()
    assert why_not(*steps, classes={"priest": 1}) == ()


def test_it_is_chosen_at_any_time_of_a_career() -> None:
    """At creation or later, but not at a level still to come (adnd.favoured.timing)."""
    for level in (1, 3, 5):
        assert why_not(DAGGER, ("favoured", "dagger", level), classes={"fighter": 5}) == ()
    assert why_not(DAGGER, ("favoured", "dagger", 6), classes={"fighter": 5}) == ("adnd.favoured.timing",)


def test_the_trainer_is_recorded_and_not_asked_for() -> None:
    """He should have one (adnd.favoured.training)."""
    taught = pupil(DAGGER, ("favoured", "dagger", {"trainer": "an old hand"}))

    assert taught.training[1].trainer == "an old hand"
    assert why_not(DAGGER, ("favoured", "dagger")) == ()
    assert "adnd.favoured.training" in NARRATIVE


def test_it_gives_one_to_every_attack_roll() -> None:
    """With that weapon and no other (adnd.favoured.to-hit)."""
    wanted = Modifier(1, "favoured weapon", "adnd.favoured.to-hit")

    assert wanted in attack_parts("fighter-5", "long sword")
    assert not [part for part in attack_parts("fighter-5", "long bow", squares=5) if part.rule == wanted.rule]
    assert not [part for part in attack_parts("specialist-5", "long sword") if part.rule == wanted.rule]


def test_it_adds_to_what_a_tier_gives() -> None:
    """They come from different sources (adnd.favoured.stacking)."""
    struck = blow("high-master-15", "two-handed sword")
    parts = attack_parts(struck)

    assert sum(part.value for part in parts if part.type in ("favoured weapon", "master")) == 3
    assert "adnd.favoured.stacking" in struck.cites


def test_a_warriors_costs_nothing_by_its_rule() -> None:
    """adnd.favoured.cost.warrior: the price names it."""
    step = Training(what="favoured", on="dagger", level=1)

    assert favoured.cost(Pupil({"fighter": 1}, 10), step) == Price(0, ("adnd.favoured.cost.warrior",))
