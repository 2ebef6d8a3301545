"""Riders and mounts, and whoever flies."""

from __future__ import annotations

import pytest

from sim.events.adnd import AttackMade, BlowReserved, Faced, InitiativeThrown, ScoreChecked, Walked
from sim.events.adnd_flight import Flew
from sim.events.adnd_magic import IncantationBegan
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan
from sim.events.movement import Moved
from sim.events.orders import Attack, Cast, Charge, Dismount, End, FullAttack, Mount, Move
from sim.events.riding import Dismounted, Mounted
from sim.rules.adnd import charge, core, core_spell, initiative, melee, mounted, move
from sim.rules.adnd.book import BOOK
from sim.rules.adnd.declare import CHARGING, MELEE, Blow, arm_of, gap
from sim.rules.adnd.round import next_to_declare
from sim.state.conditions import PRONE, UNRULY
from tests.rules.adnd.arena import (
    act,
    activate,
    arena,
    condition,
    declare,
    sheet,
    spent,
    square,
    told,
    why_not,
)

HORSE = sheet("light-war-horse", player=True)
HACK = sheet("riding-horse", player=True)
LANCER = sheet("lancer-5", player=True)
ORC = sheet("orc", player=True, hit_points=8)
FIELD = """
    . . . . . . . . . .
    . H . o . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
"""
NEXT_TO = """
    . . . . .
    . H o . .
    . . . . .
"""


def saddled(drawing=FIELD, *, horse=HORSE, rider=LANCER, dice="", **keys):
    """A rider on a horse, and an orc."""
    return arena(drawing, rides={"R": "H"}, H=horse, R=rider, o=keys.pop("o", ORC), dice=dice, **keys)


def parts(table, who, target, weapon):
    """The parts of a blow by their rules."""
    battle = table.battle
    me = battle[who]
    blow = Blow(battle, me, battle[target], arm_of(me, weapon), MELEE)
    return {part.rule: part.value for part in core.attack_parts(blow)}


# In the saddle.


def test_a_rider_strikes_better_at_the_small():
    """adnd.mounted.to-hit: +1 against an orc from a Large horse; not against an ogre, nor another rider."""
    assert parts(saddled(), "R", "o", "long sword")["adnd.mounted.to-hit"] == 1
    assert "adnd.mounted.to-hit" not in parts(saddled(o="ogre"), "R", "o", "long sword")
    joust = arena(". H . h .", rides={"R": "H", "r": "h"}, H=HORSE, h=HORSE, R=LANCER, r=LANCER)
    assert "adnd.mounted.to-hit" not in parts(joust, "R", "r", "long sword")


def test_from_the_ground_a_rider_is_harder_to_hit():
    """adnd.mounted.foot-to-hit: -1 at him, not at his horse; nothing from another saddle."""
    table = saddled()
    assert parts(table, "o", "R", "long sword")["adnd.mounted.foot-to-hit"] == -1
    assert "adnd.mounted.foot-to-hit" not in parts(table, "o", "H", "long sword")
    joust = arena(". H . h .", rides={"R": "H", "r": "h"}, H=HORSE, h=HORSE, R=LANCER, r=LANCER)
    assert "adnd.mounted.foot-to-hit" not in parts(joust, "r", "R", "long sword")


def test_a_mount_that_is_no_war_horse_spoils_the_blow():
    """adnd.mounted.untrained: -2 from its back."""
    assert parts(saddled(horse=HACK), "R", "o", "long sword")["adnd.mounted.untrained"] == -2
    assert "adnd.mounted.untrained" not in parts(saddled(), "R", "o", "long sword")


@pytest.mark.parametrize(("die", "bolts"), [(13, False), (14, True)])
def test_wounded_it_bolts_unless_it_is_mastered(die, bolts):
    """adnd.mounted.untrained: a Riding check, Wisdom 10 + 3; failed, it runs for 1d4 rounds."""
    dice = f"d20:19 d12:1 d20:{die}" + (" d4:2" if bolts else "")
    table = saddled(NEXT_TO, horse=HACK, dice=dice)
    orc = table.battle["o"]
    core.strike(table, Blow(table.battle, orc, table.battle["H"], arm_of(orc, "long sword"), MELEE), -1)

    (checked,) = told(table.log.events, ScoreChecked)
    assert (checked.score, mounted.UNTRAINED in checked.cites) == (13, True)
    assert bool(table.battle["R"].flags & UNRULY) == bolts
    spent(table)


