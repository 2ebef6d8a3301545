"""Grabbing a person: with one hand, what it does to both, and how it ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import OffMenu
from sim.events.adnd import AttackMade
from sim.events.adnd_grips import StrengthContested
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import Answered
from sim.events.orders import Attack, Cast, Choose, FullAttack, Grapple, Move, Step, Withdraw
from sim.rules.adnd import core, grab_person, initiative, style
from sim.rules.adnd.declare import MELEE, MISSILE, Blow, arm_of
from sim.state.conditions import GRABBED, GRIPPING
from tests.rules.adnd.arena import (
    act,
    activate,
    arena,
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
    . . . . . .
"""
BARE = sheet("fighter-3", held=(), shield=None, strength=15, player=True)
ORC = sheet("orc", strength=15, player=True)
"""Neither checks morale."""
GRAB = FullAttack("o", "fist", how="grab")
TRY = Attack("o", "fist", how="grab")


def grab(dice, me=BARE, foe=ORC, **keys):
    """A reaches for o with one hand; the table, and what came of it."""
    table = arena(FIELD, A=me, o=foe, dice=dice, **keys)
    declare(table, "A", GRAB)
    return table, act(table, "A", TRY)


def held(dice="", me=BARE, foe=ORC, **keys):
    """A has o in his grip; as rounds begin, o stays in it if no dice are written down for another contest."""
    keys = {"answers": (Choose("stay"),) if not dice else (), **keys}
    table, _ = grab(f"d20:18 d20:2 d20:12 {dice}", me, foe, **keys)
    assert table.battle["o"].has("grabbed", "A")
    return table


def strength(**keys):
    """The scores of the contest."""
    (contest,) = told(grab("d20:20 d20:2 d20:19", **keys)[1], StrengthContested)
    return contest


def test_wrestling_takes_both_hands():
    """adnd.grab.person.two-hands: with a sword in one of them he cannot, with both empty he can."""
    order = FullAttack("o", "fist", how="wrestle")
    armed = arena(FIELD, A=sheet("fighter-3", shield=None), o=ORC)
    assert "adnd.grab.person.two-hands" in why_not(armed, "A", order)

    assert why_not(arena(FIELD, A=BARE, o=ORC), "A", order) == ()


def test_one_free_hand_is_enough_to_seize_somebody():
    """adnd.grab.person.one-hand: a sword in the other hand is no hindrance, a shield on the arm besides is one."""
    assert why_not(arena(FIELD, A=sheet("fighter-3", shield=None), o=ORC), "A", GRAB) == ()
    assert "adnd.grab.person.one-hand" in why_not(arena(FIELD, A="fighter-3", o=ORC), "A", GRAB)


def test_it_is_an_attack_roll_and_a_contest():
    """adnd.grab.person.procedure: a called shot at -4; then each takes a d20 from his Strength."""
    table, events = grab("d20:18 d20:2 d20:12")

    (roll,) = told(events, AttackMade)
    assert (roll.needed, [part.value for part in roll.parts]) == (16, [-4])
    (contest,) = told(events, StrengthContested)
    assert (contest.score, contest.outcome) == ((12, 15), "won")
    assert "adnd.grab.person.procedure" in roll.cites
    assert "adnd.grab.person.one-hand" in roll.cites
    spent(table)


def test_one_hand_is_three_points_weaker():
    """adnd.grab.person.strength-penalty: 15 becomes 12; the other keeps his own."""
    contest = strength()

    assert [(part.value, part.rule) for part in contest.parts] == [(-3, "adnd.grab.person.strength-penalty")]
    assert contest.score == (12, 15)
    assert contest.other_parts == ()


@pytest.mark.parametrize(
    ("percent", "left"),
    [(100, (18, 51)), (95, (18, 1)), (80, (18, 0)), (60, (17, 0)), (30, (16, 0)), (0, (15, 0))],
)
def test_each_bracket_of_exceptional_strength_is_one_point(percent, left):
    """adnd.grab.person.exceptional-steps: 18/00 with one hand is 18/51-75, and so down to 18, which is 15."""
    contest = strength(me=sheet("fighter-3", held=(), shield=None, strength=18, exceptional=percent))

    assert (contest.score[0], contest.percent[0]) == left
    assert ("adnd.grab.person.exceptional-steps" in contest.cites) == (percent > 0)


