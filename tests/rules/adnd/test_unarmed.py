"""Bare hands: punches, wrestling, overbearing; and the flat of the blade."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.adnd import AttackMade, PercentRolled
from sim.events.adnd_grips import BareHandsLanded, OverbearingJoined
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Attack, Choose, FullAttack, Grapple, Move, Pass, Step
from sim.rules.adnd import core, unarmed
from sim.rules.adnd.declare import MELEE, Blow, arm_of
from sim.tables import adnd_figures as figures
from tests.rules.adnd.arena import (
    act,
    arena,
    cited,
    condition,
    declare,
    give,
    next_round,
    sheet,
    spent,
    square,
    told,
    why_not,
)

FIELD = """
    . . . . . .
    . A o . . .
    . B . . . .
"""
DUEL = """
    . . . . . .
    . A o . . .
    . . . . . .
"""
BARE = sheet("fighter-3", held=(), shield=None, strength=15, player=True)
"""THAC0 18, nothing in his hands, and no percentage of anything."""
FOE = sheet("orc", held=(), player=True, hit_points=20)
"""AC 6, as bare-handed as he is: a 12 hits it."""
ORC = sheet("orc", player=True, hit_points=20)
"""The same with its sword."""


def fight(how, dice, *, me=BARE, foe=FOE, answers=(), drawing=DUEL, **others):
    """A goes at o with bare hands; the table, and what came of it."""
    table = arena(drawing, A=me, o=foe, dice=dice, answers=answers, **others)
    fist = me.unarmed.name
    declare(table, "A", FullAttack("o", fist, how=how))
    return table, act(table, "A", Attack("o", fist, how=how))


def damage(events):
    return [(each.amount, each.nonlethal) for each in told(events, DamageDealt)]


# Punches.


@pytest.mark.parametrize(
    ("die", "points", "stuns"), [(20, 2, 10), (19, 0, 1), (18, 1, 3), (15, 2, 6), (13, 2, 9), (12, 1, 5)]
)
def test_the_modified_roll_names_the_punch(die, points, stuns):
    """adnd.unarmed.punch: an attack roll against the ordinary Armor Class, and what it shows stands in the table."""
    _, events = fight("punch", f"d20:{die} d100:100")

    (roll,) = told(events, AttackMade)
    assert (roll.how, roll.needed, roll.hit) == ("punch", 12, True)
    (landed,) = told(events, BareHandsLanded)
    assert (landed.total, landed.points, landed.stuns) == (die, points, stuns)
    assert "adnd.unarmed.punch" in landed.cites


def test_bonuses_count_in_the_table():
    """adnd.unarmed.punch: Strength 18 adds 1 to the roll, and a 15 is looked up as a 16."""
    _, events = fight("punch", "d20:15 d100:100", me=sheet("fighter-3", held=(), shield=None, strength=18))

    assert [landed.total for landed in told(events, BareHandsLanded)] == [16]


def test_a_2_misses_whatever_the_table_gives():
    """adnd.unarmed.punch: even a fighter of the 18th level, who needs less, does not hit with it."""
    _, events = fight("punch", "d20:2", me=sheet("fighter-3", held=(), shield=None, thac0=3))

    (roll,) = told(events, AttackMade)
    assert (roll.needed, roll.hit) == (-3, False)
    assert not told(events, BareHandsLanded)


def test_a_blow_with_the_fist_is_a_punch():
    """adnd.unarmed.punch: nobody has to call it so; it has the rate of a melee weapon and a speed of 3."""
    table = arena(DUEL, A=BARE, o=FOE, dice="d20:12 d100:100")
    declare(table, "A", FullAttack("o", "fist"))
    assert (table.battle.ledger["A"].attacks, BARE.unarmed.speed) == (1, 3)
    events = act(table, "A", Attack("o", "fist"))

    assert [roll.how for roll in told(events, AttackMade)] == ["punch"]


def test_a_quarter_of_a_punch_lasts():
    """
    adnd.unarmed.punch.damage: 1 or 2 points and Strength, and a quarter of it, rounded down, is lasting damage.
    """
    assert damage(fight("punch", "d20:12 d100:100")[1]) == [(1, True)]
    strong = sheet("fighter-3", held=(), shield=None, strength=18, exceptional=95)
    assert damage(fight("punch", "d20:13 d100:100", me=strong)[1]) == [(1, False), (6, True)]
    table, events = fight("punch", "d20:13 d100:100", me=strong)
    foe = table.battle["o"]
    assert (foe.hit_points, foe.nonlethal) == (19, 6)
    assert "adnd.unarmed.punch.damage" in told(events, DamageDealt)[0].cites


def test_gauntlets_do_1d3():
    """adnd.unarmed.punch.damage: in plate the dice of the gauntlet take the place of the table's points."""
    _, events = fight("punch", "d20:20 d3:3 d100:100", me=sheet("two-handed-6", held=(), strength=15))

    assert damage(events) == [(3, True)]


