"""Golden fights: each still folds, stands its audit, and comes out the same when its orders are run again."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.audit import audit
from sim.encounter import rerun
from sim.events.log import read
from sim.replay.verify import verified
from sim.rules.shelf import book
from tests.record_golden import FIGHTS, ROOT

LOGS = sorted((ROOT / "replays").glob("*.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_fight_holds(path: Path) -> None:
    """Chain, fold and dice are right, and no rule was broken."""
    reading = read(path)

    assert reading.finished
    assert verified(reading).findings == ()
    assert audit(reading) == []


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_fight_runs_again_byte_for_byte(path: Path) -> None:
    """Header and inputs give the same log."""
    reading = read(path)

    assert rerun(book(reading.header.ruleset), reading).log.to_bytes() == path.read_bytes()


def test_every_golden_fight_is_on_the_list() -> None:
    """What lies in the folder can be played anew, so a golden fight has a scenario and a seed."""
    assert {path.name for path in LOGS} <= {golden.file for golden in FIGHTS}
