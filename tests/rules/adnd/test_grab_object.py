"""Grabbing an object: a hand on it, and the contest for it."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.adnd import AttackMade, InitiativeThrown, ItemSaveRolled
from sim.events.adnd_grips import StrengthContested, ThingSeized
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.equipment import Dropped, Snatched
from sim.events.objects import ItemBroken
from sim.events.orders import Attack, Choose, End, FullAttack
from sim.rules.adnd import grab_object, initiative, melee, parry
from sim.rules.adnd.declare import MELEE, Blow, arm_of
from sim.rules.adnd.grab_object import Might
from sim.tables.adnd_sheet import Gear
from tests.rules.adnd.arena import act, activate, arena, cited, declare, next_round, sheet, spent, told, why_not

FIELD = ". A o ."
BARE = sheet("fighter-3", held=(), shield=None, strength=15)
"""THAC0 18 and nothing in his hands: as a called shot he needs 16 against an orc."""
ORC = sheet("orc", strength=15, shield=None)
RING = Gear("ring")


def seize(item, *, me=BARE, foe=ORC, dice="", answers=(), options=None):
    """A reaches for a thing of o; the table, and what came of it."""
    table = arena(FIELD, A=me, o=foe, dice=dice, answers=answers, options=options)
    declare(table, "o", End())
    declare(table, "A", FullAttack("o", "fist", how="grab-object", object=item))
    return table, act(table, "A", Attack("o", "fist", how="grab-object", object=item))


def contests(events):
    return [(each.outcome, each.score) for each in told(events, StrengthContested)]


def sword(foe=ORC):
    return foe.held[0]


def test_a_hit_lays_a_hand_on_it_and_no_more():
    """
    adnd.grab.object.attack-roll, adnd.grab.object.no-control-yet, adnd.grab.object.resist.held: whoever holds the thing
    resists at once; here he wins, and nothing has changed hands.
    """
    table, events = seize(sword(), dice="d20:16 d20:12 d20:3")

    (seized,) = told(events, ThingSeized)
    assert (seized.item, seized.resisted) == (sword(), True)
    assert {"adnd.grab.object.no-control-yet", "adnd.grab.object.resist.held"} <= set(seized.cites)
    assert contests(events) == [("lost", (15, 15))]
    assert sword() in table.battle["o"].held
    assert table.battle["A"].held == ()
    assert not told(events, Snatched)
    spent(table)


def test_it_is_a_called_shot():
    """adnd.grab.object.attack-roll: -4 to hit, and 1 later in initiative; a 15 misses."""
    table, events = seize(sword(), dice="d20:15")

    (roll,) = told(events, AttackMade)
    assert (roll.needed, roll.hit, [part.value for part in roll.parts]) == (16, False, [-4])
    assert "adnd.grab.object.attack-roll" in roll.cites
    later = initiative.initiative_functions()
    parts = [part for one in later if (part := one(table.battle, table.battle["A"], table.battle.ledger["A"].declared))]
    assert {part.type: part.value for part in parts} == {"fist": 3, "called shot": 1}
    assert not told(events, InitiativeThrown)


def test_the_hand_besides_a_weapon_has_the_penalties_of_two():
    """adnd.grab.object.attack-roll: with the weapon used in the same round, -4 for the second hand as well."""
    me = sheet("fighter-3", held=("short sword",), shield=None, strength=15, dexterity=10)
    table = arena(FIELD, A=me, o=ORC, dice="d20:16")
    declare(table, "A", FullAttack("o", "short sword", off_hand="fist", off_how="grab-object", object=sword()))
    events = act(table, "A", Attack("o", "fist", how="grab-object", object=sword()))

    (roll,) = told(events, AttackMade)
    assert sorted(part.value for part in roll.parts) == [-4, -4]
    assert roll.needed == 20


def test_it_takes_a_free_hand():
    """adnd.grab.object.free-hand: with both hands full he cannot; with one empty he can."""
    order = FullAttack("o", "fist", how="grab-object", object=sword())
    full = arena(FIELD, A="fighter-3", o=ORC)
    assert "adnd.grab.object.free-hand" in why_not(full, "A", order)

    assert why_not(arena(FIELD, A=BARE, o=ORC), "A", order) == ()


def test_only_what_can_be_got_at_is_seized():
    """adnd.grab.object.targets: what is held, and what is carried where a hand gets at it; nothing else."""
    foe = msgspec.structs.replace(ORC, gear=(RING, Gear("purse", accessible=False)))
    table = arena(FIELD, A=BARE, o=foe)

    for item, refused in ((sword(), False), ("ring", False), ("purse", True), ("crown", True)):
        rules = why_not(table, "A", FullAttack("o", "fist", how="grab-object", object=item))
        assert ("adnd.grab.object.targets" in rules) == refused


def test_the_greater_margin_wins_and_tears_it_away():
    """adnd.grab.object.contest, adnd.grab.object.contest.winner: 15 - 3 against 15 - 9."""
    table, events = seize(sword(), dice="d20:16 d20:3 d20:9")

    assert contests(events) == [("won", (15, 15))]
    (contest,) = told(events, StrengthContested)
    assert {"adnd.grab.object.contest", "adnd.grab.object.contest.winner"} <= set(contest.cites)
    assert table.battle["A"].held == (sword(),)
    assert sword() not in table.battle["o"].held


@given(st.integers(3, 25), st.integers(3, 25), st.integers(1, 20), st.integers(1, 20))
def test_margins_decide(mine, theirs, roll, answer):
    """adnd.grab.object.contest: the greater difference between score and die wins; equals try again or drop it."""
    outcome, _ = grab_object.decide(Might(mine, 0, mine, 0), Might(theirs, 0, theirs, 0), roll, answer, thing=True)

    lead = (mine - roll) - (theirs - answer)
    if lead:
        assert outcome == ("won" if lead > 0 else "lost")
    else:
        failed = (roll > mine or roll == 20) and (answer > theirs or answer == 20)
        assert outcome == ("dropped" if failed else "tie")


def test_percentages_count_in_a_tie_only():
    """adnd.grab.object.tie.exceptional-strength: 18/60 beats 18 when both roll 9, and loses with a 10 to a 9."""
    strong = msgspec.structs.replace(BARE, strength=18, exceptional=60)
    foe = msgspec.structs.replace(ORC, strength=18)

    _, tied = seize(sword(), me=strong, foe=foe, dice="d20:16 d20:9 d20:9")
    assert contests(tied) == [("won", (18, 18))]
    assert "adnd.grab.object.tie.exceptional-strength" in told(tied, StrengthContested)[0].cites

    _, untied = seize(sword(), me=strong, foe=foe, dice="d20:16 d20:10 d20:9")
    assert contests(untied) == [("lost", (18, 18))]
    assert "adnd.grab.object.tie.exceptional-strength" not in cited(untied)


@pytest.mark.parametrize(("one", "other", "wins"), [(0, 1, False), (100, 99, True), (51, 50, True)])
def test_the_highest_percentage_is_00(one, other, wins):
    """adnd.grab.object.tie.exceptional-strength: plain 18 ranks below 18/01, and 18/00 is the highest."""
    outcome, _ = grab_object.decide(Might(18, one, 18, one), Might(18, other, 18, other), 5, 5, thing=True)

    assert outcome == ("won" if wins else "lost")


def test_a_tie_is_thrown_again_at_once():
    """adnd.grab.object.tie.reroll: for no attack of either."""
    table, events = seize(sword(), dice="d20:16 d20:9 d20:9 d20:2 d20:3")

    assert [outcome for outcome, _ in contests(events)] == ["tie", "won"]
    assert "adnd.grab.object.tie.reroll" in told(events, StrengthContested)[0].cites
    assert table.battle.ledger["o"].attacks == 0
    spent(table)


def test_when_both_fail_in_a_tie_it_falls():
    """adnd.grab.object.tie.both-fail: two rolls of 17 from a Strength of 15, and it lies in its owner's square."""
    table, events = seize(sword(), dice="d20:16 d20:17 d20:17")

    (dropped,) = told(events, Dropped)
    assert (dropped.item, dropped.square) == (sword(), table.battle["o"].square)
    assert dropped.cites == ("adnd.grab.object.tie.both-fail",)