def test_what_does_nothing_hurts_nobody():
    """adnd.unarmed.punch.damage: a 19 has no points in the table; with Strength 16 it has one."""
    assert damage(fight("punch", "d20:19 d100:100")[1]) == []
    assert damage(fight("punch", "d20:19 d100:100", me=sheet("fighter-3", held=(), shield=None, strength=16))[1]) == [
        (1, True)
    ]


def test_a_punch_may_stun():
    """adnd.unarmed.punch.knock-out: 5 in a hundred for a 12, and 1d10 rounds without the senses."""
    table, events = fight("punch", "d20:12 d100:5 d10:2")
    (rolled,) = told(events, PercentRolled)
    assert (rolled.chance, rolled.happens) == (5, True)
    (began,) = told(events, ConditionBegan)
    assert (began.condition, began.cites) == ("stunned", ("adnd.unarmed.punch.knock-out",))

    next_round(table)
    next_round(table)
    assert table.battle["o"].has("stunned")
    next_round(table)
    assert not table.battle["o"].has("stunned")

    assert not told(fight("punch", "d20:12 d100:6")[1], ConditionBegan)


def test_the_helpless_are_punched_without_a_roll():
    """adnd.unarmed.punch.damage: nothing is looked up then; the fist does its 1d2, and stuns nobody."""
    table = arena(DUEL, A=BARE, o=FOE, dice="d2:2")
    condition(table, "o", "asleep")
    declare(table, "A", FullAttack("o", "fist"))
    events = act(table, "A", Attack("o", "fist"))

    assert damage(events) == [(2, True)]
    assert not told(events, BareHandsLanded)
    spent(table)


def test_what_has_no_hands_does_not_punch():
    """adnd.unarmed.punch: a wolf neither punches nor wrestles; it may throw itself upon somebody."""
    table = arena(DUEL, A=BARE, o="wolf")

    assert "adnd.unarmed.punch" in why_not(table, "o", FullAttack("A", "fist"))
    assert why_not(table, "o", FullAttack("A", "fist", how="overbear")) == ()
    assert why_not(table, "A", FullAttack("o", "fist")) == ()


# The armed strike first.


def test_the_armed_strike_first():
    """adnd.unarmed.armed-defender: whatever the initiative, at +4 to hit and damage; then comes the punch."""
    _, events = fight("punch", "d20:3 d20:12 d100:100", foe=ORC, answers=(Attack("A", "long sword"),))

    first, second = told(events, AttackMade)
    assert (first.attacker, first.free, first.how) == ("o", True, "strike")
    assert {part.rule: part.value for part in first.parts}["adnd.unarmed.armed-defender"] == 4
    assert second.attacker == "A"

    _, hit = fight("punch", "d20:15 d8:1 d20:12 d100:100", foe=ORC, answers=(Attack("A", "long sword"),))
    assert told(hit, DamageDealt)[0].amount == 5


@pytest.mark.parametrize("how", ["punch", "wrestle", "overbear"])
def test_whoever_is_felled_by_that_does_nothing_more(how):
    """adnd.unarmed.armed-defender: his attack never comes."""
    weak = sheet("fighter-3", held=(), shield=None, strength=15, hit_points=5)
    _, events = fight(how, "d20:20 d8:8", me=weak, foe=ORC, answers=(Attack("A", "long sword"),))

    assert [roll.attacker for roll in told(events, AttackMade)] == ["o"]


