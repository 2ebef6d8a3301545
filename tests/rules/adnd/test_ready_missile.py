"""Ready missiles: the free shot of those who alone have something to shoot with as two groups meet."""

from __future__ import annotations

import pytest

from sim.events.adnd import AttackMade, InitiativeThrown
from sim.events.adnd_missile import MissilesLoosed, ReadyMissiles, VolleyEnded
from sim.events.course import Answered, RoundBegan
from sim.events.movement import Moved
from sim.events.orders import Attack, Cast, Draw, FullAttack, Guard, Move, Opportunity, Pass
from sim.rules.adnd import initiative, ready_missile
from sim.rules.narrative import NARRATIVE
from tests.rules.adnd.arena import declare, meeting, opening, sheet, spent, told, why_not

NEAR = "A . . . . . . . . . . . . o"
"""13 squares: 19.5 m."""
FAR = "A . . . . . . . . . . . . . o"
"""14 squares: 21 m."""
BOWS = sheet("archer-7", player=True)
SHOT = Attack("o", "long bow")


def met(drawing=NEAR, *, answers=(), dice="", **keys):
    """The events of an opening, and its table."""
    keys = {"A": BOWS, "o": "orc"} | keys
    table = meeting(drawing, answers=answers, dice=dice, **keys)
    return opening(table), table


def test_who_alone_has_missiles_in_hand_looses_one_before_the_first_round():
    """adnd.ready-missile.principle, adnd.ready-missile.free-shot: one arrow, though he shoots three in a round."""
    events, table = met(answers=[SHOT], dice="d20:15 d6:4")

    (ready,) = told(events, ReadyMissiles)
    assert (ready.side, ready.target, ready.shooters) == ("upper", "lower", ("A",))
    (shot,) = told(events, AttackMade)
    assert shot.mode == "missile"
    assert events.index(shot) < events.index(told(events, RoundBegan)[0])
    assert ready_missile.PRINCIPLE in ready.cites
    assert told(events, Answered)[0].cites == (ready_missile.FREE_SHOT,)
    spent(table)


def test_a_meeting_is_sudden_at_20_metres_or_less():
    """adnd.ready-missile.trigger.distance: 13 squares are 19.5 m, 14 are 21 m."""
    assert told(met()[0], ReadyMissiles)
    assert not told(met(FAR)[0], ReadyMissiles)


def test_indoors_it_is_sudden_at_6_metres_or_less():
    """adnd.ready-missile.trigger.distance: 4 squares are 6 m, 5 are 7.5 m."""
    indoors = {"place": "indoors"}

    assert told(met("A . . . o", options=indoors)[0], ReadyMissiles)
    assert not told(met("A . . . . o", options=indoors)[0], ReadyMissiles)


def test_they_must_come_into_view():
    """adnd.ready-missile.trigger.distance: a wall between them hides them from each other."""
    assert told(met(". . . . .\nA . . . o")[0], ReadyMissiles)
    assert not told(met(". . # . .\nA . # . o\n. . # . .\n. . # . .")[0], ReadyMissiles)


def test_nobody_shoots_first_if_both_could():
    """adnd.ready-missile.trigger.one-side-only: an orc with a bow in hand takes the advantage away."""
    assert not told(met(o="orc-archer")[0], ReadyMissiles)
    assert not told(met(A="fighter-5")[0], ReadyMissiles)


def test_one_with_missiles_in_hand_makes_a_group_ready():
    """adnd.ready-missile.trigger.one-side-only: and only he shoots."""
    events, _ = met("A . . . . . o\nB . . . . . .", B="fighter-5", answers=[SHOT], dice="d20:2")

    assert told(events, ReadyMissiles)[0].shooters == ("A",)
    assert [answer.who for answer in told(events, Answered)] == ["A"]


def test_a_bow_on_the_back_is_not_in_hand():
    """adnd.ready-missile.trigger.one-side-only: what is not held is not ready."""
    assert not told(met(A=sheet("archer-7", held=("short sword",)))[0], ReadyMissiles)


def test_the_surprised_do_not_shoot_first_nor_are_they_shot_at():
    """adnd.ready-missile.trigger.one-side-only: a side that has surprised the other has its round instead."""
    assert not told(met(unaware=("A",))[0], ReadyMissiles)
    assert not told(met(unaware=("o",))[0], ReadyMissiles)


def test_the_shot_may_be_kept():
    """adnd.ready-missile.free-shot: he is asked, and may let it be; the meeting goes on."""
    events, table = met(answers=[Pass()])

    assert not told(events, AttackMade)
    assert told(events, VolleyEnded)
    assert table.battle.round == 1


def test_a_target_that_dies_of_it_is_shot_at_by_all():
    """adnd.ready-missile.free-shot: nobody falls before all have shot."""
    events, _ = met(
        "A . . . . . o\nB . . . . . .",
        B=BOWS,
        answers=[SHOT, SHOT],
        dice="d20:19 d6:6 d20:19 d6:6",
        o=sheet("orc", hit_points=1),
    )

    assert [shot.attacker for shot in told(events, AttackMade)] == ["A", "B"]


