"""The pages and the command line tell of the same commands."""

from __future__ import annotations

import io
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.house.places import ROOT, files, name

FENCED = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def command_lines(page: Path) -> Iterator[list[str]]:
    """The words of each ``maraud …`` line in a page's fenced blocks, comments left out."""
    for block in FENCED.findall(page.read_text("utf-8")):
        for line in block.splitlines():
            line = line.removeprefix("$ ")
            if line.startswith("maraud "):
                yield shlex.split(line, comments=True)[1:]


LINES = [(page, words) for page in files(".md") for words in command_lines(page)]


@pytest.fixture(scope="module")
def command() -> Any:
    """The whole command as the user meets it."""
    from agents.cli.main import app

    return typer.main.get_command(app)


@pytest.mark.parametrize(("page", "words"), LINES, ids=[f"{name(page)}: {' '.join(words)}" for page, words in LINES])
def test_a_command_line_in_a_page_is_one_that_exists(page: Path, words: list[str], command: Any) -> None:
    """The command and every option that a page shows are there."""
    words = list(words)
    while hasattr(command, "commands"):
        assert words, f"{name(page)} names a group without a command"
        assert words[0] in command.commands
        command = command.commands[words.pop(0)]
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}

    assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known


FOLLOWED = ("README.md", "docs/audit.md", "docs/data.md", "docs/import.md", "scenarios/README.md")
"""Pages whose plain command lines are typed; elsewhere they are long, or shown for tests of their own."""


@pytest.mark.parametrize("page", FOLLOWED)
def test_the_commands_of_a_page_do_what_they_say(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Typed one after the other in a fresh copy of the folders, nothing said where they ask, each of them succeeds; two
    logs that differ are told by the exit code; what listens, and what is piped in, is tried elsewhere.
    """
    from agents.cli.main import main

    for folder in ("scenarios", "replays", "tests/importers/data"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())

    typed = [words for words in command_lines(ROOT / page) if words[0] not in ("app", "serve") and "-" not in words]
    assert [words for words in typed if main(words) != (words[0] == "diff")] == []


def test_every_command_stands_in_the_readme(command: Any) -> None:
    """A command that the README does not mention is one that nobody finds."""
    shown = {" ".join(words) for words in command_lines(ROOT / "README.md")}
    hidden = [path for path in leaves(command) if not any(f"{line} ".startswith(f"{path} ") for line in shown)]

    assert hidden == []


def leaves(command: Any, path: str = "") -> Iterator[str]:
    """The full name of every command that does something."""
    if not hasattr(command, "commands"):
        yield path
        return
    for word, child in command.commands.items():
        yield from leaves(child, f"{path} {word}".strip())
