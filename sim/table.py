"""
The table at which a fight is played: the only hand on battle and log.

A rule procedure tells what happened, asks who must choose, rolls dice. Live, answers come from the player and dice
from their source. With a ``past`` (resume, fork, rerun) answers come from the past, and every event told must equal
the one on record.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from sim.core.errors import Diverged, OffMenu
from sim.dice.sources import DiceSource, Die
from sim.events.base import apply
from sim.events.course import REFEREE_EVENTS, Answered, OrderGiven
from sim.events.log import Log
from sim.events.orders import Answer, Decision, Order, Question
from sim.state.battle import Battle


class Menu(Protocol):
    """What may be chosen, always in the same order."""

    def __iter__(self) -> Iterator[Order | Answer]: ...

    def accepts(self, choice: Order | Answer) -> bool:
        """Is this one of the choices offered?"""
        ...

    def why_not(self, choice: Order | Answer) -> tuple[str, ...]:
        """The ids of the rules that forbid it; empty when it is offered."""
        ...


class Player(Protocol):
    """Whoever decides: a policy, a person, a script. ``question`` is ``None`` for an order in one's own turn."""

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision: ...


class Referee(Protocol):
    """Looks at the battle before each order and may rule: yields referee events."""

    def __call__(self, battle: Battle) -> Iterable[object]: ...


class Table:
    """Battle, log, dice and player of one fight. ``next_die`` is the index of the next die."""

    __slots__ = ("battle", "dice", "log", "next_die", "past", "player", "referee", "watcher")

    def __init__(
        self,
        battle: Battle,
        log: Log,
        dice: DiceSource,
        player: Player,
        *,
        past: Iterable[object] = (),
        referee: Referee | None = None,
        watcher: Callable[[int, object], object] | None = None,
    ) -> None:
        self.battle = battle
        self.log = log
        self.dice = dice
        self.player = player
        self.past: deque[Any] = deque(past)
        self.referee = referee
        self.watcher = watcher
        self.next_die = 1 + max((die.index for event in log.events for die in getattr(event, "dice", ())), default=-1)

    def tell(self, event: object) -> int:
        """
        State a fact: it goes into the battle and into the log. Returns its sequence number.

        :raises Diverged: when the past has another event here.
        """
        if self.past:
            expected = self.past.popleft()
            if expected != event:
                raise Diverged(len(self.log.events), expected, event)
        apply(event, self.battle)
        events = self.log.events
        seq = len(events)
        events.append(event)
        if self.watcher is not None:
            self.watcher(seq, event)
        return seq

    def roll(self, sides: int, count: int = 1) -> tuple[Die, ...]:
        """Roll dice. They belong into the event that they decide."""
        first = self.next_die
        self.next_die = first + count
        value = self.dice.value
        if count == 1:
            return (Die(first, sides, value(first, sides)),)
        return tuple([Die(index, sides, value(index, sides)) for index in range(first, first + count)])

    def ask(self, who: str, question: Question, menu: Menu, because: int, cites: tuple[str, ...] = ()) -> Answer:
        """
        Ask a creature to choose in the middle of an act; the answer is an input and stands in the log.

        :raises OffMenu: when the answer is not on the menu.
        """
        if self.past and type(self.past[0]) is Answered and self.past[0].who == who:
            told = self.past[0]
            decision = Decision(told.answer, told.by, told.reasons)
        else:
            decision = self.player.decide(self.battle, who, question, menu)
        if not menu.accepts(decision.choice):
            raise OffMenu(f"{who} was asked {question} and answered {decision.choice}")
        answer: Answer = decision.choice  # type: ignore[assignment]
        self.tell(Answered(because, who, question, answer, decision.by, decision.reasons, cites))
        return answer

    def decide(self, who: str, menu: Menu) -> Decision:
        """The order of a creature in its own turn: from the past, or from the player."""
        if self.past and type(self.past[0]) is OrderGiven and self.past[0].who == who:
            told = self.past[0]
            return Decision(told.order, told.by, told.reasons)
        return self.player.decide(self.battle, who, None, menu)

    def hear_referee(self) -> Iterator[tuple[int, object]]:
        """Tell what the referee rules now, from the past or live; yields each ruling with its sequence number."""
        while self.past and type(self.past[0]) in REFEREE_EVENTS:
            event = self.past[0]
            yield self.tell(event), event
        if self.referee is not None and not self.past:
            for event in self.referee(self.battle):
                yield self.tell(event), event
