"""Movement: prices, corners, squeezing and paths."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.grid import bits as bitset
from sim.grid.figures import Edge, MapFigures
from sim.grid.movement import flood, is_clear, line_clear, path_price, squeezed_span, straight_line
from sim.grid.terrain import Ground
from tests.grid.drawn import drawn, grounds, places
from tests.grid.plain import Plain


@st.composite
def movers(draw: st.DrawFn) -> dict[str, object]:
    """A ground and all that a flood takes."""
    ground = draw(grounds())
    span = draw(st.integers(1, min(4, ground.width, ground.height)))
    squares = st.sets(st.sampled_from(list(bitset.squares(ground.inside))), max_size=5)
    return {
        "ground": ground,
        "start": draw(places(ground, span)),
        "span": span,
        "blocked": bitset.of(draw(squares)),
        "hindered": bitset.of(draw(squares)),
        "leaving": ~bitset.of(draw(squares)),
        "swimmer": draw(st.booleans()),
        "small": draw(st.booleans()),
        "squeeze": draw(st.booleans()),
    }


def options(mover: dict[str, object]) -> dict[str, object]:
    return {key: mover[key] for key in ("blocked", "hindered", "leaving", "swimmer", "small", "squeeze")}


@given(movers(), st.integers(0, 12), st.integers(0, 1))
def test_a_flood_is_dijkstra(mover, budget, parity):
    """
    A flood finds every place within the budget at the price that a Dijkstra on the plain rules finds, and no other.
    """
    ground, start, span = mover["ground"], mover["start"], mover["span"]
    plain = Plain(ground.figures)
    costs = plain.costs(
        plain.cell(start),
        span,
        blocked={plain.cell(s) for s in bitset.squares(mover["blocked"])},
        hindered={plain.cell(s) for s in bitset.squares(mover["hindered"])},
        held={plain.cell(s) for s in bitset.squares(~mover["leaving"])},
        swimmer=mover["swimmer"],
        small=mover["small"],
        squeeze=mover["squeeze"],
    )

    found = flood(ground, start, span, budget, parity=parity, **options(mover))

    expected = {plain.square(c): halves for (c, _), halves in costs.items() if (parity + halves) // 2 <= budget}
    assert {s: found.halves(s) for s in bitset.squares(found.reached | found.squeezed)} == expected
    assert all(found.price(s) == (parity + halves) // 2 for s, halves in expected.items())
    if span > 1:
        tight = {plain.square(c) for (c, size), halves in costs.items() if size != span and plain.square(c) in expected}
        assert set(bitset.squares(found.squeezed)) == tight


@given(movers())
def test_a_canonical_path_costs_what_its_end_costs(mover):
    """The canonical path begins at the start, is legal step by step, and costs the price of its end."""
    found = flood(mover["ground"], mover["start"], mover["span"], 8, **options(mover))
    for square in bitset.squares(found.reached | found.squeezed):
        path = found.path(square)
        assert path[0] == mover["start"]
        assert path[-1] == square
        assert path_price(mover["ground"], path, mover["span"], **options(mover)) == found.halves(square)


@given(movers())
def test_a_bigger_budget_reaches_more(mover):
    """Whatever a budget reaches, a bigger one reaches at the same price."""
    args = mover["ground"], mover["start"], mover["span"]
    small, big = (flood(*args, budget, **options(mover)) for budget in (4, 7))
    assert not small.reached & ~big.reached
    assert all(small.halves(s) == big.halves(s) for s in bitset.squares(small.reached))


@given(movers(), st.data())
def test_a_flood_ends_with_the_cheapest_of_the_places_sought(mover, data):
    """Asked to end early, a flood is the whole one as far as to the cheapest place that is sought."""
    ground, start = mover["ground"], mover["start"]
    goals = bitset.of(data.draw(st.sets(st.sampled_from(list(bitset.squares(ground.inside))))))
    whole, part = (flood(ground, start, mover["span"], 12, until=u, **options(mover)) for u in (0, goals))
    prices = {s: whole.halves(s) for s in bitset.squares(whole.reached | whole.squeezed)}
    met = sorted((prices[s], s) for s in bitset.squares(goals & whole.reached))
    last, cheapest = met[0] if met else (25, -1)
    reached = part.reached | part.squeezed
    assert {s: part.halves(s) for s in bitset.squares(reached)} == {s: p for s, p in prices.items() if p <= last}
    assert part.cheapest(goals & part.reached) == cheapest


@given(grounds(symbols=".", kinds=(), hills=False), st.data())
def test_in_the_open_the_price_is_the_distance(ground, data):
    """On bare ground movement costs the grid distance (d20.move.diagonals)."""
    start = data.draw(places(ground, 1))
    found = flood(ground, start, 1, 20)
    assert all(found.price(s) == ground.distance(start, 1, s, 1) for s in bitset.squares(ground.inside))


@given(movers(), st.integers(40, 70))
def test_a_map_far_from_the_north_is_no_different(mover, rows):
    """The same ground with many rows of wall north of it gives the same flood."""
    ground, span = mover["ground"], mover["span"]
    plain = ground.figures
    wide = 64 - ground.width
    figures = MapFigures(
        ("#" * 64,) * rows + tuple(row + "#" * wide for row in plain.rows),
        plain.elevation and ("0" * 64,) * rows + tuple(row + "0" * wide for row in plain.elevation),
        tuple(Edge(f"{e.square[0]}{int(e.square[1:]) + rows}", e.side, e.kind) for e in plain.edges),
    )
    large = Ground.of(figures)

    def further(square: int) -> int:
        y, x = divmod(square, ground.stride)
        return (y + rows) * large.stride + x

    moved = {
        key: bitset.of(further(s) for s in bitset.squares(mover[key] & ground.inside))
        for key in ("blocked", "hindered")
    }
    kept = ~bitset.of(further(s) for s in bitset.squares(~mover["leaving"]))
    near = flood(ground, mover["start"], span, 6, **options(mover))
    far = flood(large, further(mover["start"]), span, 6, **{**options(mover), **moved, "leaving": kept})
    assert far.reached == bitset.of(further(s) for s in bitset.squares(near.reached))
    assert far.squeezed == bitset.of(further(s) for s in bitset.squares(near.squeezed))
    assert all(far.halves(further(s)) == near.halves(s) for s in bitset.squares(near.reached | near.squeezed))


def test_every_second_diagonal_counts_double():
    """d20.move.diagonals: four diagonals cost 1, 3, 4 and 6 squares."""
    ground, at = drawn("""
        A....
        .B...
        ..C..
        ...D.
        ....E
    """)
    found = flood(ground, at["A"], 1, 6)
    assert [found.price(at[mark]) for mark in "BCDE"] == [1, 3, 4, 6]


def test_the_count_of_diagonals_runs_on():
    """d20.move.diagonals: after an odd diagonal the next one costs 2 squares."""
    ground, at = drawn("""
        A.
        .B
    """)
    assert flood(ground, at["A"], 1, 6, parity=1).price(at["B"]) == 2
    assert not flood(ground, at["A"], 1, 1, parity=1).reached >> at["B"] & 1


@pytest.mark.parametrize(("symbol", "straight", "slant"), [(".", 1, 1), (":", 2, 3), (";", 4, 6), ("%", 2, 3)])
def test_difficult_ground_doubles(symbol, straight, slant):
    """d20.terrain.difficult, d20.terrain.multiple-doubling: 1, 2 and 4 squares, diagonals 3 and 6."""
    ground, at = drawn(f"A{symbol}\n.{symbol}")
    steps = (at["A"], ground.square("b1")), (at["A"], ground.square("b2"))
    assert [path_price(ground, step, 1) // 2 for step in steps] == [straight, slant]


def test_hindered_rubble_doubles_thrice():
    """d20.terrain.multiple-doubling: doubled three times 1 square costs 8, a diagonal 12."""
    ground, at = drawn("A;\n;;")
    steps = (at["A"], ground.square("b1")), (at["A"], ground.square("b2"))
    assert [path_price(ground, step, 1, hindered=ground.inside) // 2 for step in steps] == [8, 12]


def test_no_diagonal_past_a_wall():
    """d20.move.corner: round the corner of a wall it takes two steps."""
    ground, at = drawn("""
        A#
        .B
    """)
    assert flood(ground, at["A"], 1, 6).path(at["B"]) == (at["A"], ground.square("a2"), at["B"])


def test_no_diagonal_past_the_end_of_a_border_wall():
    """d20.move.corner: a wall on a border is a corner too."""
    ground, at = drawn("A.\n.B", "a1 e wall")
    assert flood(ground, at["A"], 1, 6).price(at["B"]) == 2


@pytest.mark.parametrize("symbol", ["o", "~"])
def test_a_pit_may_be_passed_diagonally(symbol):
    """d20.move.corner: past pits and water a diagonal is allowed."""
    ground, at = drawn(f"A{symbol}\n{symbol}B")
    assert flood(ground, at["A"], 1, 6).price(at["B"]) == 1


def test_a_creature_may_be_passed_diagonally():
    """d20.move.corner: foes close their squares, not the corners between."""
    ground, at = drawn("AX\nYB")
    found = flood(ground, at["A"], 1, 6, blocked=bitset.of([at["X"], at["Y"]]))
    assert found.price(at["B"]) == 1
    assert not found.reached >> at["X"] & 1


def test_a_low_wall_on_a_border_costs_two_squares_more():
    """d20.terrain.obstacle: crossing costs 2 squares in addition to the square beyond."""
    ground, at = drawn("AB", "a1 e low-wall")
    assert flood(ground, at["A"], 1, 6).price(at["B"]) == 3


@pytest.mark.parametrize("kind", ["wall", "door", "window", "arrow-slit"])
def test_what_bars_the_way_cannot_be_crossed(kind):
    """d20.terrain.obstacle: a blocking obstacle cannot be crossed."""
    ground, at = drawn("AB", f"a1 e {kind}")
    assert flood(ground, at["A"], 1, 6).reached == 1 << at["A"]


def test_an_open_door_bars_nothing():
    """An open door costs no more than floor."""
    ground, at = drawn("AB", "a1 e open-door")
    assert flood(ground, at["A"], 1, 6).price(at["B"]) == 1


def test_uphill_doubles_and_a_cliff_stops():
    """One square up costs 2, down 1; two squares of height cannot be walked."""
    ground, at = drawn("ABC", elevation="013")
    up = flood(ground, at["A"], 1, 6)
    assert up.price(at["B"]) == 2
    assert not up.reached >> at["C"] & 1
    assert flood(ground, at["B"], 1, 6).price(at["A"]) == 1


def test_deep_water_is_for_swimmers():
    """Deep water is closed but to swimmers."""
    ground, at = drawn("A~B")
    assert not flood(ground, at["A"], 1, 6).reached >> at["B"] & 1
    assert flood(ground, at["A"], 1, 6, swimmer=True).price(at["B"]) == 2


def test_a_large_creature_pays_for_the_worst_square_that_it_enters():
    """A step of a 2 by 2 space into one square of rubble costs 2; leaving it behind costs nothing."""
    ground, at = drawn("""
        A...
        ..:.
    """)
    found = flood(ground, at["A"], 2, 6)
    assert (found.price(at["A"] + 1), found.price(at["A"] + 2)) == (2, 3)


def test_a_threatened_square_may_be_entered_but_not_left():
    """With the threatened squares not to be left, a flood stops in them."""
    ground, at = drawn("A.X.B")
    found = flood(ground, at["A"], 1, 6, leaving=~(1 << at["X"]))
    assert found.reached >> at["X"] & 1
    assert not found.reached >> at["B"] & 1


def test_a_large_creature_squeezes_through_a_gap():
    """d20.squeeze.width, d20.squeeze.move-cost: through a passage of one square it goes at double cost."""
    ground, at = drawn("""
        A.##..
        ..SX.B
        ..##..
    """)
    assert not flood(ground, at["A"], 2, 12).reached >> at["X"] + 1 & 1
    found = flood(ground, at["A"], 2, 12, squeeze=True)
    assert set(bitset.squares(found.squeezed)) == {at["S"], at["X"]}
    assert (found.price(at["S"]), found.price(at["X"]), found.price(at["X"] + 1)) == (2, 4, 6)
    path = found.path(at["X"] + 1)
    assert found.spans(path) == (2, 1, 1, 2)


def test_a_medium_creature_squeezes_through_a_crevice():
    """d20.squeeze.move-cost: a crevice is closed to walkers, open to squeezers at double cost, free for the tiny."""
    ground, at = drawn("AnB")
    assert not flood(ground, at["A"], 1, 9).reached >> at["B"] & 1
    assert flood(ground, at["A"], 1, 9, squeeze=True).price(at["B"]) == 4
    assert flood(ground, at["A"], 1, 9, small=True).price(at["B"]) == 2


def test_a_large_creature_squeezes_past_a_foe():
    """d20.squeeze.past-opponent: through the free half of the width."""
    ground, at = drawn("""
        A..X..
        ......
    """)
    found = flood(ground, at["A"], 2, 12, blocked=1 << at["X"], squeeze=True)
    assert found.reached >> at["X"] + 1 & 1
    assert not found.squeezed & 1 << at["X"]


@given(st.integers(2, 6), st.integers(1, 5))
def test_squeezing_through_a_gap_is_no_short_cut(span, length):
    """However large the creature and however short the gap, it pays at least what the way costs in the open."""
    half = squeezed_span(span)
    rows = ["." * span + ("." if y < half else "#") * length + "." * span for y in range(span)]
    ground, _ = drawn("\n".join(rows))
    assert flood(ground, 0, span, 60, squeeze=True).price(span + length) >= span + length


def test_a_path_with_an_illegal_step_has_no_price():
    """path_price refuses jumps, walls and leaving what may not be left."""
    ground, at = drawn("A.B#C")
    assert path_price(ground, (at["A"], at["B"]), 1) is None
    assert path_price(ground, (at["B"], at["B"] + 1), 1) is None
    assert path_price(ground, (at["A"], at["A"] + 1, at["B"]), 1, leaving=1 << at["A"]) is None
    assert path_price(ground, (at["A"], at["A"] + 1, at["B"]), 1) == 4


def test_of_equally_cheap_paths_the_lowest_squares_win():
    """Going back from the end, each square is the lowest of those that cost the same."""
    ground, at = drawn("""
        A...
        ...B
    """)
    assert [ground.name(s) for s in flood(ground, at["A"], 1, 6).path(at["B"])] == ["a1", "b1", "c1", "d2"]


@given(grounds(symbols=".", kinds=(), hills=False, most=12), st.data())
def test_a_straight_line_is_the_same_both_ways_and_costs_the_distance(ground, data):
    """d20.charge.straight-line: canonical, reversible, at the price of the grid distance, never far from the line."""
    start, goal = data.draw(places(ground, 1)), data.draw(places(ground, 1))
    there, back = straight_line(ground, start, 1, goal), straight_line(ground, goal, 1, start)
    assert there == tuple(reversed(back))
    assert (there[0], there[-1]) == (start, goal)
    assert path_price(ground, there, 1) // 2 == ground.distance(start, 1, goal, 1)
    (y, x), (goal_y, goal_x) = divmod(start, ground.stride), divmod(goal, ground.stride)
    size = max(abs(goal_x - x), abs(goal_y - y))
    for at in there:
        row, column = divmod(at, ground.stride)
        assert 2 * abs((column - x) * (goal_y - y) - (row - y) * (goal_x - x)) <= size


@given(grounds(symbols=".....:#o", kinds=("wall", "low-wall", "open-door"), hills=False, most=6), st.data())
def test_a_clear_path_is_that_of_the_sixteen_lines(ground, data):
    """d20.charge.clear-path: one square large, the straight path adds nothing to the lines between corners."""
    start, goal = data.draw(places(ground, 1)), data.draw(places(ground, 1))
    foes = data.draw(st.sets(st.sampled_from(list(bitset.squares(ground.inside))), max_size=3))
    plain = Plain(ground.figures)
    met = plain.charge_meets(plain.cell(start), plain.cell(goal), 1, {plain.cell(s) for s in foes})
    if start != goal and not plain.solid(plain.cell(start)):
        assert (line_clear(ground, start, 1, goal, bitset.of(foes)) is not None) == met


@given(grounds(symbols="........:#o", kinds=("wall", "low-wall"), hills=False, most=7), st.data())
def test_a_large_charger_is_stopped_by_its_lines_and_by_what_it_runs_over(ground, data):
    """d20.charge.clear-path: whatever its lines meet spoils its charge; where nothing does, every step is free."""
    span = data.draw(st.integers(1, min(3, ground.width, ground.height)))
    start, goal = data.draw(places(ground, span)), data.draw(places(ground, span))
    plain = Plain(ground.figures)
    if start == goal or plain.walled(plain.space(plain.cell(start), span)):
        return
    met = plain.charge_meets(plain.cell(start), plain.cell(goal), span, set())
    path = straight_line(ground, start, span, goal)
    cost = path_price(ground, path, span)
    free = cost is not None and cost // 2 == ground.distance(start, 1, goal, 1)
    own = plain.space(plain.cell(start), span)
    swept = any(plain.symbols[c] in ":#o" for at in path for c in plain.space(plain.cell(at), span) - own)
    assert (line_clear(ground, start, span, goal) is None) == (free and not met and not swept)


def test_a_charge_over_a_pit_under_the_charger_is_not_clear():
    """d20.charge.clear-path: a step that is barred spoils it, even where the charger's own space begins."""
    ground, _ = drawn("::.\n:o.")
    assert line_clear(ground, 0, 2, 1) is not None
    assert not is_clear(ground, 0, 2, 1)


