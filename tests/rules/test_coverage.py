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


def test_the_test_of_a_rule_is_one_of_its_topic() -> None:
    """Where the file of its topic names it, no other test is shown, though its file comes first."""
    (place,) = (row for row in coverage("d20") if row.id == "d20.flanking.bonus")

    assert place.test.startswith("tests/rules/d20/test_flanking.py::test_")


@pytest.mark.parametrize("book", IDS)
def test_what_is_only_told_is_listed_and_argued(book: str) -> None:
    """Rows without any effect in or right after a fight stand in the rulebook's page; of d20 there are none."""
    page = (ROOT / "sim" / "rules" / book / "README.md").read_text("utf-8")
    listed = re.findall(rf"^\| `({book}\.[a-z0-9.-]+)` \| ([^|]+) \|$", page, re.MULTILINE)

    assert listed == [(row.id, row.why) for row in coverage(book) if row.status == "narrative"]
