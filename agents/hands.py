"""
A fight some of whose creatures are played from outside: it stops wherever one of them has to choose, and goes on with
the choice. Nobody has to be waited for in the midst of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from agents.moment import Asked, Moment
from agents.policies.base import MOST_ORDERS
from sim import encounter
from sim.core.errors import OffMenu
from sim.events.orders import Answer, Decision, End, Order, Question
from sim.rules.book import Rulebook
from sim.state.battle import Battle
from sim.table import Menu, Player, Table

NAME = "player"
"""Who has decided, as the log says it, what came from outside."""


class Hands:
    """
    A player that plays ``whom`` by the choice that is ``given``, and stops where none is; ``inner`` plays the others.
    After ``MOST_ORDERS`` orders in a turn it ends the turn, as it does for a policy.

    :raises Asked: when one of them has to choose and nothing is given.
    """

    def __init__(self, whom: Container[str], inner: Player) -> None:
        self.whom = whom
        self.inner = inner
        self.given: Order | Answer | None = None

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        if who not in self.whom:
            return self.inner.decide(battle, who, question, menu)
        if question is None and battle.turn.orders >= MOST_ORDERS:
            return Decision(End(), NAME)
        choice, self.given = self.given, None
        if choice is None:
            raise Asked(battle, who, question, menu)
        return Decision(choice, NAME)


class Sitting:
    """A fight at a table whose player are ``hands``; ``asked`` is the decision at which it stands, if it does."""

    def __init__(self, book: Rulebook, table: Table, hands: Hands) -> None:
        self.book = book
        self.table = table
        self.hands = hands
        self.asked: Moment | None = None
        self._before: tuple[Battle, int] = table.battle.fork(), len(table.log.events)

    def go_on(self, choice: Order | Answer | None = None, stop: Callable[[Battle], bool] | None = None) -> bool:
        """
        Play on, by ``choice`` where one is asked for, to the next decision from outside, or to where ``stop`` says so
        between two orders. False: the fight is over.

        :raises OffMenu: when the choice is not on the menu; the fight then stands where it stood.
        """
        asked = self.asked
        if asked is not None and choice is not None and not asked.menu.accepts(choice):
            rules = ", ".join(asked.menu.why_not(choice)) or "not offered"
            raise OffMenu(f"{asked.who} cannot {choice} now [{rules}]")
        if asked is not None and asked.question is not None:
            self._back()
        self.asked, self.hands.given = None, choice
        try:
            while self._step():
                if stop is not None and stop(self.table.battle):
                    return True
        except Asked as found:
            self.asked = Moment(self.book, self.table.log.header, self.table.log.events, *found.found)
            return True
        return False

    def _step(self) -> bool:
        """One order, or one thing that nobody chooses; how it stood before is kept."""
        table = self.table
        if not table.past:
            self._before = table.battle.fork(), len(table.log.events)
        return encounter.step(self.book, table)

    def _back(self) -> None:
        """To before the order in which somebody was asked; what it has told is the past of the table now."""
        table = self.table
        battle, seq = self._before
        past = table.log.events[seq:]
        del table.log.events[seq:]
        self.table = Table(
            battle.fork(), table.log, table.dice, self.hands, past=past, referee=table.referee, watcher=table.watcher
        )
