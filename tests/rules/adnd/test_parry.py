"""Parries: attacks kept back for other people's blows, and the parry of a whole round."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import OffMenu
from sim.events.adnd import AttackMade, AttacksLost, Declared, ItemSaveRolled
from sim.events.adnd_manoeuvres import ParryAnnounced, WeaponWorn
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import Answered
from sim.events.objects import ItemBroken
from sim.events.orders import Attack, Choose, Draw, FullAttack, Move, PickUp, Step, TotalDefense
from sim.rules.adnd import core, parry
from sim.rules.adnd.declare import HURLED, MELEE, MISSILE, Blow, arm_of, sheet_of, state_of
from sim.table import Table
from sim.tables.adnd_sheet import Sheet
from tests.rules.adnd.arena import (
    act,
    activate,
    arena,
    condition,
    declare,
    end_round,
    next_round,
    sheet,
    spent,
    told,
    why_not,
)
from tests.rules.adnd.armed import armed

PAIR = """
    . . . . .
    . A o . .
    . . p . .
"""

SWORD = Choose("long sword")
SHIELD = Choose("medium shield")
NO = Choose("no")
LOW = sheet("orc", strength=10, hit_points=20, player=True)
"""Its damage is what the dice say, and it never checks morale."""
PARRIES = FullAttack("o", "long sword", parries=1)
PLAIN = FullAttack("A", "long sword")


def fight(
    dice: str = "",
    *answers: Choose,
    A: str | Sheet = "master-9",
    o: str | Sheet = LOW,
    order: FullAttack = PARRIES,
    **keys: Any,
) -> Table:
    """A has reserved a parry against o (and p), who have declared to strike at him with all they have."""
    table = arena(keys.pop("drawing", PAIR), A=A, o=o, p=keys.pop("p", LOW), dice=dice, answers=answers, **keys)
    declare(table, "A", order)
    for who in ("o", "p"):
        declare(table, who, FullAttack("A", table.battle[who].held[0]))
    return table


def strike(table: Table, who: str = "o", target: str = "A") -> tuple[object, ...]:
    """Somebody strikes with what it holds."""
    return act(table, who, Attack(target, table.battle[who].held[0]))


def rolls(events: tuple[object, ...], how: str = "parry") -> list[AttackMade]:
    return [made for made in told(events, AttackMade) if made.how == how]


# Reserving.


def test_each_parry_takes_the_place_of_one_attack():
    """adnd.parry.declare: of a master's two attacks one is kept, of an orc's single one none is left."""
    table = arena(PAIR, A="master-9", o="orc", p="orc")
    (announced,) = told(declare(table, "A", PARRIES), Declared)
    assert (announced.attacks, announced.parries) == (1, 1)
    assert "adnd.parry.declare" in announced.cites

    (all_of_it,) = told(declare(table, "o", FullAttack("A", "long sword", parries=1)), Declared)
    assert (all_of_it.attacks, all_of_it.parries) == (0, 1)


def test_no_more_parries_than_attacks():
    """adnd.parry.declare: three parries out of two attacks are refused, two go through."""
    table = arena(PAIR, A="master-9", o="orc", p="orc")

    assert "adnd.parry.declare" in why_not(table, "A", FullAttack("o", "long sword", parries=3))
    assert not why_not(table, "A", FullAttack("o", "long sword", parries=2))


def test_only_what_one_is_proficient_with_parries():
    """adnd.parry.needs-proficiency: not with a strange weapon, unless there is a shield to parry with."""
    strange = sheet("two-handed-6", proficient=())
    table = arena(PAIR, A=strange, o="orc", p="orc")
    order = FullAttack("o", "bastard sword", parries=1)

    assert "adnd.parry.needs-proficiency" in why_not(table, "A", order)
    assert not why_not(arena(PAIR, A="two-handed-6", o="orc", p="orc"), "A", order)
    assert "adnd.parry.needs-proficiency" in why_not(
        arena(PAIR, A="lion", o="orc", p="orc"), "A", FullAttack("o", "claw", parries=1)
    )


# Announcing and rolling.


def test_a_parry_is_an_attack_roll_at_the_attacker_and_stops_the_blow():
    """adnd.parry.roll: the orc would hit AC 2 with a 17; the master needs 12 - 3 - 1 - 6 = 2, and rolls 3."""
    table = fight("d20:17 d20:3", SWORD)
    events = strike(table)

    (blow,) = rolls(events, "strike")
    (roll,) = rolls(events)
    assert (blow.needed, blow.hit) == (17, True)
    assert (roll.attacker, roll.target, roll.needed, roll.hit) == ("A", "o", 2, True)
    assert "adnd.parry.roll" in roll.cites
    assert not told(events, DamageDealt)
    spent(table)


def test_a_parry_that_fails_lets_the_blow_through():
    """adnd.parry.roll: the roll of a parry misses, and the sword does 1d8."""
    table = fight("d20:17 d20:2 d8:5", SWORD)
    events = strike(table)

    assert not rolls(events)[0].hit
    assert told(events, DamageDealt)[0].amount == 5
    spent(table)


def test_it_is_spent_even_if_the_blow_would_have_missed():
    """adnd.parry.roll: announced before the blow is rolled, and rolled only if that would hit."""
    table = fight("d20:16 d20:17 d8:1", SWORD)
    events = strike(table)

    assert not rolls(events)
    assert state_of(table.battle, table.battle["A"]).parries == 0
    strike(table, "p")
    spent(table)


@pytest.mark.parametrize(("natural", "thac0", "stops"), [(2, -20, False), (1, -20, False), (20, 20, True)])
def test_one_and_two_fail_and_twenty_succeeds(natural, thac0, stops):
    """adnd.parry.roll: as with every attack roll."""
    target = msgspec.structs.replace(LOW, armor=msgspec.structs.replace(LOW.armor, armor_class=-10))
    table = fight(
        f"d20:20 d20:{natural}" + ("" if stops else " d8:1"),
        SWORD,
        A=sheet("master-9", thac0=thac0, strength=10),
        o=target,
    )
    table.battle.options["fumble"] = "off"

    assert rolls(strike(table))[0].hit is stops
    spent(table)


def test_missiles_of_launchers_are_not_parried_and_what_is_hurled_is():
    """adnd.parry.roll: a thrown spear can be struck aside, an arrow cannot."""
    drawing = """
        . . . . . .
        . A . . o p
        . . . . . .
    """
    hurler = msgspec.structs.replace(LOW, held=("spear",))
    table = fight("d20:20 d20:15 d20:20 d6:1", SWORD, drawing=drawing, o=hurler, p="orc-archer")
    assert rolls(strike(table))[0].hit
    assert not told(strike(table, "p"), ParryAnnounced)
    spent(table)


def test_a_blow_from_behind_is_not_parried():
    """adnd.melee.parry-arc, adnd.parry.roll: it does not come from where he looks."""
    table = fight("d20:20 d8:1", facing={"A": 6})

    assert not told(strike(table), Answered)
    assert state_of(table.battle, table.battle["A"]).parries == 1
    spent(table)


# Which attack.


def test_not_the_first_attack_and_whosesoever():
    """adnd.parry.choice.any-attack, adnd.parry.choice.attacker: the blow of o he lets pass, that of p he parries."""
    table = fight("d20:5 d20:20 d20:10", NO, SWORD)
    first = strike(table)
    assert told(first, Answered)[0].cites == ("adnd.parry.choice.attacker", "adnd.parry.choice.any-attack")
    assert not told(first, ParryAnnounced)

    (announced,) = told(strike(table, "p"), ParryAnnounced)
    assert (announced.who, announced.attacker, announced.target) == ("A", "p", "A")
    spent(table)


def test_a_parry_held_for_one_serves_against_another():
    """adnd.parry.choice.held-reuse: kept for o, used against p; and cited there alone."""
    table = fight("d20:20 d20:10", SWORD)
    assert "adnd.parry.choice.held-reuse" in told(strike(table, "p"), ParryAnnounced)[0].cites

    table = fight("d20:20 d20:10", SWORD)
    assert "adnd.parry.choice.held-reuse" not in told(strike(table), ParryAnnounced)[0].cites


def test_an_attack_that_has_taken_place_cannot_be_parried():
    """adnd.parry.choice.not-retroactive: what was not used is lost with the end of the round."""
    table = fight("d20:20 d8:1", NO)
    strike(table)
    (lost,) = told(end_round(table), AttacksLost)

    assert (lost.who, lost.parries, lost.cites) == ("A", 1, ("adnd.parry.choice.not-retroactive",))
    assert state_of(table.battle, table.battle["A"]).parries == 0
    spent(table)


# With a shield.


def test_a_shield_parries_in_the_place_of_a_blow():
    """adnd.parry.shield, adnd.parry.roll: at +2 and its magic, no penalty; and it covers him no more in this round."""
    figures = sheet("master-9", strength=10)
    figures = msgspec.structs.replace(figures, shield=msgspec.structs.replace(figures.shield, plus=1))
    table = fight("d20:20 d20:3 d20:5", SHIELD, A=figures)
    events = strike(table)

    (roll,) = rolls(events)
    assert {part.type: part.value for part in roll.parts} == {"shield": 2, "magic": 1}
    assert (roll.needed, roll.hit) == (12 - 2 - 1 - 6, True)
    assert "adnd.parry.shield" in told(events, ParryAnnounced)[0].cites
    assert table.battle["A"].has("shield-spent")
    assert rolls(strike(table, "p"), "strike")[0].ac == 3
    spent(table)


def test_a_shield_parries_besides_at_the_price_of_two_weapons():
    """adnd.parry.shield: its one action of the round: -4 for the shield, +2; the sword strikes at -2 after it."""
    order = FullAttack("o", "long sword", off_hand="medium shield")
    table = fight("d20:20 d20:10 d20:3", Choose(parry.SHIELD_BESIDES), order=order, A=sheet("master-9", strength=10))
    (roll,) = rolls(strike(table))
    assert {part.type: part.value for part in roll.parts} == {"shield": 2, "two hands": -4}

    (sword,) = rolls(act(table, "A", Attack("o", "long sword")), "strike")
    assert [part.value for part in sword.parts if part.type == "two hands"] == [-2]
    assert state_of(table.battle, table.battle["A"]).second == ""
    spent(table)


def test_a_shield_out_of_line_parries_nothing():
    """adnd.parry.shield: nor does one that hangs on the back."""
    table = fight("d20:1")
    assert list(parry.means(table.battle, table.battle["A"])) == ["long sword", "medium shield"]
    condition(table, "A", "shield-out")
    assert list(parry.means(table.battle, table.battle["A"])) == ["long sword"]


# Pole arms.

LINE = """
    . . . . . . .
    . V . . o . .
    . G . . . . .
