"""
Who fights on a map of another program: creatures that it names, and sides that are asked for and placed.

A side asked for as ``NAME=KIND:COUNT+KIND:COUNT@PLACE`` starts at a square or a start place of the source. Without
``@PLACE`` the sides take the start places of the source in its order, and then spots of this rule: all stand on the
largest part of the map that can be walked with its doors open; the first in its westernmost column, nearest to the
middle row; each further one ``APART`` steps from all before it, or as far as there is room, nearest to the middle
of the map. From its spot a side spreads over the nearest squares. A map is played by two sides at least: ``HEROES``
and ``FOES`` make them up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from sim.core.errors import BadInput
from sim.events.header import MOST
from sim.grid import bits as bitset
from sim.grid.figures import Edge, MapFigures
from sim.grid.movement import gait
from sim.grid.terrain import Ground
from sim.importers.toml import dumps
from sim.rules.book import Roster
from sim.rules.shelf import book
from sim.scenario.draft import singulars
from sim.scenario.loader import LARGEST, parse, rows
from sim.tables import files

APART = 12
"""Squares of walking between the spots of two sides: 60 ft., a charge or a double move."""

_NAME = r"[A-Za-z](?:[A-Za-z0-9-]{0,38}[A-Za-z0-9])?"
_ASKED = re.compile(rf"(?P<name>{_NAME})=(?P<who>[^@=]{{1,2000}})(?:@(?P<place>[^@=]{{1,40}}))?")
_GROUP = re.compile(rf"(?P<kind>{_NAME})(?::(?P<count>[0-9]{{1,3}}))?")


class Force(NamedTuple):
    """A side that was asked for: how many of which kinds, and the square or start place from which it spreads."""

    name: str
    groups: tuple[tuple[str, int], ...]
    place: str = ""


class Token(NamedTuple):
    """A creature that the source places: its kind, the name of its square, its side."""

    kind: str
    square: str
    side: str


def grouped(tokens: Iterable[Token]) -> list[dict[str, Any]]:
    """The sides of these creatures as a scenario writes them, those of a kind together."""
    sides: dict[str, dict[str, list[str]]] = {}
    for token in tokens:
        sides.setdefault(token.side, {}).setdefault(token.kind, []).append(token.square)
    return [
        {"name": side, "creature": [{"kind": kind, "at": squares} for kind, squares in kinds.items()]}
        for side, kinds in sides.items()
    ]


HEROES = Force("heroes", (("fighter-1", 4),))
FOES = Force("foes", (("orc", 4),))


class People(NamedTuple):
    """What is wished of the creatures of a map: further sides, and kinds for names of the source."""

    forces: tuple[Force, ...] = ()
    aliases: Mapping[str, str] = {}
    ruleset: str = "d20"

    @property
    def roster(self) -> Roster:
        return book(self.ruleset).roster

    def kind(self, name: str) -> str:
        """
        The kind that a name of the source means, by the aliases or by itself; empty where there is none.

        >>> [People().kind(name) for name in ("Orc 3", "dire_wolves", "Monstrous Spider (Huge)", "beholder")]
        ['orc', 'dire-wolf', 'huge-monstrous-spider', '']
        """
        wished = {plain(theirs): ours for theirs, ours in self.aliases.items()}
        kinds = self.roster.kinds()
        head, _, tail = name.replace("(", ",").partition(",")
        for said in dict.fromkeys((name, f"{tail} {head}", re.sub(r"[ _(#-]*\d+\)?$", "", name))):
            for candidate in singulars(plain(said)):
                if candidate in wished or candidate in kinds:
                    return wished.get(candidate, candidate)
        return ""


NO_WISHES = People()


def people(sides: Iterable[str], aliases: Iterable[str], ruleset: str) -> People:
    """
    The wishes as they are typed: ``--side orcs=orc:4+wolf:2@c4``, ``--as "Goblin Boss=goblin"``.

    :raises BadInput: when one is not understood, or names a kind that there is not.
    """
    kinds = book(ruleset).roster.kinds()
    named: dict[str, str] = {}
    for text in aliases:
        theirs, equals, ours = text.partition("=")
        if not (theirs.strip() and equals):
            raise BadInput(f"--as {text[:60]!r} is not understood: write THEIRS=KIND, as in 'Goblin Boss=goblin'")
        files.known(ours, kinds, "creature", "--as")
        named[theirs] = ours
    forces = [_force(text) for text in sides]
    for force in forces:
        for kind, _ in force.groups:
            files.known(kind, kinds, "creature", f"--side {force.name}")
    return People(tuple(forces), named, ruleset)


def _force(text: str) -> Force:
    match = _ASKED.fullmatch(text)
    groups = [_GROUP.fullmatch(part) for part in match["who"].split("+")] if match else []
    if match is None or None in groups:
        raise BadInput(f"--side {text[:60]!r} is not understood: write NAME=KIND:COUNT, as in orcs=orc:4+wolf:2@c4")
    counted = tuple((group["kind"], int(group["count"] or 1)) for group in groups if group)
    if not 0 < min(count for _, count in counted) <= sum(count for _, count in counted) <= MOST:
        raise BadInput(f"--side {match['name']} asks for {sum(count for _, count in counted)}: ask for 1 to {MOST}")
    return Force(match["name"], counted, match["place"] or "")


def plain(name: str) -> str:
    """
    A name in small letters and hyphens.

    >>> plain("Monstrous Spider (Huge)")
    'monstrous-spider-huge'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-")


