"""Maps read and refused, names of squares, distances."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import BadInput
from sim.grid import bits as bitset
from sim.grid.changes import overlaid
from sim.grid.figures import Edge, MapFigures
from sim.grid.terrain import Ground, column_name
from tests.grid.drawn import drawn, grounds, places
from tests.grid.plain import Plain, gap


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        (MapFigures(()), "no squares"),
        (MapFigures(("",)), "no squares"),
        (MapFigures(("...", "..")), "row 2"),
        (MapFigures(("..", ".x")), "b2"),
        (MapFigures(("." * 201,)), "200"),
        (MapFigures((".",) * 201), "200"),
        (MapFigures(("..",), elevation=("1",)), "elevation"),
        (MapFigures(("..",), elevation=("1a",)), "b1"),
        (MapFigures(("..",), light=("bb", "bb")), "light"),
        (MapFigures(("..",), light=("bx",)), "b1"),
        (MapFigures(("..",), edges=(Edge("c1", "e", "wall"),)), "c1"),
        (MapFigures(("..",), edges=(Edge("a1", "e", "wall"), Edge("b1", "w", "door"))), "two edges"),
        (MapFigures(("..",), edges=(Edge("a1", "e", "hedge"),)), "hedge"),  # type: ignore[arg-type]
        (MapFigures(("..",), edges=(Edge("a1", "x", "wall"),)), "side"),  # type: ignore[arg-type]
    ],
)
def test_a_map_that_makes_no_sense_is_refused(figures, words):
    """The refusal is one sentence that names the place and what to do."""
    with pytest.raises(BadInput, match=words):
        Ground.of(figures)


@pytest.mark.parametrize("name", ["", "4c", "c0", "c04", "C4", "c-1", "abc1", "c4 ", "é1", "f1", "a6", "zz999"])
def test_a_name_that_is_no_square_is_refused(name):
    """Nonsense and squares off the map are bad input."""
    ground, _ = drawn("\n".join(["....."] * 5))
    with pytest.raises(BadInput):
        ground.square(name)


def test_squares_are_named_by_column_and_row():
    """c4 is the third column of the fourth row, and columns go on after z with aa."""
    ground, _ = drawn("\n".join(["." * 60] * 5))
    assert ground.square("c4") == 3 * 61 + 2
    assert [column_name(x) for x in (25, 26, 51, 52)] == ["z", "aa", "az", "ba"]


@given(grounds(most=30, symbols=".", kinds=(), hills=False))
def test_every_square_answers_to_its_name(ground):
    """Name and square are each other's inverse."""
    assert all(ground.square(ground.name(s)) == s for s in bitset.squares(ground.inside))


@given(grounds(), st.data())
def test_distance_is_that_of_the_nearest_squares(ground, data):
    """d20.move.diagonals: 1-2-1-2 between the nearest squares, the same both ways."""
    spans = [data.draw(st.integers(1, min(4, ground.width, ground.height))) for _ in "ab"]
    a, b = (data.draw(places(ground, span)) for span in spans)
    plain = Plain(ground.figures)
    expected = gap(plain.space(plain.cell(a), spans[0]), plain.space(plain.cell(b), spans[1]))
    assert ground.distance(a, spans[0], b, spans[1]) == ground.distance(b, spans[1], a, spans[0]) == expected


@given(grounds(), st.data())
def test_footprints_fit_where_every_square_is_open(ground, data):
    """Anchors are the erosion of the open squares by the footprint."""
    span = data.draw(st.integers(1, 4))
    open_bits = ground.inside & ~ground.solid
    expected = [
        s
        for s in bitset.squares(ground.inside)
        if s % ground.stride + span <= ground.width and not ground.footprint(s, span) & ~open_bits
    ]
    assert list(bitset.squares(ground.anchors(open_bits, span))) == expected


@given(grounds(), st.data())
def test_near_is_one_square_away(ground, data):
    """The neighbours of a place are the squares at distance 1."""
    span = data.draw(st.integers(1, min(4, ground.width, ground.height)))
    at = data.draw(places(ground, span))
    expected = [s for s in bitset.squares(ground.inside) if ground.distance(at, span, s, 1) == 1]
    assert list(bitset.squares(ground.near(at, span))) == expected


def test_an_edge_is_the_same_from_both_sides():
    """The east side of a1 is the west side of b1, the south side of a1 the north side of a2."""
    east, west = (drawn("..\n..", edge)[0].shut for edge in ("a1 e wall", "b1 w wall"))
    south, north = (drawn("..\n..", edge)[0].shut for edge in ("a1 s wall", "a2 n wall"))
    assert (east, south) == (west, north)


def test_a_ground_is_built_once():
    """Equal figures share their ground, also after a journey to another process."""
    figures = MapFigures(("..#", "..."))
    ground = Ground.of(figures)
    assert Ground.of(MapFigures(("..#", "..."))) is ground
    assert pickle.loads(pickle.dumps(ground)) is ground


def test_the_layers_of_a_map():
    """Every symbol lands in its set."""
    ground, _ = drawn(".#T+':;,w~=o%nf", light="bsdbbbbbbbbbbbb", elevation="012000000000000")
    names = {
        kind: "".join(ground.figures.rows[0][s] for s in bitset.squares(bits))
        for kind, bits in {
            "solid": ground.solid,
            "once": ground.difficult[0],
            "twice": ground.difficult[1],
            "pits": ground.pits,
            "water": ground.water,
            "low": ground.low,
            "narrow": ground.narrow,
            "fog": ground.fog,
            "foliage": ground.foliage,
            "shadow": ground.shadow,
            "dark": ground.dark,
        }.items()
    }
    assert names == {
        "solid": "#T+",
        "once": ":,w%",
        "twice": ";",
        "pits": "o",
        "water": "~",
        "low": "%",
        "narrow": "n",
        "fog": "f",
        "foliage": ",",
        "shadow": "#",
        "dark": "T",
    }
    assert [ground.elevation(s) for s in range(3)] == [0, 1, 2]
    assert ground.elevation(1, 1) == 1


def test_a_place_is_as_high_as_its_highest_square():
    """A footprint on uneven ground counts from its highest square."""
    ground, _ = drawn("..\n..", elevation="00\n01")
    assert ground.elevation(0, 2) == 1


def test_a_map_can_be_drawn_again():
    """The text of a map is its rows, marks laid over."""
    ground, at = drawn("A.#\n.B.")
    assert ground.text({at["A"]: "@"}) == "@.#\n..."


def test_what_spells_lay_over_a_map_hides_and_hampers():
    """Fog hides; slow going doubles the cost once more, of rubble twice; both may lie on one square."""
    ground, _ = drawn("..:;,")
    laid = overlaid(ground, fog=0b00011, slow=0b11110)
    assert laid.figures.over == ("fbsss",)
    assert laid.fog == 0b00011
    assert laid.difficult == (0b00010, 0b11100)
    assert overlaid(ground, 0, 0) is ground