def test_no_blow_of_the_surprised_the_held_or_at_the_rear():
    """adnd.unarmed.armed-defender: nor of anybody who holds nothing; and who may, need not."""
    for state in ("surprised", "held"):
        table = arena(DUEL, A=BARE, o=ORC, dice="d20:3")
        condition(table, "o", state, "A")
        declare(table, "A", FullAttack("o", "fist"))
        assert len(told(act(table, "A", Attack("o", "fist")), AttackMade)) == 1
    behind = arena(DUEL, A=BARE, o=ORC, dice="d20:3", facing={"o": 2})
    declare(behind, "A", FullAttack("o", "fist"))
    assert len(told(act(behind, "A", Attack("o", "fist")), AttackMade)) == 1

    assert len(told(fight("punch", "d20:3")[1], AttackMade)) == 1
    assert len(told(fight("punch", "d20:3", foe=ORC, answers=(Pass(),))[1], AttackMade)) == 1


def test_a_grab_with_one_hand_gives_no_such_blow():
    """adnd.unarmed.armed-defender: it is a called shot, with a weapon in the other hand or without."""
    table = arena(DUEL, A=BARE, o=ORC, dice="d20:3")
    declare(table, "A", FullAttack("o", "fist", how="grab"))

    assert len(told(act(table, "A", Attack("o", "fist", how="grab")), AttackMade)) == 1


# Wrestling.


def test_who_is_felled_on_the_same_count_wrestles_still():
    """
    adnd.unarmed.armed-defender, adnd.core.initiative.ties: results are felt when all of that count have acted, and the
    armed strike no second time at somebody whom they have felled.
    """
    table = arena(DUEL, A=BARE, o=ORC, dice="d20:20 d8:8 d20:2")
    declare(table, "A", FullAttack("o", BARE.unarmed.name, how="wrestle"))
    declare(table, "o", FullAttack("A", "long sword"))
    table.battle["A"].hit_points = 1
    act(table, "o", Attack("A", "long sword"))
    events = act(table, "A", Attack("o", BARE.unarmed.name, how="wrestle"))

    assert [(roll.how, roll.hit) for roll in told(events, AttackMade)] == [("wrestle", False)]


@pytest.mark.parametrize(
    ("die", "result", "hold"),
    [
        (20, "bear hug", True),
        (19, "arm twist", False),
        (17, "trip", False),
        (15, "arm lock", True),
        (12, "throw", False),
    ],
)
def test_the_modified_roll_names_the_result(die, result, hold):
    """adnd.unarmed.wrestle: and some of the results are holds."""
    table, events = fight("wrestle", f"d20:{die}", me=UNARMOURED, answers=(Choose("spare"),))

    (landed,) = told(events, BareHandsLanded)
    assert (landed.result, landed.hold) == (result, hold)
    assert "adnd.unarmed.wrestle" in landed.cites
    assert table.battle["o"].has("held", "A") == hold


UNARMOURED = sheet("fighter-3", held=(), shield=None, strength=15, player=True, armor=figures.armor("none"))


def test_wrestling_takes_hands_and_nearness():
    """adnd.unarmed.wrestle: with the fist, and with somebody beside him; two squares away there is nobody to take."""
    table = arena("A . o .", A=BARE, o=FOE)
    declare(table, "A", FullAttack("o", "fist", how="wrestle"))
    assert "adnd.unarmed.wrestle" in why_not(arena(DUEL, A=BARE, o=FOE), "A", FullAttack("o", "spear", how="wrestle"))

    from tests.rules.adnd.arena import activate

    activate(table, "A")
    assert "adnd.unarmed.wrestle" in why_not(table, "A", Attack("o", "fist", how="wrestle"))
    near = arena(DUEL, A=BARE, o=FOE)
    declare(near, "A", FullAttack("o", "fist", how="wrestle"))
    activate(near, "A")
    assert why_not(near, "A", Attack("o", "fist", how="wrestle")) == ()