"""
GUARD = sheet("guard", strength=10)


def pole_arms(drawing: str, dice: str, *answers: Choose, o: str | Sheet = GUARD, G: str | Sheet = GUARD) -> Table:
    """G keeps back the one blow of his halberd, and o has a pole arm for V."""
    table = arena(drawing, V="townsman", G=G, o=o, dice=dice, answers=answers)
    declare(table, "G", FullAttack("o", table.battle["G"].held[0], parries=1))
    declare(table, "o", FullAttack("V", table.battle["o"].held[0]))
    return table


CLOSE = """
    . . . . . .
    . V . o . .
    . G . . . .
"""


def test_a_pole_arm_is_parried_for_somebody_else():
    """adnd.parry.polearm.protect-other, adnd.parry.polearm.reach: G's halberd reaches o, and stops his blow at V."""
    table = pole_arms(CLOSE, "d20:19 d20:19", Choose("halberd"))
    events = strike(table, "o", "V")

    (announced,) = told(events, ParryAnnounced)
    assert (announced.who, announced.attacker, announced.target) == ("G", "o", "V")
    asked = told(events, Answered)[0].cites
    assert asked == ("adnd.parry.polearm.protect-other", "adnd.parry.polearm.reach")
    assert rolls(events)[0].hit
    assert not told(events, DamageDealt)
    spent(table)


