"""Rules switched off: what is cited as their witness goes another way without them."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256

import pytest

from sim.tables.rulebook import read
from tests.switch_off.adnd import ADND
from tests.switch_off.d20 import D20
from tests.switch_off.subject import ROOT, Subject

SUBJECTS = (D20, ADND)


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.book.id)
def test_a_witness_fails_without_its_rule(subject: Subject) -> None:
    """
    No witness of the sample is void: each notices that its rule is off, whatever rules its events name. The sample is
    about one rule in forty, the same everywhere; ``make switch-off`` takes all.
    """
    sample = [rule for rule in read(subject.book.id) if sha256(rule.encode()).digest()[0] < 6]
    command = [sys.executable, "-m", "tests.switch_off", *sample]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    verdicts = [json.loads(line) for line in run.stdout.splitlines()]

    assert verdicts, run.stderr
    assert [verdict for verdict in verdicts if not verdict[1]] == []


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.book.id)
def test_what_is_switched_off_by_hand_is_in_the_catalogue(subject: Subject) -> None:
    """A way to switch a rule off, or a reason why there is none, is for a rule that there is."""
    assert not (subject.by_hand.keys() | subject.silent.keys()) - read(subject.book.id).keys()
