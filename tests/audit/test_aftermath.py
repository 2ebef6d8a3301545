"""The hours after a fight, judged."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

import pytest
from attrs import evolve

from sim.audit import audit
from sim.events.aftermath import HourPassed, RecoveryRolled, RoundPassed, TimePassed
from sim.events.attacks import Healed, HitPointsLost
from sim.events.conditions import ConditionBegan
from sim.events.log import Reading, parse
from tests.audit.tampering import chained, leave_out, put
from tests.record_golden import Golden, play

DAYS = TimePassed(-1, 72, "bed", (), "")


@cache
def left_alone(seed: int) -> Reading:
    """A fight, and three days in bed with nobody to look after anybody."""
    return parse(play(Golden("spider-wood", seed, after=(DAYS,))))


@pytest.mark.parametrize("rest", ["night", "bed", "none"])
@pytest.mark.parametrize("scenario", ["giants", "undead-crypt", "troll-bridge"])
def test_two_days_after_any_fight_are_clean(scenario: str, rest: Any) -> None:
    """Whoever survived, however they rest, with the first of them tended."""
    whom = {"giants": ("sly", "ann"), "undead-crypt": ("ann", "dorn"), "troll-bridge": ("ann", "dorn")}[scenario]
    fight = Golden(scenario, 1, after=(TimePassed(-1, 30, rest, whom, ""), TimePassed(-1, 20, "none", (), "")))

    assert audit(parse(play(fight))) == []


def first(kind: type, wanted: Callable[[Any], bool] = lambda event: True) -> tuple[Reading, int]:
    """The first fight with such an event after its end, and that event."""
    for seed in count(1):
        reading = left_alone(seed)
        start = began(reading)
        for seq, event in enumerate(reading.events):
            if seq >= start and type(event) is kind and wanted(event):
                return reading, seq
    raise AssertionError("there is always a next seed")


def began(reading: Reading) -> int:
    """The ruling after the fight."""
    return next(seq for seq, event in enumerate(reading.events) if type(event) is TimePassed)


@pytest.mark.parametrize(
    ("kind", "wanted", "change", "rule"),
    [
        (
            RecoveryRolled,
            lambda e: e.cites == ("d20.recovery.unassisted.hourly",) and not e.success,
            put(success=True),
            "d20.recovery.unassisted.hourly",
        ),
        (
            RecoveryRolled,
            lambda e: e.cites == ("d20.recovery.unassisted.hourly",) and not e.success,
            leave_out,
            "d20.recovery.unassisted.hourly",
        ),
        (
            RecoveryRolled,
            lambda e: e.cites == ("d20.recovery.unassisted.hourly",),
            put(chance=20),
            "d20.recovery.unassisted.hourly",
        ),
        (
            HitPointsLost,
            lambda e: "d20.recovery.unassisted.loss" in e.cites,
            put(amount=2),
            "d20.recovery.unassisted.loss",
        ),
        (
            Healed,
            lambda e: "d20.healing.night" in e.cites,
            put(hit_points=lambda e: e.hit_points + 1),
            "d20.healing.cap",
        ),
        (Healed, lambda e: "d20.healing.night" in e.cites, leave_out, "d20.healing.night"),
        (
            ConditionBegan,
            lambda e: "d20.recovery.unassisted.daily" in e.cites,
            put(cites=("d20.recovery.assisted.natural",)),
            "d20.recovery.assisted.natural",
        ),
        (HourPassed, lambda e: e.number == 2, put(number=3), ""),
        (TimePassed, lambda e: True, put(hours=71), ""),
    ],
)
def test_what_is_wrong_is_found(kind: type, wanted: Callable[[Any], bool], change: Any, rule: str) -> None:
    """A roll, a loss, a night, an hour that are not as the rules have them."""
    reading, seq = first(kind, wanted)

    found = audit(chained(reading, change(list(reading.events), seq)))

    assert rule in {finding.rule for finding in found}


def test_no_hour_passes_in_the_middle_of_a_fight() -> None:
    """The referee waits for the end."""
    reading = left_alone(1)
    start = began(reading)
    events = list(reading.events)
    middle = start // 2
    moved = [*events[:middle], evolve(events[start]), *events[middle:start]]

    found = audit(chained(reading, moved))

    assert "time-passes-after-the-fight" in {finding.invariant for finding in found}


def test_rounds_follow_the_last_of_the_fight() -> None:
    """The dying go on bleeding where the fight left off."""
    reading, _ = first(RoundPassed)
    rounds = [event.number for event in reading.events if type(event) is RoundPassed]

    assert rounds == list(range(rounds[0], rounds[0] + len(rounds)))
