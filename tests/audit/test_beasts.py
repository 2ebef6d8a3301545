"""What beasts and barbarians do, tampered with in the arena."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sim.audit import audit
from sim.events.attacks import AttackRolled, DamageDealt, Healed, HitPointsLost
from sim.events.conditions import ConditionBegan
from sim.events.log import Reading, read
from tests.audit.fights import reading as fight_of_chance
from tests.audit.tampering import Change, chained, leave_out, put

WILD = ("boar", "dire-badger", "lion", "minotaur", "orc-barbarian-4", "rhinoceros", "winter-wolf", "wyvern")


@cache
def arena() -> Reading:
    """A clean log."""
    return read(Path(__file__).parents[2] / "replays" / "arena-by-hand.jsonl")


def begins(condition: str) -> Callable[[Any], bool]:
    """The beginning of a condition."""
    return lambda event: type(event) is ConditionBegan and event.condition == condition


def cites(kind: type, rule: str) -> Callable[[Any], bool]:
    """An event of a kind that cites a rule."""
    return lambda event: type(event) is kind and rule in event.cites


def without(rule: str) -> Callable[[Any], tuple[str, ...]]:
    """The citations of an event but for one."""
    return lambda event: tuple(cite for cite in event.cites if cite != rule)


@pytest.mark.parametrize(
    ("what", "where", "change", "rule"),
    [
        ("a rage too long", begins("raging"), put(turns=8), "d20.rage.begin"),
        ("a rage without vigour", cites(Healed, "d20.rage.hit-points"), put(hit_points=7), "d20.healing.cap"),
        (
            "a rage that leaves hit points",
            cites(HitPointsLost, "d20.rage.hit-points"),
            leave_out,
            "d20.rage.hit-points",
        ),
        ("a rage that tires nobody", cites(ConditionBegan, "d20.rage.fatigue"), leave_out, "d20.rage.fatigue"),
        ("a wounded beast that stays calm", begins("frenzied"), leave_out, "d20.rage.wounded"),
        ("a boar that just stands there", begins("ferocious"), leave_out, "d20.ferocity.fights-on"),
        (
            "a boar that bleeds too much",
            cites(HitPointsLost, "d20.ferocity.bleeds"),
            put(amount=2),
            "d20.ferocity.bleeds",
        ),
        ("a boar that does not bleed", cites(HitPointsLost, "d20.ferocity.bleeds"), leave_out, "d20.ferocity.bleeds"),
        (
            "a charge that is no powerful one",
            cites(DamageDealt, "d20.powerful-charge.damage"),
            put(cites=without("d20.powerful-charge.damage")),
            "d20.powerful-charge.damage",
        ),
        (
            "a leap with a weapon that there is not so often",
            lambda e: cites(AttackRolled, "d20.pounce.attacks")(e) and e.weapon == "bite",
            put(weapon="claw"),
            "d20.pounce.attacks",
        ),
    ],
)
def test_one_fact_changed_is_found(what: str, where: Callable[[Any], bool], change: Change, rule: str) -> None:
    """Each names its rule."""
    events = list(arena().events)
    seq = next(number for number, event in enumerate(events) if where(event))

    found = audit(chained(arena(), change(events, seq)))

    assert rule in {finding.rule for finding in found}, what


@pytest.mark.parametrize("seed", range(12))
def test_fights_of_chance_among_beasts_are_clean(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pouncing, charging, raging, breathing and fighting on below 0, in any order."""
    monkeypatch.setattr("tests.audit.fights.kinds", lambda: WILD)

    assert audit(fight_of_chance(seed)) == []
