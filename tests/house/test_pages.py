"""What pages list is what there is: scenarios, options, kinds of events."""

from __future__ import annotations

import re

import pytest

from sim.events.base import KINDS
from sim.events.log import read  # noqa: F401 (reading logs knows every kind of event)
from sim.replay.tidy import COLUMNS
from sim.rules.shelf import IDS, book
from tests.house.places import ROOT


def page(path: str) -> str:
    """The text of a page."""
    return (ROOT / path).read_text("utf-8")


def test_the_page_of_the_scenarios_lists_them_all() -> None:
    """Each file of the folder has its line in the table, and no other has one."""
    listed = re.findall(r"^\| `([\w/-]+\.toml)` \|", page("scenarios/README.md"), re.MULTILINE)
    folder = ROOT / "scenarios"

    assert sorted(listed) == sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.toml"))


@pytest.mark.parametrize("id", IDS)
def test_the_page_of_the_scenarios_lists_all_options(id: str) -> None:
    """Each option of each rulebook has its line, and each of its values stands there, the default first."""
    options = book(id).options
    lines = dict(re.findall(r"^\| `([\w-]+)` \| (`.*) \|$", page("scenarios/README.md"), re.MULTILINE))
    values = {name: tuple(dict.fromkeys(re.findall(r"`([\w-]+)`", lines.get(name, "")))) for name in options}

    assert values == options


def test_the_page_of_the_logs_lists_all_kinds_of_events() -> None:
    """Each kind stands in the line of the file that has it."""
    rows = re.findall(r"^\| `(\w+)\.py` \|[^|]*\| (.*) \|$", page("replays/README.md"), re.MULTILINE)
    listed = {kind: f"sim.events.{module}" for module, kinds in rows for kind in re.findall(r"`(\w+)`", kinds)}

    assert listed == {kind: event.__module__ for kind, event in KINDS.items()}


def test_the_page_of_the_tables_lists_all_columns() -> None:
    """Each with its type and its meaning."""
    parts = re.findall(r"^### (\w+)\n\n\|.*\n\|.*\n((?:\|.*\n)+)", page("docs/data.md"), re.MULTILINE)
    void = ", may be missing"
    expected = {
        name: "".join(f"| `{c.name}` | {c.type}{void if c.void else ''} | {c.meaning} |\n" for c in columns)
        for name, columns in COLUMNS.items()
    }

    assert {name: rows for name, rows in parts if name in COLUMNS} == expected


def test_the_page_of_batches_lists_the_columns_of_their_tables() -> None:
    """Those that every batch has."""
    from agents.batch import columns

    for name, listed in columns().items():
        rows = "".join(f"| `{c.name}` | {c.type} | {c.meaning} |\n" for c in listed)
        assert f"### {name}\n\n| column | type | meaning |\n|---|---|---|\n{rows}\n" in page("docs/batch.md")
