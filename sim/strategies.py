"""
Hypothesis strategies for everything that a fight is made of, and the engine as a state machine.

They draw the same fights that ``maraud fuzz`` makes up, number by number, so that whatever Hypothesis finds shrinks:
the plainest creature, map, order and die come first. Install them with ``pip install maraud[testing]``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from hypothesis.strategies import DataObject, DrawFn, SearchStrategy

from sim import fuzz, invent
from sim.core.errors import BadInput
from sim.dice.sources import DrawnDice, Stream
from sim.encounter import begin, carry_out, fold
from sim.events.header import Scenario
from sim.events.orders import Order
from sim.fuzz import MAKERS, Fought, Maker
from sim.grid.figures import MapFigures
from sim.players import Wild
from sim.rules.book import GO_ON, Call
from sim.rules.shelf import IDS
from sim.rules.shelf import book as book_of
from sim.table import Table
from sim.testing import Script, hold

Draw = Callable[[SearchStrategy[Any]], Any]


def below(draw: Draw) -> invent.Below:
    """Numbers from 0 to one less than asked for, drawn by Hypothesis."""
    return lambda options: int(draw(st.integers(0, options - 1)))


def dice(draw: Draw) -> DrawnDice:
    """Dice drawn by Hypothesis. The plainest run 1, 2, 3 … from die to die: dice all alike would never break a tie."""
    return DrawnDice(lambda index, sides: 1 + (int(draw(st.integers(0, sides - 1))) + index) % sides)


def rulebooks() -> SearchStrategy[str]:
    """The ids of the rulebooks."""
    return st.sampled_from(IDS)


def kinds(book: str = "d20") -> SearchStrategy[str]:
    """Creatures of the bestiary by id, the weakest first."""
    return st.sampled_from(invent.kinds(book))


@st.composite
def equipment(draw: DrawFn, book: str = "d20") -> dict[str, Any]:
    """Weapons in hand and carried, armor and shield, as a creature's table in a scenario file has them."""
    return invent.gear(below(draw), book)


@st.composite
def creatures(draw: DrawFn, book: str = "d20") -> Any:
    """Sheets: of the bestiary, or with other figures and equipment where the rulebook has such."""
    figures = invent.creature(below(draw), book)
    roster = book_of(book).roster
    try:
        return roster.resolve(figures, "a drawn creature")
    except BadInput:
        return roster.creature(figures["base"])


@st.composite
def maps(draw: DrawFn, least: int = 3, most: int = 12) -> MapFigures:
    """Maps of ``least`` to ``most`` squares a side, open or with anything on them."""
    return MapFigures(tuple(map("".join, invent.ground(below(draw), least=least, most=most))))


@st.composite
def drawings(draw: DrawFn, letters: str, least: int = 3, most: int = 8) -> str:
    """Drawings for ``battlefield``: a map on which each letter stands in a square of its own, as it likes."""
    lots = below(draw)
    rows = invent.ground(lots, least=max(least, 3), most=most)
    free = [(x, y) for y, row in enumerate(rows) for x in range(len(row))]
    for letter in letters:
        x, y = free.pop(lots(len(free)))
        rows[y][x] = letter
    return "\n".join(map("".join, rows))


@st.composite
def scenarios(draw: DrawFn, book: str = "d20", each: int = 3, most: int = 12) -> Scenario:
    """Two sides of up to ``each`` creatures on a map of up to ``most`` squares a side, before the first die."""
    return invent.scenario(below(draw), book, each=each, most=most)


@st.composite
def battles(draw: DrawFn, book: str = "d20", orders: int = 8) -> Table:
    """Tables in the middle of a drawn fight, after up to so many orders; somebody has to choose, or it is over."""
    lots = below(draw)
    scenario = invent.scenario(lots, book)
    table = begin(book_of(book), scenario, Wild(lots), dice=dice(draw), source="drawn")
    for _ in range(1 + lots(orders)):
        if _on(table, book) is None:
            break
        carry_out(book_of(book), table, _on(table, book) or "")
    _on(table, book)
    return table


