"""Faults: what may be written wrong in a function, and how a live function is given it."""

from __future__ import annotations
import __future__

import ast
import copy
import gc
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import _lru_cache_wrapper, cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
FOLDERS = ("sim/rules", "sim/grid")

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Continue: ast.Break,
    ast.Break: ast.Continue,
}
"""What stands in place of an operator or a word."""
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Fault(NamedTuple):
    """One thing written wrong. ``id`` outlives a change of lines; ``lines`` are those at which a test has to arrive."""

    id: str
    path: str
    kind: str
    was: str
    now: str
    lines: tuple[int, int]
    around: tuple[int, int]
    at: tuple[int, str]
    """Number of the node in a walk over the tree, and which of its changes this is."""


def changes(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """Each kind of fault that a node may have, with the node that then stands in its place."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in OTHER:
            yield "comparison", ast.Compare(node.left, [OTHER[type(op)]()], node.comparators)  # type: ignore[list-item]
        case ast.BoolOp():
            yield "and, or", ast.BoolOp(OTHER[type(node.op)](), node.values)  # type: ignore[arg-type]
        case ast.BinOp() if type(node.op) in OTHER and not _is_text(node.left) and not _is_text(node.right):
            yield "arithmetic", ast.BinOp(node.left, OTHER[type(node.op)](), node.right)  # type: ignore[arg-type]
        case ast.AugAssign() if type(node.op) in OTHER:
            yield "arithmetic", ast.AugAssign(node.target, OTHER[type(node.op)](), node.value)  # type: ignore[arg-type]
        case ast.UnaryOp():
            yield "sign or not", node.operand
        case ast.Constant(value=bool()):
            yield "constant", ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield "constant", ast.Constant(node.value + 1)
        case ast.Constant(value=str()) if node.value:
            yield "constant", ast.Constant(node.value + "~")
        case ast.If() | ast.While() | ast.IfExp() if _turned(node.test):
            pass  # the same fault is found in its condition
        case ast.If() | ast.While():
            yield "condition", type(node)(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
        case ast.IfExp():
            yield "condition", ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
        case ast.comprehension(ifs=[_, *more]):
            yield "condition", ast.comprehension(node.target, node.iter, more, node.is_async)
        case ast.Continue() | ast.Break():
            yield "break, continue", OTHER[type(node)]()
        case ast.Expr(value=ast.Call()):
            yield "statement left out", ast.Pass()
        case ast.Name(ctx=ast.Load()) if node.id in NAMES:
            yield "min, max, any, all", ast.Name(NAMES[node.id], node.ctx)


def _turned(test: ast.expr) -> bool:
    return isinstance(test, ast.Compare | ast.UnaryOp) and len(getattr(test, "ops", "1")) == 1


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _left_alone(node: ast.AST) -> Iterator[ast.AST]:
    """Children that say nothing a rule could hang on: annotations, docstrings, decorators, sentences, defaults."""
    if isinstance(node, ast.FunctionDef):
        yield from (*node.decorator_list, node.args)
        if ast.get_docstring(node) is not None:
            yield node.body[0]
        if node.returns is not None:
            yield node.returns
    elif isinstance(node, ast.AnnAssign):
        yield node.annotation
    elif isinstance(node, ast.Raise | ast.Assert | ast.ImportFrom | ast.JoinedStr):
        yield from ast.iter_child_nodes(node)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value


class _Place(NamedTuple):
    node: ast.AST
    function: str
    statement: ast.stmt


def _places(node: ast.AST, function: str = "", statement: ast.stmt | None = None) -> Iterator[_Place]:
    """Every node in a function, in the order of the text."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}" if function else node.name
    elif isinstance(node, ast.stmt):
        statement = node
    if statement is not None and function:
        yield _Place(node, function, statement)
    left = [id(child) for child in _left_alone(node)]
    for child in ast.iter_child_nodes(node):
        if id(child) not in left:
            yield from _places(child, function, statement)


def _functions(tree: ast.AST, name: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{name}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield f"{name}{node.name}", node


def faults_of(path: str, text: str) -> Iterator[Fault]:
    """All faults that the functions of a module may have."""
    seen: Counter[str] = Counter()
    for number, (node, function, statement) in enumerate(_all(ast.parse(text))):
        for kind, new in changes(node):
            head = node.test if isinstance(node, ast.If | ast.While | ast.IfExp) else node
            was, now = _said(node), _said(new)
            body = f"{path}: {function}: {was} > {now}"
            seen[body] += 1
            first, last = _span(head, statement)
            around = statement.lineno, _head_end(statement)
            yield Fault(f"{body} #{seen[body]}", path, kind, was, now, (first, last), around, (number, kind))


def _all(tree: ast.Module) -> Iterator[_Place]:
    for name, function in _functions(tree):
        prefix = name.rpartition(".")[0]
        yield from _places(function, prefix)


def _span(node: ast.AST, statement: ast.stmt) -> tuple[int, int]:
    if isinstance(node, ast.comprehension):
        return node.ifs[0].lineno, node.ifs[0].lineno
    line = getattr(node, "lineno", statement.lineno)
    return line, line


def _head_end(statement: ast.stmt) -> int:
    """The last line of a statement, the statements in it left out."""
    body = getattr(statement, "body", None)
    return max(statement.lineno, body[0].lineno - 1) if body else statement.end_lineno or statement.lineno


def _said(node: ast.AST) -> str:
    """A node in a line."""
    if isinstance(node, ast.If | ast.While):
        return f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    if isinstance(node, ast.comprehension):
        node = copy.copy(node)
        return ast.unparse(ast.fix_missing_locations(node)).strip()
    return " ".join(ast.unparse(ast.fix_missing_locations(copy.copy(node))).split())


@cache
def text_of(path: str) -> str:
    """The text of a module as it was when it was first asked for."""
    return (ROOT / path).read_text("utf-8")


def every_fault() -> list[Fault]:
    """Those of all modules."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    names = [path.relative_to(ROOT).as_posix() for path in paths]
    return [fault for name in names for fault in faults_of(name, text_of(name))]


def sample(faults: Iterable[Fault], seed: int, number: int) -> list[Fault]:
    """So many of them, the same for the same seed; a change elsewhere leaves the others in the sample."""
    return sorted(faults, key=lambda fault: sha256(f"{seed}:{fault.id}".encode()).digest())[:number]


# Putting it in.


def broken(fault: Fault, text: str) -> ast.Module:
    """The module with its fault."""
    tree = ast.parse(text)
    node = next(place.node for number, place in enumerate(_all(tree)) if number == fault.at[0])
    new = next(new for kind, new in changes(node) if kind == fault.kind)

    class Replacing(ast.NodeTransformer):
        def visit(self, other: ast.AST) -> Any:
            return self.generic_visit(other) if other is not node else ast.copy_location(new, node)

    return ast.fix_missing_locations(Replacing().visit(tree))


def _compiled(tree: ast.Module, path: str) -> CodeType:
    flag = __future__.annotations.compiler_flag
    return compile(tree, str(ROOT / path), "exec", flag, dont_inherit=True)


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    yield old, new
    ours, theirs = ([part for part in code.co_consts if isinstance(part, CodeType)] for code in (old, new))
    if [part.co_name for part in ours] == [part.co_name for part in theirs]:
        for mine, its in zip(ours, theirs, strict=True):
            yield from _pairs(mine, its)


class Living:
    """The functions of the engine that are alive, and its caches."""

    def __init__(self) -> None:
        gc.collect()
        self.functions: dict[str, list[FunctionType]] = {}
        self.caches: list[Any] = []
        for thing in gc.get_objects():
            if type(thing) is FunctionType:
                self.functions.setdefault(thing.__code__.co_filename, []).append(thing)
            elif type(thing) is _lru_cache_wrapper and (thing.__module__ or "").startswith("sim."):
                self.caches.append(thing)

    def put_in(self, fault: Fault) -> bool:
        """Give the live functions the faulty code, for good; was there one whose code differs?"""
        text = text_of(fault.path)
        right, wrong = _compiled(ast.parse(text), fault.path), _compiled(broken(fault, text), fault.path)
        new = {_key(ours): its for ours, its in _pairs(right, wrong) if ours != its}
        found = False
        for function in self.functions.get(str(ROOT / fault.path), ()):
            code = new.get(_key(function.__code__))
            if code is not None and len(code.co_freevars) == len(function.__code__.co_freevars):
                function.__code__ = code
                found = True
        for known in self.caches:
            known.cache_clear()
        return found


def _key(code: CodeType) -> tuple[object, ...]:
    """What tells a function from the others of its module."""
    return code.co_qualname, code.co_firstlineno, tuple(code.co_positions())[:6]
