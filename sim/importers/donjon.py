"""
Dungeons of the donjon generator, as JSON or as a table parted by tabs.

What is drawn as a square there is one here; its feet are told. A door stands on a border of its square: at the side
that the table names, else at the first that is open of north, west, south and east. Monsters stand in their rooms,
stairs are start places, first those that lead up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, NamedTuple

from sim.core.errors import BadInput
from sim.grid.figures import LIMIT, EdgeKind, Side
from sim.importers.canvas import Canvas, square
from sim.importers.jsons import document
from sim.importers.loose import as_list, as_table, as_text
from sim.importers.protocol import Imported, scenario, words
from sim.importers.sides import FOES, NO_WISHES, People, Token, grouped, peopled

MOST = 500
"""No dungeon has more monsters."""
AROUND = 12
"""So many squares of the dungeon are kept around a room that is cut out."""

_DOORS: tuple[tuple[str, EdgeKind | None], ...] = (
    ("portcullis", "window"), ("locked", "locked-door"), ("secret", "door"), ("trapped", "door"), ("door", "door"),
    ("arch", None),
)  # fmt: skip
"""Bits of a square with a door, the first that is set, and what then stands on its border."""
_WAYS: tuple[tuple[int, int, Side], ...] = ((0, -1, "n"), (-1, 0, "w"), (0, 1, "s"), (1, 0, "e"))
_SIDES: dict[str, Side] = {"T": "n", "B": "s", "L": "w", "R": "e"}
_CODES: dict[str, EdgeKind] = {"D": "door", "DS": "door", "DP": "window"}
_WORDS = {"window": "a portcullis is barred like a window", "secret": "a secret door is a closed one"}


class Cell(NamedTuple):
    """One square: whether it is open, what stands on a border of it and at which side, if that is said."""

    open: bool = False
    door: EdgeKind | None = None
    side: Side | None = None
    stairs: str = ""


def donjon(data: bytes, where: str, wishes: People = NO_WISHES, room: str = "") -> Imported:
    """
    A dungeon as a scenario; ``room`` is the number of one that is cut out with its surroundings.

    :raises BadInput: when it is no dungeon of donjon's, too large, or has no such room.
    """
    content = words(data, where)
    if content.lstrip().startswith("{"):
        return _Json(document(data, where), where, wishes, room).read()
    if "\t" not in content:
        raise BadInput(f"{where} is no dungeon of donjon's: download it there as JSON, or as TSV")
    if room:
        raise BadInput(f"{where} is a table without rooms: take the JSON of the dungeon, or leave --room out")
    return _Table(content, where, wishes).read()


class _Reader:
    """One dungeon as squares, and what is to be said of it."""

    def __init__(self, where: str, wishes: People) -> None:
        self.where = where
        self.wishes = wishes
        self.decided: list[str] = []
        self.unread: list[str] = []
        self.tokens: list[Token] = []

    def drawn(self, cells: list[list[Cell]]) -> Canvas:
        """The ground, with its doors."""
        canvas = Canvas(max(map(len, cells), default=0), len(cells), "#", self.where)
        for y, row in enumerate(cells):
            for x, cell in enumerate(row):
                if cell.open:
                    canvas.rows[y][x] = "."
        for y, row in enumerate(cells):
            for x, cell in enumerate(row):
                if cell.door is not None:
                    canvas.border(x, y, cell.side or _open_side(canvas, x, y), cell.door)
                if cell.door == "window":
                    self.decided.append(_WORDS["window"])
        return canvas

    def starts(self, cells: list[list[Cell]]) -> dict[str, list[str]]:
        """Stairs by where they lead, first those up."""
        found: dict[str, list[str]] = {}
        for way in ("up", "egress", "down"):
            for y, row in enumerate(cells):
                for x, cell in enumerate(row):
                    if cell.stairs == way:
                        found.setdefault(f"stairs-{way}" if way != "egress" else way, []).append(square(x, y))
        return found

    def done(self, canvas: Canvas, cells: list[list[Cell]], name: str, about: str) -> Imported:
        """The scenario and its report."""
        tables = canvas.tables(name, about, grouped(self.tokens))
        made, decided = peopled(tables, self.wishes, self.starts(cells), self.where)
        return scenario(made, tables["name"], self.decided + decided, canvas.warnings, self.unread)


def _open_side(canvas: Canvas, x: int, y: int) -> Side:
    """The first side of a square with open ground behind it."""
    for dx, dy, side in _WAYS:
        if canvas.inside(x + dx, y + dy) and canvas.rows[y + dy][x + dx] == ".":
            return side
    return "n"


class _Table(_Reader):
    """Squares parted by tabs: ``F`` floor, ``D`` doors (``S`` secret, ``P`` portcullis) with a side, ``S`` stairs."""

    def __init__(self, content: str, where: str, wishes: People) -> None:
        super().__init__(where, wishes)
        self.content = content

    def read(self) -> Imported:
        lines = [line.rstrip() for line in self.content.replace("\r\n", "\n").rstrip("\n").split("\n")]
        if len(lines) > LIMIT or max(line.count("\t") for line in lines) >= LIMIT:
            raise BadInput(f"{self.where} has more than {LIMIT} rows or columns: a map has not, so cut it into parts")
        cells = [
            [self._cell(code.strip(), number, column) for column, code in enumerate(line.split("\t"), 1)]
            for number, line in enumerate(lines, 1)
        ]
        return self.done(self.drawn(cells), cells, PurePath(self.where).stem, "A dungeon of donjon's.")

    def _cell(self, code: str, row: int, column: int) -> Cell:
        if code in ("", "F"):
            return Cell(open=bool(code))
        if re.fullmatch(r"SU+|SD+", code):
            return Cell(open=True, stairs="up" if code[1] == "U" else "down")
        door = re.fullmatch(r"(D[SP]?)([TBLR])", code)
        if door is None:
            self.unread.append(f"row {row}, column {column}: {code[:20]!r} is floor")
            return Cell(open=True)
        if door[1] == "DS":
            self.decided.append(_WORDS["secret"])
        return Cell(True, _CODES[door[1]], _SIDES[door[2]])


class _Json(_Reader):
    """Squares as sums of bits, whose meaning stands in the file; rooms with their monsters."""

    def __init__(self, document_: Any, where: str, wishes: People, room: str) -> None:
        super().__init__(where, wishes)
        self.document = as_table(document_)
        self.bits = {key: value for key, value in as_table(self.document.get("cell_bit")).items() if type(value) is int}
        self.room = room
        self.margin = 0
        self.monsters = 0

    def read(self) -> Imported:
        rows = [as_list(row) for row in as_list(self.document.get("cells"))]
        if not rows or not self.bits:
            raise BadInput(f"{self.where} is no dungeon of donjon's: it has no cells, or no cell_bit")
        if not all(type(value) is int for row in rows for value in row):
            raise BadInput(f"{self.where}: its cells are not all whole numbers: download it once more")
        settings, details = as_table(self.document.get("settings")), as_table(self.document.get("details"))
        self.margin = max(0, len(rows) - (_int(settings.get("n_rows")) or len(rows))) // 2
        rooms = {
            str(room.get("id")): room for room in map(as_table, as_list(self.document.get("rooms"))) if "id" in room
        }
        north, west, south, east = self._cut(rooms, len(rows), max(map(len, rows)))
        cells = [[self._cell(value) for value in row] for row in rows]
        for exit_ in map(as_table, as_list(self.document.get("egress"))):
            x, y = (_int(exit_.get(key)) + self.margin for key in ("col", "row"))
            if 0 <= y < len(cells) and 0 <= x < len(cells[y]) and cells[y][x].open:
                cells[y][x] = cells[y][x]._replace(stairs="egress")
        cells = [row[west:east] for row in cells[north:south]]
        canvas = self.drawn(cells)
        for id, one in rooms.items():
            if not self.room or id == self.room:
                self._room(canvas, one, id, (west, north))
        self._told(settings, details, rooms)
        light = as_text(details.get("illumination")).lower()
        mark = "d" if light.startswith("dark") else "s" if light.startswith("shadow") else "b"
        canvas.light = [[mark] * canvas.width for _ in range(canvas.height)]
        name = as_text(settings.get("name")) or PurePath(self.where).stem
        about = " ".join(as_text(details.get("history")).split()) or "A dungeon of donjon's."
        return self.done(canvas, cells, f"{name}, room {self.room}" if self.room else name, about)

    def _cut(self, rooms: dict[str, dict[str, Any]], height: int, width: int) -> tuple[int, int, int, int]:
        """The rows and columns that are kept: all, or a room and what is around it."""
        if not self.room:
            return 0, 0, height, width
        if self.room not in rooms:
            raise BadInput(f"{self.where} has no room {self.room[:20]!r}: its rooms are {', '.join(list(rooms)[:200])}")
        north, west, south, east = self._sides(rooms[self.room])
        self.decided.append(f"room {self.room} is cut out with {AROUND} squares around it")
        return (
            max(0, north - AROUND), max(0, west - AROUND),
            min(height, south + AROUND + 1), min(width, east + AROUND + 1),
        )  # fmt: skip

    def _sides(self, room: dict[str, Any]) -> tuple[int, int, int, int]:
        """The outermost rows and columns of a room, with the margin that its dungeon has around it."""
        north, west, south, east = (_int(room.get(key)) + self.margin for key in ("north", "west", "south", "east"))
        return north, west, south, east

    def _cell(self, value: int) -> Cell:
        def has(name: str) -> bool:
            return bool(value & self.bits.get(name, 0))

        kind = next((one for one in _DOORS if has(one[0])), None)
        if kind is not None and kind[0] == "secret":
            self.decided.append(_WORDS["secret"])
        stairs = "up" if has("stair_up") else "down" if has("stair_down") else ""
        open_ = has("room") or has("corridor") or has("aperture") or kind is not None
        return Cell(open_, kind[1] if kind else None, None, stairs)

    def _room(self, canvas: Canvas, room: dict[str, Any], id: str, origin: tuple[int, int]) -> None:
        """Its monsters, from its middle outwards; its traps are told."""
        detail = as_table(as_table(room.get("contents")).get("detail"))
        free: list[tuple[int, int]] | None = None
        for number, name in self._groups(as_list(detail.get("monster")), id):
            kind = self.wishes.kind(name)
            if not kind:
                self.unread.append(
                    f"room {id}: {number} x {name[:60]}: the bestiary has none; --as names another for it"
                )
                continue
            self.monsters += number
            if self.monsters > MOST:
                raise BadInput(f"{self.where} has more than {MOST} monsters: cut a room out with --room")
            if free is None:
                free = self._free(canvas, room, origin)
            span = self.wishes.roster.creature(kind).span
            for _ in range(number):
                left = set(free)
                spaces = ([(x + dx, y + dy) for dy in range(span) for dx in range(span)] for x, y in free)
                space = next((space for space in spaces if left.issuperset(space)), free[:1])
                if not space:
                    self.unread.append(f"room {id} has no room for {name[:60]}")
                    break
                self.tokens.append(Token(kind, square(*space[0]), FOES.name))
                free = [at for at in free if at not in space]
        for trap in map(as_text, as_list(detail.get("trap"))):
            self.unread.append(f"room {id}: {' '.join(trap.split())[:100]} is not played")
        for doors in map(as_list, as_table(room.get("doors")).values()):
            for trap in (as_text(as_table(door).get("trap")) for door in doors):
                if trap:
                    self.unread.append(f"room {id}: {' '.join(trap.split())[:100]} on a door is not played")

    def _free(self, canvas: Canvas, room: dict[str, Any], origin: tuple[int, int]) -> list[tuple[int, int]]:
        """The open squares of a room, from its middle outwards."""
        north, west, south, east = self._sides(room)
        top, left = north - origin[1], west - origin[0]
        middle = left + east - origin[0], top + south - origin[1]
        return sorted(
            (
                (x, y)
                for y in range(max(0, top), min(canvas.height, south - origin[1] + 1))
                for x in range(max(0, left), min(canvas.width, east - origin[0] + 1))
                if canvas.rows[y][x] == "."
            ),
            key=lambda at: max(abs(2 * at[0] - middle[0]), abs(2 * at[1] - middle[1])),
        )

    def _groups(self, lines: list[Any], id: str) -> Iterator[tuple[int, str]]:
        """``2 x Dire Rat (CR 1/3, ...)``; what follows a line of dashes is treasure."""
        for line in map(as_text, lines):
            if line.startswith("--"):
                return
            for part in re.split(r"(?<!,) and (?=\d+ x )|; *(?=\d+ x )", line):
                match = re.match(r"(\d{1,3}) x ([^(;,]+)", part)
                if match and 0 < int(match[1]) <= MOST:
                    yield int(match[1]), match[2].strip()
                elif part.strip():
                    self.unread.append(f"room {id}: {part.strip()[:100]}")

    def _told(self, settings: dict[str, Any], details: dict[str, Any], rooms: dict[str, dict[str, Any]]) -> None:
        """What a dungeon says besides, and what becomes of it."""
        feet = next(
            (
                _int(room.get("width")) // across
                for room in rooms.values()
                if (across := _int(room.get("east")) - _int(room.get("west")) + 1) > 0 and _int(room.get("width")) > 0
            ),
            5,
        )
        if feet != 5:
            self.decided.append(f"a square of the dungeon is {feet} ft. there and 5 ft. here, as it is drawn")
        infest = as_text(settings.get("infest"))
        if "adnd" in infest and self.wishes.ruleset != "adnd":
            self.decided.append("its monsters are those of AD&D: --ruleset adnd plays it so")
        for key in ("floor", "walls", "special"):
            if said := as_text(details.get(key)):
                self.unread.append(f"{key}: {said[:120]}")
        for die, wandering in as_table(self.document.get("wandering_monsters")).items():
            self.unread.append(f"wandering monsters {die[:10]}: {as_text(wandering)[:100]}")
        contents = [as_table(as_table(room.get("contents")).get("detail")) for room in rooms.values()]
        for key in ("room_features", "hidden_treasure"):
            if number := sum(key in detail for detail in contents):
                self.unread.append(f"{key.replace('_', ' ')} of {number} rooms")
        if features := as_table(self.document.get("corridor_features")):
            self.unread.append(f"{len(features)} features of corridors")


def _int(value: Any) -> int:
    """A whole number of the file; 0 where it is none, or absurdly large."""
    return value if type(value) is int and abs(value) < 100_000 else 0
