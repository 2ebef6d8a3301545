"""Sets of squares as Python ints: bit *s* is set when square *s* belongs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def squares(bits: int) -> Iterator[int]:
    """
    The members, low to high.

    >>> list(squares(0b10110))
    [1, 2, 4]
    """
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def lowest(bits: int) -> int:
    """The first member; -1 of an empty set."""
    return (bits & -bits).bit_length() - 1


def count(bits: int) -> int:
    """How many members."""
    return bits.bit_count()


def of(members: Iterable[int]) -> int:
    """
    The set of these squares.

    >>> bin(of([1, 2, 4]))
    '0b10110'
    """
    bits = 0
    for square in members:
        bits |= 1 << square
    return bits


def moved(bits: int, delta: int) -> int:
    """Every member ``delta`` squares further on; those that would fall below 0 are lost."""
    return bits << delta if delta >= 0 else bits >> -delta


def grown(bits: int, reach: int, stride: int) -> int:
    """
    All squares at most ``reach`` rows and columns away from one of these, and some round the edge of the map.
    """
    for _ in range(reach):
        bits |= bits << 1 | bits >> 1
        bits |= bits << stride | bits >> stride
    return bits


def touching(bits: int, span: int, stride: int) -> int:
    """Anchors whose ``span`` by ``span`` footprint has a square in ``bits`` (mask with where a footprint fits)."""
    row = bits
    for i in range(1, span):
        row |= bits >> i
    block = row
    for i in range(1, span):
        block |= row >> i * stride
    return block


def covered(anchors: int, span: int, stride: int) -> int:
    """All squares of the footprints at ``anchors``."""
    row = anchors
    for i in range(1, span):
        row |= anchors << i
    block = row
    for i in range(1, span):
        block |= row << i * stride
    return block


def fitting(bits: int, span: int, stride: int) -> int:
    """Anchors whose ``span`` by ``span`` footprint lies wholly in ``bits``."""
    row = bits
    for i in range(1, span):
        row &= bits >> i
    block = row
    for i in range(1, span):
        block &= row >> i * stride
    return block