def _on(table: Table, book: str) -> str | None:
    """Let happen what nobody chooses; who has to choose then, ``None`` when it is over."""
    rules = book_of(book)
    while (call := rules.call(table.battle)) is GO_ON:
        rules.go_on(table)
    return call.who if isinstance(call, Call) else None


class Turn(NamedTuple):
    """A table at which ``who`` has to choose, and an ``order`` that it may be given now."""

    table: Table
    who: str
    order: Order


@st.composite
def orders(draw: DrawFn, book: str = "d20", after: int = 8) -> Turn:
    """A legal order, with the battle in which somebody may be given it."""
    table = draw(battles(book, after))
    who = _on(table, book)
    assume(who is not None)
    assert who is not None
    menu: Any = book_of(book).offers(table.battle, who)
    return Turn(table, who, Wild(below(draw)).order(list(menu.offers)))


@st.composite
def fights(draw: DrawFn, book: str = "d20", each: int = 3, most: int = 12) -> Fought:
    """
    Whole fights between players who look for trouble.

    The scenario is drawn; from there a drawn seed decides, for a fight has thousands of dice and choices. Cut it down
    with ``sim.testing.hold``, which knows what a fight is made of.
    """
    scenario = invent.scenario(below(draw), book, each=each, most=most)
    return fight_of(draw(st.integers(0, 2**32 - 1)), scenario)


def fight_of(seed: int, scenario: Scenario, makers: dict[str, Maker] = MAKERS) -> Fought:
    """The fight in a scenario that goes by this seed."""
    return fuzz.play(Stream(seed, 1).below, scenario, seed=seed, makers=makers)


class FightMachine(RuleBasedStateMachine):
    """
    The engine as a state machine: each step is an order, each die is drawn; in the end the laws are judged.

    What breaks a law is cut down by ``hold``, so leave Hypothesis's own shrinking out: ``phases`` without it.

    A project's own machine is a subclass, with ``book`` and rules or invariants of its own; ``TestFights =
    OwnMachine.TestCase`` has pytest run it.
    """

    book = "d20"
    each = 2
    """Creatures of a side, at most."""
    most = 8
    """Squares of a side of the map, at most."""
    folder = "fights/laws"
    """Where a small fight that breaks a law goes."""

    def __init__(self) -> None:
        super().__init__()
        self.table: Table | None = None
        self.player = Script()

    @initialize(data=st.data())
    def set_up(self, data: DataObject) -> None:
        """A drawn scenario."""
        lots = below(data.draw)
        scenario = invent.scenario(lots, self.book, each=self.each, most=self.most)
        self.table = begin(book_of(self.book), scenario, Wild(lots), dice=dice(data.draw), source="drawn")
        self._ready(data)

    @rule(data=st.data())
    def choose(self, data: DataObject) -> None:
        """Whoever has to choose is given an order that is open to it; when the fight is over, nothing happens."""
        self._ready(data)
        if (who := _on(self.seat, self.book)) is not None:
            carry_out(book_of(self.book), self.seat, who)
            _on(self.seat, self.book)

    def _ready(self, data: DataObject) -> None:
        """Whatever is drawn next is drawn in this step."""
        self.seat.player = Wild(below(data.draw))
        self.seat.dice = dice(data.draw)

    @property
    def seat(self) -> Table:
        """The table at which the fight is played."""
        assert self.table is not None
        return self.table

    @invariant()
    def the_log_folds_to_the_battle(self) -> None:
        """The events alone give the battle as it is."""
        if self.table is not None:
            battle = fold(self.table.log.header.scenario, self.table.log.events)
            assert battle.snapshot() == self.table.battle.snapshot(), "the events do not give the battle"

    def teardown(self) -> None:
        """Every claim and law holds in the fight so far; a small fight that breaks one is written."""
        if self.table is not None and self.table.log.events:
            hold(Fought(self.table.log), folder=self.folder)


__all__ = [
    "FightMachine",
    "Turn",
    "battles",
    "below",
    "creatures",
    "dice",
    "drawings",
    "equipment",
    "fight_of",
    "fights",
    "kinds",
    "maps",
    "orders",
    "rulebooks",
    "scenarios",
]
