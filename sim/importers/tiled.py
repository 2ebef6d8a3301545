"""
Maps of the editor Tiled, in XML (``.tmx``) and JSON (``.tmj``, ``.json``).

A tile is a square of 5 ft. What it is, the first of these says: a wish for its number; its ``terrain`` property, or one
of ``blocked``, ``solid``, ``difficult``, ``cover`` that is true; its class; a wish for its layer; the ``terrain``
property of its layer; the name of that. A tile of which none says anything is floor and is told; a square without any
tile is a wall. Upper layers cover lower ones. Objects are creatures, start places, terrain, and lines on borders.
"""

from __future__ import annotations

import binascii
import re
import struct
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from io import BytesIO
from itertools import pairwise
from pathlib import PurePath
from typing import Any, NamedTuple, get_args
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from sim.core.errors import BadInput
from sim.grid.figures import LIMIT, SYMBOLS, EdgeKind, Side
from sim.importers.canvas import Canvas, square, terrain
from sim.importers.jsons import FARTHEST, document
from sim.importers.loose import as_list, as_table, as_text
from sim.importers.protocol import Imported, scenario, words
from sim.importers.sides import NO_WISHES, People, Token, grouped, peopled, side_name

DEEPEST = 50
"""Elements and groups stand at most so deep in one another."""
MOST = 500_000
"""No map has more elements than this."""
MOST_DRAWN = 200_000
"""Objects cover no more squares and borders than this, all counted."""
MUTE = 100
"""Of tiles of which nothing is said, so many are listed, the commonest first."""

_FLIPS = 0x0FFFFFFF
"""The bits of a number that name its tile; the other four turn it."""
_TRUE = {"blocked": "#", "solid": "#", "wall": "#", "difficult": ":", "cover": "%", "water": "w"}
"""Properties that say with ``true`` what a tile is."""
_OLDER = {"Layer": "tilelayer", "ObjectGroup": "objectgroup"}
"""Kinds of layers in the oldest dialect."""
_KINDS = get_args(EdgeKind)
_PLAIN = re.compile(r"(?:objects?|tokens?|creatures?)\b.*|", re.I)
"""Names of layers of objects that name no side."""


class Box(NamedTuple):
    """A part of a layer with its numbers of tiles, row by row; places in tiles."""

    x: int
    y: int
    width: int
    tiles: tuple[int, ...]


def tiled(data: bytes, where: str, wishes: People = NO_WISHES, said: Mapping[str, str] | None = None) -> Imported:
    """
    A map as a scenario. ``said``: terrain by the number of a tile or the name of a layer.

    :raises BadInput: when it is no such map, too large, not drawn square by square, or packed in an unknown way.
    """
    content = words(data, where)
    start = content.lstrip()[:1]
    if start not in ("<", "{"):
        raise BadInput(f"{where} is no map of Tiled: save it there as .tmx or .tmj")
    return _Reader(_xml(data, where) if start == "<" else document(data, where), where, wishes, said or {}).read()


def terrains(said: list[str]) -> dict[str, str]:
    """
    Wishes as they are typed, ``28=wall``: terrain by number or layer.

    :raises BadInput: when one names no terrain.
    """
    found = {}
    for text in said:
        what, equals, word = text.rpartition("=")
        symbol = word if word in SYMBOLS and len(word) == 1 else terrain(word)
        if not (what and equals and symbol):
            raise BadInput(
                f"--terrain {text[:60]!r} is not understood: write TILE=TERRAIN or LAYER=TERRAIN, as in 28=wall, with "
                "a word or a symbol of our maps"
            )
        found[what] = symbol
    return found


Layer = tuple[dict[str, Any], list[Box] | None]
"""A layer, and its boxes if it is one of tiles."""


