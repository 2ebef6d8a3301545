"""Missiles: ranges, lines of fire, cover, shots into a melee, what is hurled, volleys and breath."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.adnd import AttackMade, SavingThrowRolled
from sim.events.adnd_missile import HurledLanded, HurledRecovered, LeftUnloaded, MissilesLoosed
from sim.events.attacks import DamageDealt
from sim.events.course import Answered, TargetDrawn
from sim.events.equipment import Reloaded
from sim.events.orders import Attack, Choose, Drop, FullAttack, Opportunity, PickUp
from sim.grid.figures import Edge
from sim.rules.adnd import core, missile
from sim.rules.adnd.declare import HURLED, MISSILE, Blow, arm_of
from sim.rules.adnd.muster import Roster
from sim.tables.adnd_figures import COVER, SIZE
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

ARCHER = sheet("archer-7", player=True)
ORC = sheet("orc", player=True)
BOW = "long bow"


def shot(table, who="A", target="o", weapon=BOW, bits=MISSILE):
    """The parts of a shot by their rules."""
    battle = table.battle
    me = battle[who]
    blow = Blow(battle, me, battle[target], arm_of(me, weapon), bits)
    return {part.rule: part.value for part in core.attack_parts(blow)}, blow.cites


def line(squares, between="."):
    """A drawing of A and o so many squares apart."""
    return "A " + f"{between} " * (squares - 1) + "o"


# Ranges and lines.


@pytest.mark.parametrize(
    ("squares", "band"),
    [(1, "short"), (46, "short"), (47, "medium"), (93, "medium"), (94, "long"), (140, "long"), (141, "")],
)
def test_a_bow_has_its_bands(squares, band):
    """adnd.missile.range-bands: flight arrows carry 70, 140 and 210 m, a square is 1.5 m; farther there is no shot."""
    table = arena(line(squares), A=ARCHER, o=ORC)
    me, orc = table.battle["A"], table.battle["o"]

    assert missile.band(table.battle, me, orc, arm_of(me, BOW)) == band


def test_beyond_its_range_nobody_can_shoot():
    """adnd.missile.range-bands: at 141 squares the shot is refused, at 140 it is not."""
    for squares, rules in ((140, ()), (141, (missile.BANDS,))):
        table = arena(line(squares), A=ARCHER, o=ORC)
        declare(table, "A", FullAttack("o", BOW))
        activate(table, "A")
        assert why_not(table, "A", Attack("o", BOW)) == rules


@pytest.mark.parametrize(("squares", "value"), [(46, 0), (47, -2), (94, -5)])
def test_far_shots_are_harder(squares, value):
    """adnd.missile.range-modifiers: -2 at medium range, -5 at long."""
    parts, _ = shot(arena(line(squares), A=ARCHER, o=ORC))

    assert parts.get("adnd.missile.range-modifiers", 0) == value


def test_under_a_low_roof_ranges_are_a_third():
    """adnd.missile.indoor: 16 squares are 24 m, of 23 m of short range: medium; by the option, and indoors, alone."""
    for options, value in (
        ({}, 0),
        ({"place": "indoors"}, 0),
        ({"indoor_range": "on"}, 0),
        ({"place": "indoors", "indoor_range": "on"}, -2),
    ):
        parts, cites = shot(arena(line(16), A=ARCHER, o=ORC, options=options))
        assert parts.get("adnd.missile.range-modifiers", 0) == value
        assert (missile.INDOOR in cites) == bool(value)


def test_indoors_a_shot_falls_short():
    """adnd.missile.indoor: at 50 squares, 75 m, it is beyond the 70 m that are left, refused; outdoors it is not."""
    roofed = {"place": "indoors", "indoor_range": "on"}
    for options, band in ((roofed, ""), ({}, "medium")):
        table = arena(line(50), A=ARCHER, o=ORC, options=options)
        me = table.battle["A"]
        assert missile.band(table.battle, me, table.battle["o"], arm_of(me, BOW)) == band
        assert missile.why_not(table.battle, me, table.battle["o"], arm_of(me, BOW)) == (
            () if band else (missile.BANDS,)
        )


def test_a_wall_stops_every_line():
    """adnd.missile.line-of-fire: wholly hidden, it cannot be shot at; round the end of the wall it can."""
    hidden = arena(". . # . .\nA . # . o\n. . # . .", A=ARCHER, o=ORC)
    seen = arena(". . . . .\nA . . . o\n. . # . .", A=ARCHER, o=ORC)

    for table, rules in ((hidden, (missile.LINE,)), (seen, ())):
        me = table.battle["A"]
        assert missile.why_not(table.battle, me, table.battle["o"], arm_of(me, BOW)) == rules


# Into a melee.

MELEE_FIELD = """
    . . . . . . . . .
    A . . . . . F o .
    . . . . . . . g .
