"""Creature types."""

from __future__ import annotations

import pytest

from sim.events.attacks import CriticalRolled, SaveRolled
from sim.events.orders import Attack
from sim.rules.d20 import wounds
from sim.testing import battlefield, cited, order, spent


@pytest.mark.parametrize("kind", ["human-commoner-zombie", "gray-ooze", "medium-animated-object"])
def test_what_has_no_vitals_takes_no_critical_hit(kind: str) -> None:
    """A natural 20 hits, and no roll confirms it (d20.creature-type.no-critical)."""
    table = battlefield("A o", A="fighter-1", o=kind, dice="d20:20 d8:5")

    events = order(table, "A", Attack("o", "longsword"))

    assert "d20.creature-type.no-critical" in cited(events)
    assert not [event for event in events if type(event) is CriticalRolled]
    spent(table)


def test_nothing_stuns_the_dead() -> None:
    """A zombie takes no nonlethal damage (d20.creature-type.no-nonlethal)."""
    table = battlefield("M z", M="monk-3", z="human-commoner-zombie", dice="d20:18 d6:6")

    events = order(table, "M", Attack("z", "unarmed strike", lethality="nonlethal"))

    assert "d20.creature-type.no-nonlethal" in cited(events)
    assert table.battle["z"].nonlethal == 0


def test_a_skeleton_is_destroyed_at_0() -> None:
    """It is neither disabled nor dying (d20.creature-type.destroyed)."""
    table = battlefield("A o", A="fighter-1", o="human-warrior-skeleton", dice="d20:20 d8:8")
    table.battle["o"].hit_points = 5

    events = order(table, "A", Attack("o", "longsword"))

    assert table.battle["o"].hit_points == 0
    assert table.battle["o"].has("dead")
    assert "d20.creature-type.destroyed" in cited(events)


def test_a_great_blow_calls_for_no_save_of_a_construct() -> None:
    """Undead and constructs do not die of massive damage."""
    table = battlefield("A o", A="fighter-1", o="medium-animated-object")
    figure, fighter = table.battle["o"], table.battle["A"]
    figure.hit_points = 100

    wounds.deal(table, figure, fighter, fighter.weapons["longsword"], 60, False, -1)

    assert not [event for event in table.log.events if type(event) is SaveRolled]


def test_an_ooze_has_no_back() -> None:
    """It cannot be flanked (d20.creature-type.no-flanking)."""
    table = battlefield("A q B", A="fighter-1", B="fighter-1", q="gray-ooze", dice="d20:1")

    events = order(table, "A", Attack("q", "longsword"))

    assert "d20.creature-type.no-flanking" in cited(events)
    assert "d20.flanking.bonus" not in cited(events)
