"""Scenes of Foundry VTT of every version become scenarios that play, with the tokens that stand on them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from agents.cli.main import main
from sim.core.errors import BadInput
from sim.importers.foundry import foundry
from sim.importers.protocol import Imported
from sim.importers.sides import people
from sim.scenario.loader import parse
from tests.importers.spoilt import answered, cut, nested, spoilt, told

PADDING = 200
"""Pixels that a quarter of 800 takes, in whole squares of 100, along both sides of the scene."""


def wall(*ends: float, **more: Any) -> dict[str, Any]:
    """A wall between two points of the scene, in squares."""
    return {"c": [100 * at + PADDING for at in ends], "door": 0, "ds": 0, "dir": 0} | more


def token(name: str, x: float, y: float, disposition: int, **more: Any) -> dict[str, Any]:
    return {"name": name, "x": 100 * x + PADDING, "y": 100 * y + PADDING, "width": 1, "height": 1} | {
        "disposition": disposition
    } | more  # fmt: skip


def scene(version: int) -> dict[str, Any]:
    """The same scene as each version writes it: a wall with a door, a window, a curtain; a lamp; three tokens."""

    def stops(move: bool, sight: bool) -> dict[str, int]:
        if version <= 8:
            return {"move": int(move), "sense": int(sight)}
        return {"move": 20 * move, "sight": 20 * sight, "light": 20 * sight, "sound": 20 * sight}

    found: dict[str, Any] = {
        "name": "The lodge",
        "width": 800,
        "height": 600,
        "padding": 0.25,
        "tokenVision": True,
        "walls": [
            wall(4, 0, 4, 2, **stops(True, True)),
            wall(4, 2, 4, 3, **stops(True, True) | {"door": 1, "ds": 2}),
            wall(4, 3, 4, 4, **stops(True, False)),
            wall(4, 4, 4, 6, **stops(False, True)),
        ],
        "tokens": [token("Orc", 6, 1, -1), token("Orc (2)", 6, 4, -1), token("Dorn", 1, 1, 1)],
    }
    lamp = {"dim": 20, "bright": 10}
    at = {"x": 150 + PADDING, "y": 150 + PADDING}
    found["lights"] = [at | lamp if version <= 8 else at | {"config": lamp}]
    if version <= 9:
        found |= {"grid": 100, "gridType": 1, "gridDistance": 5, "gridUnits": "ft", "shiftX": 0, "shiftY": 0}
    else:
        found["grid"] = {"type": 1, "size": 100, "distance": 5, "units": "ft"}
        found["background"] = {"src": "lodge.webp", "offsetX": 0, "offsetY": 0}
    if version <= 11:
        found |= {"darkness": 1, "globalLight": False}
    else:
        found["environment"] = {"darknessLevel": 1, "globalLight": {"enabled": False}}
    return found


def read(document: Any, **wishes: Any) -> Imported:
    return foundry(json.dumps(document).encode(), "lodge.json", **wishes)


def edges(found: Imported) -> set[tuple[str, str, str]]:
    return {(edge.square, edge.side, edge.kind) for edge in parse(found.text).scenario.map.edges}


@pytest.mark.parametrize("version", [8, 9, 10, 11, 12])
def test_every_version_is_the_same_scene(version: int) -> None:
    """The lodge in the words of versions 8 to 12: one and the same scenario."""
    found = read(scene(version))
    assert edges(found) == {
        ("e1", "w", "wall"), ("e2", "w", "wall"), ("e3", "w", "locked-door"), ("e4", "w", "window"),
        ("e5", "w", "door"), ("e6", "w", "door"),
    }  # fmt: skip
    scenario = parse(found.text).scenario
    assert (len(scenario.map.rows[0]), len(scenario.map.rows)) == (8, 6)
    assert scenario.map.light[1] == "bbbbdddd"
    stride = 9
    assert [(one.sheet.side, one.sheet.id, divmod(one.square, stride)) for one in scenario.creatures] == [
        ("foes", "orc", (1, 6)), ("foes", "orc-2", (4, 6)), ("heroes", "dorn", (1, 1)),
    ]  # fmt: skip


def lone(**more: Any) -> Imported:
    """A scene with one wall between c2 and d2 that says so much of itself."""
    return read(scene(12) | {"walls": [wall(3, 1, 3, 2, **more)]})


@pytest.mark.parametrize(
    ("says", "kind"),
    [
        ({}, "wall"),
        ({"move": 1, "sense": 1}, "wall"),
        ({"move": 1, "sense": 0}, "window"),
        ({"move": 0, "sense": 1}, "door"),
        ({"move": 0, "sense": 0}, ""),
        ({"move": 2, "sense": 2}, "wall"),
        ({"move": 20, "sight": 20}, "wall"),
        ({"move": 20, "sight": 10}, "wall"),
        ({"move": 20, "sight": 0}, "window"),
        ({"move": 20, "sight": 30}, "window"),
        ({"move": 20, "sight": 40}, "window"),
        ({"move": 0, "sight": 20}, "door"),
        ({"move": 0, "sight": 30}, ""),
        ({"move": 20, "sight": 20, "dir": 1}, "wall"),
        ({"door": 1, "ds": 0}, "door"),
        ({"door": 1, "ds": 1}, "open-door"),
        ({"door": 1, "ds": 2}, "locked-door"),
        ({"door": 2, "ds": 0}, "wall"),
        ({"door": 2, "ds": 1}, "open-door"),
        ({"door": 2, "ds": 2}, "wall"),
    ],
)
def test_what_a_wall_stops_says_what_it_is(says: dict[str, int], kind: str) -> None:
    """Each mixture of steps, sight and doors has its kind of edge."""
    assert edges(lone(**says)) == ({("d2", "w", kind)} if kind else set())


@pytest.mark.parametrize(
    ("says", "said"),
    [
        ({"door": 2}, "a secret door at c2 e is a wall"),
        ({"dir": 2}, "walls with an open side, which are shut on both: 1"),
        ({"move": 0, "sight": 20}, "walls that stop sight and nobody's steps, which are doors: 1"),
        ({"sight": 10}, "walls that one can see past once, past which nobody sees: 1"),
        ({"move": 0, "sight": 0}, "walls that stop neither sight nor steps, which are left out: 1"),
    ],
)
def test_what_has_no_like_here_is_told(says: dict[str, int], said: str) -> None:
    """What was made of walls that are played otherwise stands under decided."""
    assert said in " ".join(lone(**says).decided)


def test_a_shifted_picture_moves_the_scene_and_not_the_grid() -> None:
    """Half a square of shift: squares cut in half by the border of the scene are left out."""
    found = read(scene(9) | {"shiftX": 50})
    assert parse(found.text).scenario.map.rows == ("." * 7,) * 6
    assert ("e3", "w", "locked-door") in edges(found)
    assert edges(read(scene(12) | {"background": {"offsetX": 50}})) == edges(found)


def test_without_padding_coordinates_are_those_of_the_picture() -> None:
    """A scene without padding begins at the corner of the canvas."""
    found = read({"width": 900, "height": 700, "grid": 100, "padding": 0, "walls": [{"c": [100, 0, 100, 100]}]})
    assert edges(found) == {("b1", "w", "wall")}


def test_squares_of_ten_feet_are_four_of_ours() -> None:
    """A coarser grid is divided, with all that stands on it; metres count as well."""
    for distance, unit in ((10, "ft"), (3, "m")):
        document = scene(12)
        document["grid"] |= {"distance": distance, "units": unit}
        figures = parse(read(document).text).scenario.map
        assert (len(figures.rows[0]), len(figures.rows)) == (16, 12)
        assert ("i5", "w", "locked-door") in edges(read(document))


def test_other_lengths_are_taken_for_squares() -> None:
    """A grid in miles is played square by square, and that is told."""
    document = scene(12)
    document["grid"] |= {"distance": 2, "units": "mi"}
    assert "a square of 2 mi there is one of 5 ft here" in read(document).decided


def test_tokens_that_nobody_knows_have_a_stand_in() -> None:
    """An unknown name keeps its square, and is played by what its side and size suggest, or as is asked."""
    strangers = [token("Grix", 6, 1, -1, width=2, height=2), token("Mira", 1, 1, 1), token("Vex", 5, 5, -2)]
    document = scene(12) | {"tokens": strangers}
    found = read(document)
    kinds = [line.split(": ")[0] for line in found.decided if "is played as" in line]
    assert kinds == ["Grix is played as ogre", "Mira is played as fighter-1", "Vex is played as orc"]
    asked = read(document, wishes=people([], ["Grix=troll", "Mira=rogue-1", "Vex=kobold"], "d20"))
    assert not [line for line in asked.decided if "is played as" in line]


def test_neutral_tokens_and_those_beside_the_map_take_no_part() -> None:
    """They are listed, not placed."""
    document = scene(12) | {"tokens": [token("Cook", 2, 2, 0), token("Orc", 20, 2, -1), token("Orc", 5, 2, -1)]}
    found = read(document)
    assert "Cook is neutral: it takes no part" in found.unread
    assert "Orc stands beside the map: it takes no part" in found.unread
    assert sum(one.sheet.side == "foes" for one in parse(found.text).scenario.creatures) == 1


def test_a_token_in_a_wall_stands_beside_it() -> None:
    """Whoever stands where nobody can is moved to the nearest square, and that is told."""
    document = scene(12)
    document["walls"].append(wall(5.5, 1.5, 7.5, 1.5))
    found = read(document)
    assert [line for line in found.decided if line.startswith("orc does not fit at g2")]


def test_light_follows_the_daylight_of_the_scene() -> None:
    """Global light is as bright as its darkness leaves it; tokens that need no sight make the map bright."""
    for said, light in (
        ({"environment": {"darknessLevel": 0.5, "globalLight": {"enabled": True}}}, "s"),
        ({"environment": {"darknessLevel": 0.9, "globalLight": {"enabled": True}}}, "d"),
        ({"environment": None, "globalLight": True, "darkness": 0.5}, "s"),
    ):
        assert parse(read(scene(12) | {"lights": []} | said).text).scenario.map.light[0] == light * 8
    for said in ({"tokenVision": False}, {"lights": [], "environment": None}):
        assert not parse(read(scene(12) | said).text).scenario.map.light


def test_lights_that_are_off_and_darkness_are_told() -> None:
    """Neither lights anything."""
    off, black = {"x": 300, "y": 300, "hidden": True}, {"x": 300, "y": 300, "config": {"negative": True, "dim": 10}}
    found = read(scene(12) | {"lights": [off, black]})
    assert set(found.unread) >= {"lights that are switched off: 1", "sources of darkness: 1"}


def test_a_compendium_gives_the_last_of_each_scene() -> None:
    """Lines of a ``.db``: a later line replaces an earlier one, a tombstone removes it."""
    first, second, third = ({**scene(9), "_id": one, "name": one} for one in "abc")
    lines = [first, second, third, {**second, "name": "new b"}, {"_id": "c", "$$deleted": True}]
    data = "\n".join(json.dumps(line) for line in lines).encode()
    with pytest.raises(BadInput, match="has 2 scenes: choose one with --scene, as in --scene 'a'"):
        foundry(data, "packs.db")
    assert foundry(data, "packs.db", scene="new b").names == ("new b",)
    with pytest.raises(BadInput, match="unknown scene 'b'"):
        foundry(data, "packs.db", scene="b")


def test_an_adventure_has_scenes() -> None:
    """The scenes of an exported adventure are found in it."""
    assert read({"name": "A tale", "scenes": [scene(11)]}).names == ("The lodge",)


def test_a_scene_plays_audits_clean_and_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The lodge, imported by the command, is fought by AD&D, audited and run again."""
    source, scenario, log = (str(tmp_path / name) for name in ("lodge.json", "lodge.toml", "lodge.jsonl"))
    Path(source).write_text(json.dumps(scene(10)), encoding="utf-8")
    assert main(["import", "foundry", source, "--ruleset", "adnd", "--bright", "--out", scenario]) == 0
    assert main(["fight", scenario, "--seed", "3", "--quiet", "--out", log]) == 0
    assert main(["audit", log]) == 0
    assert main(["rerun", log]) == 0
    assert "0 findings" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (scene(12) | {"width": 10**9}, "below 1000000"),
        (scene(12) | {"width": 900_000}, "9000 by 6 squares"),
        (scene(9) | {"grid": 0}, "the grid is 0 pixels wide"),
        (scene(9) | {"grid": "NaN"}, "the grid is NaN"),
        (scene(9) | {"grid": True}, "grid: size"),
        (scene(9) | {"gridDistance": 1e-9}, "must have some length"),
        (scene(9) | {"gridDistance": -5}, "must have some length"),
        (scene(12) | {"walls": [{"c": [1, 2, 3]}]}, r"walls\[0\].c"),
        (scene(12) | {"walls": [wall(0, 0, 1, at / 30_000) for at in range(30_000)]}, "30000 pieces of wall"),
        ({"type": "npc"}, "has no scene"),
        ([], "has no scene"),
        (7, "has no scene"),
    ],
)
def test_a_scene_that_makes_no_sense_is_one_sentence(document: Any, said: str) -> None:
    """Sizes, numbers and keys that are wrong are refused with their name."""
    with pytest.raises(BadInput, match=said):
        read(document)