FAR = """
    . . . . . . . .
    . . . . V . o .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . G . . .
"""
BEHIND = """
    . . . . . . . .
    . . . . V . o .
    . . . . . . . .
    . . . G . . . .
"""


def test_the_pole_arm_has_to_reach_the_attacker_or_his_victim():
    """adnd.parry.polearm.reach: from four squares away it reaches neither, from two squares it reaches the victim."""
    assert not told(strike(pole_arms(FAR, "d20:5"), "o", "V"), Answered)

    near = pole_arms(BEHIND, "d20:19 d20:19", Choose("halberd"))
    assert told(strike(near, "o", "V"), ParryAnnounced)


@pytest.mark.parametrize("other", ["o", "G"])
def test_both_must_have_pole_arms(other):
    """adnd.parry.polearm.protect-other: neither is a spear parried so, nor does one parry so."""
    spears = {other: sheet("fighter-3", shield=None)}
    drawing = CLOSE.replace(". V . o", ". V o .")

    assert not told(strike(pole_arms(drawing, "d20:5", **spears), "o", "V"), Answered)


# With missile weapons.


def archer(dice: str, *answers: Choose, parries: int = 2, **changes: Any) -> Table:
    """An archer who keeps a shot of his long bow for a parry with it, or two."""
    figures = sheet("archer-7", strength=10, dexterity=10, tiers={})
    bow = msgspec.structs.replace(figures.weapons[0], **changes)
    figures = msgspec.structs.replace(figures, weapons=(bow, *figures.weapons[1:]))
    return fight(dice, *answers, A=figures, order=FullAttack("o", "long bow", parries=parries))


