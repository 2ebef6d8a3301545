"""The table of critical fumbles, band by band, and what is settled where a result cannot apply."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st
from icepool import d

from sim.core.errors import BadInput
from sim.dice.sources import SeededDice
from sim.events.adnd import AttacksLost, PercentRolled, ScoreChecked
from sim.events.adnd_flight import Flew
from sim.events.adnd_fumbles import Fumbled, WeaponFlew
from sim.events.adnd_hands import ShieldRuined
from sim.events.adnd_missile import HurledLanded
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan
from sim.events.course import Answered
from sim.events.equipment import Dropped, PickedUp
from sim.events.objects import ItemBroken
from sim.events.orders import Attack, Choose, FullAttack
from sim.rules.adnd import fumble_table
from sim.rules.adnd.declare import MELEE, MISSILE, Blow, arm_of
from sim.rules.adnd.fumble import chance
from sim.rules.adnd.mounted import Mounted
from sim.tables.adnd_fumbles import FUMBLES, band, faces, read
from sim.tables.adnd_sheet import Armor
from tests.rules.adnd.arena import act, arena, cited, condition, declare, sheet, spent, square, told

FIELD = """
    . . . . . . . . .
    . . . . . . . . .
    . . . A o . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
"""A stands at d3, o at e3; they face each other, A to the east."""

WITH_FRIEND = FIELD.replace(". . . A o", ". . B A o")
FAR = FIELD.replace("A o . . . .", "A . . . . o")
PLAIN = sheet("fighter-3", hit_points=60)
"""A spear (1d6, speed 6) in hand, chain, a medium shield, a helmet; no adjustments."""
BARE = sheet("wizard-5", hit_points=60)
"""A quarterstaff in both hands; no armor, no shield, no helmet."""


def fumble(
    roll, dice="", *, me=PLAIN, foe="ogre", weapon="", how="strike", field=FIELD, answers=(), setup=None, **others
):
    """A strikes at o, a natural 1: the d100 of the table shows ``roll``, then ``dice`` fall. The table, the events."""
    options = {"fumble": "every-one"} | others.pop("options", {})
    figures = sheet(me) if isinstance(me, str) else me
    weapon = weapon or (figures.held or figures.routine)[0]
    table = arena(field, A=figures, o=foe, dice=f"d20:1 d100:{roll} {dice}", answers=answers, options=options, **others)
    if setup:
        setup(table)
    declare(table, "A", FullAttack("o", weapon, how))
    events = act(table, "A", Attack("o", weapon, how))
    spent(table)
    return table, events


def began(events, name):
    """The beginnings of a condition among the events."""
    return [event for event in told(events, ConditionBegan) if event.condition == name]


def wounds(events):
    """Who is hurt, how much."""
    return [(event.target, event.amount) for event in told(events, DamageDealt)]


# Rolling on it.


def test_the_table_has_25_bands_without_gaps():
    """adnd.fumble.table.roll: every number of a d100 stands in one of 25 bands, and each band does something."""
    assert len(FUMBLES.bands) == 25
    assert sum(last - first + 1 for first, last in map(faces, FUMBLES.bands)) == 100
    assert set(FUMBLES.bands) == set(fumble_table.BANDS)


@given(st.integers(1, 100))
def test_a_number_stands_in_its_band(roll):
    """adnd.fumble.table.roll: 00 is 100."""
    first, last = faces(band(roll))

    assert first <= roll <= last


FREQUENCIES = {
    "01-24": 24, "25-38": 14, "39-40": 2, "41-49": 9, "50-51": 2,
    "52-56": 5, "57-61": 5, "62-63": 2, "64-65": 2, "66": 1,
    "67-69": 3, "70-73": 4, "74-75": 2, "76-77": 2, "78-80": 3,
    "81-82": 2, "83-86": 4, "87-88": 2, "89-91": 3, "92-93": 2,
    "94-95": 2, "96-97": 2, "98": 1, "99": 1, "00": 1,
}  # fmt: skip
"""Of a hundred critical fumbles so many are of each band."""


def test_each_band_has_its_exact_frequency():
    """adnd.fumble.table.roll: of the hundred faces of the die, counted one by one."""
    assert Counter(band(roll) for roll in range(1, 101)) == FREQUENCIES


