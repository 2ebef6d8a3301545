"""Sets of squares as ints."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sim.grid import bits as bitset
from tests.grid.drawn import grounds


@given(st.sets(st.integers(0, 400)))
def test_members_come_low_to_high(members):
    """A set gives back its members in order, its size and its least."""
    bits = bitset.of(members)
    assert list(bitset.squares(bits)) == sorted(members)
    assert bitset.count(bits) == len(members)
    assert bitset.lowest(bits) == min(members, default=-1)


@given(st.sets(st.integers(0, 400)), st.integers(-50, 50))
def test_moving_moves_every_member(members, delta):
    """Shifting a set adds to each member; what falls below 0 is lost."""
    assert list(bitset.squares(bitset.moved(bitset.of(members), delta))) == sorted(
        member + delta for member in members if member + delta >= 0
    )


@given(grounds(), st.data())
def test_growing_takes_in_all_within_so_many_rows_and_columns(ground, data):
    """What is grown by n holds every square of the map that is at most n rows and n columns away."""
    members = data.draw(st.sets(st.sampled_from(list(bitset.squares(ground.inside)))))
    reach = data.draw(st.integers(0, 3))

    def near(square: int) -> bool:
        row, column = divmod(square, ground.stride)
        return any(
            abs(row - y) <= reach and abs(column - x) <= reach for y, x in (divmod(m, ground.stride) for m in members)
        )

    grown = bitset.grown(bitset.of(members), reach, ground.stride) & ground.inside
    assert all(grown >> square & 1 for square in bitset.squares(ground.inside) if near(square))