def test_no_round_passes_and_nobody_moves():
    """adnd.ready-missile.not-a-round, adnd.ready-missile.then-initiative: round 1 and its initiative come after it."""
    events, _ = met(answers=[SHOT], dice="d20:2")
    (ended,) = told(events, VolleyEnded)

    assert {ready_missile.NOT_A_ROUND, ready_missile.THEN_INITIATIVE} <= set(ended.cites)
    assert [begun.number for begun in told(events, RoundBegan)] == [1]
    assert not told(events, Moved)
    assert events.index(ended) < events.index(told(events, RoundBegan)[0])


def under_fire():
    """A table while the shots fall."""
    table = meeting("A . . . . . o\nB . . . . . .", A=BOWS, B="wizard-5", o="orc")
    table.tell(ReadyMissiles(-1, "upper", "lower", ("A",), (ready_missile.PRINCIPLE,)))
    return table


def test_the_others_cast_no_spells_meanwhile():
    """adnd.ready-missile.others.no-spells: declared in the round that follows, the same spell may be cast."""
    table = under_fire()
    spell = Cast("magic missile", ("o",))

    assert why_not(table, "B", spell) == (ready_missile.NO_SPELLS,)
    table.tell(VolleyEnded(-1, ()))
    opening(table)
    assert not why_not(table, "B", spell)


def test_the_others_make_no_weapon_ready_meanwhile():
    """adnd.ready-missile.others.no-weapon-ready: a moment later the sword may be drawn."""
    table = under_fire()
    draw = Draw("short sword")

    assert why_not(table, "A", draw) == (ready_missile.NO_WEAPON_READY,)
    table.tell(VolleyEnded(-1, ()))
    opening(table)
    assert not why_not(table, "A", draw)


def test_nobody_moves_meanwhile():
    """adnd.ready-missile.not-a-round: no order of a round may be given."""
    table = under_fire()
    step = Move(table.battle["B"].square + 1)

    assert why_not(table, "B", step) == (ready_missile.NOT_A_ROUND,)
    table.tell(VolleyEnded(-1, ()))
    opening(table)
    assert not why_not(table, "B", step)


def test_the_others_may_shout():
    """adnd.ready-missile.others.speech: words leave no trace in a fight."""
    assert "adnd.ready-missile.others.speech" in NARRATIVE


def test_all_who_were_shot_at_are_later_in_the_first_round():
    """adnd.ready-missile.initiative-penalty: +2 for every member of the group, hit or not, and only then."""
    _, table = met("A . . . . . o\n. . . . . . p", p="orc", answers=[SHOT], dice="d20:2 d10:5 d10:5 d10:5")
    guard = Guard("long sword")
    for who, order in (("o", guard), ("p", guard), ("A", FullAttack("o", "long bow"))):
        declare(table, who, order)
    initiative.roll(table, -1)

    thrown = {one.who: one for one in told(table.log.events, InitiativeThrown)}
    for who, value in (("A", 0), ("o", 2), ("p", 2)):
        assert {part.rule: part.value for part in thrown[who].parts}.get(ready_missile.PENALTY, 0) == value
    table.battle.round = 2
    assert ready_missile.shot_at(table.battle, table.battle["o"], guard) is None


def test_spikes_and_breath_are_always_ready():
    """adnd.ready-missile.monster-attacks: a manticore looses one volley as it comes upon people."""
    events, table = met(
        "o . . . . . A\no . . . . . .",
        A="fighter-5",
        o="manticore",
        answers=[Attack("A", "spikes")],
        dice="d6:2 d20:2 d20:2",
    )

    (ready,) = told(events, ReadyMissiles)
    assert (ready.side, ready_missile.MONSTERS in ready.cites) == ("lower", True)
    assert told(events, MissilesLoosed)[0].number == 2
    spent(table)


@pytest.mark.parametrize(("weapon", "ready"), [("dagger", True), ("long sword", False)])
def test_what_can_be_hurled_is_a_missile(weapon, ready):
    """adnd.ready-missile.trigger.one-side-only: a dagger in hand is one, a sword is none."""
    thrower = sheet("fighter-wizard-4", held=(weapon,))

    assert bool(told(met("A . . . . o", A=thrower)[0], ReadyMissiles)) == ready


def test_the_menu_offers_the_nearest_first():
    """adnd.ready-missile.free-shot: he is asked about whom he can reach, and may choose another."""
    table = meeting(". p . . . . .\nA . . . . . o", A=BOWS, o="orc", p="orc")
    opening(table)
    ((who, question),) = table.player.asked

    assert (who, question) == ("A", Opportunity("p", "ready-missile"))


def test_the_shot_counts_for_the_loading_of_a_slow_weapon():
    """adnd.ready-missile.free-shot: it was shot before the first round."""
    table = meeting("A . . . . . o", A="crossbowman-7", o="orc", answers=[Attack("o", "light crossbow")], dice="d20:2")
    opening(table)

    assert dict(table.battle.ledger["A"].shots) == {"light crossbow": 0}