"""


def brawl(dice="", **keys):
    """An archer shoots at an orc whom a friend fights, a goblin and a halfling-sized foe beside them."""
    return arena(MELEE_FIELD, dice=dice, **({"A": ARCHER, "F": "fighter-5", "o": ORC, "g": "ogre"} | keys))


def test_anybody_in_the_thick_of_it_may_be_shot_at():
    """adnd.missile.into-melee.candidates: the target and all who fight beside it, friends too, in their order."""
    table = brawl()
    among = missile.thick(table.battle, table.battle["A"], table.battle["o"])

    assert [one.id for one in among] == ["F", "o", "g"]


@pytest.mark.parametrize(
    ("size", "weight"), [("tiny", 2), ("small", 3), ("medium", 6), ("large", 12), ("huge", 24), ("gargantuan", 36)]
)
def test_each_weighs_by_its_size(size, weight):
    """adnd.missile.into-melee.weights: in sixths 2, 3, 6, 12, 24, 36."""
    assert SIZE[size].weight == weight


@pytest.mark.parametrize(("die", "struck"), [(1, "o"), (6, "o"), (7, "F"), (12, "F"), (13, "g"), (24, "g")])
def test_one_die_names_whom_the_arrow_goes_to(die, struck):
    """adnd.missile.into-melee.roll, .weights: 6 sixths for the orc, 6 for the fighter, 12 for the ogre: a d24."""
    table = brawl(f"d24:{die} d20:2")
    events = act_shot(table)

    (drawn,) = told(events, TargetDrawn)
    assert (drawn.among, drawn.struck) == (("o", "F", "g"), struck)
    assert {missile.CANDIDATES, missile.WEIGHTS, missile.ROLL} <= set(drawn.cites)
    assert told(events, AttackMade)[0].target == struck
    spent(table)


def act_shot(table, who="A", target="o", weapon=BOW):
    """Somebody shoots once at somebody."""
    declare(table, who, FullAttack(target, weapon))
    return act(table, who, Attack(target, weapon))


def test_a_target_alone_is_shot_at_without_a_die():
    """adnd.missile.into-melee.candidates: nobody else is in it."""
    events = act_shot(arena(line(5), A=ARCHER, o=ORC, dice="d20:2"))

    assert not told(events, TargetDrawn)


def test_who_is_wholly_hidden_is_not_struck_by_chance():
    """adnd.missile.into-melee.candidates, adnd.missile.line-of-fire: the friend behind the wall is in no danger."""
    field = """
        . . . . A
        . . . . .
        . . # . .
        . F o . .
    """
    events = act_shot(arena(field, A=ARCHER, F="fighter-5", o=ORC, dice="d20:2"))

    assert not told(events, TargetDrawn)
    assert told(events, AttackMade)[0].target == "o"


def test_a_shot_through_a_melee_is_shot_into_it():
    """adnd.missile.into-melee.through: the orc behind is meant, and the fight in front is in the way."""
    table = arena("A . . F p . . . o", A=ARCHER, F="fighter-5", p=ORC, o=ORC, dice="d12:7 d20:2")
    (drawn,) = told(act_shot(table), TargetDrawn)

    assert missile.THROUGH in drawn.cites
    assert (drawn.among, drawn.struck) == (("F", "p"), "p")


def test_nobody_whom_the_shooter_cannot_see_is_in_the_way():
    """adnd.missile.into-melee.through, adnd.missile.line-of-fire: the fighter on the line stands behind the walls."""
    field = """
        o F # . . . . .
        . . . . . # . .
        . . . . . . . A
    """
    table = arena(field, A=ARCHER, F="fighter-5", o=ORC, dice="d20:2")
    events = act_shot(table)

    assert not told(events, TargetDrawn)
    assert told(events, AttackMade)[0].target == "o"


def test_the_one_aimed_at_comes_first_of_those_in_the_way():
    """
    adnd.missile.into-melee.roll: the intended target first, then by combatant order, whoever is nearest the shooter.
    """
    field = "A . . . F p\n. . . . . q"
    table = arena(field, A=ARCHER, F="fighter-5", p=ORC, q=ORC, dice="d18:7 d20:2")
    (drawn,) = told(act_shot(table, target="q"), TargetDrawn)

    assert (drawn.among, drawn.struck) == (("q", "F", "p"), "F")


def test_not_at_somebody_beside_the_shooter():
    """adnd.missile.into-melee.through: nothing is between them."""
    table = arena("A o . . F p", A=ARCHER, F="fighter-5", o=ORC, p=ORC)

    assert missile.first_melee(table.battle, table.battle["A"], table.battle["o"]) is table.battle["o"]


@given(die=st.integers(1, 24))
def test_nobody_outside_the_melee_is_ever_struck(die):
    """adnd.missile.into-melee.candidates: whatever the die shows, it is one of those who were in it."""
    events = act_shot(brawl(f"d24:{die} d20:2"))

    assert told(events, AttackMade)[0].target in told(events, TargetDrawn)[0].among


# Cover and concealment.


@pytest.mark.parametrize(("step", "cover", "veil"), [(25, 2, 1), (50, 4, 2), (75, 7, 3), (90, 10, 4)])
def test_what_shelter_is_worth(step, cover, veil):
    """adnd.missile.cover, adnd.missile.concealment: by quarters; concealment gives half as much."""
    place = COVER.steps.index(step)

    assert (COVER.cover[place], COVER.concealment[place]) == (cover, veil)


@pytest.mark.parametrize(
    ("drawing", "value"),
    [
        ("A . . . . o\n. . . . . .", 0),
        ("A . . . .\n. . . . .\n. # . . .\n. . . o .", -2),
        ("A . # .\n. . . o", -4),
    ],
)
def test_cover_is_seen_corner_by_corner(drawing, value):
    """adnd.missile.cover.grid: the corners of its square that the shooter's center does not see."""
    table = arena(drawing, A=ARCHER, o=ORC)
    parts, cites = shot(table)

    assert parts.get("adnd.missile.cover", 0) == value
    if value:
        assert missile.GRID in cites
        shelter = missile.cover(table.battle, table.battle["A"], table.battle["o"])
        assert COVER.cover[shelter.step - 1] == -value


