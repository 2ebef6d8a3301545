"""Maps of Tiled become scenarios: layers however they are packed, what tiles, layers and objects say."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given

from sim.core.errors import BadInput
from sim.importers.protocol import LARGEST, Imported
from sim.importers.sides import people
from sim.importers.tiled import terrains, tiled
from sim.scenario.loader import Loaded, parse
from tests.importers.plays import fought
from tests.importers.spoilt import answered, cut, nested, spoilt, told

SEWERS = Path(__file__).parent / "data" / "sewers.tmx"
WISHES = people(["heroes=fighter-1@a1", "foes=orc@d3"], (), "d20")
TILES = [1, 2, 1, 1, 3, 1, 0x80000002, 1, 1, 0, 1, 1]
"""Four by three: floor, two walls of which one is turned over, rubble, a square without any."""


def layer(data: Any, **more: Any) -> dict[str, Any]:
    return {"type": "tilelayer", "name": "ground", "width": 4, "height": 3, "data": data} | more


def room(*layers: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A map of four by three tiles of 32 pixels, whose second tile is a wall and whose third is rubble."""
    tiles = [
        {"id": 1, "properties": [{"name": "terrain", "type": "string", "value": "wall"}]},
        {"id": 2, "type": "rubble"},
        {"id": 3, "properties": [{"name": "difficult", "type": "bool", "value": True}]},
    ]
    return {
        "orientation": "orthogonal", "width": 4, "height": 3, "tilewidth": 32, "tileheight": 32, "infinite": False,
        "tilesets": [{"firstgid": 1, "name": "set", "tiles": tiles}], "layers": list(layers) or [layer(TILES)],
    } | more  # fmt: skip


def objects(*found: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "objectgroup", "name": "tokens", "objects": list(found)} | more


def read(document: dict[str, Any], **said: str) -> Imported:
    return tiled(json.dumps(document).encode(), "x.json", WISHES, said)


def loaded(found: Imported) -> Loaded:
    return parse(found.text)


def drawn(found: Imported) -> tuple[str, ...]:
    return loaded(found).scenario.map.rows


def test_the_sewers_play_audit_clean_and_replay(tmp_path: Path) -> None:
    """The real map, of which it is said that tile 28 is solid and tile 34 water."""
    made = fought(
        tmp_path, SEWERS, "tiled", "--terrain", "28=wall", "--terrain", "34=water", "--side", "rats=dire-rat:4"
    )
    rows = parse(made).scenario.map.rows

    assert (len(rows), len(rows[0])) == (50, 50)
    assert sum(row.count("#") for row in rows) == 2049
    assert rows[0].startswith("..ww...w.##.....####")


def test_tiles_of_which_nothing_is_said_are_floor_and_told() -> None:
    """All of the real map is floor, and every number is named, the commonest first."""
    found = tiled(SEWERS.read_bytes(), "sewers.tmx")

    assert {symbol for row in drawn(found) for symbol in row} == {"."}
    assert found.unread[0].startswith("tiles of which nothing is said are floor: 28 (2049 times), 13 (88 times)")


def test_a_tile_is_what_its_properties_or_its_class_say() -> None:
    """Turned over it is the same; a square without any tile is a wall."""
    found = read(room())

    assert drawn(found) == (".#..", ":.#.", ".#..")
    assert "1 squares without any tile are walls" in found.decided


