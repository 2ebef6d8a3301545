"""Spring Attack."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled
from sim.events.course import Answered
from sim.events.movement import Moved
from sim.events.orders import Answer, Pass, SpringAttack
from sim.rules.d20 import turn
from sim.table import Table
from sim.testing import battlefield, cited, condition, order, spent, square, why_not
from tests.rules.d20.people import fighter
from tests.rules.d20.told import every, one, sheet

SPRINGER = sheet("rogue-6", feats=("dodge", "mobility", "spring-attack"))


def field(dice: str = "d20:2", answers: tuple[Answer, ...] = (), drawing: str = "A . . o . .\n. . . . . p") -> Table:
    """A springer three squares from an orc."""
    return battlefield(drawing, dice=dice, answers=answers, A=SPRINGER, o="orc", p="orc")


def leap(table: Table, place: str = "c1", to: str = "a1") -> SpringAttack:
    """At the orc from one place, and on to another."""
    return SpringAttack("o", "rapier", square(table, place), square(table, to))


def test_there_a_blow_and_away_again() -> None:
    """Two squares, an attack, two squares: the orc has no opportunity (d20.spring-attack.move)."""
    table = field()

    events = order(table, "A", leap(table))

    kinds = [type(event) for event in events if type(event) in (Moved, AttackRolled)]
    assert kinds == [Moved, AttackRolled, Moved]
    assert table.battle["A"].square == square(table, "a1")
    assert "d20.spring-attack.move" in cited(events)
    assert not every(events, Answered)
    spent(table)


def test_others_have_their_opportunity() -> None:
    """Only whoever is attacked has none (d20.spring-attack.move)."""
    table = field("d20:2", (Pass(),), "A . . o .\n. . p . .")

    asked = one(order(table, "A", leap(table, "b1", "a2")), Answered)

    assert asked.who == "p"


def test_it_takes_both_actions() -> None:
    """The attack and the move (d20.spring-attack.move)."""
    table = field()
    order(table, "A", leap(table))

    assert not turn.can_pay(table.battle, "standard")
    assert not turn.can_pay(table.battle, "move")


def test_no_farther_than_a_move_and_five_feet_each_time() -> None:
    """Six squares in all; staying where it strikes is no spring (d20.spring-attack.move)."""
    table = field()

    assert not why_not(table, "A", leap(table, "c1", "a1"))
    assert "d20.spring-attack.move" in why_not(table, "A", leap(table, "e1", "a1"))
    assert "d20.spring-attack.move" in why_not(table, "A", leap(table, "c1", "c1"))


def test_it_must_be_learned_and_light() -> None:
    """Not without the feat, nor in full plate (d20.spring-attack.move)."""
    plain = battlefield("A . . o", A="rogue-6", o="orc")
    heavy = battlefield("A . . o", A=sheet("fighter-5", feats=("spring-attack",), speed=30), o="orc")

    assert "d20.spring-attack.move" in why_not(plain, "A", SpringAttack("o", "rapier", 2, 0))
    assert "d20.spring-attack.move" in why_not(heavy, "A", SpringAttack("o", "longsword", 2, 0))


def test_one_leaps_only_at_foes_with_what_one_has() -> None:
    """Neither at a friend, nor at the dead or nobody, nor with something else (d20.spring-attack.move)."""
    table = field(drawing="A . . o . .\n. . . . . p")
    there, back = square(table, "c1"), square(table, "a1")
    assert not why_not(table, "A", SpringAttack("o", "rapier", there, back))

    for wish in (SpringAttack("nobody", "rapier", there, back), SpringAttack("o", "greatclub", there, back)):
        assert why_not(table, "A", wish) == ("d20.spring-attack.move",)
    condition(table, "o", "dead")
    assert why_not(table, "A", SpringAttack("o", "rapier", there, back)) == ("d20.spring-attack.move",)


def test_the_way_on_is_that_after_the_blow() -> None:
    """Nobody squeezes past whom the blow has felled (d20.spring-attack.move, d20.squeeze.past-opponent)."""
    springer = fighter("club", feats=("dodge", "mobility", "spring-attack"), size="large")
    table = battlefield(
        "A A . . .\nA A o . .\n. . . . .", A=springer, o=fighter("club", hit_points=1), dice="d20:15 d8:5"
    )
    order(table, "A", SpringAttack("o", "club", square(table, "a2"), square(table, "d1")))

    _, on = every(table.log.events, Moved)
    assert [table.battle.ground.name(place) for place in on.path] == ["a2", "b1", "c1", "d1"]
    assert not on.spans
    spent(table)


@pytest.mark.parametrize(("to", "allowed"), [("e1", True), ("d1", False)])
def test_there_and_on_are_one_move(to: str, allowed: bool) -> None:
    """With 30 ft, three squares there leave three for the way on (d20.spring-attack.move)."""
    drawing = ". . . . A . . . o ."
    table = battlefield(drawing, A=fighter("club", feats=("dodge", "mobility", "spring-attack")), o="orc")

    assert (not why_not(table, "A", SpringAttack("o", "club", square(table, "h1"), square(table, to)))) is allowed
