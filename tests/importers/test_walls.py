"""Walls at any angle shut the same borders and squares however a map is turned, by one rule."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import BadInput
from sim.importers.walls import MOST, Border, Cell, Floor, Piece, Plan, decide, hewn, on_grid, plan, sides

UNIT = 4
KINDS = ("wall", "wall", "wall", "window", "door", "open-door", "locked-door")


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Small maps with pieces of wall in and around them, often on centers and corners of squares."""
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    along = st.integers(-UNIT, (columns + 1) * UNIT), st.integers(-UNIT, (rows + 1) * UNIT)
    pieces = draw(st.lists(st.builds(Piece, *along, *along, st.sampled_from(KINDS)), max_size=8))
    return plan(columns, rows, UNIT, pieces, "the map")


def drawn(*pieces: Piece, columns: int = 4, rows: int = 4) -> Floor:
    return decide(plan(columns, rows, UNIT, pieces, "the map"))


def walled(floor: Floor, kind: str = "wall") -> set[Border]:
    return {border for border, found in floor.borders.items() if found == kind}


def transposed(of: Plan) -> Plan:
    pieces = (Piece(p.y0, p.x0, p.y1, p.x1, p.kind, p.secret) for p in of.pieces)
    return plan(of.rows, of.columns, of.unit, pieces, "the map")


def mirrored(of: Plan) -> Plan:
    wide = of.columns * of.unit
    pieces = (Piece(wide - p.x0, p.y0, wide - p.x1, p.y1, p.kind, p.secret) for p in of.pieces)
    return plan(of.columns, of.rows, of.unit, pieces, "the map")


def floor_transposed(of: Floor) -> Floor:
    return Floor(
        of.rows,
        of.columns,
        {(y, x): symbol for (x, y), symbol in of.filled.items()},
        {(y, x, 1 - south): kind for (x, y, south), kind in of.borders.items()},
    )


def floor_mirrored(of: Floor) -> Floor:
    last = of.columns - 1
    return Floor(
        of.columns,
        of.rows,
        {(last - x, y): symbol for (x, y), symbol in of.filled.items()},
        {(last - x - (not south), y, south): kind for (x, y, south), kind in of.borders.items()},
    )


@given(plans())
def test_a_map_mirrored_is_decided_mirrored(of: Plan) -> None:
    """Mirroring the lines mirrors borders, squares and rock."""
    assert hewn(decide(mirrored(of)), ()) == floor_mirrored(hewn(decide(of), ()))


@given(plans())
def test_a_map_turned_is_decided_turned(of: Plan) -> None:
    """Turning the lines by a quarter turns borders, squares and rock: a mirror and a diagonal make every turn."""
    assert hewn(decide(transposed(of)), ()) == floor_transposed(hewn(decide(of), ()))


@given(plans(), st.integers(2, 5))
def test_a_finer_unit_changes_nothing(of: Plan, finer: int) -> None:
    """The same lines in finer units are decided the same."""
    pieces = (Piece(*(finer * at for at in p[:4]), p.kind, p.secret) for p in of.pieces)
    assert decide(plan(of.columns, of.rows, of.unit * finer, pieces, "the map")) == decide(of)


@given(plans())
def test_the_order_of_pieces_and_their_direction_change_nothing(of: Plan) -> None:
    """The same pieces the other way round, last first, are decided the same."""
    pieces = [Piece(p.x1, p.y1, p.x0, p.y0, p.kind, p.secret) for p in reversed(of.pieces)]
    assert decide(plan(of.columns, of.rows, of.unit, pieces, "the map")) == decide(of)


@given(plans())
def test_squares_are_joined_where_their_centers_are(of: Plan) -> None:
    """With walls alone a step is open exactly where no piece meets the line between centers, found by fractions."""
    walls = plan(of.columns, of.rows, of.unit, [p._replace(kind="wall") for p in of.pieces], "the map")
    floor = decide(walls)
    for x in range(of.columns):
        for y in range(of.rows):
            for border in ((x, y, 0), (x, y, 1)):
                here, there = sides(border)
                if there[0] < of.columns and there[1] < of.rows:
                    shut = floor.borders.get(border) == "wall" or "#" in (
                        floor.filled.get(here),
                        floor.filled.get(there),
                    )
                    assert shut >= any(meets(of.unit, here, there, piece) for piece in walls.pieces)
                    if not (floor.filled.get(here) or floor.filled.get(there)):
                        assert shut == any(meets(of.unit, here, there, piece) for piece in walls.pieces)
            assert (floor.filled.get((x, y)) == "#") == any(meets(of.unit, (x, y), (x, y), p) for p in walls.pieces)


def meets(unit: int, here: Cell, there: Cell, piece: Piece) -> bool:
    """Does a piece meet the line between two centers? By cutting it to the line's height, in fractions."""
    (ax, ay), (bx, by) = ((Fraction(2 * x + 1, 2) * unit, Fraction(2 * y + 1, 2) * unit) for x, y in (here, there))
    x0, y0, x1, y1 = piece[:4]
    if ax == bx:
        ax, ay, bx, by, x0, y0, x1, y1 = ay, ax, by, bx, y0, x0, y1, x1
    low, high = min(ax, bx), max(ax, bx)
    if y0 == y1:
        return y0 == ay and max(x0, x1) >= low and min(x0, x1) <= high
    share = Fraction(ay - y0) / (y1 - y0)
    return 0 <= share <= 1 and low <= x0 + share * (x1 - x0) <= high


