"""Lines, effect, sight and concealment."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.grid import bits as bitset
from sim.grid.sight import Blockers, concealment, corners, is_open, line_of_effect, line_of_sight
from tests.grid.drawn import drawn, grounds, places
from tests.grid.plain import Plain, lattice

BARRIERS = "........#T%"


def effect(text: str, *edges: str, **options) -> bool:
    ground, at = drawn(text, *edges, **options)
    return line_of_effect(ground, at["A"], 1, at["B"], 1)


@given(grounds(symbols=BARRIERS, hills=False, most=7), st.data())
def test_a_line_is_open_where_one_gets_along_it(ground, data):
    """d20.cover.line-through: equal to the plain geometry in fractions, for any two corners of any two places."""
    spans = [data.draw(st.integers(1, min(2, ground.width, ground.height))) for _ in "ab"]
    a, b = (data.draw(places(ground, span)) for span in spans)
    start = data.draw(st.sampled_from(list(corners(ground, a, spans[0]))))
    end = data.draw(st.sampled_from(list(corners(ground, b, spans[1]))))
    plain = Plain(ground.figures)
    source, goal = plain.space(plain.cell(a), spans[0]), plain.space(plain.cell(b), spans[1])
    stops, walls = plain.barriers()
    stops = stops - source - goal

    def point(corner: int, anchor: int) -> tuple[int, int]:
        y, x = divmod(corner - anchor, ground.stride)
        return plain.cell(anchor)[0] + x, plain.cell(anchor)[1] + y

    found = is_open(
        ground,
        start,
        end,
        ground.footprint(a, spans[0]),
        ground.footprint(b, spans[1]),
        Blockers(bitset.of(plain.square(c) for c in stops), ground.hard),
    )
    assert found == plain.opened(point(start, a), point(end, b), source, goal, stops, walls)


@given(grounds(symbols="....#", kinds=(), hills=False, most=7), st.data())
def test_a_line_that_only_touches_on_one_side_is_open(ground, data):
    """d20.cover.line-through: said by the rule's own words, squares alone: crossing the interior stops, and so does
    what lies on both sides; nothing else."""
    width, height = ground.width, ground.height
    points = st.tuples(st.integers(0, width), st.integers(0, height))
    (px, py), (qx, qy) = data.draw(points), data.draw(points)
    solid = {(s % ground.stride, s // ground.stride) for s in bitset.squares(ground.solid)}
    outside = {(x, y) for x in range(-1, width + 1) for y in range(-1, height + 1)} - {
        (x, y) for x in range(width) for y in range(height)
    }
    wall = solid | outside
    if (px, py) == (qx, qy):
        return
    stopped = False
    cuts = sorted(
        {Fraction(0), Fraction(1)}
        | {Fraction(x - px, qx - px) for x in range(width + 1) if qx != px and min(px, qx) <= x <= max(px, qx)}
        | {Fraction(y - py, qy - py) for y in range(height + 1) if qy != py and min(py, qy) <= y <= max(py, qy)}
    )
    at = [(px + t * (qx - px), py + t * (qy - py)) for t in cuts]
    for (x, y), (u, v) in pairwise(at):
        mx, my = (x + u) / 2, (y + v) / 2
        columns = {mx // 1} if mx.denominator > 1 or px != qx else {mx - 1, mx}
        rows = {my // 1} if my.denominator > 1 or py != qy else {my - 1, my}
        stopped |= {(int(c), int(r)) for c in columns for r in rows} <= wall
    for x, y in at[1:-1]:
        if x.denominator == y.denominator == 1:
            left = {(int(x) + i, int(y) + j) for i in (-1, 0) for j in (-1, 0)}
            around = [(c, side(px, py, qx, qy, c)) for c in left]
            stopped |= any(s > 0 and c in wall for c, s in around) and any(s < 0 and c in wall for c, s in around)
    ends = [
        bitset.of(row * ground.stride + x for x in (column - 1, column) for row in rows if 0 <= x < width)
        for column, rows in (
            (px, [y for y in (py - 1, py) if 0 <= y < height]),
            (qx, [y for y in (qy - 1, qy) if 0 <= y < height]),
        )
    ]
    if px < width and qx < width:
        start, end = py * ground.stride + px, qy * ground.stride + qx
        assert is_open(ground, start, end, *ends, Blockers(ground.solid)) == (not stopped)


def side(px: int, py: int, qx: int, qy: int, cell: tuple[int, int]) -> int:
    """On which side of a line the center of a square lies."""
    cross = (qx - px) * (2 * cell[1] + 1 - 2 * py) - (qy - py) * (2 * cell[0] + 1 - 2 * px)
    return (cross > 0) - (cross < 0)


@given(grounds(symbols=BARRIERS, most=7), st.data())
def test_effect_goes_both_ways(ground, data):
    """d20.cover.line-of-effect: what has effect on another suffers it from there, whatever sizes, heights and hills."""
    spans = [data.draw(st.integers(1, min(3, ground.width, ground.height))) for _ in "ab"]
    heights = [data.draw(st.integers(0, 2)) for _ in "ab"]
    a, b = (data.draw(places(ground, span)) for span in spans)
    there = line_of_effect(ground, a, spans[0], b, spans[1], *heights)
    ground.memo.clear()
    assert line_of_effect(ground, b, spans[1], a, spans[0], *reversed(heights)) == there


@given(grounds(symbols=BARRIERS + "ff", hills=False, most=6), st.data())
def test_effect_and_sight_are_those_of_the_plain_geometry(ground, data):
    """
    d20.cover.line-of-effect: some line between corners of the two, and for sight some line free of fog beyond 5 ft.
    """
    spans = [data.draw(st.integers(1, min(2, ground.width, ground.height))) for _ in "ab"]
    a, b = (data.draw(places(ground, span)) for span in spans)
    plain = Plain(ground.figures)
    args = plain.cell(a), spans[0], plain.cell(b), spans[1]
    effect = plain.effect(*args)
    assert line_of_effect(ground, a, spans[0], b, spans[1]) == effect
    near = ground.distance(a, spans[0], b, spans[1]) <= 1
    assert line_of_sight(ground, a, spans[0], b, spans[1]) == (effect and (near or plain.effect(*args, veils="f")))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A.#.B", False),
        ("A.#.B\n.....", True),
        ("A#\n#B", False),
        ("A#\n.B", True),
        ("A.T.B", False),
        ("A.+.B", False),
        ("A.'.B", True),
        ("A.%.B", True),
        ("AooB", True),
    ],
)
def test_what_stops_effect(text, expected):
    """d20.cover.line-of-effect, d20.cover.line-through: solid squares do, past one pillar there is a line, no gap
    between two that touch corner to corner."""
    assert effect(text) is expected


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("wall", False), ("door", False), ("window", True), ("arrow-slit", True), ("low-wall", True), ("open-door", True)],
)
def test_which_edges_stop_effect(kind, expected):
    """d20.cover.line-of-effect: walls and closed doors on a border stop it, what one sees through does not."""
    assert effect("A..B", f"b1 e {kind}") is expected
    assert effect("AB", f"a1 e {kind}") is expected


def test_neighbours_do_not_reach_round_a_wall_between_them():
    """Squares that share a border have effect through that border or not at all."""
    assert not effect("...\nAB.\n...", "a2 e wall")
    assert effect("...\nA.B\n...", "a2 e wall")


def test_a_ridge_stops_effect_between_those_below():
    """Ground as high as both heads is solid; from higher up one looks over it."""
    assert not effect("A.B", elevation="010")
    assert effect("A.B", elevation="110")


def test_the_tiny_are_hidden_by_a_low_wall():
    """d20.cover.total: a low wall is at least as tall as a creature lower than half a square."""
    ground, at = drawn("A.%.B")
    assert line_of_effect(ground, at["A"], 1, at["B"], 1)
    assert not line_of_effect(ground, at["A"], 1, at["B"], 1, 1, 0)


@given(grounds(symbols=".....,,", kinds=(), hills=False, most=6), st.data())
def test_foliage_conceals_from_where_every_choice_leaves_a_line_through_it(ground, data):
    """d20.concealment.determine: determined like cover, every corner and square of the attacker's choice tried."""
    spans = [data.draw(st.integers(1, min(2, ground.width, ground.height))) for _ in "ab"]
    a, b = (data.draw(places(ground, span)) for span in spans)
    plain = Plain(ground.figures)
    own, space = plain.space(plain.cell(a), spans[0]), plain.space(plain.cell(b), spans[1])
    veil = {cell for cell, symbol in plain.symbols.items() if symbol == ","} - own
    clear = any(
        all(plain.opened(corner, end, own, {aim}, veil, set()) for end in lattice({aim}))
        for corner in lattice(own)
        for aim in space
    )
    if not own & space:
        found = concealment(ground, a, spans[0], b, spans[1], adjacent=False)
        assert found == ((0, "") if clear else (20, "foliage"))