@pytest.mark.parametrize(
    ("worn", "penalty"),
    [("none", 0), ("leather", 0), ("studded leather", -1), ("ring", -2), ("scale", -2), ("chain", -2), ("banded", -5),
     ("splint", -5), ("plate mail", -5), ("field plate", -8), ("full plate", -10)],
)  # fmt: skip
def test_armour_hinders_a_wrestler(worn, penalty):
    """adnd.unarmed.wrestle.armour: by its kind; a puncher it does not."""
    me = sheet("fighter-3", held=(), shield=None, strength=15, armor=figures.armor(worn))
    table = arena(DUEL, A=me, o=FOE)
    for how, value in (("wrestle", penalty), ("punch", 0)):
        blow = Blow(table.battle, table.battle["A"], table.battle["o"], arm_of(table.battle["A"], "fist"), MELEE, how)
        found = [part.value for part in core.attack_parts(blow) if part.rule == "adnd.unarmed.wrestle.armour"]
        assert sum(found) == value


def test_he_hurts_if_he_wishes():
    """adnd.unarmed.wrestle.damage: a point and his Strength, or nothing."""
    strong = sheet("fighter-3", held=(), shield=None, strength=17, armor=figures.armor("none"))
    _, hurt = fight("wrestle", "d20:16", me=strong, answers=(Choose("hurt"),))
    assert damage(hurt) == [(2, False)]
    _, spared = fight("wrestle", "d20:16", me=strong, answers=(Choose("spare"),))
    assert damage(spared) == []


def test_a_hold_hurts_more_with_each_round():
    """adnd.unarmed.wrestle.damage: 1, 2, 3 points as the rounds end."""
    table, _ = fight("wrestle", "d20:20", me=UNARMOURED, answers=(Choose("spare"),))

    for points in (1, 2, 3):
        assert damage(next_round(table)) == [(points, False)]
    assert table.battle["o"].hit_points == 14


def in_a_hold(dice="", foe=FOE, **keys):
    """A has o in a bear hug, in the round after."""
    table, _ = fight("wrestle", f"d20:20 {dice}", me=UNARMOURED, foe=foe, answers=(Choose("spare"),), **keys)
    next_round(table)
    assert table.battle["o"].has("held", "A")
    return table


def test_who_is_held_stays_and_fights_badly():
    """adnd.unarmed.wrestle.hold: no step, and -4 on all attacks but wrestling; the holder does not move either."""
    table = in_a_hold()
    for who, to in (("o", "e2"), ("A", "a2")):
        assert "adnd.unarmed.wrestle.hold" in why_not(table, who, Move(square(table, to)))
    me, foe = table.battle["o"], table.battle["A"]
    for how, value in (("punch", -4), ("wrestle", 0)):
        blow = Blow(table.battle, me, foe, arm_of(me, me.sheet.unarmed.name), MELEE, how)
        assert sum(part.value for part in core.attack_parts(blow) if part.rule == "adnd.unarmed.wrestle.hold") == value

    give(table, "A", Grapple("release", "o"))
    assert why_not(table, "o", Move(square(table, "e2"))) == ()
    assert why_not(table, "A", Move(square(table, "a2"))) == ()


def test_no_room_for_a_sword_after_the_first_round():
    """adnd.unarmed.wrestle: nothing bigger than a small weapon, in the hands of either; a dagger will do."""
    fighter = sheet("fighter-5", held=("long sword",), shield=None, player=True, hit_points=20)
    table, _ = fight("wrestle", "d20:20", me=UNARMOURED, foe=fighter, answers=(Pass(), Choose("spare")))
    order = FullAttack("A", "long sword")
    assert "adnd.unarmed.wrestle" not in why_not(table, "o", order)
    next_round(table)

    assert "adnd.unarmed.wrestle" in why_not(table, "o", order)
    give(table, "A", Grapple("release", "o"))
    assert why_not(table, "o", order) == ()


@pytest.mark.parametrize(("die", "free"), [(12, True), (11, True), (13, False), (14, False)])
def test_a_throw_or_a_gouge_breaks_a_hold(die, free):
    """adnd.unarmed.wrestle.hold-break: a 12 is a throw, an 11 a gouge; a leg twist or lock changes nothing."""
    wrestler = sheet("orc", held=(), player=True, hit_points=20, thac0=10)
    table = in_a_hold(f"d20:{die}", foe=wrestler)
    declare(table, "o", FullAttack("A", "fist", how="wrestle"))
    events = act(table, "o", Attack("A", "fist", how="wrestle"))

    assert table.battle["o"].has("held") != free
    assert [end.cites for end in told(events, ConditionEnded)] == [("adnd.unarmed.wrestle.hold-break",)] * (2 * free)


