"""How a log is tampered with: one fact changed, an event left out, put in, and the chain of digests made anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from attrs import evolve
from msgspec.structs import replace

from sim.core.tally import Modifier
from sim.events.course import OrderGiven
from sim.events.log import Log, Reading, parse

Events = list[Any]
Change = Callable[[Events, int], Events]


class Tampering(NamedTuple):
    """What is done to an event that fits, and the invariant that it breaks."""

    what: str
    where: Callable[[Any], bool]
    change: Change
    invariant: str
    before: tuple[type[Any], ...] = ()
    """What must follow the event, so that the change breaks nothing else."""


def chained(reading: Reading, events: Events) -> Reading:
    """A log of the same fight with other events, its digests in order."""
    log = Log(reading.header)
    for event in events:
        log.append(event)
    return parse(log.to_bytes())


def put(**facts: Any) -> Change:
    """Other facts in the event."""

    def change(events: Events, seq: int) -> Events:
        known = {name: fact(events[seq]) if callable(fact) else fact for name, fact in facts.items()}
        return [*events[:seq], evolve(events[seq], **known), *events[seq + 1 :]]

    return change


def shifted(event: Any, since: int, by: int) -> Any:
    return evolve(event, because=event.because + by) if event.because >= since else event


def leave_out(events: Events, seq: int) -> Events:
    """The event is not there, and what came of it comes of its cause."""
    cause = events[seq].because
    after = [evolve(e, because=cause) if e.because == seq else shifted(e, seq, -1) for e in events[seq + 1 :]]
    return [*events[:seq], *after]


def put_in(make: Callable[[Any], Any]) -> Change:
    """One event more, after this one and made of it."""

    def change(events: Events, seq: int) -> Events:
        after = [shifted(event, seq + 1, 1) for event in events[seq + 1 :]]
        return [*events[: seq + 1], make(events[seq]), *after]

    return change


def put_before(make: Callable[[Any], Any]) -> Change:
    """One event more, before this one and made of it."""

    def change(events: Events, seq: int) -> Events:
        after = [shifted(event, seq, 1) for event in events[seq:]]
        return [*events[:seq], make(events[seq]), *after]

    return change


def is_a(kind: type[Any], when: Callable[[Any], bool] = lambda event: True) -> Callable[[Any], bool]:
    return lambda event: type(event) is kind and when(event)


def plus(name: str, more: int = 1) -> Callable[[Any], Any]:
    return lambda event: getattr(event, name) + more


def flipped(name: str) -> Callable[[Any], bool]:
    return lambda event: not getattr(event, name)


def evolve_order(event: OrderGiven, **facts: Any) -> Any:
    """The order of an event with other facts."""
    return replace(event.order, **facts)


def without(parts: tuple[Modifier, ...], rule: str) -> tuple[Modifier, ...]:
    return tuple(part for part in parts if part.rule != rule)
