"""
How a log is tampered with, and what becomes of it: the register of kinds, the sites where each fits, the trial.

A kind says how one fact that a rulebook forbids is put into a true log, and which claims of the audit are about just
that. The golden logs are true, so what is not in them was not due: no kind has to judge a situation for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from attrs import evolve, fields

from sim.audit import Finding, audit
from sim.audit.claims import CLAIMS
from sim.core.tally import Modifier
from sim.encounter import battle_of
from sim.events.base import apply
from sim.events.course import OrderGiven
from sim.events.log import Log, Reading, parse, read
from sim.state.battle import Battle
from sim.state.creature import Creature

LOGS = tuple(sorted((Path(__file__).parents[2] / "replays").glob("*.jsonl")))

MOST = 16
"""So many mutants of one kind are tried, evenly spread over all that there could be."""

HORIZON = 200
"""So many events after the change the log ends: what comes to light later is a consequence."""

OWED = "what-is-due-comes"
"""The claim that speaks for others when something that they asked for has not come."""

NUMBERS = {"number", "spell", "result"}
"""Fields that may hold the number of an event."""


class Edit(NamedTuple):
    """
    From event ``seq`` on ``out`` events go and ``put`` come; what follows follows, or (``cut``) the log ends there.

    ``put`` counts as if nothing else had moved: a cause in it is the number that it has then.
    """

    seq: int
    out: int
    put: tuple[Any, ...]
    cut: bool = False


class Site(NamedTuple):
    """An event of a true log, and the battle just before it, which nobody may change."""

    events: tuple[Any, ...]
    seq: int
    battle: Battle

    @property
    def event(self) -> Any:
        return self.events[self.seq]

    @property
    def cause(self) -> Any:
        """The event that entitles this one; itself where none does."""
        return self.events[self.event.because] if self.event.because >= 0 else self.event

    def next(self, kinds: type[Any] | tuple[type[Any], ...], of: int | None = None) -> int | None:
        """Where the next event of such kinds is, among those that event ``of`` entitles, up to the next order."""
        for seq in range(self.seq + 1, min(len(self.events), self.seq + 40)):
            event = self.events[seq]
            if isinstance(event, kinds) and (of is None or event.because == of):
                return seq
        return None

    def enemies(self, who: str) -> Iterator[Creature]:
        side = self.battle[who].side
        return (creature for creature in self.battle if creature.side != side)

    # ---- ways to tamper ---------------------------------------------------------------------------------------

    def changed(self, **facts: Any) -> Edit:
        """This event with other facts."""
        return Edit(self.seq, 1, (evolve(self.event, **facts),))

    def left_out(self) -> Edit:
        """The event is not there."""
        return Edit(self.seq, 1, ())

    def before(self, *events: Any, cut: bool = False) -> Edit:
        """Events more, before this one."""
        return Edit(self.seq, 0, events, cut)

    def after(self, *events: Any, cut: bool = False) -> Edit:
        """Events more, after this one."""
        return Edit(self.seq + 1, 0, events, cut)


Maker = Callable[[Site], Edit | None]


class Kind(NamedTuple):
    """A kind of tampering: ``claims`` of the audit are about just this; ``at`` are the kinds of event to begin with."""

    book: str
    name: str
    claims: tuple[str, ...]
    at: tuple[type[Any], ...]
    make: Maker

    @property
    def families(self) -> tuple[str, ...]:
        """The rooms of the audit in which those claims stand; what is owed is owed by one of them."""
        about = [claim for claim in self.claims if claim != OWED]
        return tuple(sorted({family for claim in about for family in rooms(self.book)[claim]}))


KINDS: list[Kind] = []


@cache
def rooms(book: str) -> dict[str, tuple[str, ...]]:
    """In which families of the audit each of its claims stands."""
    found: dict[str, set[str]] = {}
    for claimed in CLAIMS:
        if book in claimed.books:
            room = claimed.claim.__module__.removeprefix("sim.audit.").removeprefix("adnd.")
            found.setdefault(claimed.invariant, set()).add(room)
    return {name: tuple(sorted(families)) for name, families in found.items()}


class Shelf:
    """The kinds of tampering with fights of one rulebook."""

    def __init__(self, book: str) -> None:
        self.book = book

    def kind(self, name: str, *claims: str, at: type[Any] | tuple[type[Any], ...]) -> Callable[[Maker], Maker]:
        """Register a function of a site that gives an edit, or ``None`` where the kind does not fit."""

        def register(make: Maker) -> Maker:
            KINDS.append(Kind(self.book, name, claims, at if isinstance(at, tuple) else (at,), make))
            return make

        return register

    def put(self, name: str, /, *claims: str, at: type[Any], when: Callable[[Any], Any] = bool, **facts: Any) -> None:
        """A kind that only changes facts of an event: each a value or a function of the event."""

        def make(site: Site) -> Edit | None:
            if not when(site.event):
                return None
            known = {field: fact(site.event) if callable(fact) else fact for field, fact in facts.items()}
            return site.changed(**known)

        self.kind(name, *claims, at=at)(make)

    def omit(self, name: str, *claims: str, at: type[Any], when: Callable[[Any], Any] = bool) -> None:
        """A kind that leaves an event out."""
        self.kind(name, *claims, at=at)(lambda site: site.left_out() if when(site.event) else None)


def more(field: str, by: int = 1) -> Callable[[Any], Any]:
    """So much more in a field than there was."""
    return lambda event: getattr(event, field) + by


def other(field: str) -> Callable[[Any], bool]:
    """The contrary of what was in a field."""
    return lambda event: not getattr(event, field)


def first(parts: tuple[Modifier, ...], *types: str) -> Modifier | None:
    """The first part of a total that is of one of these types."""
    return next((part for part in parts if part.type in types), None)


def ordered(who: str, order: Any, cost: str) -> OrderGiven:
    """An order that somebody gives."""
    return OrderGiven(-1, who, order, cost, "script", ())


class Mutant(NamedTuple):
    """One log tampered with."""

    kind: Kind
    log: str
    edit: Edit

    def __str__(self) -> str:
        return f"{self.kind.name}: {self.log}, event {self.edit.seq}"


class Verdict(NamedTuple):
    """What the audit says: ``right`` when a claim speaks that is about just this, ``caught`` when any does."""

    mutant: Mutant
    right: bool
    caught: bool
    findings: tuple[Finding, ...]


@cache
def pool(book: str) -> dict[str, Reading]:
    """The golden fights of a rulebook, by name."""
    logs = {path.stem: read(path) for path in LOGS}
    return {name: reading for name, reading in logs.items() if reading.header.ruleset == book}


@cache
def corpus(book: str) -> dict[str, tuple[Mutant, ...]]:
    """All that could be done to the golden fights of a rulebook, by kind."""
    kinds = [kind for kind in KINDS if kind.book == book]
    listening: dict[type[Any], list[Kind]] = {}
    for kind in kinds:
        for at in kind.at:
            listening.setdefault(at, []).append(kind)
    found: dict[str, list[Mutant]] = {kind.name: [] for kind in kinds}
    for name, reading in pool(book).items():
        battle = battle_of(reading.header.scenario)
        for seq, event in enumerate(reading.events):
            site = Site(reading.events, seq, battle)
            for kind in listening.get(type(event), ()):
                edit = kind.make(site)
                if edit is not None:
                    found[kind.name].append(Mutant(kind, name, edit))
            apply(event, battle)
    return {name: tuple(mutants) for name, mutants in found.items()}


def sample(mutants: tuple[Mutant, ...], most: int = MOST) -> tuple[Mutant, ...]:
    """So many of them, evenly spread."""
    if len(mutants) <= most:
        return mutants
    return tuple(mutants[place * len(mutants) // most] for place in range(most))


def tampered(mutant: Mutant) -> Reading:
    """The log of the mutant, its digests in order."""
    reading = pool(mutant.kind.book)[mutant.log]
    seq, out, put, cut = mutant.edit
    log = Log(reading.header)
    for event in (*reading.events[:seq], *put):
        log.append(event)
    if not cut:
        moved = [_moved(reading.events, mutant.edit, number) for number in range(len(reading.events))]
        for event in reading.events[seq + out : seq + out + HORIZON]:
            facts = {"because": moved[event.because]} if event.because >= seq else {}
            for field in fields(type(event)):
                value = getattr(event, field.name)
                if field.name in NUMBERS and type(value) is int and value >= seq:
                    facts[field.name] = moved[value]
            log.append(evolve(event, **facts) if facts else event)
    return parse(log.to_bytes())


def _moved(events: tuple[Any, ...], edit: Edit, number: int) -> int:
    """Where event ``number`` of the true log stands in the other; of one that is not there, where its cause stands."""
    seq, out, put, _ = edit
    while seq + len(put) <= number < seq + out:
        number = events[number].because
    return number if number < seq + min(out, len(put)) else number + len(put) - out


def trial(mutant: Mutant) -> Verdict:
    """Audit a mutant."""
    findings = tuple(audit(tampered(mutant)))
    return Verdict(mutant, any(f.invariant in mutant.kind.claims for f in findings), bool(findings), findings)


class Miss(NamedTuple):
    """A mutant that no claim about just this has found; ``said`` is what the audit says instead."""

    log: str
    seq: int
    said: str


class Outcome(NamedTuple):
    """What became of the mutants of one kind: of ``possible`` ones so many were ``tried``, and found."""

    book: str
    name: str
    possible: int
    tried: int
    right: int
    caught: int
    missed: tuple[Miss, ...]


def outcome(key: tuple[str, str, int]) -> Outcome:
    """Try a kind, by rulebook, name and how many at most."""
    book, name, most = key
    mutants = corpus(book)[name]
    verdicts = [trial(mutant) for mutant in sample(mutants, most)]
    missed = tuple(
        Miss(v.mutant.log, v.mutant.edit.seq, ", ".join(dict.fromkeys(f.invariant for f in v.findings)))
        for v in verdicts
        if not v.right
    )
    right, caught = sum(v.right for v in verdicts), sum(v.caught for v in verdicts)
    return Outcome(book, name, len(mutants), len(verdicts), right, caught, missed)
