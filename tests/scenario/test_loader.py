"""Scenario files: what they may say, what becomes of it, and the one sentence about whatever is wrong."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest

from agents.policies import names
from sim.core.errors import BadInput
from sim.encounter import battle_of
from sim.rules.d20.options import OPTIONS
from sim.scenario.loader import load, parse
from tests.schemas import ROOT, SCHEMAS, written

FILES = sorted((ROOT / "scenarios").rglob("*.toml"))
SIMPLE = '''
name = "Test"
map = """
A . . . .
. . . # .
. . . . B
"""
legend = { A = ".", B = "," }
%s
[[side]]
name = "ups"
[[side.creature]]
kind = "fighter-1"
name = "ann"
at = "A"
%s
[[side]]
name = "downs"
[[side.creature]]
kind = "orc"
at = "B"
%s
'''


def scenario(top: str = "", first: str = "", second: str = "") -> str:
    """A small scenario with lines added at its top, to its first side, to its second side."""
    return SIMPLE % (top, first, second)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scenario_of_the_house_is_right(path: Path) -> None:
    """Each file can be read, its policies exist, and the battle can be set up."""
    loaded = load(path, names())

    assert len(battle_of(loaded.scenario).masks) >= 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scenario_keeps_the_schema(path: Path) -> None:
    """The JSON Schema accepts what the reader accepts."""
    schema = json.loads((ROOT / "scenarios" / "scenario.schema.json").read_text("utf-8"))

    jsonschema.Draft202012Validator(schema).validate(tomllib.loads(path.read_text("utf-8")))


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_the_schemas_are_current(path: Path) -> None:
    """A schema is what ``python -m tests.schemas`` writes."""
    assert path.read_text("utf-8") == written(SCHEMAS[path]())


def test_a_letter_of_the_map_becomes_ground() -> None:
    """A start place leaves the terrain that the legend names."""
    assert parse(scenario()).scenario.map.rows == (".....", "...#.", "....,")


def test_a_place_in_the_map_is_where_its_creature_stands() -> None:
    """The letters say who begins where."""
    placed = {one.sheet.id: one.square for one in parse(scenario()).scenario.creatures}

    assert placed == {"ann": 0, "orc-1": 2 * 6 + 4}


def test_squares_of_a_place_are_taken_row_by_row() -> None:
    """Several creatures fill a place from the north-west on, numbered as they come."""
    text = scenario(
        'places = """\n.....\n.CC..\n.CC..\n"""', second='[[side.creature]]\nkind = "orc"\ncount = 3\nat = "C"'
    )
    squares = {one.sheet.id: one.square for one in parse(text).scenario.creatures}

    assert [squares[who] for who in ("orc-2", "orc-3", "orc-4")] == [7, 8, 13]


def test_a_large_creature_takes_four_squares() -> None:
    """The next one in the place finds room beside it."""
    text = scenario('places = """\n.....\nCC...\nCC...\n"""', second='[[side.creature]]\nkind = "ogre"\nat = "C"')

    assert parse(text).scenario.creatures[-1].square == 6


def test_a_creature_may_differ_from_its_kind() -> None:
    """A kind of the scenario's own changes one of the bestiary."""
    text = scenario(
        second='[[side.creature]]\nkind = "chief"\nat = "a3"\n[creatures.chief]\nbase = "orc"\nhit_points = 20'
    )

    assert parse(text).scenario.creatures[-1].sheet.hit_points == 20


def test_surprise_policy_and_persona_go_from_the_side_to_its_creatures() -> None:
    """What a creature says itself comes first."""
    loaded = parse(
        scenario(first='policy = "random"\npersona = { mercy = 9 }').replace(
            'name = "downs"', 'name = "downs"\nsurprised = true\npolicy = "nearest"\npersona = { caution = 7 }'
        )
    )
    ann, orc = loaded.scenario.creatures

    assert loaded.policies == {"ann": "random", "orc-1": "nearest"}
    assert loaded.scenario.unaware == ("orc-1",)
    assert (ann.sheet.persona["mercy"], orc.sheet.persona["caution"]) == (9, 7)


def test_an_option_at_its_default_is_not_written() -> None:
    """The header names what differs, in the order of the list."""
    loaded = parse(scenario('options = { charge-tie = "die", diagonal-count = "turn", reach-diagonal = "strict" }'))

    assert loaded.scenario.options == {"reach-diagonal": "strict", "charge-tie": "die"}


def test_every_option_is_asked_for_by_a_rule() -> None:
    """No option is there that would change nothing."""
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "sim" / "rules" / "d20").glob("*.py"))

    assert [name for name in OPTIONS if f'"{name}"' not in sources] == []
    assert [value for values in OPTIONS.values() for value in values[1:] if f'"{value}"' not in sources] == []


GIANT_MAP = "name = 'big'\nmap = '''\n" + "\n".join("." * 201 for _ in range(3)) + "\n'''\n"
TALL_MAP = "name = 'big'\nmap = '''\n" + "\n".join("..." for _ in range(201)) + "\n'''\n"
SIDES = "".join(f"[[side]]\nname = 'of-{at}'\n[[side.creature]]\nkind = 'orc'\nat = '{at}'\n" for at in ("a1", "b1"))