def test_a_low_wall_beside_the_target_covers_half_of_it():
    """adnd.missile.cover.grid: the map's rating; a low wall beside the shooter covers nobody."""
    assert shot(arena("A . . . % o", A=ARCHER, o=ORC))[0]["adnd.missile.cover"] == -4
    assert "adnd.missile.cover" not in shot(arena("A % . . . o", A=ARCHER, o=ORC))[0]


@pytest.mark.parametrize(("name", "value"), [("", -4), ("kneeling", -7), ("prone", -10)])
def test_who_crouches_behind_it_is_covered_better(name, value):
    """adnd.missile.cover.low: one step kneeling, two lying, and then attackers have no use of its position."""
    table = arena("A . . . % o", A=ARCHER, o=ORC)
    if name:
        condition(table, "o", name)
    parts, cites = shot(table)

    assert parts["adnd.missile.cover"] == value
    assert (missile.LOW in cites) == bool(name)


def test_bystanders_are_cover():
    """adnd.missile.cover.creatures: one on the line 25%, two 50%; none beside the shooter, much smaller, lying."""
    assert shot(arena("A . . p . . o", A=ARCHER, p=ORC, o=ORC))[0]["adnd.missile.cover"] == -2
    assert shot(arena("A . . p . q . . o", A=ARCHER, p=ORC, q=ORC, o=ORC))[0]["adnd.missile.cover"] == -4
    two = arena("A . . p . q . . o", A=ARCHER, p=ORC, q=ORC, o=ORC)
    assert missile.CREATURES in shot(two)[1]
    for table in (
        arena("A P . . . . o", A=ARCHER, P="fighter-5", o=ORC),
        arena("A . . p . . o", A=ARCHER, p="giant-rat", o=sheet("ogre", player=True)),
    ):
        assert "adnd.missile.cover" not in shot(table)[0]
    condition(two, "p", "prone")
    assert shot(two)[0]["adnd.missile.cover"] == -2