def test_a_wall_on_borders_shuts_them() -> None:
    """A wall along two borders shuts these two."""
    assert walled(drawn(Piece(4, 4, 12, 4))) == {(1, 0, 1), (2, 0, 1)}


def test_a_wall_through_centers_is_rock() -> None:
    """A wall half a square off the grid fills the squares through whose middle it goes."""
    assert drawn(Piece(0, 6, 16, 6)).filled == dict.fromkeys(((0, 1), (1, 1), (2, 1), (3, 1)), "#")


def test_a_slanted_wall_leaves_stairs_without_a_gap() -> None:
    """A wall from side to side at any angle parts the map in two."""
    floor = drawn(Piece(0, 3, 16, 14))
    assert [set(part) & {(0, 0), (0, 3)} for part in parts_of(floor)] == [{(0, 0)}, {(0, 3)}]


def parts_of(floor: Floor) -> list[set[Cell]]:
    from sim.importers.walls import parts

    return parts(floor)


def test_a_door_lies_on_its_wall() -> None:
    """Where a wall and a door meet the same line there is a door."""
    floor = drawn(Piece(0, 8, 16, 8), Piece(4, 8, 8, 8, "door"))
    assert walled(floor, "door") == {(1, 1, 1)}
    assert walled(floor) == {(0, 1, 1), (2, 1, 1), (3, 1, 1)}


def test_a_door_half_in_two_squares_has_two_leaves() -> None:
    """A door that stands half before each of two squares can be opened from both."""
    floor = drawn(Piece(0, 8, 6, 8), Piece(6, 8, 10, 8, "door"), Piece(10, 8, 16, 8))
    assert walled(floor, "door") == {(1, 1, 1), (2, 1, 1)}
    assert walled(floor) == {(0, 1, 1), (3, 1, 1)}


def test_a_door_in_the_middle_of_a_square_fills_it() -> None:
    """A door in a wall that runs through squares fills its square, open or closed; a locked one shuts its borders."""
    for kind, symbol in (("door", "+"), ("open-door", "'")):
        floor = drawn(Piece(0, 6, 4, 6), Piece(5, 6, 7, 6, kind), Piece(8, 6, 16, 6))  # type: ignore[arg-type]
        assert floor.filled[1, 1] == symbol
        assert not floor.borders
    locked = drawn(Piece(0, 6, 4, 6), Piece(5, 6, 7, 6, "locked-door"), Piece(8, 6, 16, 6))
    assert (1, 1) not in locked.filled
    assert walled(locked, "locked-door") == {(1, 0, 1), (1, 1, 1)}


def test_a_small_door_takes_the_nearest_border() -> None:
    """A door that meets no line between centers stands on the border nearest to its middle."""
    assert walled(drawn(Piece(4, 5, 4, 5), Piece(8, 4, 8, 5, "door")), "door") == {(1, 1, 0)}


def test_what_nobody_can_get_to_is_rock() -> None:
    """Of two parts without anything in them the one inside stays; with something in both both stay."""
    ring = [Piece(*a, *b) for a, b in pairwise(((4, 4), (12, 4), (12, 12), (4, 12), (4, 4)))]
    floor = drawn(*ring)
    assert sum(symbol == "#" for symbol in hewn(floor, ()).filled.values()) == 12
    assert not hewn(floor, [(0, 0), (1, 1)]).filled
    assert len(hewn(floor, [(0, 0)]).filled) == 4


def test_a_secret_door_keeps_the_room_behind_it() -> None:
    """A wall that is a secret door does not make rock of the room behind it."""
    ring = [Piece(*a, *b) for a, b in pairwise(((4, 4), (12, 4), (12, 12), (4, 12), (4, 4)))]
    assert not hewn(drawn(*ring), [(0, 0)], frozenset({(0, 1, 0)})).filled


def test_pieces_of_no_length_and_pieces_drawn_twice_count_once() -> None:
    """A plan keeps neither points nor doubles."""
    assert len(plan(2, 2, 4, [Piece(1, 1, 1, 1), Piece(0, 0, 4, 4), Piece(4, 4, 0, 0)], "the map").pieces) == 1


def test_a_piece_along_borders_is_told_from_others() -> None:
    """Pieces along the grid are those that lie on its lines."""
    made = plan(4, 4, 4, [], "the map")
    assert [on_grid(made, Piece(*ends)) for ends in ((4, 0, 4, 9), (5, 0, 5, 9), (0, 4, 4, 8))] == [True, False, False]


@pytest.mark.parametrize(("columns", "rows", "said"), [(0, 3, "no squares"), (201, 3, "201 by 3"), (3, 10**9, "3 by")])
def test_a_plan_has_bounds(columns: int, rows: int, said: str) -> None:
    """A map without squares or with too many is refused."""
    with pytest.raises(BadInput, match=said):
        plan(columns, rows, 4, [], "the map")


def test_a_plan_has_not_too_many_pieces() -> None:
    """More pieces of wall than are read are refused."""
    with pytest.raises(BadInput, match="20001 pieces of wall"):
        plan(4, 4, 4, (Piece(0, 0, 1, at) for at in range(1, MOST + 2)), "the map")


def test_pieces_are_not_too_long_together() -> None:
    """Thousands of walls from end to end of a large map are refused."""
    with pytest.raises(BadInput, match="walls of 513330 squares"):
        plan(200, 200, 1, (Piece(0, at // 180, 200, at % 180) for at in range(1800)), "the map")
