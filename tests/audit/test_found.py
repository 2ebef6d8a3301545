"""What the audit has found in the engine, drawn: each was a breach once."""

from __future__ import annotations

from sim.events.attacks import AttackRolled, DamageDealt, SaveRolled
from sim.events.conditions import ConditionEnded
from sim.events.orders import Attack, Choose, CoupDeGrace
from sim.testing import battlefield, condition, order, spent

CLAW = Attack("A", "claw")
GRAB = Choose("grab")


def test_the_acid_of_a_coup_de_grace_counts_against_the_victim() -> None:
    """The save is against 10 and all the damage dealt, acid included (d20.coup-de-grace.fort)."""
    table = battlefield("A b", A="gray-ooze", b="hill-giant", dice="d6:2 d6:3 d6:4 d20:20")
    condition(table, "b", "paralyzed")

    events = order(table, "A", CoupDeGrace("b", "slam"))

    dealt = [event.amount for event in events if type(event) is DamageDealt]
    save = next(event for event in events if type(event) is SaveRolled)
    assert len(dealt) == 2
    assert save.dc == 10 + sum(dealt)
    spent(table)


def test_who_is_seized_on_the_way_strikes_as_a_grappler() -> None:
    """Bare hands that provoked a bear's grip land at -4 (d20.grapple.option.attack)."""
    dice = "d20:15 d8:1 d20:15 d20:1 d20:2"
    table = battlefield("A b b\n. b b", A="fighter-8", b="brown-bear", dice=dice, answers=[CLAW, GRAB])

    events = order(table, "A", Attack("b", "unarmed strike"))

    blow = [event for event in events if type(event) is AttackRolled][-1]
    assert blow.attacker == "A"
    assert (-4, "d20.grapple.option.attack") in [(part.value, part.rule) for part in blow.parts]
    spent(table)


def test_who_is_seized_on_the_way_trips_nobody() -> None:
    """A trip is no option of a grappler (d20.grapple.options.per-attack)."""
    dice = "d20:15 d8:1 d20:15 d20:1"
    table = battlefield("A b b\n. b b", A="fighter-8", b="brown-bear", dice=dice, answers=[CLAW, Choose("grab")])

    events = order(table, "A", Attack("b", "unarmed strike", "trip"))

    assert [event.attacker for event in events if type(event) is AttackRolled] == ["b"]


def test_who_is_seized_on_the_way_shoots_nobody() -> None:
    """A bow is no weapon for a grapple (d20.grapple.option.attack)."""
    dice = "d20:15 d8:1 d20:15 d20:1"
    field = "A b b . c\n. b b . ."
    table = battlefield(field, A="archer-4", b="brown-bear", c="orc", dice=dice, answers=[CLAW, GRAB])

    events = order(table, "A", Attack("c", "composite longbow"))

    assert [event.attacker for event in events if type(event) is AttackRolled] == ["b"]
    spent(table)


def test_who_is_pulled_out_of_a_crevice_squeezes_no_more() -> None:
    """Squeezing ends where there is room, however one got there (d20.squeeze.width)."""
    dice = "d20:15 d8:1 d20:15 d20:1"
    table = battlefield("A b b\n. b b", A="fighter-8", b="brown-bear", dice=dice, answers=[GRAB])
    condition(table, "A", "squeezing")

    events = order(table, "b", Attack("A", "claw"))

    assert any(type(event) is ConditionEnded and event.condition == "squeezing" for event in events)
    spent(table)
