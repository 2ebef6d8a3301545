"""
A scenario file becomes a ``Scenario`` of plain figures: creatures from the bestiary, places on the map, options.

Whatever is wrong becomes one sentence with file, key and what was expected, before anything is played or written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sim.core.errors import BadInput
from sim.events.header import MOST, SHAPES, Placed, Scenario
from sim.grid import bits as bitset
from sim.grid.figures import SYMBOLS, Edge, MapFigures
from sim.grid.movement import gait
from sim.grid.terrain import Ground
from sim.rules import shelf
from sim.scenario.schema import CreatureEntry, PersonaEntry, ScenarioFile, SideEntry
from sim.state.battle import Endings
from sim.tables import files
from sim.tables.sheet import SIZES, Sheet

LARGEST = 4_000_000
"""No scenario file is longer than this many bytes."""


class Loaded(NamedTuple):
    """A fight ready to begin, and the name of the policy that plays each creature, by id."""

    scenario: Scenario
    policies: dict[str, str]


def load(path: str | Path, policies: Collection[str] | None = None) -> Loaded:
    """
    Read a scenario file. ``policies`` are the names that a policy may have; ``None``: any.

    :raises BadInput: when the file cannot be read, or says something that cannot be played.
    """
    text, where = files.text(Path(path), "a scenario file", LARGEST), str(path)
    return _Loader(files.convert(files.parse(text, where), ScenarioFile, where), where, Path(path).parent).load(
        policies
    )


def parse(text: str, where: str = "the scenario", policies: Collection[str] | None = None) -> Loaded:
    """
    A scenario from the text of its file; ``where`` opens the sentence of an error.

    :raises BadInput: as ``load`` does.
    """
    return read(files.parse(text, where), where, policies)


def read(tables: dict[str, Any], where: str = "the scenario", policies: Collection[str] | None = None) -> Loaded:
    """
    A scenario from the tables of its file, which then can name no files beside it.

    :raises BadInput: as ``load`` does.
    """
    return _Loader(files.convert(tables, ScenarioFile, where), where).load(policies)


def rows(drawing: str) -> tuple[str, ...]:
    """
    The lines of a drawing. Blanks do not count, nor do empty lines around it.

    >>> rows(chr(10) + ". . #" + chr(10) + ".~." + chr(10))
    ('..#', '.~.')
    """
    lines = ["".join(line.split()) for line in drawing.splitlines()]
    while lines and not lines[0]:
        del lines[0]
    while lines and not lines[-1]:
        del lines[-1]
    return tuple(lines)


class _Loader:
    """One file on its way to a scenario."""

    def __init__(self, document: ScenarioFile, where: str, folder: Path | None = None) -> None:
        self.document = document
        self.where = where
        self.own = {kind: (table, f"{where}: creatures.{kind}") for kind, table in document.creatures.items()}
        for name in document.bestiary:
            self._bestiary(folder, name)
        self.book = shelf.book(document.ruleset)
        self.shapes = SHAPES[document.ruleset]
        self.zones: dict[str, int] = {}
        self.ground = self._ground()
        self.taken: dict[int, str] = {}
        self.placed: dict[str, Placed] = {}
        self.ridden: set[str] = set()
        self.ids: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self.kinds: dict[str, Sheet] = {}

    def load(self, known: Collection[str] | None) -> Loaded:
        document = self.document
        placed: list[Placed] = []
        unaware: list[str] = []
        policies: dict[str, str] = {}
        sides = [side.name for side in document.side]
        for name in sides:
            if sides.count(name) > 1:
                raise self.error("side", f"two sides are named {name!r}: give them different names")
        for index, side in enumerate(document.side):
            for number, entry in enumerate(side.creature):
                key = f"side[{index}].creature[{number}]"
                policy = side.policy if entry.policy is None else entry.policy
                if known is not None:
                    files.known(policy, known, "policy", f"{self.where}: {key}.policy")
                for one in self._creatures(side, entry, key):
                    placed.append(one)
                    policies[one.sheet.id] = policy
                    if side.surprised is True if entry.surprised is None else entry.surprised:
                        unaware.append(one.sheet.id)
                    if len(placed) > MOST:
                        raise self.error(key, f"there are more than {MOST} creatures: take some away")
        if len(unaware) == len(placed):
            raise self.error("side", "everybody is surprised: leave at least one creature aware")
        ends = document.endings
        scenario = self.shapes.scenario(
            document.name,
            self.ground.figures,
            tuple(placed),
            tuple(unaware),
            self._options(),
            Endings(ends.rounds, ends.quiet, ends.flight, ends.surrender),
            document.knowledge,
        )
        if rolling := self._rolling():
            scenario = msgspec.structs.replace(scenario, surprise=rolling)
        return Loaded(scenario, policies)

    def _bestiary(self, folder: Path | None, name: str) -> None:
        """Note the creatures of a file of one's own."""
        if folder is None:
            raise self.error("bestiary", "this scenario stands in no folder: write the creatures into it")
        path = folder / name
        tables = files.parse(files.text(path, "a file of creatures", LARGEST), str(path))
        if any(not isinstance(table, dict) for table in tables.values()):
            tables = {path.stem: tables}
        for kind, table in tables.items():
            if kind in self.own:
                raise self.error("bestiary", f"{files.short(kind)} stands in {name} and elsewhere: take one away")
            self.own[kind] = (table, f"{path}: {kind}")

    def _rolling(self) -> dict[str, int]:
        """The sides that a die may surprise, each with what is added to it."""
        found: dict[str, int] = {}
        for index, side in enumerate(self.document.side):
            if side.surprised == "roll":
                if "surprise" not in self.shapes.scenario.__struct_fields__:
                    raise self.error(
                        f"side[{index}].surprised", "nobody rolls for surprise by this rulebook: say true or false"
                    )
                found[side.name] = side.surprise
            elif side.surprise:
                raise self.error(
                    f"side[{index}].surprise", 'it is added to the die of a side with surprised = "roll": add that'
                )
        return found

    def error(self, key: str, message: str) -> BadInput:
        """The sentence about a key of this file."""
        return BadInput(f"{self.where}: {key}: {message}")

    def _options(self) -> dict[str, str]:
        options = self.book.options
        changed: dict[str, str] = {}
        for name, value in self.document.options.items():
            files.known(name, options, "option", f"{self.where}: options")
            files.known(value, options[name], "value", f"{self.where}: options.{name}")
            if value != options[name][0]:
                changed[name] = value
        return {name: changed[name] for name in options if name in changed}

    def _ground(self) -> Ground:
        """The map without its start places, which are noted."""
        document, legend = self.document, self.document.legend
        for letter, terrain in legend.items():
            if letter in SYMBOLS:
                raise self.error("legend", f"{letter!r} is a terrain symbol: name the start place by another letter")
            if terrain not in SYMBOLS:
                raise self.error(f"legend.{letter}", f"{terrain!r} is no terrain symbol: use one of {SYMBOLS}")
        drawn = rows(document.map)
        plain = tuple("".join(legend.get(symbol, symbol) for symbol in row) for row in drawn)
        edges = tuple(Edge(edge.square, edge.side, edge.kind) for edge in document.edges)
        figures = MapFigures(
            plain,
            rows(document.elevation),
            edges,
            rows(document.light),
            soft=rows(document.soft),
            strokes=document.strokes,
        )
        try:
            ground = Ground.of(figures)
        except BadInput as error:
            raise BadInput(f"{self.where}: {error}") from None
        places = rows(document.places)
        if places and (len(places) != ground.height or any(len(row) != ground.width for row in places)):
            raise self.error(
                "places", f"the drawing has another shape than the map: draw it {ground.width} by {ground.height}"
            )
        for letter in legend:
            if not any(letter in row for row in drawn):
                raise self.error(f"legend.{letter}", f"the map has no {letter!r}: draw it there or take it away")
        for drawing, letters in ((drawn, legend), (places, None)):
            for y, row in enumerate(drawing):
                for x, symbol in enumerate(row):
                    if symbol in letters if letters is not None else symbol != ".":
                        self.zones[symbol] = self.zones.get(symbol, 0) | 1 << y * ground.stride + x
        return ground

    def _sheet(self, kind: str, key: str) -> Sheet:
        found = self.kinds.get(kind)
        if found is None:
            if kind in self.own:
                table, where = self.own[kind]
                found = self.book.roster.resolve(table, where, kind)
            else:
                files.known(kind, (*self.own, *self.book.roster.kinds()), "creature", f"{self.where}: {key}.kind")
                found = self.book.roster.creature(kind)
            self.kinds[kind] = found
        return found

    def _creatures(self, side: SideEntry, entry: CreatureEntry, key: str) -> Iterator[Placed]:
        """The creatures of one entry, each in its place."""
        sheet = self._sheet(entry.kind, key)
        for name in entry.conditions:
            files.known(name, self.book.conditions, "condition", f"{self.where}: {key}.conditions")
        at = (entry.at,) if isinstance(entry.at, str) else entry.at
        if entry.rides is not None:
            yield from self._riders(side, entry, sheet, key)
            return
        if not at:
            raise self.error(f"{key}.at", "no square is named: name one, or a start place")
        named = len(at) > 1 or len(at[0]) > 1
        count = entry.count or len(at)
        if named and count != len(at):
            raise self.error(f"{key}.at", f"{len(at)} squares are named for {count} creatures: name one for each")
        for index in range(count):
            who = self._id(entry, count, key)
            anchor = self._square(at[index], sheet, who, key) if named else self._free(at[0], sheet, who, key)
            for square in bitset.squares(self.ground.footprint(anchor, sheet.span)):
                self.taken[square] = who
            placed = self.shapes.placed(_own(sheet, side, entry, who), anchor, conditions=entry.conditions)
            self.placed[who] = placed
            yield placed

    def _riders(self, side: SideEntry, entry: CreatureEntry, sheet: Sheet, key: str) -> Iterator[Placed]:
        """The riders of one entry, each in the saddle of its mount."""
        if entry.at:
            raise self.error(f"{key}.at", "a rider is where its mount is: leave its place out")
        count = entry.count or 1
        for index in range(count):
            who = self._id(entry, count, key)
            name = entry.rides or ""
            mount = self.placed.get(name if count == 1 else f"{name}-{index + 1}")
            if mount is None or mount.sheet.side != side.name:
                raise self.error(f"{key}.rides", f"no mount {name!r} of this side is listed before {who}: put it there")
            if mount.sheet.id in self.ridden:
                raise self.error(f"{key}.rides", f"{mount.sheet.id} is ridden by somebody else: take another mount")
            if mount.sheet.legs < 4 or SIZES.index(mount.sheet.size) <= SIZES.index(sheet.size):
                raise self.error(
                    f"{key}.rides", f"{mount.sheet.id} cannot carry {who}: take something larger on four legs"
                )
            self.ridden.add(mount.sheet.id)
            own = _own(sheet, side, entry, who)
            yield self.shapes.placed(own, mount.square, conditions=entry.conditions, rides=mount.sheet.id)

    def _id(self, entry: CreatureEntry, count: int, key: str) -> str:
        name = entry.name or entry.kind
        if entry.name and count == 1:
            who = name
        else:
            number = self.numbers[name] = self.numbers.get(name, 0) + 1
            who = f"{name}-{number}"
        if who in self.ids:
            raise self.error(f"{key}.name", f"{who!r} is already the name of {self.ids[who]}: choose another")
        self.ids[who] = key
        return who

    def _fit(self, sheet: Sheet) -> int:
        """Where its space may stand."""
        narrow = SIZES.index(sheet.size) <= SIZES.index("tiny")
        return gait(self.ground, sheet.span, swimmer=sheet.swim > 0, narrow=narrow).fit

    def _square(self, name: str, sheet: Sheet, who: str, key: str) -> int:
        """The named square, if its space fits there and is free."""
        ground, span = self.ground, sheet.span
        try:
            square = ground.square(name)
        except BadInput as error:
            raise self.error(f"{key}.at", str(error)) from None
        if not self._fit(sheet) >> square & 1:
            room = f"{span} by {span} squares" if span > 1 else "it"
            raise self.error(
                f"{key}.at", f"{who} cannot stand at {name}, where {room} do not fit on open ground: move it"
            )
        for taken in bitset.squares(ground.footprint(square, span)):
            if taken in self.taken:
                raise self.error(
                    f"{key}.at", f"{who} and {self.taken[taken]} overlap in {ground.name(taken)}: move one of them"
                )
        return square

    def _free(self, letter: str, sheet: Sheet, who: str, key: str) -> int:
        """The first place of a start zone, row by row, in which its space fits and is free."""
        if letter not in self.zones:
            drawn = ", ".join(sorted(self.zones)) or "none"
            raise self.error(f"{key}.at", f"{letter!r} is no start place (drawn: {drawn}): draw it, or name a square")
        span = sheet.span
        zone = self.zones[letter] & ~bitset.of(self.taken)
        for anchor in bitset.squares(bitset.fitting(zone, span, self.ground.stride) & self._fit(sheet)):
            return anchor
        room = f" of {span} by {span} squares" if span > 1 else ""
        raise self.error(f"{key}.at", f"start place {letter!r} has no room{room} left for {who}: draw more of it")


def _own(sheet: Sheet, side: SideEntry, entry: CreatureEntry, who: str) -> Sheet:
    """The sheet of one creature of an entry."""
    return msgspec.structs.replace(
        sheet,
        id=who,
        side=side.name,
        glyph=entry.glyph or (entry.name[0].upper() if entry.name else sheet.glyph),
        persona=_persona(sheet.persona, side.persona, entry.persona),
    )


def _persona(kind: dict[str, int], *changes: PersonaEntry) -> dict[str, int]:
    """Traits of the kind, changed by those of the side and then of the creature."""
    traits: dict[str, Any] = dict(kind)
    for change in changes:
        traits.update({name: value for name, value in msgspec.structs.asdict(change).items() if value is not None})
    return traits


__all__ = ["Loaded", "load", "parse", "read", "rows"]
