"""
Maps in letters: plain drawings with a legend, and YAML in the form of natural20.

A box-drawing letter is a square with walls on the sides along which it runs, and doors where its line is double. A
drawing is followed, after an empty line, by its legend: ``g = goblin``, ``k = orc of guards``, ``A = start heroes``,
``w = deep water``; letters that it does not name are those of our own maps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import yaml

from sim.core.errors import BadInput
from sim.grid.figures import SYMBOLS, EdgeKind, Side
from sim.importers.canvas import Canvas, square, terrain
from sim.importers.loose import as_list, as_table, as_text
from sim.importers.protocol import Imported, scenario, words
from sim.importers.sides import FOES, HEROES, NO_WISHES, People, Token, grouped, peopled, plain, side_name
from sim.tables import files

LARGEST = 1_000_000
"""No map in letters is longer than this many bytes."""
DEEPEST = 20
"""Lists and tables of YAML stand at most so deep in one another."""
MOST_ALIASES = 100
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""Builds texts, lists and tables alone; that of libyaml where it is there."""

_SIDES: dict[str, Side] = {"t": "n", "r": "e", "b": "s", "l": "w"}
_ORDER: tuple[Side, ...] = ("n", "e", "s", "w")

BOXES = {
    "┌": ("nw", ""), "┬": ("n", ""), "┐": ("ne", ""), "├": ("w", ""), "┤": ("e", ""), "└": ("sw", ""), "┴": ("s", ""),
    "┘": ("se", ""), "─": ("n", ""), "│": ("w", ""), "╒": ("w", "n"), "╕": ("e", "n"), "╘": ("w", "s"), "╛": ("e", "s"),
    "╓": ("n", "w"), "╖": ("n", "e"), "╙": ("s", "w"), "╜": ("s", "e"), "║": ("", "w"), "═": ("", "n"),
}  # fmt: skip
"""The sides of a square on which a letter puts walls, and doors."""

_CORNERS = {"tl": "╒", "tr": "╓", "bl": "╖", "br": "╙", "lt": "╒", "rt": "╓", "lb": "╖", "rb": "╙"}
"""The corner doors of natural20, by the letter for each."""
_THINGS = {
    "barrel": "%", "bottomless pit": "o", "pit trap": "o", "trap door": "o", "water": "w", "wooden door": "+",
    "iron door": "+", "mask": ".", "stone wall": "#",
}  # fmt: skip
"""Objects of natural20 that are terrain here, besides those whose name says it."""


class Thing(NamedTuple):
    """What a letter puts on its square: terrain (empty: nothing), and what stands on its sides."""

    symbol: str = ""
    sides: tuple[tuple[Side, EdgeKind], ...] = ()


def text(data: bytes, where: str, wishes: People = NO_WISHES) -> Imported:
    """
    A map in letters as a scenario: YAML where a line says ``map:``, else a drawing.

    :raises BadInput: with row and column, when a row has another length or a letter has no meaning.
    """
    content = words(data, where, LARGEST)
    reader = _Yaml if re.search(r"^map:", content, re.M) else _Drawing
    return reader(content, where, wishes).read()


