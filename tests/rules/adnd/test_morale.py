"""Morale: checks, and what those do who fail them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sim.core.errors import BadInput
from sim.events.adnd_morale import MoraleChecked, OrderForced
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.equipment import Dropped
from sim.events.magic import SpellCast
from sim.events.movement import Moved
from sim.events.orders import Leave, Run, Surrender, Withdraw
from sim.rules.adnd import core, morale, round
from sim.rules.adnd.declare import MELEE, Blow, arm_of, compelled
from sim.state.battle import Endings
from tests.rules.adnd.arena import (
    ROSTER,
    activate,
    arena,
    cited,
    condition,
    declare,
    end_round,
    next_round,
    sheet,
    spent,
    told,
)

FIELD = """
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
    . A . . . . . . . o . p . . . .
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
"""


HERO = sheet("fighter-3", player=True)
"""Led by a player: it never checks."""


def names(table, who="o", alone=True):
    """The circumstances that bear on its morale."""
    return {part.type: part.value for part in morale.parts(table.battle, table.battle[who], alone=alone)}


def test_a_check_is_2d10_against_the_rating():
    """adnd.morale.check, adnd.morale.rating: an orc holds at 12 +1 (lawful) -2 (nobody slain) = 11, and no higher."""
    table = arena(FIELD, A="fighter-3", o="orc", p="orc", dice="d10:5 d10:6 d10:6 d10:6")
    orc = table.battle["o"]

    assert morale.check(table, orc, -1, "adnd.disarm.expert.morale")
    assert not morale.check(table, orc, -1, "adnd.disarm.expert.morale", bonus=1)
    first, second = told(table.log.events, MoraleChecked)
    assert (first.rating, first.total, first.success) == (12, 11, True)
    assert {"adnd.morale.check", "adnd.morale.rating", "adnd.disarm.expert.morale"} <= set(first.cites)
    assert [part.value for part in second.parts if part.type == "further check"] == [-1]
    spent(table)


@pytest.mark.parametrize(
    ("kind", "rating"), [("orc", 12), ("gnoll", 11), ("wolf", 10), ("townsman", 7), ("guard", 12), ("skeleton", 20)]
)
def test_the_rating_is_that_of_the_data_or_of_the_kind(kind, rating):
    """adnd.morale.rating: the higher figure of a range; who has no mind at all never wavers."""
    table = arena(FIELD, A=HERO, o=kind, p="orc")

    assert morale.rating(table.battle["o"]) == rating


def test_circumstances_add_up():
    """adnd.morale.modifiers: half a group lost, its best killed, nobody slain, the law, a wizard against it."""
    table = arena(FIELD, A="wizard-5", o="orc", p="ogre")
    condition(table, "p", "dead")

    assert names(table) == {
        "half lost": -4,
        "lawful": 1,
        "facing magic": -2,
        "best ally killed": -4,
        "no enemy slain": -2,
    }


def test_its_own_wounds_count_when_it_checks_alone():
    """adnd.morale.modifiers: a quarter of its hit points lost is -2, half of them -4, for itself only."""
    table = arena(FIELD, A=HERO, o=sheet("ogre", hit_points=20), p="orc")
    ogre = table.battle["o"]

    for points, value in ((16, 0), (15, -2), (11, -2), (10, -4)):
        ogre.hit_points = points
        found = names(table)
        assert found.get("quarter lost", found.get("half lost", 0)) == value
    assert "half lost" not in names(table, alone=False)


@pytest.mark.parametrize(
    ("kind", "value"), [("kobold", -2), ("goblin", -1), ("orc", 0), ("ogre", 1), ("hill-giant", 2), ("townsman", 0)]
)
def test_hit_dice_count(kind, value):
    """adnd.morale.modifiers: half a die -2, less than one -1, 4 to 8 +1, 9 to 14 +2."""
    table = arena("A . . . . .\n. . . . . .\n. . . . o .\n. . . . . .\n. . . . . .", A=HERO, o=kind)

    assert names(table).get("hit dice", 0) == value


def test_numbers_and_desertion_count():
    """adnd.morale.modifiers: three to one against it -4, for it +2; alone after the others have fled -6."""
    many = arena(". a b c . . . . o .", a="orc", b="orc", c="orc", o="goblin", sides={"o": "other"})
    assert names(many)["three to one"] == -4
    assert names(many, "a")["outnumbering"] == 2

    left = arena(FIELD, A=HERO, o="orc", p="orc")
    condition(left, "p", "gone")
    assert names(left)["abandoned"] == -6


def test_only_the_scenario_knows_whom_it_hates_and_what_it_defends():
    """adnd.morale.modifiers: stated with the creature, and nothing else may be."""
    figures = ROSTER.resolve({"base": "orc", "circumstances": ["hated enemy", "defending home"]}, "ambush.toml")
    table = arena(FIELD, A=HERO, o=figures, p="orc")

    assert (names(table)["hated enemy"], names(table)["defending home"]) == (4, 3)
    with pytest.raises(BadInput, match="circumstances"):
        ROSTER.resolve({"base": "orc", "circumstances": ["hungry"]}, "ambush.toml")


def test_who_cannot_harm_its_foe_loses_heart():
    """adnd.morale.modifiers, adnd.morale.triggers: engaged with what only magic hurts, -8, and a check."""
    ghost = sheet("fighter-1", player=True, plus_needed=1)
    table = arena(FIELD, A=ghost, o="orc", p="orc")
    near = arena(". . . . .\n. A o . .\n. . . . .", A=ghost, o="orc", dice="d10:1 d10:1")

    assert "cannot harm" not in names(table)
    assert names(near)["cannot harm"] == -8
    (checked,) = told(end_round(near), MoraleChecked)
    assert checked.occasions == ("cannot harm",)


@pytest.mark.parametrize("state", ["charmed", "raging", "insulted"])
def test_some_never_check(state):
    """adnd.morale.exempt: who is led by a player, the mindless, the charmed and the berserk; everybody else does."""
    players = arena(FIELD, A=sheet("fighter-3", player=True), o="skeleton", p="orc")
    assert morale.spared(players.battle["A"]) == morale.spared(players.battle["o"]) == ("adnd.morale.exempt",)
    assert morale.check(players, players.battle["o"], -1)

    table = arena(FIELD, A=HERO, o="orc", p="orc")
    assert morale.spared(table.battle["o"]) == ()
    condition(table, "o", state)
    assert morale.spared(table.battle["o"]) == ("adnd.morale.exempt",)


FOUR = """
    . . . . . . . . . .
    . A . . . . o p q r
    . . . . . . . . . .
