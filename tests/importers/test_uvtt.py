"""Maps in the Universal VTT format become scenarios that play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.cli.main import main
from sim.core.errors import BadInput
from sim.grid.cover import cover
from sim.grid.terrain import Ground
from sim.importers.protocol import LARGEST_MAP, Imported
from sim.importers.sides import people
from sim.importers.uvtt import uvtt
from sim.scenario.loader import parse, rows
from tests.importers.spoilt import answered, cut, nested, spoilt, told

CAVE = Path(__file__).parent / "data" / "cave.dd2vtt"


def point(x: float, y: float) -> dict[str, float]:
    return {"x": x, "y": y}


def room(**changes: Any) -> dict[str, Any]:
    """A map of 6 by 4 squares with a wall down its middle and a door in that."""
    return {
        "format": 0.3,
        "resolution": {"map_origin": point(0, 0), "map_size": point(6, 4), "pixels_per_grid": 70},
        "line_of_sight": [[point(3, 0), point(3, 1)], [point(3, 2), point(3, 4)]],
        "portals": [
            {"position": point(3, 1.5), "bounds": [point(3, 1), point(3, 2)], "rotation": -1.5708, "closed": True}
        ],
    } | changes


def read(document: dict[str, Any], **wishes: Any) -> Imported:
    return uvtt(json.dumps(document).encode(), "room.uvtt", **wishes)


def edges(found: Imported) -> list[tuple[str, str, str]]:
    return [(edge.square, edge.side, edge.kind) for edge in parse(found.text).scenario.map.edges]


def test_the_cave_is_decided_as_drawn() -> None:
    """The real map: its size, its three doors, its pillars, and how much of its walls lies off the grid."""
    found = uvtt(CAVE.read_bytes(), "cave.dd2vtt")
    figures = parse(found.text).scenario.map
    assert (len(figures.rows[0]), len(figures.rows)) == (20, 20)
    assert found.decided[0].startswith("247 pieces of wall, 31 of them along borders of squares")
    assert "3 doors, on 5 borders: " in " ".join(found.decided)
    assert figures.rows[10][8] == "#"
    assert ("k12", "n", "wall") in edges(found)


def test_the_cave_plays_audits_clean_and_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The real map, imported by the command, is fought on, audited and run again."""
    scenario, log = str(tmp_path / "cave.toml"), str(tmp_path / "cave.jsonl")
    assert main(["import", "uvtt", str(CAVE), "--out", scenario]) == 0
    assert main(["scenario", "check", scenario]) == 0
    assert main(["fight", scenario, "--seed", "5", "--quiet", "--out", log]) == 0
    assert main(["audit", log]) == 0
    assert main(["rerun", log]) == 0
    assert "0 findings" in capsys.readouterr().out


def test_walls_and_doors_are_edges() -> None:
    """A wall on the grid is an edge of each square along it, a portal a door, closed or open."""
    assert edges(read(room())) == [("d1", "w", "wall"), ("d2", "w", "door"), ("d3", "w", "wall"), ("d4", "w", "wall")]
    ajar = room()["portals"][0] | {"closed": False}
    assert ("d2", "w", "open-door") in edges(read(room(portals=[ajar])))


def test_objects_stand_in_the_way_like_walls() -> None:
    """A pillar around the middle of a square fills it."""
    pillar = [point(1.2, 1.2), point(1.8, 1.2), point(1.8, 1.8), point(1.2, 1.8), point(1.2, 1.2)]
    assert parse(read(room(objects_line_of_sight=[pillar])).text).scenario.map.rows[1][1] == "#"


def test_a_pillar_between_squares_gives_cover() -> None:
    """A pillar on the corner of four squares shuts nothing, and stands in the way of shots as it was drawn."""
    pillar = [point(1.8, 2), point(2, 1.8), point(2.2, 2), point(2, 2.2), point(1.8, 2)]
    found = read({"resolution": {"map_size": point(4, 4)}, "line_of_sight": [pillar]})
    figures = parse(found.text).scenario.map
    assert len(figures.strokes) == 4
    ground = Ground.of(figures)
    between = (cover(ground, ground.square(a), 1, ground.square(b), 1, melee_adjacent=False) for a, b in PAIRS)
    assert [one.kind for one in between] == ["cover", "none", "none"]
    assert not figures.edges


PAIRS = (("a1", "d4"), ("a1", "d1"), ("a1", "a4"))


def test_walls_along_borders_and_within_rock_need_no_strokes() -> None:
    """What borders and rock say already is not drawn once more."""
    pillar = [point(1.2, 1.2), point(1.8, 1.2), point(1.8, 1.8), point(1.2, 1.8), point(1.2, 1.2)]
    assert "strokes" not in read(room(objects_line_of_sight=[pillar])).text


def moved(by: float) -> dict[str, Any]:
    """The room as it is drawn so many squares further on."""
    document = room()
    for points in (*document["line_of_sight"], document["portals"][0]["bounds"]):
        for one in points:
            one["x"] += by
            one["y"] += by
    document["resolution"]["map_origin"] = point(by, by)
    return document