@pytest.mark.parametrize(
    ("text", "adjacent", "percent", "source"),
    [
        ("A.fB", False, 50, "fog"),
        ("AB", True, 0, ""),
        ("A,B", False, 20, "foliage"),
        ("A.B,", False, 0, ""),
        (",A.B", False, 0, ""),
        ("A.fB\n....", False, 20, "fog"),
    ],
)
def test_concealment_by_what_lies_between(text, adjacent, percent, source):
    """d20.concealment.sources, .determine: fog without a line of sight 50 %, else 20 %; foliage 20 %."""
    ground, at = drawn(text)
    assert concealment(ground, at["A"], 1, at["B"], 1, adjacent=adjacent) == (percent, source)


@pytest.mark.parametrize(
    ("under", "adjacent", "percent", "source"),
    [(",", True, 20, "foliage"), ("f", True, 20, "fog"), (",", False, 20, "foliage")],
)
def test_concealment_of_a_target_within(under, adjacent, percent, source):
    """d20.concealment.determine: a neighbour has it when its whole space is within the effect."""
    ground, at = drawn("AB", under=under)
    assert concealment(ground, at["A"], 1, at["B"], 1, adjacent=adjacent) == (percent, source)


def test_a_large_target_half_in_a_bush_is_not_concealed_from_a_neighbour():
    """d20.concealment.determine: the whole space counts."""
    ground, at = drawn("AB.,\n...,")
    assert concealment(ground, at["A"], 1, at["B"] + 1, 2, adjacent=True).percent == 0