def test_foliage_and_fog_conceal():
    """adnd.missile.concealment: bushes -1, fog -3; of cover and concealment only the greater counts."""
    assert shot(arena("A . , . o", A=ARCHER, o=ORC))[0]["adnd.missile.concealment"] == -1
    assert shot(arena("A . f . o", A=ARCHER, o=ORC))[0]["adnd.missile.concealment"] == -3
    parts, _ = shot(arena("A . f . % o", A=ARCHER, o=ORC))
    assert parts["adnd.missile.cover"] == -4
    assert "adnd.missile.concealment" not in parts


# Who may shoot.


def test_a_bow_takes_both_hands():
    """adnd.missile.hands: with a sword in the other hand it is refused, with that hand free again it is not."""
    table = arena(line(5), A=sheet("archer-7", held=(BOW, "short sword")), o=ORC)
    order = FullAttack("o", BOW)

    assert missile.HANDS in why_not(table, "A", order)
    act_drop(table, "A", "short sword")
    assert not why_not(table, "A", order)


def act_drop(table, who, what):
    """Let something fall while declaring."""
    give(table, who, Drop(what))


def test_a_dart_takes_one_hand():
    """adnd.missile.hands: it is hurled with a shield on the other arm."""
    table = arena(line(5), A=sheet("dart-thrower-7", shield=Roster().creature("priest-5").shield), o=ORC)

    assert not why_not(table, "A", FullAttack("o", "dart"))


def test_the_stock_is_counted():
    """adnd.missile.ammunition: with the last arrow gone there is no further shot."""
    table = arena(line(5), A=ARCHER, o=ORC)
    me, orc = table.battle["A"], table.battle["o"]
    bow = arm_of(me, BOW)
    assert core.missile_of(me, bow).name == "flight arrow"

    me.ammunition = ((BOW, 20),)
    assert core.missile_of(me, bow).name == "sheaf arrow"
    me.ammunition = ((BOW, 40),)
    assert missile.why_not(table.battle, me, orc, bow) == (missile.AMMUNITION,)
    assert missile.AMMUNITION in why_not(table, "A", FullAttack("o", BOW))
    me.ammunition = ((BOW, 39),)
    assert not why_not(table, "A", FullAttack("o", BOW))


def test_shooting_under_an_enemys_eyes_gives_him_a_free_attack():
    """adnd.missile.threatened: before the shot; hurling at that very enemy gives none."""
    table = arena("A o . .", A=ARCHER, o=ORC, dice="d20:2", answers=[])
    events = act_shot(table)
    (asked,) = told(events, Answered)
    assert asked.question == Opportunity("A", "shooting")
    assert missile.THREATENED in asked.cites

    for target, asked_first in (("o", False), ("p", True)):
        thrower = arena("A o .\n. . .\n. . .\np . .", A="dart-thrower-7", o=ORC, p=ORC, dice="d20:2")
        assert bool(told(act_shot(thrower, target=target, weapon="dart"), Answered)) == asked_first


def test_a_crossbow_that_cannot_be_loaded_stays_unloaded():
    """adnd.missile.hands: with a hand full; once it is free it is loaded as the next round begins."""
    table = arena(line(5), A=sheet("crossbowman-7", player=True), o=ORC, dice="d20:2")
    me = table.battle["A"]
    me.held = ("light crossbow", "short sword")
    blow = Blow(table.battle, me, table.battle["o"], arm_of(me, "light crossbow"), MISSILE)
    core.strike(table, blow, -1)
    assert told(table.log.events, LeftUnloaded)

    me.held = ("light crossbow",)
    assert told(next_round(table), Reloaded)


# What is hurled.


def test_a_hurled_weapon_lies_where_it_struck_or_beyond():
    """adnd.missile.hurled-lands: in the target's square after a hit, behind it after a miss."""
    for die, column in ((19, "f1"), (2, "g1")):
        dice = f"d20:{die}" + (" d2:1" if die > 2 else "")
        table = arena(line(5) + " . .", A="dart-thrower-7", o=sheet("ogre", player=True), dice=dice)
        events = act_shot(table, weapon="dart")
        (landed,) = told(events, HurledLanded)
        assert landed.square == square(table, column)
        assert missile.LANDS in landed.cites


