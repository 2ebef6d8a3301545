"""The commands that play many fights: what they print, write, refuse, and go on with."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from agents import tournament as matches
from tests.record_golden import ROOT

DUEL = str(ROOT / "scenarios" / "duel.toml")
AMBUSH = str(ROOT / "scenarios" / "goblin-ambush.toml")
NEAREST = ["--policy", "patrol=nearest", "--policy", "goblins=nearest"]
TWO = ["--policies", "random,nearest", "--scenarios", DUEL, "--pairs", 3, "--jobs", 1]


def test_a_tournament_prints_its_matches_and_ratings(maraud) -> None:
    """And leaves fights, picture and page in its folder."""
    run = maraud("tournament", *TWO)

    assert run.code == 0
    for words in ("6 fights over 1 scenario", "nearest", "won-drawn-lost", "6-0-0", "100.0 %", "ratings"):
        assert words in run.out
    assert sorted(path.name for path in Path("tournament").iterdir()) == [
        "fights.jsonl",
        "tournament.html",
        "tournament.png",
    ]
    assert Path("tournament/tournament.png").read_bytes().startswith(b"\x89PNG")


def test_a_tournament_answers_in_json(maraud) -> None:
    """With every number and its interval."""
    found = maraud("tournament", *TWO, "--json").json

    assert found["fights"] == 6
    (match,) = found["matches"]
    assert (match["first"], match["second"], match["pairs"]) == ("nearest", "random", 3)
    assert (match["won"], match["drawn"], match["lost"]) == (6, 0, 0)
    assert match["share"]["low"] < match["share"]["value"] == 1.0
    assert match["scenarios"][DUEL] == match["share"]
    assert set(found["ratings"]) == {"random", "nearest"}


def test_the_same_tournament_draws_the_same_files(maraud) -> None:
    """Again from what was kept, and anew."""
    maraud("tournament", *TWO)
    before = {path.name: path.read_bytes() for path in Path("tournament").iterdir()}
    maraud("tournament", *TWO)
    assert {path.name: path.read_bytes() for path in Path("tournament").iterdir()} == before
    maraud("tournament", *TWO, "--fresh")
    assert {path.name: path.read_bytes() for path in Path("tournament").iterdir()} == before


def test_a_page_holds_the_tables_and_nothing_from_elsewhere(maraud) -> None:
    """It stands for itself."""
    maraud("tournament", *TWO)
    page = Path("tournament/tournament.html").read_text("utf-8")

    assert page.count("<table>") == 2
    assert "nearest against random" in page
    for outside in ("<script", "<link", 'src="http', "@import"):
        assert outside not in page


def test_ctrl_c_leaves_a_tournament_that_goes_on(maraud, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the same file as one that nobody interrupted."""
    maraud("tournament", *TWO, "--out", "whole")
    play = matches.play_task

    def interrupted(task: matches.Task) -> matches.Pair:
        if task.lap == 1:
            raise KeyboardInterrupt
        return play(task)

    with monkeypatch.context() as patch:
        patch.setattr(matches, "play_task", interrupted)
        run = maraud("tournament", *TWO)
    assert (run.code, run.out) == (130, "")
    assert "interrupted after 1 pairs: the same command goes on from here" in run.err
    assert maraud("tournament", *TWO).code == 0
    assert Path("tournament/fights.jsonl").read_bytes() == Path("whole/fights.jsonl").read_bytes()


def test_a_match_that_a_test_decides_says_so(maraud) -> None:
    """What the share rather is."""
    run = maraud("tournament", *TWO[:-4], "--pairs", 30, "--jobs", 1, "--sprt", "--between", "50..70")

    assert "rather 70%" in run.out


def test_a_folder_of_scenarios_is_all_of_them(maraud) -> None:
    """Once each, however often they are named."""
    Path("some").mkdir()
    for name in ("b", "a"):
        Path(f"some/{name}.toml").write_bytes(Path(DUEL).read_bytes())
    words = ["--policies", "random,nearest", "--scenarios", "some,some/a.toml", "--pairs", 1, "--jobs", 1]
    (match,) = maraud("tournament", *words, "--json").json["matches"]

    assert list(match["scenarios"]) == ["some/a.toml", "some/b.toml"]


def test_a_forecast_prints_odds_and_costs(maraud) -> None:
    """With their intervals."""
    run = maraud("forecast", AMBUSH, "--runs", 6, *NEAREST, "--jobs", 1)

    assert run.code == 0
    for words in ("Goblins in the gorge: 6 fights", "wins", "out of the fight", "hit points lost", "rounds", "±"):
        assert words in run.out


