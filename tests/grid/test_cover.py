"""Cover of every kind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sim.grid import bits as bitset
from sim.grid.cover import Cover, cover, screened
from sim.grid.sight import line_of_effect
from sim.grid.terrain import Ground
from tests.grid.drawn import drawn, grounds, places
from tests.grid.plain import Plain


def judged(text: str, *edges: str, melee: bool = False, spans: tuple[int, int] = (1, 1), **options) -> Cover:
    """Cover of B against A, creatures at C, D and E."""
    maps = {key: options.pop(key) for key in ("elevation", "light") if key in options}
    ground, at = drawn(text, *edges, **maps)
    crowd = bitset.of(at[mark] for mark in "CDE" if mark in at)
    return cover(ground, at["A"], spans[0], at["B"], spans[1], melee_adjacent=melee, creatures=crowd, **options)


@given(grounds(symbols=".......#T%", hills=False, most=6), st.data())
def test_cover_is_that_of_the_plain_geometry(ground, data):
    """
    d20.cover.determine-ranged, .determine-melee, .big-creatures, .soft, .varying: every choice of the attacker tried.
    """
    spans = [data.draw(st.integers(1, min(2, ground.width, ground.height))) for _ in "ab"]
    a, b = (data.draw(places(ground, span)) for span in spans)
    crowd = data.draw(st.sets(st.sampled_from(list(bitset.squares(ground.inside))), max_size=4))
    melee = ground.distance(a, spans[0], b, spans[1]) == 1 and data.draw(st.booleans())
    plain = Plain(ground.figures)
    if ground.footprint(a, spans[0]) & ground.footprint(b, spans[1]):
        return
    expected = plain.cover(plain.cell(a), spans[0], plain.cell(b), spans[1], melee, {plain.cell(s) for s in crowd})
    found = cover(ground, a, spans[0], b, spans[1], melee_adjacent=melee, creatures=bitset.of(crowd))
    assert found.kind == expected


@given(grounds(symbols=".......#T%", most=8), st.data())
def test_total_cover_is_no_line_of_effect(ground, data):
    """d20.cover.total: exactly where there is no line of effect."""
    spans = [data.draw(st.integers(1, min(2, ground.width, ground.height))) for _ in "ab"]
    a, b = (data.draw(places(ground, span)) for span in spans)
    found = cover(ground, a, spans[0], b, spans[1], melee_adjacent=False)
    assert (found.kind == "total") is not line_of_effect(ground, a, spans[0], b, spans[1])


@given(grounds(symbols=".", kinds=(), hills=False, strokes=0), st.data())
def test_open_ground_gives_no_cover(ground, data):
    """Without walls and creatures there is no cover, from the attacker's north-western corner."""
    a, b = data.draw(places(ground, 1)), data.draw(places(ground, 1))
    y, x = divmod(a, ground.stride)
    assert cover(ground, a, 1, b, 1, melee_adjacent=False) == ("none", -1, "", (x, y))


@given(grounds(symbols=".......#%", hills=False), st.data())
def test_creatures_never_take_cover_away(ground, data):
    """One creature more between two others never makes a shot easier (d20.cover.soft)."""
    order = ["none", "soft", "cover", "improved", "total"]
    a, b = data.draw(places(ground, 1)), data.draw(places(ground, 1))
    crowd = bitset.of(data.draw(st.sets(st.sampled_from(list(bitset.squares(ground.inside))), max_size=4)))
    without, among = (cover(ground, a, 1, b, 1, melee_adjacent=False, creatures=c).kind for c in (0, crowd))
    assert order.index(without) <= order.index(among)


def test_a_stroke_between_gives_cover_and_nothing_more():
    """A pillar drawn on the corner of four squares, which no border renders, covers whoever is behind it."""
    ground, at = drawn("A..C\n....\n....\n...B")
    walled = Ground.of(replace(ground.figures, strokes=((180, 220, 220, 180),)))
    for mark, kind in (("B", "cover"), ("C", "none")):
        assert cover(walled, at["A"], 1, at[mark], 1, melee_adjacent=False).kind == kind
        assert line_of_effect(walled, at["A"], 1, at[mark], 1)


def test_a_corner_that_a_stroke_cuts_off_does_not_count():
    """Whoever stands at a slanting wall is not covered by the tip of his own square behind it."""
    ground, at = drawn("A..B\n....")
    tip = Ground.of(replace(ground.figures, strokes=((360, 100, 400, 60),)))
    assert cover(tip, at["A"], 1, at["B"], 1, melee_adjacent=False).kind == "none"


def test_a_pillar_between_gives_cover_and_is_named():
    """d20.cover.determine-ranged: the answer names the square that blocks and the corner used."""
    found = judged("A.#.B\n.....")
    assert (found.kind, found.blocker, found.edge) == ("cover", 2, "")


def test_round_a_corner_in_melee():
    """d20.cover.determine-melee: diagonally past the corner of a wall there is cover."""
    assert judged("A#\n.B", melee=True).kind == "cover"
    assert judged("A.\n.B", melee=True).kind == "none"


