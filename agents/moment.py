"""
Any decision of a fight as whoever had to choose met it: in a log, or in a scenario that has not begun.

What comes before it is folded, or played on with the fight's own dice; then the first who is asked is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from agents.policies import player_for
from agents.policies.base import key_of
from agents.view import Persona, View
from sim import encounter
from sim.core.errors import BadInput
from sim.dice.sources import GOLDEN, MASK, Die, RecordedDice, mix, roll
from sim.events.course import Answered, OrderGiven
from sim.events.header import Header, Scenario
from sim.events.log import Log, Reading
from sim.events.orders import Decision, End, Pass, Question
from sim.rules.book import Rulebook
from sim.rules.shelf import book
from sim.scenario.loader import Loaded
from sim.state.battle import Battle
from sim.state.conditions import DOWN
from sim.table import Menu, Player, Table

LONGEST = 4000
"""Inputs after which somebody is taken never to be asked."""


class Moment(NamedTuple):
    """
    ``who`` is to choose from ``menu``: an order, or the answer to ``question``. ``events`` have happened before.
    """

    book: Rulebook
    header: Header
    events: Sequence[Any]
    battle: Battle
    who: str
    question: Question | None
    menu: Menu

    def view(self) -> View:
        """The battle as whoever chooses knows it."""
        knowledge = self.header.scenario.knowledge
        persona = Persona.of(self.battle.creatures[self.who].sheet)
        return View(self.battle, self.who, self.question, knowledge, persona, self.book.odds)

    def table(self, player: Player, seed: int) -> Table:
        """
        A table of its own at which the fight goes on from here, with other dice: keyed by whose turn it is, the round,
        and how many fell in that turn before. Who plays two orders on with one seed sees what the orders differ in.
        """
        events = self.events
        past: tuple[Any, ...] = ()
        if self.question is None:
            log, battle = Log(self.header), self.battle.fork()
            log.events.extend(events)
        else:
            last = max(seq for seq, event in enumerate(events) if type(event) is OrderGiven)
            log = Log(self.header)
            past = tuple(events[last:])
            log.events.extend(events[:last])
            battle = encounter.fold(self.header.scenario, events[:last])
        return Table(battle, log, RecordedDice(_dice(past), _TurnDice(battle, seed)), player, past=past)


class _TurnDice:
    """The dice of a seed, by turn, round and count."""

    def __init__(self, battle: Battle, seed: int) -> None:
        self.battle = battle
        self.seed = seed
        self.fallen: dict[tuple[str, int], int] = {}

    def value(self, index: int, sides: int) -> int:
        key = who, number = self.battle.turn.who, self.battle.round
        count = self.fallen[key] = self.fallen.get(key, 0) + 1
        return roll(mix((mix(self.seed ^ key_of(who) & MASK) + number * GOLDEN) & MASK), count, sides)


def _dice(events: Iterable[Any]) -> Iterable[Die]:
    for event in events:
        yield from getattr(event, "dice", ())


class Asked(Exception):
    """Somebody is asked whose choice comes from elsewhere: the fight stops here."""

    def __init__(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> None:
        super().__init__(who)
        self.found = battle, who, question, menu


class _Halt:
    """A player that stops the fight where one of these is asked; all others wait, and let everything pass."""

    def __init__(self, whom: frozenset[str], *, orders: bool) -> None:
        self.whom = whom
        self.orders = orders
        self.left = LONGEST

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        if who in self.whom and (question is None or not self.orders):
            raise Asked(battle, who, question, menu)
        self.left -= 1
        if not self.left:
            raise BadInput(f"{' and '.join(sorted(self.whom))} can do nothing from there on: ask about somebody else")
        if question is None:
            return Decision(End(), "nobody")
        choices = tuple(menu)
        return Decision(next((choice for choice in choices if type(choice) is Pass), choices[0]), "nobody")


def opening(book: Rulebook, scenario: Scenario, seed: int, policies: dict[str, str]) -> Moment:
    """The first decision of a fight that is played with this seed."""
    events: list[Any] = []
    halt = _Halt(frozenset(placed.sheet.id for placed in scenario.creatures), orders=False)
    table = encounter.begin(
        book, scenario, halt, seed=seed, policies=policies, watcher=lambda _, event: events.append(event)
    )
    return _played(book, table, events, f"{scenario.name} is over before anybody is asked")


def _played(book: Rulebook, table: Table, events: list[Any], never: str) -> Moment:
    """Play on to where the table's player stops."""
    try:
        encounter.play(book, table)
    except Asked as asked:
        return Moment(book, table.log.header, events, *asked.found)
    raise BadInput(f"{never}: name an earlier event with --at")


