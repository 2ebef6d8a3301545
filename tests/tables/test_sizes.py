"""The size table is the rulebook's."""

from __future__ import annotations

import pytest

from sim.core.errors import BadInput
from sim.tables.sheet import SIZES
from sim.tables.sizes import SIZE, scaled

PRINTED = """
fine 8 -16 -16 16 1 0 0 100
diminutive 4 -12 -12 12 1 0 0 25
tiny 2 -8 -8 8 1 0 0 4
small 1 -4 -4 4 1 5 5 1
medium 0 0 0 0 1 5 5 1
large -1 4 4 -4 2 10 5 0
huge -2 8 8 -8 3 15 10 0
gargantuan -4 12 12 -12 4 20 15 0
colossal -8 16 16 -16 6 30 20 0
""".strip().splitlines()


@pytest.mark.parametrize("line", PRINTED)
def test_a_size_has_its_printed_figures(line: str) -> None:
    """Attack, grapple, special attacks, Hide, squares on a side, reach tall and long, how many to a square."""
    name, *figures = line.split()
    s = SIZE[name]

    found = [s.attack, s.grapple, s.special, s.hide, s.span, s.reach_tall, s.reach_long, s.per_square]
    assert found == [int(figure) for figure in figures]


def test_sizes_are_in_order() -> None:
    """Smallest first, as everywhere."""
    assert tuple(SIZE) == SIZES


def test_dice_without_a_row_are_refused() -> None:
    """Dice that no weapon deals have no other size."""
    with pytest.raises(BadInput, match="3d12"):
        scaled("3d12", "large")
