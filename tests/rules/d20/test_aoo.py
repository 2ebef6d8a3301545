"""Attacks of opportunity."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.dice.sources import SeededDice
from sim.events.attacks import AttackRolled
from sim.events.course import Answered
from sim.events.movement import Moved
from sim.events.orders import (
    Act,
    Attack,
    Choose,
    Move,
    Opportunity,
    Pass,
    Ready,
    Sheathe,
    StandUp,
    Step,
    TotalDefense,
    Trigger,
    Withdraw,
)
from sim.rules.d20 import aoo, threat
from sim.rules.d20.aoo import Reactions
from sim.rules.d20.book import BOOK
from sim.tables.sheet import Weapon
from sim.testing import Script, battlefield, cited, condition, order, spent, square, turn
from tests.rules.d20.told import every, named, one, sheet

FIELD = """
    . . . . . .
    . A o . . .
    . . . . . .
    . . . . . .
"""
STRIKE = Attack("A", "falchion")


def test_the_table_says_whether_an_act_exposes() -> None:
    """A strike exposes to nobody, putting a weapon away does (d20.aoo.column-meaning, d20.aoo.provoke-by-act)."""
    table = battlefield(FIELD, A="fighter-1", o="orc", dice="d20:2", answers=[Pass()])
    strike = order(table, "A", Attack("o", "longsword"))
    assert not every(strike, Answered)

    sheathe = order(table, "A", Sheathe("longsword"))

    asked = one(sheathe, Answered)
    assert asked.question == Opportunity("A", "sheathe")
    assert {"d20.aoo.column-meaning", "d20.aoo.provoke-by-act", "d20.action.move.sheathe-weapon"} <= set(asked.cites)


def test_the_opportunity_comes_before_the_act() -> None:
    """Whoever falls to it does not finish what exposed him (d20.aoo.provoke-by-act)."""
    table = battlefield(
        FIELD, A=sheet("fighter-1", hit_points=1), o="orc", dice="d20:19 d20:2 d4:4 d4:4", answers=[STRIKE]
    )

    order(table, "A", Sheathe("longsword"))

    assert table.battle["A"].held == ("longsword",)
    spent(table)


def test_whom_somebody_covered_who_falls_meanwhile_strikes_after_all() -> None:
    """The ogre reaches over the goblin, whose disarm lays it open, and it falls (d20.aoo.provoke-by-moving)."""
    table = battlefield(
        "p p o A .\np p . . .\n. . . . .",
        A="fighter-3",
        o="goblin",
        p="ogre",
        dice="d20:15 d8:8 d20:2",
        answers=[Attack("A", "morningstar", "disarm"), Attack("o", "longsword"), Attack("A", "greatclub")],
    )

    events = order(table, "A", Move(square(table, "e3")))

    assert [event.who for event in every(events, Answered)] == ["o", "A", "p"]
    assert table.battle["o"].has("dying")
    spent(table)


def test_whoever_comes_to_threaten_while_another_strikes_is_asked_too() -> None:
    """What the fighter strikes back brings a hobgoblin to the square that it leaves (d20.aoo.provoke-by-moving)."""
    table = battlefield("o A . h\n. . . .\n. . . .", A="fighter-1", o="goblin", h="hobgoblin", dice="d20:2 " * 4)
    order(table, "h", Ready(Attack("it", "longsword"), Trigger("attacks")))
    back = Attack("o", "longsword")
    table.player = Script([Attack("A", "morningstar", "disarm"), back, Act(square(table, "c1")), Choose("no"), Pass()])

    events = order(table, "A", Move(square(table, "b3")))

    asked = [event for event in events if isinstance(event, Answered) and isinstance(event.question, Opportunity)]
    assert [event.who for event in asked] == ["o", "A", "h"]
    assert events.index(asked[-1]) < events.index(next(event for event in every(events, Moved) if event.who == "A"))
    spent(table)


def test_leaving_a_threatened_square_exposes() -> None:
    """It is struck before it has left, where it stood; entering one exposes to nobody (d20.aoo.provoke-by-moving)."""
    table = battlefield(FIELD, A="fighter-1", o="orc", dice="d20:2", answers=[STRIKE])

    events = order(table, "A", Move(square(table, "a4")))

    asked = one(events, Answered)
    assert "d20.aoo.provoke-by-moving" in asked.cites
    assert [type(event) for event in events[-3:]] == [Answered, AttackRolled, Moved]
    away = battlefield(FIELD, A="fighter-1", o="orc")
    away.battle.leave(away.battle["A"])
    away.battle["A"].square = square(away, "a4")
    away.battle.enter(away.battle["A"])
    assert not every(order(away, "A", Move(square(away, "b3"))), Answered)


def test_a_step_exposes_to_nobody() -> None:
    """The 5-foot step is excepted (d20.aoo.provoke-by-moving)."""
    table = battlefield(FIELD, A="fighter-1", o="orc")

    assert not every(order(table, "A", Step(square(table, "a2"))), Answered)


def test_an_opportunity_is_one_attack_at_the_full_bonus() -> None:
    """Without the penalties of later attacks, and nobody has to take it (d20.aoo.single-attack)."""
    table = battlefield(FIELD, A="orc", o="fighter-8", dice="d20:1", answers=[Attack("A", "longsword")])

    events = order(table, "A", Move(square(table, "a4")))

    roll = one(events, AttackRolled)
    assert roll.opportunity
    assert "d20.aoo.single-attack" in roll.cites
    assert named(roll.parts, "base attack") == 8
    assert named(roll.parts, "iterative") == 0
    passed = battlefield(FIELD, A="orc", o="fighter-8", answers=[Pass()])
    assert not every(order(passed, "A", Move(square(passed, "a4"))), AttackRolled)


def test_one_opportunity_a_round() -> None:
    """A second one is not offered (d20.aoo.per-round-limit)."""
    table = battlefield(FIELD, A="fighter-1", o="orc", dice="d20:2", answers=[STRIKE])
    order(table, "A", Sheathe("longsword"))
    a, o = table.battle["A"], table.battle["o"]

    assert aoo.why_no_opportunity(table.battle, o, a, aoo.MOVING) == "d20.aoo.per-round-limit"
    assert not every(order(table, "A", Move(square(table, "a4"))), Answered)
    turn(table, "o")
    assert aoo.why_no_opportunity(table.battle, o, a, aoo.MOVING) == ""


@pytest.mark.parametrize(("dexterity", "limit"), [(8, 1), (11, 1), (14, 3)])
def test_combat_reflexes_add_the_dexterity_bonus(dexterity: int, limit: int) -> None:
    """One and the Dexterity bonus; a penalty takes nothing away (d20.aoo.per-round-limit)."""
    quick = sheet("orc", feats=("combat-reflexes",), dexterity=dexterity)
    table = battlefield(FIELD, A="fighter-1", o=quick)

    assert aoo.limit(table.battle["o"]) == limit


def test_a_second_opportunity_names_the_limit_that_allows_it() -> None:
    """With Combat Reflexes another act exposes once more (d20.aoo.per-round-limit)."""
    quick = sheet("orc", feats=("combat-reflexes",), dexterity=14)
    table = battlefield(FIELD, A="fighter-1", o=quick, dice="d20:2 d20:2", answers=[STRIKE, STRIKE])

    first = order(table, "A", Sheathe("longsword"))
    second = order(table, "A", Move(square(table, "a4")))

    assert "d20.aoo.per-round-limit" not in cited(first)
    assert "d20.aoo.per-round-limit" in cited(second)


def test_all_movement_of_a_round_is_one_opportunity() -> None:
    """However many threatened squares are left, and Combat Reflexes or not (d20.aoo.one-per-opportunity)."""
    quick = sheet("orc", feats=("combat-reflexes",), dexterity=18)
    table = battlefield(FIELD, A="rogue-1", o=quick, answers=[Pass(), STRIKE], dice="d20:2")

    events = order(table, "A", Move(square(table, "d1"), via=(square(table, "b1"), square(table, "c1"))))

    assert "d20.aoo.one-per-opportunity" in one(events, Answered).cites
    a, o = table.battle["A"], table.battle["o"]
    assert aoo.why_no_opportunity(table.battle, o, a, aoo.MOVING) == "d20.aoo.one-per-opportunity"
    assert aoo.why_no_opportunity(table.battle, o, a, "stand-up") == ""


def test_the_mover_goes_on_after_the_interruption() -> None:
    """The move is told in two parts around it (d20.aoo.interrupts)."""
    table = battlefield(". A . . .\n. . . . o\n. . . . .", A="rogue-1", o="orc", dice="d20:2", answers=[STRIKE])

    events = order(
        table, "A", Move(square(table, "e3"), via=(square(table, "c1"), square(table, "d1"), square(table, "d3")))
    )

    parts = every(events, Moved)
    assert len(parts) == 2
    assert "d20.aoo.interrupts" in parts[0].cites
    assert parts[0].path[-1] == parts[1].path[0] == square(table, "d1")


def test_who_is_felled_stays_where_he_was_about_to_leave() -> None:
    """The trip ends the move; the rest of it is lost (d20.aoo.interrupts)."""
    table = battlefield(
        FIELD,
        A="orc",
        o="chain-fighter-4",
        dice="d20:19 d20:19 d20:2 d20:1",
        answers=[Attack("A", "spiked chain", "trip")],
    )

    events = order(table, "A", Move(square(table, "a4")))

    assert table.battle["A"].has("prone")
    assert table.battle["A"].square == square(table, "b2")
    stopped = one(events, Moved)
    assert stopped.path == (square(table, "b2"),)
    assert "d20.aoo.interrupts" in stopped.cites


def test_the_flat_footed_take_no_opportunity() -> None:
    """Unless trained to react at once (d20.aoo.not-when-flat-footed)."""
    table = battlefield(FIELD, A="fighter-1", o="orc")
    a, o = table.battle["A"], table.battle["o"]
    condition(table, "o", "flat-footed")
    assert aoo.why_no_opportunity(table.battle, o, a, aoo.MOVING) == "d20.aoo.not-when-flat-footed"

    quick = battlefield(FIELD, A="fighter-1", o=sheet("orc", feats=("combat-reflexes",)))
    condition(quick, "o", "flat-footed")
    assert aoo.why_no_opportunity(quick.battle, quick.battle["o"], quick.battle["A"], aoo.MOVING) == ""


@pytest.mark.parametrize("state", ["paralyzed", "stunned", "dazed", "cowering", "grappling"])
def test_who_cannot_strike_threatens_nothing(state: str) -> None:
    """A condition that forbids attacks ends the threat (d20.aoo.threatened-squares)."""
    table = battlefield(FIELD, A="fighter-1", o="orc")
    o = table.battle["o"]
    assert threat.threatened_squares(table.battle, o).bit_count() == 8

    condition(table, "o", state)

    assert threat.threatened_squares(table.battle, o) == 0


@pytest.mark.parametrize("state", ["flat-footed", "total-defense"])
def test_who_merely_may_not_react_threatens_all_the_same(state: str) -> None:
    """Flat-footed or in total defense it goes on threatening (d20.aoo.threatened-squares)."""
    table = battlefield(FIELD, A="fighter-1", o="orc")

    condition(table, "o", state)

    assert threat.threatens(table.battle, table.battle["o"], table.battle["A"])


def test_bows_and_bare_hands_threaten_nothing() -> None:
    """A shooter or an unarmed man is no threat (d20.aoo.threatened-squares)."""
    table = battlefield(FIELD, A="archer-4", o=sheet("orc", held=()))

    assert threat.threatened_squares(table.battle, table.battle["A"]) == 0
    assert threat.threatened_squares(table.battle, table.battle["o"]) == 0


def test_the_eight_squares_around_are_threatened() -> None:
    """The opportunity names the plain reach (d20.aoo.threatened-squares)."""
    table = battlefield(FIELD, A="fighter-1", o="orc")

    assert "d20.aoo.threatened-squares" in one(order(table, "A", Move(square(table, "a4"))), Answered).cites


WIDE = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . o . . .
    . . . . . . .
    . . . . . . .
    A . . . . . .
"""


