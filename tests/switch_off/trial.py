"""How a rule is switched off, and what must notice it."""

from __future__ import annotations
import __future__

import ast
import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, KeysView
from functools import cache, partial
from importlib import import_module
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from attrs import evolve, fields

from sim.core.errors import DiceError, Diverged, OffMenu
from sim.core.tally import Modifier
from sim.dice.sources import RecordedDice
from sim.encounter import Nobody, dice_of, fold, step
from sim.events.base import TALLIES, citations
from sim.events.course import OrderGiven
from sim.events.log import Log, Reading, read
from sim.events.orders import Order
from sim.rules import coverage
from sim.rules.book import Cost
from sim.state.battle import Battle
from sim.table import Table
from sim.tables.rulebook import read as read_catalogue
from tests.switch_off.subject import GROUNDS, ROOT, Off, Subject, instead

NOTICED = 100
"""So many events after its witness the effect of a rule must have shown."""

PATIENCE = 60
"""Seconds for a trial: without its rule a loop may have no end."""

TRIED = 40
"""So many events that cite a rule are looked at: the first may be of those where it makes no difference."""


class Verdict(NamedTuple):
    """How a rule was switched off and what noticed it; ``how`` is empty when nothing did."""

    rule: str
    how: str
    witness: str


class Site(NamedTuple):
    """A place where an id stands in a function, with the nodes around it from the outermost to the place itself."""

    subject: Subject
    module: str
    function: str
    path: tuple[ast.AST, ...]


# Where an id stands.


@cache
def index(subject: Subject) -> dict[str, list[Site]]:
    """The places in functions at which each id stands, itself or by the name of its constant."""
    ids_of = partial(_ids, read_catalogue(subject.book.id).keys())
    trees = {path.stem: ast.parse(path.read_text("utf-8")) for path in sorted(subject.folder.glob("*.py"))}
    held: dict[tuple[str, str], frozenset[str]] = {}
    for module, tree in trees.items():
        for statement in tree.body:
            if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
                used = [node.id for node in ast.walk(statement.value) if isinstance(node, ast.Name)]
                ids = ids_of(statement.value).union(*(held.get((module, name), ()) for name in used))
                for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
                    if isinstance(target, ast.Name):
                        held[module, target.id] = ids
    found: dict[str, list[Site]] = {}
    for module, tree in trees.items():
        names = {name: ids for (home, name), ids in held.items() if home == module}
        modules: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                origin = (node.module or "").rpartition(".")[2]
                for alias in node.names:
                    modules[alias.asname or alias.name] = alias.name
                    names.update({alias.asname or alias.name: held.get((origin, alias.name), frozenset())})
        for site in _walk(subject, module, tree, "", ()):
            node = site.path[-1]
            ids = frozenset()
            if isinstance(node, ast.Constant):
                ids = ids_of(node)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                ids = names.get(node.id, ids)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                ids = held.get((modules.get(node.value.id, ""), node.attr), ids)
            for id in sorted(ids):
                found.setdefault(id, []).append(site)
    return found


def _ids(known: KeysView[str], tree: ast.AST) -> frozenset[str]:
    values = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return frozenset(values & known)


