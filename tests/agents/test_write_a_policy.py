"""Policies from files and from installed packages, as the page says."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.cli.main import main
from agents.policies import admit, names, policy, registry
from sim.core.errors import BadInput
from sim.events.log import read
from sim.testing import battlefield
from tests.agents.situations import choice, decide
from tests.record_golden import ROOT

TEXT = (ROOT / "docs" / "write-a-policy.md").read_text("utf-8")
(POLICY,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
(ENTRY,) = re.findall(r"^```toml\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
SCENARIOS = ROOT / "scenarios"
DUEL, PACKS = str(SCENARIOS / "duel.toml"), str(SCENARIOS / "ladder" / "two-packs.toml")


@pytest.fixture
def finisher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The policy of the page in a file of the folder that the command runs in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_ADMITTED", {})
    path = tmp_path / "finisher.py"
    path.write_text(POLICY, "utf-8")
    yield path
    registry._installed.cache_clear()


def test_a_policy_takes_thirty_lines_at_most() -> None:
    """Blank ones and docstrings among them."""
    assert len(POLICY.splitlines()) <= 30


def test_the_policy_of_the_page_finishes_off_the_wounded(finisher: Path) -> None:
    """Of two orcs beside it, the one that is badly hurt; where nobody is hurt, the one that `nearest` strikes."""
    table = battlefield("o A p", A="fighter-1", o="orc", p="orc")
    admit("./finisher.py")

    assert choice(table, "A", "./finisher.py").target == choice(table, "A", "nearest").target == "o"
    table.battle.creatures["p"].hit_points = 1
    decision = decide(table, "A", "./finisher.py")
    assert (decision.choice.target, decision.reasons[0].words) == ("p", "p is near death")


def test_the_policy_of_the_page_says_why(finisher: Path) -> None:
    """Its reasons stand in the log, and its name in the header."""
    assert main(["fight", PACKS, "--seed", "1", "--policy", "west=./finisher.py", "--quiet", "--out", "a.jsonl"]) == 0
    reading = read("a.jsonl")

    assert {name for who, name in reading.header.policies.items() if reading.header.scenario.creatures} >= {
        "./finisher.py"
    }
    assert any(getattr(event, "by", "") == "finisher" for event in reading.events)


def test_a_log_of_it_needs_no_file(finisher: Path) -> None:
    """It can be told, verified, audited and run again when the file is gone."""
    main(["fight", DUEL, "--seed", "1", "--policy", "fighters=./finisher.py", "--quiet", "--out", "a.jsonl"])
    finisher.unlink()
    registry._ADMITTED.clear()

    assert [main([command, "a.jsonl"]) for command in ("replay", "verify", "audit", "rerun")] == [0, 0, 0, 0]


def test_no_log_makes_a_file_run(finisher: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """To go on with it, the file has to be named; then it goes on to the same end."""
    main(["fight", DUEL, "--seed", "1", "--policy", "fighters=./finisher.py", "--quiet", "--out", "a.jsonl"])
    whole = Path("a.jsonl").read_bytes()
    Path("a.jsonl").write_bytes(b"".join(whole.splitlines(keepends=True)[:6]))
    registry._ADMITTED.clear()
    capsys.readouterr()

    assert main(["resume", "a.jsonl"]) == 2
    assert "is run only when the command line names it" in capsys.readouterr().err
    assert main(["resume", "a.jsonl", "--allow", "./finisher.py"]) == 0
    assert Path("a.jsonl").read_bytes() == whole


def test_no_scenario_makes_a_file_run(finisher: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A scenario may only have policies by their names."""
    text = Path(PACKS).read_text("utf-8").replace('name = "west"', 'name = "west"\npolicy = "./finisher.py"')
    Path("hostile.toml").write_text(text, "utf-8")

    assert main(["fight", "hostile.toml"]) == 2
    assert "unknown policy './finisher.py'" in capsys.readouterr().err


def test_a_tournament_takes_it_by_path(finisher: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In processes of its own too."""
    words = ["--policies", "random,./finisher.py", "--scenarios", DUEL, "--pairs", "2", "--jobs", "2"]

    assert main(["tournament", *words]) == 0
    assert "./finisher.py" in capsys.readouterr().out


def test_a_changed_policy_is_another_tournament(finisher: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What its fights were worth, nobody knows any more."""
    words = ["--policies", "random,./finisher.py", "--scenarios", DUEL, "--pairs", "1", "--jobs", "1"]
    main(["tournament", *words])
    finisher.write_text(POLICY + "\n", "utf-8")

    assert main(["tournament", *words]) == 2
    assert "is of another tournament" in capsys.readouterr().err


def test_a_tournament_takes_it_by_entry_point(finisher: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package brings it under its name, and a scenario may have it then."""
    ((group, entries),) = tomllib.loads(ENTRY)["project"]["entry-points"].items()
    info = finisher.parent / "finisher-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: finisher\nVersion: 1.0\n", "utf-8")
    lines = [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    monkeypatch.syspath_prepend(finisher.parent)
    registry._installed.cache_clear()

    assert names()[-1] == "finisher"
    words = ["--policies", "nearest,finisher", "--scenarios", DUEL, "--pairs", "1", "--jobs", "1"]
    assert main(["tournament", *words]) == 0


WRONG = {
    "no file": (None, "./nobody.py", "there is no policy file ./nobody.py"),
    "no Python": ("def choose(:", "./wrong.py", "cannot be run: SyntaxError"),
    "fails when run": (
        "import nothing_of_the_kind",
        "./wrong.py",
        "cannot be run: ModuleNotFoundError in wrong.py, line 1",
    ),
    "no function": ("x = 1", "./wrong.py", "'choose' in the policy file ./wrong.py is no function"),
    "another function": (POLICY, "./wrong.py:clever", "'clever' in the policy file ./wrong.py is no function"),
    "fails when asked": (
        "def choose(view, menu, stream):\n    return 1 // 0",
        "./wrong.py",
        "ZeroDivisionError in wrong.py, line 2",
    ),
    "no decision": (
        "def choose(view, menu, stream):\n    return 7",
        "./wrong.py",
        "has given 7 for .*: let it return a Decision",
    ),
    "an order off the menu": (
        "from agents.policies.base import because\nfrom sim.events.orders import Attack\n"
        "def choose(view, menu, stream):\n    return because(Attack('nobody', 'club'), 'wrong', '')",
        "./wrong.py",
        "cannot .* now",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_with_a_policy_is_one_sentence(
    finisher: Path, case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It names file and line, and the command ends with 2."""
    text, name, words = WRONG[case]
    if text is not None:
        Path("wrong.py").write_text(text, "utf-8")

    assert main(["fight", PACKS, "--seed", "1", "--quiet", "--policy", f"west={name}", "--out", "a.jsonl"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("maraud: ")
    assert error.count("\n") == 1
    assert re.search(words, error)


def test_a_name_that_nobody_has_is_answered_with_those_there_are() -> None:
    """And with the word that a path would do."""
    with pytest.raises(
        BadInput, match=r"no policy is called 'clever': use one of random, nearest.*path of a \.py file"
    ):
        policy("clever")
    with pytest.raises(BadInput, match="no policy is called"):
        admit("clever")
