"""How often a combatant attacks."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sim.events.adnd import fighter_of
from sim.rules.adnd import attack_rate
from sim.rules.adnd.attack_rate import cost_of, falling, loaded, new_debt, this_round
from sim.tables.adnd_figures import rate
from sim.tables.adnd_sheet import Tier
from tests.rules.adnd.blows import duel, sheet
from tests.rules.adnd.pupils import pupil

RATES = [(1, 1), (3, 2), (2, 1), (5, 2), (3, 1), (4, 1), (5, 1), (6, 1), (7, 2), (9, 2), (13, 2)]
"""Every rate of one a round and more that anybody can have."""


def accumulated(rate: tuple[int, int], halved: list[bool]) -> list[int]:
    """
    Attacks round by round, by the words of the catalogue: each round adds the rate, whole attacks are made, the
    fraction is carried; a slow weapon starts one shot ahead of its rate.
    """
    pace = Fraction(*rate)
    carry = max(Fraction(0), 1 - pace)
    made = []
    for half in halved:
        carry += pace / 2 if half else pace
        made.append(carry.numerator // carry.denominator)
        carry -= made[-1]
    return made


def test_warriors_attack_more_often_with_experience() -> None:
    """1/1, 3/2 from the seventh level on, 2/1 from the thirteenth; all others 1/1 (adnd.attack-rate.warrior)."""
    for level in range(1, 21):
        wanted = Fraction(2) if level >= 13 else Fraction(3, 2) if level >= 7 else Fraction(1)
        for name in ("fighter", "paladin", "ranger"):
            one = pupil(("weapon", "club"), classes={name: level}, weapons=[{"name": "club"}])
            found = attack_rate.of(one, one.weapons[0], shooting=False)
            assert found == (wanted, ("adnd.attack-rate.warrior",))
        for name in ("priest", "rogue"):
            one = pupil(("weapon", "club"), classes={name: level}, weapons=[{"name": "club"}])
            assert attack_rate.of(one, one.weapons[0], shooting=False)[0] == 1
    for kind in ("ogre", "townsman", "hobgoblin"):
        one = sheet(kind)
        assert attack_rate.of(one, one.weapons[0], shooting=False)[0] == 1


def test_a_multi_classed_warrior_goes_by_his_level_as_a_warrior() -> None:
    """A wizard of the thirteenth level who is a fighter of the sixth attacks once (adnd.attack-rate.warrior)."""
    one = pupil(("weapon", "club"), classes={"wizard": 13, "fighter": 6}, weapons=[{"name": "club"}])

    assert attack_rate.of(one, one.weapons[0], shooting=False)[0] == 1


@pytest.mark.parametrize(
    ("weapon", "wanted"),
    [
        ("short bow", "2/1"), ("composite long bow", "2/1"), ("hand crossbow", "1/1"), ("light crossbow", "1/1"),
        ("heavy crossbow", "1/2"), ("dagger", "2/1"), ("knife", "2/1"), ("dart", "3/1"), ("javelin", "1/1"),
        ("sling", "1/1"), ("staff sling", "2/1"), ("shuriken", "2/1"), ("blowgun", "2/1"), ("bolas", "1/1"),
        ("hand axe", "1/1"), ("spear", "1/1"),
    ],
)  # fmt: skip
def test_missile_weapons_have_their_own_rate(weapon: str, wanted: str) -> None:
    """Whatever the level of who uses them (adnd.attack-rate.missile)."""
    for level in (1, 7, 13):
        one = pupil(("weapon", weapon), classes={"fighter": level}, weapons=[{"name": weapon}])
        found = attack_rate.of(one, one.weapons[0], shooting=True)
        assert found == (Fraction(*rate(wanted)), ("adnd.attack-rate.missile",))


PROGRESSIONS = {
    "long sword": ("melee", ("1/1", "3/2", "2/1"), ("3/2", "2/1", "5/2")),
    "dagger": ("melee", ("1/1", "3/2", "2/1"), ("3/2", "2/1", "5/2")),
    "long bow": ("shot", ("2/1",) * 3, ("2/1", "3/1", "4/1")),
    "composite short bow": ("shot", ("2/1",) * 3, ("2/1", "3/1", "4/1")),
    "hand crossbow": ("shot", ("1/1",) * 3, ("1/1", "3/2", "2/1")),
    "light crossbow": ("shot", ("1/1",) * 3, ("1/1", "3/2", "2/1")),
    "heavy crossbow": ("shot", ("1/2",) * 3, ("1/2", "1/1", "3/2")),
    "knife": ("shot", ("2/1",) * 3, ("3/1", "4/1", "5/1")),
    "dart": ("shot", ("3/1",) * 3, ("4/1", "5/1", "6/1")),
    "javelin": ("shot", ("1/1",) * 3, ("3/2", "2/1", "5/2")),
    "sling": ("shot", ("1/1",) * 3, ("3/2", "2/1", "5/2")),
    "staff sling": ("shot", ("2/1",) * 3, ("2/1", "2/1", "5/2")),
    "shuriken": ("shot", ("2/1",) * 3, ("3/1", "4/1", "5/1")),
    "blowgun": ("shot", ("2/1",) * 3, ("2/1", "5/2", "3/1")),
    "bolas": ("shot", ("1/1",) * 3, ("3/2", "2/1", "5/2")),
}
"""Attacks of a warrior to the 6th level, to the 12th, and beyond: plainly proficient, and a specialist."""


@pytest.mark.parametrize("weapon", PROGRESSIONS)
@pytest.mark.parametrize("tier", [None, "specialist", "expert", "master", "high-master", "grand-master"])
def test_the_progressions_of_the_tables(weapon: str, tier: Tier | None) -> None:
    """
    By level and training, exactly, and played over twelve rounds: the rounds add up to twelve times the rate. A grand
    master has half an attack more (adnd.attack-rate.warrior, adnd.attack-rate.missile,
    adnd.specialist.melee.extra-attack, adnd.specialist.bow.rate, adnd.expertise.extra-attacks,
    adnd.grand-mastery.extra-attack).
    """
    mode, plain, trained = PROGRESSIONS[weapon]
    for level in range(1, 21):
        base = pupil(("weapon", weapon), classes={"fighter": level}, weapons=[{"name": weapon}])
        one = replace(base, tiers={weapon: tier} if tier else {})
        wanted = Fraction((trained if tier else plain)[(level > 6) + (level > 12)])
        wanted += Fraction(tier == "grand-master", 2)
        assert attack_rate.of(one, one.weapons[0], shooting=mode == "shot")[0] == wanted
        if wanted >= 1:
            pace = wanted.numerator, wanted.denominator
            assert sum(falling(pace, number) for number in range(1, 13)) == 12 * wanted


def test_three_halves_are_one_attack_and_then_two() -> None:
    """One in odd rounds, two in even ones (adnd.attack-rate.fractions)."""
    battle = duel(sheet("specialist-5"))
    me = battle["A"]
    found = []
    for battle.round in (1, 2, 3, 4):
        attacks, rules = this_round(battle, me, me.weapons["long sword"], False)
        found.append(attacks)
        assert "adnd.attack-rate.fractions" in rules

    assert found == [1, 2, 1, 2]


def test_a_whole_rate_is_the_same_in_every_round() -> None:
    """And has nothing to do with fractions (adnd.attack-rate.fractions)."""
    battle = duel("master-9")
    me = battle["A"]
    for battle.round in (1, 2, 3):
        assert this_round(battle, me, me.weapons["long sword"], False) == (
            2,
            ("adnd.attack-rate.warrior", "adnd.specialist.melee.extra-attack", "adnd.mastery.keeps-specialist-attacks"),
        )


def test_a_slow_weapon_is_loaded_at_first_and_stays_so() -> None:
    """A heavy crossbow shoots in every second round, or whenever it has not for two (adnd.attack-rate.fractions)."""
    figures = pupil(("weapon", "heavy crossbow"), weapons=[{"name": "heavy crossbow"}])
    battle = duel(figures, squares=9)
    me = battle["A"]
    arm = me.weapons["heavy crossbow"]
    shot_in = []
    for battle.round in range(1, 11):
        if this_round(battle, me, arm, True)[0] and battle.round != 3:
            shot_in.append(battle.round)
            fighter_of(battle, "A").shots = ((arm.name, battle.round),)

    assert shot_in == [1, 4, 6, 8, 10]


@given(st.sampled_from(RATES), st.lists(st.booleans(), max_size=30))
def test_rounds_give_what_the_accumulator_gives(rate: tuple[int, int], halved: list[bool]) -> None:
    """Round by round as the catalogue counts, with any rounds halved (adnd.attack-rate.fractions)."""
    debt = Fraction(0)
    found = []
    for number, half in enumerate(halved, 1):
        cost = cost_of(rate, halved=half)
        found.append(falling(rate, number, debt, cost))
        debt += cost

    assert found == accumulated(rate, halved)


@given(st.sampled_from([*RATES, (1, 2)]), st.integers(1, 60))
def test_in_the_long_run_a_rate_is_kept(rate: tuple[int, int], rounds: int) -> None:
    """After any number of rounds less than one attack is missing, or one is ahead with a slow weapon."""
    made = sum(falling(rate, number) for number in range(1, rounds + 1))

    assert Fraction(*rate) * rounds - 1 < made < Fraction(*rate) * rounds + 1


@given(st.integers(1, 12), st.booleans())
def test_a_slow_weapon_never_shoots_twice_in_two_rounds(since: int, half: bool) -> None:
    """One shot is kept and no more."""
    assert loaded((1, 2), since) == (since >= 2)
    assert loaded((1, 2), since, cost=cost_of((1, 2), halved=half)) == (since >= (3 if half else 2))


def test_a_halved_round_is_owed() -> None:
    """Half of 3/2 in the first round leaves a quarter for the second (adnd.attack-rate.fractions)."""
    battle = duel(sheet("archer-7", tiers={}), squares=9)
    me = battle["A"]
    arm = me.weapons["long bow"]
    battle.round = 1

    assert this_round(battle, me, arm, True, halved=True)[0] == 1
    assert new_debt(battle, me, arm, True, halved=True) == (1, 1)
    assert new_debt(battle, me, arm, True) is None
    fighter_of(battle, "A").debts = ((arm.name, 3, 4),)
    battle.round = 2
    assert this_round(battle, me, arm, True)[0] == 2
    assert new_debt(battle, me, arm, True, reduced=True) == (7, 4)


def test_what_halved_throws_have_cost_is_made_up_for_before_a_blow_falls_due():
    """adnd.attack-rate.fractions: 2 blows a round, after 5/2 for darts: none in round 1, one in round 2."""
    rounds = [falling((2, 1), number, Fraction(5, 2)) for number in (1, 2, 3, 4)]

    assert rounds == [0, 1, 2, 2]