@given(st.integers(1, 100), st.integers(-9, 9), st.integers(-9, 9))
def test_the_ladder_is_climbed_step_by_step(percent, first, second):
    """adnd.grab.person.exceptional-steps: so many steps at once are as good as one after the other, on the ladder."""
    once = grab_person.climb(18, percent, first + second)[:2]
    score, bracket, _ = grab_person.climb(18, percent, first)
    if bracket and first and second:
        assert grab_person.climb(score, bracket, second)[:2] == (once if first + second else (18, bracket_of(percent)))


def bracket_of(percent):
    """The least percentage of the bracket."""
    return max(least for least in grab_person.BRACKETS if least <= percent)


def test_the_smaller_are_easier_to_hold():
    """adnd.grab.person.smaller-target: +3 against a goblin, and no more against a rat two sizes smaller."""
    assert strength(foe="goblin").score[0] == 15
    assert strength(foe="giant-rat").score[0] == 15
    assert [part.value for part in strength(foe="goblin").parts] == [-3, 3]


def test_the_larger_are_hard_to_hold():
    """adnd.grab.person.larger-target: -6 against an ogre, on top of the -3."""
    contest = strength(foe="ogre")

    assert [(part.value, part.rule) for part in contest.parts][1] == (-6, "adnd.grab.person.larger-target")
    assert contest.score[0] == 6


def test_who_is_gripped_stays_where_he_is():
    """adnd.grab.person.success: he does not step away, nor does his captor; let go, and both may."""
    table = held()
    next_round(table)
    away = square(table, "e2")
    for who, to in (("o", away), ("A", square(table, "a2"))):
        for order in (Move(to), Withdraw(to)):
            assert "adnd.grab.person.success" in why_not(table, who, order)

    give(table, "A", Grapple("release", "o"))
    assert why_not(table, "o", Move(away)) == ()
    assert not table.battle["A"].flags & GRIPPING
    assert not table.battle["o"].flags & GRABBED


def test_only_his_own_grip_can_be_let_go():
    """adnd.grab.person.success: the gripped cannot let himself go, nor can anybody pin or choke with one hand."""
    table = held()
    next_round(table)

    assert "adnd.grab.person.success" in why_not(table, "o", Grapple("release", "A"))
    assert "adnd.grab.person.success" in why_not(table, "A", Grapple("pin", "o"))
    assert why_not(table, "A", Grapple("release", "o")) == ()


def test_he_may_break_free_as_each_round_begins():
    """adnd.grab.person.escape: a new contest before anybody declares, with the same penalty for the hand that holds."""
    table = held("d20:9 d20:3 d20:2 d20:12")
    first = next_round(table)

    (contest,) = told(first, StrengthContested)
    assert (contest.about, contest.who, contest.score, contest.outcome) == ("escape", "o", (15, 12), "lost")
    assert table.battle["o"].flags & GRABBED
    second = next_round(table)
    assert [(end.who, end.condition) for end in told(second, ConditionEnded)] == [("o", "grabbed"), ("A", "gripping")]
    assert "adnd.grab.person.escape" in told(second, ConditionEnded)[0].cites
    spent(table)


def test_he_need_not_try():
    """adnd.grab.person.escape: he may stay in the grip; no die falls."""
    table = held(answers=(Choose("stay"),))
    events = next_round(table)

    assert [event.answer for event in told(events, Answered)] == [Choose("stay")]
    assert table.battle["o"].flags & GRABBED
    spent(table)


def test_neither_casts_what_takes_more_than_words():
    """adnd.grab.person.both.spells: magic missile takes a hand, blindness a word; free again he may cast both."""
    wizard = sheet("wizard-5", strength=15, player=True)
    table = held("d20:15 d20:2", foe=wizard)
    next_round(table)
    missile, blindness = Cast("magic missile", ("A",)), Cast("blindness", ("A",))

    assert "adnd.grab.person.both.spells" in why_not(table, "o", missile)
    assert why_not(table, "o", blindness) == ()
    give(table, "A", Grapple("release", "o"))
    assert why_not(table, "o", missile) == ()


def parts(table, attacker, target, weapon, *, bits=MELEE):
    """What counts on an attack roll and in the Armor Class, by rule."""
    me, foe = table.battle[attacker], table.battle[target]
    blow = Blow(table.battle, me, foe, arm_of(me, weapon), bits)
    attack = {part.rule: part.value for part in core.attack_parts(blow)}
    armor = {part.rule: part.value for part in core.ac_parts(blow)}
    return attack, armor, blow.cites


