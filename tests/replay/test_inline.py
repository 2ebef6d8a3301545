"""A fight in a notebook."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from agents.model import FightModel
from sim.core.errors import BadInput
from sim.events.log import Log, read
from sim.replay.viewer.inline import Shown
from sim.replay.viewer.page import page_of
from sim.testing import scenario_of
from tests.house.places import ROOT

DUEL = ROOT / "replays" / "duel.jsonl"


class Frames(HTMLParser):
    """The frames of a page, and whatever else it has."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.frames: list[dict[str, str | None]] = []
        self.others: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "iframe":
            self.frames.append(dict(attrs))
        else:
            self.others.append(tag)


def test_a_log_is_shown_as_its_page_in_a_frame() -> None:
    """The page is whole, in a frame that may run scripts and reach nothing; nothing of it gets out of the frame."""
    found = Frames(Shown(DUEL)._repr_html_())

    (frame,) = found.frames
    assert frame["srcdoc"] == page_of(DUEL.read_bytes())
    assert frame["sandbox"] == "allow-scripts"
    assert "default-src 'none'" in (frame["srcdoc"] or "")
    assert found.others == []


def test_a_log_may_be_in_memory_or_on_disk() -> None:
    """As a log, as its bytes, or by the name of its file, it looks the same."""
    reading = read(DUEL)
    log = Log(reading.header)
    log.events.extend(reading.events)

    assert Shown(log).html == Shown(log.to_bytes()).html == Shown(str(DUEL)).html


def test_a_model_shows_its_fight_so_far() -> None:
    """Before its end too."""
    model = FightModel(scenario_of("A o", {"A": "fighter-1", "o": "orc"}), {}, 7)
    model.step()

    (frame,) = Frames(model._repr_html_()).frames
    assert frame["srcdoc"] == page_of(model.log.to_bytes())


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """In a sentence."""
    with pytest.raises(BadInput, match="cannot be read"):
        Shown(tmp_path / "none.jsonl")
