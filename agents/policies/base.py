"""What a policy is: a pure function of a view, a menu and a stream of random numbers of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Any, Generic, Protocol, TypeVar

from agents.view import Persona, View
from sim.dice.sources import Stream
from sim.events.orders import Answer, Attack, Charge, Decision, FullAttack, Order, Reason
from sim.grid.movement import Flood
from sim.state.creature import Creature
from sim.table import Menu

T = TypeVar("T")


class once(Generic[T]):
    """A property that is worked out when it is first asked for, and kept; ``functools`` locks its own until 3.11."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work = work
        self.__doc__ = work.__doc__

    def __get__(self, one: Any, owner: type[Any]) -> T:
        found = one.__dict__[self.work.__name__] = self.work(one)
        return found


class Offered(Protocol):
    """One kind of order with its finite domain, in a fixed order; see ``Offers``."""

    @property
    def kind(self) -> type[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...

    def pick(self, stream: Stream) -> Order | None:
        """One of them at random; ``None`` when there is none."""
        ...


class Offers(Menu, Protocol):
    """
    The menu of a turn, and what a rulebook tells besides about the domains of its offers.

    Sets of squares are bit sets; a place is the anchor of the creature's own space.
    """

    @property
    def offers(self) -> tuple[Offered, ...]:
        """The kinds of order that the turn can still pay for."""
        ...

    def of(self, kind: type[Any]) -> Offered:
        """The orders of one kind."""
        ...

    def can(self, kind: type[Any]) -> bool:
        """Is there enough left of the turn for an order of this kind, and has nothing in it ruled this one out?"""
        ...

    def melee(self) -> tuple[str, ...]:
        """The weapons that it could strike with now, bare hands last."""
        ...

    def shooting(self) -> tuple[str, ...]:
        """What it holds that can be shot or thrown."""
        ...

    def several(self, weapon: str) -> bool:
        """Would a full attack with this weapon give more than one attack?"""
        ...

    def armed(self) -> bool:
        """Has it more to strike with than bare hands?"""
        ...

    def struck(self, weapon: str) -> int:
        """The squares that a weapon strikes in melee from here."""
        ...

    def stands(self, who: str, weapon: str) -> int:
        """The places from where a weapon would strike somebody."""
        ...

    def holds(self, who: str) -> tuple[Attack | FullAttack, ...]:
        """The ways to take hold of somebody beside it."""
        ...

    def besides(self, who: str, weapon: str) -> tuple[Attack | FullAttack, ...]:
        """The ways to attack somebody with more than this weapon: with the other hand too, with a shield."""
        ...

    def rushes(self, who: str) -> tuple[Charge, ...]:
        """Charges that are to bring somebody down."""
        ...

    def tricks(self, who: str, weapon: str) -> tuple[tuple[Attack | FullAttack, bool], ...]:
        """
        What else than a blow may be tried on somebody with a weapon, each with whether it lays open to him whoever is
        not trained in it.
        """
        ...

    def parries(self, weapon: str) -> int:
        """How many of its attacks with a weapon it may keep back now to parry with."""
        ...

    def lanes(self, who: str, weapon: str) -> tuple[int, ...]:
        """The places to which it may charge somebody."""
        ...

    def places(self, kind: type[Any]) -> int:
        """The places where a ``Move``, ``Withdraw``, ``Step`` or ``Ride`` (of one move) may end."""
        ...

    def safe_places(self, kind: type[Any]) -> int:
        """Those of them that can be had without exposing itself on the way; leaving where it stands does not count."""
        ...

    def blow_after(self) -> int:
        """The places where a ``Move`` may end that leaves time for a blow."""
        ...

    def bared(self) -> int:
        """The places to which it cannot ``Step`` without exposing itself."""
        ...

    def danger(self, *, free: bool = False) -> int:
        """The places that it cannot leave without exposing itself; with ``free``, the one where it is left out."""
        ...

    def beset(self) -> bool:
        """Does it expose itself to somebody as soon as it leaves where it stands, but for a step or a withdrawal?"""
        ...

    def area(self, budget: int, until: int = 0) -> Flood:
        """Everywhere that so many squares of movement take it, or as far as to the cheapest of the places ``until``."""
        ...

    def speed(self) -> int:
        """Squares of one move."""
        ...


class Policy(Protocol):
    """
    Chooses one order or answer of the menu. It keeps no memory, changes nothing, rolls no die of the fight.

    The menu is one of ``Offers`` in the creature's own turn; when the view has a question, it only lists the answers.
    """

    def __call__(self, view: View, menu: Offers, stream: Stream) -> Decision: ...


MOST_ORDERS = 12
"""Orders that a policy gives in one turn; after them the turn is ended for it."""


@lru_cache(maxsize=4096)
def key_of(who: str) -> int:
    """A number for a creature that is the same everywhere, to key its stream by."""
    return int.from_bytes(sha256(who.encode()).digest()[:8], "big")


def born(creature: Creature) -> Persona:
    """The persona that its sheet gives it."""
    found = creature.cache.get("persona")
    if found is None:
        found = creature.cache["persona"] = Persona.of(creature.sheet)
    return found  # type: ignore[return-value]


def because(choice: Order | Answer, by: str, words: str, score: int = 0) -> Decision:
    """A decision with one reason."""
    return Decision(choice, by, (Reason(words, score),))


class Ranked(Protocol):
    """An order that has been weighed, in the same measure as those beside it."""

    @property
    def order(self) -> Order: ...
    @property
    def score(self) -> int: ...
    @property
    def words(self) -> str: ...


def decided(best: Ranked, rest: Iterable[Ranked], by: str) -> Decision:
    """The best order with its reason, and after it those of the orders that were passed over."""
    passed = [Reason(f"rather than this: {one.words}", one.score) for one in rest]
    return Decision(best.order, by, (Reason(best.words, best.score), *passed))


__all__ = ["MOST_ORDERS", "Offered", "Offers", "Persona", "Policy", "Ranked", "because", "born", "decided", "key_of"]
