"""Scenarios from one line: whoever is named stands there, on opposite edges; whatever is wrong is one sentence."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sim.core.errors import BadInput
from sim.encounter import battle_of
from sim.scenario.draft import draft
from sim.scenario.loader import parse
from sim.tables import bestiary


def sides(line):
    """Who is on which side."""
    found = {}
    for placed in parse(draft(line)).scenario.creatures:
        found.setdefault(placed.sheet.side, []).append(placed.sheet.kind)
    return found


def test_a_line_becomes_a_scenario():
    """Sides are named for their first creatures."""
    scenario = parse(draft("4 fighter-3 vs 6 orc + 2 wolf on 30x10")).scenario

    assert sides("4 fighter-3 vs 6 orc + 2 wolf") == {"fighters": ["fighter-3"] * 4, "orcs": ["orc"] * 6 + ["wolf"] * 2}
    assert (len(scenario.map.rows[0]), len(scenario.map.rows)) == (30, 10)


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("a wolf vs an ogre", ["wolf", "ogre"]),
        ("six wolves against 2 hill giants", ["wolf"] * 6 + ["hill-giant"] * 2),
        ("2 dire-wolves vs. kobolds", ["dire-wolf"] * 2 + ["kobold"]),
        ("Three Orcs and a Dire Rat versus 1 black bear, 1 worg", ["orc"] * 3 + ["dire-rat", "black-bear", "worg"]),
        ("orc vs orc vs orc vs orc", ["orc"] * 4),
    ],
)
def test_plurals_words_and_blanks_are_understood(line, kinds):
    """As people say it."""
    assert [kind for members in sides(line).values() for kind in members] == kinds


def test_sides_may_be_named():
    """Two sides of one kind have two names anyway."""
    assert set(sides("city guards: 2 fighter-1 vs gang: 3 rogue-1")) == {"city-guards", "gang"}
    assert set(sides("orc vs orc")) == {"orcs", "orcs-2"}


def test_two_sides_begin_apart():
    """West and east, more than a third of the ground between them."""
    battle = battle_of(parse(draft("6 ogre vs 6 ogre on 30x20")).scenario)
    columns = {side: [c.square % battle.ground.stride for c in battle if c.side == side] for side in battle.masks}
    west, east = columns.values()

    assert min(east) - max(west) > 10


REFUSED = {
    "": "names 1 sides",
    "orc": "names 1 sides",
    "orc vs": "names 1 sides",
    " vs ".join(["orc"] * 5): "names 5 sides",
    "orc vs + wolf": "is no side",
    "0 orc vs orc": "asks for 0 creatures",
    "999999999999 orc vs orc": "asks for 999999 creatures",
    "300 orc vs 300 orc": "more than 500 creatures",
    "3 orks vs orc": "did you mean orc",
    "3 jabberwocks vs orc": "bestiary list",
    "orc vs orc on 500x20": "to 200 by 200",
    "orc vs orc on 0x0": "cannot be 0 by 0",
    "orc vs orc on 99999x1": "is too large",
    "9 troll vs 9 troll on 4x4": "does not fit on 4 by 4 squares",
    "x: orc vs x: orc": "two sides are named 'x'",
    "7: orc vs x: orc": "is no name of a side",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_cannot_be_is_one_sentence(line):
    """It says what was meant, or how to say it."""
    with pytest.raises(BadInput, match=REFUSED[line]) as caught:
        draft(line)

    assert "\n" not in str(caught.value)


GROUPS = st.tuples(st.integers(1, 9), st.sampled_from(bestiary.kinds()))
SIDES = st.lists(st.lists(GROUPS, min_size=1, max_size=3), min_size=2, max_size=4)


@settings(max_examples=60, deadline=None)
@given(SIDES)
@example([[(1, "ankheg")], [(1, "ankheg")], [(1, "ankheg"), (9, "gargantuan-monstrous-centipede")]])
def test_every_creature_that_is_asked_for_is_there(wishes):
    """Whatever the sizes: each kind in its number."""
    line = " vs ".join(" + ".join(f"{number} {kind}" for number, kind in side) for side in wishes)

    asked = [kind for side in wishes for number, kind in side for _ in range(number)]
    assert [kind for members in sides(f"{line} on 60x60").values() for kind in members] == asked


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='orc wlfvs+,:x0123456789on\n"\\', max_size=40))
def test_any_line_is_a_scenario_or_one_sentence(line):
    """Nothing else is raised, whatever is written."""
    try:
        text = draft(line)
    except BadInput:
        return
    assert parse(text).scenario.creatures


def test_whoever_has_a_level_may_stand_in_the_plural() -> None:
    """As people say it: four fighters of the third level."""
    scenario = parse(draft("4 fighters-3 vs 6 orcs + 2 wolves on 20x20")).scenario

    assert [placed.sheet.kind for placed in scenario.creatures] == ["fighter-3"] * 4 + ["orc"] * 6 + ["wolf"] * 2