def at(book: Rulebook, reading: Reading, seq: int = 0, whom: Iterable[str] = ()) -> Moment:
    """
    The first decision of a log at event ``seq`` or after it, of one of ``whom`` if they are named; after the last one
    on record, the one to which the fight comes next.

    :raises BadInput: when there is none.
    """
    wanted = frozenset(whom)
    cut = next(
        (
            number
            for number in range(max(0, seq), len(reading.events))
            if type(event := reading.events[number]) in (OrderGiven, Answered) and (not wanted or event.who in wanted)
        ),
        len(reading.events),
    )
    never = f"the fight is over, and nobody has to choose after event {seq}"
    if cut == len(reading.events) and reading.finished:
        raise BadInput(f"{never}: name an earlier event with --at")
    events = list(reading.events[:cut])

    def watch(number: int, event: object) -> None:
        del events[number:]
        events.append(event)

    everybody = frozenset(placed.sheet.id for placed in reading.header.scenario.creatures)
    halt = _Halt(wanted or everybody | {event.who for event in events if type(event) is OrderGiven}, orders=False)
    header = msgspec.structs.replace(reading.header, script="")
    part = reading._replace(header=header, events=reading.events[:cut], finished=False)
    try:
        table = encounter.resume(book, part, halt, watcher=watch)
    except Asked as asked:
        return Moment(book, header, events, *asked.found)
    return _played(book, table, events, never)


def next_of(moment: Moment, who: str) -> Moment:
    """
    The next order of a creature, if everybody else waits until then and lets everything pass.

    :raises BadInput: when it is never asked.
    """
    if moment.question is None and moment.who == who:
        return moment
    events = list(moment.events)

    def watch(number: int, event: object) -> None:
        del events[number:]
        events.append(event)

    table = moment.table(_Halt(frozenset((who,)), orders=True), encounter.mind_seed(moment.header))
    table.watcher = watch
    return _played(moment.book, table, events, f"{who} has nothing more to choose")


def members(battle: Battle, whom: str) -> tuple[str, ...]:
    """
    Those of a side who can still carry on, or the creature of this name.

    :raises BadInput: when there is neither.
    """
    if whom in battle.creatures:
        return (whom,)
    found = tuple(one.id for one in battle if one.side == whom and not one.flags & DOWN)
    if not found:
        sides = tuple(dict.fromkeys(one.side for one in battle))
        raise BadInput(
            f"{whom[:40]!r} is nobody who can choose: name a creature ({', '.join(battle.creatures)})"
            f" or a side ({', '.join(sides)})"
        )
    return found


def of_scenario(loaded: Loaded, seed: int, whom: str = "") -> Moment:
    """
    The decision that is asked about in a fight that has not begun: the first, or the first order of one creature.

    :raises BadInput: when there is none.
    """
    scenario = loaded.scenario
    found = book(scenario.ruleset)
    policies = player_for(loaded.policies, seed, scenario.knowledge, book=found).names(scenario)
    first = opening(found, scenario, seed, policies)
    return next_of(first, whom) if whom in first.battle.creatures else first


def of_log(reading: Reading, where: str, seq: int = 0, whom: str = "") -> Moment:
    """
    The decision that is asked about in a log: the first from event ``seq`` on, of one creature if it is named.

    :raises BadInput: when there is none, or the log is not what comes of its orders by this version.
    """
    with encounter.going_on(where, reading) as found:
        known = [placed.sheet.id for placed in reading.header.scenario.creatures]
        return at(found, reading, seq, (whom,) if whom in known else ())


def all_of(moment: Moment, whom: str) -> list[Moment]:
    """
    The decisions of a side or a creature from there on, each its next; of nobody named, the one at hand.

    :raises BadInput: when there is no such side or creature.
    """
    if not whom:
        return [moment]
    return [next_of(moment, who) if who != moment.who else moment for who in members(moment.battle, whom)]