def test_the_dice_of_fights_come_near_these_odds():
    """
    adnd.fumble.table.roll: in 10,000 seeded rolls no band strays more than four standard deviations from its share.
    """
    dice, rolls = SeededDice(2), 10_000
    found = Counter(band(dice.value(index, 100)) for index in range(rolls))
    for name, percent in FREQUENCIES.items():
        assert (found[name] - percent * rolls // 100) ** 2 <= 16 * rolls * percent * (100 - percent) // 100**2


@pytest.mark.parametrize("needed", [1, 6, 13, 22, 101])
def test_how_likely_a_blow_is_to_end_in_each_band(needed):
    """
    adnd.fumble.optional.check, adnd.fumble.optional.minimum-chance, adnd.fumble.table.roll: a natural 1, a d100 lower
    than the number needed, but at 5% at least, then the band; a second opinion from icepool.
    """
    odds = icepool.tupleize(d(20) == 1, d(100) < max(6, needed), d(100).map(band))
    for name, percent in FREQUENCIES.items():
        assert odds.probability((True, True, name)) == Fraction(1, 20) * Fraction(chance(needed), 100) * percent / 100


def test_a_second_die_reads_the_table():
    """adnd.fumble.table.roll: not the d100 that made it a fumble."""
    _, events = fumble(100, "d100:1 d6:1 d6:2")

    (slip,) = told(events, Fumbled)
    assert slip.roll == 100
    assert "adnd.fumble.table.roll" in slip.cites
    assert [die.sides for die in slip.dice] == [100]


@pytest.mark.parametrize(
    ("line", "wrong", "said"),
    [
        ('"66" = {}', "", "67 to 69 comes where a band beginning with 66 is due"),
        ('"66" = {}', '"sixty" = {}', "is no band"),
        ('"1d6"', '"1d"', "bands.87-88.rounds"),
        ('"00" = { rounds = "2d6" }', "", "the bands end with 99"),
    ],
)
def test_a_table_with_gaps_is_refused(line, wrong, said):
    """A wrong table is one sentence with file, key and what was expected."""
    from sim.tables import files

    text = files.shipped("adnd", "fumbles.toml").read_text(encoding="utf-8")

    with pytest.raises(BadInput, match=said):
        read(text.replace(line, wrong))


# Down.


@pytest.mark.parametrize("roll", [1, 24])
def test_a_stumble_brings_him_to_one_knee(roll):
    """adnd.fumble.table.01-24: kneeling, and off balance: opponents have +2 instead of +1."""
    table, events = fumble(roll)

    (knelt,) = began(events, "kneeling")
    assert "adnd.fumble.table.01-24" in knelt.cites
    assert _bonus(table, "o", "A", "club") == {"kneeling off balance": 2}


@pytest.mark.parametrize("roll", [25, 38])
def test_a_worse_stumble_stretches_him_out(roll):
    """adnd.fumble.table.25-38: prone, and opponents have +4."""
    table, events = fumble(roll)

    assert began(events, "prone")
    assert _bonus(table, "o", "A", "club") == {"prone": 4}


def _bonus(table, who, whom, weapon):
    """What the position of its target is worth to an attacker."""
    from sim.rules.adnd import core
    from sim.rules.adnd.declare import MELEE, Blow, arm_of

    blow = Blow(table.battle, table.battle[who], table.battle[whom], arm_of(table.battle[who], weapon), MELEE)
    words = ("kneeling", "kneeling off balance", "sitting", "prone")
    return {part.type: part.value for part in core.attack_parts(blow) if part.type in words}


def test_who_is_lower_already_stays_there():
    """adnd.fumble.table.gm-judgement: a stumble to one knee changes nothing for somebody who lies."""
    table, events = fumble(10, setup=lambda table: condition(table, "A", "prone"))

    assert not told(events, ConditionBegan)[1:]
    assert table.battle["A"].has("prone")


def test_a_rider_who_stumbles_may_fall_off():
    """adnd.fumble.table.gm-judgement: a failed Riding check lands him prone beside his mount."""
    for die, falls in ((13, False), (14, True)):
        table, events = fumble(
            10,
            f"d20:{die}",
            me=_rider(),
            field=RIDING,
            setup=_mount,
            H="heavy-war-horse",
            weapon="long sword",
        )

        (check,) = told(events, ScoreChecked)
        assert (check.check, check.score, check.success) == ("riding", 13, not falls)
        assert table.battle["A"].has("prone") is falls
        assert bool(table.battle["A"].mount) is not falls


RIDING = FIELD.replace(". . . A o", ". . A H o")


def _rider():
    return sheet("lancer-5", held=("long sword",), riding=("horse",))


def _mount(table):
    table.tell(Mounted(-1, "A", "H", ()))


def test_what_does_not_stumble_loses_its_next_attack():
    """adnd.fumble.table.gm-judgement: a flyer in the air, say, loses an attack besides that of the natural 1."""

    def aloft(table):
        table.battle["A"].altitude = 2
        table.battle["o"].altitude = 2

    _, events = fumble(30, me="wyvern", foe="wyvern", setup=aloft, field=BIG)

    assert not began(events, "prone")
    assert [event.forms for event in told(events, AttacksLost)] == [1]
    assert began(events, "late")


BIG = """
    . . . . . . . . . .
    . . A A A o o o . .
    . . A A A o o o . .
    . . A A A o o o . .
    . . . . . . . . . .
"""


# Armor and shield.


@pytest.mark.parametrize("roll", [39, 40])
def test_damaged_armor_is_a_point_worse(roll):
    """adnd.fumble.table.39-40: chain is AC 6 from now on."""
    table, events = fumble(roll)

    (damage,) = began(events, "damaged-armor")
    assert damage.cites == ("adnd.fumble.table.39-40",)
    assert _ac(table, "A")["damaged armor"] == 1


@pytest.mark.parametrize("roll", [50, 51])
def test_the_second_band_of_damaged_armor(roll):
    """adnd.fumble.table.50-51: the same again, and damage adds up."""
    table, events = fumble(roll, setup=lambda table: condition(table, "A", "damaged-armor", value=39))

    assert began(events, "damaged-armor")[0].cites == ("adnd.fumble.table.50-51",)
    assert _ac(table, "A")["damaged armor"] == 2


def _ac(table, who):
    """The parts of an Armor Class, by name."""
    from sim.rules.adnd import core
    from sim.rules.adnd.declare import MELEE, Blow

    other = "o" if who != "o" else "A"
    target, foe = table.battle[who], table.battle[other]
    blow = Blow(table.battle, foe, target, foe.sheet.unarmed, MELEE)
    return {part.type: part.value for part in core.ac_parts(blow)}


def test_armor_that_gives_nothing_any_more_is_none():
    """adnd.fumble.table.39-40: damage accumulates until it protects no better than AC 10."""
    leather = sheet("fighter-3", armor=Armor("leather", 8), hit_points=60)

    def torn(table):
        condition(table, "A", "damaged-armor", value=39)
        condition(table, "A", "damaged-armor", value=50)

    table, events = fumble(39, "d6:3", me=leather, setup=torn)

    assert not began(events, "damaged-armor")
    assert wounds(events) == [("A", 1)]
    assert _ac(table, "A")["damaged armor"] == 2


@pytest.mark.parametrize(
    ("roll", "rule"), [(39, "adnd.fumble.table.39-40.no-armour"), (51, "adnd.fumble.table.50-51.no-armour")]
)
def test_without_armor_the_blow_comes_home(roll, rule):
    """adnd.fumble.table.39-40.no-armour, adnd.fumble.table.50-51.no-armour: half damage to himself."""
    _, events = fumble(roll, "d6:5", me=BARE)

    (hurt,) = told(events, DamageDealt)
    assert (hurt.target, hurt.amount) == ("A", 2)
    assert {rule, "adnd.fumble.half-damage"} <= set(hurt.cites)
    assert "adnd.fumble.table.gm-judgement" not in hurt.cites


def test_a_hide_is_no_armor():
    """adnd.fumble.table.gm-judgement: natural armor cannot be damaged; half the blow comes home."""
    _, events = fumble(40, "d4:4", me="lion", weapon="claw", foe=PLAIN)

    (hurt,) = told(events, DamageDealt)
    assert (hurt.target, hurt.amount) == ("A", 2)
    assert "adnd.fumble.table.gm-judgement" in hurt.cites


@pytest.mark.parametrize("roll", [52, 56])
def test_the_shield_comes_loose(roll):
    """adnd.fumble.table.52-56: it covers nobody until it is readjusted."""
    table, events = fumble(roll)

    assert began(events, "loose-shield")
    assert "shield" not in _ac(table, "A")


def test_without_a_shield_the_weapon_slips_away():
    """adnd.fumble.table.52-56.no-shield: in one of eight directions, 2d6 feet."""
    table, events = fumble(54, "d6:2 d6:3 d8:5", me=BARE)

    (flown,) = told(events, WeaponFlew)
    assert "adnd.fumble.table.52-56.no-shield" in flown.cites
    assert (flown.feet, flown.direction) == (5, 6)
    assert table.battle["A"].held == ()


# The weapon.


@pytest.mark.parametrize("roll", [41, 49])
def test_the_weapon_slips_away(roll):
    """adnd.fumble.table.41-49: it lands 2d6 feet off."""
    table, events = fumble(roll, "d6:6 d6:6 d8:4")

    (flown,) = told(events, WeaponFlew)
    assert flown.feet == 12
    assert "adnd.fumble.table.41-49" in flown.cites
    assert table.battle["A"].held == ()
    assert [thing.name for thing in table.battle.things] == ["spear"]


@pytest.mark.parametrize(
    ("die", "place"),
    [(1, "e3"), (2, "e4"), (3, "d4"), (4, "c4"), (5, "c3"), (6, "c2"), (7, "d2"), (8, "e2")],
)
def test_a_d8_says_where_it_flies(die, place):
    """
    adnd.fumble.note.4.direction: 1 ahead, 2 ahead right, 3 right, 4 behind right, 5 behind, 6 behind left, 7 left, 8
    ahead left, of where he faces: here the east.
    """
    table, events = fumble(45, f"d6:3 d6:3 d8:{die}")

    (flown,) = told(events, WeaponFlew)
    assert flown.square == square(table, place)
    assert "adnd.fumble.note.4.direction" in flown.cites


@pytest.mark.parametrize(
    ("dice", "place"), [((1, 1), "d3"), ((1, 2), "d4"), ((3, 4), "d4"), ((4, 4), "d5"), ((6, 6), "d5")]
)
def test_feet_become_squares(dice, place):
    """adnd.fumble.drop.landing-square: 2 ft stay in the square, 3 to 7 are one square, 8 to 12 two."""
    first, second = dice
    table, events = fumble(45, f"d6:{first} d6:{second} d8:3")

    (flown,) = told(events, WeaponFlew)
    assert flown.square == square(table, place)
    assert "adnd.fumble.drop.landing-square" in flown.cites


def test_a_wall_stops_the_flight():
    """adnd.fumble.drop.landing-square: it stops in the last square before an obstacle."""
    walled = FIELD.replace(". . . A o", ". # . A o")
    table, events = fumble(45, "d6:6 d6:6 d8:5", field=walled)

    assert told(events, WeaponFlew)[0].square == square(table, "c3")


@pytest.mark.parametrize("roll", [57, 61])
def test_on_one_knee_without_a_weapon(roll):
    """adnd.fumble.table.57-61: kneeling, an ordinary kneel, and the weapon flies."""
    table, events = fumble(roll, "d6:1 d6:1 d8:1")

    assert began(events, "kneeling")
    assert told(events, WeaponFlew)
    assert _bonus(table, "o", "A", "club") == {"kneeling": 1}


@pytest.mark.parametrize("roll", [62, 63])
def test_the_weapon_is_stuck(roll):
    """adnd.fumble.table.62-63: it stays in his hand, and is of no use."""
    table, events = fumble(roll)

    (stuck,) = began(events, "fouled")
    assert stuck.other == "spear"
    assert table.battle["A"].held == ("spear",)


def test_a_launcher_jams():
    """adnd.fumble.table.gm-judgement: a fouled string or a jammed lock takes a round to clear as well."""
    _, events = fumble(62, me="archer-7", field=FAR)

    (jammed,) = began(events, "fouled")
    assert {"adnd.fumble.table.62-63", "adnd.fumble.table.gm-judgement"} <= set(jammed.cites)


@pytest.mark.parametrize("roll", [45, 54, 62, 66, 84])
def test_what_grows_on_it_does_not_fall(roll):
    """adnd.fumble.table.gm-judgement: a claw cannot be dropped, stuck or broken; half its damage comes home."""
    _, events = fumble(roll, "d4:4", me="lion", weapon="claw", foe=PLAIN)

    (hurt,) = told(events, DamageDealt)
    assert (hurt.target, hurt.amount) == ("A", 2)
    assert "adnd.fumble.table.gm-judgement" in hurt.cites


def test_claws_kneel_all_the_same():
    """adnd.fumble.table.gm-judgement: of band 57-61 the kneel is kept."""
    _, events = fumble(57, "d4:3", me="lion", weapon="claw", foe=PLAIN)

    assert began(events, "kneeling")
    assert wounds(events) == [("A", 1)]


@pytest.mark.parametrize("roll", [45, 66])
def test_what_is_tied_to_the_hand_dangles(roll):
    """adnd.fumble.table.gm-judgement: it cannot fall; it is of no use until an attack is spent on it."""
    tied = sheet("fighter-3", weapons=tuple(_tied(weapon) for weapon in PLAIN.weapons))
    table, events = fumble(roll, me=tied)

    (dangling,) = began(events, "fouled")
    assert "adnd.fumble.table.gm-judgement" in dangling.cites
    assert table.battle["A"].held == ("spear",)


def _tied(weapon):
    import msgspec

    return msgspec.structs.replace(weapon, fastened=True)


def test_a_hurled_weapon_lands_elsewhere():
    """adnd.fumble.table.gm-judgement: it had left the hand, and lands at the place rolled instead of its target."""
    table, events = fumble(45, "d6:3 d6:3 d8:7", field=FAR)

    (flown,) = told(events, WeaponFlew)
    assert flown.hurled
    assert flown.square == square(table, "d2")
    assert not told(events, HurledLanded)
    assert [thing.square for thing in table.battle.things] == [square(table, "d2")]


@pytest.mark.parametrize(("answer", "taken"), [("seize", True), ("leave", False)])
def test_the_weapon_falls_at_the_opponents_feet(answer, taken):
    """adnd.fumble.table.66: who may seize it at once, for nothing, with a free hand."""
    table, events = fumble(66, answers=[Choose(answer)])

    assert told(events, WeaponFlew)[0].square == square(table, "e3")
    assert bool(told(events, PickedUp)) is taken
    assert table.battle["o"].held == (("club", "spear") if taken else ("club",))


def test_seizing_it_may_take_letting_go():
    """adnd.fumble.table.66: without a free hand he drops what he holds."""
    table, _ = fumble(66, foe="guard", answers=[Choose("seize")])

    assert table.battle["o"].held == ("spear",)


def test_a_bow_falls_at_nobodys_feet():
    """adnd.fumble.table.66: with a missile weapon and no adjacent opponent it is as 41-49."""
    _, events = fumble(66, "d6:1 d6:2 d8:1", me="archer-7", field=FAR)

    (flown,) = told(events, WeaponFlew)
    assert flown.feet == 3


@pytest.mark.parametrize(
    ("plus", "die", "breaks"),
    [(0, 100, True), (1, 85, True), (1, 86, False), (3, 55, True), (6, 10, True), (6, 11, False), (7, 1, False)],
)
def test_the_weapon_breaks(plus, die, breaks):
    """adnd.fumble.table.83-86: 100% less 15% for each plus."""
    import msgspec

    magic = sheet("fighter-3", weapons=tuple(msgspec.structs.replace(weapon, plus=plus) for weapon in PLAIN.weapons))
    table, events = fumble(84, f"d100:{die}", me=magic)

    (rolled,) = told(events, PercentRolled)
    assert rolled.chance == max(0, 100 - 15 * plus)
    assert bool(told(events, ItemBroken)) is breaks
    assert ("spear" in table.battle["A"].held) is not breaks


@pytest.mark.parametrize(("plus", "die", "breaks"), [(0, 100, True), (1, 81, True), (1, 82, False), (5, 6, False)])
def test_a_shield_that_punched_breaks(plus, die, breaks):
    """adnd.fumble.table.83-86.shield: 100% less 19% for each plus of it."""
    import msgspec

    magic = sheet("fighter-3", shield=msgspec.structs.replace(PLAIN.shield, plus=plus), hit_points=60)
    table, events = fumble(84, f"d100:{die}", me=magic, weapon=PLAIN.shield.name, how="shield-punch")

    (rolled,) = told(events, PercentRolled)
    assert (rolled.chance, rolled.cites) == (100 - 19 * plus, ("adnd.fumble.table.83-86.shield",))
    assert bool(told(events, ShieldRuined)) is breaks
    assert table.battle["A"].shield_on is not breaks


# Blows that go astray.


@pytest.mark.parametrize(
    ("roll", "amount", "rule"),
    [(67, 2, "adnd.fumble.table.67-69"), (69, 2, "adnd.fumble.table.67-69"), (76, 5, "adnd.fumble.table.76-77")],
)
def test_he_wounds_himself(roll, amount, rule):
    """adnd.fumble.table.67-69, adnd.fumble.table.76-77: half of the blow's damage, or all of it."""
    _, events = fumble(roll, "d6:5")

    (hurt,) = told(events, DamageDealt)
    assert (hurt.target, hurt.source, hurt.amount) == ("A", "A", amount)
    assert {rule, "adnd.fumble.half-damage"} <= set(hurt.cites)


def test_half_of_one_is_one():
    """adnd.fumble.half-damage: rounded down, at least 1."""
    _, events = fumble(68, "d6:1")

    assert wounds(events) == [("A", 1)]


def test_the_damage_is_that_of_the_blow_with_all_bonuses():
    """adnd.fumble.half-damage: of 1d8 + 3 for Strength 18/60, half."""
    _, events = fumble(68, "d8:6", me="specialist-5")

    (hurt,) = told(events, DamageDealt)
    assert hurt.amount == (6 + sum(part.value for part in hurt.parts)) // 2
    assert sum(part.value for part in hurt.parts) > 3


@pytest.mark.parametrize(
    ("roll", "amount", "rule"), [(71, 2, "adnd.fumble.table.70-73"), (79, 5, "adnd.fumble.table.78-80")]
)
def test_he_wounds_the_nearest_companion(roll, amount, rule):
    """adnd.fumble.table.70-73, adnd.fumble.table.78-80: whoever is in the weapon's reach, behind him too."""
    _, events = fumble(roll, "d6:5", field=WITH_FRIEND, B=PLAIN)

    (hurt,) = told(events, DamageDealt)
    assert (hurt.target, hurt.source, hurt.amount) == ("B", "A", amount)
    assert rule in hurt.cites


def test_without_a_companion_in_reach_himself():
    """adnd.fumble.table.70-73: the printed alternative."""
    apart = FIELD.replace(". . . A o", "B . . A o")
    _, events = fumble(71, "d6:5", field=apart, B=PLAIN)

    assert wounds(events) == [("A", 2)]


def test_an_arrow_finds_a_companion_within_medium_range():
    """adnd.fumble.table.78-80: of several the nearest; one at medium range is in reach of a bow."""
    field = FAR.replace("A . . . . o", "A . B . . o")
    _, events = fumble(79, "d6:4", me="archer-7", field=field, B=PLAIN)

    assert [target for target, _ in wounds(events)] == ["B"]


# The head.


@pytest.mark.parametrize(
    ("roll", "dice", "turns", "rule"),
    [(64, "", 2, "adnd.fumble.table.64-65"), (75, "d4:3", 4, "adnd.fumble.table.74-75")],
)
def test_a_knock_on_the_head(roll, dice, turns, rule):
    """adnd.fumble.table.64-65, adnd.fumble.table.74-75: lightly stunned for a round, for 1d4 rounds; no damage."""
    _, events = fumble(roll, dice)

    (dazed,) = began(events, "lightly-stunned")
    assert (dazed.turns, rule in dazed.cites) == (turns, True)
    assert not wounds(events)


@pytest.mark.parametrize("roll", [81, 82])
def test_a_hard_knock(roll):
    """adnd.fumble.table.81-82: stunned for 1d4 rounds."""
    _, events = fumble(roll, "d4:2")

    (stunned,) = began(events, "stunned")
    assert stunned.turns == 3
    assert {"adnd.fumble.table.81-82", "adnd.fumble.note.3.no-actions"} <= set(stunned.cites)


@pytest.mark.parametrize("roll", [87, 88])
def test_he_falls_on_his_seat_and_is_stunned(roll):
    """adnd.fumble.table.87-88: sitting (+2) and stunned for 1d6 rounds (AC 4 worse), both at once."""
    table, events = fumble(roll, "d6:4")

    assert began(events, "sitting")
    assert began(events, "stunned")[0].turns == 5
    assert _bonus(table, "o", "A", "club") == {"sitting": 2}
    assert _ac(table, "A")["stunned"] == 4


def test_the_helmet_is_damaged():
    """adnd.fumble.table.98: one 2d4 says how long he is stunned and blinded."""
    _, events = fumble(98, "d4:2 d4:3")

    assert [
        (event.condition, event.turns)
        for event in told(events, ConditionBegan)
        if event.ender and event.condition != "late"
    ] == [
        ("stunned", 6),
        ("blinded", 6),
    ]


@pytest.mark.parametrize(
    ("roll", "dice", "rounds", "rule"),
    [
        (98, "d4:2 d4:3", 5, "adnd.fumble.table.98.no-helmet"),
        (99, "d6:2 d6:6", 8, "adnd.fumble.table.99.no-helmet"),
    ],
)
def test_without_a_helmet_he_knocks_himself_out(roll, dice, rounds, rule):
    """
    adnd.fumble.table.98.no-helmet, adnd.fumble.table.99.no-helmet, adnd.fumble.helmet.required-data: unconscious for
    rounds, if the System Shock check (adnd.fumble.system-shock.check) succeeds; for hours if it fails.
    """
    for die, turns in ((85, rounds + 1), (86, 60 * rounds + 1)):
        table, events = fumble(roll, f"d100:{die} {dice}", me=BARE)

        (out,) = began(events, "unconscious")
        assert (out.turns, rule in out.cites) == (turns, True)
        assert {"adnd.fumble.helmet.required-data", "adnd.fumble.system-shock.check"} <= cited(events)
        assert (table.battle["A"].has("prone"), table.battle["A"].held) == (True, ())


def test_the_helmet_is_askew():
    """adnd.fumble.table.99: stunned for 2d6 rounds, and blind without end."""
    _, events = fumble(99, "d6:2 d6:2")

    assert began(events, "stunned")[0].turns == 5
    (blind,) = began(events, "blinded")
    assert (blind.ender, "adnd.fumble.table.99" in blind.cites) == ("", True)


def test_out_cold_helmet_or_not():
    """adnd.fumble.table.00: unconscious for 2d6 rounds, or hours."""
    table, events = fumble(100, "d100:90 d6:1 d6:1")

    (out,) = began(events, "unconscious")
    assert (out.turns, table.battle["A"].sheet.armor.helmet) == (3, True)


@pytest.mark.parametrize(("creature", "percent"), [("orc", 72), ("hill-giant", 94), ("townsman", 70)])
def test_system_shock_without_a_constitution(creature, percent):
    """adnd.fumble.system-shock.check: that of Constitution 10, and 2 for each Hit Die."""
    _, events = fumble(100, "d100:1 d6:1 d6:1", me=creature, foe=PLAIN)

    assert [event.chance for event in told(events, PercentRolled)] == [percent]


@pytest.mark.parametrize("roll", [64, 75, 82, 98, 99, 100])
def test_the_undead_have_nothing_to_stun(roll):
    """adnd.fumble.table.gm-judgement: half the blow comes home instead."""
    _, events = fumble(roll, "d8:6", me="skeleton", foe=PLAIN)

    (hurt,) = told(events, DamageDealt)
    assert "adnd.fumble.table.gm-judgement" in hurt.cites


def test_the_undead_sit_down_all_the_same():
    """adnd.fumble.table.gm-judgement: of band 87-88 the fall is kept."""
    _, events = fumble(87, "d8:6", me="skeleton", foe=PLAIN)

    assert began(events, "sitting")
    assert told(events, DamageDealt)


# Limbs.


@pytest.mark.parametrize(
    ("roll", "name", "rule"),
    [
        (89, "sprained", "adnd.fumble.table.89-91"),
        (91, "sprained", "adnd.fumble.table.89-91"),
        (93, "twisted-wrist", "adnd.fumble.table.92-93"),
        (97, "dislocated-hip", "adnd.fumble.table.96-97"),
    ],
)
def test_injuries(roll, name, rule):
    """
    adnd.fumble.table.89-91, adnd.fumble.table.92-93, adnd.fumble.table.96-97: they last, and there is no second of a
    kind.
    """
    _, events = fumble(roll)
    (injury,) = began(events, name)
    assert (injury.ender, rule in injury.cites) == ("", True)

    _, again = fumble(roll, setup=lambda table: condition(table, "A", name, value=1))
    assert not began(again, name)


@pytest.mark.parametrize("roll", [94, 95])
def test_a_shoulder_out_of_joint(roll):
    """adnd.fumble.table.94-95: what that hand held lies in his square; the shield stays strapped to the other arm."""
    table, events = fumble(roll)

    (injury,) = began(events, "dislocated-shoulder")
    assert (injury.value, injury.ender, injury.cites) == (1, "", ("adnd.fumble.table.94-95",))
    assert [(drop.item, drop.square) for drop in told(events, Dropped)] == [("spear", square(table, "d3"))]
    assert table.battle["A"].shield_on


@pytest.mark.parametrize("roll", [92, 95])
def test_a_bite_has_no_hand(roll):
    """adnd.fumble.table.gm-judgement: no hand made the roll; half the blow comes home."""
    _, events = fumble(roll, "d4:4", me="wolf", foe=PLAIN)

    (hurt,) = told(events, DamageDealt)
    assert (hurt.amount, "adnd.fumble.table.gm-judgement" in hurt.cites) == (2, True)


def test_every_result_is_told_with_its_rule():
    """
    adnd.fumble.table.roll: whatever the number, some event after the fumble names the rule of the band; each band
    comes about as often in a hundred as it should.
    """
    played: Counter[str] = Counter()
    for roll in range(1, 101):
        table = arena(
            FIELD, A=PLAIN, o="ogre", options={"fumble": "every-one"}, dice=f"d20:1 d100:{roll} " + _ENOUGH[band(roll)]
        )
        declare(table, "A", FullAttack("o", "spear"))
        events = act(table, "A", Attack("o", "spear"))
        (slip,) = told(events, Fumbled)
        after = events[events.index(slip) + 1 :]
        assert fumble_table.RULES[band(roll)] in cited(after), roll
        played.update(name for name in FREQUENCIES if fumble_table.RULES[name] in cited(after))
        spent(table)

    assert played == FREQUENCIES


_ENOUGH = dict.fromkeys(FUMBLES.bands, "") | {
    "41-49": "d6:1 d6:1 d8:1", "57-61": "d6:1 d6:1 d8:1", "67-69": "d6:1", "70-73": "d6:1", "74-75": "d4:1",
    "76-77": "d6:1", "78-80": "d6:1", "81-82": "d4:1", "83-86": "d100:1", "87-88": "d6:1", "98": "d4:1 d4:1",
    "99": "d6:1 d6:1", "00": "d100:1 d6:1 d6:1",
}  # fmt: skip


def test_the_last_arrow_wounds_like_any_other():
    """adnd.fumble.half-damage: its damage is that of the arrow which was shot, though none is left."""
    import msgspec

    archer = sheet("archer-7", hit_points=60)
    bow = msgspec.structs.replace(
        archer.weapons[0], missiles=(msgspec.structs.replace(archer.weapons[0].missiles[0], count=1),)
    )
    last = msgspec.structs.replace(archer, weapons=(bow, *archer.weapons[1:]))
    field = FAR.replace("A . . . . o", "A . B . . o")
    _, events = fumble(79, f"d{_sides(bow)}:4", me=last, field=field, B=PLAIN)

    assert wounds(events)[0][0] == "B"


def _sides(bow):
    return int(bow.missiles[0].damage.partition("d")[2])


@pytest.mark.parametrize(
    ("figures", "ground", "stumbles"),
    [({}, ".", True), ({"legs": 0}, ".", False), ({"swim": 6}, "~", False), ({"swim": 6}, ".", True), ({}, "~", True)],
)
def test_only_what_stands_stumbles(figures, ground, stumbles):
    """adnd.fumble.table.gm-judgement: on legs, and not swimming."""
    table = arena(". . ~ .\n. . A .\n. . . o", A=sheet("orc", **figures), o="orc")
    if ground == "~":
        table.battle["A"].square = square(table, "c1")

    assert fumble_table.may_stumble(table.battle, table.battle["A"]) is stumbles


def test_medium_range_is_a_number_of_squares():
    """adnd.missile.range-bands: 140 m of a long bow are 93 squares of a metre and a half."""
    table = arena("A . o", A="archer-7", o="orc")
    me = table.battle["A"]

    assert fumble_table.medium_range(Blow(table.battle, me, table.battle["o"], arm_of(me, "long bow"), MISSILE)) == 93


def test_what_is_no_limb_of_his_takes_no_injury():
    """adnd.fumble.table.gm-judgement: half the blow instead, and no more."""
    _, events = fumble(92, "d4:4", me="wolf", foe=PLAIN)

    assert not began(events, "twisted-wrist")


def test_a_fist_does_not_slip_away():
    """adnd.fumble.table.gm-judgement: half the punch comes home."""
    _, events = fumble(45, "d2:2", me=sheet("fighter-3", held=(), shield=None, hit_points=60), weapon="fist")

    assert "adnd.fumble.table.gm-judgement" in told(events, DamageDealt)[0].cites
    assert not told(events, WeaponFlew)


def test_what_is_not_in_hand_any_more_does_not_slip_away():
    """adnd.fumble.table.41-49: it is gone already."""
    table = arena(FIELD, A=PLAIN, o="ogre")
    me, foe = table.battle["A"], table.battle["o"]
    slip = fumble_table.Slip(table, Blow(table.battle, me, foe, arm_of(me, "spear"), MELEE), -1, "41-49")
    assert not fumble_table.stays(slip)

    me.held = ()
    assert fumble_table.stays(slip)


def test_nobody_without_hands_takes_up_what_lies_at_its_feet():
    """adnd.fumble.table.66: a wolf is not even asked."""
    _, events = fumble(66, foe="wolf")

    assert not told(events, Answered)


def test_half_of_the_blow_is_half():
    """adnd.fumble.table.gm-judgement: a zombie that has nothing to stun takes 3 of its 6."""
    _, events = fumble(64, "d8:6", me="zombie", foe=PLAIN)

    assert [hurt.amount for hurt in told(events, DamageDealt)] == [3]


def test_who_falls_off_a_flyer_falls_as_deep_as_it_flies():
    """adnd.mounted.flight, adnd.fumble.table.gm-judgement: a d6 for each 3 m, besides lying there."""

    def aloft(table):
        _mount(table)
        table.battle["H"].altitude = 4

    rider = sheet("lancer-5", held=("long sword",), riding=("horse",), hit_points=60)
    flyer = sheet("heavy-war-horse", fly=24)
    for height, dice, setup in ((0, "d20:20", _mount), (4, "d20:20 d6:1 d6:1", aloft)):
        table, events = fumble(10, dice, me=rider, field=RIDING, setup=setup, H=flyer, weapon="long sword")
        assert table.battle["A"].has("prone")
        assert bool(told(events, Flew)) is (height > 0)
