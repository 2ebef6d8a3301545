"""Called shots: at parts and things, initials and buttons, pins and hostages."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import OffMenu
from sim.events.adnd import AttackMade, Declared, ItemSaveRolled
from sim.events.adnd_hands import ShieldRuined
from sim.events.adnd_manoeuvres import Pinned
from sim.events.adnd_morale import MoraleChecked
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import Answered
from sim.events.equipment import Dropped
from sim.events.objects import ItemBroken
from sim.events.orders import Attack, Choose, FreeSelf, FullAttack, Move, Step, Surrender, Withdraw
from sim.rules.adnd import called_shot, core, initiative, melee, morale, style_weapon_shield
from sim.rules.adnd.declare import MELEE, Blow, arm_of
from sim.table import Table
from sim.tables.adnd_sheet import Gear, Sheet
from tests.rules.adnd.arena import (
    act,
    activate,
    arena,
    condition,
    declare,
    end_round,
    next_round,
    sheet,
    spent,
    square,
    told,
    why_not,
)

FIELD = """
    . . . . . .
    . A o T . .
    . . p . . .
"""
"""o stands beside a tree."""

ORC = sheet("orc", strength=10, hit_points=40)
KEEN = sheet("two-sword-6", strength=10, dexterity=10, tiers={}, hit_points=40)
"""THAC0 15: at -4 he needs 13 against AC 6; without a weapon in the other hand from the start."""


def fight(
    how: str,
    dice: str = "",
    *answers: Choose,
    A: str | Sheet = KEEN,
    o: str | Sheet = ORC,
    weapon: str = "",
    **keys: object,
) -> Table:
    """A has announced a called shot at o with the first thing in his hand."""
    table = arena(FIELD, A=A, o=o, p=sheet("orc", player=True), dice=dice, answers=answers, **keys)  # type: ignore[arg-type]
    declare(table, "A", FullAttack("o", weapon or table.battle["A"].held[0], how, object=_thing(how)))  # type: ignore[arg-type]
    return table


def _thing(how: str) -> str:
    return {"called": "arm", "clothing": "button"}.get(how, "")


def shot(table: Table, how: str, thing: str = "", weapon: str = "") -> tuple[object, ...]:
    return act(table, "A", Attack("o", weapon or table.battle["A"].held[0], how, object=thing or _thing(how)))  # type: ignore[arg-type]


# What it is, and what it costs.


def test_it_is_announced_for_a_purpose():
    """adnd.called-shot.purposes: a part of the body or something held; there must be such a thing."""
    table = arena(FIELD, A=KEEN, o=ORC, p="orc")
    (announced,) = told(declare(table, "A", FullAttack("o", "long sword", "called", object="head")), Declared)
    assert "adnd.called-shot.purposes" in announced.cites

    table = arena(FIELD, A=KEEN, o=ORC, p="orc")
    assert "adnd.called-shot.purposes" in why_not(table, "A", FullAttack("o", "long sword", "called", object="wing"))
    for thing in ("head", "arm", "leg", "long sword"):
        assert not why_not(table, "A", FullAttack("o", "long sword", "called", object=thing))


@pytest.mark.parametrize("how", ["called", "disarm", "initials", "clothing", "pin"])
def test_every_called_shot_costs_four_to_hit_and_one_in_initiative(how):
    """adnd.called-shot.standard-cost: whatever it is for; a plain attack pays neither."""
    table = fight(how, "d20:5")
    (roll,) = told(shot(table, how), AttackMade)
    assert [part.value for part in roll.parts if part.rule == "adnd.called-shot.standard-cost"] == [-4]

    for order, value in (
        (FullAttack("o", "long sword", how, object=_thing(how)), [1]),
        (FullAttack("o", "long sword"), []),
    ):
        parts = [f(table.battle, table.battle["A"], order) for f in initiative.initiative_functions()]
        assert [part.value for part in parts if part and part.rule == "adnd.called-shot.standard-cost"] == value


def test_it_is_announced_before_initiative():
    """adnd.called-shot.standard-cost: who has declared to strike may not aim; who has declared to aim may strike."""
    table = arena(FIELD, A=KEEN, o=ORC, p="orc", dice="d20:5")
    declare(table, "A", FullAttack("o", "long sword"))
    activate(table, "A")
    assert "adnd.called-shot.standard-cost" in why_not(table, "A", Attack("o", "long sword", "called", object="arm"))

    table = fight("called", "d20:5")
    assert not why_not(fight_active(table), "A", Attack("o", "long sword", "called", object="arm"))
    assert told(act(table, "A", Attack("o", "long sword")), AttackMade)


def fight_active(table: Table) -> Table:
    activate(table, "A")
    return table


def test_a_part_of_the_body_takes_ordinary_damage():
    """adnd.called-shot.body-part: an arm that is hit is hurt like any other part."""
    table = fight("called", "d20:13 d8:5")
    events = shot(table, "called", "arm")

    assert "adnd.called-shot.body-part" in told(events, AttackMade)[0].cites
    assert told(events, DamageDealt)[0].amount == 5
    spent(table)


@pytest.mark.parametrize(("helmet", "armor_class"), [(False, 10), (True, 5)])
def test_a_bare_head_has_no_armour(helmet, armor_class):
    """adnd.called-shot.body-part: a fighter in chain without a helmet has AC 10 there, his magic mail or not."""
    mail = msgspec.structs.replace(sheet("fighter-5").armor, helmet=helmet, plus=0 if helmet else 2)
    table = fight("called", "d20:3", o=sheet("fighter-5", armor=mail, shield=None, dexterity=10))
    (roll,) = told(shot(table, "called", "head"), AttackMade)

    assert roll.ac == armor_class


@pytest.mark.parametrize(("natural", "broken"), [(9, True), (10, False)])
def test_a_shield_that_breaks_is_none_any_more(natural, broken):
    """adnd.called-shot.held-object: thick wood is saved with 10; broken, it is not strapped on again."""
    target = sheet("fighter-5", dexterity=10)
    table = fight("called", f"d20:20 d20:{natural}", o=target)
    events = shot(table, "called", target.shield.name)

    assert bool(told(events, ShieldRuined)) is broken
    assert table.battle["o"].shield_on is not broken
    assert style_weapon_shield.ruined(table.battle["o"]) is broken


@pytest.mark.parametrize(("natural", "broken"), [(6, True), (7, False)])
def test_a_thing_held_is_saved_or_breaks(natural, broken):
    """adnd.called-shot.held-object: metal is saved from a crushing blow with 7; its holder is not hurt."""
    table = fight("called", f"d20:13 d20:{natural}")
    events = shot(table, "called", "long sword")

    assert "adnd.called-shot.held-object" in told(events, AttackMade)[0].cites
    assert told(events, ItemSaveRolled)[0].needed == 7
    assert bool(told(events, ItemBroken)) is broken
    assert ("long sword" in table.battle["o"].held) is not broken
    assert not told(events, DamageDealt)
    spent(table)


def test_a_shield_on_the_arm_is_held_too():
    """adnd.called-shot.held-object: of thick wood it needs 10, and covers nobody when it is broken."""
    table = fight("called", "d20:20 d20:9", o="fighter-5")
    (saved,) = told(shot(table, "called", "medium shield"), ItemSaveRolled)

    assert (saved.needed, saved.success) == (10, False)
    assert not table.battle["o"].shield_on
    assert called_shot.breakable(table.battle["o"]) == ("long sword",)


# Initials.


def test_letters_are_carved_with_a_cutting_blade():
    """adnd.called-shot.initials.weapon: not with a short sword that thrusts, nor with an arrow; with a long sword."""
    table = arena(FIELD, A=KEEN, o=ORC, p="orc")
    archer = arena(FIELD, A="archer-7", o=ORC, p="orc")

    assert "adnd.called-shot.initials.weapon" in why_not(table, "A", FullAttack("o", "short sword", "initials"))
    assert "adnd.called-shot.initials.weapon" in why_not(archer, "A", FullAttack("o", "long bow", "initials"))
    assert not why_not(table, "A", FullAttack("o", "long sword", "initials"))


def test_one_letter_for_a_hit_and_one_point():
    """adnd.called-shot.initials.rate, adnd.called-shot.initials.damage: no dice, no bonus for Strength."""
    strong = msgspec.structs.replace(KEEN, strength=18)
    table = fight("initials", "d20:20", A=strong, o=msgspec.structs.replace(ORC, player=True))
    (dealt,) = told(shot(table, "initials"), DamageDealt)

    assert dealt.amount == 1
    assert set(dealt.cites) == {"adnd.called-shot.initials.rate", "adnd.called-shot.initials.damage"}
    spent(table)


def test_somebody_of_lower_level_gives_up_or_is_shaken():
    """adnd.called-shot.initials.reaction-lower: a check at once: failed he surrenders, passed his rating is 2 lower."""
    table = fight("initials", "d20:20 d10:9 d10:9")
    events = shot(table, "initials")
    assert "adnd.called-shot.initials.reaction-lower" in told(events, MoraleChecked)[0].cites
    assert table.battle["o"].has("surrendered")
    spent(table)

    table = fight("initials", "d20:20 d10:1 d10:1")
    shot(table, "initials")
    assert table.battle["o"].has("cowed")
    assert [part.value for part in morale.parts(table.battle, table.battle["o"]) if part.type == "cowed"] == [-2]
    spent(table)


def test_somebody_of_higher_level_fights_to_the_death():
    """adnd.called-shot.initials.reaction-higher: he neither checks morale nor gives up any more."""
    better = msgspec.structs.replace(ORC, level=7)
    table = fight("initials", "d20:20", o=better)
    assert not why_not(table, "o", Surrender())
    (began,) = told(shot(table, "initials"), ConditionBegan)
    assert (began.condition, began.other, began.cites) == (
        "insulted",
        "A",
        ("adnd.called-shot.initials.reaction-higher",),
    )
    assert not morale.wavers(table.battle["o"])

    next_round(table)
    assert "adnd.called-shot.initials.reaction-higher" in why_not(table, "o", Surrender())


def test_an_equal_does_the_one_or_the_other():
    """adnd.called-shot.initials.reaction-equal: failed he gives up, passed he takes it as an insult."""
    equal = msgspec.structs.replace(ORC, level=6)
    table = fight("initials", "d20:20 d10:9 d10:9", o=equal)
    assert "adnd.called-shot.initials.reaction-equal" in told(shot(table, "initials"), MoraleChecked)[0].cites
    assert table.battle["o"].has("surrendered")

    table = fight("initials", "d20:20 d10:1 d10:1", o=equal)
    (began,) = told(shot(table, "initials"), ConditionBegan)
    assert "adnd.called-shot.initials.reaction-equal" in began.cites
    assert called_shot.bent_on_revenge(table.battle["o"])


# Clothing.


def test_an_ornament_falls_at_its_wearers_feet():
    """adnd.called-shot.clothing.effect: a brooch, no damage; of what he does not wear nothing is cut off."""
    jewelled = msgspec.structs.replace(ORC, gear=(Gear("brooch"),), player=True)
    table = fight("clothing", "d20:20", o=jewelled)
    events = shot(table, "clothing", "brooch")
    (fell,) = told(events, Dropped)
    assert (fell.item, fell.square, fell.cites) == (
        "brooch",
        square(table, "c2"),
        ("adnd.called-shot.clothing.effect",),
    )
    assert not told(events, DamageDealt)
    assert table.battle["o"].gear == ()
    spent(table)

    table = arena(FIELD, A=KEEN, o=ORC, p="orc")
    assert "adnd.called-shot.clothing.effect" in why_not(
        table, "A", FullAttack("o", "long sword", "clothing", object="brooch")
    )
    assert not why_not(table, "A", FullAttack("o", "long sword", "clothing", object="button"))
    beast = arena(FIELD, A=KEEN, o="lion", p="orc")
    assert "adnd.called-shot.clothing.effect" in why_not(
        beast, "A", FullAttack("o", "long sword", "clothing", object="button")
    )


def test_it_is_the_lesser_insult():
    """adnd.called-shot.clothing.reaction: +2 to the rating; who is insulted so still checks morale, and may give up."""
    table = fight("clothing", "d20:20 d10:1 d10:1")
    (checked,) = told(shot(table, "clothing"), MoraleChecked)
    assert [part.value for part in checked.parts if part.rule == "adnd.called-shot.clothing.reaction"] == [2]

    better = msgspec.structs.replace(ORC, level=7)
    table = fight("clothing", "d20:20", o=better)
    (began,) = told(shot(table, "clothing"), ConditionBegan)
    assert "adnd.called-shot.clothing.reaction" in began.cites
    assert not called_shot.bent_on_revenge(table.battle["o"])
    assert morale.wavers(table.battle["o"])
    next_round(table)
    assert not why_not(table, "o", Surrender())


# Pinning.

THROWER = sheet("duellist-6", held=("dagger",), strength=10, dexterity=10, tiers={}, proficient=("dagger",))


def test_a_thrown_dagger_pins_to_a_tree():
    """adnd.called-shot.pin.best-weapon, adnd.called-shot.pin.surface: by his clothes; the dagger is in the wood."""
    drawing = """
        . . . . . . .
        . A . . o T .
        . . . . . p .
    """
    table = arena(drawing, A=THROWER, o=ORC, p="orc", dice="d20:20")
    declare(table, "A", FullAttack("o", "dagger", "pin"))
    events = shot(table, "pin")

    assert "adnd.called-shot.pin.best-weapon" in told(events, AttackMade)[0].cites
    (pinned,) = told(events, Pinned)
    assert (pinned.who, pinned.until, pinned.cites) == ("o", 4, ("adnd.called-shot.pin.surface",))
    assert not told(events, DamageDealt)
    assert not table.battle["A"].held
    spent(table)


@pytest.mark.parametrize(
    ("kind", "weapon", "rule"),
    [
        ("townsman", "club", "adnd.called-shot.pin.melee-weapon"),
        ("two-sword-6", "long sword", ""),
        ("two-sword-6", "short sword", ""),
    ],
)
def test_it_takes_an_edge_or_a_point(kind, weapon, rule):
    """adnd.called-shot.pin.melee-weapon: no club, and no fist; edged and pointed weapons in the hand will do."""
    table = arena(FIELD, A=kind, o=ORC, p="orc")
    found = why_not(table, "A", FullAttack("o", weapon, "pin"))

    assert (rule in found) if rule else not found
    assert "adnd.called-shot.pin.melee-weapon" in why_not(table, "A", FullAttack("o", "fist", "pin"))


def test_what_is_blunt_is_not_thrown_either():
    """adnd.called-shot.pin.best-weapon: a sling stone pins nobody; an arrow does."""
    slinger = sheet("priest-5", shield=None, held=("sling",))

    assert "adnd.called-shot.pin.best-weapon" in why_not(
        arena(FIELD, A=slinger, o=ORC, p="orc"), "A", FullAttack("o", "sling", "pin")
    )
    assert not why_not(arena(FIELD, A="archer-7", o=ORC, p="orc"), "A", FullAttack("o", "long bow", "pin"))


def test_there_must_be_wood_and_clothes():
    """adnd.called-shot.pin.surface: by a tree, not in the open or by stone; metal offers no hold without a cloak."""
    table = arena(FIELD, A=KEEN, o=ORC, p="orc", sides={"p": "lower"})
    open_ground = arena(FIELD.replace("T", "."), A=KEEN, o=ORC, p="orc")
    stone = arena(FIELD.replace("T", "#"), A=KEEN, o=ORC, p="orc")
    mail = arena(FIELD, A=KEEN, o="fighter-5", p="orc")
    cloaked = arena(FIELD, A=KEEN, o=sheet("fighter-5", gear=(Gear("cloak"),)), p="orc")
    order = FullAttack("o", "long sword", "pin")

    for place in (open_ground, stone, mail):
        assert "adnd.called-shot.pin.surface" in why_not(place, "A", order)
    assert not why_not(table, "A", order)
    assert not why_not(cloaked, "A", order)


def test_a_melee_weapon_stays_in_the_wall():
    """adnd.called-shot.pin.melee-weapon: he lets go of it, or keeps hold and cannot strike with it meanwhile."""
    table = fight("pin", "d20:20", Choose("let go"))
    shot(table, "pin")
    assert table.battle["A"].held == ("short sword",)
    assert [thing.name for thing in table.battle.things] == ["long sword"]

    table = fight("pin", "d20:20", Choose("keep hold"), o=msgspec.structs.replace(ORC, player=True))
    shot(table, "pin")
    assert table.battle["A"].held == ("long sword", "short sword")
    next_round(table)
    declare(table, "A", FullAttack("o", "long sword"))
    activate(table, "A")
    assert "adnd.called-shot.pin.melee-weapon" in why_not(table, "A", Attack("o", "long sword"))
    assert "adnd.called-shot.pin.melee-weapon" in why_not(table, "A", Step(square(table, "a1")))
    assert "long sword" not in [weapon.name for weapon in melee.weapons(table.battle["A"])]
    called_shot._release(table, table.battle["o"], -1, "adnd.called-shot.pin.free-self")
    assert not why_not(table, "A", Attack("o", "long sword"))


def test_who_is_driven_off_lets_go_of_it():
    """adnd.called-shot.pin.melee-weapon: it stays in the wall, and the victim pinned."""
    table = fight("pin", "d20:20", Choose("keep hold"), o=msgspec.structs.replace(ORC, player=True))
    shot(table, "pin")
    table.battle["A"].square = square(table, "a3")
    table.battle["o"].square = square(table, "f1")
    (fell,) = told(end_round(table), Dropped)

    assert (fell.item, fell.square) == ("long sword", square(table, "f1"))
    assert table.battle["o"].has("pinned")


def pinned(**keys: object) -> Table:
    table = arena(FIELD, A=KEEN, o=ORC, p="orc", **keys)  # type: ignore[arg-type]
    condition(table, "o", "pinned", "A", 4)
    return table


def test_who_is_pinned_is_worse_off_in_attack_and_defence():
    """adnd.called-shot.pin.ac-penalty, adnd.called-shot.pin.to-hit-penalty, adnd.called-shot.pin.may-fight: 2 each."""
    table = pinned()
    me, foe = table.battle["A"], table.battle["o"]
    at_him = core.ac_parts(Blow(table.battle, me, foe, arm_of(me, "long sword"), MELEE))
    by_him = Blow(table.battle, foe, me, arm_of(foe, "long sword"), MELEE)

    assert [part.value for part in at_him if part.rule == "adnd.called-shot.pin.ac-penalty"] == [2]
    assert [part.value for part in core.attack_parts(by_him) if part.rule == "adnd.called-shot.pin.to-hit-penalty"] == [
        -2
    ]
    assert "adnd.called-shot.pin.may-fight" in by_him.cites
    assert not why_not(table, "o", FullAttack("A", "long sword"))


@pytest.mark.parametrize("order", [Move(1), Withdraw(1)])
def test_he_cannot_leave_his_square(order):
    """adnd.called-shot.pin.may-fight: unpinned he could."""
    assert "adnd.called-shot.pin.may-fight" in why_not(pinned(), "o", order)
    assert "adnd.called-shot.pin.may-fight" not in why_not(arena(FIELD, A=KEEN, o=ORC, p="orc"), "o", order)


def test_nor_step_aside():
    """adnd.called-shot.pin.may-fight: not even one square in his own activation."""
    table = pinned()
    declare(table, "o", FullAttack("A", "long sword"))
    activate(table, "o")

    assert "adnd.called-shot.pin.may-fight" in why_not(table, "o", Step(square(table, "c1")))


def test_a_round_frees_him_without_a_roll():
    """adnd.called-shot.pin.free-self, adnd.called-shot.pin.no-roll: it is his action of the round."""
    table = pinned()
    declare(table, "o", FreeSelf("pin"))
    (ended,) = told(activate(table, "o"), ConditionEnded)

    assert (ended.condition, ended.other) == ("pinned", "A")
    assert set(ended.cites) == {"adnd.called-shot.pin.free-self", "adnd.called-shot.pin.no-roll"}
    assert not table.battle["o"].has("pinned")
    spent(table)
    assert why_not(arena(FIELD, A=KEEN, o=ORC, p="orc"), "o", FreeSelf("pin")) == ("adnd.called-shot.pin.free-self",)


def test_after_three_rounds_he_is_free_anyhow():
    """adnd.called-shot.pin.auto-release: pinned in round 1, he is free at the end of round 4."""
    table = arena(FIELD, A=KEEN, o=msgspec.structs.replace(ORC, player=True), p=sheet("orc", player=True))
    condition(table, "o", "pinned", "A", 4)
    for _ in range(3):
        next_round(table)
        assert table.battle["o"].has("pinned")
    (ended,) = told(end_round(table), ConditionEnded)

    assert ended.cites == ("adnd.called-shot.pin.auto-release",)


# Hostages.

KNIFE = sheet("rogue-5", held=("dagger",), strength=10, dexterity=10, player=True, hit_points=40)


def grip(dice: str = "", *answers: Choose, A: Sheet = KNIFE, o: Sheet = ORC) -> Table:
    """A has o in his grip since the round before."""
    table = arena(
        FIELD, A=A, o=msgspec.structs.replace(o, player=True), p=sheet("orc", player=True), dice=dice, answers=answers
    )
    condition(table, "o", "held", "A")
    return table


HOSTAGE = FullAttack("o", "dagger", "hostage")


def test_the_victim_has_to_be_in_his_power_first():
    """adnd.called-shot.hostage.prerequisite: a hold or grip of the round before; without one it is refused."""
    free = arena(FIELD, A=KNIFE, o=ORC, p="orc")
    assert "adnd.called-shot.hostage.prerequisite" in why_not(free, "A", HOSTAGE)
    assert not why_not(grip(), "A", HOSTAGE)

    others = arena(FIELD, A=KNIFE, o=ORC, p="orc")
    condition(others, "o", "held", "p")
    assert "adnd.called-shot.hostage.prerequisite" in why_not(others, "A", HOSTAGE)


def test_it_takes_a_dagger_or_the_like():
    """adnd.called-shot.hostage.attempt: small, with an edge or a point, in the hand."""
    sword = grip(A=sheet("two-sword-6", hit_points=40))
    assert "adnd.called-shot.hostage.attempt" in why_not(sword, "A", FullAttack("o", "long sword", "hostage"))
    assert not why_not(sword, "A", FullAttack("o", "short sword", "hostage"))
    assert "adnd.called-shot.hostage.attempt" in why_not(grip(), "A", FullAttack("o", "fist", "hostage"))


def test_the_blade_is_at_his_neck_and_does_not_hurt():
    """adnd.called-shot.hostage.attempt, adnd.called-shot.hostage.no-damage: a called shot that hits."""
    table = grip("d20:20")
    declare(table, "A", HOSTAGE)
    events = shot(table, "hostage")

    assert [part.value for part in told(events, AttackMade)[0].parts if part.type == "called shot"] == [-4]
    (began,) = told(events, ConditionBegan)
    assert (began.condition, began.other) == ("hostage", "A")
    assert set(began.cites) == {"adnd.called-shot.hostage.attempt", "adnd.called-shot.hostage.no-damage"}
    assert not told(events, DamageDealt)
    spent(table)


def test_from_then_on_he_may_strike_at_any_moment():
    """adnd.called-shot.hostage.strike: before an enemy acts, without a roll, the dice doubled; and once."""
    table = grip("d4:3", Choose("spare"), Choose("strike"))
    condition(table, "o", "hostage", "A")
    for who in ("o", "p"):
        declare(table, who, FullAttack("A", "long sword"))
    first = activate(table, "p")
    assert told(first, Answered)
    assert not told(first, DamageDealt)

    events = activate(table, "o")
    (roll,) = told(events, AttackMade)
    assert (roll.hit, roll.dice, roll.how) == (True, (), "hostage")
    (dealt,) = told(events, DamageDealt)
    assert (dealt.target, dealt.amount) == ("o", 6)
    assert {"adnd.called-shot.hostage.strike", "adnd.core.damage.multiplied"} <= set(dealt.cites)
    assert not table.battle["o"].has("hostage")
    spent(table)


@pytest.mark.parametrize("cause", ["grip", "blade", "stunned", "unconscious", "surrendered"])
def test_the_threat_ends_with_the_grip_the_blade_or_the_taker(cause):
    """adnd.called-shot.hostage.strike: broken grip, disarmed, stunned or helpless taker, or a hostage who gives up."""
    table = grip()
    condition(table, "o", "hostage", "A")
    if cause == "grip":
        table.tell(ConditionEnded(-1, "o", "held", (), "A"))
    elif cause == "blade":
        table.tell(Dropped(-1, "A", "dagger", table.battle["A"].square))
    else:
        condition(table, "o" if cause == "surrendered" else "A", cause)
    declare(table, "p", FullAttack("A", "long sword"))
    events = activate(table, "p")

    ended = [event.cites for event in told(events, ConditionEnded) if event.condition == "hostage"]
    assert ended == [("adnd.called-shot.hostage.strike",)]
    assert not told(events, Answered)


@given(st.sampled_from(["called", "initials", "clothing", "pin"]), st.integers(1, 19))
def test_a_miss_has_no_effect(how, natural):
    """adnd.called-shot.standard-cost: below the number needed nothing but the roll is told."""
    table = fight(
        how,
        f"d20:{natural}",
        options={"fumble": "off"},
        o=msgspec.structs.replace(ORC, armor=msgspec.structs.replace(ORC.armor, armor_class=-10)),
    )
    events = shot(table, how)

    assert not any(told(events, kind) for kind in (DamageDealt, Dropped, Pinned, ItemBroken, MoraleChecked))


def test_only_what_was_announced():
    """adnd.called-shot.standard-cost: one kind of called shot is not another."""
    table = fight("initials")

    with pytest.raises(OffMenu):
        shot(table, "pin")


@pytest.mark.parametrize(
    ("how", "order", "rule"),
    [
        ("clothing", Attack("o", "long sword", "clothing", object="brooch"), "adnd.called-shot.clothing.effect"),
        ("called", Attack("o", "long sword", "called", object="wing"), "adnd.called-shot.purposes"),
        ("pin", Attack("p", "long sword", "pin"), "adnd.called-shot.pin.surface"),
        ("initials", Attack("o", "short sword", "initials"), "adnd.called-shot.initials.weapon"),
        ("disarm", Attack("o", "long sword", "disarm", object="club"), "adnd.disarm.basic"),
    ],
)
def test_what_is_aimed_at_must_be_there_when_the_blow_comes(how, order, rule):
    """adnd.called-shot.purposes: a called shot may pass to another target or thing, if that is one for it."""
    table = arena(FIELD, A=KEEN, o=ORC, p=sheet("orc", player=True))
    condition(table, "p", "pinned", "A", 4)
    declare(table, "A", FullAttack("o", "long sword", how, off_hand="short sword", object=_thing(how)))
    activate(table, "A")

    assert rule in why_not(table, "A", order)
    assert not why_not(table, "A", Attack("o", "long sword", how, object=_thing(how)))


def test_a_hostage_must_still_be_held_when_the_blow_comes():
    """adnd.called-shot.hostage.prerequisite: he has broken free meanwhile."""
    table = grip()
    declare(table, "A", HOSTAGE)
    activate(table, "A")
    assert not why_not(table, "A", Attack("o", "dagger", "hostage"))

    table.tell(ConditionEnded(-1, "o", "held", (), "A"))
    assert "adnd.called-shot.hostage.prerequisite" in why_not(table, "A", Attack("o", "dagger", "hostage"))


def test_clothing_has_its_buttons_and_a_pin_needs_no_thing():
    """adnd.called-shot.clothing: what somebody wears, and a button; a weapon held is for a plain called shot."""
    table = arena(". A o .", A="fighter-3", o="orc")
    orc = table.battle["o"]

    assert called_shot.objects(orc, "clothing") == (*orc.gear, called_shot.BUTTON)
    assert called_shot.objects(orc, "pin") == ("",)
    assert set(orc.held) <= set(called_shot.objects(orc, "called"))


def test_who_lies_on_the_ground_besides_fights_to_the_death_still():
    """adnd.called-shot.initials.higher-level: whatever else is the matter with him."""
    table = fight("initials")
    condition(table, "o", "insulted", "A", called_shot.MILD + 1)
    condition(table, "o", "prone")
    assert called_shot.bent_on_revenge(table.battle["o"])


def test_the_threat_ends_by_nobodys_order():
    """adnd.called-shot.hostage.strike: the event that ends it comes of no other."""
    table = grip()
    condition(table, "o", "hostage", "A")
    condition(table, "A", "stunned")
    declare(table, "p", FullAttack("A", "long sword"))

    (ended,) = [event for event in told(activate(table, "p"), ConditionEnded) if event.condition == "hostage"]
    assert ended.because == -1
