"""Uncanny dodge."""

from __future__ import annotations

from msgspec.structs import replace

from sim.events.orders import Attack
from sim.rules.d20 import core
from sim.rules.d20.declare import MELEE, Blow
from sim.tables.bestiary import creature
from sim.testing import battlefield, cited, condition, order

FLANKED = """
    . . .
    A r B
    . . .
"""
IMPROVED = "d20.uncanny-dodge.improved"


def test_a_rogue_is_never_off_guard() -> None:
    """Flat-footed, it keeps its Dexterity bonus (d20.uncanny-dodge.dexterity)."""
    table = battlefield("O r", O="orc", r="rogue-6", dice="d20:2")
    condition(table, "r", "flat-footed")
    orc, rogue = table.battle["O"], table.battle["r"]
    blow = Blow(table.battle, orc, rogue, orc.sheet.unarmed, MELEE)

    assert "dexterity" in [part.type for part in core.ac_tally(blow).parts]
    assert "d20.uncanny-dodge.dexterity" in cited(order(table, "O", Attack("r", orc.held[0])))


def test_nor_against_the_unseen() -> None:
    """An invisible attacker is felt."""
    table = battlefield("O r", O="orc", r="rogue-6")
    condition(table, "O", "invisible")

    assert not core.dexterity_denied(table.battle["O"], table.battle["r"])


def test_improved_it_cannot_be_flanked() -> None:
    """Two on opposite sides get nothing, and the attack says why (d20.uncanny-dodge.improved)."""
    sly = replace(creature("rogue-6"), uncanny_dodge=2)
    table = battlefield(FLANKED, A="fighter-1", B="fighter-1", r=sly, dice="d20:2")

    events = order(table, "A", Attack("r", "longsword"))

    assert IMPROVED in cited(events)
    assert "d20.flanking.bonus" not in cited(events)


def test_a_better_rogue_flanks_all_the_same() -> None:
    """One of four levels more."""
    sly = replace(creature("rogue-6"), uncanny_dodge=2, rogue_level=6)
    slyer = replace(creature("rogue-6"), rogue_level=10)
    table = battlefield(FLANKED, A=slyer, B="fighter-1", r=sly, dice="d20:2")

    events = order(table, "A", Attack("r", table.battle["A"].held[0]))

    assert "d20.flanking.bonus" in cited(events)


def test_who_has_it_not_is_off_guard_like_anybody() -> None:
    """And the roll names no such gift (d20.uncanny-dodge.dexterity)."""
    table = battlefield("O r", O="orc", r="fighter-1", dice="d20:2")
    condition(table, "r", "flat-footed")

    assert core.dexterity_denied(table.battle["O"], table.battle["r"])
    assert "d20.uncanny-dodge.dexterity" not in cited(order(table, "O", Attack("r", "falchion")))
