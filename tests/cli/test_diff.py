"""Two logs compared."""

from __future__ import annotations

from sim.events.course import OrderGiven
from sim.events.log import read
from tests.record_golden import ROOT

DUEL, AMBUSH = (ROOT / "replays" / f"{name}.jsonl" for name in ("duel", "bridge-ambush"))


def test_a_log_is_like_itself(maraud) -> None:
    """Nothing differs, and the exit code says so."""
    found = maraud("diff", AMBUSH, AMBUSH)

    assert found.code == 0
    assert "the same fight" in found.out


def test_a_fork_parts_from_its_parent_where_it_was_made(maraud) -> None:
    """Both orders stand side by side under the map as it was before them."""
    seq = next(seq for seq, event in enumerate(read(AMBUSH).events) if type(event) is OrderGiven)
    assert maraud("fork", AMBUSH, "--at", seq, "--order", "end", "--out", "fork.jsonl").code == 0
    found = maraud("diff", AMBUSH, "fork.jsonl")

    assert found.code == 1
    assert f"They part at event {seq}" in found.out
    assert "is told: end" in found.out
    assert "wolf-1" in found.out
    assert maraud("diff", AMBUSH, "fork.jsonl", "--json").json["parts_at"] == seq


def test_fights_with_nothing_in_common_say_what_differs(maraud) -> None:
    """The scenario is another: there is no battle to show."""
    found = maraud("diff", DUEL, AMBUSH)

    assert found.code == 1
    assert "scenario differs" in found.out
    assert "Before it" not in found.out


def test_the_shorter_log_ends_there(maraud, tmp_path) -> None:
    """A log that was cut has all its events in common with the whole one, and then none."""
    lines = DUEL.read_bytes().splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_bytes(b"".join(lines[:5]))
    found = maraud("diff", DUEL, "cut.jsonl")

    assert found.code == 1
    assert "They part at event 4" in found.out
    assert "the log ends here" in found.out
