"""Estimates: what an attack is worth before it is made."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.dice.odds import Chance
from sim.events.orders import Attack, Charge, FullAttack, ReceiveCharge
from sim.rules.adnd import odds
from sim.rules.adnd.declare import MELEE, Blow, arm_of
from sim.tables import adnd_figures as figures
from tests.rules.adnd.arena import arena, condition, declare, sheet, square
from tests.rules.adnd.armed import armed

DUEL = ". A o ."
BARE = sheet("fighter-3", held=(), shield=None, strength=15, armor=figures.armor("none"))
"""THAC0 18: a 12 hits an orc."""


def chance(order, me=BARE, foe="orc"):
    """How likely the order comes off, while declaring."""
    return Fraction(*odds.ODDS.success(arena(DUEL, A=me, o=foe).battle, "A", order))


@given(st.lists(st.tuples(st.integers(0, 20), st.just(20)), max_size=6))
def test_any_of_several_is_one_less_the_product_of_the_failures(chances):
    """adnd.odds.any-of-several: whatever the single chances are."""
    none = Fraction(1)
    for ways, of in chances:
        none *= 1 - Fraction(ways, of)

    assert Fraction(*odds.any_of_several([Chance(*each) for each in chances])) == 1 - none


@pytest.mark.parametrize(("attacks", "percent"), [(1, 5), (2, 9), (3, 14), (5, 22)])
def test_natural_1s_in_a_round(attacks, percent):
    """adnd.odds.any-of-several: with 2 attacks in 9 rounds of 100, with 5 in 22."""
    assert odds.any_of_several([Chance(1, 20)] * attacks).percent == percent


def test_two_attempts_are_better_than_one():
    """adnd.odds.any-of-several: who has two attacks in the round has two tries at a disarm."""
    me = sheet("fighter-5", held=("long sword",), shield=None, strength=15)
    once = odds.ODDS.success(arena(DUEL, A=me, o="orc").battle, "A", Attack("o", "long sword", how="disarm"))
    declared = chance(FullAttack("o", "long sword", how="disarm"), me)

    attacks = arena(DUEL, A=me, o="orc").battle
    from sim.rules.adnd import attack_rate

    number = attack_rate.this_round(attacks, attacks["A"], arm_of(attacks["A"], "long sword"), False)[0]
    assert declared == 1 - (1 - Fraction(*once)) ** number


def test_a_hold_has_the_faces_that_name_one():
    """A wrestler who needs a 12 holds with 15 and 20 alone."""
    assert chance(FullAttack("o", "fist", how="wrestle")) == Fraction(2, 20)


def test_who_is_held_counts_throws_and_gouges():
    """Once held he looks at the 12; a 12 is a throw, and nothing else that hits is one or a gouge."""
    table = arena(DUEL, A=BARE, o="orc")
    condition(table, "A", "held", "o")

    assert Fraction(*odds.ODDS.success(table.battle, "A", Attack("o", "fist", how="wrestle"))) == Fraction(1, 20)


def test_a_grip_takes_a_hit_and_the_greater_strength():
    """5 faces of 20 hit, and 12 against 15 wins so often as both dice say."""
    wins = sum(12 - mine > 15 - theirs for mine in range(1, 21) for theirs in range(1, 21))
    ties = sum(12 - mine == 15 - theirs for mine in range(1, 21) for theirs in range(1, 21))

    assert chance(FullAttack("o", "fist", how="grab")) == Fraction(5, 20) * Fraction(wins, 400 - ties)


def test_a_punch_is_worth_what_the_table_gives():
    """The nine faces that hit do 1, 2, 1, 2, 1, 1, 1, 0 and 2 points."""
    battle = arena(DUEL, A=BARE, o="orc").battle
    found = odds.strike(Blow(battle, battle["A"], battle["o"], arm_of(battle["A"], "fist"), MELEE))

    assert Fraction(*found.hit) == Fraction(9, 20)
    assert found.harm.mean(20) == 1 + 2 + 1 + 2 + 1 + 1 + 1 + 0 + 2


# Both hands, and shields.

LANE = "A . . . o . ."
RUSHER = sheet("shieldman-6", strength=17, dexterity=10, styles={"weapon-shield": 0}, tiers={})
RUSH = Charge("o", 3, "medium shield", "shield-rush")
STANDING = sheet("orc", strength=12, dexterity=12)


def test_a_rush_brings_down_whom_it_hits_and_who_loses_his_balance():
    """THAC0 15 less 3 less 6: 6 or more; 12 and 3 less 1 is 14: 6 of 20 fall."""
    battle = arena(LANE, A=RUSHER, o=STANDING).battle

    assert Fraction(*odds.ODDS.success(battle, "A", RUSH)) == Fraction(15, 20) * Fraction(6, 20)


@given(st.integers(1, 20), st.integers(1, 20))
def test_or_the_weaker_by_other_books(mine, its):
    """Whoever fails the check falls, else whoever rolls higher (adnd.variant.shield-rush.opposed)."""
    figures = sheet("shieldman-6", strength=its, dexterity=10)
    rusher = sheet("shieldman-6", strength=mine, dexterity=10)
    battle = arena(LANE, A=rusher, o=figures, options={"shield_rush": "opposed"}).battle
    plain = arena(LANE, A=rusher, o=figures).battle
    falls = 0
    for roll in range(1, 21):
        for answer in range(1, 21):
            stands = answer <= its and answer < 20
            falls += not stands or (roll <= mine and roll < 20 and answer > roll)
    (blow,) = odds.ODDS.strikes(plain, "A", RUSH)

    assert Fraction(*odds.ODDS.success(battle, "A", RUSH)) == Fraction(*blow.hit) * Fraction(falls, 400)


def test_a_second_weapon_costs_both_their_aim():
    """15 of 20 less 2, 15 of 20 less 4: as if it had been declared, and then it is forgotten."""
    two = sheet("two-sword-6", styles={"two-weapon": 0}, dexterity=10, strength=12, ambidextrous=False, tiers={})
    battle = arena(DUEL, A=two, o="orc").battle
    one, other = odds.ODDS.strikes(battle, "A", FullAttack("o", "long sword", off_hand="short sword"))
    (alone,) = odds.ODDS.strikes(battle, "A", FullAttack("o", "long sword"))

    assert [strike.hit.ways for strike in (alone, one, other)] == [12, 10, 8]
    assert battle.ledger["A"].declared is None


def test_a_punch_besides_too():
    """Strength alone helps the shield; without an announcement there is no second attack."""
    battle = arena(DUEL, A=RUSHER, o="orc").battle
    punch = FullAttack("o", "long sword", off_hand="medium shield", off_how="shield-punch")
    kept = FullAttack("o", "long sword", off_hand="medium shield")

    assert [strike.hit.ways for strike in odds.ODDS.strikes(battle, "A", punch)] == [11, 9]
    assert [strike.hit.ways for strike in odds.ODDS.strikes(battle, "A", kept)] == [13]


def test_what_it_costs_not_to_be_covered():
    """One face of 20 of an orc's 4.5 points; nothing for a specialist."""
    trained = sheet("shieldman-6", styles={"weapon-shield": 1})
    for who, cost in ((RUSHER, 22), (trained, 0)):
        found = odds.ODDS.exposure(arena(DUEL, A=who, o="orc").battle, "A", "shield-punch")
        assert abs(found - cost) <= 1


