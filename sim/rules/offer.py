"""What a menu of either rulebook is made of: one kind of order after the other, each lazily."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sim.dice.sources import Stream
from sim.events.orders import Answer, Order
from sim.state.battle import Battle

Refusal = Callable[[Battle, str, Order], tuple[str, ...]]


class Offer:
    """One kind of order with its finite domain. ``candidates`` come in a fixed order; refused ones are left out."""

    __slots__ = ("battle", "candidates", "kind", "refuse", "who")

    def __init__(
        self, kind: type[Any], candidates: Callable[[], Iterator[Order]], battle: Battle, who: str, refuse: Refusal
    ) -> None:
        self.kind = kind
        self.candidates = candidates
        self.battle = battle
        self.who = who
        self.refuse = refuse

    def __iter__(self) -> Iterator[Order]:
        for order in self.candidates():
            if not self.refuse(self.battle, self.who, order):
                yield order

    def accepts(self, order: Order | Answer) -> bool:
        """Is this order of this kind, and allowed?"""
        return type(order) is self.kind and not self.refuse(self.battle, self.who, order)  # type: ignore[arg-type]

    def why_not(self, order: Order) -> tuple[str, ...]:
        """The ids of the rules that forbid it."""
        return self.refuse(self.battle, self.who, order)

    def pick(self, stream: Stream) -> Order | None:
        """One of them at random, each as likely as any other; ``None`` when there is none."""
        left = list(self.candidates())
        while left:
            index = stream.below(len(left))
            order = left[index]
            if not self.refuse(self.battle, self.who, order):
                return order
            left[index] = left[-1]
            left.pop()
        return None