@pytest.mark.parametrize(("options", "count"), [({}, 16), ({"reach-diagonal": "strict"}, 12)])
def test_a_reach_weapon_threatens_the_second_ring_only(options: dict[str, str], count: int) -> None:
    """Two squares away and not beside; two diagonals away are in, unless measured strictly (d20.aoo.reach-weapon)."""
    table = battlefield(WIDE, A="fighter-1", o=sheet("rider-5", shield=None), options=options)
    o = table.battle["o"]

    squares = threat.threatened_squares(table.battle, o)

    assert squares.bit_count() == count
    assert not squares & table.battle.ground.near(o.square, 1)


def test_an_opportunity_at_reach_names_the_weapon_rule() -> None:
    """Leaving a square of the ring exposes (d20.aoo.reach-weapon)."""
    table = battlefield(". . . . .\n. A . o .\n. . . . .", A="fighter-1", o=sheet("rider-5", shield=None))

    assert "d20.aoo.reach-weapon" in one(order(table, "A", Move(square(table, "a2"))), Answered).cites


def test_a_giant_with_a_reach_weapon_strikes_from_15_to_20_feet() -> None:
    """Beyond its natural reach and up to twice it (d20.aoo.large-reach-weapon)."""
    glaive = Weapon(name="glaive", category="two-handed", damage="2d8", reach=True)
    giant = sheet("ogre", weapons=(glaive,), held=("glaive",))
    table = battlefield(
        ". . . . . . . . .\nA . . o o . . . .\n. . . o o . . . .\n. . . . . . . . .", A="fighter-1", o=giant
    )
    battle, o = table.battle, table.battle["o"]

    squares = threat.threatened_squares(battle, o)

    assert squares >> square(table, "a2") & 1
    assert not squares >> square(table, "b2") & 1
    assert "d20.aoo.large-reach-weapon" in one(order(table, "A", Move(square(table, "a4"))), Answered).cites