def test_what_was_hurled_can_be_picked_up_and_hurled_again():
    """adnd.missile.hurled-lands: it has to be picked up; then it is as good as before."""
    table = arena(line(2) + " .", A=sheet("dart-thrower-7"), o=ORC, dice="d20:2")
    me = table.battle["A"]
    act_shot(table, weapon="dart")
    thing = table.battle.things[0]
    assert dict(me.ammunition) == {"dart": 1}
    table.tell(HurledRecovered(-1, "A", "dart", thing.square, ()))
    assert dict(me.ammunition) == {"dart": 0}
    assert PickUp("dart").item == "dart"


def test_a_thrown_dagger_leaves_the_hand():
    """adnd.missile.ammunition: the last of its kind is no longer held."""
    table = arena(line(3) + " .", A=sheet("fighter-wizard-4", held=("dagger",)), o=ORC, dice="d20:2")
    events = act_shot(table, weapon="dagger")

    assert told(events, AttackMade)[0].mode == "hurled"
    assert "dagger" not in table.battle["A"].held


# Volleys and breath.


def test_a_volley_rolls_for_its_missiles_and_once_for_each():
    """adnd.missile.volley: three spikes at two men who stand together."""
    table = arena(
        "A . . . . . o\nB . . . . . o", A="fighter-5", B="fighter-5", o="manticore",
        dice="d6:3 d20:2 d20:2 d20:2", answers=[Choose("A"), Choose("B"), Choose("A")],
    )  # fmt: skip
    events = act_shot(table, "o", "A", "spikes")

    assert told(events, MissilesLoosed)[0].number == 3
    assert missile.VOLLEY in told(events, MissilesLoosed)[0].cites
    assert [made.target for made in told(events, AttackMade)] == ["A", "B", "A"]
    spent(table)


def test_a_volley_goes_at_targets_close_together():
    """adnd.missile.volley: within a square of each other, and no farther."""
    table = arena(
        "A . . . . . . o\nB . . . . . . o\n. . C . . . . .", A="fighter-5", B="fighter-5", C="fighter-5", o="manticore"
    )
    beast = table.battle["o"]
    found = missile.swarm(table.battle, beast, table.battle["A"], arm_of(beast, "spikes"))

    assert [one.id for one in found] == ["A", "B"]


def test_four_volleys_are_all():
    """adnd.missile.ammunition: a fifth is refused; with one left it is not."""
    table = arena("A . . . . . o\n. . . . . . o", A="fighter-5", o="manticore")
    beast = table.battle["o"]
    for loosed, rules in ((3, ()), (4, (missile.AMMUNITION,))):
        beast.ammunition = (("spikes", loosed),)
        assert missile.why_not(table.battle, beast, table.battle["A"], arm_of(beast, "spikes")) == rules


DRAGON = Roster().resolve(
    {
        "base": "manticore",
        "attacks": [
            {"name": "bite", "damage": "1d8", "kinds": ["piercing"]},
            {
                "name": "fire", "damage": "6d6", "kinds": [], "count": 0, "breath": "line", "length": 8, "volleys": 3,
            },
        ],
    },
    "lair.toml",
)  # fmt: skip


def breath(drawing, dice):
    """A dragon breathes at A; the events."""
    table = arena(drawing, A="fighter-5", o=DRAGON, dice=dice)
    return act_shot(table, "o", "A", "fire"), table


def test_a_breath_needs_no_attack_roll():
    """adnd.missile.breath: everybody in it saves for half."""
    for die, points in ((2, 12), (19, 6)):
        events, table = breath("A . . . o .\n. . . . o .", f"d6:2 d6:2 d6:2 d6:2 d6:2 d6:2 d20:{die}")
        assert not told(events, AttackMade)
        assert told(events, SavingThrowRolled)[0].save == "breath"
        assert [harm.amount for harm in told(events, DamageDealt)] == [points]
        assert missile.BREATH in told(events, DamageDealt)[0].cites
        spent(table)


def test_a_breath_reaches_so_far():
    """adnd.missile.breath: eight squares, and no farther."""
    far = arena("A . . . . . . . . . . . o .\n. . . . . . . . . . . . o .", A="fighter-5", o=DRAGON)
    near = arena("A . . . . . . o .\n. . . . . . . o .", A="fighter-5", o=DRAGON)
    for table, rules in ((far, (missile.BREATH,)), (near, ())):
        beast = table.battle["o"]
        assert missile.why_not(table.battle, beast, table.battle["A"], arm_of(beast, "fire")) == rules