def test_both_are_easier_to_hit_and_hit_less():
    """adnd.grab.person.both.ac, adnd.grab.person.both.to-hit: AC two worse and -2 to hit, for either of them."""
    table = held()
    for attacker, target, weapon in (("A", "o", "fist"), ("o", "A", "long sword")):
        attack, armor, _ = parts(table, attacker, target, weapon)
        assert attack["adnd.grab.person.both.to-hit"] == -2
        assert armor["adnd.grab.person.both.ac"] == 2


def test_the_captor_has_no_second_hand():
    """adnd.grab.person.grabber.no-two-handed: no great sword while he holds somebody; afterwards again."""
    me = sheet("two-handed-6", held=(), strength=15, player=True, unarmed=BARE.unarmed)
    table = held(me=me)
    next_round(table)
    table.battle["A"].held = ("two-handed sword",)
    order = FullAttack("o", "two-handed sword")

    assert "adnd.grab.person.grabber.no-two-handed" in why_not(table, "A", order)
    give(table, "A", Grapple("release", "o"))
    assert why_not(table, "A", order) == ()


def test_the_hand_that_holds_is_taken():
    """adnd.grab.person.one-hand: he has one left, and seizes nobody twice."""
    table = held()

    assert style.hands_free(table.battle["A"]) == 1
    next_round(table)
    assert "adnd.grab.person.one-hand" in why_not(table, "A", GRAB)


def test_the_captor_loses_what_dexterity_gives_him():
    """adnd.grab.person.grabber.no-dex: not the Armor Class, not the aim, not the reaction; a bad Dexterity remains."""
    me = sheet("fighter-3", held=(), shield=None, strength=15, dexterity=18)
    table = held(me=me)
    _, armor, cites = parts(table, "o", "A", "long sword")

    assert "adnd.core.dexterity.adjustments" not in armor
    assert "adnd.grab.person.grabber.no-dex" in cites
    assert initiative.reaction(table.battle["A"]) == 0

    clumsy = held(me=sheet("fighter-3", held=(), shield=None, strength=15, dexterity=4))
    assert parts(clumsy, "o", "A", "long sword")[1]["adnd.core.dexterity.adjustments"] == 3


def test_his_aim_suffers_too():
    """adnd.grab.person.grabber.no-dex: a hand crossbow in the other hand has no bonus of his Dexterity."""
    table = held(me=sheet("fighter-3", held=(), shield=None, strength=15, dexterity=18))
    me = table.battle["A"]
    blow = Blow(table.battle, me, table.battle["o"], arm_of(me, "spear"), MISSILE)

    assert not [part for part in core.attack_parts(blow) if part.type == "dexterity"]
    assert "adnd.grab.person.grabber.no-dex" in blow.cites


def test_a_grip_ends_with_the_senses_of_either():
    """adnd.grab.person.success: a captor who is stunned holds nobody; nor is a dead man held."""
    for who in ("A", "o"):
        table = held()
        condition(table, who, "stunned" if who == "A" else "dead")
        next_round(table)
        assert not table.battle["o"].flags & GRABBED
        assert not table.battle["A"].flags & GRIPPING


def test_a_grip_is_announced():
    """adnd.grab.person.procedure: without a word before initiative it cannot be tried."""
    table = arena(FIELD, A=BARE, o=ORC)
    declare(table, "A", FullAttack("o", "fist"))
    with pytest.raises(OffMenu, match="called-shot"):
        act(table, "A", TRY)
    assert why_not(table, "A", Step(square(table, "a2"))) == ()


def test_a_grip_won_is_told_of_both():
    """adnd.grab.person.success: the one is gripped, the other grips."""
    _, events = grab("d20:18 d20:2 d20:12")

    assert [(began.who, began.condition, began.other) for began in told(events, ConditionBegan)] == [
        ("o", "grabbed", "A"),
        ("A", "gripping", "o"),
    ]


def test_only_who_has_announced_it_is_offered_a_grab():
    """adnd.grab.person.one-hand: and to announce it takes a free hand."""
    for order, offered in ((GRAB, [TRY]), (FullAttack("o", "fist"), [])):
        table = arena(FIELD, A=BARE, o=ORC)
        assert GRAB in grab_person.announced(table.battle, table.battle["A"])
        declare(table, "A", order)
        activate(table, "A")
        assert list(grab_person.tries(table.battle, table.battle["A"])) == offered

    full = arena(FIELD, A="two-handed-6", o=ORC)
    condition(full, "A", "two-handed-grip", full.battle["A"].held[0])
    assert not list(grab_person.announced(full.battle, full.battle["A"]))
