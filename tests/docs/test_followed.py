"""Pages that are followed to the letter: what they show is what comes out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.follow import BLOCK, settle
from tests.house.places import ROOT, files, name

ELSEWHERE = {
    "README.md": "laws/test_page.py",
    "docs/testing-rules.md": "laws/test_page.py",
    "docs/write-a-policy.md": "agents/test_write_a_policy.py",
    "docs/notebook.md": "agents/test_notebook.py",
    "docs/reinforcement-learning.md": "environments/test_page.py",
    "docs/serve.md": "serve/test_page.py",
}
"""Pages whose Python is run by a test of their own, in a setting of their own."""
PAGES = [
    page
    for page in files(".md")
    if name(page) not in ELSEWHERE
    and any(language in ("python", "console") for language, _, _ in BLOCK.findall(page.read_text("utf-8")))
]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_says_what_comes_of_it(page: Path, tmp_path: Path) -> None:
    """Its files written, its Python run, its commands typed in a fresh folder, each says what the page shows."""
    settle(tmp_path)

    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "docs" / "follow.py"), str(page)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout == page.read_text("utf-8"), (
        f"if it is right now: python -m tests.docs.follow --write {name(page)}"
    )


@pytest.mark.parametrize("page", ELSEWHERE)
def test_the_other_pages_are_run_by_a_test_of_theirs(page: str) -> None:
    """The test reads the page by its name."""
    test = (ROOT / "tests" / ELSEWHERE[page]).read_text("utf-8")

    assert f'"{Path(page).name}"' in test or page in test
