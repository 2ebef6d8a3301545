"""Delaying."""

from __future__ import annotations

from collections import Counter
from copy import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.dice.sources import Stream
from sim.encounter import step
from sim.events.course import Answered, OrderGiven, RoundBegan, TurnBegan
from sim.events.orders import (
    Act,
    Answer,
    Attack,
    Decision,
    Delay,
    End,
    Move,
    Order,
    Pass,
    Question,
    Ready,
    Trigger,
    Wait,
)
from sim.events.timing import DelayedTurnBegan, DelayLost, InitiativeChanged, TurnDelayed
from sim.rules.d20 import delay
from sim.rules.d20.book import BOOK
from sim.state.battle import Battle
from sim.table import Menu, Table
from sim.testing import battlefield, cited, condition, order, square, why_not

DRAWING = "A . . b\n. . . .\nC . . d"


class Patient:
    """``A`` delays in the rounds that it is told to, and answers from a list; all others end their turns."""

    def __init__(self, delays: tuple[int, ...], answers: tuple[Answer, ...]) -> None:
        self.delays = delays
        self.round = 0
        self.answers = list(answers)
        self.asked: list[tuple[str, str]] = []

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        if isinstance(question, Wait):
            self.asked.append((who, question.before))
            return Decision(self.answers.pop(0) if self.answers else Pass(), "script")
        if who == "A" and battle.round in self.delays and self.round < battle.round:
            self.round = battle.round
            return Decision(Delay(), "script")
        return Decision(End(), "script")


def field(answers: tuple[Answer, ...] = (), rounds: int = 1, delays: tuple[int, ...] = (1,)) -> tuple[Table, Patient]:
    """``A``, ``b``, ``C`` and ``d`` in this order of initiative; so many rounds are played."""
    table = battlefield(DRAWING, A="fighter-1", b="orc", C="fighter-1", d="orc")
    player = Patient(delays, answers)
    table.player = player
    while table.battle.round <= rounds and step(BOOK, table):
        pass
    return table, player


def turns(table: Table) -> list[str]:
    """Whose turns have begun, late ones in capitals with a star, and the rounds."""
    found = []
    for event in table.log.events:
        if isinstance(event, TurnBegan):
            found.append(event.who)
        elif isinstance(event, DelayedTurnBegan):
            found.append(f"{event.who}*")
        elif isinstance(event, RoundBegan):
            found.append(str(event.number))
    return found


def test_a_turn_is_put_off_and_taken_later() -> None:
    """``A`` lets ``b`` go first, and comes right after it from then on (d20.delay.declare)."""
    table, _ = field((Act(),), rounds=2)

    assert turns(table) == ["1", "A", "b", "A*", "C", "d", "2", "b", "A", "C", "d", "3"]
    assert table.battle.order == ("b", "A", "C", "d")
    (changed,) = [event for event in table.log.events if isinstance(event, InitiativeChanged)]
    assert (changed.before, changed.cites) == ("C", ("d20.delay.declare",))


def test_it_costs_no_action() -> None:
    """And the turn is over with it (d20.action.none.delay)."""
    table = battlefield(DRAWING, A="fighter-1", b="orc", C="fighter-1", d="orc")

    events = order(table, "A", Delay())

    assert isinstance(events[0], OrderGiven)
    assert events[0].cost == "none"
    assert "d20.action.none.delay" in events[0].cites
    assert isinstance(events[1], TurnDelayed)
    assert table.battle.turn.over


def test_whoever_delays_is_asked_after_each_turn_of_another() -> None:
    """Never in the middle of a turn (d20.delay.no-interrupt)."""
    table, player = field((Pass(), Pass(), Act()))

    assert player.asked == [("A", "C"), ("A", "d"), ("A", "")]
    asked = [event for event in table.log.events if isinstance(event, Answered)]
    assert all("d20.delay.no-interrupt" in event.cites for event in asked)
    assert table.battle.order == ("b", "C", "d", "A")


def test_there_is_nothing_to_put_off_out_of_turn() -> None:
    """In a readied act nobody delays (d20.delay.no-interrupt)."""
    table = battlefield(DRAWING, A="fighter-1", b="orc", C="fighter-1", d="orc")
    order(table, "A", End())
    table.battle.suspended = (table.battle.turn,)
    table.battle.turn = copy(table.battle.turn)
    table.battle.turn.orders = 0
    table.battle.turn.over = False

    assert why_not(table, "A", Delay()) == ("d20.delay.no-interrupt",)


