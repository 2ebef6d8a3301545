"""The page on notebooks does what it says."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from tests.house.places import ROOT
from tests.laws.snippets import BLOCK


def test_every_cell_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other; those that end with a fight show its page in a frame, and the whole batch is there."""
    monkeypatch.chdir(ROOT)
    space: dict[str, Any] = {"__name__": "page"}
    shown = []
    for block in BLOCK.findall((ROOT / "docs" / "notebook.md").read_text("utf-8")):
        *cell, last = ast.parse(block).body
        exec(compile(ast.Module(cell, []), "docs/notebook.md", "exec"), space)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "docs/notebook.md", "eval"), space)
            shown += [value._repr_html_()] if hasattr(value, "_repr_html_") else []
        else:
            exec(compile(ast.Module([last], []), "docs/notebook.md", "exec"), space)

    assert len(shown) == 2
    assert all(html.startswith("<iframe sandbox=") for html in shown)
    assert len(space["ended"]) == 6
    assert capsys.readouterr().out.count("\n") >= 7