def _walk(subject: Subject, module: str, node: ast.AST, name: str, path: tuple[ast.AST, ...]) -> Iterator[Site]:
    """Every node in a function."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        name = f"{name}.{node.name}" if name else node.name
    if name and isinstance(node, (ast.Constant, ast.Name, ast.Attribute)):
        yield Site(subject, module, name, (*path, node))
    for child in ast.iter_child_nodes(node):
        yield from _walk(subject, module, child, name, (*path, node))


# Ways to switch it off. Each is a label and what patches this process for good.


def ways(subject: Subject, rule: str) -> Iterator[tuple[str, Off]]:
    """All ways to switch a rule off, the gentlest first."""
    yield "its modifiers are worth nothing", lambda: without_value(rule)
    yield from subject.ways(rule)
    if cited_in(rule) is OrderGiven:
        yield "what it prices has another price", lambda: without_price(subject, rule)
    places = index(subject).get(rule, [])
    for site in places:
        for label, change in branches(site):
            yield label, change
    for site in places:
        for label, change in empty(site):
            yield label, change
    if rule in subject.by_hand:
        yield subject.by_hand[rule]
    if (event := cited_in(rule)) not in subject.manifold:
        yield f"{event.__name__}: the events that cite it are not told", lambda: untold(rule)


def cited_in(rule: str) -> type[object]:
    """The kind of event that cites a rule in its golden fight."""
    for name, seq in seen().get(rule, ()):
        return type(_log(name).events[seq])
    return OrderGiven


def without_value(rule: str) -> None:
    """Modifiers by this rule count nothing."""
    new = Modifier.__new__

    def worthless(cls: type[Modifier], value: int, type: str, source: str) -> Modifier:
        return new(cls, 0 if source == rule else value, type, source)

    def of(cls: type[Modifier], value: int = 0, type: str = "", rule: str = "") -> Modifier:
        return worthless(cls, value, type, rule)

    Modifier.__new__ = of  # type: ignore[method-assign, assignment]


def without_price(subject: Subject, rule: str) -> None:
    """An order that costs what it does by this rule costs something else."""
    kind: Any = type(subject.book)
    cost = kind.cost

    def other(book: Any, battle: Battle, who: str, order: Order) -> Cost:
        found = cost(book, battle, who, order)
        return Cost("none" if found.kind != "none" else "standard", found.cites) if rule in found.cites else found

    instead(kind, "cost", lambda _: other)()


def untold(rule: str) -> None:
    """An event that cites the rule never happens."""
    tell = Table.tell

    def silent(table: Table, event: object) -> int:
        return len(table.log.events) - 1 if rule in citations(event) else tell(table, event)

    instead(Table, "tell", lambda _: silent)()


def branches(site: Site) -> Iterator[tuple[str, Off]]:
    """The branches and loops around a place, the innermost first, each not taken."""
    path = site.path
    for depth in range(len(path) - 2, 0, -1):
        node, below = path[depth], path[depth + 1]
        if isinstance(node, ast.FunctionDef):
            return
        test: ast.expr | None = None
        if isinstance(node, ast.If):
            test = ast.Constant(below in node.orelse) if below is not node.test else ast.Constant(False)
        elif isinstance(node, ast.IfExp):
            test = ast.Constant(below is node.orelse) if below is not node.test else ast.Constant(False)
        elif isinstance(node, ast.While) and below is not node.test:
            test = ast.Constant(False)
        if test is not None:
            yield _label(site, node, "takes another way"), _changed(site, node, test=test)
        if isinstance(node, ast.For) and below is not node.iter:
            yield _label(site, node, "finds nothing"), _changed(site, node, iter=ast.Tuple([], ast.Load()))


def empty(site: Site) -> Iterator[tuple[str, Off]]:
    """The function around a place, giving nothing at once."""
    (function,) = [node for node in site.path if isinstance(node, ast.FunctionDef)][:1]
    returns = ast.unparse(function.returns) if function.returns is not None else "None"
    plain = {"bool": "False", "str": "''", "int": "0", "None": "None"}
    nothing = plain.get(returns) or ("()" if returns.startswith("tuple[") and "..." in returns else "")
    if returns == "Modifier" or returns.endswith("| None"):
        nothing = "None"
    if nothing and [arg.arg for arg in function.args.args[:1]] != ["self"]:
        body: list[ast.stmt] = [ast.parse(f"return {nothing}").body[0]]
        if any(isinstance(node, ast.Yield) for node in ast.walk(function)):
            return
        yield _label(site, function, "does nothing"), _changed(site, function, body=body)


def _label(site: Site, node: ast.AST, what: str) -> str:
    return f"{site.module}.{site.function}:{getattr(node, 'lineno', 0)} {what}"


def _changed(site: Site, node: ast.AST, **new: Any) -> Off:
    """Give the function of a place the code that it has when a node's fields are others."""

    def change() -> None:
        for name, value in new.items():
            setattr(node, name, value)
        tree = ast.fix_missing_locations(ast.Module([site.path[1]], []))  # type: ignore[list-item]
        code = compile(tree, f"{site.module}.py", "exec", __future__.annotations.compiler_flag)
        target: Any = import_module(f"sim.rules.{site.subject.book.id}.{site.module}")
        for name in site.function.split("."):
            target = target.__dict__[name] if isinstance(target, type) else getattr(target, name)
        function = _plain(target)
        function.__code__ = next(part for part in _codes(code) if part.co_qualname == site.function)

    return change


def _plain(target: Any) -> FunctionType:
    while not isinstance(target, FunctionType):
        target = next(
            getattr(target, name)
            for name in ("__wrapped__", "__func__", "fget", "func")
            if getattr(target, name, None) is not None
        )
    return target


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


# What must notice it.


def diverges(subject: Subject, name: str, seq: int) -> Callable[[], bool]:
    """Does a golden fight go another way, from the order in which event ``seq`` was told on?"""
    reading = _log(name)
    events = reading.events
    start = max((at for at in range(seq + 1) if type(events[at]) is OrderGiven), default=0)
    dice = [list(getattr(event, "dice", ())) for event in events]
    source = RecordedDice([die for rolled in dice for die in rolled], dice_of(reading.header, events))
    battle = fold(reading.header.scenario, events[:start])
    GROUNDS[:] = [battle.ground]
    table = Table(battle, Log(reading.header), source, Nobody(), past=events[start : seq + NOTICED])
    whole = len(events) <= seq + NOTICED
    table.log.events[:] = events[:start]
    table.next_die = sum(map(len, dice[:start]))

    def witness() -> bool:
        try:
            while table.past and step(subject.book, table):
                pass
        except Diverged:
            return True
        except (OffMenu, DiceError):
            return whole or bool(table.past)
        return whole and bool(table.past)

    return witness