BOW = Choose("long bow")


def test_a_bow_that_has_parried_shoots_no_more():
    """
    adnd.parry.missile-weapon.allowed, .nonmagical.ruined, .nonmagical.keeps-parrying, .nonmagical.never-shoots, .save:
    adnd.parry.missile-weapon.nonmagical.ruined, adnd.parry.missile-weapon.nonmagical.keeps-parrying,
    adnd.parry.missile-weapon.save: of thin wood it is saved with 13 or more; it parries on.
    """
    table = archer("d20:20 d20:15 d20:13 d20:20 d20:15 d20:12", BOW, BOW)
    assert not why_not(arena(PAIR, A="archer-7", o="orc", p="orc"), "A", FullAttack("o", "long bow"))
    first = strike(table)
    assert "adnd.parry.missile-weapon.allowed" in told(first, ParryAnnounced)[0].cites
    (worn,) = told(first, WeaponWorn)
    assert (worn.ruined, worn.plus, worn.cites) == (True, 0, ("adnd.parry.missile-weapon.nonmagical.ruined",))
    (saved,) = told(first, ItemSaveRolled)
    assert (saved.needed, saved.success) == (13, True)
    assert "adnd.parry.missile-weapon.save" in saved.cites

    second = strike(table, "p")
    assert "adnd.parry.missile-weapon.nonmagical.keeps-parrying" in told(second, ParryAnnounced)[0].cites
    assert not told(second, WeaponWorn)
    assert told(second, ItemBroken)[0].item == "long bow"
    assert not table.battle["A"].held
    spent(table)


def test_a_ruined_bow_is_good_for_parries_alone():
    """adnd.parry.missile-weapon.nonmagical.never-shoots: all that can be announced with it are parries."""
    table = archer("", ruined=True)
    next_round(table)

    assert "adnd.parry.missile-weapon.nonmagical.never-shoots" in why_not(table, "A", FullAttack("o", "long bow"))
    assert not why_not(table, "A", FullAttack("o", "long bow", parries=2))