def test_both_fail_with_a_20_too():
    """adnd.grab.object.tie.both-fail: a 20 fails even a Strength of 20; without a tie nothing falls."""
    twenty = Might(20, 0, 20, 0)
    assert grab_object.decide(twenty, twenty, 20, 20, thing=True)[0] == "dropped"
    assert grab_object.decide(twenty, twenty, 20, 20, thing=False)[0] == "tie"
    assert grab_object.decide(Might(10, 0, 10, 0), Might(10, 0, 10, 0), 15, 14, thing=True)[0] == "lost"


def test_what_is_fragile_may_break_in_a_tie():
    """adnd.grab.object.tie.fragile: a flask of glass needs a 20 at every tie; on the next one it is in pieces."""
    foe = msgspec.structs.replace(ORC, gear=(Gear("flask", fragile=True, material="glass"),), held=())
    dice = "d20:16 d20:9 d20:9 d20:20 d20:8 d20:8 d20:19"
    table, events = seize("flask", foe=foe, dice=dice)

    assert [save.success for save in told(events, ItemSaveRolled)] == [True, False]
    (broken,) = told(events, ItemBroken)
    assert (broken.item, broken.cites) == ("flask", ("adnd.grab.object.tie.fragile",))
    assert table.battle["o"].gear == ()
    assert table.battle["A"].held == ()
    spent(table)


