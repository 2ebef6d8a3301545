"""The catalogues are carried out, whole."""

from __future__ import annotations

import re

import pytest

from sim.rules.coverage import coverage
from sim.rules.shelf import IDS
from tests.house.places import ROOT


@pytest.mark.parametrize("book", IDS)
def test_every_row_is_carried_out_tested_and_witnessed(book: str) -> None:
    """Each has its function, its test, and its place in a golden fight, a refusal or a condition that a test shows."""
    missing = {row.id: row.why for row in coverage(book) if row.status == "missing"}

    assert missing == {}


@pytest.mark.parametrize("book", IDS)
def test_what_is_only_told_is_listed_and_argued(book: str) -> None:
    """Rows without any effect in or right after a fight stand in the rulebook's page; of d20 there are none."""
    page = (ROOT / "sim" / "rules" / book / "README.md").read_text("utf-8")
    listed = re.findall(rf"^\| `({book}\.[a-z0-9.-]+)` \| ([^|]+) \|$", page, re.MULTILINE)

    assert listed == [(row.id, row.why) for row in coverage(book) if row.status == "narrative"]
