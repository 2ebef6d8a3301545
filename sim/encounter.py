"""
Fights: begun, played, resumed, forked, run again. All are one thing: a table, with or without a past.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

import msgspec
from attrs import frozen

from sim.core.errors import BadInput, Damaged, DiceError, IllegalOrder, OffMenu, taken_at_its_word
from sim.dice.sources import ALGORITHM, DiceSource, RangedDice, RecordedDice, SeededDice
from sim.events import text
from sim.events.aftermath import TimePassed
from sim.events.base import apply
from sim.events.conditions import start
from sim.events.course import Answered, OrderGiven
from sim.events.header import FORMAT, DiceRange, Header, Origin, Scenario
from sim.events.log import Log, Reading
from sim.events.orders import Decision, Order, Question
from sim.events.riding import seat
from sim.grid.terrain import Ground
from sim.rules import shelf
from sim.rules.book import GO_ON, Rulebook
from sim.script import Prompter, Script
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Menu, Player, Referee, Table

Watcher = Callable[[int, object], object]


_OPENINGS: dict[int, tuple[Scenario, Battle]] = {}
_KEPT = 32
"""Scenarios of which the battle before the first event is kept."""


def battle_of(scenario: Scenario) -> Battle:
    """The battle before its first event; of the same scenario, asked again, a copy."""
    known = _OPENINGS.get(id(scenario))
    if known is None:
        if len(_OPENINGS) >= _KEPT:
            _OPENINGS.clear()
        known = _OPENINGS[id(scenario)] = scenario, _opening(scenario)
    return known[1].fork()


def _opening(scenario: Scenario) -> Battle:
    ground = Ground.of(scenario.map)
    creatures = {}
    for placed in scenario.creatures:
        creatures[placed.sheet.id] = Creature(placed.sheet, placed.square, placed.sheet.span, placed.facing)
    battle = Battle(ground, creatures, scenario.options, scenario.endings, scenario.ledger())
    for placed in scenario.creatures:
        if placed.rides:
            seat(battle, placed.sheet.id, placed.rides)
            start(battle, creatures[placed.sheet.id], "mounted", placed.rides)
    for placed in scenario.creatures:
        names = (*placed.conditions, *(("unaware",) if placed.sheet.id in scenario.unaware else ()))
        for name in names:
            start(battle, creatures[placed.sheet.id], name)
    return battle


def header_of(
    book: Rulebook,
    scenario: Scenario,
    seed: int | None,
    policies: dict[str, str],
    source: str = "seed",
    script: str = "",
) -> Header:
    """
    The header of a new fight; ``seed`` is ``None`` when dice are scripted, typed or drawn.

    Dice of another source that have a seed as well are those of the seed where nobody wrote them down.
    """
    dice = DiceRange(0, source, "" if seed is None else str(seed))  # type: ignore[arg-type]
    return Header(
        FORMAT, book.id, book.version, book.tables_digest(), ALGORITHM, (dice,), scenario, policies, script=script
    )


def fold(scenario: Scenario, events: Iterable[object]) -> Battle:
    """The battle after these events."""
    battle = battle_of(scenario)
    for event in events:
        apply(event, battle)
    return battle


def dice_of(header: Header, recorded: Sequence[object] = ()) -> DiceSource:
    """
    The dice that a header names, by range of index; those that no seed gives are the ones on record.

    :raises Damaged: when the header names no dice, or a seed that is no number.
    """
    known = [die for event in recorded for die in getattr(event, "dice", ())]
    ranges: list[tuple[int, DiceSource]] = []
    for part in header.dice:
        if (part.seed or part.source == "seed") and not part.seed.isdecimal():
            raise Damaged(f"the header of the log has the seed {part.seed[:40]!r}, which is no whole number")
        seeded = SeededDice(int(part.seed)) if part.seed else None
        ranges.append((part.start, seeded if part.source == "seed" and seeded else RecordedDice(known, seeded)))
    if not ranges or ranges[0][0] > 0:
        raise Damaged("the header of the log does not say where its first die comes from")
    return ranges[0][1] if len(ranges) == 1 else RangedDice(ranges)


def mind_seed(header: Header) -> int:
    """The seed from which the policies of a fight have their own random streams: that of its latest dice."""
    return int(header.dice[-1].seed or 0)


def play(book: Rulebook, table: Table) -> None:
    """Play to the end of the fight; ``table.log`` is written order by order."""
    while step(book, table):
        pass


def step(book: Rulebook, table: Table) -> bool:
    """Play on by one order, or by one thing that nobody chooses. False when the fight is over."""
    if table.referee is not None or table.past:
        for seq, ruling in table.hear_referee():
            book.heed(table, ruling, seq)
    call = book.call(table.battle)
    if call is None:
        table.log.flush()
        return False
    if call is GO_ON:
        book.go_on(table)
        return True
    carry_out(book, table, call.who)
    return True


def carry_out(book: Rulebook, table: Table, who: str) -> None:
    """
    Get an order, check it, tell it, resolve it; then the log is written.

    :raises OffMenu: when the order is not allowed now.
    """
    battle = table.battle
    menu = book.offers(battle, who)
    decision = table.decide(who, menu)
    order: Order = decision.choice  # type: ignore[assignment]
    rules = menu.why_not(order)
    if rules:
        raise OffMenu(f"{who} cannot {order} now [{', '.join(rules)}]")
    cost = book.cost(battle, who, order)
    seq = table.tell(OrderGiven(-1, who, order, cost.kind, decision.by, decision.reasons, cost.cites))
    book.resolve(table, who, order, seq)
    table.log.flush()


class Nobody:
    """A player that has nothing to say: for running fights whose every input is on record."""

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        raise OffMenu(f"{who} has to choose, and nothing more is on record")


def begin(
    book: Rulebook,
    scenario: Scenario,
    player: Player,
    *,
    seed: int | None = None,
    dice: DiceSource | None = None,
    source: str = "seed",
    policies: dict[str, str] | None = None,
    sink: Callable[[bytes], object] | None = None,
    referee: Referee | None = None,
    watcher: Watcher | None = None,
    script: Script | None = None,
) -> Table:
    """
    A table at which a new fight can be played: from a seed, or with dice handed in; by a ``script`` as far as it goes.

    :raises BadInput: when the script has a line for nobody in this fight.
    """
    if script is not None and script.has_dice() and source == "seed":
        source = "scripted"
    header = header_of(book, scenario, seed, policies or {}, source, "" if script is None else script.text)
    source_of_dice = dice if dice is not None else SeededDice(seed or 0)
    log = Log(header, sink)
    battle = battle_of(scenario)
    table = Table(battle, log, source_of_dice, player, referee=referee, watcher=watcher)
    if script is not None:
        prompt(table, Prompter(script, battle, player, source_of_dice, book.roster))
    return table


def prompt(table: Table, prompter: Prompter) -> None:
    """Let a script have its say at a table, before its player, its referee and its dice."""
    referee, watcher = table.referee, table.watcher

    def rule(battle: Battle) -> Iterable[object]:
        yield from prompter.referee(battle)
        if referee is not None:
            yield from referee(battle)

    def watch(seq: int, event: object) -> None:
        prompter.note(seq, event)
        if watcher is not None:
            watcher(seq, event)

    table.player, table.dice, table.referee, table.watcher = prompter, prompter, rule, watch


@taken_at_its_word("run again, the fight makes no sense")
def rerun(book: Rulebook, reading: Reading) -> Table:
    """
    Header and inputs, run again; dice from their sources. The table's log must come out byte for byte.

    Of an unfinished fight, what is on record is run again; the order under way may go on for some events more.

    :raises Diverged: at the first event that comes out otherwise.
    :raises OffMenu: when an order on record is not allowed, or events are missing at the end.
    :raises Damaged: when the header or an order makes no sense.
    """
    table = Table(
        battle_of(reading.header.scenario),
        Log(reading.header),
        dice_of(reading.header, reading.events),
        Nobody(),
        past=reading.events,
    )
    if reading.header.script:
        script = Script(reading.header.script, "the script of the log")
        prompter = Prompter(script, table.battle, table.player, dice_of(reading.header), book.roster)
        table.dice, table.watcher = prompter, prompter.note
    try:
        while table.past and step(book, table):
            pass
    except (OffMenu, DiceError):
        if table.past or reading.finished:
            raise
    return table


@contextmanager
def going_on(where: str, reading: Reading) -> Iterator[Rulebook]:
    """
    The rulebook by which a fight goes on from its log: the version that played it, which gives the same events again.

    :raises BadInput: when another version has played it, or what its header says makes no sense further on.
    :raises Diverged: when its events are not what comes of its orders.
    """
    header = reading.header
    found = shelf.book(header.ruleset)
    versions = header.ruleset_version, header.tables, reading.format
    if versions != (found.version, found.tables_digest(), FORMAT):
        raise BadInput(f"{where} was written by another version of {found.id}: go on with that one")
    with taken_at_its_word(
        f"{where} cannot go on by what it says, and if nobody has changed it, it should be reported"
    ):
        rerun(found, reading)
        yield found


def taken_up(
    reading: Reading,
    player: Player,
    *,
    dice: DiceSource | None = None,
    referee: Referee | None = None,
    watcher: Watcher | None = None,
) -> Table:
    """The table of a log as it stood at its last order, which is to be given again: it is the past of the table."""
    header, events = reading.header, reading.events
    last = max((seq for seq, event in enumerate(events) if type(event) is OrderGiven), default=0)
    log = Log(header)
    log.events.extend(events[:last])
    source = dice if dice is not None else dice_of(header, events)
    fallen = RecordedDice((die for event in events for die in getattr(event, "dice", ())), source)
    battle = fold(header.scenario, events[:last])
    return Table(battle, log, fallen, player, past=events[last:], referee=referee, watcher=watcher)


def resume(
    book: Rulebook,
    reading: Reading,
    player: Player,
    *,
    sink: Callable[[bytes], object] | None = None,
    dice: DiceSource | None = None,
    referee: Referee | None = None,
    watcher: Watcher | None = None,
    written: bool = True,
) -> Table:
    """
    A table that goes on where a log stops: folded to its last order, which is run again; then it can be played on.

    ``sink`` gets what the file has not: all that is new, or everything if the lines on record are not yet
    ``written``. A fork that was cut short of its own first decision takes it from its header.

    :raises BadInput: when a fork is cut before the place where it parts from its parent.
    :raises Diverged: when the events after the last order come out otherwise than on record.
    """
    events = reading.events
    origin = reading.header.origin
    if origin is not None and len(events) < origin.at:
        raise BadInput(
            f"this fork parts from its parent at event {origin.at} and is cut after {len(events)} events:"
            f" make it again with `maraud fork`"
        )
    instead = Instead(origin.order, player) if origin is not None and len(events) == origin.at else None
    who = player if instead is None else instead
    table = taken_up(reading, who, dice=dice, referee=referee, watcher=watcher)
    log, last = table.log, len(table.log.events)
    if reading.header.script:
        script = Script(reading.header.script, "the script of the log")
        prompter = Prompter(script, battle_of(reading.header.scenario), table.player, table.dice, book.roster)
        prompter.follow(events[:last])
        prompt(table, prompter)
    while (table.past or (instead is not None and instead.order)) and step(book, table):
        pass
    log.sink = sink
    if written:
        log.take_as_written(len(events) + 1)
    log.flush()
    return table


class Afterwards:
    """A referee who lets time pass once the fight is over, ruling by ruling."""

    def __init__(self, *rulings: TimePassed) -> None:
        self.rulings = list(rulings)

    def __call__(self, battle: Battle) -> Iterator[object]:
        if battle.phase == "over" and self.rulings:
            yield self.rulings.pop(0)


class Instead:
    """A player that gives one order or answer, written as text, and then leaves the choice to another."""

    def __init__(self, order: str, player: Player) -> None:
        self.order = order
        self.player = player

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """
        :raises BadInput: when the text is no order.
        :raises IllegalOrder: when the order is not allowed now.
        """
        if not self.order:
            return self.player.decide(battle, who, question, menu)
        line, self.order = self.order, ""
        choice = text.parse(line, battle, who, menu)
        if not menu.accepts(choice):
            near = " | ".join(text.nearest(line, menu, battle.ground))
            raise IllegalOrder(f"{who} cannot {line!r} now; it might: {near}", menu.why_not(choice))
        return Decision(choice, "player")


@frozen
class Fork:
    """What a fork changes: the decision at ``at``, the policies, the seed."""

    at: int
    order: str = ""
    seed: int | None = None
    policies: dict[str, str] | None = None


def decisions(events: Sequence[object]) -> list[int]:
    """The sequence numbers at which somebody chose: where a fork can be made."""
    return [seq for seq, event in enumerate(events) if type(event) in (OrderGiven, Answered)]


def fork_header(reading: Reading, change: Fork) -> Header:
    """The header of a fork.

    :raises BadInput: when there is no decision at that event.
    """
    events = reading.events
    if not 0 <= change.at < len(events) or type(events[change.at]) not in (OrderGiven, Answered):
        near = min(decisions(events), key=lambda seq: (abs(seq - change.at), seq), default=-1)
        raise BadInput(
            f"event {change.at} is no decision, so no fork can be made there: the nearest decision is event {near}"
        )
    header = reading.header
    if change.seed is not None:
        start = sum(len(getattr(event, "dice", ())) for event in events[: change.at])
        kept = tuple(part for part in header.dice if part.start < start)
        dice = (*kept, DiceRange(start, "seed", str(change.seed)))
    else:
        dice = header.dice
    digest = reading.digest
    policies = {**header.policies, **(change.policies or {})}
    origin = Origin(digest, change.at, change.order)
    return msgspec.structs.replace(header, dice=dice, policies=policies, origin=origin, script="")


def fork(
    book: Rulebook,
    reading: Reading,
    change: Fork,
    player: Player,
    *,
    sink: Callable[[bytes], object] | None = None,
    watcher: Watcher | None = None,
) -> Table:
    """
    A table at which a fight goes on another way from a decision: by another order or answer, policies or seed.

    Nothing goes to ``sink`` before the changed decision has been carried out.

    :raises BadInput: when there is no such decision, or the order is none.
    :raises IllegalOrder: when the order is not allowed there.
    """
    header = fork_header(reading, change)
    cut = reading._replace(header=header, events=reading.events[: change.at], finished=False)
    return resume(book, cut, player, sink=sink, watcher=watcher, written=False)
