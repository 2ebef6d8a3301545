"""The code as a whole: the direction of imports, docstrings, examples that run."""

from __future__ import annotations

import ast
import doctest
import importlib
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from tests.house.places import ROOT, files, name

CODE = files(".py")
MODULES = [path for path in CODE if path.relative_to(ROOT).parts[0] in {"sim", "agents"}]
PUBLIC = [path for path in CODE if not path.name.startswith("_") or path.name in {"__init__.py", "__main__.py"}]
TESTS = [path for path in CODE if path.name.startswith("test_")]
EXAMPLES = [path for path in MODULES if ">>> " in path.read_text("utf-8")]


def test_imports_run_one_way(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each room knows those below it and none above: the contracts of .importlinter hold."""
    monkeypatch.chdir(ROOT)

    status = lint_imports(config_filename=".importlinter", no_cache=True)

    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


def test_the_audit_borrows_nothing_that_folds() -> None:
    """From the events the audit takes classes, and of functions only those that read a log or list citations."""
    borrowed = [
        f"{name(path)}: {node.module}.{alias.name}"
        for path in files(".py")
        if path.is_relative_to(ROOT / "sim" / "audit")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sim.events")
        for alias in node.names
        if alias.name[:1].islower()
        and node.module not in ("sim.events", "sim.events.log")
        and alias.name != "citations"
    ]
    borrowed += [
        f"{name(path)}: {node.value.id}.{node.attr}"
        for path in files(".py")
        if path.is_relative_to(ROOT / "sim" / "audit")
        for tree in [ast.parse(path.read_text("utf-8"))]
        for modules in [
            {
                alias.asname or alias.name
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and node.module == "sim.events"
                for alias in node.names
            }
        ]
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in modules
        and node.attr[:1].islower()
    ]

    assert borrowed == []


@pytest.mark.parametrize("path", PUBLIC, ids=name)
def test_every_public_module_says_what_it_is(path: Path) -> None:
    """A module opens with a docstring, an empty one excepted."""
    tree = ast.parse(path.read_text("utf-8"))

    assert not tree.body or ast.get_docstring(tree)


@pytest.mark.parametrize("path", TESTS, ids=name)
def test_every_test_states_its_fact(path: Path) -> None:
    """The docstring of a test is the fact that it shows, as a sentence."""
    mute = [
        node.name
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not is_sentence(node)
    ]

    assert mute == []


@pytest.mark.parametrize("path", EXAMPLES, ids=name)
def test_examples_in_docstrings_run(path: Path) -> None:
    """What a docstring shows is what the code does."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")

    failed, tried = doctest.testmod(importlib.import_module(module))

    assert tried
    assert not failed


def is_sentence(function: ast.FunctionDef) -> bool:
    """Whether the function has a docstring that ends like a sentence."""
    return (ast.get_docstring(function) or "").endswith((".", "?", "!", ":", ")", "`"))