class _Reader:
    """One map: its squares, who stands where, and what is to be said of it."""

    def __init__(self, content: str, where: str, wishes: People) -> None:
        self.content = content
        self.where = where
        self.wishes = wishes
        self.tokens: list[Token] = []
        self.starts: dict[str, list[str]] = {}
        self.creatures: dict[str, dict[str, Any]] = {}
        self.decided: list[str] = []
        self.unread: list[str] = []

    def grid(self, rows: list[str], what: str, first: int = 1) -> list[str]:
        """
        Rows of equal length. ``first`` is the number of the first of them.

        :raises BadInput: when one has another length, or a tab in it.
        """
        for number, row in enumerate(rows, first):
            if "\t" in row:
                column = row.index("\t") + 1
                raise BadInput(f"{self.where}: {what} {number} has a tab at column {column}: draw with letters alone")
            if len(row) != len(rows[0]):
                raise BadInput(
                    f"{self.where}: {what} {number} has {len(row)} squares where {what} {first} has {len(rows[0])}: "
                    "make all rows equally long"
                )
        return rows

    def put(self, canvas: Canvas, x: int, y: int, thing: Thing) -> None:
        if thing.symbol:
            canvas.rows[y][x] = thing.symbol
        for side, kind in thing.sides:
            canvas.border(x, y, side, kind)

    def done(self, canvas: Canvas, name: str, about: str) -> Imported:
        """The scenario and its report."""
        tables = canvas.tables(name, about, grouped(self.tokens))
        if self.creatures:
            tables["creatures"] = self.creatures
        made, decided = peopled(tables, self.wishes, self.starts, self.where)
        return scenario(made, tables["name"], self.decided + decided, canvas.warnings, self.unread)


class _Drawing(_Reader):
    """A drawing, an empty line, a legend."""

    def read(self) -> Imported:
        lines = [line.rstrip() for line in self.content.replace("\r\n", "\n").split("\n")]
        first = next((number for number, line in enumerate(lines) if line), len(lines))
        last = next((number for number in range(first, len(lines)) if not lines[number]), len(lines))
        rows = lines[first:last]
        if not rows:
            raise BadInput(f"{self.where} has no drawing: draw a row of letters for each row of squares")
        if all(set(row[1::2]) <= {" "} for row in rows):
            rows = [row[::2] for row in rows]
        if any(" " in row for row in rows):
            self.decided.append("squares that are left blank are walls")
            longest = max(map(len, rows))
            rows = [row.ljust(longest).replace(" ", "#") for row in rows]
        rows = self.grid(rows, "line", first + 1)
        legend = dict(self._legend(lines[last:], last + 1))
        canvas = Canvas(len(rows[0]), len(rows), ".", self.where)
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                self._square(canvas, x, y, letter, legend, first + y + 1)
        return self.done(canvas, f"The map of {self.where}", "Read from a drawing.")

    def _legend(self, lines: list[str], number: int) -> Iterator[tuple[str, str]]:
        for at, line in enumerate(lines, number):
            match = re.fullmatch(r" *(\S) *[=:] *(\S.*)", line)
            if match:
                yield match[1], match[2]
            elif line.strip():
                self.unread.append(f"line {at}: {line.strip()[:80]}")

    def _square(self, canvas: Canvas, x: int, y: int, letter: str, legend: dict[str, str], line: int) -> None:
        meaning = legend.get(letter)
        if meaning is None:
            if letter in BOXES:
                self.put(canvas, x, y, boxed(letter))
            elif letter in SYMBOLS:
                canvas.rows[y][x] = letter
            else:
                raise BadInput(
                    f"{self.where}: line {line}, square {square(x, y)} holds {letter!r}, which has no meaning: say it "
                    f"in the legend behind the drawing, as in '{letter} = goblin'"
                )
        elif symbol := terrain(meaning):
            canvas.rows[y][x] = symbol
        elif start := re.fullmatch(r"start(?: +(.*))?", meaning):
            self.starts.setdefault(start[1] or letter, []).append(square(x, y))
        else:
            who, _, side = meaning.partition(" of ")
            kind = self.wishes.kind(who)
            if not kind:
                files.known(plain(who), self.wishes.roster.kinds(), "creature", f"{self.where}: legend {letter}")
            self.tokens.append(Token(kind, square(x, y), side_name(side)))


def boxed(letter: str, door: EdgeKind = "door") -> Thing:
    """The walls and doors of a box-drawing letter."""
    walls, doors = BOXES[letter]
    return Thing("", tuple((side, door if side in doors else "wall") for side in _ORDER if side in walls + doors))