def test_a_cropped_map_is_the_same_map() -> None:
    """The origin is taken off, unless the file has done that already."""
    plain = edges(read(room()))
    assert edges(read(moved(12))) == plain
    taken = room()
    taken["resolution"]["map_origin"] = point(12, 12)
    found = read(taken)
    assert edges(found) == plain
    assert "already" in " ".join(found.decided)


def test_a_map_may_lack_all_but_its_size() -> None:
    """Keys that some programs leave out, nulls, formats as texts and the mark of UTF-8 are no faults."""
    bare = {"format": "1.0", "resolution": {"map_size": point(5, 5)}, "lights": None}
    found = uvtt(b"\xef\xbb\xbf" + json.dumps(bare).encode(), "bare.uvtt")
    assert not found.warnings
    assert rows(found.text.split('"""')[1]) == (".....",) * 5


def test_lamps_light_a_dark_map_and_walls_keep_their_light_in() -> None:
    """Bright to half the range, dim to all of it, and dark behind the closed door."""
    lamp = {"position": point(1.5, 1.5), "range": 2, "intensity": 1, "color": "ffffffff", "shadows": True}
    dark = room(environment={"ambient_light": "ff000000"}, lights=[lamp | {"range": 4}])
    light = parse(read(dark).text).scenario.map.light
    assert light[1] == "bbbddd"
    assert light[3] == "sbsddd"
    assert not parse(read(dark, bright=True).text).scenario.map.light
    through = room(environment={"ambient_light": "ff000000"}, lights=[lamp | {"range": 4, "shadows": False}])
    assert parse(read(through).text).scenario.map.light[1] == "bbbbss"


def test_sides_are_those_asked_for() -> None:
    """``--side`` names who fights, and where they begin."""
    wishes = people(["goblins=goblin:2@f4", "guards=fighter-1:1@a1"], [], "d20")
    scenario = parse(read(room(), wishes=wishes).text).scenario
    assert [(one.sheet.side, one.sheet.id) for one in scenario.creatures] == [
        ("goblins", "goblin-1"), ("goblins", "goblin-2"), ("guards", "fighter-1-1"),
    ]  # fmt: skip


def test_what_is_not_played_is_listed() -> None:
    """The picture and keys that nobody knows are told."""
    found = read(room(image="aGVsbG8=", effects=[1]))
    assert found.unread == ("the picture", "effects: nothing here plays it")


def test_an_ambient_light_that_is_no_color_is_told() -> None:
    """A map with such a light is bright, with a warning."""
    assert "'red' is no color" in read(room(environment={"ambient_light": "red"})).warnings[0]


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (room(resolution={"map_size": point(1e9, 4)}), "below 1000000"),
        (room(resolution={"map_size": point(900000, 900000)}), "900000 by 900000 squares"),
        (room(resolution={"map_size": point(-3, 4)}), "no squares"),
        (room(resolution={}), "resolution.map_size is missing"),
        (room(line_of_sight=[[{"x": "a", "y": 1}]]), "line_of_sight"),
        (room(line_of_sight=[[point(0, 0), {"x": "NaN", "y": 1}]]), "NaN"),
        (room(portals=[{"bounds": [point(0, 0)]}]), "portals"),
        (room(line_of_sight=[[point(at % 99 / 7, at / 9) for at in range(30_000)]]), "pieces of wall"),
        ({"name": "no map"}, "resolution is missing"),
    ],
)
def test_a_map_that_makes_no_sense_is_one_sentence(document: dict[str, Any], said: str) -> None:
    """Sizes, numbers and keys that are wrong are refused with their name."""
    with pytest.raises(BadInput, match=said):
        read(document)


def test_a_file_longer_than_a_map_is_refused() -> None:
    """A gigabyte is not looked at: no more than the bound is read, and that is too much."""
    with pytest.raises(BadInput, match="longer than"):
        uvtt(b" " * (LARGEST_MAP + 1), "x.uvtt")


@pytest.mark.parametrize("data", [nested("line_of_sight"), nested("x"), b"[" * 10_000, b'{"resolution": NaN}', b"\xff"])
def test_hostile_files_are_one_sentence(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Brackets without end, no numbers, no text: exit 2, one line, nothing written."""
    (tmp_path / "x.uvtt").write_bytes(data)
    told(["import", "uvtt", str(tmp_path / "x.uvtt"), "--out", str(tmp_path / "y.toml")], capsys)
    assert not (tmp_path / "y.toml").exists()


def test_the_cave_cut_anywhere_is_one_sentence() -> None:
    """Every beginning of the real file is refused."""
    for data in cut(CAVE.read_bytes(), 150):
        assert "not valid JSON" in answered(uvtt, data)


@given(spoilt(room(lights=[{"position": point(1, 1), "range": 2}], environment={"ambient_light": "ff000000"})))
def test_a_spoilt_map_is_read_or_refused(data: bytes) -> None:
    """Whatever is wrong, wherever: a scenario that can be read, or one sentence."""
    said = answered(uvtt, data)
    assert said.startswith("x.json") or parse(said)


@given(st.binary(max_size=60))
def test_bytes_are_no_map(data: bytes) -> None:
    """Bytes from nowhere are one sentence."""
    assert answered(uvtt, data).startswith("x.json")
