"""
What has become of each statement of a catalogue: where it is carried out, which test shows it, which golden fight.

Read off the sources: an id stands as a literal in its topic's module, in a function or in a constant that
functions use, here or elsewhere. Tests and golden fights are looked for beside the package; where only the package is
installed there are none, and a rule that is carried out counts as implemented.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import sim
from sim.core.errors import BadInput
from sim.events.base import citations
from sim.events.log import read as read_log
from sim.tables.rulebook import read as read_catalogue
from sim.tables.rulebook import topic

ROOT = Path(sim.__file__).parents[1]

SHOWN_BY_TEST = frozenset({"constraint", "condition"})
"""
Kinds of rules that forbid or condition something: a test in which they are named is their witness. So it is for rules
of other kinds that a test finds in a refusal.
"""


class Covered(NamedTuple):
    """A statement: its state, the function that carries it out, a test that names it, ``name.jsonl#seq``, and why."""

    id: str
    status: Literal["implemented", "narrative", "missing"]
    function: str
    test: str
    replay: str
    why: str


def coverage(book: str) -> tuple[Covered, ...]:
    """
    The state of every statement of a catalogue, in its order.

    :raises BadInput: when there is no such book.
    """
    rows = read_catalogue(book)
    folder = "d20" if book == "supplement" else book
    ids = frozenset(rows)
    functions, narrated = _sources(folder, ids)
    tests, refused = _tests(folder, ids)
    replays = witnesses()
    checkout = (ROOT / "tests" / "rules").is_dir()
    found = []
    for id, row in rows.items():
        function, test, replay = functions.get(id, ""), tests.get(id, ""), replays.get(id, "")
        shown = bool(replay or (test and row.kind in SHOWN_BY_TEST) or id in refused or not checkout)
        if id in narrated:
            found.append(Covered(id, "narrative", function, test, replay, narrated[id]))
        elif function and shown:
            found.append(Covered(id, "implemented", function, test, replay, ""))
        else:
            why = "no golden fight cites it" if function else "nothing carries it out"
            found.append(Covered(id, "missing", function, test, replay, why))
    return tuple(found)


@cache
def witnesses() -> dict[str, str]:
    """Each rule that a golden fight cites, with the first event that does."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "replays").glob("*.jsonl")):
        try:
            events = read_log(path).events
        except BadInput:
            continue
        for seq, event in enumerate(events):
            for rule in citations(event):
                found.setdefault(rule, f"{path.name}#{seq}")
    return found


def _sources(book: str, ids: frozenset[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The function of each id, and the narrated ids with their reasons."""
    folder = Path(sim.__file__).parent / "rules" / book
    direct: dict[str, str] = {}
    constants: dict[tuple[str, str], set[str]] = {}
    narrated: dict[str, str] = {}
    trees = {path.stem: ast.parse(path.read_text("utf-8")) for path in sorted(folder.glob("*.py"))}
    for module, tree in trees.items():
        place = f"sim.rules.{book}.{module}"
        for statement in tree.body:
            held = {
                node.value
                for node in ast.walk(statement)
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in ids
            }
            for function, node in _functions(statement, place):
                for id in _literals(node, ids):
                    direct.setdefault(id, function)
            narrated.update(_narrated(statement))
            for name in _assigned(statement):
                constants.setdefault((module, name), set()).update(held)
            if not _assigned(statement) and not any(True for _ in _functions(statement, place)):
                for id in sorted(held):
                    direct.setdefault(id, place)
    for id, function in _users(book, trees, constants):
        direct.setdefault(id, function)
    for (module, _), held in constants.items():
        for id in sorted(held):
            direct.setdefault(id, f"sim.rules.{book}.{module}")
    return direct, narrated


def _functions(statement: ast.stmt, place: str) -> Iterator[tuple[str, ast.AST]]:
    """The functions of a statement at the top of a module, methods included."""
    if isinstance(statement, ast.FunctionDef):
        yield f"{place}.{statement.name}", statement
    elif isinstance(statement, ast.ClassDef):
        for inner in statement.body:
            yield from _functions(inner, f"{place}.{statement.name}")


def _literals(node: ast.AST, ids: frozenset[str]) -> Iterator[str]:
    for child in ast.walk(node):
        if isinstance(child, ast.Constant) and isinstance(child.value, str) and child.value in ids:
            yield child.value


