"""The policy ``nearest``: the foe at hand, and the way to it."""

from __future__ import annotations

import pytest

from sim.events.course import Answered
from sim.events.orders import Attack, Charge, Choose, Draw, End, FullAttack, Move, Opportunity, Pass, Pick, StandUp
from sim.rules.choice import Options
from sim.rules.d20.aoo import Reactions
from sim.testing import battlefield, condition, square
from tests.agents.situations import asked, carry_out, choice, decide


def test_a_foe_in_reach_is_attacked() -> None:
    """Beside the orc, the fighter strikes."""
    table = battlefield("A o . .", A="fighter-1", o="orc")

    order = choice(table, "A", "nearest")

    assert isinstance(order, Attack)
    assert order.target == "o"


def test_all_attacks_are_used() -> None:
    """Who has several attacks makes a full attack."""
    table = battlefield("A o . .", A="fighter-8", o="ogre")

    assert isinstance(choice(table, "A", "nearest"), FullAttack)


def test_an_open_lane_is_charged() -> None:
    """Five squares of open ground: the fighter charges."""
    table = battlefield(". . . . . . . .\n. A . . . . o .\n. . . . . . . .", A="fighter-1", o="orc")

    order = choice(table, "A", "nearest")

    assert isinstance(order, Charge)
    assert order.target == "o"


def test_around_a_wall_it_walks() -> None:
    """With a wall in the lane it goes round, as far as one move takes it, and nearer with each."""
    table = battlefield(
        """
        . . . . . . . . .
        . A . # . . o . .
        . . . # . . . . .
        . . . . . . . . .
        """,
        A="fighter-1",
        o="orc",
    )

    order = choice(table, "A", "nearest")

    assert isinstance(order, Move)


def test_the_quiet_way_is_taken() -> None:
    """Too tired to charge, it goes to the nearest goblin by a way that leaves no square in the reach of the other."""
    table = battlefield(
        """
        . . . . . . . .
        A . . : . o . .
        . . . . . . . .
        . . . p . . . .
        """,
        A="fighter-1",
        o="goblin",
        p="goblin",
    )
    condition(table, "A", "fatigued")
    order = choice(table, "A", "nearest")

    carry_out(table, "A", order)

    assert not any(isinstance(event, Answered) for event in table.log.events)


def test_the_prone_get_up_first() -> None:
    """Lying down, it rises before it strikes."""
    table = battlefield("A o . .", A="fighter-1", o="orc")
    condition(table, "A", "prone")

    assert isinstance(choice(table, "A", "nearest"), StandUp)


def test_the_unarmed_draw() -> None:
    """With a blade in the belt and nothing in hand, it draws."""
    table = battlefield("A . o .", A="fighter-1", o="orc")
    fighter = table.battle["A"]
    fighter.items, fighter.held = (*fighter.items, *fighter.held), ()

    assert isinstance(choice(table, "A", "nearest"), Draw)


def test_an_archer_shoots() -> None:
    """Who holds a bow shoots at the nearest in sight."""
    table = battlefield(". . . . . . .\nA . . . . . o\n. . . . . . .", A="archer-4", o="orc")

    order = choice(table, "A", "nearest")

    assert isinstance(order, Attack | FullAttack)
    assert table.battle["A"].weapons[order.weapon].category == "ranged"


def test_an_unseen_foe_is_looked_for() -> None:
    """Behind the wall the orc is heard, and the fighter goes that way."""
    table = battlefield(
        """
        . . . # . . . . . .
        . A . # . . . . o .
        . . . # . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        """,
        A="fighter-1",
        o="orc",
    )
    decision = decide(table, "A", "nearest")

    assert isinstance(decision.choice, Move)
    assert "heard" in decision.reasons[0].words


@pytest.mark.parametrize("drawing", ["A . # .\n# o # .", "A o # .\n# . # ."])
def test_an_unseen_foe_at_hand_is_struck_at(drawing: str) -> None:
    """The orc is invisible, and must be in one of the two squares that are left: the fighter picks one by lot."""
    table = battlefield(drawing, A="fighter-1", o="orc")
    condition(table, "o", "invisible")

    decision = decide(table, "A", "nearest")

    assert decision.choice == Attack("o", "longsword", square=square(table, "b1"))
    assert "heard" in decision.reasons[0].words


def test_walled_off_it_waits() -> None:
    """When there is no way at all, the turn is ended."""
    table = battlefield("A # . .\n# # . .\n. . . o", A="fighter-1", o="orc")

    assert isinstance(choice(table, "A", "nearest"), End)


def test_every_opportunity_is_taken() -> None:
    """Asked whether to strike at somebody who walks past, it strikes."""
    table = battlefield("A o . .", A="fighter-1", o="orc")
    battle = table.battle
    menu = Reactions(battle, battle["o"], battle["A"])

    answer = asked(table, "o", "nearest", Opportunity("A", "moving"), menu)

    assert isinstance(answer, Attack)


@pytest.mark.parametrize("about", ["trip-defence", "something-new"])
def test_any_other_choice_is_the_first(about: str) -> None:
    """Of options that it knows nothing of it takes the first."""
    table = battlefield("A o . .", A="fighter-1", o="orc")
    question = Pick(about, "A", ("this", "that"))

    answer = asked(table, "o", "nearest", question, Options(question.options, "rule"))

    assert answer == Choose("this")


def test_somebody_who_is_down_is_left_alone() -> None:
    """It goes past a fallen foe to the next who stands."""
    table = battlefield(". . . . .\nA o . p .\n. . . . .", A="fighter-1", o="orc", p="orc")
    condition(table, "o", "dying")

    order = choice(table, "A", "nearest")

    assert getattr(order, "target", "p") == "p"
    assert not isinstance(order, Pass)
