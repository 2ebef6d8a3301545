"""Hands."""

from __future__ import annotations

from sim.rules.adnd import hand
from sim.rules.adnd.declare import SECOND, TWO_WEAPONS
from sim.rules.narrative import NARRATIVE
from tests.rules.adnd.blows import attack_parts, blow, duel, sheet, worth
from tests.rules.adnd.pupils import pupil, why_not

OFF_HAND = "adnd.hand.off-hand.penalty"
DULL = {"intelligence": 1}


def test_nobody_is_drawn_by_lot() -> None:
    """So that how many are left-handed plays no part (adnd.hand.distribution)."""
    assert "adnd.hand.distribution" in NARRATIVE


def test_who_says_nothing_is_right_handed() -> None:
    """And everybody has a main hand (adnd.hand.declared-at-creation)."""
    assert pupil().hand == "right"
    assert pupil(hand="left").hand == "left"
    assert hand.declared(None) == "right"


def test_ambidexterity_costs_a_slot() -> None:
    """Like a weapon (adnd.hand.ambidexterity.cost)."""
    spent = [("weapon", name) for name in ("dagger", "club", "spear", "whip")]

    assert pupil(*spent[:3], ("ambidexterity", ""), abilities=DULL).ambidextrous
    assert not pupil(*spent, abilities=DULL).ambidextrous
    assert why_not(*spent, ("ambidexterity", ""), abilities=DULL)[0] == "adnd.hand.ambidexterity.cost"


def test_the_off_hand_alone_strikes_badly() -> None:
    """-2 with what is held in it (adnd.hand.off-hand.penalty)."""
    assert worth(attack_parts("ranger-5", "short sword"), OFF_HAND) == -2
    assert worth(attack_parts("ranger-5", "long sword"), OFF_HAND) == 0


def test_a_weapon_that_is_left_over_is_still_in_the_off_hand() -> None:
    """The long sword is gone, the short sword where it was (adnd.hand.off-hand.penalty)."""
    me = duel("ranger-5")["A"]
    me.held = ("short sword",)

    assert hand.in_off_hand(me, me.weapons["short sword"])


def test_the_penalties_of_two_weapons_have_it_in_them() -> None:
    """It is not added to those (adnd.hand.off-hand.penalty)."""
    struck = blow("ranger-5", "short sword", bits=SECOND | TWO_WEAPONS)

    assert worth(attack_parts(struck), OFF_HAND) == 0


def test_who_has_two_good_hands_has_no_off_hand() -> None:
    """0 instead of -2 (adnd.hand.ambidexterity.no-off-hand-penalty)."""
    struck = blow(sheet("ranger-5", ambidextrous=True), "short sword")

    assert worth(attack_parts(struck), OFF_HAND) == 0
    assert "adnd.hand.ambidexterity.no-off-hand-penalty" in struck.cites


def test_and_strikes_with_the_second_weapon_as_with_the_first() -> None:
    """-2/-4 become -2/-2, 0/-2 become 0/0 (adnd.hand.ambidexterity.two-weapon)."""
    rule = ("adnd.hand.ambidexterity.two-weapon",)
    both, one = duel(sheet("ranger-5", ambidextrous=True))["A"], duel("ranger-5")["A"]

    assert hand.second_penalty(both, -2, -4) == (-2, rule)
    assert hand.second_penalty(both, 0, -2) == (0, rule)
    assert hand.second_penalty(one, -2, -4) == (-4, ())