def test_a_war_horse_does_not_bolt():
    """adnd.mounted.untrained: no check is made."""
    table = saddled(NEXT_TO, dice="d20:19 d12:1")
    orc = table.battle["o"]
    core.strike(table, Blow(table.battle, orc, table.battle["H"], arm_of(orc, "long sword"), MELEE), -1)
    assert not told(table.log.events, ScoreChecked)


def test_on_a_mount_that_bolts_one_has_no_say():
    """adnd.mounted.untrained: where it goes is refused to the rider; once it has calmed down it is not."""
    table = saddled(horse=HACK)
    goal = Move(square(table, "a1"))
    assert not why_not(table, "R", goal)
    table.tell(ConditionBegan(-1, "R", "unruly", (), "H"))
    assert mounted.UNTRAINED in why_not(table, "R", goal)

    first = len(table.log.events)
    mounted.bolt(table, -1)
    (moved,) = told(table.log.events[first:], Moved)
    assert moved.gait == "run"
    assert moved.halves // 2 <= 36


# Movement.


def test_nobody_casts_while_his_mount_bolts():
    """adnd.core.spell.no-move-no-dex: in the round of casting the caster does not move, whoever carries him."""
    for bolts in (False, True):
        table = arena(". . . H . . o\n. . . . . . .", H=HACK, R=sheet("wizard-5", player=True), o=ORC, rides={"R": "H"})
        declare(table, "R", Cast("magic missile", ("o", "o", "o")))
        table.battle.ledger["R"].initiative = 10
        if bolts:
            table.tell(ConditionBegan(-1, "R", "unruly", (), "H"))
            mounted.bolt(table, -1)
        core_spell.begin_due(table, ("R",))

        assert bool(told(table.log.events, IncantationBegan)) is not bolts


def test_a_rider_moves_as_far_as_his_mount():
    """adnd.mounted.movement: 24 squares and not his own 9, both together, on his initiative."""
    table = saddled("H" + " ." * 30 + " o")
    far = Move(square(table, "y1"))
    assert move.rate(table.battle, table.battle["R"]) == 24
    assert not why_not(table, "R", far)
    declare(table, "R", far)
    act(table, "R", far)

    assert table.battle["H"].square == table.battle["R"].square == square(table, "y1")


def test_the_mount_goes_where_the_rider_has_it_go():
    """adnd.mounted.movement: it gets no orders of its own to move; without a rider it does."""
    table = saddled()
    goal = Move(square(table, "a1"))
    assert mounted.MOVEMENT in why_not(table, "H", goal)
    free = arena(FIELD, H=HORSE, o=ORC)
    assert not why_not(free, "H", goal)


def test_a_war_horse_fights_under_its_rider():
    """adnd.mounted.movement: it declares its own hooves, with its own initiative; a hack does nothing."""
    table = saddled(NEXT_TO, dice="d10:5 d10:5 d10:5 d20:2 d20:2")
    asked = []
    while (me := next_to_declare(table.battle)) is not None:
        asked.append(me.id)
        declare(table, me.id, FullAttack("o", "hoof") if me.id == "H" else End())
    assert asked == ["H", "o", "R"]
    initiative.roll(table, -1)
    hooves = next(thrown for thrown in told(table.log.events, InitiativeThrown) if thrown.who == "H")
    assert [part.value for part in hooves.parts] == [6]
    assert told(act(table, "H", Attack("o", "hoof")), AttackMade)

    assert not mounted.declares(saddled(horse=HACK).battle["H"])


def test_rider_and_mount_face_the_same_way():
    """adnd.mounted.movement: whoever of them turns, the other turns too."""
    table = saddled()
    move.turn(table, table.battle["R"], 4, -1, move.OWN_TURN)

    assert table.battle["H"].facing == 4
    assert mounted.MOVEMENT in told(table.log.events, Faced)[-1].cites