def test_whoever_lies_is_hit_more_easily():
    """By four faces; and stands again when that is weighed."""
    battle = arena(DUEL, A=RUSHER, o="orc").battle
    order = Attack("o", "long sword")
    (stands,), (lies,) = (odds.ODDS.strikes(battle, "A", order, case=case) for case in ("", "prone"))

    assert lies.hit.ways - stands.hit.ways == 4
    assert not battle["o"].has("prone")


def test_standing_up_gives_nobody_a_free_attack():
    """Leaving somebody's reach does."""
    battle = arena(DUEL, A=RUSHER, o="orc").battle

    assert odds.ODDS.exposure(battle, "A", "stand-up") == 0
    assert odds.ODDS.exposure(battle, "A", "moving") > 0


# By another hand: icepool.


def as_icepool(found):
    """A distribution with its shares."""
    return {found.low + i: Fraction(n, found.of) for i, n in enumerate(found.ways) if n}


@pytest.mark.parametrize(("armor", "needed"), [("plate mail", 15), ("none", 8), ("leather", 10)])
@pytest.mark.parametrize("strength", [15, 18])
def test_a_blow_is_what_icepool_makes_of_thac0(armor, needed, strength):
    """1 and 2 miss, 20 hits, else THAC0 less Armor Class and bonus; a spear does 1d6, with Strength 18 two more."""
    me = sheet("fighter-3", held=("spear",), shield=None, strength=strength)
    foe = sheet("fighter-1", armor=figures.armor(armor), shield=None, dexterity=10)
    battle = arena(DUEL, A=me, o=foe).battle
    hit, points = (1, 2) if strength == 18 else (0, 0)
    expected = icepool.d20.map(
        lambda face: 0 if face <= 2 or (face < needed - hit and face != 20) else icepool.d6 + points
    )

    (found,) = odds.ODDS.strikes(battle, "A", Attack("o", "spear"))

    assert as_icepool(found.harm) == {total: expected.probability(total) for total in expected.outcomes()}