def zstd(raw: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(raw)


PACKED: dict[str, Callable[[bytes], bytes]] = {"": bytes, "gzip": gzip.compress, "zlib": zlib.compress, "zstd": zstd}


@pytest.mark.parametrize("packing", PACKED)
def test_a_layer_is_the_same_however_it_is_packed(packing: str) -> None:
    """Base64 of little-endian numbers, bare or packed."""
    data = base64.b64encode(PACKED[packing](struct.pack("<12I", *TILES))).decode()

    assert read(room(layer(data, encoding="base64", compression=packing))).text == read(room()).text


def test_without_the_library_a_packed_layer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence says how to get it, and what to do without."""
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(BadInput, match=r"`pip install maraud\[zstd\]`, or save it as zlib"):
        read(room(layer("AAAA", encoding="base64", compression="zstd")))


def test_xml_and_json_of_a_map_are_the_same() -> None:
    """Tiles as csv, as elements, and as the numbers of JSON."""
    head = (
        '<?xml version="1.0"?><!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">'
        '<map orientation="orthogonal" width="4" height="3" tilewidth="32" tileheight="32" infinite="0">'
        '<tileset firstgid="1" name="set"><tile id="1"><properties><property name="terrain" value="wall"/></properties>'
        '</tile><tile id="2" class="rubble"/></tileset><layer name="ground" width="4" height="3">'
    )
    csv = f'<data encoding="csv">{",".join(map(str, TILES))}</data>'
    elements = "<data>" + "".join(f'<tile gid="{tile}"/>' for tile in TILES) + "</data>"
    made = [tiled(f"{head}{data}</layer></map>".encode(), "x.json", WISHES).text for data in (csv, elements)]

    assert made == [read(room()).text] * 2


def test_a_map_without_end_is_cut_to_what_is_drawn() -> None:
    """Chunks with negative places, of which one is empty."""
    chunks = [
        {"x": -16, "y": -1, "width": 2, "height": 3, "data": [1, 2, 3, 1, 1, 1]},
        {"x": -14, "y": -1, "width": 2, "height": 3, "data": [1, 1, 2, 1, 1, 1]},
        {"x": 900, "y": 900, "width": 2, "height": 3, "data": [0] * 6},
    ]
    found = read(room({"type": "tilelayer", "name": "ground", "chunks": chunks}, infinite=True))

    assert drawn(found) == (".#..", ":.#.", "....")
    assert "the map has no end: it is cut to what is drawn, 4 by 3 from -16, -1" in found.decided


def test_a_layer_may_be_named_after_its_terrain() -> None:
    """Upper layers cover lower ones, those of groups too; a wish for a tile or a layer stands before both."""
    plain, walls = layer([9] * 12), layer([0, 5] + [0] * 10, name="Walls")
    dark = layer([0] * 11 + [9], name="dark")
    found = read(room(plain, {"type": "group", "name": "upper", "layers": [walls, dark]}), **{"9": ":"})

    assert drawn(found) == (":#::", "::::", "::::")
    assert loaded(found).scenario.map.light[2] == "bbbd"
    assert drawn(read(room(plain, walls), Walls="T"))[0] == ".T.."


def test_objects_are_creatures_start_places_terrain_and_lines() -> None:
    """By class, type or name; a tile that is an object stands on its lower edge."""
    found = read(
        room(
            layer([1] * 12),
            objects(
                {"name": "Wolf 2", "x": 70, "y": 10, "point": True},
                {"type": "ogre", "gid": 7, "x": 32, "y": 96, "width": 64, "height": 64},
                {"class": "rubble", "x": 96, "y": 0, "width": 32, "height": 32},
                {"type": "door", "x": 32, "y": 0, "polyline": [{"x": 0, "y": 0}, {"x": 0, "y": 32}]},
                {"type": "wall", "x": 0, "y": 64, "width": 32, "height": 0},
                {"name": "beholder", "x": 1, "y": 1},
                {"type": "wall", "x": 5, "y": 0, "polyline": [{"x": 0, "y": 0}, {"x": 32, "y": 32}]},
                properties=[{"name": "side", "value": "Beasts"}],
            ),
        )
    )
    fight = loaded(found).scenario

    assert {placed.sheet.id: placed.square for placed in fight.creatures if placed.sheet.side == "beasts"} == {
        "wolf-1": 2,
        "ogre-1": 6,
    }
    assert {(edge.square, edge.side, edge.kind) for edge in fight.map.edges} == {
        ("b1", "w", "door"),
        ("a3", "n", "wall"),
    }
    assert fight.map.rows[0] == "...:"
    assert [line for line in found.unread if "object" in line] == [
        "object 6 of layer 'tokens' at a1: beholder is no creature of the bestiary, no terrain and no start place",
        "object 7 of layer 'tokens' is a line that is not played: it leaves the borders",
    ]


def test_what_is_moved_hidden_or_turned_is_told() -> None:
    """Layers are read where they were, and objects upright."""
    round_ = objects({"type": "rubble", "x": 0, "y": 0, "width": 32, "height": 32, "ellipse": True, "rotation": 45})
    told_ = read(room(layer([1] * 12, visible=False, offsetx=16), round_))

    assert "layer 'ground' is hidden, and read all the same" in told_.decided
    for words in ("layer 'ground' is moved by offsetx", "its ellipse", "its rotation"):
        assert words in " ".join(told_.unread)


def test_a_start_place_is_where_a_side_spreads() -> None:
    """Named in a wish, or taken in the order of the map."""
    start = objects({"type": "start", "name": "gate", "x": 64, "y": 0, "width": 64, "height": 32})
    document = json.dumps(room(layer([1] * 12), start)).encode()
    sides = people(["orcs=orc:2@a1", "guards=fighter-1:2@gate"], (), "d20")

    squares = [placed.square for placed in parse(tiled(document, "x.json", sides).text).scenario.creatures]
    assert squares[2:] == [2, 3]


def test_the_older_dialect_is_read() -> None:
    """Layers called Layer and ObjectGroup, properties as a table of texts, other letters in the size of tiles."""
    said = {"1": {"solid": "true"}, "2": {"terrain": "rubble"}}
    for tileset in ({"firstgid": 1, "tileproperties": said}, {"firstgid": 1, "properties": said}):
        block = {"name": "Block1", "properties": {"solid": "true"}, "x": 64, "y": 64, "width": 32, "height": 32}
        document = room(layer(TILES, type="Layer"), {"type": "ObjectGroup", "objects": [block]}, tilesets=[tileset])
        document |= {"tileWidth": document.pop("tilewidth"), "tileHeight": document.pop("tileheight")}

        assert drawn(read(document)) == (".#..", ":.#.", ".##.")


def test_another_file_is_never_opened(tmp_path: Path) -> None:
    """A tileset that stands elsewhere is told, though it is there."""
    (tmp_path / "walls.tsj").write_text('{"tiles": [{"id": 0, "type": "wall"}]}', "utf-8")
    found = read(room(tilesets=[{"firstgid": 1, "source": str(tmp_path / "walls.tsj")}]))

    assert any("is another file, and none is opened" in line for line in found.unread)
    assert "#" not in drawn(found)[0]


def bomb(raw: int, packing: str) -> bytes:
    """A layer of twelve tiles that would become so many bytes."""
    data = base64.b64encode(PACKED[packing](bytes(raw))).decode()
    return json.dumps(room(layer(data, encoding="base64", compression=packing))).encode()


BOMBS = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
HOSTILE = {
    "nothing": b"",
    "too long": b"<" * (LARGEST + 1),
    "no map": b"<html/>",
    "truncated": SEWERS.read_bytes()[:700],
    "elements 10,000 deep": b"<map>" * 10_000,
    "brackets 10,000 deep": nested("layers"),
    "an entity bomb": f'<!DOCTYPE map [<!ENTITY a "x">{BOMBS}]><map>&j;</map>'.encode(),
    "an entity of a file": b'<!DOCTYPE map [<!ENTITY a SYSTEM "file:///etc/passwd">]><map>&a;</map>',
    "a gzip bomb": bomb(50_000_000, "gzip"),
    "a zlib bomb": bomb(50_000_000, "zlib"),
    "a zstd bomb": bomb(50_000_000, "zstd"),
    "bare, too much": bomb(52, ""),
    "a claim of 1 GB": json.dumps(room(width=32_768, height=32_768)).encode(),
    "a layer of 1 GB": json.dumps(room(layer("", width=32_768, height=32_768))).encode(),
    "lines over and over": json.dumps(
        room(
            layer(TILES),
            objects({"type": "wall", "x": 0, "y": 0, "polyline": [{"x": 0, "y": 0}, {"x": 9600, "y": 0}] * 999}),
        )
    ).encode(),
    "hexagons": json.dumps(room(orientation="hexagonal")).encode(),
    "no base64": json.dumps(room(layer("!", encoding="base64"))).encode(),
    "another packing": json.dumps(room(layer("AAAA", encoding="base64", compression="lzma"))).encode(),
    "damaged": json.dumps(room(layer("AAAA", encoding="base64", compression="zlib"))).encode(),
    "no csv": json.dumps(room(layer("1,2,x", encoding="csv"))).encode(),
    "tiles of no size": json.dumps(room(tilewidth=0)).encode(),
    "tiles of next to no size": json.dumps(room(tilewidth=1.0)).replace("1.0", "1e-999999").encode(),
    "chunks far apart": json.dumps(
        room(
            {"type": "tilelayer", "chunks": [{"x": x, "y": 0, "width": 1, "height": 1, "data": [1]} for x in (0, 999)]}
        )
        | {"infinite": True}
    ).encode(),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_map_is_one_sentence(what: str) -> None:
    """Whatever is thrown at it, the answer is short."""
    with pytest.raises(BadInput) as caught:
        tiled(HOSTILE[what], "x.json")

    assert len(str(caught.value)) < 400
    assert "\n" not in str(caught.value)


def test_a_map_cut_anywhere_is_a_map_or_one_sentence() -> None:
    """Thirty beginnings of the real map."""
    for piece in cut(SEWERS.read_bytes(), 30):
        answered(tiled, piece)


@given(spoilt(room(layer(TILES), objects({"name": "orc", "x": 5, "y": 5, "polyline": [{"x": 0, "y": 0}]}))))
def test_a_map_with_anything_wrong_is_a_map_or_one_sentence(data: bytes) -> None:
    """Up to three values of other kinds than belong there."""
    answered(tiled, data)


def test_a_wish_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """What is no terrain is refused before the map is read; a tile that there is not is told."""
    assert terrains(["28=deep water", "Top=T"]) == {"28": "~", "Top": "T"}
    assert "write TILE=TERRAIN" in told(["import", "tiled", str(SEWERS), "--terrain", "28=lava"], capsys)
    assert "--terrain 77: there is no such tile or layer" in read(room(), **{"77": "#"}).unread
