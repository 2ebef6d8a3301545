"""Where the pages of the site come from, and how a page of the repository is made one of them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from sim.tables.rulebook import BOOKS, read

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("sim", "agents", "scenarios", "replays", "tests", "benchmarks")
"""Folders whose READMEs are pages."""
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
FENCED = re.compile(r"^(`{3,})[^\n]*\n.*?^\1$", re.MULTILINE | re.DOTALL)
ID = re.compile(r"\b(?:d20|adnd)(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+")


@cache
def pages() -> tuple[str, ...]:
    """The Markdown of the repository that is on the site, as paths from its root: all of ``docs``, every README."""
    found = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    found += sorted((ROOT / "docs").rglob("*.md"))
    for room in ROOMS:
        found += sorted((ROOT / room).rglob("README.md"))
    return tuple(path.relative_to(ROOT).as_posix() for path in found)


@cache
def things() -> tuple[str, ...]:
    """What pages link to or show besides pages and modules: licences, pictures, schemas, scenarios."""
    found = {
        target
        for page in pages()
        for _, _, link in LINK.findall((ROOT / page).read_text("utf-8"))
        if (target := target_of(page, link)) and (ROOT / target).is_file()
    }
    return tuple(sorted(found - set(pages())))


def target_of(page: str, link: str) -> str:
    """What a link of a page leads to, as a path from the root of the repository; "" if elsewhere, or into the page."""
    path = link.partition("#")[0]
    if not path or "://" in link or link.startswith("mailto:"):
        return ""
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), path))


def outside_fences(text: str, change: Callable[[str], str]) -> str:
    """A text, changed but for its fenced blocks."""
    done, end = [], 0
    for block in FENCED.finditer(text):
        done += [change(text[end : block.start()]), block.group()]
        end = block.end()
    return "".join([*done, change(text[end:])])


def on_the_site(page: str, text: str, known: Mapping[str, Any]) -> str:
    """
    A page of the repository with its links led to pages of the site: a folder to its README, a module to its reference,
    the id of a rule in backquotes to the rule. What is in the repository alone keeps its words and loses its link.
    """

    def led(match: re.Match[str]) -> str:
        picture, words, link = match.groups()
        target = target_of(page, link)
        if not target or target in known:
            return match.group()
        for other in (f"{target}/README.md", reference_of(target)):
            if other in known:
                return f"{picture}[{words}]({way(page, other)})"
        return words if (ROOT / target).exists() else match.group()

    def named(match: re.Match[str]) -> str:
        return f"[{match.group()}]({way(page, rule_page(match[1]))})" if match[1] in rules() else match.group()

    def change(part: str) -> str:
        return re.sub(rf"(?<!\[)`({ID.pattern})`", named, LINK.sub(led, part))

    return outside_fences(text, change)


def way(page: str, other: str) -> str:
    """The relative link from a page to another."""
    return posixpath.relpath(other, posixpath.dirname(page) or ".")


@cache
def rules() -> dict[str, str]:
    """The catalogue of each rule."""
    return {id: book for book in BOOKS for id in read(book)}


def rule_page(id: str) -> str:
    """Where the page of a rule is: its id is its address."""
    return f"rules/{id}.md"


def reference_of(path: str) -> str:
    """Where the reference of a module is, by the path of its file."""
    return f"api/{path.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}.md"


def plain(text: str) -> str:
    """A text in which no sign is one of Markdown's."""
    return re.sub(r"([\\`*_{}\[\]#])", r"\\\1", escape(text, quote=False)).replace("|", "&#124;")


def linked(page: str, text: str) -> str:
    """A plain text for a page, in which each id of a rule leads to it."""
    done, end = [], 0
    for match in ID.finditer(text):
        if match.group() in rules():
            done += [plain(text[end : match.start()]), f"[`{match.group()}`]({way(page, rule_page(match.group()))})"]
            end = match.end()
    return "".join([*done, plain(text[end:])])
