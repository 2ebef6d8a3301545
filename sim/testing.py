"""
For those who test rules: a drawn battlefield, dice written down, orders played one after the other; laws that are held
against made-up fights, and cut what breaks them down to a small one. ``docs/testing-rules.md`` shows it.

>>> table = battlefield('''
...     . . . .
...     . A o .
...     . . . .
... ''', A="fighter-1", o="orc")
>>> sorted(table.battle.creatures)
['A', 'o']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from sim.core.errors import OffMenu
from sim.dice.sources import DiceSource, ScriptedDice
from sim.encounter import begin
from sim.events.base import citations
from sim.events.conditions import start
from sim.events.course import OrderGiven, RoundBegan, TurnBegan
from sim.events.header import Placed, Scenario
from sim.events.orders import Answer, Decision, Order, Pass, Question
from sim.fuzz import Fought, fight, smallest
from sim.grid.figures import SYMBOLS, Edge, MapFigures
from sim.laws import LAWS, Finding, breaches, followed, house_rule, invariant, law, load_plugins
from sim.rules.book import Rulebook
from sim.rules.d20.book import BOOK as D20
from sim.state.battle import Battle, Endings
from sim.table import Menu, Table
from sim.tables.bestiary import creature
from sim.tables.sheet import Sheet
from sim.tables.sizes import SIZE


class Script:
    """
    A player that answers from lists: orders by ``play``, answers to questions in the order in which they come.

    Without an answer left, opportunities are let pass and the first option of any other choice is taken.
    """

    def __init__(self, answers: Iterable[Answer] = ()) -> None:
        self.answers = list(answers)
        self.order: Order | None = None
        self.asked: list[tuple[str, Question]] = []

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        if question is None:
            if self.order is None:
                raise OffMenu(f"{who} has no order left")
            order, self.order = self.order, None
            return Decision(order, "script")
        self.asked.append((who, question))
        if self.answers:
            return Decision(self.answers.pop(0), "script")
        choices = list(menu)
        passing = [choice for choice in choices if type(choice) is Pass]
        return Decision(passing[0] if passing else choices[0], "script")


def scenario_of(
    drawing: str,
    creatures: dict[str, str | Sheet],
    *,
    sides: dict[str, str] | None = None,
    edges: Sequence[Edge] = (),
    elevation: Sequence[str] = (),
    light: Sequence[str] = (),
    options: dict[str, str] | None = None,
) -> Scenario:
    """
    A scenario from a drawing: terrain symbols separated by blanks or not, and letters for creatures.

    A letter marks the squares of a creature's space (its top-left one counts); upper-case letters fight lower-case
    ones unless ``sides`` says otherwise. Under a creature the ground is open.
    """
    rows = ["".join(line.split()) for line in drawing.strip().splitlines()]
    places: dict[str, tuple[int, int]] = {}
    plain = []
    for y, row in enumerate(rows):
        for x, symbol in enumerate(row):
            if symbol in creatures and symbol not in places:
                places[symbol] = (x, y)
        plain.append("".join("." if symbol in creatures else symbol for symbol in row))
    for letter in creatures:
        if letter not in places:
            raise ValueError(f"creature {letter!r} is not in the drawing")
    stride = len(plain[0]) + 1
    placed = []
    for letter, kind in creatures.items():
        sheet = creature(kind) if isinstance(kind, str) else kind
        side = (sides or {}).get(letter, "upper" if letter.isupper() else "lower")
        x, y = places[letter]
        placed.append(Placed(msgspec.structs.replace(sheet, id=letter, side=side, glyph=letter), y * stride + x))
    figures = MapFigures(tuple(plain), tuple(elevation), tuple(edges), tuple(light))
    return Scenario("drawn", figures, tuple(placed), options=options or {}, endings=Endings())


def battlefield(
    drawing: str,
    *,
    dice: str | DiceSource = "",
    answers: Iterable[Answer] = (),
    edges: Sequence[Edge] = (),
    elevation: Sequence[str] = (),
    light: Sequence[str] = (),
    options: dict[str, str] | None = None,
    sides: dict[str, str] | None = None,
    book: Rulebook = D20,
    **creatures: str | Sheet,
) -> Table:
    """
    A table with a drawn fight in its first round, before anybody's turn, nobody flat-footed, no die rolled.

    ``creatures`` maps letters of the drawing to kinds of the bestiary or to sheets; ``dice`` are written
    as ``"d20:17 d8:5"``. They act in the order in which they are given.
    """
    scenario = scenario_of(
        drawing, creatures, sides=sides, edges=edges, elevation=elevation, light=light, options=options
    )
    source = ScriptedDice(dice) if isinstance(dice, str) else dice
    table = begin(book, scenario, Script(answers), dice=source, source="scripted")
    battle = table.battle
    battle.order = tuple(battle.creatures)
    battle.phase = "fight"
    table.tell(RoundBegan(-1, 1))
    return table


def condition(table: Table, who: str, name: str, other: str = "", value: int = 0) -> None:
    """Give a creature a condition before the test begins."""
    table.battle.changes += 1
    start(table.battle, table.battle[who], name, other, value)


def turn(table: Table, who: str, *, restricted: bool = False) -> None:
    """Begin somebody's turn out of order."""
    table.tell(TurnBegan(-1, who, restricted))