"""


def four(dice, **changes):
    return arena(FOUR, A=HERO, o="orc", p="orc", q=changes.pop("q", "orc"), r=changes.pop("r", "orc"), dice=dice)


def test_a_quarter_and_half_of_the_group_bring_a_check_once():
    """adnd.morale.triggers, adnd.morale.group: one roll for all orcs at the end of a round, and not again for that."""
    table = four("d10:1 d10:1 d10:1 d10:1 d10:2 d10:1")
    condition(table, "r", "dead")
    (quarter,) = told(end_round(table), MoraleChecked)
    round.open_round(table)
    assert told(end_round(table), MoraleChecked) == []
    round.open_round(table)
    condition(table, "q", "dead")
    (half,) = told(end_round(table), MoraleChecked)
    round.open_round(table)
    condition(table, "p", "dead")
    (third,) = told(end_round(table), MoraleChecked)

    assert (quarter.who, quarter.occasions) == (("o", "p", "q"), ("quarter",))
    assert {"adnd.morale.triggers", "adnd.morale.group"} <= set(quarter.cites)
    assert (half.who, half.occasions) == (("o", "p"), ("half",))
    assert (third.who, third.occasions) == (("o",), ("fallen 3", "odds"))
    assert "adnd.morale.group" not in third.cites
    spent(table)


def test_kinds_check_apart_and_so_does_a_leader():
    """adnd.morale.group: orcs and goblins roll each for themselves, and their leader for himself."""
    table = four("d10:1 d10:1 d10:1 d10:1 d10:1 d10:1", q="goblin", r=sheet("orc", leader=True))
    condition(table, "p", "dead")

    assert [checked.who for checked in told(end_round(table), MoraleChecked)] == [("o",), ("q",), ("r",)]


def test_the_fall_of_a_leader_brings_a_check():
    """adnd.morale.triggers: the leader has fallen or fled."""
    table = four("d10:1 d10:1", r=sheet("orc", leader=True))
    condition(table, "r", "routed")

    (checked,) = told(end_round(table), MoraleChecked)
    assert (checked.who, checked.occasions) == (("o", "p", "q"), ("leader",))


def test_odds_and_own_wounds_bring_a_check():
    """adnd.morale.triggers: three times its side's levels and Hit Dice; half its own hit points."""
    table = arena(FIELD, A="fighter-5", o="orc", p=sheet("orc", hit_points=1), dice="d10:1 d10:1 d10:1 d10:1")
    table.battle["o"].hit_points = 1

    odds = told(next_round(table), MoraleChecked)
    assert [checked.occasions for checked in odds] == [("half hurt",)]
    condition(table, "p", "dead")
    (checked,) = told(end_round(table), MoraleChecked)
    assert "odds" in checked.occasions