class _Yaml(_Reader):
    """The form of natural20: layers of letters, a legend of objects and creatures, places of players."""

    def read(self) -> Imported:
        document = as_table(_yaml(self.content, self.where))
        map_ = as_table(document.get("map"))
        self.legend = {str(letter): as_table(entry) for letter, entry in as_table(document.get("legend")).items()}
        base = self._layer(map_, "base")
        if not base:
            raise BadInput(f"{self.where} has no rows under map.base: draw a row of letters for each row of squares")
        canvas = Canvas(len(base[0]), len(base), ".", self.where)
        for layer in ("base", "base_1", "base_2"):
            for x, y, letter in self._letters(map_, layer, base):
                self.put(canvas, x, y, self._thing(letter, layer, x, y))
        for x, y, letter in self._letters(map_, "meta", base):
            self._stands(canvas, x, y, self.legend.get(letter, {}), f"meta {letter!r}")
        for index, entity in enumerate(as_list(map_.get("entities"))):
            self._entity(canvas, as_table(entity), f"map.entities[{index}]")
        for key in ("npc", "player", "player_spawn_points"):
            for index, entry in enumerate(as_list(document.get(key))):
                self._listed(canvas, key, entry, f"{key}[{index}]")
        self._light(canvas, map_.get("illumination"))
        known = {"name", "description", "map", "legend", "npc", "player", "player_spawn_points"}
        self.unread += [f"{key} is not played" for key in document if key not in known]
        drawn = {"base", "base_1", "base_2", "meta", "entities", "illumination"}
        self.unread += [f"map.{key} is not played" for key in map_ if key not in drawn]
        return self.done(canvas, as_text(document.get("name")), as_text(document.get("description")))

    def _layer(self, map_: Mapping[str, Any], layer: str) -> list[str]:
        rows = [as_text(row) for row in as_list(map_.get(layer))]
        if "" in rows:
            raise BadInput(
                f"{self.where}: row {rows.index('') + 1} of map.{layer} is empty: put rows that YAML takes for "
                "something else, as what stands behind a #, into quotes"
            )
        return self.grid(rows, f"map.{layer} row")

    def _letters(self, map_: Mapping[str, Any], layer: str, base: list[str]) -> Iterator[tuple[int, int, str]]:
        """What a layer draws besides ground."""
        rows = self._layer(map_, layer)
        if len(rows) > len(base) or (rows and len(rows[0]) > len(base[0])):
            raise BadInput(
                f"{self.where}: map.{layer} is {len(rows[0])} by {len(rows)} squares where map.base is "
                f"{len(base[0])} by {len(base)}: draw them alike"
            )
        if rows and (len(rows), len(rows[0])) != (len(base), len(base[0])):
            self.decided.append(f"map.{layer} is smaller than map.base: nothing is where it has no letter")
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                if letter not in "._ ":
                    yield x, y, letter

    def _thing(self, letter: str, layer: str, x: int, y: int) -> Thing:
        """What an object of the legend is here."""
        entry = self.legend.get(letter)
        if entry is None:
            if letter in "#?":
                return Thing("#" if letter == "#" else "")
            if letter in "-|":
                return Thing("+")
            if letter in BOXES:
                return boxed(letter)
            raise BadInput(
                f"{self.where}: map.{layer} row {y + 1} column {x + 1} (square {square(x, y)}) holds {letter!r}: "
                "say in the legend what it is"
            )
        type_ = " ".join(re.split(r"[\s_-]+", as_text(entry.get("type")).lower()))
        is_open = as_text(entry.get("state")) in ("open", "opened")
        door: EdgeKind = "open-door" if is_open else "locked-door" if _yes(entry.get("locked")) else "door"
        if sides := self._bordered(entry, type_, letter, door):
            return Thing("", sides)
        symbol = _THINGS.get(type_) or terrain(type_) or ("+" if "door" in type_.split() else "")
        if symbol == "+":
            if door == "locked-door":
                self.decided.append(f"{letter!r}, a locked door that fills its square, is a closed one")
            return Thing("'" if is_open else "+")
        if not symbol and type_ not in ("spawn point", "npc", "ground"):
            said = f"{as_text(entry.get('name')) or type_ or 'nothing'} (type {type_.replace(' ', '_') or 'none'})"
            self.unread.append(f"legend {letter!r}: {said[:100]} is floor")
        elif type_ in ("barrel", "tree", "pit trap", "trap door"):
            self.decided.append(f"{type_}: {_WORDS[symbol]}")
        return Thing(symbol)

    def _bordered(
        self, entry: Mapping[str, Any], type_: str, letter: str, door: EdgeKind
    ) -> tuple[tuple[Side, EdgeKind], ...]:
        """
        What stands on the sides: what the entry itself says, then the name of its type, then its letter.

        Lists are in the order top, right, bottom, left; ``door_pos`` may be the number of one.
        """
        kinds: dict[Side, EdgeKind] = {}
        corner = re.fullmatch(r"corner door ([a-z]{2})", type_)
        wall = re.fullmatch(r"(?:.* )?wall ([trbl]{1,2})", type_)
        at = re.fullmatch(r"(?:.* )?(door|portcullis|window) (top|right|bottom|left|[trbl])", type_)
        if corner and corner[1] in _CORNERS:
            kinds.update(boxed(_CORNERS[corner[1]], door).sides)
        elif wall:
            kinds.update((_SIDES[side], "wall") for side in wall[1])
        elif at:
            kinds[_SIDES[at[2][0]]] = door if at[1] == "door" else "window"
        elif letter in BOXES and not any(key in entry for key in ("border", "door_pos")):
            kinds.update(boxed(letter, door).sides)
        if "border" in entry:
            kinds = {side: kind for side, kind in kinds.items() if kind != "wall"}
            kinds.update((side, "wall") for side in _marked(entry["border"]))
        if "door_pos" in entry:
            place = entry["door_pos"]
            chosen = (
                _marked(place) if isinstance(place, list) else [_ORDER[int(place)]] if as_text(place) in "0123" else []
            )
            kinds = {side: kind for side, kind in kinds.items() if kind == "wall"} | dict.fromkeys(chosen, door)
        kinds.update((side, "window") for side in _marked(entry.get("window")))
        return tuple((side, kinds[side]) for side in _ORDER if side in kinds)

    def _stands(self, canvas: Canvas, x: int, y: int, entry: Mapping[str, Any], what: str) -> None:
        """A creature or a start place of the legend."""
        if not canvas.inside(x, y):
            raise BadInput(f"{self.where}: {what} stands in column {x}, row {y}, off the map: move it onto it")
        type_, at = as_text(entry.get("type")), square(x, y)
        if type_ == "npc":
            said = as_text(entry.get("sub_type"))
            kind = self.wishes.kind(said)
            if not kind:
                who = said[:60] or "a creature without sub_type"
                self.unread.append(f"{who} at {at} is left out: the bestiary has none; --as names another for it")
                return
            overrides = as_table(entry.get("overrides"))
            points = as_text(overrides.get("hp")) or as_text(overrides.get("max_hp"))
            if re.fullmatch(r"[1-9]\d{0,3}", points):
                kind = self._hardy(kind, int(points))
            self.unread += [f"{said}: {key} of its overrides" for key in overrides if key not in ("hp", "max_hp")]
            self.tokens.append(Token(kind, at, self._side(as_text(entry.get("group")))))
        elif type_ == "spawn_point":
            self.starts.setdefault(plain(as_text(entry.get("name"))) or "start", []).append(at)
        else:
            self.unread.append(
                f"{what} at {at}: {as_text(entry.get('name')) or type_ or 'the legend does not name it'}"
            )

    def _hardy(self, base: str, points: int) -> str:
        """The kind with other hit points: one of the scenario's own."""
        kind = f"{base}-of-{points}"
        self.creatures[kind] = {"base": base, "hit_points": points}
        self.decided.append(f"{kind} is a {base} with {points} hit points, as the map says")
        return kind

    def _entity(self, canvas: Canvas, entity: Mapping[str, Any], what: str) -> None:
        x, y = self._position(entity.get("pos"), what)
        letter = as_text(entity.get("token"))
        entry = {**self.legend.get(letter, {}), **entity}
        if as_text(entity.get("layer")) == "object" and canvas.inside(x, y):
            self.legend[letter] = entry
            self.put(canvas, x, y, self._thing(letter, "entities", x, y))
        else:
            self._stands(canvas, x, y, entry, what)

    def _listed(self, canvas: Canvas, key: str, entry: Any, what: str) -> None:
        """A creature or a place of players from the lists beside the map."""
        table = as_table(entry) if isinstance(entry, dict) else {"position": entry}
        x, y = self._position(table.get("position"), what)
        if key == "npc":
            self._stands(canvas, x, y, {**table, "type": "npc"}, what)
            return
        if not canvas.inside(x, y):
            raise BadInput(f"{self.where}: {what} stands in column {x}, row {y}, off the map: move it onto it")
        self.starts.setdefault(self._side(as_text(table.get("group")) or "a"), []).append(square(x, y))
        if key == "player":
            self.unread.append(
                f"{what}: the sheet {as_text(table.get('sheet'))[:80]} is another game's: its place is kept"
            )

    def _position(self, value: Any, what: str) -> tuple[int, int]:
        numbers = [as_text(one) for one in as_list(value)]
        if len(numbers) != 2 or not all(re.fullmatch(r"\d{1,4}", one) for one in numbers):
            raise BadInput(
                f"{self.where}: {what} has no position: write its column and row, counted from 0, as in [3, 1]"
            )
        return int(numbers[0]), int(numbers[1])

    def _side(self, group: str) -> str:
        """Players are of group a, others of b unless said."""
        return {"a": HEROES.name, "b": FOES.name}.get(group) or side_name(group)

    def _light(self, canvas: Canvas, value: Any) -> None:
        """1 and more is bright, 0 dark, shadow between."""
        match = re.fullmatch(r"(\d*)\.?(\d*)", as_text(value))
        if value is None or match is None:
            return
        mark = "b" if match[1].strip("0") else "s" if match[2].strip("0") else "d"
        canvas.light = [[mark] * canvas.width for _ in range(canvas.height)]


