"""Sets of squares as ints."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sim.grid import bits as bitset


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
