"""Maps in letters become scenarios: drawings with a legend, and the YAML of natural20."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import BadInput
from sim.importers.protocol import Imported
from sim.importers.sides import people
from sim.importers.text import LARGEST, text
from sim.scenario.loader import Loaded, parse
from tests.importers.plays import fought
from tests.importers.spoilt import WRONG, answered, changed, cut, paths, told

DATA = Path(__file__).parent / "data"
THIN, GOBLINS = DATA / "thin-walls.yml", DATA / "goblins.yml"
CELLAR = (DATA / "cellar.txt").read_text("utf-8")


def read(drawing: str, *sides: str) -> Imported:
    return text(drawing.encode(), "the map", people(sides, (), "d20"))


def yml(*rows: str, **more: Any) -> Imported:
    """A map of natural20 with these rows, on which nobody stands yet."""
    room = {"heroes": "heroes=fighter-1@a1", "foes": "foes=orc@b1"}
    document = {"name": "A map", "map": {"base": list(rows)}} | more
    return text(yaml.safe_dump(document, allow_unicode=True).encode(), "the map", people(room.values(), (), "d20"))


def loaded(found: Imported) -> Loaded:
    return parse(found.text)


def edges(found: Imported) -> set[tuple[str, str, str]]:
    return {(edge.square, edge.side, edge.kind) for edge in loaded(found).scenario.map.edges}


def standing(found: Imported) -> dict[str, int]:
    return {placed.sheet.id: placed.square for placed in loaded(found).scenario.creatures}


def test_the_map_with_thin_walls_plays_audits_clean_and_replays(tmp_path: Path) -> None:
    """The real map: walls and doors stand on borders, a border that is a wall here and a door there is told."""
    made = fought(tmp_path, THIN, "text")
    found = text(THIN.read_bytes(), "thin-walls.yml")

    assert made == found.text
    assert {("b4", "w", "door"), ("c7", "n", "door"), ("b3", "n", "wall"), ("b3", "w", "wall")} <= edges(found)
    assert found.warnings == ("side n of d5: here a wall, there a door; it is a wall",)


def test_the_map_with_goblins_plays_audits_clean_and_replays(tmp_path: Path) -> None:
    """The real map: goblins keep their 40 hit points, the places of players are those of heroes."""
    fought(tmp_path, GOBLINS, "text", "--side", "heroes=fighter-5:4")
    sheets = [placed.sheet for placed in loaded(text(GOBLINS.read_bytes(), "goblins.yml")).scenario.creatures]

    assert [sheet.hit_points for sheet in sheets if "goblin" in sheet.id] == [40] * 5
    assert [sheet.id for sheet in sheets if sheet.side == "heroes"] == [f"fighter-1-{number}" for number in range(1, 5)]


def test_a_drawing_has_a_legend() -> None:
    """Creatures, start places, and our own letters for terrain."""
    found = read(CELLAR)

    assert loaded(found).scenario.map.rows == ("######", "#..w.#", "#....+", "######")
    assert {"goblin-1", "fighter-1-1"} <= standing(found).keys()


def test_blanks_are_walls_unless_they_part_letters() -> None:
    """A drawing with a blank behind each letter is as wide as it has letters; others are filled up."""
    assert loaded(read(". . .\n. . .", "a=orc@a1", "b=orc@c1")).scenario.map.rows == ("...", "...")
    assert loaded(read("...\n. .", "a=orc@a1", "b=orc@c1")).scenario.map.rows == ("...", ".#.")


@pytest.mark.parametrize(
    ("letter", "walls", "doors"),
    [("┌", "nw", ""), ("┴", "s", ""), ("╒", "w", "n"), ("╙", "s", "w"), ("║", "", "w"), ("═", "", "n")],
)
def test_a_box_letter_is_walls_and_doors_on_its_sides(letter: str, walls: str, doors: str) -> None:
    """A line along a side is a wall there, a double one a door."""
    found = read(f"...\n.{letter}.\n...", "a=orc@a1", "b=orc@c1")
    same = {("s", "b2"): ("n", "b3"), ("e", "b2"): ("w", "c2")}
    expected = [
        (*same.get((side, "b2"), (side, "b2")), kind)
        for sides, kind in ((walls, "wall"), (doors, "door"))
        for side in sides
    ]

    assert edges(found) == {(square, side, kind) for side, square, kind in expected}


def test_what_the_legend_says_of_a_door_holds() -> None:
    """State, lock, side and border of an entry stand before what its letter looks like."""
    legend = {
        "=": {"type": "stone_wall_door", "door_pos": 1, "state": "open"},
        "║": {"type": "stone_wall_door", "door_pos": 3, "locked": True, "border": [1, 0, 0, 0]},
        "o": {"type": "door_bottom", "window": [1, 0, 0, 0]},
        "p": {"type": "portcullis_r"},
    }
    found = yml(".....", ".=.║.", "p.o..", legend=legend)

    assert edges(found) == {
        ("c2", "w", "open-door"), ("d2", "w", "locked-door"), ("d2", "n", "wall"), ("c3", "n", "window"),
        ("c3", "s", "door"), ("b3", "w", "window"),
    }  # fmt: skip


def test_layers_lie_over_each_other_and_objects_are_terrain() -> None:
    """Water below, a barrel above; what is neither terrain nor creature is floor, and told."""
    legend = {"w": {"type": "water"}, "o": {"type": "barrel"}, "S": {"type": "switch", "name": "Lever"}}
    found = yml(
        "...", "ww.", map={"base": ["...", "ww."], "base_1": ["...", ".oS"], "illumination": 0.5}, legend=legend
    )
    figures = loaded(found).scenario.map

    assert (figures.rows, figures.light) == (("...", "w%."), ("sss", "sss"))
    assert "legend 'S': Lever (type switch) is floor" in found.unread


def test_a_layer_may_be_smaller_than_the_ground() -> None:
    """Nothing is where it has no letter; one that is larger is refused."""
    found = yml("...", map={"base": ["...", "..."], "meta": [".x"]})

    assert "map.meta is smaller than map.base: nothing is where it has no letter" in found.decided
    with pytest.raises(BadInput, match=r"map.meta is 4 by 1 squares where map.base is 3 by 2"):
        yml("...", map={"base": ["...", "..."], "meta": ["...."]})


def test_groups_are_sides_and_whoever_is_unknown_is_told() -> None:
    """An npc of a group stands on its side; a kind that the bestiary lacks is left out, unless it is named."""
    more = {
        "npc": [{"position": [1, 1], "sub_type": "wolf", "group": "pets"}, {"position": [2, 1], "sub_type": "zorg"}]
    }
    found = yml("....", "....", **more)

    assert [placed.sheet.side for placed in loaded(found).scenario.creatures] == ["pets", "heroes", "foes"]
    assert any("zorg at c2 is left out" in line for line in found.unread)
    wishes = people(["heroes=fighter-1@a1"], ["Zorg=ogre"], "d20")
    named = text(yaml.safe_dump({"map": {"base": ["...."] * 4}} | more).encode(), "the map", wishes)
    assert "ogre-1" in standing(named)


@pytest.mark.parametrize(
    ("drawing", "words"),
    [
        ("....\n...\n", "line 2 has 3 squares where line 1 has 4"),
        ("....\n.\t..\n", "line 2 has a tab at column 2"),
        ("....\n..@.\n", "line 2, square c2 holds '@', which has no meaning"),
        ("..g.\n\ng = gobblin\n", "unknown creature 'gobblin': did you mean goblin or hobgoblin?"),
        ("map:\n  base:\n    - ....\n    - ..k.\n", "map.base row 2 column 3 (square c2) holds 'k'"),
        ("map:\n  base:\n    - ....\n    - ####\n", "row 2 of map.base is empty"),
        (
            "map:\n  base: [....]\nnpc: [{sub_type: orc, position: [9, 9]}]\n",
            "npc[0] stands in column 9, row 9, off the map",
        ),
        ("map:\n  base: [....]\nnpc: [{sub_type: orc}]\n", "npc[0] has no position"),
        ("map: [\n", "not valid YAML at line 2, column 1"),
    ],
)
def test_an_error_says_where(drawing: str, words: str) -> None:
    """Line and column, or row and square."""
    with pytest.raises(BadInput) as caught:
        read(drawing)

    assert words in str(caught.value)


HOSTILE = {
    "nothing": b"",
    "too long": b"." * (LARGEST + 1),
    "another encoding": "..".encode("utf-16"),
    "lists 10,000 deep": b"map: " + b"[" * 10_000,
    "tables 10,000 deep": b"map: " + b"{a: " * 10_000,
    "aliases of aliases": b"map: &a [x]\n" + b"b: &a [*a, *a, *a]\n" * 40,
    "an object of Python": b"map: !!python/object/apply:os.system ['true']\n",
    "too wide": b"." * 201,
    "too high": b".\n" * 201,
    "a claim": b"map:\n  base: 1000000000\n",
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_map_is_one_sentence(what: str) -> None:
    """Whatever is thrown at it, the answer is short."""
    with pytest.raises(BadInput) as caught:
        text(HOSTILE[what], "x.json")

    assert len(str(caught.value)) < 400
    assert "\n" not in str(caught.value)


def test_a_map_cut_anywhere_is_a_map_or_one_sentence() -> None:
    """Thirty beginnings of each real map."""
    for file in (THIN, GOBLINS):
        for piece in cut(file.read_bytes(), 30):
            answered(text, piece)


SPOILT = yaml.safe_load(GOBLINS.read_text("utf-8")) | {"npc": [{"position": [1, 1], "sub_type": "wolf"}]}


@given(st.lists(st.tuples(st.sampled_from(list(paths(SPOILT))), st.sampled_from(WRONG)), min_size=1, max_size=3))
def test_a_map_with_anything_wrong_is_a_map_or_one_sentence(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    """Up to three values of other kinds than belong there."""
    answered(text, yaml.safe_dump(changed(SPOILT, changes), allow_unicode=True).encode())


@given(st.text(alphabet=".#gA \n=┌╙\t:w", max_size=80))
def test_any_drawing_is_a_map_or_one_sentence(drawing: str) -> None:
    """Letters in any order."""
    answered(text, drawing.encode())


def test_the_command_refuses_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is written, and it exits with 2; a wish that is none is refused before the map is read."""
    file = tmp_path / "map.txt"
    file.write_text("..\n...x\n", "utf-8")

    assert "make all rows equally long" not in told(["import", "text", str(file), "--side", "orc"], capsys)
    assert "line 2 has 4 squares" in told(["import", "text", str(file), "--out", str(tmp_path / "out.toml")], capsys)
    assert not (tmp_path / "out.toml").exists()