def order(table: Table, who: str, wish: Order, *, book: Rulebook = D20) -> tuple[object, ...]:
    """
    Have a creature carry out an order in its turn (which begins now if it is not its turn); returns the events told.

    :raises OffMenu: naming the rules, when the order is not allowed.
    """
    if table.battle.turn.who != who:
        turn(table, who)
    first = len(table.log.events)
    rules = book.refusal(table.battle, who, wish)
    if rules:
        raise OffMenu(f"{who} cannot {wish} [{', '.join(rules)}]")
    cost = book.cost(table.battle, who, wish)
    seq = table.tell(OrderGiven(-1, who, wish, cost.kind, "script", (), cost.cites))
    book.resolve(table, who, wish, seq)
    return tuple(table.log.events[first:])


def why_not(table: Table, who: str, wish: Order, *, book: Rulebook = D20) -> tuple[str, ...]:
    """The ids of the rules that forbid an order in this creature's turn (which begins if it is not its turn)."""
    if table.battle.turn.who != who:
        turn(table, who)
    return book.refusal(table.battle, who, wish)


def cited(events: Iterable[object]) -> set[str]:
    """All rule ids that these events name."""
    return {rule for event in events for rule in citations(event)}


def square(table: Table, name: str) -> int:
    """The square of this name on the table's map."""
    return table.battle.ground.square(name)


def spent(table: Table) -> None:
    """
    Assert that all scripted dice were rolled.

    :raises DiceError: when some are left over.
    """
    if isinstance(table.dice, ScriptedDice):
        table.dice.assert_spent()


class Broken(AssertionError):
    """A law does not hold; ``path`` is the log of the smallest fight that was found to break it, if one was written."""

    def __init__(self, message: str, path: Path | None = None) -> None:
        super().__init__(message)
        self.path = path


def failed(finding: Finding) -> Broken:
    """The failure that a finding is, in words."""
    rule = f" [{finding.rule}]" if finding.rule else ""
    return Broken(f"{finding.invariant} is broken at event {finding.seq}: {finding.message}{rule}")


def hold(fought: Fought, *names: str, folder: str | Path = "fights/laws") -> None:
    """
    Assert that every claim of the audit and every law holds in a fight, or those of these names alone.

    The first that does not is cut down to the smallest fight that breaks it, and that is written into ``folder``.

    :raises Broken: with the words of the finding, and where the small fight is.
    """
    finding = next((f for f in fought.findings() if not names or f.invariant in names), None)
    if finding is None:
        return
    small = smallest(fought, finding)
    path = small.write(Path(folder) / f"{finding.invariant}.jsonl")
    events, creatures = len(small.log.events), len(small.log.header.scenario.creatures)
    raise Broken(f"{failed(small.finding)}; {events} events, {creatures} creatures: maraud replay {path}", path)


def hold_all(
    *names: str, rules: str = "d20", runs: int = 50, seed: int = 0, folder: str | Path = "fights/laws"
) -> None:
    """
    Assert it of so many made-up fights of a rulebook, from number ``seed`` on: those that ``maraud fuzz`` plays too.

    :raises Broken: as ``hold`` does, for the first fight in which something does not hold.
    """
    for number in range(seed, seed + runs):
        hold(fight(number, rules), *names, folder=folder)


__all__ = [
    "LAWS",
    "SIZE",
    "SYMBOLS",
    "Broken",
    "Finding",
    "Fought",
    "Script",
    "battlefield",
    "breaches",
    "cited",
    "condition",
    "failed",
    "fight",
    "followed",
    "hold",
    "hold_all",
    "house_rule",
    "invariant",
    "law",
    "load_plugins",
    "order",
    "scenario_of",
    "spent",
    "square",
    "turn",
    "why_not",
]
