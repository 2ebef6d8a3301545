"""Disarms: one hand, two hands, shields, by missiles and bare hands, and how they are resisted."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import OffMenu
from sim.events.adnd import AttackMade
from sim.events.adnd_manoeuvres import ActionLost, DisarmDecided, DisarmResisted, WeaponStruckAway, WeaponTurned
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import OrderGiven
from sim.events.orders import Attack, Choose, FullAttack, Realign, UseItem
from sim.rules.adnd import core, disarm, initiative, melee, round
from sim.rules.adnd.declare import MELEE, Blow, arm_of, state_of
from sim.table import Table
from sim.tables.adnd_sheet import Gear, Sheet
from tests.rules.adnd.arena import (
    act,
    activate,
    arena,
    condition,
    declare,
    next_round,
    sheet,
    spent,
    square,
    told,
    why_not,
)

FIELD = """
    . . . . . . .
    . . . . . . .
    . . A o . . .
    . . . B . . .
    . . . . . . .
"""
"""o faces A, to the west."""

ORC = sheet("orc", strength=10, hit_points=40, player=True)
PIKE = sheet("guard", strength=10, hit_points=40, player=True)
"""A halberd takes two hands."""
HERO = sheet("master-9", strength=10, tiers={})
"""THAC0 12, two attacks a round... with a +1 long sword: at -4 he needs 12 - 1 + 4 - AC."""
MASTER = sheet("master-9")

PARTIAL, TWICE = "adnd.style.two-handed.disarm.partial", "adnd.style.two-handed.disarm.twice"
"""What the style of two hands says of the same things."""


def fight(
    dice: str = "",
    *,
    A: str | Sheet = MASTER,
    o: str | Sheet = ORC,
    how: str = "disarm",
    weapon: str = "long sword",
    **keys: object,
) -> Table:
    """A and B have announced disarms of o."""
    table = arena(FIELD, A=A, B=MASTER, o=o, dice=dice, **keys)  # type: ignore[arg-type]
    declare(table, "A", FullAttack("o", weapon, how))  # type: ignore[arg-type]
    declare(table, "B", FullAttack("o", "long sword", "disarm"))
    return table


def strike(table: Table, who: str = "A", item: str = "", weapon: str = "long sword") -> tuple[object, ...]:
    return act(table, who, Attack("o", weapon, "disarm", object=item))


# One hand.


def test_a_disarm_is_a_called_shot_and_the_weapon_flies_off():
    """adnd.disarm.basic, adnd.disarm.one-handed.flight: -4 against full AC, no damage; 7 feet ahead is one square."""
    table = fight("d20:6 d20:19 d6:3 d6:4 d6:1")
    events = strike(table)

    (roll,) = told(events, AttackMade)
    assert [part.value for part in roll.parts if part.rule == "adnd.called-shot.standard-cost"] == [-4]
    assert (roll.ac, roll.hit, roll.needed) == (6, True, 6)
    assert "adnd.disarm.basic" in roll.cites
    (flown,) = told(events, WeaponStruckAway)
    assert (flown.weapon, flown.feet, flown.direction, flown.square) == ("long sword", 7, 6, square(table, "c3"))
    assert flown.cites == ("adnd.disarm.one-handed.flight", "adnd.disarm.direction")
    assert not table.battle["o"].held
    assert [(thing.name, thing.square) for thing in table.battle.things] == [("long sword", square(table, "c3"))]
    assert not told(events, DamageDealt)
    spent(table)


def test_a_miss_disarms_nobody():
    """adnd.disarm.basic: below the number needed nothing happens."""
    table = fight("d20:5")

    assert not told(strike(table), WeaponStruckAway)
    assert table.battle["o"].held == ("long sword",)
    spent(table)


@pytest.mark.parametrize("what", ["natural", "fastened"])
def test_nobody_is_disarmed_of_what_is_part_of_him(what):
    """adnd.disarm.basic: nor of what is tied or locked to his hand; of what is only held he is."""
    figures = sheet("lion")
    if what == "fastened":
        sword = msgspec.structs.replace(ORC.weapons[0], fastened=True)
        figures = msgspec.structs.replace(ORC, weapons=(sword, *ORC.weapons[1:]))
    table = arena(FIELD, A=MASTER, B=MASTER, o=figures)
    order = FullAttack("o", "long sword", "disarm")

    assert "adnd.disarm.basic" in why_not(table, "A", order)
    assert not why_not(arena(FIELD, A=MASTER, B=MASTER, o=ORC), "A", order)


def test_both_weapons_of_two_can_be_struck_one_at_a_time():
    """adnd.disarm.basic: the order says at which of them."""
    table = fight("d20:19 d20:1 d6:1 d6:1 d6:4", o=sheet("two-sword-6", player=True))
    strike(table, item="short sword")

    assert table.battle["o"].held == ("long sword",)
    assert disarm.can_lose(table.battle["o"]) == ["long sword"]


@pytest.mark.parametrize(("natural", "place"), [(1, "b3"), (2, "b1"), (3, "f1"), (4, "f3"), (5, "f5"), (6, "b5")])
def test_the_die_tells_the_direction_from_where_the_loser_looks(natural, place):
    """adnd.disarm.direction: 1 ahead, 2 ahead right, 3 behind right, 4 behind, 5 behind left, 6 ahead left."""
    table = fight(f"d20:19 d20:1 d6:6 d6:5 d6:{natural}")
    strike(table)

    assert table.battle.ground.name(table.battle.things[0].square) == place


@pytest.mark.parametrize(
    ("dice", "place"), [("d6:1 d6:1", "d3"), ("d6:1 d6:2", "e3"), ("d6:3 d6:4", "e3"), ("d6:6 d6:6", "f3")]
)
def test_it_flies_2d6_feet(dice, place):
    """adnd.disarm.one-handed.flight: 2 feet stay in the square, 3 to 7 are one square, 12 are two."""
    table = fight(f"d20:19 d20:1 {dice} d6:4")
    strike(table)

    assert table.battle.ground.name(table.battle.things[0].square) == place


def test_a_wall_stops_it():
    """adnd.disarm.direction: it falls before the wall."""
    table = arena("A o . # .", A=MASTER, o=ORC, dice="d20:19 d20:1 d6:6 d6:6 d6:4")
    declare(table, "A", FullAttack("o", "long sword", "disarm"))
    strike(table)

    assert table.battle.ground.name(table.battle.things[0].square) == "c1"


# How it is resisted.


def test_whoever_resists_keeps_hold():
    """adnd.disarm.optional-resistance, adnd.disarm.victim-level-matters: eight levels below him he needs a 20."""
    table = fight("d20:19 d20:20")
    (resisted,) = told(strike(table), DisarmResisted)

    assert (resisted.needed, resisted.held) == (20, True)
    assert set(resisted.cites) == {"adnd.disarm.optional-resistance", "adnd.disarm.victim-level-matters"}
    assert table.battle["o"].held == ("long sword",)
    spent(table)


@pytest.mark.parametrize(
    ("above", "percent"), [(-13, 95), (-10, 80), (-5, 55), (-2, 40), (0, 30), (2, 20), (5, 5), (19, 5), (-19, 95)]
)
def test_levels_decide_the_odds(above, percent):
    """adnd.disarm.optional-resistance, adnd.disarm.victim-level-matters: 30 % between equals, 5 to 95 % in all."""
    attacker, victim = sheet("master-9", level=20 + above), msgspec.structs.replace(ORC, level=20)
    table = fight("d20:19 d20:20", A=attacker, o=victim)
    (resisted,) = told(strike(table), DisarmResisted)

    assert 5 * (21 - resisted.needed) == percent


@given(st.integers(0, 30), st.integers(0, 30), st.integers(1, 20))
def test_a_20_always_holds_and_a_1_never(attacker, victim, natural):
    """adnd.disarm.optional-resistance: whatever the levels."""
    table = fight(f"d20:{natural}", A=sheet("master-9", level=attacker), o=msgspec.structs.replace(ORC, level=victim))
    me, foe = table.battle["A"], table.battle["o"]
    held = disarm.resists(table, Blow(table.battle, me, foe, arm_of(me, "long sword"), MELEE, "disarm"), -1)

    assert held is (natural >= max(2, min(20, 15 + attacker - victim)))
    assert held if natural == 20 else natural > 1 or not held


def test_without_the_option_nobody_resists():
    """adnd.disarm.optional-resistance: option ``disarm_resistance`` off, and no die is thrown."""
    table = fight("d20:19 d6:1 d6:1 d6:1", options={"disarm_resistance": "off"})

    assert not told(strike(table), DisarmResisted)
    spent(table)


# Two hands.


def test_a_weapon_in_two_hands_is_only_knocked_out_of_line():
    """adnd.disarm.two-handed.partial: it strikes nothing and threatens nobody until it is in line again."""
    table = fight("d20:19 d20:1", o=PIKE)
    declare(table, "o", FullAttack("B", "halberd"))
    (turned,) = told(strike(table), WeaponTurned)
    assert (turned.weapon, turned.by, turned.cites) == ("halberd", "A", ("adnd.disarm.two-handed.partial", PARTIAL))
    assert table.battle["o"].held == ("halberd",)
    assert not melee.engages(table.battle, table.battle["o"], table.battle["A"])

    activate(table, "o")
    assert "adnd.disarm.two-handed.partial" in why_not(table, "o", Attack("A", "halberd"))
    act(table, "o", Realign("weapon"))
    assert "adnd.disarm.two-handed.partial" not in why_not(table, "o", Attack("A", "halberd"))
    spent(table)


def test_to_bring_it_into_line_takes_one_of_his_attacks():
    """adnd.disarm.two-handed.effect.attack, adnd.disarm.two-handed.option.realign: of two one is left."""
    table = fight("d20:19 d20:1 d20:2", o=sheet("high-master-15", player=True))
    declare(table, "o", FullAttack("A", "two-handed sword"))
    strike(table)
    (order,) = told(act(table, "o", Realign("weapon")), OrderGiven)
    assert {"adnd.disarm.two-handed.effect.attack", "adnd.disarm.two-handed.option.realign"} <= set(order.cites)
    assert not table.battle["o"].has("misaligned")
    assert state_of(table.battle, table.battle["o"]).attacks == 1
    activate(table, "o")
    assert told(act(table, "o", Attack("A", "two-handed sword")), AttackMade)
    spent(table)


def test_what_is_in_line_is_not_realigned():
    """adnd.disarm.two-handed.option.realign: there is nothing to do; out of line there is."""
    table = fight(o=PIKE)
    declare(table, "o", FullAttack("A", "halberd"))
    activate(table, "o")
    assert "adnd.disarm.two-handed.option.realign" in why_not(table, "o", Realign("weapon"))

    condition(table, "o", "misaligned", "halberd")
    assert not why_not(table, "o", Realign("weapon"))


def test_or_he_strikes_with_his_fists():
    """adnd.disarm.two-handed.option.fists: in the place of a blow; the weapon stays out of line."""
    table = fight("d20:19 d20:1 d20:3", o=PIKE)
    declare(table, "o", FullAttack("A", "halberd"))
    strike(table)
    (punch,) = told(act(table, "o", Attack("A", "fist", "punch")), AttackMade)

    assert "adnd.disarm.two-handed.option.fists" in punch.cites
    assert table.battle["o"].has("misaligned")


def test_with_no_attack_left_he_loses_the_next_initiative():
    """adnd.disarm.two-handed.effect.initiative, adnd.disarm.two-handed.no-attack-left: and then is in line."""
    table = fight("d20:19 d20:1", o=PIKE)
    strike(table)
    events = next_round(table)

    (late,) = [event for event in told(events, ConditionBegan) if event.condition == "late"]
    assert {"adnd.disarm.two-handed.effect.initiative", "adnd.disarm.two-handed.no-attack-left"} <= set(late.cites)
    assert initiative.loses(table.battle, table.battle["o"])
    assert not table.battle["o"].has("misaligned")
    spent(table)


def test_twice_in_a_round_and_it_flies():
    """adnd.disarm.two-handed.twice, adnd.disarm.two-handed.distance: by the same hand: 1d6 feet."""
    table = fight("d20:19 d20:1 d20:19 d20:1 d6:4 d6:4", o=PIKE)
    strike(table)
    activate(table, "A")
    (flown,) = told(strike(table), WeaponStruckAway)

    assert (flown.feet, table.battle.ground.name(flown.square)) == (4, "e3")
    assert flown.cites == (
        "adnd.disarm.two-handed.twice",
        TWICE,
        "adnd.disarm.two-handed.distance",
        "adnd.disarm.direction",
    )
    assert not table.battle["o"].held
    assert not table.battle["o"].has("misaligned")
    spent(table)


def test_the_two_may_come_from_different_hands():
    """adnd.disarm.two-handed.several-attackers: A's and B's; even if he realigned it in between."""
    table = fight("d20:19 d20:1 d20:19 d20:1 d6:4 d6:4", o=PIKE)
    declare(table, "o", FullAttack("A", "halberd"))
    strike(table)
    act(table, "o", Realign("weapon"))
    (flown,) = told(strike(table, "B"), WeaponStruckAway)

    assert "adnd.disarm.two-handed.several-attackers" in flown.cites
    spent(table)


def test_the_count_begins_again_with_the_round():
    """adnd.disarm.two-handed.twice: one in each of two rounds only knocks it aside twice."""
    table = fight("d20:19 d20:1 d20:19 d20:1", o=PIKE)
    strike(table)
    next_round(table)
    declare(table, "A", FullAttack("o", "long sword", "disarm"))

    assert told(strike(table), WeaponTurned)
    spent(table)


def test_another_weapon_is_in_line():
    """adnd.disarm.two-handed.partial: what he draws instead of the halberd is not out of line."""
    table = fight("d20:19 d20:1", o=PIKE)
    strike(table)

    assert table.battle["o"].has("misaligned", "halberd")
    assert not table.battle["o"].has("misaligned", "short sword")


def test_a_staff_out_of_line_sets_off_no_power():
    """adnd.disarm.two-handed.effect.power: what was to be set off this round is lost."""
    wizard = sheet("wizard-5", player=True)
    staff = msgspec.structs.replace(wizard.weapons[0], name="staff of missiles", base="quarterstaff")
    wizard = msgspec.structs.replace(
        wizard,
        weapons=(staff,),
        held=("staff of missiles",),
        gear=(Gear("staff of missiles", use="staff"),),
        spells={**wizard.spells, "staff of missiles": wizard.spells["magic missile"]},
    )
    table = fight("d20:19 d20:1", o=wizard)
    order = UseItem("staff of missiles", on=("A",))
    declare(table, "o", order)
    (lost,) = told(strike(table), ActionLost)

    assert lost.cites == ("adnd.disarm.two-handed.effect.power",)
    assert not round.eligible(table.battle, "o")
    begun = fight(o=wizard)
    assert not why_not(begun, "o", order)
    condition(begun, "o", "misaligned", "staff of missiles")
    assert why_not(begun, "o", order) == ("adnd.disarm.two-handed.effect.power",)
    spent(table)


# Shields.

BEARER = sheet("fighter-5", player=True, hit_points=60)


def test_a_shield_is_knocked_out_of_line_but_stays_on_the_arm():
    """adnd.disarm.shield.loses-ac, adnd.disarm.shield.not-removed: no bonus for the rest of the round, once."""
    table = fight("d20:19 d20:1 d20:19 d20:1 d20:2", o=BEARER)
    declare(table, "o", FullAttack("A", "long sword"))
    (began,) = told(strike(table, item="medium shield"), ConditionBegan)
    assert set(began.cites) == {"adnd.disarm.shield.loses-ac", "adnd.disarm.shield.not-removed"}
    assert table.battle["o"].shield_on
    activate(table, "A")
    assert not told(strike(table, item="medium shield"), ConditionBegan)

    me, foe = table.battle["A"], table.battle["o"]
    assert not [
        part
        for part in core.ac_parts(Blow(table.battle, me, foe, arm_of(me, "long sword"), MELEE))
        if part.type == "shield"
    ]
    spent_by = told(act(table, "o", Realign("shield")), OrderGiven)[0]
    assert "adnd.disarm.shield.realign" in spent_by.cites
    assert [
        part
        for part in core.ac_parts(Blow(table.battle, me, foe, arm_of(me, "long sword"), MELEE))
        if part.type == "shield"
    ]


def test_only_a_shield_out_of_line_is_realigned():
    """adnd.disarm.shield.realign: one of his attacks for it; a shield in line needs none."""
    table = fight(o=BEARER)
    declare(table, "o", FullAttack("A", "long sword"))
    activate(table, "o")
    assert "adnd.disarm.shield.realign" in why_not(table, "o", Realign("shield"))

    condition(table, "o", "shield-out")
    assert not why_not(table, "o", Realign("shield"))


def test_with_the_next_round_it_covers_him_again():
    """adnd.disarm.shield.next-round: at its start, before initiative."""
    table = fight("d20:19 d20:1", o=BEARER)
    strike(table, item="medium shield")
    (ended,) = [event for event in told(next_round(table), ConditionEnded) if event.condition == "shield-out"]

    assert ended.cites == ("adnd.disarm.shield.next-round",)
    spent(table)


# Missiles.

RANGE = """
    . . . . . . . .
    . A . . . o . .
    . . . . . . . .