@pytest.mark.parametrize(
    ("squares", "rule"), [(9, "adnd.style.missile.melee-comparison"), (20, "adnd.mounted.movement")]
)
def test_however_far_it_goes_the_rider_has_one_blow(squares, rule):
    """adnd.mounted.movement: after more than half of its movement too, which on foot leaves none."""
    table = saddled("H" + " ." * 30 + " o")
    goal = Move(square(table, f"{chr(97 + squares)}1"))
    declare(table, "R", goal)
    (reserved,) = told(act(table, "R", goal), BlowReserved)

    assert rule in reserved.cites


# Up and down.


def test_mounting_takes_a_round():
    """adnd.mounted.mount-dismount: it is the action of the round; a free horse beside one, and no smaller than that."""
    table = arena(". F H o\n. . . .", F=LANCER, H=HORSE, o=ORC)
    assert mounted.GETTING_UP in why_not(table, "F", Mount("o"))
    assert not why_not(table, "F", Mount("H"))
    declare(table, "F", Mount("H"))
    assert told(activate(table, "F"), Mounted)
    assert (table.battle["F"].mount, table.battle["H"].rider) == ("H", "F")


def test_one_cannot_mount_from_afar():
    """adnd.mounted.mount-dismount: two squares off it is refused, beside it it is not."""
    far = arena("F . H o", F=LANCER, H=HORSE, o=ORC)
    near = arena(". F H o", F=LANCER, H=HORSE, o=ORC)
    assert why_not(far, "F", Mount("H")) == (mounted.GETTING_UP,)
    assert not why_not(near, "F", Mount("H"))


def test_dismounting_takes_half_a_move():
    """adnd.mounted.mount-dismount: to a free square beside the mount, and a blow is left."""
    table = saddled()
    beside = Dismount(square(table, "a1"))
    assert why_not(table, "R", Dismount(square(table, "j4"))) == (mounted.GETTING_UP,)
    assert not why_not(table, "R", beside)
    declare(table, "R", beside)
    events = activate(table, "R")

    assert told(events, Dismounted)
    assert mounted.GETTING_UP in told(events, Walked)[0].cites
    assert told(events, BlowReserved)


@pytest.mark.parametrize(("die", "lies"), [(13, False), (14, True)])
def test_when_the_mount_falls_the_rider_may_land_on_his_feet(die, lies):
    """adnd.mounted.unhorsed: by a Riding check; else he lies there and takes 1d6."""
    table = saddled(dice=f"d20:{die}" + (" d6:4" if lies else ""))
    table.battle["H"].hit_points = 0
    core.settle(table)
    rider = table.battle["R"]

    assert told(table.log.events, Dismounted)
    assert (bool(rider.flags & PRONE), [harm.amount for harm in told(table.log.events, DamageDealt)]) == (
        (True, [4]) if lies else (False, [])
    )
    assert mounted.UNHORSED in told(table.log.events, ScoreChecked)[0].cites
    spent(table)


def test_the_unskilled_fall_without_a_die():
    """adnd.mounted.unhorsed: who cannot ride fails."""
    table = saddled(rider=sheet("fighter-5", player=True), dice="d6:2")
    table.battle["H"].hit_points = 0
    core.settle(table)

    assert table.battle["R"].flags & PRONE
    spent(table)


# In the air.

WYVERN = sheet("wyvern", player=True)
SKY = """
    o o o . . . . . . . . . . . . .
    o o o . : . . ~ . % . . . . A .
    o o o . : . . ~ . % . . . . . .
"""


def aloft(height=6, **keys):
    """A wyvern so many squares above the ground, and a fighter."""
    table = arena(SKY, A=sheet("fighter-5", player=True), o=WYVERN, **keys)
    if height:
        table.tell(Flew(-1, "o", height, ()))
    return table