@given(grounds(symbols="....:#o~n", kinds=("wall", "low-wall"), most=6), st.data())
def test_a_charge_is_clear_where_nothing_is_named(ground, data):
    """Both answers come to the same, wherever the charger stands."""
    span = data.draw(st.integers(1, min(3, ground.width, ground.height)))
    start, goal = data.draw(places(ground, span)), data.draw(places(ground, span))
    foes = bitset.of(data.draw(st.sets(st.sampled_from(list(bitset.squares(ground.inside))), max_size=3)))
    swimmer = data.draw(st.booleans())
    named = line_clear(ground, start, span, goal, foes, swimmer=swimmer)
    assert is_clear(ground, start, span, goal, foes, swimmer=swimmer) == (named is None)


@pytest.mark.parametrize("thing", [":", "#", "o", "%", "n", "~"])
def test_a_charge_names_what_slows_it(thing):
    """d20.charge.clear-path: a square that slows or blocks, even one only clipped by a line, spoils the charge."""
    ground, at = drawn(f"A....\n..{thing}..\n....B")
    assert line_clear(ground, at["A"], 1, at["B"]) == ground.square("c2")


def test_a_charge_is_spoilt_by_a_creature_and_by_a_wall():
    """d20.charge.clear-path: an ally in the way is named; a wall on a border gives -1; else the way is clear."""
    ground, at = drawn("A.X.B")
    assert line_clear(ground, at["A"], 1, at["B"]) is None
    assert line_clear(ground, at["A"], 1, at["B"], 1 << at["X"]) == at["X"]
    ground, at = drawn("A.X.B", "b1 e low-wall")
    assert line_clear(ground, at["A"], 1, at["B"]) == -1


def test_a_charge_uphill_is_slowed():
    """d20.charge.clear-path: a steep step slows, and its upper square is named."""
    ground, at = drawn("A.X.B", elevation="00111")
    assert line_clear(ground, at["A"], 1, at["B"]) == at["X"]
    assert line_clear(ground, at["B"], 1, at["A"]) is None


def test_a_charge_along_a_wall_is_clear():
    """d20.cover.line-through: running along the edge of a wall is not passing through it."""
    ground, at = drawn("A.B\n###")
    assert line_clear(ground, at["A"], 1, at["B"]) is None


def test_floods_on_one_ground_share_what_was_compiled(monkeypatch):
    """The legal steps are worked out once per ground and kind of mover."""
    import sim.grid.movement as movement

    ground: Ground = drawn("..:..")[0]
    flood(ground, 0, 1, 6)
    monkeypatch.setattr(movement, "_gait", None)
    assert flood(ground, 2, 1, 6).reached == ground.inside
