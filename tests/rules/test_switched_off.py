"""Rules switched off: what is cited as their witness goes another way without them."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256

from sim.tables.rulebook import read
from tests.switch_off import BY_HAND, ROOT, SILENT

SAMPLE = [rule for rule in read("d20") if sha256(rule.encode()).digest()[0] < 6]
"""About one rule in forty, the same everywhere; ``make switch-off`` takes all."""


def test_a_witness_fails_without_its_rule() -> None:
    """No witness of the sample is void: each notices that its rule is off, whatever rules its events name."""
    command = [sys.executable, "-m", "tests.switch_off", *SAMPLE]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    verdicts = [json.loads(line) for line in run.stdout.splitlines()]

    assert verdicts, run.stderr
    assert [verdict for verdict in verdicts if not verdict[1]] == []


def test_what_is_switched_off_by_hand_is_in_the_catalogue() -> None:
    """A way to switch a rule off, or a reason why there is none, is for a rule that there is."""
    assert not (BY_HAND.keys() | SILENT.keys()) - read("d20").keys()
