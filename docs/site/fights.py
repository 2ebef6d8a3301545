"""The golden fights: a page of the viewer for each, what each event says, and which rules it cites."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from docs.site.places import ROOT, plain
from sim.audit import audit
from sim.events.base import citations
from sim.events.log import Reading, read
from sim.replay.narration import Narrator
from sim.replay.viewer.page import page

GALLERY = "replays/gallery.md"


class Cited(NamedTuple):
    """An event that cites a rule: in which fight, its number, what it says."""

    fight: str
    seq: int
    words: str


@cache
def readings() -> dict[str, Reading]:
    """Every golden fight by its name."""
    return {path.stem: read(path) for path in sorted((ROOT / "replays").glob("*.jsonl"))}


@cache
def cited() -> dict[str, dict[str, Cited]]:
    """Of each rule the fights that cite it, each with the first event that does."""
    found: dict[str, dict[str, Cited]] = {}
    for name, reading in readings().items():
        narrator = Narrator(reading.header.scenario, full=True)
        for seq, event in enumerate(reading.events):
            narrator.tell(event)
            for rule in citations(event):
                found.setdefault(rule, {}).setdefault(name, Cited(name, seq, narrator.line))
    return found


def pages() -> Iterator[tuple[str, str]]:
    """The page that lists the fights, and a viewer for each: ``#seq=68`` behind its address opens it at event 68."""
    yield GALLERY, _gallery()
    for name, reading in readings().items():
        lines = (ROOT / "replays" / f"{name}.jsonl").read_bytes()[: reading.whole].decode("utf-8").splitlines()
        yield f"replays/{name}.html", page(lines, reading, audit(reading))


def _gallery() -> str:
    rows = ["| fight | rulebook | events | rules cited | name |", "|---|---|---:|---:|---|"]
    for name, reading in readings().items():
        count = sum(name in fights for fights in cited().values())
        scenario = reading.header.scenario
        link = f'<a href="{name}.html">{name}</a>'
        rows.append(f"| {link} | {scenario.ruleset} | {len(reading.events)} | {count} | {plain(scenario.name)} |")
    return f"# Golden fights\n\n{_ABOUT}\n\n" + "\n".join(rows) + "\n"


_ABOUT = """
Whole fights that are kept to show the rules at work: the tests fold, audit and play each of them again, byte for byte.
They open in the viewer, which checks digests and dice for itself. [The format of their logs](README.md) has a page of
its own.
"""