def test_being_surrounded_brings_a_check():
    """adnd.morale.triggers: engaged, and no free square to step to."""
    drawing = """
        A o B
        # # #
    """
    table = arena(drawing, A=HERO, B=HERO, o="ogre", dice="d10:1 d10:1")

    (checked,) = told(end_round(table), MoraleChecked)
    assert checked.occasions == ("surrounded",)


@pytest.mark.parametrize(("below", "occasions"), [("o", []), ("T", [("surrounded",)])])
def test_a_flyer_steps_out_over_a_pit_and_lands_on_no_tree(below: str, occasions: list[tuple[str, ...]]) -> None:
    """adnd.morale.triggers, adnd.mounted.flight: over any square, and a step ends where there is room."""
    flyer = sheet("ogre", fly=12)
    table = arena(f"A p B\n# {below} #", A=HERO, B=HERO, p=flyer, dice="d10:1 d10:1" if occasions else "")

    assert [checked.occasions for checked in told(end_round(table), MoraleChecked)] == occasions
    spent(table)


def test_who_would_have_to_push_past_a_friend_is_surrounded():
    """adnd.morale.triggers: a square round the corner, behind a friend, is none to step to."""
    drawing = """
        # A #
        # o #
        . p .
    """
    table = arena(drawing, A=HERO, o=sheet("orc", hit_points=20), p=sheet("orc", hit_points=20), dice="d10:1 d10:1")

    (checked,) = told(end_round(table), MoraleChecked)
    assert (checked.who, checked.occasions) == (("o",), ("surrounded",))


def test_a_slow_step_is_a_way_out():
    """adnd.morale.triggers: askew over heavy rubble costs six squares, and is a step."""
    table = arena("p A\no ;", A=HERO, p="ogre", dice="")

    assert told(end_round(table), MoraleChecked) == []
    spent(table)


def test_a_slight_failure_makes_it_fall_back():
    """adnd.morale.fail.withdraw: orcs at 11 that throw 13 withdraw; nobody asks them; a success brings them back."""
    table = four("d10:6 d10:7 d10:3 d10:3")
    condition(table, "r", "dead")
    events = next_round(table)

    orcs = [table.battle[who] for who in ("o", "p", "q")]
    assert all(orc.has("falling-back") for orc in orcs)
    assert "adnd.morale.fail.withdraw" in cited(events)
    assert all(compelled(orc) for orc in orcs)
    assert not compelled(table.battle["A"])
    first = len(table.log.events)
    round.compel(table, table.battle["q"])
    (forced,) = told(table.log.events[first:], OrderForced)
    assert isinstance(forced.order, Withdraw)
    assert forced.cites == ("adnd.morale.fail.withdraw",)
    before = table.battle["q"].square
    activate(table, "q")
    assert table.battle["q"].square != before
    back = told(end_round(table), ConditionEnded)
    assert {event.who for event in back} == {"o", "p", "q"}
    spent(table)


