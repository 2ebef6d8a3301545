"""The application keeps to its own description."""

from __future__ import annotations

from agents.serve.workers import Workers
from tests.serve.contract import listening, tried


def test_every_answer_is_one_that_is_described(workers: Workers) -> None:
    """A sample of drawn requests for every path; each path that can be served a real one has served it."""
    with listening(workers) as url:
        answers = dict(tried(url, 4))

    assert len(answers) == 13
    assert [label for label, found in answers.items() if not any(status < 300 for status in found)] == []
    assert not any(status >= 500 for found in answers.values() for status in found)
