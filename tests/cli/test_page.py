"""The page of a fight as a file; what it shows is tried in a browser (`make browser-test`)."""

from __future__ import annotations

from pathlib import Path

from tests.record_golden import ROOT

DUEL = ROOT / "replays" / "duel.jsonl"


def test_a_log_becomes_one_page(maraud) -> None:
    """All of it is in one file, which names nothing that would have to be loaded."""
    assert maraud("replay", DUEL, "--html", "duel.html").code == 0
    page = Path("duel.html").read_text("utf-8")

    assert page.startswith("<!doctype html>")
    assert "Content-Security-Policy" in page
    assert "{{" not in page.split("<script type", 1)[0]
    assert "http://" not in page.replace("http://www.w3.org/", "")
    assert "https://" not in page


def test_a_page_that_exists_is_kept(maraud) -> None:
    """It is overwritten with --force alone."""
    Path("duel.html").write_text("mine")
    refused = maraud("replay", DUEL, "--html", "duel.html")

    assert refused.code == 2
    assert refused.err.count("\n") == 1
    assert Path("duel.html").read_text() == "mine"
    assert maraud("replay", DUEL, "--html", "duel.html", "--force").code == 0


def test_a_page_that_cannot_be_written_leaves_nothing(maraud) -> None:
    """One sentence, and no half of a file."""
    refused = maraud("replay", DUEL, "--html", "nowhere/duel.html")

    assert refused.code == 2
    assert "cannot be written" in refused.err
    assert list(Path().iterdir()) == [Path("a.jsonl")]


def test_the_page_of_an_unfinished_fight_says_so(maraud) -> None:
    """What is whole of a torn log is shown."""
    whole = Path("a.jsonl").read_bytes()
    Path("torn.jsonl").write_bytes(whole[: len(whole) // 2])

    assert maraud("replay", "torn.jsonl", "--html", "torn.html").code == 0
    assert '"finished":false' in Path("torn.html").read_text("utf-8")


def test_a_fight_writes_its_page_beside_its_log(maraud) -> None:
    """And names it."""
    found = maraud("fight", ROOT / "scenarios" / "duel.toml", "--seed", 5, "--out", "b.jsonl", "--html")

    assert found.code == 0
    assert "open b.html in a browser" in found.out
    assert Path("b.html").exists()