def test_natural_reach_takes_in_the_adjacent_squares() -> None:
    """An ogre strikes at 10 ft and beside itself (d20.aoo.natural-reach)."""
    table = battlefield(". . . . . .\n. . . . . .\nA . o o . .\n. . o o . .\n. . . . . .", A="fighter-1", o="ogre")
    squares = threat.threatened_squares(table.battle, table.battle["o"])

    assert squares >> square(table, "a3") & 1
    assert squares >> square(table, "b3") & 1
    assert squares >> square(table, "a1") & 1
    assert "d20.aoo.natural-reach" in one(order(table, "A", Move(square(table, "a5"))), Answered).cites


def test_the_tiny_threaten_their_own_square_alone() -> None:
    """Reach 0 (d20.aoo.natural-reach)."""
    table = battlefield(FIELD, A="fighter-1", o="rat")

    o = table.battle["o"]
    assert threat.threatened_squares(table.battle, o) == 1 << o.square


def test_in_total_defense_nobody_strikes_at_opportunities() -> None:
    """Total defense gives them up (d20.total-defense.no-aoo)."""
    table = battlefield(FIELD, A="fighter-1", o="orc")
    order(table, "o", TotalDefense())

    rule = aoo.why_no_opportunity(table.battle, table.battle["o"], table.battle["A"], aoo.MOVING)
    assert rule == "d20.total-defense.no-aoo"
    assert not every(order(table, "A", Move(square(table, "a4"))), Answered)


