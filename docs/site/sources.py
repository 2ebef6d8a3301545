"""Pieces of source for the pages of rules: a function by its full name, a test by its address."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import NamedTuple

from docs.site.places import ROOT


class Piece(NamedTuple):
    """Some lines of a file; ``says`` is the first paragraph of their docstring."""

    file: str
    line: int
    text: str
    says: str

    def block(self) -> str:
        """The piece as a fenced block of Markdown."""
        return f'````python title="{self.file}" linenums="{self.line}"\n{self.text}\n````'


@cache
def _parsed(file: str) -> tuple[list[str], ast.Module]:
    text = (ROOT / file).read_text("utf-8")
    return text.splitlines(), ast.parse(text)


def function(place: str, id: str) -> Piece | None:
    """What a name such as ``sim.rules.d20.flanking.bonus`` stands for; of a module, the statement that has the id."""
    parts = place.split(".")
    for cut in range(len(parts), 0, -1):
        file = "/".join(parts[:cut]) + ".py"
        if (ROOT / file).is_file():
            return _named(file, parts[cut:]) if parts[cut:] else _holding(file, id)
    return None


def test(address: str, id: str) -> Piece | None:
    """A test such as ``tests/rules/d20/test_turn.py::test_it``; of a whole file, the statement that has the id."""
    file, _, name = address.partition("::")
    return _named(file, [name]) if name else _holding(file, id)


def _named(file: str, names: list[str]) -> Piece | None:
    nodes: list[ast.stmt] = _parsed(file)[1].body
    found: ast.FunctionDef | ast.ClassDef | None = None
    for name in names:
        found = next(
            (node for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name), None
        )
        if found is None:
            return None
        nodes = found.body
    return _piece(file, found) if found else None


def _holding(file: str, id: str) -> Piece | None:
    """The statement of a module that has the id; rather one that does something with it than the one that names it."""
    lines, tree = _parsed(file)
    names: list[str] = []
    named: ast.stmt | None = None
    for node in tree.body:
        text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        if id in text and isinstance(node, ast.Assign):
            names += [target.id for target in node.targets if isinstance(target, ast.Name)]
            named = named or node
        elif id in text or any(re.search(rf"\b{name}\b", text) for name in names):
            return _piece(file, node)
    return _piece(file, named) if named else None


def _piece(file: str, node: ast.stmt) -> Piece:
    marks = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(mark.lineno for mark in marks)])
    says = ast.get_docstring(node) if isinstance(node, ast.FunctionDef | ast.ClassDef) else ""
    text = "\n".join(_parsed(file)[0][first - 1 : node.end_lineno])
    return Piece(file, first, text, " ".join((says or "").split("\n\n")[0].split()))
