"""Cleave and Great Cleave."""

from __future__ import annotations

from sim.events.attacks import AttackRolled
from sim.events.orders import Attack, Choose
from sim.rules.d20 import turn
from sim.testing import battlefield, cited, order, spent

FIELD = """
    . o .
    p A q
    . . .
"""
ATTACK = "d20.cleave.attack"


def test_dropping_a_foe_gives_one_more_attack() -> None:
    """With the same weapon and bonus, on another in reach (d20.cleave.attack)."""
    table = battlefield(
        FIELD, A="fighter-3", o="goblin", p="goblin", q="goblin", dice="d20:15 d8:8 d20:2", answers=[Choose("q")]
    )

    events = order(table, "A", Attack("o", table.battle["A"].held[0]))

    rolls = [event for event in events if type(event) is AttackRolled]
    assert [roll.target for roll in rolls] == ["o", "q"]
    assert rolls[0].parts == rolls[1].parts
    assert ATTACK in cited(events)
    spent(table)


def test_once_a_round() -> None:
    """The second foe that falls gives nothing more; the next turn does."""
    table = battlefield(
        FIELD, A="fighter-3", o="goblin", p="goblin", q="goblin", dice="d20:15 d8:8 d20:15 d8:8", answers=[Choose("q")]
    )

    order(table, "A", Attack("o", table.battle["A"].held[0]))

    assert table.battle["A"].has("cleaved")
    turn.begin(table, table.battle["A"])
    assert not table.battle["A"].has("cleaved")
    spent(table)


def test_great_cleave_has_no_limit() -> None:
    """Three goblins fall to one blow after another."""
    table = battlefield(
        FIELD,
        A="fighter-8",
        o="goblin",
        p="goblin",
        q="goblin",
        dice="d20:15 d8:8 d20:15 d8:8 d20:15 d8:8",
        answers=[Choose("p"), Choose("q"), Choose("nobody")],
    )

    events = order(table, "A", Attack("o", table.battle["A"].held[0]))

    assert [event.target for event in events if type(event) is AttackRolled] == ["o", "p", "q"]
    spent(table)


def test_nobody_has_to() -> None:
    """The attack may be left alone."""
    table = battlefield(
        FIELD, A="fighter-3", o="goblin", p="goblin", q="goblin", dice="d20:15 d8:8", answers=[Choose("nobody")]
    )

    events = order(table, "A", Attack("o", table.battle["A"].held[0]))

    assert len([event for event in events if type(event) is AttackRolled]) == 1
    assert not table.battle["A"].has("cleaved")


def test_without_another_in_reach_nothing_is_asked() -> None:
    """Who stands two squares away is safe."""
    table = battlefield("A o . p", A="fighter-3", o="goblin", p="goblin", dice="d20:15 d8:8")

    events = order(table, "A", Attack("o", table.battle["A"].held[0]))

    assert ATTACK not in cited(events)
