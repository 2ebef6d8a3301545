"""Sides on a map of another program: wishes, spots, start places, and creatures that do not fit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import BadInput
from sim.grid import bits
from sim.importers.sides import NO_WISHES, Token, grouped, people, peopled
from sim.scenario.loader import Loaded, parse

ROOMS = """
. . . . . . # . . . . . . . . . . . . . . . . . . .
. . . . . . + . . . . . . . . . . . . . . . . . . .
. . . . . . # . . . . . . . . . . . . . . . . . . .
# # # # # # # # # # # # # # # # # # # # # # # # # #
. . . . . . . . . . . . . . . . . . . . . . . . . .
"""
"""Two rooms with a closed door between them, and a corridor to which nothing leads."""


def tables(drawing: str = ROOMS, *tokens: Token, **more: Any) -> dict[str, Any]:
    return {"name": "Rooms", "map": drawing, "side": grouped(tokens)} | more


def placed(text: str) -> dict[str, str]:
    """Where everybody stands."""
    fight: Loaded = parse(text)
    stride = len(fight.scenario.map.rows[0]) + 1
    return {
        one.sheet.id: f"{chr(97 + one.square % stride)}{one.square // stride + 1}" for one in fight.scenario.creatures
    }


def test_two_sides_are_made_up_where_there_are_none() -> None:
    """The first in the westernmost column, the second twelve steps from its squares; doors are walked through."""
    text, decided = peopled(tables(), NO_WISHES)

    assert [line.partition(" start around ")[2][:3] for line in decided[2:]] == ["a3,", "n3,"]
    assert set(placed(text)) == {f"{kind}-{number}" for kind in ("fighter-1", "orc") for number in range(1, 5)}


def test_a_wish_names_its_square() -> None:
    """Kinds of one side stand together, and the other side keeps its distance from them."""
    text, _ = peopled(tables(), people(["orcs=orc:2+wolf@z3", "guards=fighter-1"], (), "d20"))

    assert {who: at for who, at in placed(text).items() if "fighter" not in who} == {
        "orc-1": "y2", "orc-2": "z2", "wolf-1": "y3",
    }  # fmt: skip
    assert placed(text)["fighter-1-1"] == "m3"


def test_start_places_are_taken_in_their_order_or_by_name() -> None:
    """Before any spot of the rule."""
    starts = {"gate": ["c1", "d1"], "well": ["j1"]}
    wishes = people(["late=orc@well", "first=orc:2", "last=orc"], (), "d20")
    text, _ = peopled(tables(), wishes, starts)

    assert placed(text) == {"orc-1": "j1", "orc-2": "c1", "orc-3": "d1", "orc-4": "v3"}


def test_a_side_of_the_map_is_joined() -> None:
    """Whoever is wished for a side that the source has stands on it; one side more is made up."""
    text, decided = peopled(tables(ROOMS, Token("ogre", "k1", "foes")), people(["foes=orc@q1"], (), "d20"))

    assert [(one.sheet.id, one.sheet.side) for one in parse(text).scenario.creatures][:2] == [
        ("ogre-1", "foes"), ("orc-1", "foes"),
    ]  # fmt: skip
    assert decided[0].startswith("the map has fewer than two sides: heroes")


def test_whoever_does_not_fit_moves_to_the_nearest_square() -> None:
    """Into a wall, onto somebody, with a space larger than the gap; each is told."""
    tokens = [Token("ogre", "g1", "foes"), Token("orc", "h1", "foes"), Token("orc", "h1", "foes")]
    text, decided = peopled(tables(ROOMS, *tokens), NO_WISHES)
    told = [line for line in decided if "does not fit" in line]

    assert told == [
        "ogre does not fit at g1: it stands at h1",
        "orc does not fit at h1: it stands at f1",
        "orc does not fit at h1: it stands at j1",
    ]
    assert len(set(placed(text).values())) == len(placed(text))


def test_a_kind_of_the_map_alone_takes_its_own_space() -> None:
    """What the scenario changes is placed as it is there."""
    giant = {"kin": {"base": "orc", "size": "large"}}
    text, _ = peopled(tables(ROOMS, Token("kin", "a1", "foes"), creatures=giant), NO_WISHES)

    assert parse(text).scenario.creatures[0].sheet.span == 2


@pytest.mark.parametrize(
    ("side", "words"),
    [
        ("orc", "write NAME=KIND:COUNT"),
        ("orcs=orc:0", "ask for 1 to 500"),
        ("orcs=orc:501", "ask for 1 to 500"),
        ("orcs=orcc", "unknown creature 'orcc': did you mean orc?"),
        ("orcs=orc@zz9", "square zz9 is off the map"),
        ("orcs=orc:90@a1", "there is no room for orcs (90 orc) around a1"),
        ("orcs=ogre@a5", "there is no room for orcs (1 ogre) around a5"),
    ],
)
def test_a_wish_that_cannot_be_is_one_sentence(side: str, words: str) -> None:
    """Not understood, unknown, off the map, without room."""
    with pytest.raises(BadInput) as caught:
        peopled(tables(), people([side], (), "d20"))

    assert words in str(caught.value)


def test_a_scenario_too_long_to_be_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """And too many sides are."""
    with pytest.raises(BadInput, match="26 sides are asked for: a map has at most 20"):
        peopled(tables(), people(["orcs=orc"] * 25, (), "d20"))
    monkeypatch.setattr("sim.importers.sides.LARGEST", 100)
    with pytest.raises(BadInput, match="too long to be read"):
        peopled(tables(), NO_WISHES)


def test_another_rulebook_has_other_creatures() -> None:
    """Kinds are those of the rulebook that is asked for."""
    text, _ = peopled(tables(), people(["watch=guard:2"], ["Soldier=guard"], "adnd"))

    assert parse(text).scenario.ruleset == "adnd"
    assert people((), ["Soldier=guard"], "adnd").kind("Soldiers") == "guard"
    with pytest.raises(BadInput, match="unknown creature 'guard'"):
        people(["watch=guard"], (), "d20")


@given(st.lists(st.text(alphabet="..#+:~o", min_size=12, max_size=12), min_size=6, max_size=12))
def test_on_any_ground_two_sides_find_room_or_it_is_said_that_they_do_not(rows: list[str]) -> None:
    """Placed sides are apart, and where creatures may stand."""
    try:
        text, _ = peopled(tables("\n".join(rows)), people(["one=orc:2", "two=orc:2"], (), "d20"))
        squares = bits.of(one.square for one in parse(text).scenario.creatures).bit_count()
    except BadInput as error:
        squares = 4 * ("room" in str(error))
    assert squares == 4
