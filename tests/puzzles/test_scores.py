"""What ``docs/puzzles.md`` says of the policies that think quickly is still so."""

from __future__ import annotations

import re

import pytest

from tests.puzzles import proof
from tests.puzzles.position import position, positions
from tests.puzzles.scores import PAGE, mean, one, percent
from tests.puzzles.solver import Solver
from tests.puzzles.test_positions import SAMPLE

TEXT = PAGE.read_text(encoding="utf-8")


def found_by(title: str) -> list[str]:
    """The policies that find the best order of the position of this title, as the page has it."""
    section = TEXT.split(f"\n### {title}\n")[1].split("\n### ")[0]
    told = re.search(r"^Found by (.*)\.$", section, re.MULTILINE)
    assert told is not None
    return re.findall(r"`(\w+)`", told[1])


@pytest.mark.parametrize("policy", ["nearest", "doctrine"])
@pytest.mark.parametrize("name", SAMPLE)
def test_a_policy_finds_what_the_page_says(name: str, policy: str) -> None:
    """By each of its streams it gives a best order where it is named, and fails by one of them where it is not."""
    drawn = position(name)
    share = one(drawn, policy, Solver(drawn), proof.load(drawn)).share

    assert (share == 1) == (policy in found_by(drawn.title))


def test_luck_is_what_the_page_says() -> None:
    """The share that random play finds, over all positions."""
    shares = [proof.by_lot(proof.load(one), Solver(one)) for one in positions()]
    told = re.search(r"^\| `random` \| (\d+ %) \|", TEXT, re.MULTILINE)

    assert told is not None
    assert told[1] == percent(mean(shares))
