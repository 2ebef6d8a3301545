"""The questions of the cookbook: each is answered, and as the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from agents.cli.query import show
from agents.query import Desk, sources
from tests.record_golden import ROOT

PAGE = (ROOT / "docs" / "cookbook.md").read_text("utf-8")


class Question(NamedTuple):
    """A question of the page: its query, and the answer that stands there; the last ones have none."""

    title: str
    sql: str
    answer: str


QUESTIONS = [
    Question(*found)
    for found in re.findall(
        r"^## \d+\. (.*?)\n.*?```sql\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", PAGE, re.DOTALL | re.MULTILINE
    )
]
OF_LOGS = [question for question in QUESTIONS if question.answer]
OF_BATCHES = [question for question in QUESTIONS if not question.answer]


def test_there_are_ten() -> None:
    """Most of them with their answer."""
    assert (len(OF_LOGS), len(OF_BATCHES)) == (8, 2)


@pytest.fixture(scope="module")
def desk() -> Desk:
    """The two old logs, laid out once for all questions."""
    desk = Desk()
    list(desk.open(sources([str(ROOT / "replays" / "old")])))
    return desk


@pytest.mark.parametrize("question", OF_LOGS, ids=[question.title for question in OF_LOGS])
def test_a_question_to_logs_has_the_answer_of_the_page(
    desk: Desk, question: Question, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the two old logs, as the command shows it."""
    show(desk.ask(question.sql), 50)

    assert capsys.readouterr() == (question.answer, "")


def test_questions_to_a_batch_are_answered(maraud, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the command of the page, of which a small part is played: two numbers, nobody who thinks for long."""
    monkeypatch.setattr("agents.cli.batch.draw", lambda *_: None)
    line = next(line for line in PAGE.splitlines() if line.startswith("maraud batch"))
    words = [str(ROOT / word) if word.endswith(".toml") else word for word in shlex.split(line)[1:]]
    vary = words.index("goblins=5..9")
    words[vary : vary + 1] = ["goblins=5..6", "--policy", "goblins=nearest", "--runs", "1", "--jobs", "1"]
    assert maraud(*words).code == 0

    for question in OF_BATCHES:
        found = maraud("query", question.sql, Path(words[-1]), "--json").json
        assert [row["goblins"] for row in found] == ([5, 5, 6, 6] if "patrol_wins" in found[0] else [5, 6])