class _Reader:
    """One map, in the form of its JSON."""

    def __init__(self, map_: Any, where: str, wishes: People, said: Mapping[str, str]) -> None:
        self.where = where
        self.map = as_table(map_)
        self.wishes = wishes
        self.said = said
        self.tiles: dict[int, str] = {}
        self.mute: Counter[int] = Counter()
        self.tokens: list[Token] = []
        self.starts: dict[str, list[str]] = {}
        self.decided: list[str] = []
        self.unread: list[str] = []
        self.origin = 0, 0
        self.covered = 0

    def read(self) -> Imported:
        turned = as_text(self.map.get("orientation")) or "nothing"
        if turned != "orthogonal":
            raise BadInput(f"{self.where}: its orientation is {turned[:40]}: only orthogonal maps have squares")
        self.tile = tuple(
            self._whole(self.map.get(key, self.map.get(older)), key)
            for key, older in (("tilewidth", "tileWidth"), ("tileheight", "tileHeight"))
        )
        if min(self.tile) <= 0:
            raise BadInput(f"{self.where}: its tiles have no width or height: give them one")
        for index, tileset in enumerate(as_list(self.map.get("tilesets"))):
            self._tileset(as_table(tileset), f"tilesets[{index}]")
        layers = list(self._layers(as_list(self.map.get("layers"))))
        self.canvas = self._canvas(layers)
        self.drawn = [[False] * self.canvas.width for _ in range(self.canvas.height)]
        for layer, boxes in layers:
            if boxes is not None:
                self._paint(layer, boxes)
        self._bare(layers)
        for layer, boxes in layers:
            if boxes is None:
                self._objects(layer)
        properties = _properties(self.map)
        name = as_text(properties.get("name")) or PurePath(self.where).stem
        tables = self.canvas.tables(name, as_text(properties.get("about")), grouped(self.tokens))
        made, decided = peopled(tables, self.wishes, self.starts, self.where)
        return scenario(made, tables["name"], self.decided + decided, self.canvas.warnings, self.unread)

    def _number(self, value: Any, what: str) -> Decimal:
        try:
            number = Decimal(value) if isinstance(value, str | int | Decimal) else Decimal("NaN")
        except ArithmeticError:
            number = Decimal("NaN")
        if not number.is_finite() or number.copy_abs() >= FARTHEST:
            raise BadInput(f"{self.where}: {what} is {str(value)[:40]!r}: it must be a number below {FARTHEST}")
        return number

    def _whole(self, value: Any, what: str) -> int:
        number = self._number(value, what)
        if number != int(number):
            raise BadInput(f"{self.where}: {what} is {str(value)[:40]!r}: it must be a whole number")
        return int(number)

    def _gid(self, value: str, what: str) -> int:
        """The number of a tile, however it is turned."""
        if not re.fullmatch(r"\d{1,10}", value):
            raise BadInput(
                f"{self.where}: {what} has {value[:40]!r} where the number of a tile belongs: save it once more"
            )
        return int(value) & _FLIPS

    def _tileset(self, tileset: dict[str, Any], what: str) -> None:
        first = self._whole(tileset.get("firstgid"), f"{what}.firstgid")
        if source := as_text(tileset.get("source")):
            self.unread.append(f"the tileset {source[:80]!r} is another file, and none is opened: embed it in the map")
        tiles = tileset.get("tiles")
        older = as_table(tileset.get("tileproperties") or tileset.get("properties"))
        found = [{"id": key, "properties": value} for key, value in older.items()]
        found += [{**as_table(tile), "id": key} for key, tile in tiles.items()] if isinstance(tiles, dict) else []
        for tile in (*found, *map(as_table, as_list(tiles))):
            symbol = _meant(_properties(tile), as_text(tile.get("class")) or as_text(tile.get("type")))
            if symbol:
                self.tiles[first + self._whole(tile.get("id"), f"{what}: id of a tile")] = symbol

    def _layers(self, layers: list[Any]) -> Iterator[Layer]:
        """Layers of tiles with their boxes, and of objects, from the lowest, those of groups among them."""
        left = [(as_table(layer), 1) for layer in reversed(layers)]
        while left:
            layer, depth = left.pop()
            if depth > DEEPEST:
                raise BadInput(f"{self.where}: its groups are nested deeper than {DEEPEST}: flatten them")
            name = as_text(layer.get("name"))
            said = as_text(layer.get("type"))
            kind = _OLDER.get(said, said)
            if layer.get("visible") in (False, "0", 0):
                self.decided.append(f"layer {name[:40]!r} is hidden, and read all the same")
            self.unread += [
                f"layer {name[:40]!r} is moved by {key}: it is read where it was"
                for key in ("offsetx", "offsety")
                if layer.get(key) not in (None, 0, "0")
            ]
            if kind == "group":
                left += [(as_table(inner), depth + 1) for inner in reversed(as_list(layer.get("layers")))]
            elif kind == "tilelayer":
                yield layer, list(self._boxes(layer, f"layer {name[:40]!r}"))
            elif kind == "objectgroup":
                yield layer, None
            else:
                self.unread.append(f"layer {name[:40]!r} is of the kind {kind[:40] or 'nothing'}")

    def _boxes(self, layer: dict[str, Any], what: str) -> Iterator[Box]:
        chunks = layer.get("chunks")
        for part in map(as_table, as_list(chunks)) if chunks is not None else (layer,):
            width, height = (self._whole(part.get(key), f"{what}: {key}") for key in ("width", "height"))
            if not (0 < width <= LIMIT and 0 < height <= LIMIT):
                raise BadInput(
                    f"{self.where}: {what} is {width} by {height} tiles: at most {LIMIT} by {LIMIT} are read"
                )
            x, y = (self._whole(part.get(key, 0), f"{what}: {key}") for key in ("x", "y"))
            yield Box(x, y, width, self._tiles(part.get("data"), layer, width * height, what))

    def _tiles(self, data: Any, layer: dict[str, Any], number: int, what: str) -> tuple[int, ...]:
        """The numbers of tiles, however they are packed."""
        packing = as_text(layer.get("compression"))
        tiles: tuple[int, ...]
        if isinstance(data, list):
            tiles = tuple(self._gid(str(tile), what) for tile in data[: number + 1])
        elif as_text(layer.get("encoding")) == "csv":
            tiles = tuple(self._gid(tile.strip(), what) for tile in as_text(data).split(",", number))
        else:
            try:
                packed = binascii.a2b_base64("".join(as_text(data).split()), strict_mode=True)
            except (binascii.Error, ValueError):
                raise BadInput(f"{self.where}: {what} is not valid base64: save the map once more") from None
            raw = self._unpacked(packed, packing, number * 4 + 1, what)
            tiles = tuple(tile & _FLIPS for (tile,) in struct.iter_unpack("<I", raw[: len(raw) // 4 * 4]))
            if len(raw) > number * 4:
                tiles += (0,)
        if len(tiles) != number:
            more = "more" if len(tiles) > number else str(len(tiles))
            raise BadInput(f"{self.where}: {what} should have {number} tiles and has {more}: save the map once more")
        return tiles

    def _unpacked(self, packed: bytes, packing: str, most: int, what: str) -> bytes:
        """At most so many bytes of what was packed; what would become more is not unpacked."""
        try:
            if packing in ("zlib", "gzip"):
                return zlib.decompressobj(31 if packing == "gzip" else 15).decompress(packed, most)
            if packing == "zstd":
                try:
                    import zstandard
                except ImportError:
                    raise BadInput(
                        f"{self.where}: {what} is packed by Zstandard: `pip install maraud[zstd]`, or save it as zlib"
                    ) from None
                try:
                    return zstandard.ZstdDecompressor(max_window_size=1 << 23).stream_reader(BytesIO(packed)).read(most)
                except zstandard.ZstdError as error:
                    raise zlib.error(str(error)) from None
        except zlib.error:
            raise BadInput(f"{self.where}: {what} is packed, and damaged: save the map once more") from None
        if packing:
            raise BadInput(f"{self.where}: {what} is packed by {packing[:40]!r}: save it as csv, gzip, zlib or zstd")
        return packed[:most]

    def _canvas(self, layers: list[Layer]) -> Canvas:
        """The ground, as large as the map says, or as the chunks of an endless one reach."""
        boxes = [box for _, boxes in layers if boxes is not None for box in boxes]
        if not boxes:
            raise BadInput(f"{self.where} has no layer of tiles: draw one")
        if self.map.get("infinite") in (True, "1", "true", 1):
            boxes = [box for box in boxes if any(box.tiles)] or boxes
            x, y = min(box.x for box in boxes), min(box.y for box in boxes)
            self.origin = x, y
            width = max(box.x + box.width for box in boxes) - x
            height = max(box.y + len(box.tiles) // box.width for box in boxes) - y
            self.decided.append(f"the map has no end: it is cut to what is drawn, {width} by {height} from {x}, {y}")
        else:
            width, height = (self._whole(self.map.get(key), key) for key in ("width", "height"))
        return Canvas(width, height, ".", self.where)

    def _paint(self, layer: dict[str, Any], boxes: list[Box]) -> None:
        name = as_text(layer.get("name"))
        whole = self.said.get(name) or _meant(_properties(layer), name)
        light = {"dark": "d", "darkness": "d", "shadow": "s", "shadows": "s"}.get(name.lower())
        for box in boxes:
            for index, tile in enumerate(box.tiles):
                x, y = box.x - self.origin[0] + index % box.width, box.y - self.origin[1] + index // box.width
                if not tile or not self.canvas.inside(x, y):
                    continue
                if light:
                    self.canvas.light[y][x] = light
                    continue
                self.drawn[y][x] = True
                symbol = self.said.get(str(tile)) or self.tiles.get(tile) or whole
                if symbol:
                    self.canvas.rows[y][x] = symbol
                else:
                    self.mute[tile] += 1

    def _bare(self, layers: list[Layer]) -> None:
        """Squares without any tile, and tiles of which nothing is said."""
        bare = 0
        for row, drawn in zip(self.canvas.rows, self.drawn, strict=True):
            for x, there in enumerate(drawn):
                if not there:
                    row[x] = "#"
                    bare += 1
        if bare:
            self.decided.append(f"{bare} squares without any tile are walls")
        if self.mute:
            common = self.mute.most_common(MUTE)
            told = ", ".join(f"{tile} ({number} times)" for tile, number in common)
            more = f" and {len(self.mute) - MUTE} others" if len(self.mute) > MUTE else ""
            first = common[0][0]
            self.unread.append(
                f"tiles of which nothing is said are floor: {told}{more}; --terrain {first}=wall makes {first} a wall"
            )
        met = {str(tile) for _, boxes in layers for box in boxes or () for tile in box.tiles}
        met |= {as_text(layer.get("name")) for layer, _ in layers}
        self.unread += [f"--terrain {what}: there is no such tile or layer" for what in self.said if what not in met]

    def _objects(self, layer: dict[str, Any]) -> None:
        name = as_text(layer.get("name"))
        side = as_text(_properties(layer).get("side")) or ("" if _PLAIN.fullmatch(name) else name)
        for index, object_ in enumerate(map(as_table, as_list(layer.get("objects")))):
            self._object(object_, side, f"object {index + 1} of layer {name[:40]!r}")

    def _object(self, object_: dict[str, Any], side: str, what: str) -> None:
        properties = _properties(object_)
        named = [as_text(properties.get("kind")), as_text(object_.get("class")), as_text(object_.get("type"))]
        word = next((text for text in named if text), "") or as_text(object_.get("name"))
        place = [self._number(object_.get(key, 0), f"{what}: {key}") for key in ("x", "y", "width", "height")]
        x, y, width, height = place
        if "gid" in object_:
            y -= height
        line = as_list(object_.get("polyline")) or as_list(object_.get("polygon"))
        edge = word.lower().replace("_", "-").replace(" ", "-")
        if line or (edge in _KINDS and (width == 0) != (height == 0)):
            points = [tuple(self._number(as_table(point).get(key), what) for key in "xy") for point in line]
            if "polygon" in object_ and points:
                points.append(points[0])
            self._line(edge, [(x + dx, y + dy) for dx, dy in points] or [(x, y), (x + width, y + height)], what)
            return
        squares = self._covered(x, y, width, height)
        self.unread += [
            f"{what}: its {key}: it is read as a rectangle that stands upright"
            for key in ("ellipse", "rotation")
            if object_.get(key) not in (None, False, 0, "0")
        ]
        if not squares:
            self.unread.append(f"{what}, {word[:60] or 'without a name'}, is off the map")
        elif word.lower() == "start":
            self.starts.setdefault(as_text(object_.get("name")) or "start", []).extend(square(*at) for at in squares)
        elif symbol := _meant(properties, word):
            for column, row in squares:
                self.canvas.rows[row][column] = symbol
        elif kind := self.wishes.kind(word) or self.wishes.kind(as_text(object_.get("name"))):
            self.tokens.append(Token(kind, square(*squares[0]), side_name(as_text(properties.get("side")) or side)))
        else:
            said = f"{word[:60] or 'nothing'} is no creature of the bestiary, no terrain and no start place"
            self.unread.append(f"{what} at {square(*squares[0])}: {said}")

    def _covered(self, x: Decimal, y: Decimal, width: Decimal, height: Decimal) -> list[tuple[int, int]]:
        """Squares whose middle lies in a rectangle; the square in which it begins, where there is none."""
        across, down = (
            [at for at in range(size) if start <= (at + shift) * tile + tile / 2 < start + length]
            for size, shift, tile, start, length in zip(
                (self.canvas.width, self.canvas.height), self.origin, self.tile, (x, y), (width, height), strict=True
            )
        )
        self._cover(len(across) * len(down))
        if across and down:
            return [(column, row) for row in down for column in across]
        column, row = (
            int((start / tile).to_integral_value("ROUND_FLOOR")) - shift
            for start, tile, shift in zip((x, y), self.tile, self.origin, strict=True)
        )
        return [(column, row)] if self.canvas.inside(column, row) else []

    def _cover(self, number: int) -> None:
        self.covered += number
        if self.covered > MOST_DRAWN:
            raise BadInput(f"{self.where}: its objects cover more than {MOST_DRAWN} squares and borders: draw fewer")

    def _line(self, edge: str, points: list[tuple[Decimal, Decimal]], what: str) -> None:
        """A line along borders of squares."""
        kind: EdgeKind | None = next((kind for kind in _KINDS if kind == edge), None)
        ends = [
            tuple(at / tile - shift for at, tile, shift in zip(point, self.tile, self.origin, strict=True))
            for point in points
        ]
        if kind is None or any(number != int(number) for end in ends for number in end):
            why = (
                f"{edge[:40] or 'nothing'} is none of {', '.join(_KINDS)}" if kind is None else "it leaves the borders"
            )
            self.unread.append(f"{what} is a line that is not played: {why}")
            return
        corners = [(int(x), int(y)) for x, y in ends]
        for (x0, y0), (x1, y1) in pairwise(corners):
            self._cover(min(LIMIT, abs(x1 - x0) + abs(y1 - y0)) + 1)
            if x0 != x1 and y0 != y1:
                self.unread.append(
                    f"{what}: a slanting piece of it is not played: draw it along the borders of squares"
                )
            for x in range(max(0, min(x0, x1)), min(max(x0, x1), LIMIT)) if y0 == y1 else ():
                self._border(x, y0, "n", "s", kind)
            for y in range(max(0, min(y0, y1)), min(max(y0, y1), LIMIT)) if x0 == x1 else ():
                self._border(x0, y, "w", "e", kind)

    def _border(self, x: int, y: int, near: Side, far: Side, kind: EdgeKind) -> None:
        """The border at the north or west of a square, which may be the last of the map."""
        back = (x, y - 1) if near == "n" else (x - 1, y)
        if self.canvas.inside(x, y):
            self.canvas.border(x, y, near, kind)
        elif self.canvas.inside(*back):
            self.canvas.border(*back, far, kind)


def _meant(properties: Mapping[str, Any], word: str) -> str:
    """The terrain that properties say, or else a word; empty where neither does."""
    named = as_text(properties.get("terrain"))
    if named:
        return named if named in SYMBOLS and len(named) == 1 else terrain(named)
    for key, symbol in _TRUE.items():
        if properties.get(key) in (True, "true"):
            return symbol
    return terrain(word)


def _properties(table: Mapping[str, Any]) -> dict[str, Any]:
    """Properties by name, of the newer dialect and the older."""
    found = table.get("properties")
    if isinstance(found, dict):
        return found
    return {as_text(as_table(one).get("name")): as_table(one).get("value") for one in as_list(found)}


def _xml(data: bytes, where: str) -> dict[str, Any]:
    """
    The elements of XML in the form of the JSON; no entity is expanded, nothing else is opened.

    :raises BadInput: when it is no XML, declares entities, or is too deep or too long.
    """
    depth = number = 0
    root: Element | None = None
    try:
        for event, element in iterparse(BytesIO(data), events=("start", "end"), forbid_dtd=False):
            depth += 1 if event == "start" else -1
            number += event == "start"
            if root is None:
                root = element
            if depth > DEEPEST or number > MOST:
                raise BadInput(f"{where} has more than {MOST} elements, or {DEEPEST} in one another: that is no map")
    except DefusedXmlException:
        raise BadInput(f"{where} declares entities, which are not expanded: save the map without them") from None
    except (ParseError, ValueError, LookupError) as error:
        raise BadInput(f"{where} is not valid XML: {str(error)[:120]}: save the map once more") from None
    if root is None or root.tag != "map":
        raise BadInput(f"{where} is no map of Tiled: its outermost element is not <map>")
    return {
        **root.attrib,
        "properties": _xml_properties(root),
        "tilesets": [
            {
                **tileset.attrib,
                "tiles": [{**tile.attrib, "properties": _xml_properties(tile)} for tile in tileset.findall("tile")],
            }
            for tileset in root.findall("tileset")
        ],
        "layers": _xml_layers(root),
    }


def _xml_layers(parent: Element) -> list[dict[str, Any]]:
    found = []
    for element in parent:
        table: dict[str, Any] = {**element.attrib, "properties": _xml_properties(element)}
        if element.tag == "layer":
            found.append(table | {"type": "tilelayer", **_xml_data(element.find("data"))})
        elif element.tag == "objectgroup":
            found.append(
                table | {"type": "objectgroup", "objects": [_xml_object(one) for one in element.iter("object")]}
            )
        elif element.tag == "group":
            found.append(table | {"type": "group", "layers": _xml_layers(element)})
        elif element.tag == "imagelayer":
            found.append(table | {"type": "imagelayer"})
    return found


def _xml_data(data: Element | None) -> dict[str, Any]:
    if data is None:
        return {"data": []}
    chunks = data.findall("chunk")
    parts = [
        {
            **part.attrib,
            "data": part.text if "encoding" in data.attrib else [tile.get("gid", 0) for tile in part.findall("tile")],
        }
        for part in chunks or (data,)
    ]
    return {**data.attrib, "chunks": parts} if chunks else parts[0]


def _xml_object(element: Element) -> dict[str, Any]:
    table: dict[str, Any] = {**element.attrib, "properties": _xml_properties(element)}
    for shape in ("polyline", "polygon"):
        line = element.find(shape)
        if line is not None:
            pairs = [point.partition(",") for point in line.get("points", "").split()]
            table[shape] = [{"x": x, "y": y} for x, _, y in pairs]
    if element.find("ellipse") is not None:
        table["ellipse"] = True
    return table


def _xml_properties(element: Element) -> list[dict[str, Any]]:
    return [
        {"name": one.get("name", ""), "value": one.get("value", one.text or "")}
        for one in element.findall("properties/property")
    ]