def test_in_fog_one_sees_five_feet():
    """d20.concealment.sources: fog conceals a neighbour and hides who is further away, both ways."""
    ground, at = drawn("A.B", under="f")
    middle = at["A"] + 1
    assert line_of_sight(ground, at["A"], 1, middle, 1)
    ground, at = drawn("Aff.B", under="f")
    assert not line_of_sight(ground, at["A"], 1, at["B"], 1)
    assert not line_of_sight(ground, at["B"], 1, at["A"], 1)


@pytest.mark.parametrize(
    ("light", "options", "percent", "source"),
    [
        ("bbbb", {}, 0, ""),
        ("bbbs", {}, 20, "shadow"),
        ("bbbd", {}, 50, "dark"),
        ("dddb", {}, 0, ""),
        ("bbbs", {"low_light": True}, 0, ""),
        ("bbbd", {"low_light": True}, 50, "dark"),
        ("bbbd", {"darkvision": 3}, 0, ""),
        ("bbbd", {"darkvision": 2}, 50, "dark"),
        ("bbbs", {"darkvision": 3}, 0, ""),
    ],
)
def test_concealment_by_the_light(light, options, percent, source):
    """d20.concealment.sources: shadow 20 %, darkness 50 %, where the target stands; darkvision and low light see."""
    ground, at = drawn("A..B", light=light)
    assert concealment(ground, at["A"], 1, at["B"], 1, adjacent=False, **options) == (percent, source)
    seen = line_of_sight(ground, at["A"], 1, at["B"], 1, darkvision=options.get("darkvision", 0))
    assert seen is (percent < 50)


def test_the_greatest_concealment_counts():
    """d20.concealment.no-stacking: in a bush in the dark it is the darkness."""
    ground, at = drawn("A.,B", light="bbbd")
    assert concealment(ground, at["A"], 1, at["B"], 1, adjacent=False) == (50, "dark")