def test_a_forecast_answers_in_json(maraud) -> None:
    """Each side's odds and what each loses."""
    found = maraud("forecast", AMBUSH, "--runs", 6, *NEAREST, "--jobs", 1, "--json").json
    chances = [found["sides"][side]["won"]["value"] for side in ("patrol", "goblins")]

    assert found["runs"] == 6
    assert sum(chances) + found["drawn"]["value"] == pytest.approx(1)
    assert set(found["sides"]["goblins"]) == {"won", "down", "dead", "hit_points", "magic", "missiles"}


def test_a_forecast_says_what_would_be_fair(maraud) -> None:
    """The number of a kind that comes nearest to even odds, in a sentence and in JSON."""
    words = ["forecast", AMBUSH, "--runs", 6, "--vary", "goblins=6..8", *NEAREST, "--jobs", 1]
    run, found = maraud(*words, "--plot", "odds.svg"), maraud(*words, "--json").json
    balance = {
        one["number"]: abs(one["sides"]["patrol"]["won"]["value"] + one["drawn"]["value"] / 2 - 0.5)
        for one in found["forecasts"]
    }

    assert list(balance) == [6, 7, 8]
    assert found["fairest"] == min(balance, key=lambda number: balance[number])
    assert f"It is fairest with {found['fairest']} goblins: patrol win" in run.out
    assert Path("odds.svg").read_text("utf-8").startswith("<?xml")


@pytest.mark.parametrize("command", [("tournament", *TWO), ("forecast", DUEL, "--runs", 2, "--jobs", 1)])
def test_without_matplotlib_a_sentence_says_so(maraud, monkeypatch: pytest.MonkeyPatch, command: tuple) -> None:
    """A tournament is played all the same; a forecast that is to be drawn is refused before it begins."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    run = maraud(*command, *(["--plot", "a.png"] if command[0] == "forecast" else []))

    assert "plots need matplotlib, which is not installed: pip install 'maraud[plots]'" in run.err
    assert run.err.count("\n") == 1
    assert (run.code, "ratings" in run.out) == ((2, False) if command[0] == "forecast" else (0, True))


WRONG = {
    "one policy": ("tournament", "--policies", "nearest", "--scenarios", DUEL),
    "an unknown policy": ("tournament", "--policies", "nearest,brave", "--scenarios", DUEL),
    "no scenario": ("tournament", "--policies", "nearest,random", "--scenarios", "nowhere.toml"),
    "a folder without scenarios": ("tournament", "--policies", "nearest,random", "--scenarios", "empty"),
    "a share that is none": ("tournament", *TWO, "--sprt", "--between", "fifty"),
    "shares the wrong way round": ("tournament", *TWO, "--sprt", "--between", "55..50"),
    "a trait that is none": ("tournament", *TWO, "--persona", "courage=3"),
    "a trait without a number": ("tournament", *TWO, "--persona", "wits"),
    "a trait that is too much": ("tournament", *TWO, "--persona", "wits=11"),
    "a plot that is none": ("forecast", DUEL, "--plot", "odds.doc"),
    "a kind that is not there": ("forecast", DUEL, "--vary", "dragons=1..2", "--jobs", 1),
    "numbers the wrong way round": ("forecast", DUEL, "--vary", "orcs=3..2"),
    "no numbers": ("forecast", DUEL, "--vary", "orcs"),
    "a side that is not there": ("forecast", DUEL, "--policy", "elves=random"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_wishes_are_one_sentence_and_exit_2(maraud, case: str) -> None:
    """Nothing is played, nothing is written."""
    Path("empty").mkdir()
    before = sorted(Path().rglob("*"))
    run = maraud(*WRONG[case])

    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("maraud: ")
    assert run.err.count("\n") == 1
    assert sorted(Path().rglob("*")) == before


def test_a_damaged_state_is_one_sentence(maraud) -> None:
    """It stays as it is."""
    Path("tournament").mkdir()
    state = Path("tournament/fights.jsonl")
    for junk in (b"junk\n", json.dumps({"tournament": 1}).encode() + b"\n", b"\xff\xfe\n"):
        state.write_bytes(junk)
        run = maraud("tournament", *TWO)

        assert (run.code, run.out, state.read_bytes()) == (2, "", junk)
        assert run.err.startswith("maraud: tournament/fights.jsonl")
