"""The page on the server does what it says."""

from __future__ import annotations

import re
from typing import Any

import pytest

from agents.serve import app, hall, worker
from agents.serve.workers import WAITING, Workers
from tests.house.places import ROOT
from tests.laws.snippets import BLOCK
from tests.serve.contract import listening

TEXT = (ROOT / "docs" / "serve.md").read_text("utf-8")


def test_every_snippet_asks_a_real_server(
    workers: Workers, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One after the other, as a program would; the fights come to their end."""
    monkeypatch.chdir(ROOT)
    with listening(workers) as url:
        space: dict[str, Any] = {"__name__": "page", "URL": url}
        for block in BLOCK.findall(TEXT):
            exec(compile(block, "docs/serve.md", "exec"), space)

    assert space["turn"]["played"]["over"]
    assert [event["kind"] for event in space["ruled"]["played"]["events"]] == ["RefereeSet", "RefereeMoved"]
    assert space["after"]["played"]["count"] > space["seen"]
    assert capsys.readouterr().out.startswith("grum ")


def test_every_path_stands_on_the_page() -> None:
    """Each with its method, and no other."""
    described = app.application(Workers(1, 1), 1).openapi_schema.paths or {}
    paths = {
        f"{method.upper()} {path}"
        for path, item in described.items()
        for method in ("get", "post", "delete")
        if getattr(item, method) is not None
    }

    assert set(re.findall(r"^\| `((?:GET|POST|DELETE) [^`]+)` \|", TEXT, re.MULTILINE)) == paths


def test_the_bounds_of_the_page_are_those_of_the_code() -> None:
    """Bytes, seconds, fights, turns."""
    (table,) = re.findall(r"^\| what \| bound \|\n(.*?)\n\n", TEXT, re.MULTILINE | re.DOTALL)
    bounds = {int(number.replace(",", "")) for number in re.findall(r"\b\d[\d,]*\b", table)}

    assert {app.LARGEST, app.PATIENCE, hall.LISTENERS, hall.LONGEST, hall.STALE, WAITING} <= bounds
    assert f"{worker.MEMORY >> 30} GiB" in table
