"""
Events are facts: frozen, complete, in the past tense; each class stands beside the function that applies it.

Every event has ``because``: the sequence number of the order, answer or event that entitles it (-1: the referee's
course of the fight), and ``cites``: the ids of the rules that changed a value, a choice or a state and are not
already named by the parts of a tally.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from attrs import fields

from sim.core.errors import MaraudError
from sim.state.battle import Battle

E = TypeVar("E")

KINDS: dict[str, type[Any]] = {}
"""Every event class by the name that stands in the log."""

_APPLY: dict[type[Any], Callable[[Any, Battle], None]] = {}


def applies(event_class: type[E]) -> Callable[[Callable[[E, Battle], None]], Callable[[E, Battle], None]]:
    """Register an event class and the function that moves its facts into a battle."""

    def register(function: Callable[[E, Battle], None]) -> Callable[[E, Battle], None]:
        if event_class.__name__ in KINDS:
            raise MaraudError(f"two events are called {event_class.__name__}")
        KINDS[event_class.__name__] = event_class
        _APPLY[event_class] = function
        return function

    return register


def apply(event: object, battle: Battle) -> None:
    """Move one fact into the battle. Knows no dice and no rules."""
    battle.changes += 1
    _APPLY[type(event)](event, battle)


def nothing(event: object, battle: Battle) -> None:
    """Applies an event that is a record only: a roll that decided nothing by itself."""


def citations(event: object) -> Iterator[str]:
    """All rule ids that an event names: those it cites and those of the parts of its tallies."""
    yield from getattr(event, "cites", ())
    for field in fields(type(event)):  # type: ignore[arg-type]
        value = getattr(event, field.name)
        if field.name in TALLIES and value:
            for part in value:
                yield part[2]


TALLIES = frozenset({"parts", "dropped", "ac_parts", "ac_dropped", "other_parts", "pool_parts"})
"""Names of the fields that hold modifiers."""