def test_a_flyer_goes_over_everything():
    """adnd.mounted.flight: 24 squares of its flying rate, rubble, water and low walls the same; a walker is slower."""
    table = aloft(0)
    wyvern = table.battle["o"]
    way = move.route(table.battle, wyvern, square(table, "k1"), 24)

    assert move.rate(table.battle, wyvern) == 24
    assert move.price(table.battle, wyvern, way) == 20


def test_it_states_its_height():
    """adnd.mounted.flight: it rises as it moves; those on the ground cannot."""
    table = aloft(0)
    up = Move(square(table, "k1"), height=6)
    declare(table, "o", up)
    assert told(act(table, "o", up), Flew)[0].altitude == 6
    assert mounted.FLIGHT in why_not(aloft(0), "A", Move(square(table, "p3"), height=3))
    assert mounted.FLIGHT in why_not(aloft(0), "o", Move(square(table, "k1"), height=30))
    assert not why_not(aloft(0), "o", up)


def test_nobody_strikes_what_is_too_high():
    """adnd.mounted.flight: melee needs a height within reach."""
    for height, rules in ((0, ()), (1, ()), (2, ()), (6, (melee.REACH,))):
        table = arena("o o o . .\no o o A .\no o o . .", A=sheet("fighter-5", player=True), o=WYVERN)
        table.tell(Flew(-1, "o", height, ()))
        me, wyvern = table.battle["A"], table.battle["o"]
        assert melee.reaches(table.battle, me, wyvern, arm_of(me, "long sword")) == rules or height == 2
        assert gap(table.battle, me, wyvern) == max(1, height - sheet("fighter-5").height + 1)


def test_from_above_is_higher_ground():
    """adnd.mounted.flight: +1 to hit for whoever comes down on somebody."""
    table = arena("o o o . .\no o o A .\no o o . .", A=sheet("fighter-5", player=True), o=WYVERN)
    assert mounted.FLIGHT not in parts(table, "o", "A", "bite")
    table.tell(Flew(-1, "o", 1, ()))
    assert parts(table, "o", "A", "bite")[mounted.FLIGHT] == 1


def test_a_dive_is_a_charge():
    """adnd.mounted.flight: from six squares up upon a man: down to his height, and +2."""
    table = aloft(6, dice="d20:2 d20:2")
    lanes = charge.lanes(table.battle, table.battle["o"], table.battle["A"], "bite")
    dive = Charge("A", lanes[0], "bite")
    assert not why_not(table, "o", dive)
    declare(table, "o", dive)
    events = activate(table, "o")

    assert told(events, Flew)[0].altitude == 0
    assert {part.rule: part.value for part in told(events, AttackMade)[0].parts}["adnd.charge.to-hit"] == 2


def test_felled_in_flight_it_falls():
    """adnd.mounted.flight: the dead come down; a rider falls with it, 1d6 for every two squares."""
    table = aloft(6)
    table.battle["o"].hit_points = 0
    core.settle(table)
    assert told(table.log.events, Flew)[-1].altitude == 0

    griffon = sheet("light-war-horse", player=True, fly=24)
    table = saddled(horse=griffon, dice="d20:2 d6:3 d6:3")
    table.tell(Flew(-1, "H", 4, ()))
    table.battle["H"].hit_points = 0
    core.settle(table)
    assert [harm.amount for harm in told(table.log.events, DamageDealt) if harm.target == "R"] == [6]
    spent(table)


@pytest.mark.parametrize(
    ("weapon", "bits", "points"),
    [("heavy lance", MELEE | CHARGING, 12), ("heavy lance", MELEE, 6), ("long sword", MELEE | CHARGING, 5)],
)
def test_the_lance_of_a_charging_rider_does_double_damage(weapon, bits, points):
    """adnd.charge.mounted-lance: its dice (1d8+1), what is added once; a sword does not, nor a lance at a stand."""
    table = saddled(dice="d8:5")
    me = table.battle["R"]
    core.harm(table, Blow(table.battle, me, table.battle["o"], arm_of(me, weapon), bits), -1)
    (harm,) = told(table.log.events, DamageDealt)

    assert harm.amount - sum(part.value for part in harm.parts) == points
    assert ("adnd.charge.mounted-lance" in harm.cites) == (points == 12)


