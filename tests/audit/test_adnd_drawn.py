"""Fights of AD&D drawn with their dice, in which the audit finds nothing: what is rare, and right."""

from __future__ import annotations

import pytest

from sim.audit import audit
from sim.audit.adnd.course import _reaction
from sim.audit.adnd.fold import Fighter
from sim.events.adnd import AttackMade, BlowReserved
from sim.events.adnd_morale import MoraleChecked
from sim.events.course import RefereeMoved
from sim.events.header import AdndPlaced
from sim.events.log import parse
from sim.events.orders import Attack, Draw, FullAttack, Leave, Move
from sim.rules.adnd.grab_person import ARMS, HAND
from sim.table import Table
from tests.rules.adnd.arena import declare, meeting, opening, play_round, sheet, square, told


def found(table: Table) -> list[str]:
    """What the audit says of a fight so far."""
    return [f"{one.invariant}: {one.message}" for one in audit(parse(table.log.to_bytes()))]


def test_whoever_has_lost_initiative_already_may_fumble_for_nothing() -> None:
    """
    adnd.fumble.table.gm-judgement: a manticore does not stumble, but loses its next attack or initiative; and that it
    has lost with the natural 1.
    """
    table = meeting(
        "A . m .\n. . . .",
        A=sheet("wizard-5", player=True, hit_points=60),
        m=sheet("manticore", player=True),
        options={"fumble": "every-one"},
        dice="d10:5 d10:5 d20:2 d20:2 d20:1 d100:13",
    )
    opening(table)
    blows = [Attack("A", name) for name in ("claw", "claw", "bite")]
    play_round(table, m=[FullAttack("A", "claw"), *blows])

    assert found(table) == []


def test_a_rider_has_a_blow_left_after_a_whole_move() -> None:
    """adnd.mounted.movement: moving more than half leaves him one blow."""
    table = meeting(
        "H . . . . . . . . . . . . . . o",
        H=sheet("light-war-horse", player=True),
        R=sheet("fighter-3", player=True),
        o=sheet("orc", player=True),
        rides={"R": "H"},
        dice="d10:5 d10:5 d10:5 d20:2",
    )
    opening(table)
    there = Move(square(table, "o1"))
    events = play_round(table, R=[there, there, Attack("o", "spear")])

    assert [event.cites[0] for event in told(events, BlowReserved)] == ["adnd.mounted.movement"]
    assert found(table) == []


def test_who_grips_with_one_hand_reacts_no_faster() -> None:
    """adnd.grab.person.grabber.no-dex: all his Dexterity bonuses are lost; a wrestler's arms cost none."""
    for value, left in ((HAND, 0), (ARMS, 2)):
        me = Fighter(AdndPlaced(sheet("fighter-3", dexterity=18), 0))
        me.begin("gripping", "o", value)

        assert _reaction(me) == left


def test_who_is_no_longer_at_the_edge_does_not_leave() -> None:
    """adnd.move.off-map: the map is left from its edge, whatever was declared; who fell off a mount may not."""
    table = meeting(
        "A . . .\n. . . .\n. . . o", A=sheet("fighter-3", player=True), o=sheet("orc", player=True), dice="d10:5 d10:5"
    )
    opening(table)
    declare(table, "A", Leave())
    table.tell(RefereeMoved(-1, "A", square(table, "b2"), "thrown off"))
    play_round(table)

    assert found(table) == []


def test_the_arm_left_in_joint_is_the_off_hand() -> None:
    """adnd.fumble.table.94-95: with his good shoulder out of joint he fights on with his off hand."""
    table = meeting(
        "A o",
        A=sheet("duellist-6", player=True, hit_points=60),
        o=sheet("orc", player=True),
        options={"fumble": "every-one"},
        dice="d10:5 d10:5 d20:1 d100:94 d10:5 d10:5 d10:5 d10:5 d20:10",
    )
    opening(table)
    play_round(table, A=[FullAttack("o", "rapier"), Attack("o", "rapier")])
    play_round(table, A=[Draw("dagger")])
    events = play_round(table, A=[FullAttack("o", "dagger"), Attack("o", "dagger")])

    (blow,) = told(events, AttackMade)
    assert "adnd.hand.off-hand.penalty" in [part.rule for part in blow.parts]
    assert found(table) == []


@pytest.mark.parametrize(("below", "dice"), [("o", ""), ("T", "d10:1 d10:1")])
def test_a_flyer_steps_out_over_a_pit_and_lands_on_no_tree(below: str, dice: str) -> None:
    """adnd.morale.triggers: it is surrounded where it could not stop, and nowhere else."""
    hero = sheet("fighter-5", player=True)
    table = meeting(f"A p B\n# {below} #", A=hero, B=hero, p=sheet("ogre", fly=12), dice=f"d10:5 d10:5 d10:5 {dice}")
    opening(table)
    events = play_round(table)

    assert len(told(events, MoraleChecked)) == bool(dice)
    assert found(table) == []