def test_a_hold_ends_with_the_senses_of_the_holder():
    """adnd.unarmed.wrestle.hold-break: stunned or felled he holds nobody; and he may let go."""
    for state in ("stunned", "unconscious"):
        table = in_a_hold()
        condition(table, "A", state)
        assert "adnd.unarmed.wrestle.hold-break" in cited(next_round(table))
        assert not table.battle["o"].has("held")
    table = in_a_hold()
    assert "adnd.unarmed.wrestle.hold-break" in cited(give(table, "A", Grapple("release", "o")))


# Overbearing.


@pytest.mark.parametrize(
    ("foe", "value"), [("orc", 0), ("goblin", 4), ("giant-rat", 8 - 4), ("ogre", -4), ("heavy-war-horse", -4 - 4)]
)
def test_size_and_legs_count(foe, value):
    """adnd.unarmed.overbear: 4 for each category of size, and 2 off for each leg beyond two."""
    table = arena(DUEL, A=BARE, o=foe)
    parts = unarmed.weight([table.battle["A"]], table.battle["o"])

    assert sum(part.value for part in parts) == value
    assert all(part.rule == "adnd.unarmed.overbear" for part in parts)


def test_one_roll_pulls_somebody_down():
    """adnd.unarmed.overbear: he lies, and that is all."""
    table, events = fight("overbear", "d20:12")

    assert [roll.how for roll in told(events, AttackMade)] == ["overbear"]
    assert [(began.who, began.condition) for began in told(events, ConditionBegan)] == [("o", "prone")]
    assert "adnd.unarmed.overbear" in cited(events)
    spent(table)


def test_one_throws_oneself_upon_somebody_with_nothing_in_hand():
    """adnd.unarmed.overbear: with the body, not with the spear."""
    table = arena(DUEL, A="fighter-3", o=FOE)

    assert "adnd.unarmed.overbear" in why_not(table, "A", FullAttack("o", "spear", how="overbear"))
    assert why_not(table, "A", FullAttack("o", "fist", how="overbear")) == ()


def test_several_make_one_roll():
    """
    adnd.unarmed.overbear.several: with the worst THAC0 among them, +1 for the second; it is all that he does.
    """
    friend = sheet("townsman", held=(), player=True)
    table = arena(FIELD, A=BARE, B=friend, o=FOE, dice="d20:13")
    for who in "AB":
        declare(table, who, FullAttack("o", "fist", how="overbear"))
    events = act(table, "A", Attack("o", "fist", how="overbear"))

    (joined,) = told(events, OverbearingJoined)
    assert (joined.who, joined.leader, joined.cites) == ("B", "A", ("adnd.unarmed.overbear.several",))
    (roll,) = told(events, AttackMade)
    assert {part.type: part.value for part in roll.parts} == {"worst THAC0": -2, "together": 1}
    assert (roll.needed, roll.hit) == (13, True)
    fighter = table.battle.ledger["B"]
    assert fighter.acted
    assert not fighter.attacks
    spent(table)


def test_the_largest_of_them_counts():
    """adnd.unarmed.overbear.several: an ogre helps a man as much as he would himself."""
    table = arena(FIELD, A=BARE, B="ogre", o=FOE)

    parts = unarmed.weight([table.battle["A"], table.battle["B"]], table.battle["o"])
    assert {part.type: part.value for part in parts} == {"size": 4, "together": 1}


def test_who_is_down_already_is_pinned():
    """
    adnd.unarmed.overbear.pin: without the bonus for his lying there; helpless until a round passes without another.
    """
    table, _ = fight("overbear", "d20:12 d20:12 d20:12")
    next_round(table)
    declare(table, "A", FullAttack("o", "fist", how="overbear"))
    events = act(table, "A", Attack("o", "fist", how="overbear"))

    (roll,) = told(events, AttackMade)
    assert (roll.needed, roll.parts) == (12, ())
    assert [(began.condition, began.cites) for began in told(events, ConditionBegan)] == [
        ("held-down", ("adnd.unarmed.overbear.pin",))
    ]
    assert table.battle["o"].helpless
    assert not table.battle["o"].can_act
    next_round(table)
    assert table.battle["o"].helpless
    declare(table, "A", FullAttack("o", "fist", how="overbear"))
    act(table, "A", Attack("o", "fist", how="overbear"))
    next_round(table)
    assert table.battle["o"].helpless
    next_round(table)
    assert not table.battle["o"].helpless


