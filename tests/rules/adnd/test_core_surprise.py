"""Surprise: the die of a side, and the round that the others have to themselves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sim.events.adnd import AttackMade, InitiativeThrown, OrderSettled, SurpriseRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.movement import Moved
from sim.events.orders import Attack, Cast, End, FullAttack, Move
from sim.rules.adnd import core, core_surprise, melee, round
from sim.rules.adnd.declare import MELEE, Blow, arm_of
from sim.rules.adnd.round import next_to_declare
from sim.state.conditions import SURPRISED
from tests.rules.adnd.arena import ROSTER, meeting, opening, play_round, sheet, spent, told, why_not

FIELD = """
    . . . . . . .
    . A o . . . .
    . . . . . . .
"""
FIGHTER, ORC = sheet("fighter-5", player=True), sheet("orc", player=True)
"""Whose morale nobody checks."""
QUICK = sheet("fighter-5", player=True, dexterity=17)
"""His reactions are better by two."""


def met(drawing=FIELD, **keys):
    """The events of an opening, and its table."""
    keys = {"A": FIGHTER, "o": ORC} | keys
    table = meeting(drawing, **keys)
    return opening(table), table


def surprised(table):
    return [creature.id for creature in table.battle if creature.flags & SURPRISED]


def test_a_side_is_surprised_on_3_or_less():
    """adnd.core.surprise.check: a 3 on its d10 surprises it, a 4 does not."""
    for face, caught in ((1, True), (3, True), (4, False), (10, False)):
        events, table = met(surprise={"lower": 0}, dice=f"d10:{face}")
        (rolled,) = told(events, SurpriseRolled)
        assert (rolled.side, rolled.surprised, core_surprise.CHECK in rolled.cites) == ("lower", caught, True)
        assert surprised(table) == (["o"] if caught else [])
        spent(table)


def test_who_may_not_be_surprised_does_not_roll():
    """adnd.core.surprise.check: it is for the scenario to say."""
    events, table = met()

    assert not told(events, SurpriseRolled)
    assert not surprised(table)


def test_the_scenario_may_say_who_is_surprised():
    """adnd.core.surprise.check: without a die."""
    events, table = met(unaware=("o",))

    assert not told(events, SurpriseRolled)
    assert surprised(table) == ["o"]


def test_ambush_and_scouts_change_the_die():
    """adnd.core.surprise.check: what the scenario adds, and the best scout of the side."""
    scout = ROSTER.resolve({"base": "orc", "surprise": 2}, "ambush.toml")
    events, table = met(o=scout, surprise={"lower": -1}, dice="d10:3")
    (rolled,) = told(events, SurpriseRolled)

    assert [(part.type, part.value) for part in rolled.parts] == [("situation", -1), ("scouts", 2)]
    assert (rolled.total, surprised(table)) == (4, [])


def test_the_stealthy_surprise_others_more_often():
    """
    adnd.core.surprise.check: bugbears take 3 off the die of those upon whom they come, unless others are with them.
    """
    for kinds, total in (({"o": "bugbear"}, 3), ({"o": "bugbear", "p": "goblin"}, 6)):
        events, _ = met(
            ". A . . o\n. . . . p" if len(kinds) > 1 else FIELD, surprise={"upper": 0}, dice="d10:6", **kinds
        )
        assert told(events, SurpriseRolled)[0].total == total


def test_quick_reactions_take_one_out_of_it():
    """adnd.core.surprise.check: a 2 surprises the side, but not whom his reactions bring above 3."""
    events, table = met(". A . . . . .\n. B . . . o .", A=QUICK, B=FIGHTER, surprise={"upper": 0}, dice="d10:2")

    assert told(events, SurpriseRolled)[0].spared == ("A",)
    assert surprised(table) == ["B"]


@given(face=st.integers(1, 10), added=st.integers(-10, 10), reflexes=st.integers(3, 18))
def test_nobody_is_surprised_whom_the_sum_keeps_from_it(face, added, reflexes):
    """adnd.core.surprise.check: die, situation and a good reaction adjustment together exceed 3, or not."""
    one = sheet("fighter-5", dexterity=reflexes)
    _, table = met(A=one, surprise={"upper": added}, dice=f"d10:{face}")
    good = {16: 1, 17: 2, 18: 2}.get(reflexes, 0)

    assert surprised(table) == (["A"] if face + added <= 3 and face + added + good <= 3 else [])


def test_surprise_on_both_sides_cancels_out():
    """adnd.core.surprise.both: both roll a 1, and the fight begins as any other."""
    events, table = met(surprise={"upper": 0, "lower": 0}, dice="d10:1 d10:1")

    assert core_surprise.BOTH in told(events, SurpriseRolled)[1].cites
    assert not surprised(table)
    assert not core_surprise.under_way(table.battle)


def test_who_was_said_to_be_surprised_is_not_if_the_others_are_too():
    """adnd.core.surprise.both: stated on one side, rolled on the other."""
    events, table = met(unaware=("o",), surprise={"upper": 0}, dice="d10:1")

    assert not surprised(table)
    assert core_surprise.BOTH in told(events, ConditionEnded)[0].cites


def test_the_others_have_a_round_without_initiative():
    """adnd.core.surprise.round: they make all their attacks, the surprised nothing; then initiative is rolled."""
    _, table = met(unaware=("o",), dice="d20:2 d10:4 d10:4")
    blow = FullAttack("o", "long sword")

    first = play_round(table, A=[blow, Attack("o", "long sword")])
    assert not told(first, InitiativeThrown)
    assert core_surprise.FREE_ROUND in told(first, OrderSettled)[0].cites
    assert [attack.attacker for attack in told(first, AttackMade)] == ["A"]
    second = play_round(table, A=[blow], o=[End()])
    assert {thrown.who for thrown in told(second, InitiativeThrown)} == {"A", "o"}


def test_they_may_move_in_it():
    """adnd.core.surprise.round: movement too is had."""
    _, table = met("A . . . . . . . . . o", unaware=("o",))
    goal = Move(table.battle["A"].square + 3)

    assert told(play_round(table, A=[goal, goal]), Moved)


def test_those_on_one_side_act_together():
    """adnd.core.surprise.round: there is no order between them."""
    _, table = met(". A o . . . .\n. B . . . . .", B=FIGHTER, unaware=("o",))

    assert told(play_round(table, A=[End()], B=[End()]), OrderSettled)[0].groups == (("A", "B"),)


def test_no_spell_is_cast_in_it():
    """adnd.core.surprise.round: in the next round it may be declared."""
    _, table = met("A . . . . . o", A=sheet("wizard-5", player=True), unaware=("o",))
    spell = Cast("magic missile", ("o",))

    assert core_surprise.FREE_ROUND in why_not(table, "A", spell)
    play_round(table, A=[End()])
    round.open_round(table)
    assert not why_not(table, "A", spell)


def test_the_surprised_declare_nothing():
    """adnd.core.surprise.round: not one of them is asked."""
    _, table = met(unaware=("o",))

    assert next_to_declare(table.battle).id == "A"
    play_round(table, A=[End()], o=[FullAttack("A", "long sword")])
    assert table.battle.ledger["o"].made == 0


def test_the_surprised_are_hit_more_easily():
    """adnd.core.surprise.to-hit: by one."""
    _, table = met(unaware=("o",))
    me, orc = table.battle["A"], table.battle["o"]
    blow = Blow(table.battle, me, orc, arm_of(me, "long sword"), MELEE)

    assert [part.value for part in core.attack_parts(blow) if part.rule == core.SURPRISE_TO_HIT] == [1]
    play_round(table, A=[End()])
    round.open_round(table)
    assert not [part for part in core.attack_parts(blow) if part.rule == core.SURPRISE_TO_HIT]


def test_dexterity_does_not_help_the_surprised():
    """adnd.core.surprise.no-dex: what they do not see coming they do not dodge."""
    _, table = met(A=sheet("fighter-5", dexterity=18), unaware=("A",), surprise=None)
    orc, me = table.battle["o"], table.battle["A"]
    blow = Blow(table.battle, orc, me, arm_of(orc, "long sword"), MELEE)

    assert not [part for part in core.ac_parts(blow) if part.rule == core.DEXTERITY]
    assert core.SURPRISE_NO_DEX in blow.cites


def test_the_surprised_neither_parry_nor_strike_freely():
    """adnd.core.surprise.no-reaction: an orc beside him runs past a surprised fighter."""
    events, table = met(unaware=("A",))
    me, orc = table.battle["A"], table.battle["o"]

    assert core_surprise.NO_REACTION in told(events, ConditionBegan)[0].cites
    assert not melee.may_strike_freely(table.battle, me, orc)
    assert not melee.may_parry(table.battle, me, orc)
    aware = met()[1].battle
    assert melee.may_strike_freely(aware, aware["A"], aware["o"])
    assert melee.may_parry(aware, aware["A"], aware["o"])


def test_what_the_scenario_says_ends_with_the_surprise_of_both():
    """adnd.core.surprise.both: then nobody is unaware any more."""
    events, table = met(unaware=("o", "A"))

    ended = [(event.who, event.condition) for event in told(events, ConditionEnded)]
    assert sorted(ended) == [("A", "unaware"), ("o", "unaware")]
    assert not surprised(table)