def test_along_a_wall_there_is_no_cover():
    """d20.cover.line-through: running along the edge of a wall is not passing through it."""
    assert judged("A..B\n####").kind == "none"
    assert judged("AB\n##", melee=True).kind == "none"


def test_a_corridor_gives_no_cover():
    """d20.cover.line-through: walls on either side of a way one square wide leave it open."""
    assert judged("####\nA..B\n####").kind == "none"


def test_the_attacker_picks_the_best_corner():
    """d20.cover.determine-ranged: from the corner on the open side no line is stopped."""
    found = judged("A#...\n....B\n.....")
    assert (found.kind, found.corner) == ("none", (0, 1))


def test_a_creature_between_gives_soft_cover():
    """d20.cover.soft: against a shot and against a reach attack, and names the creature."""
    found = judged("A.C.B")
    assert (found.kind, found.blocker) == ("soft", 2)


@given(grounds(symbols=".:", kinds=(), hills=False, strokes=0, most=6), st.data())
def test_whether_creatures_screen_a_target_is_what_cover_says(ground, data):
    """d20.cover.soft: without walls the short answer is the same as the long one."""
    spans = [data.draw(st.integers(1, min(2, ground.width, ground.height))) for _ in "ab"]
    a, b = (data.draw(places(ground, span)) for span in spans)
    if ground.footprint(a, spans[0]) & ground.footprint(b, spans[1]):
        return
    crowd = bitset.of(data.draw(st.sets(st.sampled_from(list(bitset.squares(ground.inside))), max_size=6)))
    found = cover(ground, a, spans[0], b, spans[1], melee_adjacent=False, creatures=crowd)
    assert screened(ground, a, spans[0], b, spans[1], crowd) == (found.kind == "soft")


def test_no_soft_cover_against_a_neighbour():
    """d20.cover.soft, d20.cover.determine-melee: creatures give none against an adjacent melee attack."""
    assert judged("AC\nDB", melee=True).kind == "none"
    assert judged("AC\nDB").kind == "soft"


def test_the_cover_of_a_wall_hides_that_of_a_creature():
    """A wall that gives cover from every corner gives it with a creature in between as well."""
    assert judged("A.#C.B\n......").kind == "cover"


def test_a_window_gives_cover_and_an_arrow_slit_improved_cover():
    """d20.cover.varying: by the border between, named by the square west or north of it."""
    walls = ("b1 e wall", "b3 e wall")
    text = "....\nA..B\n...."
    assert judged(text, "b2 e window", *walls).kind == "cover"
    assert judged(text, "b2 e arrow-slit", *walls)[:3] == ("improved", -1, "b2 e")
    assert judged("AB", "a1 e arrow-slit", melee=True)[:3] == ("improved", -1, "a1 e")
    assert judged("A\nB", "a1 s window", melee=True)[:3] == ("cover", -1, "a1 s")


def test_a_low_obstacle_covers_those_near_it():
    """d20.cover.low-obstacle, .low-obstacle-ignore: within 6 squares of the target, unless the attacker is closer."""
    assert judged("A..%B").kind == "cover"
    assert judged("A%...B").kind == "none"
    assert judged("A.%.B").kind == "cover"
    assert judged("A........%......B").kind == "none"
    assert judged("A........%.....B").kind == "cover"


def test_from_higher_ground_one_shoots_over_a_low_obstacle():
    """A low obstacle that is not beside the target is ignored from higher ground."""
    assert judged("A...%.B", elevation="1000000").kind == "none"
    assert judged("A....%B", elevation="1000000").kind == "cover"
    assert judged("A...%.B").kind == "cover"


def test_the_tiny_behind_a_low_wall_have_total_cover():
    """d20.cover.total: an obstacle at least as tall as the creature, low wall included."""
    assert judged("A.%B", target_height=0).kind == "total"
    assert judged("A.%B").kind == "cover"


def test_behind_a_wall_there_is_total_cover():
    """d20.cover.total: no line of effect."""
    assert judged("A.#B").kind == "total"
    assert judged("A.B", "b1 e wall")[:3] == ("total", -1, "b1 e")


def test_a_large_attacker_uses_its_best_square():
    """d20.cover.big-creatures: one square with a clear view is enough, on either side."""
    far, near = "A...#..........B\n" + "." * 16, "A.#B.\n....."
    assert [judged(far, spans=(span, 1)).kind for span in (1, 2)] == ["cover", "none"]
    assert [judged(near, spans=(1, span)).kind for span in (1, 2)] == ["cover", "none"]


@pytest.mark.parametrize("melee", [False, True])
def test_the_own_squares_never_count(melee):
    """d20.cover.determine-ranged: neither the attacker's nor the target's square covers, nor the creatures in them."""
    ground, _ = drawn("%%")
    assert cover(ground, 0, 1, 1, 1, melee_adjacent=melee, creatures=0b11).kind == "none"