WRONG = {
    "no TOML": ("name = ", "not valid TOML"),
    "nested too deep": ("a = " + "[" * 100_000, "not valid TOML"),
    "a number of 5000 digits": ("a = " + "9" * 5000, "not valid TOML"),
    "nothing": ("", "name is missing"),
    "an unknown key": (scenario("weather = 'rain'"), "unknown key weather"),
    "one side": (scenario().partition('[[side]]\nname = "downs"')[0], "side"),
    "an unknown creature": (scenario().replace('"orc"', '"ork"'), "did you mean orc"),
    "two of a name": (scenario(second='[[side.creature]]\nkind="orc"\nname="ann"\nat="a3"'), "already the name"),
    "two sides of a name": (scenario().replace('"downs"', '"ups"'), "two sides"),
    "off the map": (scenario(first='[[side.creature]]\nkind="orc"\nat="k9"'), "off the map"),
    "no square": (scenario(first='[[side.creature]]\nkind="orc"\nat="9k"'), "is no square"),
    "in a wall": (scenario(first='[[side.creature]]\nkind="orc"\nat="d2"'), "cannot stand at d2"),
    "overlapping": (scenario(first='[[side.creature]]\nkind="orc"\nat="a1"'), "overlap in a1"),
    "no room for a Large one": (scenario(first='[[side.creature]]\nkind="ogre"\nat="e1"'), "2 by 2"),
    "a full place": (scenario(first='[[side.creature]]\nkind="orc"\nat="A"'), "has no room"),
    "an unknown place": (scenario(first='[[side.creature]]\nkind="orc"\nat="Z"'), "is no start place"),
    "a negative count": (scenario(second="count = -1"), "count"),
    "a huge count": (scenario(second="count = 99999999999999999999999"), "count"),
    "too many creatures": (scenario(second="count = 201"), "count"),
    "a negative limit": (scenario("endings = { rounds = -5 }"), "rounds"),
    "a huge limit": (scenario("endings = { rounds = 100000000000 }"), "rounds"),
    "a persona beyond 10": (scenario(first="persona = { mercy = 11 }"), "mercy"),
    "negative hit points": (
        scenario(first='[[side.creature]]\nkind="x"\nat="a3"\n[creatures.x]\nbase="orc"\nhit_points=-3'),
        "hit_points",
    ),
    "an unknown option": (scenario('options = { luck = "yes" }'), "unknown option 'luck'"),
    "an unknown value": (scenario('options = { charge-tie = "coin" }'), "unknown value 'coin'"),
    "an unknown rulebook": (scenario('ruleset = "gurps"'), "ruleset: unknown value 'gurps': choose one of adnd, d20"),
    "a knowledge of another kind": (scenario('knowledge = "all"'), "knowledge: unknown value 'all': choose one of"),
    "an unknown policy": (scenario(first='policy = "brave"'), "unknown policy 'brave'"),
    "an unknown condition": (scenario(first='conditions = ["dead"]'), "unknown condition"),
    "no terrain": (scenario().replace("#", "?"), "no terrain symbol"),
    "rows of unequal length": (scenario().replace(". . . # .", ". . . #"), "squares where row 1"),
    "a map too wide": (GIANT_MAP + SIDES, "largest is 200 by 200"),
    "a map too high": (TALL_MAP + SIDES, "largest is 200 by 200"),
    "a legend of terrain": (scenario().replace("A = ", "T = "), "terrain symbol"),
    "a legend of nothing": (scenario().replace("B = ", 'C = ".", B = '), "the map has no 'C'"),
    "light of another shape": (scenario("light = 'bbb'"), "light"),
    "an edge on no side": (scenario("edges = [{ square='a1', side='u', kind='wall' }]"), "side"),
    "everybody surprised": (scenario(first="surprised = true", second="surprised = true"), "surprised"),
    "squares for others": (scenario(first='[[side.creature]]\nkind="orc"\ncount=3\nat=["a2","a3"]'), "one for each"),
    "a name with a blank": (scenario(first='[[side.creature]]\nkind="orc"\nname="big orc"\nat="a3"'), "name"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_one_sentence(case: str) -> None:
    """It names the file and what is the matter, on one line."""
    text, words = WRONG[case]
    with pytest.raises(BadInput, match=words) as caught:
        parse(text, "ford.toml", names())

    assert str(caught.value).startswith("ford.toml")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path.mkdir(), "directory"),
        (lambda path: None, "No such file"),
        (lambda path: path.write_bytes(b"name = '\xff'"), "not UTF-8"),
        (lambda path: path.write_bytes(b"\0" * 5_000_000), "longer than"),
    ],
    ids=["a folder", "nothing", "another encoding", "junk"],
)
def test_what_is_no_scenario_file_is_said(make, words: str, tmp_path: Path) -> None:
    """A folder, a missing file, another encoding, megabytes of junk."""
    path = tmp_path / "fight.toml"
    make(path)

    with pytest.raises(BadInput, match=words):
        load(path)