def test_nor_does_it_shoot_in_the_round_in_which_it_was_ruined():
    """adnd.parry.missile-weapon.nonmagical.never-shoots: the shots that were left are lost on it."""
    table = archer("", parries=1)
    activate(table, "A")
    assert not why_not(table, "A", Attack("o", "long bow"))

    table = archer("d20:20 d20:15 d20:20", BOW, parries=1)
    strike(table)
    activate(table, "A")

    assert "adnd.parry.missile-weapon.nonmagical.never-shoots" in why_not(table, "A", Attack("o", "long bow"))


def test_a_failed_parry_harms_no_bow():
    """adnd.parry.missile-weapon.nonmagical.ruined: there was no contact."""
    table = archer("d20:20 d20:3 d8:1", BOW)

    assert not told(strike(table), WeaponWorn)
    spent(table)


def test_a_magical_bow_loses_a_plus_for_each_parry():
    """adnd.parry.missile-weapon.magical.loses-plus: +1 becomes +0, which is left in the save; then it is ruined."""
    table = archer("d20:20 d20:15 d20:13 d20:20 d20:15 d20:14", BOW, BOW, plus=1)
    (worn,) = told(strike(table), WeaponWorn)
    assert (worn.plus, worn.ruined) == (0, False)
    assert worn.cites == ("adnd.parry.missile-weapon.magical.loses-plus",)
    assert not why_not(archer("", plus=1), "A", FullAttack("o", "long bow"))

    (worn,) = told(strike(table, "p"), WeaponWorn)
    assert worn.ruined
    spent(table)


@pytest.mark.parametrize(("plus", "natural", "saved"), [(3, 11, True), (3, 10, False), (1, 12, False)])
def test_what_is_left_of_its_magic_helps_the_save(plus, natural, saved):
    """adnd.parry.missile-weapon.save: a +3 bow that has parried is saved as one of +2, with 11."""
    table = archer(f"d20:20 d20:15 d20:{natural}", BOW, plus=plus)

    assert told(strike(table), ItemSaveRolled)[0].success is saved


def test_a_sling_parries_nothing_and_other_launchers_do():
    """adnd.parry.missile-weapon.not-sling: nor do a blowgun and a dart; a crossbow does."""
    slinger = sheet("priest-5", shield=None, held=("sling",))
    table = arena(PAIR, A=slinger, o="orc", p="orc")
    assert "adnd.parry.missile-weapon.not-sling" in why_not(table, "A", FullAttack("o", "sling", parries=1))

    crossbow = arena(PAIR, A="crossbowman-7", o="orc", p="orc")
    assert not why_not(crossbow, "A", FullAttack("o", "light crossbow", parries=1))
    figures = sheet("dart-thrower-7", shield=None)
    darts = arena(PAIR, A=figures, o="orc", p="orc")
    assert "adnd.parry.missile-weapon.allowed" in why_not(darts, "A", FullAttack("o", "dart", parries=1))


# Bare hands.


def bare(dice: str, *answers: Choose, o: str | Sheet = LOW) -> Table:
    figures = sheet("fighter-5", held=(), shield=None, strength=10)
    return fight(dice, *answers, A=figures, o=o, order=FullAttack("o", "fist", parries=1))


def test_bare_hands_parry_a_weapon_badly_and_lay_themselves_open():
    """adnd.parry.bare-handed: at -2, and AC 2 worse from then until his next attack comes up."""
    table = bare("d20:20 d20:19 d20:3", Choose("fist"))
    first = strike(table)
    assert {part.type: part.value for part in rolls(first)[0].parts} == {"bare-handed": -2}
    assert table.battle["A"].has("exposed")

    (blow,) = rolls(strike(table, "p"), "strike")
    assert [part.value for part in blow.ac_parts if part.rule == "adnd.parry.bare-handed"] == [2]
    next_round(table)
    declare(table, "A", FullAttack("o", "fist"))
    (ended,) = told(activate(table, "A"), ConditionEnded)
    assert (ended.condition, ended.cites) == ("exposed", ("adnd.parry.bare-handed",))
    spent(table)