def test_on_foot_it_is_an_ordinary_lance():
    """adnd.charge.mounted-lance: the mount's movement makes the charge."""
    table = arena(". R . o .", R=LANCER, o=ORC, dice="d8:5")
    me = table.battle["R"]
    core.harm(table, Blow(table.battle, me, table.battle["o"], arm_of(me, "heavy lance"), MELEE | CHARGING), -1)

    assert "adnd.charge.mounted-lance" not in told(table.log.events, DamageDealt)[0].cites


def test_a_saddle_is_offered_that_is_empty():
    """adnd.mounted.mount: the free horse of one's own side, not the ridden one, nor the enemy's."""
    drawing = """
        . . . . . .
        H A K . . h
        . . . . . .
    """
    table = arena(drawing, rides={"R": "K"}, H=HORSE, A=ORC, K=HORSE, R=LANCER, h=HORSE)

    assert list(BOOK.offers(table.battle, "A").of(Mount)) == [Mount("H")]


@pytest.mark.parametrize(("size", "carries"), [("large", True), ("medium", False), ("small", False)])
def test_a_mount_is_bigger_than_its_rider(size, carries):
    """adnd.mounted.mount: by a size at least."""
    table = arena(". . . . .\nA H . . o", A=sheet("fighter-3", player=True), H=sheet("riding-horse", size=size), o=ORC)

    assert (why_not(table, "A", Mount("H")) == ()) is carries


def test_who_is_held_does_not_mount():
    """adnd.mounted.mount-dismount: nor does who lies on the ground."""
    for state in ("", "held", "prone"):
        table = arena(". R H . o", R=sheet("fighter-3", player=True), H=HORSE, o=ORC)
        if state:
            condition(table, "R", state, "o" if state == "held" else "")
        assert bool(why_not(table, "R", Mount("H"))) is bool(state)


def test_on_two_legs_only_a_flyer_carries_a_rider():
    """adnd.mounted.mount-dismount: an ogre does not; a wyvern, which has no more of them, does."""
    for legs, fly, carries in ((4, 0, True), (2, 0, False), (2, 18, True)):
        beast = sheet("light-war-horse", legs=legs, fly=fly, player=True)
        table = arena(". R H . o", R=sheet("fighter-3", player=True), H=beast, o=ORC)
        assert bool(why_not(table, "R", Mount("H"))) is not carries


def test_it_bolts_as_far_from_the_enemy_as_it_gets_whoever_else_is_there():
    """adnd.mounted.untrained: into the corner, to the side of a friend."""
    rider = sheet("fighter-3", player=True)
    table = arena(". . . . H . o\nB . . . . . .", H=HACK, R=rider, B=rider, o=ORC, rides={"R": "H"})
    table.tell(ConditionBegan(-1, "R", "unruly", (), "H"))
    mounted.bolt(table, -1)

    assert table.battle["H"].square == square(table, "a1")


def test_one_mount_that_cannot_bolt_keeps_no_other_from_it():
    """adnd.mounted.untrained: the second runs, though the first lies unconscious."""
    rider = sheet("fighter-3", player=True)
    table = arena(". . H . . o\n. . K . . .", H=HACK, K=HACK, R=rider, S=rider, o=ORC, rides={"R": "H", "S": "K"})
    for who, horse in (("R", "H"), ("S", "K")):
        table.tell(ConditionBegan(-1, who, "unruly", (), horse))
    condition(table, "H", "stunned")
    mounted.bolt(table, -1)

    assert [moved.who for moved in told(table.log.events, Moved)] == ["S"]


def test_a_flyer_may_land_at_the_end_of_its_way():
    """adnd.mounted.flight: a stated height of 0 is the ground."""
    table = arena("w . . . . .\n. . . . . .\n. . . . . o", w=sheet("wyvern", player=True), o=ORC, sides={"w": "upper"})
    table.battle["w"].altitude = 4
    declare(table, "w", Move(square(table, "c1"), height=0))
    act(table, "w", Move(square(table, "c1"), height=0))

    assert table.battle["w"].altitude == 0