def test_cover_helps_against_breath():
    """adnd.missile.cover.saves: half cover gives +4; at 90% a failed save is half, a made one nothing."""
    events, _ = breath("A % . . . o .\n. . . . . o .", "d6:2 d6:2 d6:2 d6:2 d6:2 d6:2 d20:9")
    (save,) = told(events, SavingThrowRolled)
    assert [(part.value, part.rule) for part in save.parts] == [(4, missile.SAVES)]

    for die, points in ((2, [6]), (19, [])):
        table = arena("A % . . . o .\n. . . . . o .", A="fighter-5", o=DRAGON, dice="d6:2 " * 6 + f"d20:{die}")
        condition(table, "A", "prone")
        events = act_shot(table, "o", "A", "fire")
        assert [harm.amount for harm in told(events, DamageDealt)] == points


def test_hurled_and_shot_are_two_things():
    """adnd.missile.threatened: a blow is shot from a launcher or hurled from the hand, never both."""
    table = arena(line(3), A="dart-thrower-7", o=ORC)
    battle = table.battle
    blow = Blow(battle, battle["A"], battle["o"], arm_of(battle["A"], "dart"), HURLED)

    assert blow.ranged
    assert not blow.bits & MISSILE


def test_foliage_beside_or_behind_the_line_hides_nobody():
    """adnd.missile.concealment: only what the shot passes, and what the target stands in."""
    table = arena("A . . . o ,\n. . . . . ,", A=ARCHER, o=ORC)

    assert missile.concealment(table.battle, table.battle["A"], table.battle["o"]) == 0


def test_what_names_no_weapon_means_no_shot():
    """adnd.missile.range-bands: nor does a blow with something that is not there."""
    table = arena(line(5), A=ARCHER, o=ORC)
    battle = table.battle

    assert missile.meant(battle, battle["A"], FullAttack("o", BOW))
    assert not missile.meant(battle, battle["A"], FullAttack("o", "no such bow"))
    assert not missile.meant(battle, battle["o"], Drop(BOW))


def test_who_kneels_behind_a_slit_has_no_more_cover_than_it_gives():
    """adnd.missile.cover.low: 90% is the most, and kneeling adds nothing to it."""
    table = arena("A . . o . .", A=ARCHER, o=ORC, edges=(Edge("c1", "e", "arrow-slit"),))
    condition(table, "o", "kneeling")

    found = missile.cover(table.battle, table.battle["A"], table.battle["o"])
    assert (found.step, found.rules) == (missile.BEHIND, (missile.GRID,))


def test_of_two_openings_the_narrower_covers():
    """adnd.missile.cover.grid: a window and a slit on one line are as good as the slit."""
    table = arena("A . . . o", A=ARCHER, o=ORC, edges=(Edge("b1", "e", "arrow-slit"), Edge("d1", "e", "window")))

    assert missile.cover(table.battle, table.battle["A"], table.battle["o"]).step == missile.BEHIND


@pytest.mark.parametrize(
    ("heights", "covers"), [((0, 0, 0), True), ((0, 6, 0), False), ((0, 2, 6), True), ((4, 3, 6), False)]
)
def test_who_flies_far_above_a_shot_covers_nobody(heights, covers):
    """adnd.missile.cover.creatures, adnd.mounted.flight: on the line is who is between the heights of its ends."""
    table = arena("A . B . o", A=ARCHER, B="fighter-5", o=ORC)
    for who, height in zip("ABo", heights, strict=True):
        table.battle[who].altitude = height

    assert bool(missile.cover(table.battle, table.battle["A"], table.battle["o"]).step) is covers


def test_a_shot_goes_beneath_a_melee_in_the_air():
    """adnd.missile.into-melee.through: it is not on the line."""
    table = arena("A . . F p . . . o", A=ARCHER, F="fighter-5", p=ORC, o=ORC)
    for who in "Fp":
        table.battle[who].altitude = 6

    assert missile.first_melee(table.battle, table.battle["A"], table.battle["o"]) is None


def test_the_next_one_above_the_shooter_covers_as_if_far_off():
    """adnd.missile.cover.creatures: who is right over the neighbouring square is beside nobody down there."""
    table = arena("A B . . o", A=ARCHER, B="fighter-5", o=ORC)
    me, target = table.battle["A"], table.battle["o"]
    assert missile.cover(table.battle, me, target).step == 0

    table.battle["B"].altitude, target.altitude = 3, 6
    table.battle.changes += 1
    assert missile.cover(table.battle, me, target).step == 1
