"""
Tactical positions as drawn text: who stands where, whose turn it is, and the end that is to be reached.

A position is a TOML file in ``d20/`` or ``adnd/`` beside this module; the README there says what it may hold. Its
``end`` is made of clauses joined by ``and``:

==========================  ==========================================================================
``o is down``               o carries on no more: it is dead, dying, asleep of its wounds, gone or has given up
``a foe is down``           so does any of the other side
``A lives``                 A is not dead when the last round is over
``A stands``                A still carries on when the last round is over
``ours stand``              so does everybody of the side whose turn it is
``A has left``              A has left the map
``o has no longsword``      o does not hold it when the last round is over
``o is prone``              o has this condition when the last round is over
==========================  ==========================================================================

An end of nothing but *down* and *left* is reached as soon as it is there; any other is judged when the last round is
over.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec

from sim.core.errors import BadInput
from sim.dice.sources import ScriptedDice
from sim.encounter import begin
from sim.events.adnd import OrderSettled, PassBegan, RoundOpened, ledger_of
from sim.events.conditions import start
from sim.events.course import FightBegan, OrderGiven, RoundBegan
from sim.events.header import SHAPES, Placed
from sim.events.orders import Order
from sim.events.text import parse
from sim.rules import shelf
from sim.rules.adnd.round import face_the_enemy
from sim.rules.book import Rulebook
from sim.state.battle import Battle, Endings
from sim.state.conditions import BIT, DEAD, DOWN, GONE, OUT
from sim.table import Table
from sim.testing import Script, scenario_of

HERE = Path(__file__).parent
RULESETS = ("d20", "adnd")
LONG = Endings(rounds=1000, quiet=1000)
"""No position ends because nobody is hurt."""


class Clause(NamedTuple):
    """One part of an end: of whom what is asked; ``lasting``: so once is so for good; ``upright``: of the living."""

    who: tuple[str, ...]
    holds: Callable[[Battle, str], bool]
    lasting: bool = False
    upright: bool = False
    by_blows: bool = False


class End(NamedTuple):
    """What is to be reached."""

    clauses: tuple[Clause, ...]

    def holds(self, battle: Battle) -> bool:
        """Is all of it so now?"""
        return all(clause.holds(battle, who) for clause in self.clauses for who in clause.who)

    def reached(self, battle: Battle) -> bool:
        """Is it so, whatever comes?"""
        return all(clause.lasting for clause in self.clauses) and self.holds(battle)

    @property
    def by_blows(self) -> bool:
        """Is somebody to be brought down, and nothing else asked?"""
        return all(clause.by_blows for clause in self.clauses)

    def lost(self, battle: Battle) -> bool:
        """Can it never be so? In AD&D nobody gets up again within the rounds of a position."""
        gone = OUT if battle.ledger is None else DOWN
        return any(clause.upright and battle[who].flags & gone for clause in self.clauses for who in clause.who)


def _a_foe_is_down(battle: Battle, who: str) -> bool:
    side = battle[who].side
    return any(other.side != side and other.flags & DOWN for other in battle)


def _end(text: str, where: str, sides: Mapping[str, str], turn: str) -> End:
    """:raises BadInput: for a clause that is none."""
    clauses = []
    for words in (part.split() for part in text.split(" and ")):
        match words:
            case ["ours", "stand"]:
                ours = tuple(who for who, side in sides.items() if side == sides[turn])
                clauses.append(Clause(ours, lambda battle, who: not battle[who].flags & DOWN, upright=True))
                continue
            case ["a", "foe", "is", "down"]:
                found = Clause((turn,), _a_foe_is_down, lasting=True, by_blows=True)
            case [who, "lives"] if who in sides:
                found = Clause((who,), lambda battle, who: not battle[who].flags & DEAD)
            case [who, "is", "down"] if who in sides:
                found = Clause((who,), lambda battle, who: battle[who].flags & DOWN != 0, lasting=True, by_blows=True)
            case [who, "stands"] if who in sides:
                found = Clause((who,), lambda battle, who: not battle[who].flags & DOWN, upright=True)
            case [who, "has", "left"] if who in sides:
                found = Clause((who,), lambda battle, who: battle[who].flags & (GONE | DEAD) == GONE, lasting=True)
            case [who, "has", "no", *name] if who in sides and name:
                item = " ".join(name)
                found = Clause((who,), lambda battle, who, item=item: item not in battle[who].held)
            case [who, "is", condition] if who in sides and condition in BIT:
                bit = BIT[condition]
                found = Clause((who,), lambda battle, who, bit=bit: battle[who].flags & bit != 0)
            case _:
                raise BadInput(
                    f"{where}: end: {' '.join(words)!r} is no end: write 'X is down', 'a foe is down', "
                    f"'X lives', 'X stands', 'ours stand', "
                    f"'X has left', 'X has no THING' or 'X is CONDITION', joined by 'and'"
                )
        clauses.append(found)
    return End(tuple(clauses))


class Figure(msgspec.Struct, forbid_unknown_fields=True):
    """What a position says of one figure besides its sheet."""

    left: int | None = None
    starts: tuple[str, ...] = ()
    rides: str = ""
    traits: dict[str, int] = {}
    unloaded: tuple[str, ...] = ()
    facing: int | None = None
    side: str = ""


class Position(NamedTuple):
    """
    A position, read. ``table`` gives it anew each time, up to the moment at which ``turn`` has to choose; ``rounds``
    are all that it has, the one under way included. ``until``: whose turn in the last of them is the end of it; empty:
    the whole round counts.
    """

    name: str
    ruleset: str
    title: str
    about: str
    drawing: str
    turn: str
    said: str
    end: End
    rounds: int
    until: str
    also: tuple[str, ...]
    quick: bool
    documents: Mapping[str, dict[str, Any]]
    figures: Mapping[str, Figure]
    sides: Mapping[str, str]
    table: Callable[[], Table]

    @property
    def book(self) -> Rulebook:
        return shelf.book(self.ruleset)

    @property
    def side(self) -> str:
        """The side that is to reach the end."""
        return self.sides[self.turn]

    def over(self, battle: Battle, called: str) -> bool:
        """Is its time up, now that it is for ``called`` to choose (nobody, if empty)?"""
        if battle.round < self.rounds:
            return False
        if battle.round > self.rounds:
            return True
        if self.ruleset == "adnd":
            return ledger_of(battle).stage == "end" or (self.until != "" and self._has_acted(battle))
        return self.until != "" and battle[self.until].acted and called != self.until

    def _has_acted(self, battle: Battle) -> bool:
        """Is the round over for ``until``, and what it did felt, as others are about to act?"""
        ledger = ledger_of(battle)
        fighter = ledger[self.until]
        left = fighter.attacks or fighter.blow or ledger.active or self.until in ledger.waiting
        return fighter.acted and not left and bool(ledger.waiting)


def _kinds(ruleset: str) -> dict[str, dict[str, Any]]:
    """Figures that several positions of a rulebook share."""
    return tomllib.loads((HERE / ruleset / "_figures.toml").read_text(encoding="utf-8"))


def _resolve(ruleset: str, document: dict[str, Any], where: str) -> Any:
    """A sheet; ``base`` may be a shared figure too."""
    own = _kinds(ruleset)
    while (base := document.get("base")) in own:
        below = dict(own[base])
        for key, value in document.items():
            if key != "base":
                both = isinstance(value, dict) and isinstance(below.get(key), dict)
                below[key] = {**below[key], **value} if both else value
        document = below
    return shelf.book(ruleset).roster.resolve(document, where)


def _declare(table: Table, who: str, said: str) -> None:
    """
    Somebody has announced this as the action of the round.

    :raises BadInput: when the rules forbid it.
    """
    book, order = shelf.book("adnd"), cast(Order, parse(said, table.battle, who))
    if rules := book.refusal(table.battle, who, order):
        raise BadInput(f"declared: {who} cannot {said} [{', '.join(rules)}]: let it declare something else")
    cost = book.cost(table.battle, who, order)
    seq = table.tell(OrderGiven(-1, who, order, cost.kind, "position", (), cost.cites))
    book.resolve(table, who, order, seq)


def read(path: Path) -> Position:
    """
    A position from its file.

    :raises BadInput: when it says something that is not understood.
    """
    where, ruleset = f"{path.parent.name}/{path.name}", path.parent.name
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    figures: dict[str, Figure] = {}
    documents: dict[str, dict[str, Any]] = {}
    for who, table in document.pop("figures").items():
        own = {key: table.pop(key) for key in Figure.__struct_fields__ if key in table}
        figures[who] = msgspec.convert(own, Figure)
        documents[who] = table
    title, about, drawing = document.pop("title"), document.pop("about"), document.pop("map")
    turn, said, rounds = document.pop("turn"), document.pop("end"), document.pop("rounds", 1)
    options, quick, until = document.pop("options", {}), document.pop("quick", False), document.pop("until", "")
    also = tuple(document.pop("also", ()))
    declared: dict[str, str] = document.pop("declared", {})
    initiative = tuple(tuple(group.split("+")) for group in document.pop("initiative", "").split())
    elevation = tuple("".join(row.split()) for row in document.pop("elevation", "").split("\n") if row.strip())
    if document:
        raise BadInput(f"{where}: {next(iter(document))} means nothing here: take it away")
    sides = {who: figure.side or ("ours" if who.isupper() else "theirs") for who, figure in figures.items()}
    order = (turn, *(who for who in figures if who != turn))
    for who in (*declared, *(who for group in initiative for who in group)):
        if who not in figures:
            raise BadInput(f"{where}: {who!r} declares or acts, and is no figure: choose one of {', '.join(figures)}")

    def table() -> Table:
        sheets = {who: _resolve(ruleset, documents[who], f"{where}: figures.{who}") for who in figures}
        shapes = SHAPES[ruleset]
        drawn = scenario_of(
            drawing, {who: sheets[who] for who in order if not figures[who].rides}, sides=sides, elevation=elevation
        )
        places = {one.sheet.id: one.square for one in drawn.creatures}
        placed: list[Placed] = []
        for who in sorted(order, key=lambda who: bool(figures[who].rides)):
            sheet = msgspec.structs.replace(sheets[who], id=who, side=sides[who], glyph=who)
            mount = figures[who].rides
            placed.append(shapes.placed(sheet, places[mount or who], rides=mount, conditions=figures[who].starts))
        scenario = shapes.scenario("drawn", drawn.map, tuple(placed), (), options, LONG)
        made = begin(shelf.book(ruleset), scenario, Script(), dice=ScriptedDice(""), source="scripted")
        battle = made.battle
        for who, figure in figures.items():
            creature = battle[who]
            creature.unloaded = figure.unloaded
            if figure.left is not None:
                creature.hit_points = figure.left
                if figure.left < 0:
                    start(battle, creature, "dying")
        if ruleset == "adnd":
            for creature in battle:
                face_the_enemy(made, creature)
        for who, figure in figures.items():
            if figure.facing is not None:
                battle[who].facing = figure.facing
        if ruleset == "adnd":
            made.tell(FightBegan(-1, tuple(battle.creatures), ()))
        else:
            battle.order = order
            battle.phase = "fight"
        made.tell(RoundBegan(-1, 1))
        if ruleset == "adnd":
            made.tell(RoundOpened(-1))
            for who, said in declared.items():
                _declare(made, who, said)
            if initiative:
                made.tell(OrderSettled(-1, initiative))
                made.tell(PassBegan(-1, 1))
        return made

    end = _end(said, where, sides, turn)
    return Position(
        path.stem, ruleset, title, " ".join(about.split()), drawing, turn, said, end, rounds, until, also, quick,
        documents, figures, sides, table,
    )  # fmt: skip


@lru_cache
def positions() -> tuple[Position, ...]:
    """All of them, those of d20 first, by name."""
    return tuple(
        read(path)
        for ruleset in RULESETS
        for path in sorted((HERE / ruleset).glob("*.toml"))
        if not path.stem.startswith("_")
    )


def position(name: str) -> Position:
    """
    The position of this name.

    :raises BadInput: when there is none.
    """
    found = next((one for one in positions() if one.name == name), None)
    if found is None:
        raise BadInput(f"no position is called {name!r}: there are {', '.join(one.name for one in positions())}")
    return cast(Position, found)
