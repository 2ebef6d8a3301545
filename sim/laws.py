"""
Laws: what holds in every fight, whoever states it; and the plugins that bring some along.

A *claim* (``@invariant`` of the audit) looks at one event and the audit's own scene of it. A *law* looks at a whole
log, and may fold it. Both give breaches, and both are judged by ``breaches``. A project registers its own by importing
the module that states them: in its tests, or through an entry point of the group ``maraud.laws``, which names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, NamedTuple, TypeVar

from sim.audit import audit
from sim.audit.claims import ALL, CLAIMS, HOUSE, Finding, house_rule, invariant
from sim.core.errors import BadInput, Diverged, MaraudError
from sim.encounter import battle_of, rerun
from sim.events.base import apply
from sim.events.log import Reading
from sim.replay.narration import Narrator
from sim.rules.shelf import book
from sim.state.battle import Battle

GROUP = "maraud.laws"
"""The group of entry points that name modules with laws and house rules."""

Verdict = tuple[int, str]
"""The number of the event at which a law is broken, and the numbers in words."""


class Law(NamedTuple):
    """A law: its name, the rule that it is about, its judgement, and the rulebooks for whose fights it is one."""

    name: str
    rule: str
    judge: Callable[[Reading], Iterable[Verdict]]
    books: tuple[str, ...]


LAWS: dict[str, Law] = {}
"""By name."""

F = TypeVar("F", bound=Callable[[Reading], Iterable[Verdict]])


def law(name: str, *, rule: str = "", books: tuple[str, ...] = ALL) -> Callable[[F], F]:
    """
    Register a law: a generator that is given a log and yields event number and message for each breach.

    :raises BadInput: when another one has its name.
    """

    def register(judge: F) -> F:
        known = LAWS.get(name)
        if any(claimed.invariant == name for claimed in CLAIMS) or (
            known and known.judge.__module__ != judge.__module__
        ):
            raise BadInput(f"two laws are called {name!r}: give one of them another name")
        LAWS[name] = Law(name, rule, judge, books)
        return judge

    return register


def followed(reading: Reading) -> Iterator[tuple[int, Any, Battle]]:
    """Each event with its number and the battle as it is then. The battle is live: the next event changes it."""
    battle = battle_of(reading.header.scenario)
    for seq, event in enumerate(reading.events):
        apply(event, battle)
        yield seq, event, battle


def breaches(reading: Reading, only: str = "") -> list[Finding]:
    """Every breach of a claim or a law in a log, in the order of events; ``only`` of the one of this name."""
    if only in LAWS:
        return _broken(LAWS[only], reading)
    found = audit(reading)
    if only:
        return [finding for finding in found if finding.invariant == only]
    for each in LAWS.values():
        found += _broken(each, reading)
    return sorted(found, key=lambda finding: finding.seq)


def _broken(each: Law, reading: Reading) -> list[Finding]:
    if reading.header.ruleset not in each.books:
        return []
    return [Finding(seq, each.name, each.rule, message) for seq, message in each.judge(reading)]


@law("a-rerun-gives-the-same-bytes")
def same_again(reading: Reading) -> Iterator[Verdict]:
    """Header and inputs, run again, give the events on record and no others."""
    try:
        again = rerun(book(reading.header.ruleset), reading).log.events
    except Diverged as error:
        yield error.seq, str(error)
        return
    except MaraudError as error:
        yield len(reading.events) - 1, f"it cannot be run again: {error}"
        return
    if len(again) < len(reading.events):
        yield len(again), f"run again, it ends after {len(again)} of {len(reading.events)} events"


@law("a-fight-can-be-told")
def told(reading: Reading) -> Iterator[Verdict]:
    """Every event has its sentence, where it stands."""
    narrator = Narrator(reading.header.scenario, full=True)
    for seq, event in enumerate(reading.events):
        try:
            narrator.tell(event)
        except (MaraudError, AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
            yield seq, f"{type(event).__name__} cannot be told: {type(error).__name__} {error}"
            return


def load_plugins(modules: Iterable[str] = ()) -> tuple[str, ...]:
    """
    Import every module that an installed package names in the group ``maraud.laws``, and these; their names.

    :raises BadInput: for a module that cannot be imported.
    """
    names = dict.fromkeys([*(point.module for point in sorted(entry_points(group=GROUP))), *modules])
    for name in names:
        try:
            import_module(name)
        except Exception as error:
            raise BadInput(
                f"the laws of {name!r} cannot be imported ({type(error).__name__}: {error}): mend or uninstall them"
            ) from error
    return tuple(names)


__all__ = [
    "HOUSE",
    "LAWS",
    "Finding",
    "Law",
    "Verdict",
    "breaches",
    "followed",
    "house_rule",
    "invariant",
    "law",
    "load_plugins",
]