# The flat of the blade.


def test_the_flat_subdues():
    """
    adnd.unarmed.flat-of-blade: -4 to hit, half the damage, and half of that is temporary.
    """
    me = sheet("fighter-5", held=("long sword",), shield=None, strength=15, favoured="")
    table = arena(DUEL, A=me, o=FOE, dice="d20:14 d8:7")
    declare(table, "A", FullAttack("o", "long sword"))
    events = act(table, "A", Attack("o", "long sword", how="flat"))

    (roll,) = told(events, AttackMade)
    assert {part.rule: part.value for part in roll.parts}["adnd.unarmed.flat-of-blade"] == -4
    assert damage(events) == [(1, False), (2, True)]
    assert "adnd.unarmed.flat-of-blade" in told(events, DamageDealt)[0].cites
    spent(table)


def test_only_swords_and_axes_have_a_flat():
    """adnd.unarmed.flat-of-blade: a spear or a mace has none; a short sword has."""
    table = arena(DUEL, A="fighter-3", o=FOE)
    assert "adnd.unarmed.flat-of-blade" in why_not(table, "A", FullAttack("o", "spear", how="flat"))
    table.battle["A"].held = ("short sword",)
    assert why_not(table, "A", FullAttack("o", "short sword", how="flat")) == ()
    assert unarmed.has_a_flat(figures.weapon("battle axe"))
    assert unarmed.has_a_flat(figures.weapon("two-handed sword"))
    assert not any(
        unarmed.has_a_flat(figures.weapon(name)) for name in ("footman's mace", "war hammer", "dagger", "club")
    )


# Laws.


@given(st.integers(-3, 6), st.integers(1, 20))
def test_no_punch_does_more_lasting_harm_than_a_quarter(bonus, die):
    """adnd.unarmed.punch.damage: whatever the table gives and Strength adds."""
    points = max(1, figures.bare_hands(die).damage + bonus)

    assert 4 * (points // 4) <= points
    assert figures.bare_hands(die).damage in (0, 1, 2)


def test_steps_are_free_again():
    """adnd.unarmed.wrestle.hold: without a hold nobody is kept."""
    table = arena(DUEL, A=BARE, o=FOE)

    assert "adnd.unarmed.wrestle.hold" not in why_not(table, "A", Step(square(table, "a2")))


def test_a_hold_hurts_nobody_who_is_down():
    """adnd.unarmed.wrestle.damage: of one who has been felled in it there is nothing more to wring."""
    table = in_a_hold()
    first = len(table.log.events)
    table.battle["o"].hit_points = 0
    unarmed.holds_hurt(table, -1)

    assert table.battle["o"].has("held", "A")
    assert not table.log.events[first:]


def test_who_is_stunned_joins_nobody():
    """adnd.unarmed.overbear.several: whatever was announced."""
    for stunned in (False, True):
        table = arena(FIELD, A=BARE, B=BARE, o=FOE)
        for who in "AB":
            declare(table, who, FullAttack("o", "fist", "overbear"))
        if stunned:
            condition(table, "B", "stunned")
        me, leader, target = (table.battle[who] for who in "BAo")
        assert unarmed.joins(table.battle, me, leader, target) is not stunned


def test_a_natural_1_at_it_has_its_consequences():
    """adnd.fumble.natural-1.lose-initiative: as at any attack."""
    _, events = fight("overbear", "d20:1", options={"fumble": "off"})

    assert [begun.condition for begun in told(events, ConditionBegan)] == ["late"]


def test_wrestling_is_announced_with_both_hands_free():
    """adnd.unarmed.wrestle: with one hand full one may still throw oneself upon somebody."""
    for held, hows in (((), ["wrestle", "overbear"]), (("spear",), ["overbear"])):
        table = arena(DUEL, A=sheet("fighter-3", held=held, shield=None, player=True), o=FOE)
        assert [order.how for order in unarmed.announced(table.battle, table.battle["A"])] == hows
