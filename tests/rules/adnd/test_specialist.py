"""Specialists."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sim.core.tally import Modifier
from sim.events.adnd import fighter_of
from sim.events.orders import Answer, Attack, Cast, FullAttack, Pass
from sim.rules.adnd import attack_rate, specialist
from sim.rules.narrative import NARRATIVE
from sim.table import Table
from sim.tables.adnd_sheet import Sheet
from sim.testing import cited, spent
from tests.rules.adnd.blows import attack_parts, blow, damage_parts, sheet, table_of, worth
from tests.rules.adnd.pupils import TAUGHT, pupil, why_not

DULL = {"intelligence": 1}
SWORD = ("weapon", "long sword")
TO_HIT = ("adnd.specialist.melee.to-hit", "adnd.specialist.bow.to-hit", "adnd.specialist.thrown.to-hit")
MASTERY = ("adnd.mastery.melee.to-hit", "adnd.mastery.bow.to-hit", "adnd.mastery.thrown.to-hit")


@pytest.mark.parametrize("classes", [{"rogue": 5}, {"priest": 5}, {"wizard": 12}])
def test_only_fighters_specialise(classes: dict[str, int]) -> None:
    """Nobody of another group does (adnd.specialist.eligibility)."""
    arm = "club" if "priest" in classes else "dagger"
    steps = [("weapon", arm), ("specialist", arm)]

    assert why_not(*steps, classes=classes) == ("adnd.specialist.eligibility",)
    assert why_not(*steps, classes={"fighter": 1}) == ()


@pytest.mark.parametrize("classes", [{"paladin": 5}, {"ranger": 5}, {"fighter": 5, "wizard": 5}])
def test_other_warriors_do_not(classes: dict[str, int]) -> None:
    """They have expertise (adnd.specialist.excluded)."""
    assert why_not(SWORD, ("specialist", "long sword"), classes=classes) == ("adnd.specialist.excluded",)
    assert why_not(SWORD, ("expert", "long sword", TAUGHT), classes=classes) == ()


def test_he_must_be_proficient() -> None:
    """Before (adnd.specialist.needs-proficiency)."""
    assert why_not(("specialist", "long sword"), SWORD) == ("adnd.specialist.needs-proficiency",)
    assert why_not(("tight-group", "long blades"), ("specialist", "long sword")) == ()


def test_it_costs_a_slot() -> None:
    """One more (adnd.specialist.cost)."""
    spent = [("weapon", name) for name in ("long sword", "dagger", "spear")]

    assert why_not(*spent, ("specialist", "long sword"), abilities=DULL) == ()
    assert (
        why_not(*spent, ("weapon", "club"), ("specialist", "long sword"), abilities=DULL)[0] == "adnd.specialist.cost"
    )


@pytest.mark.parametrize("arm", ["short bow", "composite long bow", "hand crossbow", "heavy crossbow"])
def test_it_costs_two_with_a_bow_or_a_crossbow(arm: str) -> None:
    """Three in all (adnd.specialist.cost.bow-crossbow)."""
    steps = [("weapon", arm), ("weapon", "dagger"), ("weapon", "spear"), ("specialist", arm)]

    assert why_not(steps[0], steps[1], steps[3], abilities=DULL) == ()
    assert "adnd.specialist.cost.bow-crossbow" in why_not(*steps, abilities=DULL)


def test_three_levels_lie_between_two() -> None:
    """Specialised at the second, again at the fifth (adnd.specialist.interval)."""
    steps = [SWORD, ("weapon", "dagger"), ("specialist", "long sword", 2)]

    assert why_not(*steps, ("specialist", "dagger", 4), classes={"fighter": 5}) == ("adnd.specialist.interval",)
    assert why_not(*steps, ("specialist", "dagger", 5), classes={"fighter": 5}) == ()


def test_how_long_he_trained_is_recorded() -> None:
    """And nothing else comes of it (adnd.specialist.training)."""
    assert pupil(SWORD, ("specialist", "long sword", {"months": 9})).training[1].months == 9
    assert "adnd.specialist.training" in NARRATIVE


def test_in_melee_he_hits_better_and_harder() -> None:
    """+1 and +2, with his weapon alone (adnd.specialist.melee.to-hit, adnd.specialist.melee.damage)."""
    assert worth(attack_parts("specialist-5", "long sword"), "adnd.specialist.melee.to-hit") == 1
    assert worth(damage_parts("specialist-5", "long sword"), "adnd.specialist.melee.damage") == 2
    assert worth(attack_parts("specialist-5", "dagger"), *TO_HIT) == 0
    assert worth(damage_parts("specialist-5", "dagger"), "adnd.specialist.melee.damage") == 0


def test_with_a_bow_he_hits_better_at_every_range() -> None:
    """+1 near and far (adnd.specialist.bow.to-hit)."""
    for squares in (1, 4, 20, 60, 120):
        assert worth(attack_parts("archer-7", "long bow", squares=squares), "adnd.specialist.bow.to-hit") == 1


@pytest.mark.parametrize(
    ("kind", "weapon", "rule", "last"),
    [
        ("archer-7", "long bow", "adnd.specialist.bow.point-blank.bow-range", 6),
        ("crossbowman-7", "light crossbow", "adnd.specialist.bow.point-blank.crossbow-range", 13),
    ],
)
def test_point_blank_begins_at_two_squares(kind: str, weapon: str, rule: str, last: int) -> None:
    """And goes to 10 m with a bow, to 20 m with a crossbow, with +2 damage (adnd.specialist.bow.point-blank.damage)."""
    for squares in range(1, 20):
        shot = blow(kind, weapon, squares=squares)
        near = 2 <= squares <= last
        assert worth(damage_parts(shot), "adnd.specialist.bow.point-blank.damage") == 2 * near
        assert (rule in shot.cites) is near


def test_others_have_no_point_blank() -> None:
    """Neither the plain archer nor the expert (adnd.specialist.bow.point-blank.damage)."""
    for kind in ("ranger-5", "orc-archer"):
        arm = "long bow" if kind == "ranger-5" else "short bow"
        assert not worth(damage_parts(kind, arm, squares=4), "adnd.specialist.bow.point-blank.damage")


def test_with_what_is_thrown_he_hits_better() -> None:
    """+1, and no damage (adnd.specialist.thrown.to-hit)."""
    shot = blow("dart-thrower-7", "dart", squares=4)
    slinger = sheet("priest-5", tiers={"sling": "specialist"})

    assert worth(attack_parts(shot), "adnd.specialist.thrown.to-hit") == 1
    assert not worth(damage_parts(shot), "adnd.specialist.melee.damage", "adnd.specialist.bow.point-blank.damage")
    assert worth(attack_parts(slinger, "sling", squares=4), *TO_HIT) == 1


def test_a_weapon_used_both_ways_counts_as_it_is_used() -> None:
    """A spear in melee and hurled (adnd.specialist.thrown.to-hit, adnd.specialist.melee.to-hit)."""
    spearman = sheet("fighter-3", tiers={"spear": "specialist"})

    assert worth(attack_parts(spearman, "spear"), "adnd.specialist.melee.to-hit") == 1
    hurled = attack_parts(spearman, "spear", squares=4, hurled=True)
    assert worth(hurled, "adnd.specialist.thrown.to-hit") == worth(hurled, *TO_HIT) == 1


def test_a_higher_tier_takes_the_place_of_a_lower() -> None:
    """Only one of them counts, whatever the weapon."""
    for tier, value in (("specialist", 1), ("master", 2), ("high-master", 2), ("grand-master", 2)):
        for weapon, squares in (("long sword", 1), ("long bow", 20)):
            fighter = sheet("fighter-5", tiers={weapon: tier})
            assert worth(attack_parts(fighter, weapon, squares=squares), *TO_HIT, *MASTERY) == value


RATES = {
    "long sword": ["3/2", "2", "5/2"], "long bow": ["2", "3", "4"], "short bow": ["2", "3", "4"],
    "hand crossbow": ["1", "3/2", "2"], "light crossbow": ["1", "3/2", "2"], "heavy crossbow": ["1/2", "1", "3/2"],
    "dart": ["4", "5", "6"], "sling": ["3/2", "2", "5/2"], "staff sling": ["2", "2", "5/2"],
    "bolas": ["3/2", "2", "5/2"], "shuriken": ["3", "4", "5"], "blowgun": ["2", "5/2", "3"],
}  # fmt: skip


@pytest.mark.parametrize("weapon", RATES)
def test_his_attacks_come_more_often_with_experience(weapon: str) -> None:
    """
    By level 1, 7 and 13 (adnd.specialist.melee.extra-attack, adnd.specialist.bow.rate, adnd.specialist.thrown.rate).
    """
    for level in range(1, 21):
        steps = [("weapon", weapon), ("specialist", weapon)]
        one = pupil(*steps, classes={"fighter": level}, weapons=[{"name": weapon}])
        arm = one.weapons[0]
        rate, rules = attack_rate.of(one, arm, shooting=weapon != "long sword")
        assert rate == Fraction(RATES[weapon][(level >= 7) + (level >= 13)])
        wanted = "melee.extra-attack" if weapon == "long sword" else "thrown.rate"
        assert f"adnd.specialist.{'bow.rate' if 'bow' in weapon[-8:] and weapon != 'blowgun' else wanted}" in rules


@pytest.mark.parametrize(("weapon", "rates"), [("dagger", ["3", "4", "5"]), ("javelin", ["3/2", "2", "5/2"])])
def test_a_melee_weapon_that_is_hurled_has_the_rate_of_a_missile(weapon: str, rates: list[str]) -> None:
    """Three daggers a round at first (adnd.specialist.thrown.rate)."""
    for level, rate in zip((1, 7, 13), rates, strict=True):
        one = pupil(
            ("weapon", weapon),
            ("specialist", weapon),
            classes={"fighter": level},
            weapons=[{"name": weapon, "count": 9}],
        )
        assert attack_rate.of(one, one.weapons[0], shooting=True)[0] == Fraction(rate)


def aiming(kind: str | Sheet, weapon: str, dice: str, *answers: Answer) -> Table:
    """A has declared to shoot at o, four squares away, with all the attacks of the round."""
    table = table_of(kind, squares=4, dice=dice, answers=answers)
    table.battle.round = 1
    fighter = fighter_of(table.battle, "A")
    fighter.declared, fighter.attacks, fighter.weapon = FullAttack("o", weapon), 3, weapon
    return table


def test_with_a_target_in_his_sights_he_shoots_before_initiative() -> None:
    """The first of his attacks, not one more (adnd.specialist.bow.held-shot)."""
    table = aiming("archer-7", "long bow", "d20:15 d6:3", Attack("o", "long bow"))
    specialist.held_shots(table, -1)
    spent(table)

    assert fighter_of(table.battle, "A").attacks == 2
    assert "adnd.specialist.bow.held-shot" in cited(table.log.events)
    assert [type(event).__name__ for event in table.log.events if "Attack" in type(event).__name__] == [
        "AttacksSet",
        "AttackMade",
    ]


def test_he_may_wait() -> None:
    """Then he has all his attacks (adnd.specialist.bow.held-shot)."""
    table = aiming("archer-7", "long bow", "", Pass())
    specialist.held_shots(table, -1)

    assert fighter_of(table.battle, "A").attacks == 3


@pytest.mark.parametrize("tier", [None, "expert"])
def test_others_wait_for_initiative(tier: str | None) -> None:
    """Whoever is no specialist is not asked (adnd.specialist.bow.held-shot)."""
    table = aiming(sheet("archer-7", tiers={"long bow": tier} if tier else {}), "long bow", "", Attack("o", "long bow"))
    specialist.held_shots(table, -1)

    assert fighter_of(table.battle, "A").attacks == 3


def test_nobody_shoots_at_what_he_does_not_see() -> None:
    """A target beyond his range is not in his sights (adnd.specialist.bow.held-shot)."""
    table = table_of("archer-7", squares=150)
    fighter = fighter_of(table.battle, "A")
    fighter.declared, fighter.attacks = FullAttack("o", "long bow"), 3

    assert specialist.aimed(table.battle, table.battle["A"]) is None


def test_against_a_spell_he_shoots_on_his_bare_die() -> None:
    """His bow is as quick as he is, unless he has shot already (adnd.specialist.bow.held-shot.spell)."""
    table = aiming("archer-7", "long bow", "")
    battle = table.battle
    order = FullAttack("o", "long bow")

    assert specialist.against_spell(battle, battle["A"], order) is None
    fighter_of(battle, "o").declared = Cast("sleep")
    part = specialist.against_spell(battle, battle["A"], order)
    assert part == Modifier(-8, "held shot", "adnd.specialist.bow.held-shot.spell")
    fighter_of(battle, "A").made = 1
    assert specialist.against_spell(battle, battle["A"], order) is None