"""
ARCHER = sheet("archer-7", dexterity=10, strength=10, tiers={})


def shooting(dice: str = "", *, A: Sheet = ARCHER, o: str | Sheet = ORC, weapon: str = "long bow") -> Table:
    table = arena(RANGE, A=A, o=o, dice=dice)
    declare(table, "A", FullAttack("o", weapon, "disarm"))
    return table


def test_an_arrow_disarms_at_the_ordinary_price():
    """adnd.disarm.missile.allowed, adnd.disarm.missile.other: -4, and nothing more."""
    table = shooting("d20:19 d20:1 d6:1 d6:1 d6:1")
    events = act(table, "A", Attack("o", "long bow", "disarm"))
    (roll,) = told(events, AttackMade)

    assert {part.type: part.value for part in roll.parts} == {"called shot": -4}
    assert {"adnd.disarm.missile.allowed", "adnd.disarm.missile.other"} <= set(roll.cites)
    assert told(events, WeaponStruckAway)
    spent(table)


@pytest.mark.parametrize(("kind", "weapon", "value"), [("duellist-6", "dagger", -2), ("fighter-3", "spear", 0)])
def test_small_things_are_too_light(kind, weapon, value):
    """adnd.disarm.missile.small-thrown, adnd.disarm.missile.other: -2 more for a dagger, nothing for a spear."""
    figures = sheet(kind, held=(weapon,), dexterity=10, strength=10, tiers={}, proficient=(weapon,))
    table = shooting("d20:2", A=figures, weapon=weapon)
    (roll,) = told(act(table, "A", Attack("o", weapon, "disarm")), AttackMade)

    assert sum(part.value for part in roll.parts if part.rule == "adnd.disarm.missile.small-thrown") == value
    assert ("adnd.disarm.missile.other" in roll.cites) is (value == 0)


@pytest.mark.parametrize(("kind", "item"), [(PIKE, "halberd"), (BEARER, "medium shield")])
def test_two_hands_and_shields_are_not_for_missiles(kind, item):
    """adnd.disarm.missile.one-handed-only, adnd.disarm.missile.auto-fail: refused when announced."""
    table = arena(RANGE, A=ARCHER, o=kind)
    found = why_not(table, "A", FullAttack("o", "long bow", "disarm", object=item))

    assert {"adnd.disarm.missile.one-handed-only", "adnd.disarm.missile.auto-fail"} <= set(found)
    assert not why_not(arena(RANGE, A=ARCHER, o=ORC), "A", FullAttack("o", "long bow", "disarm"))
    assert "adnd.disarm.missile.one-handed-only" in why_not(
        table, "A", FullAttack("o", "long bow", "disarm", object=item)
    )
    assert "adnd.disarm.missile.auto-fail" in why_not(table, "A", FullAttack("o", "long bow", "disarm", object=item))


def test_a_shot_at_a_grip_that_has_changed_is_wasted():
    """adnd.disarm.missile.auto-fail: he has taken the sword in both hands meanwhile; a 20 does not help."""
    table = shooting("d20:20", o=sheet("two-handed-6", player=True))
    condition(table, "o", "two-handed-grip", "bastard sword")
    events = act(table, "A", Attack("o", "long bow", "disarm"))

    (roll,) = told(events, AttackMade)
    assert not roll.hit
    assert "adnd.disarm.missile.auto-fail" in roll.cites
    spent(table)


# Bare hands, and what is too large.


def test_bare_hands_reach_for_a_weapon_and_lay_themselves_open():
    """adnd.disarm.bare-handed: a called shot; AC 2 worse until his next attack comes up."""
    table = fight("d20:19 d20:1 d6:1 d6:1 d6:4", A=sheet("fighter-5", held=(), strength=10), weapon="fist")
    events = strike(table, weapon="fist")
    assert told(events, WeaponStruckAway)
    me, foe = table.battle["A"], table.battle["o"]
    parts = core.ac_parts(Blow(table.battle, foe, me, arm_of(foe, "spear"), MELEE))
    assert [part.value for part in parts if part.rule == "adnd.disarm.bare-handed"] == [2]

    next_round(table)
    declare(table, "A", FullAttack("o", "fist"))
    (ended,) = told(activate(table, "A"), ConditionEnded)
    assert (ended.condition, ended.cites) == ("exposed", ("adnd.disarm.bare-handed",))
    spent(table)


def test_a_weapon_two_sizes_larger_stays_where_it_is():
    """adnd.disarm.size-limit: no dagger disarms a halberd; a long sword does; an arrow is small too."""
    table = arena(FIELD, A=sheet("master-9", held=("dagger",)), B=MASTER, o=PIKE)

    assert "adnd.disarm.size-limit" in why_not(table, "A", FullAttack("o", "dagger", "disarm"))
    assert not why_not(table, "B", FullAttack("o", "long sword", "disarm"))
    assert "adnd.disarm.size-limit" in why_not(
        arena(RANGE, A=ARCHER, o=PIKE), "A", FullAttack("o", "long bow", "disarm")
    )
    assert not why_not(arena(RANGE, A=ARCHER, o=ORC), "A", FullAttack("o", "long bow", "disarm"))


# Opposed rolls.


def opposed(dice: str, **keys: object) -> Table:
    return fight(dice, A=HERO, options={"disarm_rule": "opposed"}, **keys)  # type: ignore[arg-type]


def test_in_the_variant_both_roll_at_fixed_armor_classes():
    """adnd.variant.disarm.opposed: 12 - 1 - 0 against AC 0, 19 - 4 against AC 4; no called shot, no resistance."""
    table = opposed("d20:11 d20:14 d6:1 d6:1 d6:1")
    events = strike(table)
    mine, theirs = told(events, AttackMade)

    assert (mine.ac, mine.needed, mine.hit) == (0, 11, True)
    assert (theirs.ac, theirs.needed, theirs.hit) == (4, 15, False)
    assert not [part for part in mine.parts if part.type == "called shot"]
    assert "adnd.variant.disarm.opposed" in mine.cites
    assert told(events, WeaponStruckAway)
    spent(table)


def test_two_hands_make_it_easier():
    """adnd.variant.disarm.opposed.two-handed: the victim with a halberd has AC 8 to hit."""
    table = opposed("d20:3 d20:3", o=PIKE)
    theirs = told(strike(table), AttackMade)[1]

    assert theirs.ac == 8
    assert theirs.ac_parts[-1].rule == "adnd.variant.disarm.opposed.two-handed"


@pytest.mark.parametrize(
    ("mine", "theirs", "won"),
    [(11, 15, True), (15, 15, False), (16, 15, False), (10, 14, False), (11, 3, True), (10, 15, False)],
)
def test_of_two_successes_the_lower_wins(mine, theirs, won):
    """adnd.variant.disarm.opposed.winner: a success beats a failure; two failures or equal rolls change nothing."""
    table = opposed(f"d20:{mine} d20:{theirs}" + (" d6:1 d6:1 d6:1" if won else ""))
    (decided,) = told(strike(table), DisarmDecided)

    assert decided.won is won
    assert decided.cites == ("adnd.variant.disarm.opposed.winner",)
    spent(table)


@pytest.mark.parametrize(("natural", "comes"), [(11, False), (10, True)])
def test_a_reserved_attack_may_disarm_whoever_attacks(natural, comes):
    """adnd.variant.disarm.opposed.defensive: before he rolls to hit; if it fails the attack goes on."""
    dice = f"d20:{natural} d20:14 " + ("d20:3" if comes else "d6:1 d6:1 d6:1")
    table = arena(
        FIELD, A=HERO, B=MASTER, o=ORC, dice=dice, answers=[Choose("disarm")], options={"disarm_rule": "opposed"}
    )
    declare(table, "A", FullAttack("o", "long sword", parries=1))
    declare(table, "o", FullAttack("A", "long sword"))
    events = act(table, "o", Attack("A", "long sword"))

    assert bool([roll for roll in told(events, AttackMade) if roll.how == "strike"]) is comes
    assert state_of(table.battle, table.battle["A"]).parries == 0
    assert any("adnd.variant.disarm.opposed.defensive" in event.cites for event in told(events, AttackMade))
    spent(table)


def test_a_disarm_has_to_be_announced():
    """adnd.disarm.basic, adnd.called-shot.standard-cost: whoever declared to strike does not disarm."""
    table = arena(FIELD, A=MASTER, B=MASTER, o=ORC)
    declare(table, "A", FullAttack("o", "long sword"))
    activate(table, "A")

    assert "adnd.called-shot.standard-cost" in why_not(table, "A", Attack("o", "long sword", "disarm"))
    with pytest.raises(OffMenu):
        strike(table)


def test_with_a_fouled_weapon_nobody_answers() -> None:
    """Only what parries can turn a weapon aside (adnd.disarm.answer)."""
    table = arena(FIELD, A="fighter-3", B="fighter-3", o="orc")
    orc = table.battle["o"]
    answering = disarm.answering(orc)
    assert answering is not None

    condition(table, "o", "fouled", answering.name)

    assert disarm.answering(orc) is None


def test_without_a_parry_to_spend_nobody_answers_by_disarming() -> None:
    """adnd.variant.disarm.opposed.defensive: it takes an attack that was reserved, in melee, within reach."""
    table = opposed("")
    me, foe = table.battle["A"], table.battle["o"]
    blow = Blow(table.battle, foe, me, arm_of(foe, foe.held[0]), MELEE)

    assert disarm.answering(me) is not None
    assert not disarm.may_answer(table.battle, me, blow)