def side_name(said: str) -> str:
    """
    A name of the source as one of a side.

    >>> side_name("The Guards!"), side_name("2nd watch"), side_name("")
    ('the-guards', 'side-2nd-watch', 'foes')
    """
    name = plain(said)
    if not name:
        return FOES.name
    return (name if name[0].isalpha() else f"side-{name}")[:40].rstrip("-")


def peopled(
    tables: dict[str, Any], wishes: People, starts: Mapping[str, Sequence[str]] | None = None, where: str = "the map"
) -> tuple[str, list[str]]:
    """
    The scenario of these tables as TOML with the sides that it lacks, and what was decided.

    ``tables`` are those of a scenario file, with the sides whose creatures the source places by name of square.
    ``starts`` are its start places, squares by name.

    :raises BadInput: when a place is none, a side has no room, or the scenario cannot be played.
    """
    sides = [side | {"creature": [dict(entry) for entry in side["creature"]]} for side in tables.get("side", ())]
    decided: list[str] = []
    forces = list(wishes.forces)
    taken = {side["name"] for side in sides} | {force.name for force in forces}
    for force in (HEROES, FOES):
        if len(taken) < 2 and force.name not in taken:
            forces.append(force)
            taken.add(force.name)
            decided.append(f"the map has fewer than two sides: {_said(force)} are added; --side asks for others")
    tables = {key: value for key, value in tables.items() if key != "side"} | {"ruleset": wishes.ruleset}
    zones: dict[str, int] = {}
    spots = _Spots(tables, wishes.roster, starts or {}, where)
    for side in sides:
        for entry in side["creature"]:
            decided += spots.settle(entry)
    if len(forces) > len(_LETTERS):
        raise BadInput(f"{len(forces)} sides are asked for: a map has at most {len(_LETTERS)}")
    if forces:
        spots.region = spots.largest()
        for letter, force in zip(_LETTERS, forces, strict=False):
            zones[letter] = spots.zone(force)
            where_ = spots.ground.name(spots.last)
            decided.append(f"{_said(force)} start around {where_}, the squares {letter} of places")
            entries = [{"kind": kind, "count": count, "at": letter} for kind, count in force.groups]
            side = next((side for side in sides if side["name"] == force.name), None)
            if side is None:
                sides.append({"name": force.name, "creature": entries})
            else:
                side["creature"] = [*side["creature"], *entries]
        tables["places"] = _drawn(spots.ground, zones)
    text = dumps(tables | {"side": sides})
    if len(text.encode("utf-8")) > LARGEST:
        raise BadInput(
            f"{where} becomes a scenario of more than {LARGEST} bytes, too long to be read: cut it into parts"
        )
    parse(text, where)
    return text, decided


_LETTERS = "ABCDEFGHIJKLMNOPQRSU"


def _said(force: Force) -> str:
    return f"{force.name} ({', '.join(f'{count} {kind}' for kind, count in force.groups)})"