def test_who_fails_by_more_flees_off_the_map():
    """adnd.morale.fail.flee: it runs towards the edge, and from there leaves the map."""
    table = four("d10:9 d10:9 d10:9 d10:9")
    condition(table, "r", "dead")
    events = next_round(table)
    orc = table.battle["o"]
    assert orc.has("routed")
    assert "adnd.morale.fail.flee" in cited(events)

    round.compel(table, orc)
    forced = told(table.log.events, OrderForced)[-1]
    assert isinstance(forced.order, Run)
    moved = told(activate(table, "o"), Moved)[-1]
    assert moved.path[-1] == orc.square
    next_round(table)
    round.compel(table, orc)
    assert isinstance(told(table.log.events, OrderForced)[-1].order, Leave)
    activate(table, "o")
    assert orc.has("gone")


def test_without_a_way_out_the_clever_surrender_and_animals_fight():
    """adnd.morale.fail.no-exit, adnd.morale.surrender: an orc drops its sword and is out; a wolf turns at bay."""
    drawing = """
        # # # #
        # o A #
        # # # #
    """
    table = arena(drawing, A=HERO, o="orc")
    morale.give_way(table, table.battle["o"], -1)
    assert told(table.log.events, Dropped)[0].item == "long sword"
    assert told(table.log.events, ConditionBegan)[-1].cites == ("adnd.morale.fail.no-exit", "adnd.morale.surrender")
    assert not table.battle["o"].active

    beast = arena(drawing, A=HERO, o="wolf")
    morale.give_way(beast, beast.battle["o"], -1)
    assert beast.battle["o"].has("at-bay")
    assert not compelled(beast.battle["o"])

    grim = arena(drawing, A=HERO, o="orc", endings=Endings(surrender=False))
    morale.give_way(grim, grim.battle["o"], -1)
    assert grim.battle["o"].has("at-bay")


def test_out_of_sight_is_a_way_out():
    """adnd.morale.fail.flee: where nobody leaves the map, it flees to where no enemy sees it."""
    drawing = """
        . . . . . # .
        . A . . o # .
        . . . . . . .
    """
    table = arena(drawing, A=HERO, o="orc", endings=Endings(flight=False))
    morale.give_way(table, table.battle["o"], -1)
    round.compel(table, table.battle["o"])
    activate(table, "o")

    assert not morale.sees(table.battle, table.battle["A"], table.battle["o"])
    plain = arena(FIELD, A=HERO, o="orc", p="orc", endings=Endings(flight=False))
    assert not morale.way_out(plain.battle, plain.battle["o"])


def test_a_leader_in_sight_rallies():
    """adnd.morale.rally: within 12 squares of its leader a fleeing orc checks again, and comes back."""
    table = arena(FIELD, A=HERO, o="orc", p=sheet("orc", leader=True), dice="d10:1 d10:1")
    condition(table, "o", "routed")
    events = end_round(table)
    assert told(events, MoraleChecked)[0].cites[0] == "adnd.morale.rally"
    assert not table.battle["o"].has("routed")

    far = arena(FIELD, A=HERO, o="orc", p="orc")
    condition(far, "o", "routed")
    end_round(far)
    assert far.battle["o"].has("routed")


def test_whoever_has_surrendered_is_hit_without_a_die():
    """adnd.morale.surrender: attacking him is attacking a helpless target."""
    table = arena("A o . . .", A=HERO, o="orc", dice="d6:1")
    declare(table, "o", Surrender())
    activate(table, "o")
    me = table.battle["A"]
    assert core.strike(table, Blow(table.battle, me, table.battle["o"], arm_of(me, "spear"), MELEE), -1)
    spent(table)


