"""
Players who try a rulebook out: they choose among everything that is allowed, not what is wise.

Like all that is made up, they decide by a function ``below(n)``, so that a seed or Hypothesis may stand behind them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from sim.dice.sources import Stream
from sim.events.orders import Answer, Attack, Choose, Decision, End, Leave, Order, Pass, Question, Surrender
from sim.invent import Below
from sim.state.battle import Battle
from sim.table import Menu, Player

MOST_ORDERS = 10
"""Orders that such a player gives in one turn, before it ends it."""
RELUCTANCE = 8
"""Giving up and leaving count one time in so many when they come up."""


class Lots:
    """A source of small numbers in the shape of a stream, as menus ask for it."""

    def __init__(self, below: Below) -> None:
        self.below = below


class Wild:
    """Any kind of order that is open, then any order of that kind, each as likely as any other."""

    name = "wild"

    def __init__(self, below: Below) -> None:
        self.below = below
        self.lots = cast(Stream, Lots(below))

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """As a player does."""
        if question is not None:
            return Decision(self.answer(list(menu)), self.name)  # type: ignore[arg-type]
        if battle.turn.orders >= MOST_ORDERS:
            return Decision(End(), self.name)
        return Decision(self.order(list(cast(Any, menu).offers)), self.name)

    def order(self, offers: list[Any]) -> Order:
        """One of these kinds of order."""
        while offers:
            index = self.below(len(offers))
            offer = offers.pop(index)
            if offer.kind in (Surrender, Leave) and self.below(RELUCTANCE):
                continue
            found: Order | None = offer.pick(self.lots)
            if found is not None:
                return found
        return End()

    def answer(self, answers: Sequence[Answer]) -> Answer:
        """One of these answers."""
        return answers[self.below(len(answers))]


class Contrary(Wild):
    """
    Looks for trouble: does what has been done least, takes every opportunity, strikes when it might let be.

    What is rare in a fight, and what happens in the middle of somebody else's act, is where rules are least tried.
    """

    name = "contrary"

    def __init__(self, below: Below) -> None:
        super().__init__(below)
        self.done: Counter[object] = Counter()

    def order(self, offers: list[Any]) -> Order:
        """Of the kinds that have been chosen least, now and then any."""
        if self.below(4):
            least = min((self.done[offer.kind] for offer in offers), default=0)
            rare = [offer for offer in offers if self.done[offer.kind] == least]
            rest = [offer for offer in offers if self.done[offer.kind] != least]
            found = super().order(rare)
            if type(found) is End and rest:
                found = super().order(rest)
        else:
            found = super().order(offers)
        self.done[type(found)] += 1
        return found

    def answer(self, answers: Sequence[Answer]) -> Answer:
        """An attack where one is open, the option taken least elsewhere; seldom nothing."""
        blows = [answer for answer in answers if type(answer) is Attack]
        if blows:
            return super().answer(blows)
        choices = [answer for answer in answers if type(answer) is not Pass or not self.below(4)] or answers
        least = min(self.done[self._key(answer)] for answer in choices)
        found = super().answer([answer for answer in choices if self.done[self._key(answer)] == least])
        self.done[self._key(found)] += 1
        return found

    @staticmethod
    def _key(answer: Answer) -> object:
        return answer.option if type(answer) is Choose else type(answer)


class Company:
    """Each side has a player of its own."""

    def __init__(self, players: Mapping[str, Player]) -> None:
        self.players = players

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """The choice of this creature's side."""
        side = battle.creatures[who].side
        player = self.players.get(side) or next(iter(self.players.values()))
        return player.decide(battle, who, question, menu)
