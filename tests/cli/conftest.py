"""The command, run in an empty folder with a finished log in it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from agents.cli.main import main
from tests.record_golden import Golden, play

FIGHT = play(Golden("goblin-ambush", 3))


class Run(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def maraud(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Run]:
    """The command, in a folder with a finished log ``a.jsonl``; ``said`` is what is typed."""
    monkeypatch.chdir(tmp_path)
    Path("a.jsonl").write_bytes(FIGHT)

    def run(*words: object, said: str = "") -> Run:
        monkeypatch.setattr("sys.stdin", io.StringIO(said))
        code = main([str(word) for word in words])
        return Run(code, *capsys.readouterr())

    return run