@pytest.mark.parametrize("data", [nested("walls"), b"[" * 10_000, b'{"width": NaN}', b"{}\n{}x\n{}", b"\xff"])
def test_hostile_files_are_one_sentence(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Brackets without end, no numbers, broken lines, no text: exit 2, one line, nothing written."""
    (tmp_path / "x.json").write_bytes(data)
    told(["import", "foundry", str(tmp_path / "x.json"), "--out", str(tmp_path / "y.toml")], capsys)
    assert not (tmp_path / "y.toml").exists()


def test_a_scene_cut_anywhere_is_one_sentence() -> None:
    """Every beginning of a file is refused."""
    for data in cut(json.dumps(scene(12)).encode(), 100):
        assert answered(foundry, data).startswith("x.json")


@given(spoilt(scene(12)))
def test_a_spoilt_scene_is_read_or_refused(data: bytes) -> None:
    """Whatever is wrong, wherever: a scenario that can be read, or one sentence."""
    said = answered(foundry, data)
    assert said.startswith("x.json") or parse(said)


@given(spoilt(scene(8)))
def test_a_spoilt_old_scene_is_read_or_refused(data: bytes) -> None:
    """So with the words of version 8."""
    said = answered(foundry, data)
    assert said.startswith("x.json") or parse(said)
