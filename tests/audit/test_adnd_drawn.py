"""Fights of AD&D drawn with their dice, in which the audit finds nothing: what is rare, and right."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sim.audit import audit
from sim.audit.adnd.course import _reaction
from sim.audit.adnd.fold import Fighter
from sim.events.adnd import AttackMade, AttacksSet, BlowReserved, InitiativeThrown, PassBegan
from sim.events.adnd_morale import MoraleChecked
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import OrderGiven, RefereeMoved, RefereeRuled
from sim.events.equipment import Dropped
from sim.events.header import AdndPlaced
from sim.events.log import parse
from sim.events.movement import Moved
from sim.events.orders import (
    Attack,
    Cast,
    Charge,
    Choose,
    Draw,
    FullAttack,
    Guard,
    Leave,
    LooseShield,
    Move,
    Pass,
    Run,
    Sheathe,
    Withdraw,
)
from sim.rules.adnd.book import BOOK
from sim.rules.adnd.grab_person import ARMS, HAND
from sim.table import Table
from sim.tables.adnd_figures import shield
from tests.rules.adnd.arena import ROSTER, declare, meeting, opening, play_round, sheet, square, told


def found(table: Table) -> list[str]:
    """What the audit says of a fight so far."""
    return [f"{one.invariant}: {one.message}" for one in audit(parse(table.log.to_bytes()))]


def stands(table: Table, who: str = "A") -> str:
    """The name of the square where somebody stands."""
    return table.battle.ground.name(table.battle[who].square)


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


def test_what_is_too_big_for_its_bearer_threatens_nobody() -> None:
    """adnd.style.two-handed.oversize-weapon: so nobody who walks past a goblin with a pike has to stop."""
    pike = ROSTER.resolve({"base": "orc", "weapons": [{"name": "awl pike"}], "held": []}, "drawn.toml").weapons
    goblin = sheet("goblin", player=True, weapons=pike, held=("awl pike",))
    table = meeting(". . o\n. . .\n. . .\nA . .", A=sheet("fighter-3", player=True), o=goblin, dice="d10:5 d10:6")
    opening(table)
    play_round(table, A=[Move(square(table, "a1")), Move(square(table, "a1"))])

    assert stands(table) == "a1"
    assert found(table) == []


def test_the_tiny_charge_through_a_crevice() -> None:
    """adnd.charge.path: what is too narrow for others is no difficult ground to them."""
    table = meeting(
        "A n . . o", A=sheet("giant-rat", player=True), o=sheet("orc", player=True), dice="d10:5 d10:6 d20:2"
    )
    opening(table)
    play_round(table, A=[Charge("o", square(table, "d1"), "bite")])

    assert stands(table) == "d1"
    assert found(table) == []


def test_a_flyer_does_not_stop_above_a_tree() -> None:
    """adnd.move.enter-reach, adnd.mounted.flight: it comes into reach there, and has no choice but to go on."""
    table = meeting(
        ". o\nT .\n. .\nA .", A=sheet("orc", fly=12, player=True), o=sheet("orc", player=True), dice="d10:5 d10:6"
    )
    opening(table)
    play_round(table, A=[Move(square(table, "a1")), Move(square(table, "a1"))])

    assert stands(table) == "a1"
    assert found(table) == []


def test_who_is_woken_by_a_held_shot_has_nothing_declared() -> None:
    """adnd.specialist.bow.held-shot: it comes after the declarations, and before initiative."""
    table = meeting(
        "A . . . . . o p", A=sheet("archer-7", player=True), o=sheet("ogre", player=True), p=sheet("orc", player=True),
        answers=[Pass(), Attack("o", "long bow")], dice="d6:1 d10:5 d10:6",
    )  # fmt: skip
    table.tell(RefereeRuled(-1, "o", "asleep", True, "drawn so"))
    opening(table)
    events = play_round(table, A=[FullAttack("o", "long bow")])

    assert [event.condition for event in told(events, ConditionEnded)] == ["asleep"]
    assert found(table) == []


def test_a_giant_steps_over_a_sleeper_once() -> None:
    """adnd.move.terrain: a body slows the step with which its square is entered, and not the next one."""
    table = meeting(
        ". . A . g g . . . B\n. . . . g g . . . .",
        A=sheet("orc", player=True), B=sheet("orc", player=True), g=sheet("hill-giant", player=True),
        dice="d10:5 d10:6",
    )  # fmt: skip
    table.tell(RefereeRuled(-1, "A", "asleep", True, "drawn so"))
    opening(table)
    events = play_round(table, g=[Move(square(table, "a1")), Move(square(table, "a1"))])

    assert [event.halves for event in told(events, Moved)] == [2 + 4 + 2 + 2]
    assert found(table) == []


def test_a_free_attack_may_strike_a_friend() -> None:
    """adnd.variant.fumble.short-table: a 9 turns the blow at whoever flees on a companion."""
    table = meeting(
        "o . . . . .\nA B . . . .",
        A=sheet("fighter-3", player=True), B=sheet("fighter-3", player=True), o=sheet("orc", player=True),
        options={"fumble": "short-table"}, answers=[Attack("o", "spear"), Pass()],
        dice="d10:6 d10:7 d10:1 d20:1 d10:9 d20:2",
    )  # fmt: skip
    opening(table)
    events = play_round(table, o=[Run(square(table, "f1"))])

    assert [event.how for event in told(events, AttackMade)] == ["strike", "astray"]
    assert found(table) == []


def test_a_manticore_that_does_not_stumble_loses_initiative() -> None:
    """adnd.fumble.table.gm-judgement: by the fumble, if the natural 1 has cost it its last attack."""
    table = meeting(
        "A m . .\n. . . .",
        A=sheet("wizard-5", player=True, hit_points=60),
        m=sheet("manticore", player=True),
        options={"fumble": "every-one"},
        dice="d10:5 d10:5 d20:2 d20:1 d100:57 d3:1",
    )
    opening(table)
    claw = Attack("A", "claw")
    events = play_round(table, A=[], m=[FullAttack("A", "claw"), claw, claw])

    assert [event.condition for event in told(events, ConditionBegan)] == ["late"]
    assert found(table) == []


def test_to_cut_a_strap_takes_the_place_of_a_bite() -> None:
    """adnd.style.weapon-shield.cut-strap: whoever strikes by nature gives up the next form of its routine."""
    knife = ROSTER.resolve({"base": "orc", "weapons": [{"name": "knife"}], "held": []}, "drawn.toml").weapons
    table = meeting(
        "A o\n. .",
        A=sheet("lizard-man", weapons=(*sheet("lizard-man").weapons, *knife), held=("knife",), shield=shield("medium")),
        o=sheet("orc", player=True),
        dice="d10:5 d10:5 d20:2",
    )
    opening(table)
    events = play_round(table, A=[FullAttack("o", "claw"), Attack("o", "claw"), LooseShield()])

    assert [event.cost for event in told(events, OrderGiven) if type(event.order) is LooseShield] == ["routine"]
    assert found(table) == []


def test_whose_moment_passed_in_sleep_has_missed_it() -> None:
    """adnd.round.multiple-attacks: whoever is woken later in the round does nothing more in it."""
    table = meeting(
        "W . . . . . . .\nA . . . . . . o",
        W=sheet("wizard-5", player=True),
        A=sheet("fighter-3", player=True),
        o=sheet("orc", player=True, hit_points=60),
        dice="d10:1 d10:9 d10:5 d4:4 d4:4 d6:1",
    )
    opening(table)
    declare(table, "W", Cast("sleep", (), square(table, "h2")))
    events = play_round(table, A=[Charge("o", square(table, "g2"), "spear")])

    assert [event.condition for event in told(events, ConditionEnded)] == ["asleep"]
    assert found(table) == []


@pytest.mark.parametrize(("plus", "shot"), [(1, 1), (0, 0)])
def test_a_bow_that_has_just_parried_shoots_as_it_is_now(plus: int, shot: int) -> None:
    """adnd.parry.missile-weapon.magical.loses-plus: one of its magic is gone by then, or the shot itself."""
    marksman = sheet("marksman-15", player=True, hit_points=60)
    bow = marksman.weapons[0]
    table = meeting(
        ". . .\n. o A\n. . .",
        A=replace(marksman, weapons=(replace(bow, plus=plus),), held=(bow.name,)),
        o=sheet("orc", player=True, hit_points=60),
        answers=[Pass(), Pass(), Attack("A", "long sword"), Choose(bow.name)],
        dice="d10:5 d10:6 d20:19 d20:19 d20:19 d20:2",
    )
    opening(table)
    events = play_round(table, A=[FullAttack("o", bow.name, parries=1), Attack("o", bow.name)])

    shots = [event for event in told(events, AttackMade) if event.mode == "missile"]
    assert len(shots) == shot
    assert "adnd.core.magic-plus" not in [part.rule for event in shots for part in event.parts]
    assert found(table) == []


def test_the_second_weapon_is_no_missile_when_the_first_is_put_away() -> None:
    """adnd.style.two-weapon.still-armed: a dart goes on with what the sword has left, not as fast as it is thrown."""
    archer, thrower = sheet("archer-7", player=True), sheet("dart-thrower-7")
    dart = next(weapon for weapon in thrower.weapons if weapon.name == "dart")
    archer = replace(archer, weapons=(*archer.weapons, dart), held=("short sword", "dart"))
    table = meeting(
        "A o .",
        A=archer,
        o=sheet("orc", player=True, hit_points=60),
        dice="d10:1 d10:9 d10:1 d10:9 d20:3 d20:3 d20:3 d20:3 d20:3",
    )
    opening(table)
    play_round(table)
    wish = FullAttack("o", "short sword", off_hand="dart")
    events = play_round(table, A=[wish, Attack("o", "dart"), Sheathe("short sword"), Attack("o", "dart")])

    assert [(event.weapon, event.attacks) for event in told(events, AttacksSet)] == [("dart", 1)]
    assert found(table) == []


def test_a_charge_that_goes_astray_is_a_charge_still() -> None:
    """adnd.variant.fumble.short-table, adnd.charge.to-hit: it is the same blow that goes to somebody else."""
    table = meeting(
        "A . . o\n. . . p",
        A=sheet("fighter-3", player=True, hit_points=60),
        o=sheet("orc", player=True),
        p=sheet("orc", player=True),
        options={"fumble": "short-table"},
        dice="d10:5 d10:5 d10:5 d20:1 d10:9 d20:2",
    )
    opening(table)
    events = play_round(table, A=[Charge("o", square(table, "c1"), "spear")])

    _, stray = told(events, AttackMade)
    assert (stray.target, [part.value for part in stray.parts if part.rule == "adnd.charge.to-hit"]) == ("p", [2])
    assert found(table) == []


@pytest.mark.parametrize("endless", [False, True])
def test_of_two_blows_on_the_head_the_longer_counts(endless: bool) -> None:
    """adnd.fumble.duration.counting: a second one, shorter, ends nothing; nor does it what has no end."""
    table = meeting(
        "A o",
        A=sheet("fighter-3", player=True, hit_points=60),
        o=sheet("orc", player=True, hit_points=60),
        options={"fumble": "every-one"},
        dice="d10:5 d10:5 d20:1 d100:74 d4:3 d10:5 d10:5 d20:1 d100:74 d4:1",
    )
    opening(table)
    if endless:
        table.tell(RefereeRuled(-1, "A", "lightly-stunned", True, "a headache"))
    for _ in range(2):
        play_round(table, A=[FullAttack("o", "spear"), Attack("o", "spear")])

    assert found(table) == []


def test_a_flyer_is_surrounded_where_its_only_step_is_past_the_corner_of_a_wall() -> None:
    """adnd.morale.triggers, adnd.move.terrain: no diagonal leads past it, through the air neither."""
    table = meeting(
        ". . # m . .\n. . . . . o\n. . . . A .\n. . . . . .",
        m="manticore",
        A=sheet("fighter-3", player=True),
        o=sheet("orc", player=True),
        dice="d10:5 d10:5 d10:5 d10:5 d10:5",
    )
    opening(table)
    events = play_round(table)

    assert [event.occasions for event in told(events, MoraleChecked)] == [("surrounded",)]
    assert found(table) == []


def test_what_one_hand_cannot_hold_falls_when_it_is_torn_away() -> None:
    """adnd.grab.object.contest.winner: with a club in the other hand a bow is not kept."""
    table = meeting(
        "o A",
        o=sheet("ogre", player=True, hit_points=40),
        A=sheet("archer-7", player=True, hit_points=40),
        dice="d10:5 d10:5 d20:19 d20:2 d20:19",
        options={"fumble": "off"},
    )
    opening(table)
    grab = {"weapon": "fist", "how": "grab-object", "object": "long bow"}
    events = play_round(table, o=[FullAttack("A", **grab), Attack("A", **grab)])

    assert [(event.who, event.item) for event in told(events, Dropped)] == [("o", "long bow")]
    assert found(table) == []


@pytest.mark.parametrize(("wall", "aims"), [(".", True), ("#", False)])
def test_only_who_has_a_caster_in_his_sights_waits_for_his_spell(wall: str, aims: bool) -> None:
    """adnd.specialist.bow.held-shot.spell: behind a wall he is in nobody's."""
    table = meeting(
        f"W {wall} . . .\n{wall} {wall} . . .\n. . . . A",
        W=sheet("wizard-5", player=True),
        A=sheet("crossbowman-7", player=True),
        sides={"W": "lower"},
        dice="d10:5 d10:5",
        answers=[Pass()] if aims else [],
    )
    opening(table)
    declare(table, "W", Cast("shield"))
    declare(table, "A", FullAttack("W", table.battle["A"].held[0]))
    while not told(table.log.events, PassBegan):
        BOOK.go_on(table)

    thrown = next(event for event in told(table.log.events, InitiativeThrown) if event.who == "A")
    assert ("held shot" in [part.type for part in thrown.parts]) is aims
    assert found(table) == []


