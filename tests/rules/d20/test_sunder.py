"""Sundering: a blow at what somebody holds or wears."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.attacks import ContestRolled
from sim.events.equipment import Dropped
from sim.events.objects import AimRolled, ItemBroken, ItemDamaged
from sim.events.orders import Attack, Opportunity, ReadyShield, Sunder
from sim.rules.d20 import magic_item, sunder
from sim.state.battle import Thing
from sim.table import Table
from sim.tables.sheet import Sheet
from sim.testing import battlefield, cited, order, spent, why_not
from tests.rules.d20.people import fighter
from tests.rules.d20.told import every, one, part

DRAWING = """
    . . . .
    . A o .
    . . . .
"""


def field(mine: Sheet, theirs: Sheet, dice: str = "", answers: tuple[object, ...] = ()) -> Table:
    """``A`` before ``o``."""
    return battlefield(DRAWING, A=mine, o=theirs, dice=dice, answers=answers)  # type: ignore[arg-type]


def test_the_better_roll_strikes_the_weapon() -> None:
    """Opposed attack rolls, then damage less hardness (d20.sunder.check, d20.sunder.success, d20.sunder.hardness)."""
    table = field(fighter("battleaxe"), fighter("longsword"), dice="d20:12 d20:10 d8:8")
    events = order(table, "A", Sunder("battleaxe", "longsword", "o"))

    contest = one(events, ContestRolled)
    damage = one(events, ItemDamaged)
    assert (contest.total, contest.other_total, contest.won) == (15, 13, True)
    assert (damage.amount, damage.hardness) == (0, 10)
    assert {"d20.sunder.check", "d20.sunder.success", "d20.sunder.hardness"} <= cited(events)
    spent(table)


def test_who_loses_does_no_damage() -> None:
    """A lost roll harms nothing (d20.sunder.failure)."""
    table = field(fighter("battleaxe"), fighter("longsword"), dice="d20:9 d20:10")
    events = order(table, "A", Sunder("battleaxe", "longsword", "o"))

    assert not every(events, ItemDamaged)
    assert sunder.FAILURE in cited(events)


def test_two_hands_help_and_light_weapons_do_not() -> None:
    """+4 for the one, -4 for the other (d20.sunder.two-handed, d20.sunder.light)."""
    table = field(fighter("greataxe"), fighter("handaxe"), dice="d20:2 d20:10 d12:1")
    events = order(table, "A", Sunder("greataxe", "handaxe", "o"))

    contest = one(events, ContestRolled)
    assert (contest.total, contest.other_total) == (9, 9)
    assert {sunder.TWO_HANDED, sunder.LIGHT} <= cited(events)


def test_the_larger_gains_four_a_size() -> None:
    """A hill giant is one size larger (d20.sunder.size)."""
    table = field(fighter("battleaxe"), fighter("longsword", size="large"), dice="d20:10 d20:10")
    events = order(table, "A", Sunder("battleaxe", "longsword", "o"))

    contest = one(events, ContestRolled)
    assert part(contest.other_parts, sunder.LARGER) == 4


def test_a_weapon_without_hit_points_left_is_gone() -> None:
    """A handaxe has hardness 5 and 2 hit points; what is broken is out of the hand."""
    table = field(fighter("battleaxe"), fighter("handaxe"), dice="d20:15 d20:5 d8:5")
    events = order(table, "A", Sunder("battleaxe", "handaxe", "o"))

    assert [event.item for event in every(events, ItemBroken)] == ["handaxe"]
    assert table.battle["o"].held == ()
    assert why_not(table, "o", Attack("A", "handaxe"))


def test_damage_to_a_thing_adds_up() -> None:
    """A longspear loses 10 hit points in two blows and works until then."""
    table = field(fighter("greataxe"), fighter("longspear"), dice="d20:15 d20:2 d12:6 d20:15 d20:2 d12:8")
    order(table, "A", Sunder("greataxe", "longspear", "o"))
    assert (table.battle["o"].notched("longspear"), table.battle["o"].held) == (4, ("longspear",))
    table.battle.turn.who = ""
    order(table, "A", Sunder("greataxe", "longspear", "o"))

    assert table.battle["o"].held == ()


def test_a_shield_that_is_hacked_to_pieces_protects_no_longer() -> None:
    """The shield fends the blow off as a weapon of its own; broken, it cannot be readied."""
    theirs = fighter("longsword", shield="light wooden shield")
    table = field(fighter("greataxe"), theirs, dice="d20:15 d20:2 d12:12")
    events = order(table, "A", Sunder("greataxe", "light wooden shield", "o"))

    contest = one(events, ContestRolled)
    assert contest.checks == ("greataxe", "light wooden shield")
    assert part(contest.other_parts, sunder.LIGHT) == -4
    assert not table.battle["o"].shield_on
    assert why_not(table, "o", ReadyShield())


def test_a_thrust_cannot_sunder_a_weapon() -> None:
    """Slashing and bludgeoning only (d20.sunder.weapon-type); an axe may."""
    wish = Sunder("rapier", "longsword", "o")

    assert why_not(field(fighter("rapier"), fighter("longsword")), "A", wish) == ("d20.sunder.weapon-type",)
    table = field(fighter("battleaxe"), fighter("longsword"))
    assert not why_not(table, "A", Sunder("battleaxe", "longsword", "o"))


def test_the_attempt_exposes_to_its_target_and_goes_on() -> None:
    """Damage does not cancel it (d20.sunder.aoo)."""
    table = field(
        fighter("battleaxe"),
        fighter("longsword"),
        dice="d20:18 d8:3 d20:12 d20:10 d8:8",
        answers=(Attack("A", "longsword"),),
    )
    events = order(table, "A", Sunder("battleaxe", "longsword", "o"))

    assert every(events, ContestRolled)
    assert {"d20.sunder.aoo", "d20.action.standard.sunder-weapon"} <= cited(events)


def test_improved_sunder_exposes_to_nobody_and_adds_four() -> None:
    """The feat helps its owner's own attempt."""
    mine = fighter("battleaxe", feats=("power-attack", "improved-sunder"))
    table = field(mine, fighter("longsword"), dice="d20:10 d20:10 d8:1", answers=(Attack("A", "longsword"),))
    events = order(table, "A", Sunder("battleaxe", "longsword", "o"))

    contest = one(events, ContestRolled)
    assert contest.total == 17
    assert sunder.AOO not in cited(events)