def _assigned(statement: ast.stmt) -> list[str]:
    """The names that a statement gives a value."""
    if isinstance(statement, ast.Assign):
        return [target.id for target in statement.targets if isinstance(target, ast.Name)]
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return [statement.target.id]
    return []


def _narrated(statement: ast.stmt) -> Iterator[tuple[str, str]]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "narrative":
            values = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            if len(values) == 2:
                yield str(values[0]), str(values[1])


def _users(
    book: str, trees: dict[str, ast.Module], constants: dict[tuple[str, str], set[str]]
) -> Iterator[tuple[str, str]]:
    """Ids held by constants, with the functions that use those: of the same module, or its rows, or else of others."""
    rows: list[tuple[str, str]] = []
    elsewhere: list[tuple[str, str]] = []
    for module, tree in trees.items():
        place = f"sim.rules.{book}.{module}"
        imported = {
            alias.asname or alias.name: ((node.module or "").rpartition(".")[2], alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for statement in tree.body:
            if isinstance(statement, ast.Expr):
                for node in ast.walk(statement):
                    if isinstance(node, ast.Name):
                        rows += [(id, place) for id in sorted(constants.get((module, node.id), ()))]
            for function, body in _functions(statement, place):
                for node in ast.walk(body):
                    if isinstance(node, ast.Name):
                        own = constants.get((module, node.id))
                        for id in sorted(own or ()):
                            yield id, function
                        held = constants.get(imported.get(node.id, ("", "")), set())
                        elsewhere += [(id, function) for id in sorted(held)]
                    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                        other = imported.get(node.value.id, ("", node.value.id))[1]
                        held = constants.get((other, node.attr), set())
                        elsewhere += [(id, function) for id in sorted(held)]
    yield from rows
    yield from elsewhere


def _tests(book: str, ids: frozenset[str]) -> tuple[dict[str, str], frozenset[str]]:
    """
    A test function that names each id, in its docstring or its code, and in the file of its topic rather than in
    another; else the file that does.

    And the ids that some test asserts to be among the reasons of a refusal.
    """
    own: dict[str, str] = {}
    found: dict[str, str] = {}
    files: dict[str, str] = {}
    refused: set[str] = set()
    for path in sorted((ROOT / "tests" / "rules" / book).glob("test_*.py")):
        text = path.read_text("utf-8")
        lines = text.splitlines()
        name = f"tests/rules/{book}/{path.name}"
        for statement in ast.parse(text).body:
            source = _source(lines, statement)
            marks = ""
            if isinstance(statement, ast.FunctionDef):
                marks = "".join(_source(lines, mark) for mark in statement.decorator_list)
                refused.update(_named(_refusals(lines, statement, marks), ids))
            for id in _named(source + marks, ids):
                if isinstance(statement, ast.FunctionDef) and statement.name.startswith("test_"):
                    found.setdefault(id, f"{name}::{statement.name}")
                    if path.stem.removeprefix("test_").rstrip("_") == topic(id).replace("-", "_"):
                        own.setdefault(id, f"{name}::{statement.name}")
                else:
                    files.setdefault(id, name)
    return {**files, **found, **own}, frozenset(refused)


def _source(lines: list[str], node: ast.stmt | ast.expr) -> str:
    return "\n".join(lines[node.lineno - 1 : node.end_lineno])


def _refusals(lines: list[str], test: ast.FunctionDef, marks: str) -> str:
    """What a test asserts of refusals; with its parameters, where one called ``rule`` is among what it asserts."""
    asserted = [_source(lines, node) for node in ast.walk(test) if isinstance(node, ast.Assert)]
    reasons = [line for line in asserted if "why_not(" in line and " not in " not in line]
    return "\n".join(reasons) + (marks if any(re.search(r"\brule\b", line) for line in reasons) else "")


def _named(text: str, ids: frozenset[str]) -> Iterator[str]:
    """The ids in a text."""
    if "." in text:
        for word in dict.fromkeys(_WORD.findall(text)):
            if word in ids:
                yield word
            elif word.rstrip(".") in ids:
                yield word.rstrip(".")


_WORD = re.compile(r"(?:d20|adnd)\.[a-z0-9.-]+")