class _Spots:
    """Where sides start on one map: squares that nobody has taken yet."""

    def __init__(
        self,
        tables: dict[str, Any],
        roster: Roster,
        starts: Mapping[str, Sequence[str]],
        where: str,
    ) -> None:
        edges = tuple(Edge(**edge) for edge in tables.get("edges", ()))
        figures = MapFigures(rows(tables["map"]), rows(tables.get("elevation", "")), edges)
        self.where = where
        self.roster = roster
        self.ground = Ground.of(figures)
        doors = {"door", "locked-door"}
        self.open = Ground.of(
            replace(
                figures,
                rows=tuple(row.replace("+", "'") for row in figures.rows),
                edges=tuple(replace(edge, kind="open-door") if edge.kind in doors else edge for edge in edges),
            )
        )
        self.steps = gait(self.open, 1, swimmer=False, narrow=False)
        self.standing = gait(self.ground, 1, swimmer=False, narrow=False).fit
        self.starts = {name: [self.ground.square(square) for square in squares] for name, squares in starts.items()}
        self.unused = list(self.starts)
        self.spots: list[int] = []
        self.last = 0
        self.taken = 0
        self.own: dict[str, dict[str, Any]] = tables.get("creatures", {})
        self.region = 0

    def span(self, kind: str) -> int:
        """Squares on a side of the space of this kind."""
        own = self.own.get(kind)
        sheet = self.roster.creature(kind) if own is None else self.roster.resolve(own, f"{self.where}: {kind}", kind)
        span: int = sheet.span
        return span

    def settle(self, entry: dict[str, Any]) -> list[str]:
        """Take the squares of creatures that the source places; whoever does not fit there moves to the nearest."""
        named = [entry["at"]] if isinstance(entry["at"], str) else entry["at"]
        span, told = self.span(entry["kind"]), []
        fit = gait(self.ground, span, swimmer=False, narrow=False).fit
        squares = []
        for name in named:
            wished = self.ground.square(name)
            free = fit & ~bitset.touching(self.taken, span, self.ground.stride)
            if not free:
                who = f"{entry['kind']} at {name}"
                raise BadInput(f"{self.where}: there is no room for {who}, nor anywhere else: take it away")
            near, square = free >> wished & 1, wished
            reach = 1 << wished
            while not near:
                reach = bitset.grown(reach, 1, self.ground.stride)
                near = reach & free
                square = bitset.lowest(near)
            if square != wished:
                told.append(f"{entry['kind']} does not fit at {name}: it stands at {self.ground.name(square)}")
            self.taken |= self.ground.footprint(square, span)
            squares.append(self.ground.name(square))
        entry["at"] = squares[0] if len(squares) == 1 else squares
        return told

    def zone(self, force: Force) -> int:
        """The squares where a side starts."""
        squares = self._begin(force)
        self.last = squares[0]
        self.spots.append(self.last)
        free = self.standing & ~self.taken
        zone = bitset.of(squares) & free
        spread = bitset.of(squares)
        while not self._holds(zone, force):
            wider = spread | self._next(spread)
            if wider == spread:
                raise BadInput(
                    f"{self.where}: there is no room for {_said(force)} around {self.ground.name(self.last)}: "
                    "ask for fewer, or for another place with @SQUARE"
                )
            spread, zone = wider, wider & free
        self.taken |= zone
        return zone

    def _holds(self, zone: int, force: Force) -> bool:
        """Whether all of a side find room, one after the other, as the reader of scenarios places them."""
        for kind, count in force.groups:
            span = self.span(kind)
            fit = gait(self.ground, span, swimmer=False, narrow=False).fit
            for _ in range(count):
                anchors = bitset.fitting(zone, span, self.ground.stride) & fit
                if not anchors:
                    return False
                zone &= ~self.ground.footprint(bitset.lowest(anchors), span)
        return True

    def _begin(self, force: Force) -> list[int]:
        if force.place in self.starts:
            self.unused = [name for name in self.unused if name != force.place]
            return self.starts[force.place]
        if force.place:
            try:
                return [self.ground.square(force.place)]
            except BadInput as error:
                names = f", or a start place: {', '.join(self.starts)}" if self.starts else ""
                raise BadInput(f"--side {force.name}: {error}{names}") from None
        if self.unused:
            return self.starts[self.unused.pop(0)]
        return [self._spot()]

    def _spot(self) -> int:
        free = self.region & self.standing & ~self.taken
        if not free:
            raise BadInput(f"{self.where}: nobody has room on its open ground: draw some, or place fewer creatures")
        if not self.spots and not self.taken:
            return min(bitset.squares(free), key=lambda at: (at % self.ground.stride, self._off(at)[1], at))
        reached, ring = bitset.of(self.spots) | self.taken, free
        for _ in range(APART):
            new = self._next(reached) & ~reached
            reached |= new
            ring = new & free or ring
        return min(bitset.squares(ring), key=lambda at: (sum(self._off(at)), at))

    def _off(self, square: int) -> tuple[int, int]:
        """How far a square is from the middle column and the middle row, in halves."""
        y, x = divmod(square, self.ground.stride)
        return abs(2 * x + 1 - self.ground.width), abs(2 * y + 1 - self.ground.height)

    def _next(self, squares: int) -> int:
        """Where one step leads from these squares."""
        found = 0
        for delta, costs in self.steps.steps:
            for _, mask in costs:
                found |= bitset.moved(squares & mask, delta)
        return found & self.steps.fit

    def largest(self) -> int:
        """The largest part that can be walked from end to end, of those where somebody stands, if anybody does."""
        left, best = self.steps.fit, 0
        while left:
            part = 1 << bitset.lowest(left)
            while (wider := part | self._next(part)) != part:
                part = wider
            left &= ~part
            if (bool(part & self.taken), part.bit_count()) > (bool(best & self.taken), best.bit_count()):
                best = part
        return best


def _drawn(ground: Ground, zones: dict[str, int]) -> str:
    rows_ = [["."] * ground.width for _ in range(ground.height)]
    for letter, zone in zones.items():
        for square in bitset.squares(zone):
            y, x = divmod(square, ground.stride)
            rows_[y][x] = letter
    return drawing(rows_)


def drawing(squares: Iterable[Iterable[str]]) -> str:
    """
    Rows of symbols as a scenario draws them.

    >>> drawing(["..#", "..."])
    '. . #\\n. . .\\n'
    """
    return "".join(" ".join(row) + "\n" for row in squares)
