"""
Follows a page to the letter, as a stranger would: ``python -m tests.docs.follow PAGE…`` prints each as it comes out.

A block with a ``title`` is a file, and is written; Python without one is run; of a console each line behind ``$`` is
typed, and what is said takes the place of what the page shows. A line ``…`` in there stands for any that are left out.
``--write`` puts the pages in order.
"""

from __future__ import annotations

import os
import re
import runpy
import shlex
import shutil
import sys
import tempfile
import traceback
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

import agents.model  # noqa: F401 (what most commands take longest to import is imported once)
from agents.cli.main import main as main_of_the_command

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
TYPED = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
CUT = "…\n"
TIME = re.compile(r"\d+\.\d\ds")


def followed(text: str) -> str:
    """A page as it is when all that it says has been done in the folder that one is in."""
    space: dict[str, Any] = {"__name__": "page"}
    done, end = [], 0
    for block in BLOCK.finditer(text):
        language, title, body = block.groups()
        if title:
            Path(title).write_text(body, "utf-8")
        elif language == "python":
            with redirect_stdout(None):
                exec(compile(body, "page", "exec"), space)
        elif language == "console":
            console = "".join(f"$ {line}\n{as_shown(output(line), shown)}" for line, shown in TYPED.findall(body))
            done += [text[end : block.start(3)], console]
            end = block.end(3)
    return "".join([*done, text[end:]])


def output(line: str) -> str:
    """
    What a command says, on both streams, in a process of its own.

    :raises RuntimeError: when it ends in a traceback.
    """
    program, *words = shlex.split(line, comments=True)
    with tempfile.TemporaryFile() as said:
        sys.stdout.flush()
        if not (child := os.fork()):
            code = 1
            try:
                for stream in (1, 2):
                    os.dup2(said.fileno(), stream)
                run(program, words)
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
        failed = os.waitpid(child, 0)[1]
        said.seek(0)
        text = said.read().decode("utf-8")
    if failed:
        raise RuntimeError(f"{line}\n{text}")
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def run(program: str, words: list[str]) -> None:
    """Do what a command does."""
    if program == "maraud":
        main_of_the_command(words)
    elif program == "python":
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")
    elif program == "pytest":
        pytest.main(words)
    else:
        raise ValueError(f"a stranger may not have {program}: use maraud, python or pytest in a console")


def as_shown(said: str, shown: str) -> str:
    """What was said, cut where it is cut on the page; how long something took is left as it stands there."""
    head, cut, tail = shown.partition(CUT)
    if cut:
        lines = said.splitlines(keepends=True)
        first, last = head.count("\n"), len(lines) - tail.count("\n")
        said = "".join([*lines[:first], CUT, *lines[last:]]) if first < last else said
    return shown if TIME.sub("", said) == TIME.sub("", shown) else said


def settle(folder: Path) -> None:
    """Make a folder like a fresh checkout, as far as pages go."""
    shutil.copytree(ROOT / "scenarios", folder / "scenarios")
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "replays").symlink_to(ROOT / "replays")


def main(words: list[str]) -> None:
    """Follow the pages named."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])  # a few fights are not worth processes of their own
    os.environ |= {"COLUMNS": "80", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    for page in [Path(word).resolve() for word in words if word != "--write"]:
        with tempfile.TemporaryDirectory() as folder:
            settle(Path(folder))
            os.chdir(folder)
            sys.path.insert(0, folder)
            text = followed(page.read_text("utf-8"))
            os.chdir(ROOT)
        if "--write" in words:
            page.write_text(text, "utf-8")
        else:
            sys.stdout.write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
