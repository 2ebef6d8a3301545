"""Fast healing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sim.rules.d20 import turn
from sim.tables.bestiary import creature
from sim.testing import battlefield, cited

QUICK = replace(creature("ogre"), fast_healing=3)


@pytest.mark.parametrize(("before", "after"), [(10, 13), (27, 29), (29, 29), (-2, 1)])
def test_hit_points_come_back_up_to_the_full_number(before: int, after: int) -> None:
    """Three a turn for an ogre of 29 hit points (d20.fast-healing.heal)."""
    table = battlefield("A o o\n. o o", A="fighter-1", o=QUICK)
    table.battle["o"].hit_points = before

    turn.begin(table, table.battle["o"])

    assert table.battle["o"].hit_points == after


def test_it_is_cited() -> None:
    """Who asks why finds d20.fast-healing.heal."""
    table = battlefield("A o o\n. o o", A="fighter-1", o=QUICK)
    table.battle["o"].hit_points = 10

    turn.begin(table, table.battle["o"])

    assert "d20.fast-healing.heal" in cited(table.log.events)
