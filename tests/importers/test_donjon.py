"""Dungeons of donjon's become scenarios: bits and codes of squares, rooms with their monsters, stairs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import BadInput
from sim.importers.donjon import donjon
from sim.importers.protocol import LARGEST, Imported
from sim.importers.sides import NO_WISHES, people
from sim.scenario.loader import parse
from tests.importers.plays import fought
from tests.importers.spoilt import answered, cut, nested, spoilt, told

WELL = Path(__file__).parent / "data" / "well.json"
"""
Two rooms and a corridor, with bits of numbers that are not those of donjon: a file says itself what they mean::

    ##########
    #...#....#
    #...D.##.#      D door, L locked, S secret, P portcullis
    #...#.##.#      A archway, u and d stairs up and down
    ##L#####S#
    #....P...#
    #u###A##d#
    ##########
"""


def dungeon(**changes: Any) -> dict[str, Any]:
    return json.loads(WELL.read_text("utf-8")) | changes


def read(document: dict[str, Any], *sides: str, room: str = "") -> Imported:
    return donjon(json.dumps(document).encode(), "x.json", people(sides, (), "d20"), room)


def edges(found: Imported) -> set[tuple[str, str, str]]:
    return {(edge.square, edge.side, edge.kind) for edge in parse(found.text).scenario.map.edges}


def standing(found: Imported) -> dict[str, str]:
    ground = parse(found.text).scenario.map
    stride = len(ground.rows[0]) + 1
    return {
        placed.sheet.id: f"{chr(97 + placed.square % stride)}{placed.square // stride + 1}"
        for placed in parse(found.text).scenario.creatures
    }


def test_a_dungeon_plays_audits_clean_and_replays(tmp_path: Path) -> None:
    """As JSON, imported by the command with heroes strong enough to find out."""
    assert "The Well" in fought(tmp_path, WELL, "donjon", "--side", "heroes=fighter-5:3", "--as", "Zorg=goblin")


def test_bits_are_what_the_file_says_they_are() -> None:
    """Doors stand on the border by which a passage enters their square; an archway is open."""
    found = read(dungeon())

    assert parse(found.text).scenario.map.rows[3:7] == ("#...#.##.#", "##.#####.#", "#........#", "#.###.##.#")
    assert edges(found) == {
        ("e3", "w", "door"),
        ("c5", "n", "locked-door"),
        ("i5", "n", "door"),
        ("f6", "w", "window"),
    }


def test_monsters_stand_in_their_room_and_heroes_on_the_stairs_up() -> None:
    """From its middle outwards, each in squares of its own; those whom the bestiary lacks are told."""
    found = read(dungeon(), "heroes=fighter-1", "late=fighter-1@stairs-down")
    places = standing(found)

    assert {who: places[who] for who in ("fighter-1-1", "fighter-1-2")} == {"fighter-1-1": "b7", "fighter-1-2": "i7"}
    assert all(place[0] in "bcd" and place[1] in "234" for who, place in places.items() if "fighter" not in who)
    for words in (
        "1 x Zorg: the bestiary has none",
        "Pit Trap is not played",
        "Fire Trap on a door",
        "1 x Ghoul, lost",
    ):
        assert words in " ".join(found.unread)


def test_a_margin_around_the_dungeon_moves_its_rooms() -> None:
    """Its rows are more than it says that it has: half of the rest lies in the north, and in the west."""
    cells = [[0] * 14] * 2 + [[0, 0, *row, 0, 0] for row in dungeon()["cells"]] + [[0] * 14] * 2

    assert standing(read(dungeon(cells=cells), "heroes=fighter-1"))["ogre-1"] == "e5"


def test_a_room_alone_is_cut_out() -> None:
    """With what is around it, and its own monsters; another number is refused with those that there are."""
    empty = [[0] * 60] * 40
    cells = [row + [0] * 50 for row in dungeon()["cells"]] + empty
    found = read(dungeon(cells=cells, settings={"n_rows": 48}), room="2")

    assert len(parse(found.text).scenario.map.rows[0]) == 21
    assert not any("ogre" in who for who in standing(found))
    with pytest.raises(BadInput, match=r"has no room '7': its rooms are 1, 2"):
        read(dungeon(), room="7")


def test_light_and_scale_are_told() -> None:
    """Shadowy everywhere; a square of 10 ft. is drawn as one."""
    found = read(dungeon())

    assert parse(found.text).scenario.map.light[0] == "s" * 10
    assert "a square of the dungeon is 10 ft. there and 5 ft. here, as it is drawn" in found.decided


def test_a_table_names_the_sides_of_doors() -> None:
    """Floor, doors and their sides, stairs; trailing squares may be missing; an unknown code is told."""
    table = "F\tF\tF\tDL\tF\tF\n\tDST\t\t\tDPB\nSUU\tF\tF\tF\tSD\tXX\n\t\t\t\tF"
    found = donjon(table.encode(), "well.tsv", people(["heroes=fighter-1", "foes=orc"], (), "d20"))

    assert parse(found.text).scenario.map.rows == ("......", "#.##.#", "......", "####.#")
    assert edges(found) == {("d1", "w", "door"), ("b2", "n", "door"), ("e3", "n", "window")}
    assert standing(found) == {"fighter-1-1": "a3", "orc-1": "e3"}
    assert "row 3, column 6: 'XX' is floor" in found.unread


HOSTILE = {
    "nothing": b"",
    "too long": b"\t" * (LARGEST + 1),
    "no dungeon": b"{}",
    "no bits": json.dumps(dungeon(cell_bit={})).encode(),
    "brackets 10,000 deep": nested("cells"),
    "truncated": json.dumps(dungeon()).encode()[:500],
    "too wide": json.dumps(dungeon(cells=[[2] * 201])).encode(),
    "too high": b"F\tF\n" * 201,
    "no numbers": json.dumps(dungeon(cells=[["2"]])).encode(),
    "all rock": json.dumps(dungeon(cells=[[1] * 9] * 9, rooms=[])).encode(),
    "a thousand ogres": json.dumps(
        dungeon(rooms=[{"id": 1, "contents": {"detail": {"monster": ["501 x Ogre", "500 x Ogre"]}}}], cells=[[2] * 3])
    ).encode(),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_dungeon_is_one_sentence(what: str) -> None:
    """Whatever is thrown at it, the answer is short."""
    with pytest.raises(BadInput) as caught:
        donjon(HOSTILE[what], "x.json")

    assert len(str(caught.value)) < 400
    assert "\n" not in str(caught.value)


def test_a_dungeon_cut_anywhere_is_a_map_or_one_sentence() -> None:
    """Thirty beginnings."""
    for piece in cut(json.dumps(dungeon()).encode(), 30):
        answered(donjon, piece)


@given(spoilt(dungeon()))
def test_a_dungeon_with_anything_wrong_is_a_map_or_one_sentence(data: bytes) -> None:
    """Up to three values of other kinds than belong there."""
    answered(donjon, data)


@given(spoilt(dungeon()), st.sampled_from(["1", "2", "x"]))
def test_a_room_of_a_dungeon_with_anything_wrong_is_a_map_or_one_sentence(data: bytes, room: str) -> None:
    """A room is cut out only where it lies on the map."""
    answered(lambda content, where: donjon(content, where, NO_WISHES, room), data)


def test_the_command_refuses_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table has no rooms."""
    file = tmp_path / "well.tsv"
    file.write_text("F\tF\n", "utf-8")

    assert "is a table without rooms" in told(["import", "donjon", str(file), "--room", "1"], capsys)
