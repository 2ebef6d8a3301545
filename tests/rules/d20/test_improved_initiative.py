"""Improved Initiative."""

from __future__ import annotations

from sim.rules.d20 import initiative
from sim.testing import battlefield

BONUS = "d20.improved-initiative.bonus"


def test_the_feat_is_a_part_of_its_own() -> None:
    """An archer's +7 is Dexterity 3 and 4 for the feat (d20.improved-initiative.bonus)."""
    table = battlefield("A o", A="archer-4", o="orc")

    found = initiative.parts(table.battle["A"])

    assert (4, "improved initiative", BONUS) in found
    assert sum(part.value for part in found) == 7