@cache
def _log(name: str) -> Reading:
    return read(ROOT / "replays" / name)


def blind_to_citations() -> None:
    """Let tables compare with the past what an event says, not which rules it names."""

    def tell(table: Table, event: object) -> int:
        if table.past:
            expected = table.past.popleft()
            if expected != event:
                if bare(expected) != bare(event):
                    raise Diverged(len(table.log.events), expected, event)
                event = expected
            table.past.appendleft(event)
        return told(table, event)

    told = Table.tell
    instead(Table, "tell", lambda _: tell)()


def bare(event: object) -> object:
    """An event without the rules that it names."""
    less: dict[str, object] = {}
    for field in fields(type(event)):  # type: ignore[arg-type]
        if field.name == "cites":
            less["cites"] = ()
        elif field.name in TALLIES:
            less[field.name] = tuple(part[0] for part in getattr(event, field.name) if part[0])
    return evolve(event, **less)  # type: ignore[misc]


@cache
def tests_naming(subject: Subject, rule: str) -> tuple[str, ...]:
    """The tests of the rulebook that name an id."""
    found = []
    for path in subject.tests:
        text = path.read_text("utf-8")
        lines = text.splitlines()
        for node in ast.parse(text).body if rule in text else ():
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
                if rule in coverage._named("\n".join(lines[first - 1 : node.end_lineno]), frozenset({rule})):
                    found.append(f"{path.name}::{node.name}")
    return tuple(found)


def any_fails(items: list[pytest.Item]) -> Callable[[], bool]:
    """Does one of these tests fail?"""
    return lambda: any(report.failed for item in items for report in runtestprotocol(item, log=False))


# Trials.


def apart(trial: Callable[[], bool]) -> bool:
    """The outcome of a trial in a process of its own; a crash is no outcome, nor is a trial without an end."""
    child = os.fork()
    if not child:
        signal.alarm(PATIENCE)
        outcome = 2
        with contextlib.suppress(BaseException):
            outcome = int(not trial())
        os._exit(outcome)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def judge(subject: Subject, row: coverage.Covered, tests: dict[str, list[pytest.Item]]) -> Verdict:
    """Switch a rule off until its witness notices: the golden fight, else the tests that name it."""
    places = seen().get(row.id, [])[:TRIED]
    named = tests_naming(subject, row.id)
    witnesses: list[tuple[str, Callable[[], Callable[[], bool]]]] = [
        (f"{name}#{seq}", partial(diverges, subject, name, seq)) for name, seq in places
    ]
    if named and not places:
        witnesses.append((named[0], lambda: any_fails([item for test in named for item in tests[test]])))
    for place, prepare in witnesses:
        witness = prepare()
        for how, off in ways(subject, row.id):

            def trial(off: Off = off, witness: Callable[[], bool] = witness) -> bool:
                blind_to_citations()
                off()
                return witness()

            if apart(trial):
                return Verdict(row.id, how, place)
    return Verdict(row.id, "", row.replay or row.test)


@cache
def seen() -> dict[str, list[tuple[str, int]]]:
    """The events of the golden fights that cite each rule."""
    found: dict[str, list[tuple[str, int]]] = {}
    for path in sorted((ROOT / "replays").glob("*.jsonl")):
        for seq, event in enumerate(_log(path.name).events):
            for rule in dict.fromkeys(citations(event)):
                found.setdefault(rule, []).append((path.name, seq))
    return found


class Judge:
    """Judges instead of running the tests that were collected."""

    def __init__(self, subject: Subject, rows: list[coverage.Covered]) -> None:
        self.subject = subject
        self.rows = rows
        self.void = 0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """A line for each rule; progress on stderr."""
        tests: dict[str, list[pytest.Item]] = {}
        for item in items:
            tests.setdefault(f"{item.path.name}::{item.name.partition('[')[0]}", []).append(item)
        for number, row in enumerate(self.rows, 1):
            verdict = judge(self.subject, row, tests)
            self.void += not verdict.how
            print(json.dumps(verdict), flush=True)
            said = f"{number} of {len(self.rows)} rules, {self.void} with a void witness"
            print(f"\r{said}", end="\n" if number == len(self.rows) else "", file=sys.stderr, flush=True)
        items.clear()


def run(subject: Subject, names: list[str]) -> bool:
    """Judge the rules named, or all that have a witness; is none of them void?"""
    covered = coverage.coverage(subject.book.id)
    done = [row for row in covered if row.status == "implemented" and row.id not in subject.silent]
    rows = [row for row in done if not names or row.id in names]
    files = {
        str(subject.tests[0].parent / test.partition("::")[0])
        for row in rows
        if row.id not in seen()
        for test in tests_naming(subject, row.id)
    }
    judge = Judge(subject, rows)
    quiet = ["-o", "addopts=", "-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist", "-s"]
    pytest.main([*quiet, "--import-mode=importlib", *sorted(files)], plugins=[judge])
    return not judge.void
