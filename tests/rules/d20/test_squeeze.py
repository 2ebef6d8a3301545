"""Squeezing."""

from __future__ import annotations

from sim.events.attacks import AttackRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.movement import Moved
from sim.events.orders import Attack, Move
from sim.rules.d20 import squeeze
from sim.testing import battlefield, cited, order, square, why_not
from tests.rules.d20.told import every, named, one, sheet

GAP = """
    A A # # . . .
    A A . . . . .
    . . # # . . o
"""


def test_half_its_width_is_enough() -> None:
    """An ogre fits through a gap of 5 ft, at double cost (d20.squeeze.width, d20.squeeze.move-cost)."""
    table = battlefield(GAP, A="ogre", o="orc")

    events = order(table, "A", Move(square(table, "c2")))

    began = one(events, ConditionBegan)
    assert began.condition == "squeezing"
    assert set(began.cites) == {"d20.squeeze.width", "d20.squeeze.move-cost"}
    assert one(events, Moved).span == 1
    assert one(events, Moved).halves % 4 == 0


def test_out_of_the_gap_it_stands_up_again() -> None:
    """The state ends where there is room (d20.squeeze.width)."""
    table = battlefield(GAP, A="ogre", o="orc")
    order(table, "A", Move(square(table, "c2")))

    events = order(table, "A", Move(square(table, "a2")))

    assert one(events, ConditionEnded).cites == ("d20.squeeze.width",)
    assert table.battle["A"].span == 2


def test_whoever_squeezes_fights_badly() -> None:
    """-4 on attacks and armor class (d20.attack-mod.squeezing, d20.ac-mod.squeezing)."""
    table = battlefield("A A # # .\nA A . . o\n. . # # .", A="ogre", o="fighter-1", dice="d20:2 d20:2")
    order(table, "A", Move(square(table, "d2")))

    mine = one(order(table, "A", Attack("o", "greatclub")), AttackRolled)
    its = one(order(table, "o", Attack("A", "longsword")), AttackRolled)

    assert named(mine.parts, "squeezing") == -4
    assert named(its.ac_parts, "squeezing") == -4


def test_it_squeezes_past_an_opponent() -> None:
    """Through the free half of the way, at double cost, and not into its square (d20.squeeze.past-opponent)."""
    table = battlefield("A A . o . . .\nA A . . . . .", A="ogre", o="orc")

    moved = every(order(table, "A", Move(square(table, "e1"))), Moved)

    assert any("d20.squeeze.past-opponent" in event.cites for event in moved)
    assert sum(event.halves for event in moved) > 8
    assert "d20.pass.stop" in why_not(table, "A", Move(square(table, "d1")))


def test_less_than_half_its_width_takes_an_escape_artist() -> None:
    """A crevice lets a man through, and no ogre (d20.squeeze.narrower)."""
    man = battlefield("A n . o", A="rogue-1", o="orc")
    assert not why_not(man, "A", Move(square(man, "b1")))

    ogre = battlefield("A A n . o\nA A # . .", A="ogre", o="orc")
    assert "d20.squeeze.narrower" in why_not(ogre, "A", Move(square(ogre, "c1")))


def test_a_man_squeezes_through_a_crevice() -> None:
    """Small and Medium creatures do (d20.squeeze.width)."""
    table = battlefield("A n . o", A="rogue-1", o="orc")

    assert one(order(table, "A", Move(square(table, "b1"))), ConditionBegan).condition == "squeezing"


CREVICE = """
    . . # . .
    O O n n .
    O O # . o
"""


def test_an_escape_artist_slips_through_what_is_too_narrow() -> None:
    """A check of 30; then no attacks, -4 to armor class, no Dexterity bonus (d20.squeeze.narrower)."""
    thin = sheet("ogre", skills={"escape-artist": 12}, dexterity=14)
    table = battlefield(CREVICE, O=thin, o="orc", dice="d20:18 d20:2")
    events = order(table, "O", Move(square(table, "c2"), mode="slip"))

    assert squeeze.NARROWER in cited(events)
    assert table.battle["O"].has("wedged")
    assert table.battle["O"].has("squeezing")
    assert squeeze.NARROWER in why_not(table, "O", Attack("o", "greatclub"))
    order(table, "o", Move(square(table, "d3")))
    rolled = one(order(table, "o", Attack("O", "falchion")), AttackRolled)
    assert squeeze.NARROWER in rolled.cites
    assert named(rolled.ac_parts, "dexterity") == 0
    assert named(rolled.ac_parts, "squeezing") == -4


def test_who_fails_stays_outside() -> None:
    """And in a wide place nobody needs to slip."""
    table = battlefield(CREVICE, O="ogre", o="orc", dice="d20:18")
    order(table, "O", Move(square(table, "c2"), mode="slip"))

    assert table.battle["O"].square == square(table, "a2")
    assert why_not(table, "o", Move(square(table, "d2"), mode="slip"))


def test_a_gap_in_a_wall_is_no_opponent() -> None:
    """Where the ground is what makes it squeeze, the rule of opponents is not named (d20.squeeze.past-opponent)."""
    table = battlefield("A A # . . .\nA A . . . .\n. . # . . o", A="ogre", o="orc")

    events = order(table, "A", Move(square(table, "d1")))

    assert "d20.squeeze.move-cost" in cited(events)
    assert "d20.squeeze.past-opponent" not in cited(events)
