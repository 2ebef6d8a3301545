"""``maraud batch``: what it prints, writes, refuses, and goes on with."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from pyarrow import parquet

from agents import batch as batches
from tests.record_golden import ROOT

DUEL = str(ROOT / "scenarios" / "duel.toml")
PLAIN = ("batch", DUEL, "--policy", "fighters=nearest", "--policy", "orcs=nearest", "--jobs", 1, "--out", "out")
SWEEP = (*PLAIN, "--runs", 3, "--vary", "orcs=1..2", "--vary", "policy:fighters=nearest,random")


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plots take their time, and are not what this is about."""
    monkeypatch.setattr("agents.cli.batch.draw", lambda *_: None)


def test_a_batch_leaves_tables_a_summary_and_plots(maraud) -> None:
    """And prints what each combination and each value has come to."""
    run = maraud(*SWEEP)

    assert (run.code, run.err) == (0, "")
    for words in ("3 fights each", "number of orcs, over all others", "fighters win, %", "12 fights are in out"):
        assert words in run.out
    assert sorted(path.name for path in Path("out").iterdir()) == [
        "batch.html", "batch.png", "runs.parquet", "sides.parquet", "state.ndjson", "summary.json",
    ]  # fmt: skip
    assert Path("out/batch.png").read_bytes().startswith(b"\x89PNG")
    assert Path("out/batch.html").read_text("utf-8").count("<table>") == 3
    found = json.loads(Path("out/summary.json").read_text("utf-8"))
    assert [cell["cell"] for cell in found["cells"]][1] == {"orcs": 1, "policy_fighters": "random"}
    assert set(found["effects"]) == {"orcs", "policy_fighters"}


def test_its_tables_say_what_they_hold(maraud, undrawn) -> None:
    """Columns as the page has them, and one for each factor."""
    maraud(*SWEEP)
    expected = batches.columns(batches.Batch(DUEL, 1, factors=(
        batches.Factor("number", "orcs", ()), batches.Factor("policy", "fighters", ()))).factors)  # fmt: skip
    for name, columns in expected.items():
        found = parquet.read_schema(f"out/{name}.parquet")
        assert [(field.name, field.metadata[b"meaning"].decode()) for field in found] == [
            (column.name, column.meaning) for column in columns
        ]


def test_a_plain_batch_prints_odds_and_costs(maraud, undrawn) -> None:
    """Nothing is varied: the odds of the scenario."""
    run = maraud(*PLAIN, "--runs", 4)

    for words in ("4 fights", "wins", "out of the fight", "4 fights are in out"):
        assert words in run.out


def test_it_answers_in_json_and_draws_the_same_again(maraud) -> None:
    """Anew, to the byte."""
    first = maraud(*SWEEP[:-2], "--json").json
    before = {path.name: path.read_bytes() for path in Path("out").iterdir()}

    assert first["fights"] == 6
    assert maraud(*SWEEP[:-2], "--json", "--fresh").json == first
    assert {path.name: path.read_bytes() for path in Path("out").iterdir()} == before


def test_runs_and_logs_are_asked_together(maraud, undrawn) -> None:
    """By the digest."""
    maraud(*PLAIN, "--runs", 3, "--logs")
    sql = "SELECT run, fight, r.events = f.events AS same FROM runs r JOIN fights f USING (digest) ORDER BY run"
    found = maraud("query", sql, "out", "out/logs", "--json").json

    assert found == [{"run": run, "fight": f"out/logs/{run:06}.jsonl", "same": True} for run in range(3)]


def test_ctrl_c_leaves_a_batch_that_goes_on(maraud, undrawn, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the same files as one that nobody interrupted."""
    maraud(*SWEEP, "--out", "whole")
    play = batches.play_task

    def interrupted(task: batches.Task) -> batches.Played:
        if task.seed == 1:
            raise KeyboardInterrupt
        return play(task)

    with monkeypatch.context() as patch:
        patch.setattr(batches, "play_task", interrupted)
        run = maraud(*SWEEP)
    assert (run.code, run.out) == (130, "")
    assert "interrupted after 4 fights: the same command goes on from here" in run.err
    assert maraud(*SWEEP).code == 0
    for path in Path("out").iterdir():
        assert path.read_bytes() == (Path("whole") / path.name).read_bytes()


def test_without_matplotlib_there_are_no_plots(maraud, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which is said; the rest is there."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    run = maraud(*PLAIN, "--runs", 2)

    assert run.code == 0
    assert "pip install 'maraud[plots]'" in run.err
    assert sorted(path.name for path in Path("out").iterdir())[-1] == "summary.json"


def test_a_folder_of_another_batch_stays_as_it_is(maraud, undrawn) -> None:
    """It says what is other about it."""
    maraud(*PLAIN, "--runs", 2)
    before = {path.name: path.read_bytes() for path in Path("out").iterdir()}
    run = maraud(*PLAIN, "--runs", 2, "--seed", 5)

    assert (run.code, run.out) == (2, "")
    assert "is of another batch: name another folder with --out, or begin anew with --fresh (other seed)" in run.err
    assert {path.name: path.read_bytes() for path in Path("out").iterdir()} == before


WRONG = {
    "a kind that is not there": ("--vary", "dragons=1..2"),
    "numbers the wrong way round": ("--vary", "orcs=3..2"),
    "no numbers": ("--vary", "orcs=many"),
    "no values": ("--vary", "orcs"),
    "a value twice": ("--vary", "orcs=1,1"),
    "nothing to vary": ("--vary", "=1..2"),
    "another word in front": ("--vary", "luck:orcs=1"),
    "a policy that is none": ("--vary", "policy:orcs=brave"),
    "an option that is none": ("--vary", "option:luck=yes"),
    "a trait that is none": ("--vary", "persona:courage=1..2"),
    "the same twice": ("--vary", "orcs=1", "--vary", "orcs=2"),
    "two ways to play": ("--dask", "127.0.0.1:1"),
    "a side that is not there": ("--policy", "elves=random"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_wishes_are_one_sentence_and_exit_2(maraud, case: str) -> None:
    """Nothing is played, nothing is written."""
    before = sorted(Path().rglob("*"))
    run = maraud(*PLAIN, "--runs", 2, *WRONG[case])

    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("maraud: ")
    assert run.err.count("\n") == 1
    assert sorted(Path().rglob("*")) == before


def test_without_pyarrow_nothing_is_played(maraud, monkeypatch: pytest.MonkeyPatch) -> None:
    """For its results are Parquet files."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    run = maraud(*PLAIN, "--runs", 2)

    assert (run.code, run.out) == (2, "")
    assert "pip install 'maraud[data]'" in run.err
    assert not Path("out").exists()


def test_a_long_table_goes_on_in_the_summary(maraud, undrawn, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which is said."""
    monkeypatch.setattr("agents.cli.batch.MOST_SHOWN", 2)
    run = maraud(*SWEEP)

    assert "The other 2 are in out/summary.json" in run.out
