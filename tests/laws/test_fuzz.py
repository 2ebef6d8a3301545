"""``maraud fuzz``: made-up fights, each judged; what is found is saved, and the next start goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from agents.cli.main import main
from sim.events.log import read
from sim.fuzz import Job, code, fight, read_back
from sim.rules.shelf import IDS
from tests.house.places import ROOT


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("rules", IDS)
def test_a_made_up_fight_breaks_no_law(rules: str, number: int) -> None:
    """Whatever players who look for trouble do to each other, every claim and every law holds."""
    assert fight(number, rules).findings() == []


@pytest.mark.parametrize("rules", IDS)
def test_a_fight_of_a_number_is_always_the_same(rules: str) -> None:
    """Its number is the seed of everything in it."""
    assert fight(3, rules).log.to_bytes() == fight(3, rules).log.to_bytes()


def test_a_fuzzing_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What has been judged is not judged again, and a torn last line is."""
    folder = tmp_path / "fuzz"
    job = Job(("d20",), 0, folder)
    folder.mkdir()
    job.state.write_text('[0, [["an-old-law", "d20.old"]]]\n[1, [["torn', "utf-8")

    code = main(["fuzz", "--rules", "d20", "--runs", "2", "--out", str(folder), "--json"])

    assert code == 1
    assert read_back(job.state) == {0: [("an-old-law", "d20.old")], 1: []}
    assert json.loads(capsys.readouterr().out) == {"fights": 2, "broken": 1, "findings": []}


def test_nothing_found_is_exit_0_and_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says how many fights were judged."""
    assert main(["fuzz", "--rules", "d20", "--runs", "1", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "1 fights, 0 with findings, 0 of them new in kind\n"


def test_two_processes_find_what_one_does(tmp_path: Path) -> None:
    """They judge the same fights, and write them down in the same order."""
    states = []
    for jobs in ("1", "2"):
        main(["fuzz", "--runs", "4", "--jobs", jobs, "--out", str(tmp_path / jobs)])
        states.append(Job(IDS, 0, tmp_path / jobs).state.read_text("utf-8"))

    assert states[0] == states[1]
    assert len(states[0].splitlines()) == 4


def test_no_time_is_no_fight(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Told to stop at once, it has judged nothing."""
    assert main(["fuzz", "--time", "0", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("0 fights")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rules", "chess"], "--rules 'chess' is no rulebook here: use one of d20, adnd, or all"),
        (["--plugin", "no.such.laws"], "the laws of 'no.such.laws' cannot be imported"),
    ],
)
def test_what_is_no_use_is_one_sentence(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What, where and what to do; nothing is written."""
    assert main(["fuzz", *words, "--out", str(tmp_path / "fuzz")]) == 2

    assert said in capsys.readouterr().err
    assert not (tmp_path / "fuzz").exists()


def test_code_is_known_by_its_digest() -> None:
    """What another version has judged is judged again."""
    assert len(code()) == 12
    assert code() in Job(("d20",), 0, Path("fuzz")).state.name


def test_a_house_rule_written_wrong_is_caught_and_cut_down(tmp_path: Path) -> None:
    """
    A plugin is found by its entry point; its mistake is shown by at most 3 creatures and 12 events after the start, in
    a log that can be told, with the finding at its event.
    """
    info = tmp_path / "underdog-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: underdog\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text("[maraud.laws]\nunderdog = tests.laws.underdog\n", "utf-8")
    run = [sys.executable, "-m", "agents.cli.main"]
    paths = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    words = ["fuzz", "--rules", "d20", "--runs", "6", "--json"]

    done = subprocess.run([*run, *words], cwd=tmp_path, env=paths, capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)["findings"]

    assert done.returncode == 1
    assert [one["law"] for one in found] == ["underdogs-alone-are-helped"]
    small = read(tmp_path / found[0]["log"])
    begun = next(seq for seq, event in enumerate(small.events) if type(event).__name__ == "FightBegan")
    assert len(small.header.scenario.creatures) <= 3
    assert len(small.events) - 1 - begun <= 12
    told = subprocess.run(
        [*run, "replay", found[0]["log"]], cwd=tmp_path, env=paths, capture_output=True, text=True, check=True
    )
    assert told.stderr == ""
    lines = told.stdout.splitlines()
    marked = next(index for index, line in enumerate(lines) if line.startswith("  !!!  underdogs-alone-are-helped"))
    assert "[house.underdog]" in lines[marked - 1]