@given(st.integers(1, 10), st.integers(1, 10), st.integers(-6, 6))
def test_a_bonus_to_the_rating_never_makes_anybody_run(first, second, bonus):
    """adnd.morale.check: whoever stands with a rating stands with any higher one."""
    dice = f"d10:{first} d10:{second} d10:{first} d10:{second}"
    low = arena("A o . . .", A=HERO, o="orc", dice=dice)
    high = arena("A o . . .", A=HERO, o=sheet("orc", morale=13), dice=dice)

    stood = morale.check(low, low.battle["o"], -1, "adnd.morale.check", bonus=bonus)
    assert not stood or morale.check(high, high.battle["o"], -1, "adnd.morale.check", bonus=bonus)


def test_the_broken_let_go_of_whom_they_hold():
    """adnd.morale.fail.flee: nobody stays for the sake of a grip."""
    table = arena(FIELD, A=HERO, o="orc", p="orc")
    table.battle["o"].square = table.battle["A"].square + 1
    condition(table, "A", "grabbed", "o")
    condition(table, "o", "gripping", "A", 1)
    condition(table, "o", "routed")
    found = morale.give_ground(table, table.battle["o"])

    assert found is not None
    assert type(found[0]) in (Run, Leave)
    assert [(end.because, end.cites) for end in told(table.log.events, ConditionEnded)] == [
        (-1, ("adnd.morale.fail.flee",))
    ] * 2


def test_one_weapon_that_is_magic_enough_keeps_up_its_heart():
    """adnd.morale.modifiers: of all that it has the best counts, whether it is in hand or not."""
    ghost = sheet("fighter-1", player=True, plus_needed=1)
    plain, *others = sheet("orc").weapons
    armed = sheet("orc", weapons=(plain, *others, replace(plain, name="spear +1", plus=1)))
    table = arena(". . . . .\n. A o . .\n. . . . .", A=ghost, o=armed)

    assert "cannot harm" not in names(table)


def test_a_rally_comes_of_the_check():
    """adnd.morale.rally: what brings it back is told as following from the roll."""
    table = arena(FIELD, A=HERO, o="orc", p=sheet("orc", leader=True), dice="d10:1 d10:1")
    condition(table, "o", "routed")
    end_round(table)

    (back,) = told(table.log.events, ConditionEnded)
    assert isinstance(table.log.events[back.because], MoraleChecked)


@pytest.mark.parametrize(("dead", "occasions"), [("dead", ["quarter", "magic"]), ("prone", [])])
def test_death_by_a_spell_brings_a_check(dead, occasions):
    """adnd.morale.triggers: to the side of whoever has died of one in this round, besides what his fall brings."""
    table = four("d10:1 d10:1" if occasions else "")
    seq = table.tell(SpellCast(-1, "A", "magic missile", ("r",)))
    seq = table.tell(DamageDealt(seq, "r", "A", 9, False, (), ""))
    table.tell(ConditionBegan(seq, "r", dead, ()))

    checked = told(end_round(table), MoraleChecked)
    assert [list(each.occasions) for each in checked] == ([occasions] if occasions else [])


def test_a_rally_comes_of_a_leader_twelve_squares_away():
    """adnd.morale.rally: and of none farther."""
    for squares, rallies in ((12, True), (13, False)):
        drawing = "\n".join(["A o" + " ." * (squares - 1) + " p ."])
        dice = "d10:1 d10:1" if rallies else ""
        table = arena(drawing, A=HERO, o="orc", p=sheet("orc", leader=True), dice=dice)
        condition(table, "o", "routed")
        morale.rally(table, table.battle["o"], -1)
        assert table.battle["o"].has("routed") is not rallies


def test_an_orc_sees_twelve_squares_in_the_dark():
    """adnd.core.night-sight: 60 feet are 12 squares of 5."""
    table = arena("A" + " ." * 14 + " o", A=HERO, o="orc", light=("d" * 16,))
    orc = table.battle["o"]
    seen = [gap for gap in range(1, 15) if morale._seen(table.battle, orc, table.battle["A"], orc.square - gap)]

    assert seen == list(range(1, sheet("orc").darkvision // 5 + 1))
