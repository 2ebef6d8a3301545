"""What the audit claims, and what it finds: the register of invariants."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

D20 = ("d20",)
ALL = ("d20", "adnd")
"""The rulebooks for whose fights a claim is made."""


class Finding(NamedTuple):
    """
    A breach: at event ``seq`` the claim ``invariant`` does not hold, by the rule ``rule``.

    ``message`` has the numbers: what is in the log, what ought to be.
    """

    seq: int
    invariant: str
    rule: str
    message: str


Breach = tuple[str, str]
"""A rule's id, and the numbers in words."""

Claim = Callable[[Any, Any], Iterable[Breach]]
"""Of an event and the scene of its rulebook."""

C = TypeVar("C", bound=Claim)


class Registered(NamedTuple):
    """A claim, the kinds of event it listens to, and whether it looks before or after their facts are in the scene."""

    invariant: str
    claim: Claim
    kinds: tuple[type[Any], ...]
    after: bool
    """Looks at the scene after the event, not before."""
    about: tuple[str | type[Any], ...]
    """Listens only to the beginning and end of these conditions, or to these kinds of order."""
    books: tuple[str, ...]


CLAIMS: list[Registered] = []

HOUSE: dict[str, str] = {}
"""The rules of no catalogue that somebody has added to a book, with their words, by id."""


def house_rule(rule: str, words: str) -> str:
    """
    Make a rule of one's own known, so that events may name it; gives its id back.

    The audit leaves it out where it compares modifiers with those of the books: what it is worth is for the claims and
    laws of whoever has added it.
    """
    HOUSE[rule] = words
    return rule


def invariant(
    name: str,
    *kinds: type[Any],
    after: bool = False,
    about: tuple[str | type[Any], ...] = (),
    books: tuple[str, ...] = D20,
) -> Callable[[C], C]:
    """
    Register a claim about events of these kinds: a generator of (rule id, message) for each breach.

    It gets the event and the scene as it is before the event (with ``after``: as it is then), in fights of ``books``;
    ``about``: only where one of these conditions begins or ends, or an order of these kinds is carried out. Rules that
    somebody adds to a book come with claims of their own, registered in the same way.
    """

    def register(claim: C) -> C:
        CLAIMS.append(Registered(name, claim, kinds, after, about, books))
        return claim

    return register
