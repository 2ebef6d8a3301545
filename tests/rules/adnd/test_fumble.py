"""Natural 1s, and when they are critical fumbles."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.adnd import (
    AttackMade,
    AttacksLost,
    InitiativeThrown,
    ItemSaveRolled,
    PercentRolled,
    ScoreChecked,
    fighter_of,
)
from sim.events.adnd_fumbles import Fumbled, FumbleTested
from sim.events.adnd_hands import ShieldRuined
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan
from sim.events.objects import ItemBroken
from sim.events.orders import Attack, Choose, FullAttack, PickUp
from sim.rules.adnd import fumble, initiative, melee
from sim.rules.adnd.declare import MELEE, Blow, arm_of, state_of
from tests.rules.adnd.arena import (
    act,
    arena,
    begin_passes,
    condition,
    declare,
    next_round,
    sheet,
    spent,
    told,
    why_not,
)

FIELD = """
    . . . . . . .
    . . . . . . .
    . . A o . . .
    . . . . . . .
    . . . . . . .
"""
HARDY = sheet("fighter-3", hit_points=60)
"""THAC0 18, one attack, a spear; nothing else counts."""
MASTER = sheet("grand-master-18", hit_points=90)
"""Three attacks a round with the battle axe."""
OFF = {"fumble": "off"}


def swing(dice, *, me=HARDY, foe="ogre", weapon="", options=None, answers=(), **others):
    """A declares all its attacks and makes the first; the table and the events."""
    table = arena(FIELD, A=me, o=foe, dice=dice, options=options or {}, answers=answers, **others)
    weapon = weapon or me.held[0]
    declare(table, "A", FullAttack("o", weapon))
    events = act(table, "A", Attack("o", weapon))
    spent(table)
    return table, events


# One and two.


@pytest.mark.parametrize(("die", "hits"), [(1, False), (2, False), (3, True)])
def test_one_and_two_miss_whatever_is_needed(die, hits):
    """
    adnd.fumble.auto-miss.natural-1-2, adnd.fumble.auto-miss.ignores-thac0-and-modifiers: a grand master needs less
    than 1 against a townsman; 1 and 2 miss all the same.
    """
    _, events = swing(
        f"d20:{die}" + (" d8:1" if hits else ""), me=MASTER, foe=sheet("townsman", hit_points=90), options=OFF
    )

    (rolled,) = told(events, AttackMade)
    assert rolled.needed <= 1
    assert rolled.hit is hits
    assert {
        "adnd.fumble.auto-miss.natural-1-2", "adnd.fumble.auto-miss.ignores-thac0-and-modifiers"
    } <= set(rolled.cites) or hits  # fmt: skip


def test_a_two_has_no_other_consequence():
    """adnd.fumble.auto-miss.natural-1-2: no attack is lost, no die rolled."""
    table, events = swing("d20:2", me=MASTER)

    assert not told(events, AttacksLost)
    assert fighter_of(table.battle, "A").attacks == 2


# What a natural 1 costs.


def test_a_one_costs_the_next_attack():
    """adnd.fumble.natural-1.lose-next-attack: of three attacks one is left after it, and initiative is not lost."""
    table, events = swing("d20:1", me=MASTER, options=OFF)

    (lost,) = told(events, AttacksLost)
    assert (lost.attacks, lost.cites) == (1, ("adnd.fumble.natural-1.lose-next-attack",))
    assert fighter_of(table.battle, "A").attacks == 1
    assert not table.battle["A"].has("late")


def test_with_two_weapons_the_other_blow_is_lost():
    """adnd.fumble.natural-1.lose-next-attack: of whatever hand, the next in the sequence of his round."""
    two = sheet("two-sword-6", hit_points=60)
    table = arena(FIELD, A=two, o="ogre", dice="d20:1", options=OFF)
    declare(table, "A", FullAttack("o", "long sword", off_hand="short sword"))
    events = act(table, "A", Attack("o", "long sword"))

    (lost,) = told(events, AttacksLost)
    assert lost.second
    assert fighter_of(table.battle, "A").due == ()


def test_of_a_natural_routine_the_next_form_is_lost():
    """adnd.fumble.natural-1.lose-next-attack: claw, claw, bite: after a 1 with the first claw only the bite is left."""
    lion = sheet("lion", hit_points=60)
    table = arena(FIELD, A=lion, o="ogre", dice="d20:1", options=OFF)
    declare(table, "A", FullAttack("o", "claw"))
    act(table, "A", Attack("o", "claw"))

    assert fighter_of(table.battle, "A").due == ("bite",)


def test_then_a_parry_kept_is_lost():
    """adnd.fumble.natural-1.lose-next-attack: without a strike to come, a parry that is still reserved."""
    table = arena(FIELD, A=MASTER, o="ogre", dice="d20:1", options=OFF)
    declare(table, "A", FullAttack("o", "battle axe", parries=2))
    events = act(table, "A", Attack("o", "battle axe"))

    (lost,) = told(events, AttacksLost)
    assert lost.parries == 1
    assert fighter_of(table.battle, "A").parries == 1


def test_a_one_on_a_parry_costs_as_much():
    """adnd.fumble.natural-1.lose-next-attack: a parry is an attack roll."""
    table = arena(FIELD, A=MASTER, o="ogre", dice="d20:19 d20:1 d6:1", options=OFF, answers=[Choose("battle axe")])
    declare(table, "o", FullAttack("A", "club"))
    declare(table, "A", FullAttack("o", "battle axe", parries=1))
    begin_passes(table)
    events = act(table, "o", Attack("A", "club"))

    (lost,) = told(events, AttacksLost)
    assert (lost.who, lost.attacks) == ("A", 1)
    assert fighter_of(table.battle, "A").attacks == 1
    spent(table)


def test_a_one_on_a_free_attack_costs_an_attack_of_the_round():
    """adnd.fumble.natural-1.lose-next-attack: whether it has come to that already or not."""
    table = arena(FIELD, A=HARDY, o="ogre", dice="d20:1", options=OFF, answers=[Attack("o", "spear")])
    declare(table, "A", FullAttack("o", "spear"))
    begin_passes(table)
    melee.free_attack(table, table.battle["A"], table.battle["o"], "moving", -1)

    assert fighter_of(table.battle, "A").attacks == 0


def test_a_one_ends_what_is_left_of_a_free_routine():
    """adnd.fumble.natural-1.lose-next-attack: the next of this same go, before those of the round."""
    lion = sheet("lion", hit_points=60)
    table = arena(FIELD, A=lion, o="ogre", dice="d20:1 d20:3", options=OFF, answers=[Attack("o", "claw")])
    declare(table, "A", FullAttack("o", "claw"))
    begin_passes(table)
    melee.free_attack(table, table.battle["A"], table.battle["o"], "moving", -1)

    assert [rolled.weapon for rolled in told(table.log.events, AttackMade)] == ["claw", "bite"]
    assert fighter_of(table.battle, "A").attacks == 1
    spent(table)


def test_without_an_attack_left_initiative_is_lost():
    """adnd.fumble.natural-1.lose-initiative: he acts after all others in the next round, and only there."""
    table, events = _late()

    assert not told(events, AttacksLost)
    (late,) = told(events, ConditionBegan)
    assert "adnd.fumble.natural-1.lose-initiative" in late.cites
    next_round(table)
    for expected in (True, False):
        for who, other in (("A", "o"), ("o", "A")):
            declare(table, who, FullAttack(other, table.battle[who].held[0]))
        first = len(table.log.events)
        initiative.roll(table, -1)
        thrown = {event.who: event for event in told(table.log.events[first:], InitiativeThrown)}
        assert thrown["A"].late is expected
        assert thrown["A"].total < thrown["o"].total
        next_round(table)
    spent(table)


def _late():
    table = arena(FIELD, A=HARDY, o="ogre", dice="d20:1 d10:1 d10:10 d10:1 d10:10", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))
    return table, act(table, "A", Attack("o", "spear"))


# The option.


@pytest.mark.parametrize(("die", "fumbles"), [(12, True), (13, False)])
def test_the_d100_must_be_lower_than_the_number_needed(die, fumbles):
    """
    adnd.fumble.optional.check, adnd.fumble.optional.needed-number, adnd.fumble.optional.chance-formula,
    adnd.fumble.optional.enabled: THAC0 18 against AC 5 needs 13, so 12 is a fumble and 13 is none.
    """
    _, events = swing(f"d20:1 d100:{die}" + (" d100:10" if fumbles else ""))

    assert told(events, AttackMade)[0].needed == 13
    (tested,) = told(events, PercentRolled)
    assert (tested.chance, tested.happens) == (12, fumbles)
    assert bool(told(events, Fumbled)) is fumbles
    assert {
        "adnd.fumble.optional.check", "adnd.fumble.optional.needed-number", "adnd.fumble.optional.chance-formula"
    } <= set(tested.cites)  # fmt: skip


def test_every_adjustment_of_the_roll_counts():
    """adnd.fumble.optional.needed-number: against a prone target +4, so 9 is needed and 8 is a fumble."""
    table = arena(FIELD, A=HARDY, o="ogre", dice="d20:1 d100:9")
    condition(table, "o", "prone")
    declare(table, "A", FullAttack("o", "spear"))
    events = act(table, "A", Attack("o", "spear"))

    assert told(events, PercentRolled)[0].chance == 8


def test_the_example():
    """adnd.fumble.optional.chance-formula: a modified THAC0 of 17 against AC -5 needs 22: 21%."""
    assert fumble.chance(17 + 5) == 21


def test_never_less_than_5_percent():
    """adnd.fumble.optional.minimum-chance: however good the fighter."""
    _, events = swing("d20:1 d100:6", me=MASTER)

    (tested,) = told(events, PercentRolled)
    assert (tested.chance, tested.happens) == (5, False)
    assert "adnd.fumble.optional.minimum-chance" in tested.cites


@given(st.integers(-30, 200))
def test_a_chance_is_a_percentage(needed):
    """adnd.fumble.optional.minimum-chance: between 5 and 100, else one less than what is needed."""
    found = fumble.chance(needed)

    assert 5 <= found <= 100
    assert found == needed - 1 or found in (5, 100)


def test_switched_off_a_one_only_costs():
    """adnd.fumble.optional.enabled: with the option off no d100 is rolled."""
    _, events = swing("d20:1", options=OFF)

    assert told(events, ConditionBegan)[0].condition == "late"
    assert not told(events, PercentRolled)


def test_a_fumble_comes_on_top_of_the_lost_attack():
    """adnd.fumble.optional.cumulative-with-natural-1: the attack is lost, and he kneels besides."""
    table, events = swing("d20:1 d100:5 d100:5", me=MASTER)

    (slip,) = told(events, Fumbled)
    assert "adnd.fumble.optional.cumulative-with-natural-1" in slip.cites
    assert (fighter_of(table.battle, "A").attacks, table.battle["A"].has("kneeling")) == (1, True)


# Other ways to find out.


def test_every_one_is_a_fumble():
    """adnd.variant.fumble.every-one: nothing is checked."""
    _, events = swing("d20:1 d100:5", options={"fumble": "every-one"})

    assert "adnd.variant.fumble.every-one" in told(events, Fumbled)[0].cites


@pytest.mark.parametrize(("die", "fumbles"), [(12, True), (13, False), (20, False), (1, True)])
def test_a_second_roll(die, fumbles):
    """adnd.variant.fumble.second-roll: the attack roll again, against the same 13."""
    _, events = swing(f"d20:1 d20:{die}" + (" d100:5" if fumbles else ""), options={"fumble": "second-roll"})

    (tested,) = told(events, FumbleTested)
    assert (tested.needed, tested.fumbles) == (13, fumbles)
    assert "adnd.variant.fumble.second-roll" in tested.cites


def test_a_second_one_fails_always():
    """adnd.variant.fumble.second-roll: even where less than 1 is needed."""
    _, events = swing("d20:1 d20:1 d100:5", me=MASTER, options={"fumble": "second-roll"})

    assert told(events, FumbleTested)[0].fumbles


@pytest.mark.parametrize(
    ("dexterity", "before", "die", "fumbles"),
    [
        (12, 0, 12, False),
        (12, 0, 11, True),
        (17, 0, 10, False),
        (17, 0, 9, True),
        (12, 2, 15, True),
        (12, 2, 16, False),
        (4, 0, 13, True),
    ],
)
def test_a_dexterity_check(dexterity, before, die, fumbles):
    """adnd.variant.fumble.dexterity: a d20 and reaction adjustment, against 12 and 2 for each attack made before."""
    me = msgspec.structs.replace(HARDY, dexterity=dexterity)
    dice = f"d20:1 d20:{die}" + (" d100:5" if fumbles else "")
    table = arena(FIELD, A=me, o="ogre", dice=dice, options={"fumble": "dexterity"})
    declare(table, "A", FullAttack("o", "spear"))
    fighter_of(table.battle, "A").swings = before
    events = act(table, "A", Attack("o", "spear"))

    (tested,) = told(events, FumbleTested)
    assert (tested.needed, tested.fumbles) == (12 + 2 * before, fumbles)
    assert "adnd.variant.fumble.dexterity" in tested.cites
    spent(table)


@pytest.mark.parametrize(("dexterity", "chance"), [(12, 10), (18, 6), (4, 13)])
def test_a_flat_percentage(dexterity, chance):
    """adnd.variant.fumble.flat-percent: 10%, changed by the defensive adjustment."""
    _, events = swing(
        "d20:1 d100:100", me=msgspec.structs.replace(HARDY, dexterity=dexterity), options={"fumble": "flat-percent"}
    )

    (tested,) = told(events, PercentRolled)
    assert (tested.chance, tested.cites) == (chance, ("adnd.variant.fumble.flat-percent",))


@pytest.mark.parametrize(("level", "chance"), [(0, 100), (3, 85), (19, 5), (20, 0), (25, 0)])
def test_by_skill(level, chance):
    """adnd.variant.fumble.by-skill: 5% less for each level."""
    me = msgspec.structs.replace(HARDY, level=level)
    _, events = swing("d20:1 d100:100" + (" d100:5" if chance == 100 else ""), me=me, options={"fumble": "by-skill"})

    (tested,) = told(events, PercentRolled)
    assert (tested.chance, tested.cites) == (chance, ("adnd.variant.fumble.by-skill",))


SHORT = {"fumble": "short-table"}


@pytest.mark.parametrize(("die", "struck"), [(11, False), (12, True), (20, True)])
def test_the_short_table_may_expose_him(die, struck):
    """adnd.variant.fumble.short-table: 1 to 4, a Dexterity check (11), or the opponent strikes freely at +4."""
    dice = f"d20:1 d10:3 d20:{die}" + (" d20:18 d6:2" if struck else "")
    _, events = swing(dice, options=SHORT, answers=[Attack("A", "club")])

    assert told(events, ScoreChecked)[0].score == 11
    blows = [rolled for rolled in told(events, AttackMade) if rolled.attacker == "o"]
    assert bool(blows) is struck
    if struck:
        assert blows[0].free
        assert [part.value for part in blows[0].parts if part.rule == "adnd.variant.fumble.short-table"] == [4]


def test_the_short_table_may_entangle_his_weapon():
    """adnd.variant.fumble.short-table: 5 and 6, as band 62-63."""
    _, events = swing("d20:1 d10:6", options=SHORT)

    assert [event.condition for event in told(events, ConditionBegan)] == ["late", "fouled"]


@pytest.mark.parametrize(("die", "breaks"), [(9, True), (10, False)])
def test_the_short_table_may_break_his_weapon(die, breaks):
    """adnd.variant.fumble.short-table: 7 and 8, a spear is saved from a crushing blow by 10 (thick wood) or more."""
    _, events = swing(f"d20:1 d10:7 d20:{die}", options=SHORT)

    (saved,) = told(events, ItemSaveRolled)
    assert saved.success is not breaks
    assert bool(told(events, ItemBroken)) is breaks


def test_the_short_table_may_send_the_blow_astray():
    """adnd.variant.fumble.short-table: 9 and 10, at the nearest combatant besides, from behind."""
    field = FIELD.replace(". . A o", ". B A o")
    table = arena(field, A=HARDY, B=HARDY, o="ogre", dice="d20:1 d10:9 d20:18 d6:3", options=SHORT)
    declare(table, "A", FullAttack("o", "spear"))
    events = act(table, "A", Attack("o", "spear"))

    _, stray = told(events, AttackMade)
    assert (stray.target, stray.how) == ("B", "astray")
    assert [part.type for part in stray.parts] == ["rear"]
    assert not any(part.type == "shield" for part in stray.ac_parts)
    assert [(hurt.target, hurt.amount) for hurt in told(events, DamageDealt)] == [("B", 3)]
    spent(table)


def test_an_arrow_that_goes_astray_is_shot_once():
    """adnd.variant.fumble.short-table: the same missile goes on; it leaves the quiver once."""
    field = FIELD.replace(". . A o", "A B . o")
    archer = sheet("archer-7", hit_points=60)
    table = arena(field, A=archer, B=HARDY, o="ogre", dice="d20:1 d10:9 d20:18 d6:3", options=SHORT)
    declare(table, "A", FullAttack("o", "long bow"))
    act(table, "A", Attack("o", "long bow"))

    assert dict(table.battle["A"].ammunition) == {"long bow": 1}


# What lies on the ground.


def test_a_dropped_weapon_must_be_picked_up():
    """adnd.fumble.drop.pick-up: it strikes nothing from the ground; an attack is spent to have it again."""
    two = sheet("grand-master-18", hit_points=90, player=True)
    table = arena(
        FIELD, A=two, o=sheet("ogre", player=True), dice="d20:1 d100:45 d6:1 d6:1 d8:1", options={"fumble": "every-one"}
    )
    declare(table, "A", FullAttack("o", "battle axe"))
    act(table, "A", Attack("o", "battle axe"))
    next_round(table)

    assert "adnd.fumble.drop.pick-up" in why_not(table, "A", FullAttack("o", "battle axe"))
    declare(table, "A", FullAttack("o", two.unarmed.name))
    events = act(table, "A", PickUp("battle axe"))
    assert events[0].cost == "pool"
    assert table.battle["A"].held == ("battle axe",)
    next_round(table)
    assert not why_not(table, "A", FullAttack("o", "battle axe"))


def test_somebody_else_may_have_it():
    """adnd.fumble.drop.pick-up: an unattended weapon may be taken by anyone."""
    table = arena(FIELD, A=HARDY, o="orc", dice="d20:1 d100:45 d6:1 d6:1 d8:1", options={"fumble": "every-one"})
    declare(table, "o", FullAttack("A", "long sword"))
    declare(table, "A", FullAttack("o", "spear"))
    act(table, "A", Attack("o", "spear"))
    act(table, "o", PickUp("spear"))

    assert "spear" in table.battle["o"].held


def test_a_helpless_target_gives_no_occasion():
    """adnd.fumble.auto-miss.natural-1-2: it is hit without a die; nobody misses or fumbles against it."""
    table = arena(FIELD, A=HARDY, o="ogre", dice="d8:4")
    condition(table, "o", "asleep")
    declare(table, "A", FullAttack("o", "spear"))
    act(table, "A", Attack("o", "spear"))

    spent(table)


def test_the_short_table_may_break_a_shield():
    """adnd.variant.fumble.short-table: what punched is the shield; wood is saved by 10, less for its magic."""
    shield = msgspec.structs.replace(HARDY.shield, plus=1)
    me = msgspec.structs.replace(HARDY, shield=shield)
    table = arena(FIELD, A=me, o="ogre", dice="d20:1 d10:7 d20:8", options=SHORT)
    declare(table, "A", FullAttack("o", shield.name, "shield-punch"))
    events = act(table, "A", Attack("o", shield.name, "shield-punch"))

    assert told(events, ItemSaveRolled)[0].needed == 9
    assert told(events, ShieldRuined)
    spent(table)


def test_before_his_turn_he_may_lose_the_attack_of_the_other_hand():
    """adnd.fumble.natural-1.lose-next-attack: with all others reserved and none due, that is the next."""
    table = arena(FIELD, A=HARDY, o="ogre")
    state = state_of(table.battle, table.battle["A"])
    state.second = "club"
    me, foe = table.battle["A"], table.battle["o"]
    fumble.lose_next(table, Blow(table.battle, me, foe, arm_of(me, "spear"), MELEE), -1)

    (lost,) = told(table.log.events, AttacksLost)
    assert (lost.attacks, lost.second) == (0, True)


def test_of_what_is_due_the_attack_of_the_other_hand_is_lost_alone():
    """adnd.fumble.natural-1.lose-next-attack: it is none of those of the main weapon."""
    two = sheet("two-sword-6", hit_points=60, tiers={})
    table = arena(FIELD, A=two, o="ogre", dice="d20:1", options={"fumble": "off"})
    main, second = two.held
    declare(table, "A", FullAttack("o", main, off_hand=second))
    events = act(table, "A", Attack("o", main))

    (lost,) = told(events, AttacksLost)
    assert (lost.attacks, lost.second) == (0, True)
