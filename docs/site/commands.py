"""A page for each command, made of the command line itself: its help, its options, and where pages show it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import typer

from agents.cli.main import app
from docs.site import places
from docs.site.places import ROOT, plain, way

FENCED = re.compile(r"^```\w*[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INDEX = "commands/index.md"


class Command(NamedTuple):
    """A command: its words after ``maraud``, and what typer knows of it."""

    words: tuple[str, ...]
    click: Any

    @property
    def name(self) -> str:
        """As it is typed."""
        return " ".join(("maraud", *self.words))

    @property
    def page(self) -> str:
        """Where its page is."""
        return f"commands/{'-'.join(self.words)}.md"


@cache
def commands() -> tuple[Command, ...]:
    """Every command that does something, by name."""
    return tuple(sorted(_leaves(Command((), typer.main.get_command(app))), key=lambda one: one.words))


def pages() -> Iterator[tuple[str, str]]:
    """The path and the Markdown of each."""
    rows = "\n".join(
        f"| [`{one.name}`]({one.page.removeprefix('commands/')}) | {plain(_help(one.click).split(chr(10))[0])} |"
        for one in commands()
    )
    yield INDEX, f"# Commands\n\n| command | what it does |\n|---|---|\n{rows}\n\n{_COMMON}"
    for one in commands():
        yield one.page, _page(one)


_COMMON = """
Each answers `--help`, and with `--json` in a form for programs. Exit codes: 0 it holds, 1 something was found, 2 what
was given is wrong (one sentence on the standard error says what, where, and what to do), 130 interrupted.
"""


def _leaves(command: Command) -> Iterator[Command]:
    if not hasattr(command.click, "commands"):
        yield command
        return
    for word, child in command.click.commands.items():
        yield from _leaves(Command((*command.words, word), child))


def _page(command: Command) -> str:
    given = [one for one in command.click.params if one.param_type_name == "argument"]
    options = [one for one in command.click.params if one.param_type_name == "option"]
    usage = " ".join([command.name, *(["[OPTIONS]"] if options else []), *map(_argument, given)])
    parts = [f"# {command.name}", plain(_help(command.click)), f"```text\n{usage}\n```"]
    if given:
        rows = "\n".join(f"| `{_argument(one)}` | {plain(one.help or '')} |" for one in given)
        parts.append(f"## Arguments\n\n| argument | meaning |\n|---|---|\n{rows}")
    if options:
        rows = "\n".join(f"| {_option(one)} | {plain(one.help or '')}{_default(one)} |" for one in options)
        parts.append(f"## Options\n\n| option | meaning |\n|---|---|\n{rows}")
    if shown := _shown().get(command.words):
        parts.append("## On other pages")
        for page, lines in shown.items():
            title = (ROOT / page).read_text("utf-8").partition("# ")[2].partition("\n")[0]
            parts.append(f"[{title}]({way(command.page, page)}):\n\n```text\n" + "\n".join(lines) + "\n```")
    return "\n\n".join(parts) + "\n"


def _help(command: Any) -> str:
    return str(command.help or "").strip()


def _argument(argument: Any) -> str:
    word = (argument.metavar or argument.name.upper()) + ("..." if argument.nargs == -1 else "")
    return word if argument.required else f"[{word}]"


def _option(option: Any) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    value = "" if option.is_flag else f" `{option.metavar or option.name.upper()}`".replace("|", "\\|")
    return names + value + (", again and again" if option.multiple else "")


def _default(option: Any) -> str:
    """What holds without the option, where that is a value."""
    if option.is_flag or option.default is None or option.default == "" or callable(option.default):
        return ""
    return f" Without it: `{option.default}`."


@cache
def _shown() -> dict[tuple[str, ...], dict[str, list[str]]]:
    """The lines of each command in the fenced blocks of pages."""
    found: dict[tuple[str, ...], dict[str, list[str]]] = {}
    known = {one.words for one in commands()}
    for page in places.pages():
        for block in FENCED.findall((ROOT / page).read_text("utf-8")):
            for line in block.splitlines():
                line = line.removeprefix("$ ")
                if line.startswith("maraud "):
                    words = tuple(shlex.split(line, comments=True)[1:3])
                    of = next((one for one in (words, words[:1]) if one in known), None)
                    if of and line not in found.setdefault(of, {}).setdefault(page, []):
                        found[of][page].append(line)
    return found