def test_a_low_wall_under_large_feet_covers_nothing() -> None:
    """adnd.missile.cover.grid: only what is beside the target on the line, and it stands on this one."""
    table = meeting(
        ". . m m . .\n% . m m . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . A",
        A=sheet("archer-7", player=True),
        m=sheet("manticore"),
        dice="d10:5 d10:5 d20:10 d6:1 d20:10 d6:1",
    )
    opening(table)
    table.tell(RefereeMoved(-1, "m", square(table, "a1"), "drawn"))
    bow = table.battle["A"].held[0]

    events = play_round(table, A=[FullAttack("m", bow), Attack("m", bow)])

    shots = told(events, AttackMade)
    assert shots
    assert all(part.type != "cover" for shot in shots for part in shot.ac_parts + shot.parts)
    assert found(table) == []


def test_who_withdraws_past_a_spear_comes_no_nearer_to_it() -> None:
    """adnd.move.withdraw: once it has gone, the spear turns to the other, whose next step would bring it nearer."""
    table = meeting(
        ". . . . . .\n. . . . . C\n. . A . . g\n. . . . . .",
        A=sheet("wolf", player=True),
        C=sheet("wolf", player=True),
        g=sheet("goblin", player=True, held=("spear",)),
        dice="d10:5 d10:4 d10:5 d20:2 d20:2",
        options={"fumble": "off"},
        answers=[Pass(), Attack("A", "spear"), Choose("go-on"), Attack("A", "spear")],
    )
    opening(table)
    play_round(table, A=[Withdraw(square(table, "e2"))], C=[Withdraw(square(table, "a1"))], g=[Guard("spear")])

    assert stands(table) == "d2"
    assert found(table) == []