def test_against_bare_hands_they_parry_as_well_as_anything():
    """adnd.parry.bare-handed: neither the penalty nor the exposure."""
    fists = msgspec.structs.replace(LOW, held=())
    table = arena(PAIR, A=sheet("fighter-5", held=(), shield=None, strength=10), o=fists, p="orc")
    blow = Blow(table.battle, table.battle["o"], table.battle["A"], sheet_of(table.battle["o"]).unarmed, MELEE)
    declare(table, "A", FullAttack("o", "fist", parries=1))
    parry.prepare(table, table.battle["A"], blow, "fist", -1)

    assert not core.attack_parts(blow.parries[0])
    assert not table.battle["A"].has("exposed")


# The parry of a whole round.


def test_the_parry_of_a_whole_round_improves_armor_class_by_half_the_level():
    """adnd.parry.dmg.available, adnd.parry.dmg.ac-bonus, adnd.parry.dmg.ac-bonus.warrior: 9th level 4, warriors 1."""
    table = arena(PAIR, A="master-9", o=LOW, p=LOW, dice="d20:19")
    (began,) = told(declare(table, "A", TotalDefense()), ConditionBegan)
    assert {"adnd.parry.dmg.available", "adnd.parry.dmg.declare"} <= set(began.cites)
    declare(table, "o", PLAIN)
    (blow,) = rolls(strike(table), "strike")

    assert [part.value for part in blow.ac_parts if part.rule.startswith("adnd.parry.dmg.ac-bonus")] == [-4, -1]
    assert (blow.needed, blow.hit) == (22, False)
    next_round(table)
    assert not table.battle["A"].has("parrying")
    spent(table)


@pytest.mark.parametrize(
    ("kind", "bonus"), [("rogue-5", 2), ("priest-5", 2), ("fighter-1", 1), ("two-sword-6", 4), ("ogre", 2)]
)
def test_by_level_rounded_down_and_one_more_for_warriors(kind, bonus):
    """adnd.parry.dmg.ac-bonus, adnd.parry.dmg.ac-bonus.warrior: 5th level 2; a 1st-level warrior 0 + 1."""
    table = arena(PAIR, A=kind, o=LOW, p=LOW)
    me, foe = table.battle["A"], table.battle["o"]
    before = sum(part.value for part in core.ac_parts(Blow(table.battle, foe, me, arm_of(foe, "long sword"), MELEE)))
    declare(table, "A", TotalDefense())
    after = sum(part.value for part in core.ac_parts(Blow(table.battle, foe, me, arm_of(foe, "long sword"), MELEE)))

    assert before - after == bonus


@pytest.mark.parametrize(("facing", "bits"), [(6, MELEE), (0, MELEE), (2, HURLED), (2, MISSILE)])
def test_it_counts_against_all_attacks_or_in_the_variant_against_those_from_the_front(facing, bits):
    """adnd.parry.dmg.all-attacks, adnd.variant.parry.frontal: from behind, the flank, and what is hurled."""
    for option, bonus in (("all", -5), ("frontal", 0)):
        table = arena(PAIR, A="master-9", o=LOW, p=LOW, options={"dmg_parry": option})
        declare(table, "A", TotalDefense())
        me, foe = table.battle["A"], table.battle["o"]
        me.facing = facing
        blow = Blow(table.battle, foe, me, arm_of(foe, "long sword"), bits)
        parts = core.ac_parts(blow)

        assert sum(part.value for part in parts if part.rule.startswith("adnd.parry.dmg")) == bonus
        assert ("adnd.variant.parry.frontal" if option == "frontal" else "adnd.parry.dmg.all-attacks") in blow.cites
        me.facing = 2
        front = core.ac_parts(Blow(table.battle, foe, me, arm_of(foe, "long sword"), MELEE))
        assert sum(part.value for part in front if part.rule.startswith("adnd.parry.dmg")) == -5


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (Attack("o", "long sword"), "adnd.parry.dmg.only-defence"),
        (Draw("dagger"), "adnd.parry.dmg.only-defence"),
        (PickUp("spear"), "adnd.parry.dmg.only-defence"),
        (Step(6), "adnd.parry.dmg.no-movement"),
        (Move(6), "adnd.parry.dmg.no-movement"),
    ],
)
def test_nothing_else_is_done_in_such_a_round(order, rule):
    """adnd.parry.dmg.only-defence, adnd.parry.dmg.no-movement: not even a step back; without the parry it may be."""
    table = arena(PAIR, A="master-9", o=LOW, p=LOW)
    declare(table, "A", TotalDefense())
    activate(table, "A")
    assert rule in why_not(table, "A", order)

    table = arena(PAIR, A="master-9", o=LOW, p=LOW)
    declare(table, "A", FullAttack("o", "long sword") if not isinstance(order, Move) else Move(6))
    activate(table, "A")
    assert rule not in why_not(table, "A", order)