def test_with_a_free_hand_he_holds_on_to_what_he_carries():
    """adnd.grab.object.resist.carried: nobody asks him, and it costs nothing."""
    foe = msgspec.structs.replace(ORC, gear=(RING,))
    table, events = seize("ring", foe=foe, dice="d20:16 d20:9 d20:3")

    (seized,) = told(events, ThingSeized)
    assert seized.resisted
    assert "adnd.grab.object.resist.carried" in seized.cites
    assert table.battle["o"].gear == ("ring",)


SHIELDED = sheet("fighter-3", gear=(RING,), strength=15)
"""A spear in one hand, a shield on the other arm."""


def with_full_hands(answer, dice, foe=SHIELDED):
    return seize("ring", foe=foe, dice=dice, answers=(Choose(answer),))


def test_with_full_hands_he_may_give_it_up():
    """adnd.grab.object.resist.carried: if he will not free a hand, it is taken without a contest."""
    table, events = with_full_hands("give it up", "d20:19")

    assert not told(events, StrengthContested)
    (taken,) = told(events, Snatched)
    assert taken.cites == ("adnd.grab.object.resist.carried",)
    assert table.battle["A"].held == ("ring",)
    spent(table)


def test_who_cannot_resist_loses_it():
    """adnd.grab.object.resist.carried: nobody asks somebody who is stunned."""
    from tests.rules.adnd.arena import condition

    table = arena(FIELD, A=BARE, o=SHIELDED, dice="d20:19")
    declare(table, "A", FullAttack("o", "fist", how="grab-object", object="spear"))
    condition(table, "o", "stunned")
    events = act(table, "A", Attack("o", "fist", how="grab-object", object="spear"))

    assert not told(events, StrengthContested)
    assert told(events, Snatched)


def test_he_may_drop_his_weapon_for_it():
    """adnd.grab.object.resist.drop-weapon: it falls at his feet, and he has a hand to hold on with."""
    table, events = with_full_hands("drop spear", "d20:19 d20:9 d20:3")

    (dropped,) = told(events, Dropped)
    assert (dropped.item, dropped.cites) == ("spear", ("adnd.grab.object.resist.drop-weapon",))
    assert table.battle["o"].gear == ("ring",)
    spent(table)


def test_he_may_let_go_of_the_shield():
    """adnd.grab.object.resist.release-shield: it covers him no more until the next round begins."""
    table, events = with_full_hands("let go of the shield", "d20:19 d20:9 d20:3")

    (began,) = told(events, ConditionBegan)
    assert (began.condition, began.cites) == ("shield-spent", ("adnd.grab.object.resist.release-shield",))
    assert armor(table) == 5
    next_round(table)
    assert armor(table) == 4
    spent(table)


def armor(table):
    """The Armor Class that a blow of A at o meets."""
    from sim.rules.adnd import core

    me, foe = table.battle["A"], table.battle["o"]
    return sum(part.value for part in core.ac_parts(Blow(table.battle, me, foe, arm_of(me, "fist"), MELEE)))


def test_he_may_hold_a_great_weapon_in_one_hand():
    """
    adnd.grab.object.resist.one-hand-grip: until his next attack comes up he neither strikes freely nor parries with it.
    """
    foe = sheet("two-handed-6", held=("two-handed sword",), gear=(RING,), strength=15)
    table, events = with_full_hands("one hand", "d20:20 d20:9 d20:3", foe)

    (began,) = told(events, ConditionBegan)
    assert (began.condition, began.cites) == ("loose-grip", ("adnd.grab.object.resist.one-hand-grip",))
    me = table.battle["o"]
    great = me.held[0]
    assert melee.threatening(me) == ()
    assert not parry.ready(me, arm_of(me, great))
    declare_late = activate(table, "o")
    assert [end.condition for end in told(declare_late, ConditionEnded)] == ["loose-grip"]
    assert parry.ready(me, arm_of(me, great))
    spent(table)


def test_what_one_hand_cannot_hold_falls_at_the_taker_s_feet():
    """adnd.grab.object.contest.winner: he has torn it from the other's hands, but has a sword in one of his."""
    me = sheet("fighter-3", held=("short sword",), shield=None, strength=15)
    foe = sheet("two-handed-6", held=("two-handed sword",), strength=15)
    great = foe.held[0]
    table, events = seize(great, me=me, foe=foe, dice="d20:20 d20:3 d20:9")

    assert [event.item for event in told(events, Dropped)] == [great]
    assert table.battle["A"].held == ("short sword",)
    assert great not in table.battle["o"].held


def test_only_who_has_announced_it_is_offered_it():
    """adnd.grab.object.declare: in the activation, everything that the enemy has; to others nothing."""
    for how, offered in (("grab-object", ["long sword", "ring", "spear"]), ("strike", [])):
        table = arena(FIELD, A=BARE, o=msgspec.structs.replace(ORC, gear=(RING,)))
        thing = "ring" if how == "grab-object" else ""
        declare(table, "A", FullAttack("o", "fist", how=how, object=thing))
        activate(table, "A")
        found = [order.object for order in grab_object.tries(table.battle, table.battle["A"])]
        assert sorted(found) == offered