def test_a_worn_thing_is_struck_by_an_ordinary_roll() -> None:
    """Armor class 10, its size, its bearer's Dexterity (d20.sunder.held-object): 10 + 8 + 1 for an amulet."""
    table = field(fighter("rapier"), fighter("longsword", gear=["amulet"]), dice="d20:16 d6:6")
    events = order(table, "A", Sunder("rapier", "amulet", "o"))

    aim = one(events, AimRolled)
    assert (aim.total, aim.ac, aim.hit) == (19, 19, True)
    assert table.battle["o"].gear == ()
    assert {sunder.HELD_OBJECT, "d20.action.standard.sunder-object"} <= cited(events)


def test_worn_armor_cannot_be_sundered() -> None:
    """d20.sunder.held-object leaves armor out; the cloak over it may be struck."""
    theirs = fighter("longsword", armor="chain shirt", gear=["cloak"])
    table = field(fighter("battleaxe"), theirs)

    assert why_not(table, "A", Sunder("battleaxe", "chain shirt", "o")) == (sunder.HELD_OBJECT,)
    assert not why_not(table, "A", Sunder("battleaxe", "cloak", "o"))


def test_a_thing_that_nobody_holds_exposes_to_nobody() -> None:
    """Its armor class is 10, its size and -5 (d20.action.standard.sunder-object)."""
    table = field(fighter("battleaxe"), fighter("handaxe"), dice="d20:12 d8:8", answers=(Attack("A", "handaxe"),))
    battle = table.battle
    table.tell(Dropped(-1, "o", "handaxe", battle["o"].square))
    assert battle.things == (Thing("handaxe", battle["o"].square, "o"),)
    events = order(table, "A", Sunder("battleaxe", "handaxe"))

    assert every(events, AimRolled)[0].ac == 10 + 2 - 5
    assert battle.things == ()
    assert not any(type(getattr(event, "question", None)) is Opportunity for event in events)


def test_magic_hardens_a_weapon() -> None:
    """+1 means hardness 12 and 15 hit points for a longsword (d20.magic-item.durability)."""
    theirs = fighter("longsword", weapons=[{"name": "longsword", "enhancement": 1}])
    table = field(fighter("greataxe"), theirs, dice="d20:15 d20:2 d12:12")
    events = order(table, "A", Sunder("greataxe", "longsword", "o"))

    damage = one(events, ItemDamaged)
    assert (damage.hardness, damage.amount) == (12, 3)
    assert magic_item.DURABILITY in cited(events)


@given(st.integers(1, 20), st.integers(1, 20), st.integers(1, 8))
def test_nothing_is_left_of_a_thing_but_what_it_had_less_what_it_suffered(mine: int, theirs: int, rolled: int) -> None:
    """A thing is gone exactly when its damage has reached its hit points."""
    table = field(
        fighter("battleaxe"), fighter("handaxe"), dice=f"d20:{mine} d20:{theirs} d8:{rolled} " + "d20:5 d20:6"
    )
    order(table, "A", Sunder("battleaxe", "handaxe", "o"))
    creature = table.battle["o"]

    assert ("handaxe" in creature.held) == (creature.notched("handaxe") < 2)


@pytest.mark.parametrize("target", ["A", "x"])
def test_one_strikes_at_the_things_of_foes(target: str) -> None:
    """Not at one's own, nor at those of nobody."""
    assert why_not(field(fighter("battleaxe"), fighter("longsword")), "A", Sunder("battleaxe", "longsword", target))