def test_it_is_announced_before_initiative():
    """adnd.parry.dmg.declare: when its moment has come it is too late for that."""
    table = arena(PAIR, A="master-9", o=LOW, p=LOW)
    assert not why_not(table, "A", TotalDefense())
    declare(table, "A", FullAttack("o", "long sword"))
    activate(table, "A")

    with pytest.raises(OffMenu):
        act(table, "A", TotalDefense())


# Variants, and a law.


@pytest.mark.parametrize(
    ("weapon", "natural", "stopped"),
    [("long sword", 5, False), ("long sword", 6, True), ("medium shield", 5, False), ("medium shield", 6, True)],
)
def test_in_the_variant_the_margin_decides(weapon, natural, stopped):
    """adnd.variant.parry.margin: a blow 3 above its number, 4 with the shield gone: that must equal it."""
    figures = sheet("master-9", strength=10, tiers={}, thac0=9 if weapon == "long sword" else 10)
    dice = f"d20:20 d20:{natural}" + ("" if stopped else " d8:1")
    table = fight(dice, Choose(weapon), A=figures, options={"parry_rule": "margin"})
    (roll,) = rolls(strike(table))

    assert roll.needed == 2
    assert roll.hit is stopped
    assert "adnd.variant.parry.margin" in roll.cites
    spent(table)


@given(st.integers(3, 20), st.integers(3, 19))
def test_a_parry_with_a_weapon_never_makes_a_blow_worse(blow, answer):
    """adnd.parry.roll: whatever falls, he who parries loses no more than he who does not."""
    dice = f"d20:{blow} d20:{answer} d8:5" if blow >= 17 else f"d20:{blow}"
    with_parry = fight(dice, SWORD)
    strike(with_parry)
    without = fight(f"d20:{blow} d8:5", NO)
    strike(without)

    assert with_parry.battle["A"].hit_points >= without.battle["A"].hit_points


def test_a_wielder_of_two_weapons_parries_with_either():
    """adnd.parry.roll, adnd.parry.choice.attacker: with the penalties of two weapons when both strike in the round."""
    figures = sheet("two-sword-6", dexterity=10, strength=10, ambidextrous=False)
    order = FullAttack("o", "long sword", off_hand="short sword", parries=1)
    table = fight("d20:20 d20:15", Choose("short sword"), A=figures, order=order)
    (roll,) = rolls(strike(table))

    assert [part.value for part in roll.parts if part.type == "two hands"]


def test_a_staff_sling_parries_as_the_staff_that_it_is() -> None:
    """adnd.parry.missile-weapon: bows, crossbows and staff slings do; what is only hurled does not."""
    for name, parries in (("staff sling", True), ("dart", False)):
        me = armed("fighter-3", name)
        table = arena(PAIR, A=me, o=LOW, p=LOW)
        assert (parry.why_it_cannot(table.battle["A"], me.weapons[0]) == "") is parries


def test_a_shield_that_holds_a_weapon_fast_does_not_parry() -> None:
    """adnd.style.weapon-shield.block.trap: a weapon that does leaves the shield free."""
    for value, ready in ((1, False), (2, True)):
        table = arena(PAIR, A="shieldman-6", o=LOW, p=LOW)
        condition(table, "A", "trapping", "o", value)
        assert parry.shield_ready(table.battle["A"]) is ready
