"""
What somebody does with a file that is not his own, and how it may end: well, or with one sentence.

Everything is done by the command line, in this process: a traceback is then an exception that leaves it.
"""

from __future__ import annotations

import io
import os
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from agents.cli.main import main
from tests.hostile.mutations import Below, mutant
from tests.record_golden import ROOT


class Case(NamedTuple):
    """A hostile file, and what is done with it: words of the command line, in which ``{}`` is the file."""

    kind: str
    base: str
    data: bytes
    words: tuple[str, ...]


USES: dict[str, tuple[str, ...]] = {
    "log": (
        "verify {}",
        "audit {}",
        "rerun {}",
        "replay {}",
        "replay {} --json",
        "why {} NUMBER",
        "resume {}",
        "fork {} --at NUMBER --seed 5 --out out",
        "aftermath {} --hours 3 --out out",
        "critique {}",
        "advise {} --at NUMBER",
        "play {} --as orcs",
        'query FROM"rolls" {} --csv',
    ),
    "toml": ("scenario check {}", "fight {} --seed 1 --quiet --out out", "advise {}", "forecast {} --runs 2 --jobs 1"),
    "orders": ("fight SCENARIO --orders {} --seed 1 --quiet --out out",),
}
SHORT = 70_000
"""Logs of more bytes are left to the golden tests."""


def bases(kind: str) -> list[Path]:
    """The real files that are changed."""
    if kind == "log":
        return [path for path in sorted((ROOT / "replays").rglob("*.jsonl")) if path.stat().st_size < SHORT]
    if kind == "toml":
        return sorted((ROOT / "scenarios").glob("*.toml")) + sorted((ROOT / "tests" / "hostile").glob("*.toml"))
    return sorted((ROOT / "scenarios" / "scripts").glob("*.orders"))


def drawn(kind: str, below: Below) -> Case:
    """A case of this kind."""
    found = bases(kind)
    base = found[below(len(found))]
    use = USES[kind][below(len(USES[kind]))]
    number, scenario = str(below(60)), str(_scenario(base.stem))
    words = tuple({"NUMBER": number, "SCENARIO": scenario}.get(word, word) for word in use.split())
    return Case(kind, base.name, mutant(kind, base.read_bytes(), below), words)


def _scenario(script: str) -> Path:
    """The scenario that an order file is for: the one with the longest name that begins alike."""
    names = [path for path in (ROOT / "scenarios").glob("*.toml") if script.startswith(path.stem)]
    return max(names, key=lambda path: len(path.stem), default=ROOT / "scenarios" / "duel.toml")


class Outcome(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def done(case: Case, folder: Path) -> Outcome:
    """
    Do what the case says, in a folder with nothing else in it.

    :raises AssertionError: when it ends neither well nor with a sentence, or leaves something that it should not.
    """
    file = folder / "hostile"
    file.write_bytes(case.data)
    written = folder / "out"
    written.unlink(missing_ok=True)
    out, err = io.StringIO(), io.StringIO()
    words = [str(file.name) if word == "{}" else word for word in case.words]
    with chdir(folder), redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", io.StringIO()):
        code = main(words)
    said = Outcome(code, out.getvalue(), err.getvalue())
    assert code in (0, 1, 2), said
    assert said.err.count("\n") <= 1, said
    assert code != 2 or (said.err.startswith("maraud: ") and len(said.err) < 2000), said
    strangers = set(os.listdir(folder)) - {file.name, written.name}
    assert not strangers, strangers
    if code == 2 and case.words[0] not in ("resume", "play"):
        assert file.read_bytes() == case.data
    return said