_WORDS = {
    "%": "a low wall, crossed at double cost",
    "T": "a trunk, which nobody walks through",
    "o": "a pit, in the open",
}


def _yaml(content: str, where: str) -> Any:
    """
    The document with all values as texts, so that nothing is taken for a date, a number or nothing.

    :raises BadInput: when it is no YAML, too deep, or full of aliases.
    """
    depth = aliases = 0
    try:
        for event in yaml.parse(content, Loader=_LOADER):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            aliases += isinstance(event, yaml.AliasEvent)
            if depth > DEEPEST or aliases > MOST_ALIASES:
                raise BadInput(
                    f"{where} nests deeper than {DEEPEST} or has more than {MOST_ALIASES} aliases: that is no map"
                )
        return yaml.load(content, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        at = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise BadInput(f"{where} is not valid YAML{at}: {' '.join(str(error.problem).split())[:120]}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise BadInput(f"{where} is not valid YAML: {' '.join(str(error).split())[:120]}") from None


def _yes(value: Any) -> bool:
    return as_text(value).lower() in ("true", "yes", "on", "1")


def _marked(value: Any) -> list[Side]:
    """The sides that a list of four marks."""
    return [side for side, mark in zip(_ORDER, as_list(value), strict=False) if as_text(mark) not in ("0", "false", "")]