def test_an_opportunity_is_a_melee_attack_that_can_be_made() -> None:
    """Anything else is off the menu (d20.aoo.single-attack)."""
    table = battlefield(FIELD, A="fighter-1", o="orc")
    menu = Reactions(table.battle, table.battle["o"], table.battle["A"])

    assert menu.accepts(STRIKE)
    assert menu.accepts(Pass())
    assert menu.why_not(Attack("A", "javelin")) == ("d20.aoo.single-attack",)


def test_the_enemies_of_one_mover_are_asked_in_initiative_order() -> None:
    """Each of them once (d20.aoo.one-per-opportunity)."""
    table = battlefield("o A p\n. . .\n. . .", p="orc", o="orc", A="fighter-1")

    asked = every(order(table, "A", Move(square(table, "b3"))), Answered)

    assert [event.who for event in asked] == ["p", "o"]


@given(st.data())
def test_nobody_gets_two_opportunities_from_the_movement_of_a_round(data: st.DataObject) -> None:
    """Whatever way a mover winds past its enemies, each has its opportunity once at most."""
    table = battlefield(
        ". . . . . .\n. o . p . .\n. . A . . .\n. q . . r .\n. . . . . .",
        A="monk-3",
        o="orc",
        p=sheet("orc", feats=("combat-reflexes",), dexterity=18),
        q="orc",
        r=sheet("rider-5", shield=None),
        dice=SeededDice(data.draw(st.integers(0, 99))),
    )
    turn(table, "A")
    asked: list[str] = []
    for _ in range(2):
        wish = data.draw(st.sampled_from(list(BOOK.offers(table.battle, "A").of(Move))))
        asked += [event.who for event in every(order(table, "A", wish), Answered)]

    assert len(asked) == len(set(asked))


def test_withdrawing_and_standing_up_are_judged_apart() -> None:
    """The first square of a withdrawal is free, rising is not (d20.aoo.provoke-by-moving)."""
    table = battlefield(FIELD, A="fighter-1", o="orc")
    assert not every(order(table, "A", Withdraw(square(table, "a4"))), Answered)
    fallen = battlefield(FIELD, A="fighter-1", o="orc")
    condition(fallen, "A", "prone")
    assert one(order(fallen, "A", StandUp()), Answered).question == Opportunity("A", "stand-up")