@given(st.integers(3, 17), st.integers(3, 17))
def test_a_contest_of_strength_is_what_icepool_makes_of_it(mine, theirs):
    """Each subtracts its roll from its score; the greater rest wins, equal ones roll again."""
    lead = (mine - icepool.d20) - (theirs - icepool.d20)

    assert Fraction(*odds.stronger(mine, 0, theirs, 0)) == (lead > 0).probability(True) / (lead != 0).probability(True)


def test_a_routine_is_all_its_attacks_and_an_attack_is_one():
    """A lion has two claws and a bite; each is estimated by its own dice."""
    battle = arena(DUEL, A="lion", o="orc").battle
    routine = odds.sheet_of(battle["A"]).routine
    whole = odds.ODDS.strikes(battle, "A", FullAttack("o", routine[0]))
    single = odds.ODDS.strikes(battle, "A", Attack("o", routine[0]))

    assert len(routine) == len(whole) == 3
    assert len(single) == 1
    assert single[0] == whole[0]
    assert len({strike.harm for strike in whole}) == 2


def test_a_dagger_strikes_once_in_melee():
    """adnd.attack-rate.missile: its two throws of a round are no blows."""
    battle = arena(DUEL, A=BARE, o=sheet("rogue-5", held=("dagger",))).battle

    assert len(odds.round_of(battle, battle["o"], battle["A"])) == 1


def test_who_keeps_every_attack_for_parrying_strikes_nobody():
    """adnd.parry.declare: what is reserved is not struck."""
    me = sheet("fighter-3", held=("spear",))
    battle = arena(DUEL, A=me, o="orc").battle

    assert [len(odds.ODDS.strikes(battle, "A", FullAttack("o", "spear", parries=n))) for n in (0, 1)] == [1, 0]


def test_a_shot_into_a_melee_goes_to_everybody_in_it_by_size():
    """adnd.missile.into-melee.weights: an ogre is large and counts twice, the two men beside it once each."""
    archer = sheet("archer-7")
    table = arena(". A . . . . .\n. . . . B o .\n. . . . C . .", A=archer, B=BARE, C=BARE, o="ogre")
    shot = Attack("o", "long bow")

    assert dict(odds.ODDS.strays(table.battle, "A", shot)) == {"B": (6, 24), "C": (6, 24), "o": (12, 24)}


def test_a_shot_at_whoever_stands_alone_strays_to_nobody():
    """adnd.missile.into-melee.candidates: there is no melee that it could go into."""
    table = arena(
        ". A . . . . o .\n. . . . . . . .\n. . . . . . . .\nB . . . . . . .", A=sheet("archer-7"), B=BARE, o="ogre"
    )

    assert odds.ODDS.strays(table.battle, "A", Attack("o", "long bow")) == ()


@pytest.mark.parametrize(("weapon", "sets"), [("spear", True), ("long sword", False)])
def test_a_spear_set_against_a_charge(weapon, sets):
    """adnd.charge.receive.spear.double-damage: its blow at a charger does the double of its dice; others wait."""
    table = arena("A . . . . o", A="fighter-3", o=armed("orc", weapon))
    declare(table, "o", ReceiveCharge(weapon))
    received = odds.ODDS.received(table.battle.imagined("A"), "o", "A", Charge("o", square(table, "e1"), "spear"))

    met = arena("A o", A="fighter-3", o=armed("orc", weapon), facing={"A": 2})
    condition(met, "A", "charging")
    blow = Blow(met.battle, met.battle["o"], met.battle["A"], arm_of(met.battle["o"], weapon), MELEE)
    blow.damage_multiplier = 2
    assert received == (odds.strike(blow).harm.mean(100) if sets else 0)
