"""The audit's geometry and the engine's were written apart, and say the same of every map."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sim.audit.adnd import missiles
from sim.audit.geometry import Terrain, Walker, shape
from sim.events.header import Scenario
from sim.grid import bits
from sim.grid.cover import cover
from sim.grid.flanking import flanks
from sim.grid.movement import flood, line_clear, path_price
from sim.grid.reach import ring
from sim.grid.shots import shown
from sim.grid.sight import concealment, line_of_effect, line_of_sight
from sim.grid.terrain import Ground
from tests.grid.drawn import drawn, grounds, places

GROUNDS = grounds(most=6)


def terrain(ground: Ground, *, strict: bool = False) -> Terrain:
    """The same map for the audit."""
    options = {"reach-diagonal": "strict"} if strict else {}
    return Terrain(Scenario("map", ground.figures, (), options=options))


@st.composite
def two_places(draw: st.DrawFn, ground: Ground) -> tuple[int, int, int, int]:
    """Two places of one or two squares on a side that do not overlap, with their spans."""
    spans = [draw(st.integers(1, min(2, ground.width, ground.height))) for _ in "ab"]
    a, b = (draw(places(ground, span)) for span in spans)
    return a, spans[0], b, spans[1]


def test_a_line_along_an_edge_crosses_nothing() -> None:
    """It touches what lies on both sides (d20.cover.line-through)."""
    line = shape(2, 0)

    assert line.crossed == ()
    assert {(0, -1), (0, 0), (1, -1), (1, 0)} <= set(line.touched)


def test_a_slanting_line_crosses_what_it_gets_into() -> None:
    """From corner to corner of two squares in a row."""
    assert set(shape(2, 1).crossed) == {(0, 0), (1, 0)}


@given(GROUNDS, st.data())
def test_lines_of_effect_agree(ground: Ground, data: st.DataObject) -> None:
    """What stops a line on one side stops it on the other (d20.cover.line-of-effect)."""
    a, sa, b, sb = data.draw(two_places(ground))

    assert terrain(ground).effect(a, sa, b, sb) == line_of_effect(ground, a, sa, b, sb)


@given(GROUNDS, st.data())
def test_cover_agrees(ground: Ground, data: st.DataObject) -> None:
    """Every kind of cover, from near and from afar, creatures between (d20.cover.*)."""
    a, sa, b, sb = data.draw(two_places(ground))
    if ground.footprint(a, sa) & ground.footprint(b, sb):
        return
    crowd = data.draw(st.frozensets(st.sampled_from(list(bits.squares(ground.inside))), max_size=4))
    melee = data.draw(st.booleans())
    adjacent = melee and ground.distance(a, sa, b, sb) <= 1

    found = terrain(ground).cover(a, sa, b, sb, melee, crowd)

    assert found == cover(ground, a, sa, b, sb, melee_adjacent=adjacent, creatures=bits.of(crowd)).kind


@given(grounds(symbols="....,f#", kinds=(), most=6, hills=False), st.data())
def test_sight_and_concealment_agree(ground: Ground, data: st.DataObject) -> None:
    """Fog, foliage and darkness hide alike (d20.concealment.sources)."""
    light = tuple(data.draw(st.text("bsd", min_size=ground.width, max_size=ground.width)) for _ in range(ground.height))
    figures = type(ground.figures)(ground.figures.rows, (), (), light)
    ground = Ground.of(figures)
    a, sa, b, sb = data.draw(two_places(ground))
    melee, darkvision, low_light = data.draw(st.booleans()), data.draw(st.integers(0, 3)), data.draw(st.booleans())
    adjacent = melee and ground.distance(a, sa, b, sb) <= 1

    here = terrain(ground)

    assert here.sight(a, sa, b, sb, darkvision) == line_of_sight(ground, a, sa, b, sb, darkvision=darkvision)
    expected = concealment(ground, a, sa, b, sb, adjacent=adjacent, darkvision=darkvision, low_light=low_light)
    assert here.miss_chance(a, sa, b, sb, melee, darkvision, low_light) == expected.percent


@given(GROUNDS, st.data())
def test_every_path_of_a_flood_costs_the_same(ground: Ground, data: st.DataObject) -> None:
    """Step by step, squeezing and hills included (d20.move.diagonals, d20.squeeze.move-cost)."""
    span = data.draw(st.integers(1, min(3, ground.width, ground.height)))
    start = data.draw(places(ground, span))
    blocked = data.draw(st.frozensets(st.sampled_from(list(bits.squares(ground.inside))), max_size=3))
    blocked -= frozenset(bits.squares(ground.footprint(start, span)))
    swimmer, small = data.draw(st.booleans()), data.draw(st.booleans())
    fields = {"blocked": bits.of(blocked), "swimmer": swimmer, "small": small, "squeeze": True}
    area = flood(ground, start, span, 8, **fields)
    here, walker = terrain(ground), Walker(span, swimmer, small)

    for goal in bits.squares(area.reached | area.squeezed):
        path = area.path(goal)
        steps = [here.stride_of(a, b, walker, blocked) for a, b in pairwise(path)]
        assert sum(price or 1000 for price, _ in steps) == path_price(ground, path, span, **fields)
        if span > 1:
            assert [tight for _, tight in steps] == [taken < span for taken in area.spans(path)[1:]]


@given(grounds(kinds=(), most=8, hills=False), st.data())
def test_reach_and_flanking_agree(ground: Ground, data: st.DataObject) -> None:
    """Rings, and who stands between whom (d20.aoo.natural-reach, d20.flanking.geometry)."""
    a, sa, b, sb = data.draw(two_places(ground))
    low, high = data.draw(st.sampled_from(((0, 0), (0, 1), (0, 2), (1, 2), (2, 4), (3, 6))))
    strict = data.draw(st.booleans())
    ally = data.draw(places(ground, 1))

    reached = bool(ring(ground, a, sa, low, high, strict) & ground.footprint(b, sb))

    assert terrain(ground, strict=strict).strikes(a, sa, b, sb, low, high) == reached
    assert terrain(ground).flanks(a, sa, ally, 1, b, sb) == flanks(ground, a, sa, ally, 1, b, sb)


@given(grounds(symbols=".......:#o~", most=7), st.data())
def test_lanes_agree(ground: Ground, data: st.DataObject) -> None:
    """Whatever spoils a charge spoils it for both (d20.charge.clear-path)."""
    span = data.draw(st.integers(1, min(2, ground.width, ground.height)))
    start, goal = data.draw(places(ground, span)), data.draw(places(ground, span))
    blocked = data.draw(st.frozensets(st.sampled_from(list(bits.squares(ground.inside))), max_size=3))

    clear = line_clear(ground, start, span, goal, bits.of(blocked)) is None

    land = terrain(ground)
    assert clear == (land.lane(start, span, goal, blocked, False) and land.plain(start, span, goal, False))


@given(grounds(symbols="......#T", hills=False, most=6, kinds=("wall", "door", "window")), st.data())
def test_lines_of_fire_agree(ground: Ground, data: st.DataObject) -> None:
    """What of a square can be shot at from the center of another (adnd.missile.cover.grid)."""
    source, target = (data.draw(places(ground, 1)) for _ in "ab")
    land = terrain(ground)
    scene: Any = SimpleNamespace(terrain=land)
    barrier = land.barrier(source, 1, target, 1, 1, 1)

    found, expected = missiles.look(scene, source, target, barrier), shown(ground, source, target)
    if source != target and not land.open:
        assert (found.hidden, found.seen) == (expected.hidden, expected.seen)


def test_the_end_of_a_wall_hides_nothing_beyond_it() -> None:
    """Of the square past it the far corner is hidden, and not the one where the wall ends (adnd.missile.cover.grid)."""
    ground, at = drawn("A.....\n......\n.....B\n......", "e3 e wall")
    scene: Any = SimpleNamespace(terrain=terrain(ground))
    barrier = scene.terrain.barrier(at["A"], 1, at["B"], 1, 1, 1)

    ends = missiles.corners(scene, at["B"])
    assert [missiles.clear(scene, at["A"], end, at["B"], barrier) for end in ends] == [True, True, True, False]
