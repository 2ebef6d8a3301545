"""Readying and loosing a shield."""

from __future__ import annotations

from sim.events.attacks import AttackRolled
from sim.events.orders import Attack, LooseShield, Move, ReadyShield
from sim.rules.d20 import shield
from sim.table import Table
from sim.testing import battlefield, cited, order, square, why_not
from tests.rules.d20.people import fighter
from tests.rules.d20.told import named, one

SLUNG = {"name": "heavy steel shield", "slung": True}
DRAWING = "A o . . . ."


def armor_class(table: Table) -> int:
    """What the shield of ``A`` is worth against a blow of ``o``."""
    events = order(table, "o", Attack("A", "falchion"))
    return named(one(events, AttackRolled).ac_parts, "shield")


def test_a_shield_protects_from_the_moment_it_is_strapped_on() -> None:
    """A move action that exposes to nobody (d20.action.move.ready-loose-shield)."""
    table = battlefield(DRAWING, A=fighter("club", shield=SLUNG), o="orc", dice="d20:2 d20:2")
    assert armor_class(table) == 0
    events = order(table, "A", ReadyShield())

    assert not any(hasattr(event, "question") for event in events)
    assert "d20.action.move.ready-loose-shield" in cited(events)
    assert armor_class(table) == 2


def test_a_loosed_shield_protects_no_longer() -> None:
    """And leaves a hand free."""
    table = battlefield(DRAWING, A=fighter("club", shield="heavy steel shield"), o="orc", dice="d20:2")
    order(table, "A", LooseShield())

    assert armor_class(table) == 0


def test_it_takes_a_free_hand() -> None:
    """But a buckler takes none."""
    heavy = battlefield(DRAWING, A=fighter("greataxe", shield=SLUNG), o="orc")
    buckler = battlefield(DRAWING, A=fighter("greataxe", shield={"name": "buckler", "slung": True}), o="orc")

    assert why_not(heavy, "A", ReadyShield()) == ("d20.action.move.ready-loose-shield",)
    assert not why_not(buckler, "A", ReadyShield())
    assert why_not(buckler, "A", LooseShield()) == ("d20.action.move.ready-loose-shield",)


def test_a_trained_fighter_does_it_on_the_way() -> None:
    """With base attack +1 it is part of a move (d20.shield.ready-loose-while-moving)."""
    table = battlefield(DRAWING, A=fighter("club", shield=SLUNG), o=fighter("club", shield="buckler"))
    wish = Move(square(table, "f1"), shield="loosed")
    events = order(table, "o", wish)

    assert not table.battle["o"].shield_on
    assert shield.WHILE_MOVING in cited(events)
    raw = battlefield(DRAWING, A="orc", o=fighter("club", shield="buckler", base_attack=0))
    assert why_not(raw, "o", wish) == (shield.WHILE_MOVING,)
