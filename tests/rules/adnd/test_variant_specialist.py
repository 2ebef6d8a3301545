"""Specialists of bow and crossbow by the handbook."""

from __future__ import annotations

import pytest

from sim.rules.adnd import attack_rate, core, specialist, variant_specialist
from sim.rules.adnd.declare import MISSILE, Blow, arm_of, on_damage
from tests.rules.adnd.arena import arena, sheet

BY_THE_BOOK = {"bow_specialist": "handbook"}
ARCHER = sheet("archer-7")
CROSSBOWMAN = sheet("crossbowman-7")


def parts(one, weapon, squares, options):
    """What is added to a shot and to its damage, by rule, so many squares off."""
    table = arena("A " + ". " * (squares - 1) + "o", A=one, o="orc", options=options)
    me, orc = table.battle["A"], table.battle["o"]
    blow = Blow(table.battle, me, orc, arm_of(me, weapon), MISSILE)
    hit = {part.rule: part.value for part in core.attack_parts(blow)}
    damage = [part for function in on_damage.of(blow.bits) if (part := function(blow)) is not None]
    return hit, {part.rule: part.value for part in damage}


@pytest.mark.parametrize(
    ("one", "weapon", "squares", "bonus"),
    [
        (ARCHER, "long bow", 1, 0), (ARCHER, "long bow", 2, 2), (ARCHER, "long bow", 6, 2), (ARCHER, "long bow", 7, 0),
        (CROSSBOWMAN, "light crossbow", 12, 2), (CROSSBOWMAN, "light crossbow", 13, 0),
    ],
)  # fmt: skip
def test_two_better_at_point_blank_and_nothing_beyond(one, weapon, squares, bonus):
    """adnd.variant.specialist.bow-handbook: 6 to 30 ft with a bow, to 60 with a crossbow."""
    hit, damage = parts(one, weapon, squares, BY_THE_BOOK)

    assert hit.get(variant_specialist.HANDBOOK, 0) == bonus
    assert "adnd.specialist.bow.to-hit" not in hit
    assert "adnd.specialist.bow.point-blank.damage" not in damage


def test_without_the_option_it_is_the_other_way():
    """adnd.variant.specialist.bow-handbook: +1 at every range, and damage at point blank."""
    hit, damage = parts(ARCHER, "long bow", 4, {})

    assert variant_specialist.HANDBOOK not in hit
    assert (hit["adnd.specialist.bow.to-hit"], damage["adnd.specialist.bow.point-blank.damage"]) == (1, 2)


def test_a_bow_shoots_no_faster():
    """adnd.variant.specialist.bow-handbook: two arrows a round and not three; a crossbow's rate stays."""
    for options, arrows in (({}, 3), (BY_THE_BOOK, 2)):
        battle = arena("A . . o", A=ARCHER, o="orc", options=options).battle
        found, rules = attack_rate.this_round(battle, battle["A"], arm_of(battle["A"], "long bow"), True)
        assert found == arrows
        assert (variant_specialist.HANDBOOK in rules) == bool(options)
        assert (specialist.BOW_RATE in rules) == (not options)
    bolts = {name: attack_rate.rated(CROSSBOWMAN, CROSSBOWMAN.weapons[0], True, name).rate for name in (False, True)}
    assert bolts[False] == bolts[True]
