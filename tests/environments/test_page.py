"""The page on learning does what it says."""

from __future__ import annotations

import re
from typing import Any

import pytest

from agents.environments.encoding import ACTIONS, CREATURE, MAP, MENU, SITUATION
from agents.policies.base import MOST_ORDERS
from tests.house.places import ROOT
from tests.laws.snippets import BLOCK

TEXT = (ROOT / "docs" / "reinforcement-learning.md").read_text("utf-8")


def test_every_snippet_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other, as a reader would type them; what they learn plays as a policy."""
    monkeypatch.chdir(ROOT)
    space: dict[str, Any] = {"__name__": "page"}

    for block in BLOCK.findall(TEXT):
        exec(compile(block, "docs/reinforcement-learning.md", "exec"), space)

    moment = space["FightEnv"]("scenarios/duel.toml")
    moment.reset(1)
    decision = space["choose"](moment.moment.view(), moment.moment.menu, None)
    assert decision.by == "learnt"
    assert capsys.readouterr().out.count("\n") == 1


def test_every_column_stands_on_the_page() -> None:
    """In its table, in its order, and no other."""
    tables = [re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE) for part in TEXT.split("| column | what it holds |")]

    assert tables[1:] == [list(columns) for columns in (MAP, CREATURE, SITUATION, MENU)]
    assert f"`Discrete({ACTIONS})`" in TEXT
    assert MOST_ORDERS == 12
