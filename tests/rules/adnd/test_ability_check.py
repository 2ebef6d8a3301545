"""Checks of a score."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.tally import Modifier
from sim.events.adnd import ScoreChecked
from sim.rules.adnd import ability_check
from tests.rules.adnd.arena import arena, told


@pytest.mark.parametrize(("die", "score", "made"), [(11, 12, True), (12, 12, True), (13, 12, False), (20, 25, False)])
def test_a_check_is_a_d20_of_at_most_the_score(die, score, made):
    """adnd.ability-check: equal is enough, 20 fails."""
    table = arena("A o", A="fighter-3", o="orc", dice=f"d20:{die}")

    checked = ability_check.roll(table, table.battle["A"], "dexterity", score, (), -1)

    assert checked.success is made
    assert told(table.log.events, ScoreChecked) == [checked]
    assert checked.cites == ("adnd.ability-check",)


def test_what_the_occasion_adds_changes_the_score():
    """adnd.ability-check: the die stays as it fell."""
    table = arena("A o", A="fighter-3", o="orc", dice="d20:11")
    parts = (Modifier(-2, "four legs", "adnd.variant.shield-rush.opposed"),)
    checked = ability_check.roll(table, table.battle["A"], "strength", 12, parts, -1)

    assert (checked.score, checked.total, checked.success) == (10, 11, False)


@given(die=st.integers(1, 20), score=st.integers(1, 30))
def test_a_better_score_never_fails_where_a_worse_one_does_not(die, score):
    """adnd.ability-check."""
    assert ability_check.succeeds(die, score) <= ability_check.succeeds(die, score + 1)
