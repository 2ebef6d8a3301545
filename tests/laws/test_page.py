"""The page on laws, and the recipe of the README, do what they say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from sim import strategies
from sim.laws import GROUP
from tests.house.places import ROOT
from tests.laws.snippets import BLOCK

PAGE = ROOT / "docs" / "testing-rules.md"
TEXT = PAGE.read_text("utf-8")


@pytest.mark.parametrize("page", [PAGE, ROOT / "README.md"], ids=["testing-rules", "readme"])
def test_every_snippet_runs(page: Path, tmp_path: Path) -> None:
    """Each block of Python is executed in turn, and each test in it is run."""
    text = page.read_text("utf-8")
    tests = re.findall(r"^def (test_\w+)|^(Test\w+) = ", "".join(BLOCK.findall(text)), re.MULTILINE)

    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "laws" / "snippets.py"), str(page)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [one or other for one, other in tests]


def test_the_entry_point_is_the_one_that_is_looked_for() -> None:
    """The block of TOML names the group."""
    (block,) = re.findall(r"^```toml\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)

    assert list(tomllib.loads(block)["project"]["entry-points"]) == [GROUP]


def test_every_strategy_stands_on_the_page() -> None:
    """What is public is named."""
    assert [name for name in strategies.__all__ if name not in TEXT] == []