@pytest.mark.parametrize(
    "first", [Move(1), Attack("b", "longsword"), Ready(Attack("it", "longsword"), Trigger("moves"))]
)
def test_the_whole_turn_or_nothing(first: Order) -> None:
    """Whoever has done something cannot put the rest off (d20.delay.declare)."""
    table = battlefield("A . b\n. . .", A="fighter-1", b="orc", dice="d20:2")
    table.battle["A"].square = square(table, "b1") if isinstance(first, Attack) else table.battle["A"].square
    assert not why_not(table, "A", Delay())

    order(table, "A", Move(square(table, "b2")) if isinstance(first, Move) else first)

    assert why_not(table, "A", Delay()) == ("d20.delay.declare",)


def test_what_is_not_taken_by_the_next_turn_is_lost() -> None:
    """Its regular turn comes, and that is all (d20.delay.lost)."""
    table, _ = field(rounds=2)

    assert turns(table) == ["1", "A", "b", "C", "d", "2", "A", "b", "C", "d", "3"]
    (lost,) = [event for event in table.log.events if isinstance(event, DelayLost)]
    assert lost.cites == ("d20.delay.lost",)
    assert table.battle.delaying == ()


def test_it_may_delay_again() -> None:
    """In its next turn it is as free as ever (d20.delay.lost)."""
    table, _ = field(rounds=2)

    assert not why_not(table, "A", Delay())


def test_taken_in_the_next_round_it_is_the_turn_of_that_round() -> None:
    """``C`` delays into the next round, acts before ``b``, and not again (d20.delay.next-round)."""
    table = battlefield(DRAWING, A="fighter-1", b="orc", C="fighter-1", d="orc")
    player = Patient((), (Pass(), Pass(), Act()))
    table.player = player
    order(table, "A", End())
    order(table, "b", End())
    order(table, "C", Delay())
    while table.battle.round <= 2 and step(BOOK, table):
        pass

    assert turns(table) == ["1", "A", "b", "C", "d", "2", "A", "C*", "b", "d", "3"]
    (changed,) = [event for event in table.log.events if isinstance(event, InitiativeChanged)]
    assert "d20.delay.next-round" in changed.cites
    assert table.battle.order == ("A", "C", "b", "d")


def test_the_stunned_let_the_moment_pass() -> None:
    """Whoever cannot act is not asked."""
    table = battlefield(DRAWING, A="fighter-1", b="orc", C="fighter-1", d="orc")
    player = Patient((), (Act(),))
    table.player = player
    order(table, "A", Delay())
    condition(table, "A", "stunned")
    step(BOOK, table)

    assert player.asked == []


def test_nobody_delays_by_halves() -> None:
    """The only answers are to act and to wait."""
    moment = delay.Moment()

    assert list(moment) == [Act(), Pass()]
    assert moment.why_not(Act(3)) == ("d20.delay.declare",)


def test_the_late_turn_is_a_whole_one() -> None:
    """It moves and strikes as it would have (d20.delay.declare)."""
    table = battlefield("A . . b\n. . . .", A="fighter-1", b="orc", dice="d20:2")
    player = Patient((), (Act(),))
    table.player = player
    order(table, "A", Delay())
    order(table, "b", End())
    step(BOOK, table)

    events = [*order(table, "A", Move(square(table, "c1"))), *order(table, "A", Attack("b", "longsword"))]

    assert "d20.core.attack-roll" in cited(events)


class Whim:
    """Delays, waits and acts by lot."""

    def __init__(self, seed: int) -> None:
        self.stream = Stream(seed, 1)

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        if question is not None:
            return Decision(Act() if self.stream.below(2) else Pass(), "script")
        late = not battle.turn.orders and self.stream.below(2)
        return Decision(Delay() if late else End(), "script")


@given(st.integers(0, 2**32))
def test_whoever_delays_as_he_likes_has_one_turn_a_round(seed: int) -> None:
    """A turn put off and taken counts once, and nobody is left out of the order (d20.delay.next-round)."""
    table = battlefield(DRAWING, A="fighter-1", b="orc", C="fighter-1", d="orc")
    table.player = Whim(seed)
    while table.battle.round <= 4 and step(BOOK, table):
        pass

    turns_of: Counter[str] = Counter()
    for event in table.log.events:
        if isinstance(event, RoundBegan):
            turns_of.clear()
        elif isinstance(event, TurnBegan | DelayedTurnBegan):
            turns_of[event.who] += 1
        elif isinstance(event, TurnDelayed):
            turns_of[event.who] -= 1
        assert max(turns_of.values(), default=0) <= 1
    assert sorted(table.battle.order) == ["A", "C", "b", "d"]
