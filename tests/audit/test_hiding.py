"""Hiding, judged: clean fights in the dark, and changed facts."""

from __future__ import annotations

from typing import Any

import pytest

from sim.audit import audit
from sim.events.attacks import ContestRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.log import Reading
from sim.events.orders import Move
from tests.audit.tampering import Change, chained, is_a, leave_out, plus, put
from tests.audit.test_drawn import fought

PILLAR = ". . . . . . .\nA . . . # . o\n. . . . . . ."


def hidden() -> Reading:
    """A rogue goes behind a pillar, and the orc comes round it."""
    return fought(PILLAR, A="rogue-6", A_does=Move(11, mode="hide"), o="orc", o_does=Move(20))


def test_a_hidden_rogue_is_clean() -> None:
    """It hides, and is seen when the pillar is no longer between."""
    reading = hidden()
    kinds = {type(event) for event in reading.events if getattr(event, "condition", "") == "hidden"}

    assert audit(reading) == []
    assert kinds == {ConditionBegan, ConditionEnded}


@pytest.mark.parametrize(
    ("what", "change", "invariant"),
    [
        (is_a(ContestRolled), put(parts=lambda e: e.parts[1:]), "hiding-is-rolled-right"),
        (is_a(ContestRolled), put(total=plus("total", -30)), "opposed-rolls-are-won-by-the-higher"),
        (is_a(ContestRolled), leave_out, "hiding-is-rolled-right"),
        (is_a(ConditionEnded, lambda e: e.condition == "hidden"), leave_out, "what-is-due-comes"),
    ],
)
def test_a_changed_fact_is_found(what: Any, change: Change, invariant: str) -> None:
    """Of the first event of its kind."""
    reading = hidden()
    events = list(reading.events)
    seq = next(seq for seq, event in enumerate(events) if what(event))

    findings = audit(chained(reading, change(events, seq)))

    assert invariant in {finding.invariant for finding in findings}
