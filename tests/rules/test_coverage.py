"""The catalogue of d20 is carried out, whole."""

from __future__ import annotations

from sim.rules.coverage import coverage


def test_every_row_is_carried_out_tested_and_witnessed() -> None:
    """Each has its function, its test, and its place in a golden fight, a refusal or a condition that a test shows."""
    missing = {row.id: row.why for row in coverage("d20") if row.status == "missing"}

    assert missing == {}


def test_the_list_of_what_is_only_told_is_short() -> None:
    """Rows without any effect in or right after a fight would be narrative; there are none."""
    assert [row.id for row in coverage("d20") if row.status == "narrative"] == []
