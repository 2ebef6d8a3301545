"""Counterspells, and blows readied against whoever casts."""

from __future__ import annotations

import pytest

from sim.events.attacks import CheckRolled
from sim.events.magic import SpellCast, SpellCountered, SpellLost
from sim.events.orders import Act, Attack, Cast, Counterspell, Ready, Trigger, UseAbility
from sim.rules.d20 import ready, spell
from sim.table import Table
from sim.tables.sheet import Power
from sim.tables.spells import SPELLS
from sim.testing import battlefield, order, why_not
from tests.rules.d20.casters import gifted, wizard
from tests.rules.d20.told import every, one

MISSILE = Cast("magic missile", ("V",))
COUNTER = Ready(Counterspell(), Trigger("casts", "w"))


def duel(dice: str, *spells: str) -> Table:
    """A wizard who is ready to counter what another casts."""
    w = wizard("magic missile")
    table = battlefield("V . . . w", V=wizard(*spells), w=w, dice=dice, answers=[Act()])
    order(table, "V", COUNTER)
    return table


def test_the_same_spell_counters_a_spell() -> None:
    """Told by Spellcraft, 15 and the level; both are spent (d20.ready.counterspell)."""
    table = duel("d20:5", "magic missile")

    events = order(table, "w", MISSILE)

    check = one(events, CheckRolled)
    assert (check.check, check.dc, check.total, check.success) == ("spellcraft", 16, 16, True)
    countered = one(events, SpellCountered)
    assert (countered.won, countered.cites) == (True, (ready.COUNTERSPELL,))
    assert not every(events, SpellCast)
    assert table.battle["V"].used == table.battle["w"].used == ("magic missile",)


def test_who_does_not_know_the_spell_does_not_counter_it() -> None:
    """A failed Spellcraft check spends nothing."""
    table = duel("d20:4 d4:1 d4:1 d4:1", "magic missile")

    events = order(table, "w", MISSILE)

    assert not every(events, SpellCountered)
    assert every(events, SpellCast)
    assert table.battle["V"].used == ()


@pytest.mark.parametrize(("value", "won"), [(11, True), (10, False)])
def test_dispel_magic_counters_any_spell_with_a_check(value: int, won: bool) -> None:
    """Caster level against 11 and the other's."""
    table = duel(f"d20:20 d20:{value}" + ("" if won else " d4:1 d4:1 d4:1"), "dispel magic")

    events = order(table, "w", MISSILE)

    assert one(events, SpellCountered).won == won
    assert bool(every(events, SpellCast)) != won
    assert table.battle["V"].used == ("dispel magic",)


def test_nothing_is_countered_with_another_spell() -> None:
    """Who has neither is not even asked."""
    table = duel("d4:1 d4:1 d4:1", "shocking grasp")

    assert every(order(table, "w", MISSILE), SpellCast)


def test_a_counterspell_is_only_for_what_is_being_cast() -> None:
    """It is no action of its own; readied, it is."""
    table = battlefield("V . . . w", V=wizard("magic missile"), w=wizard("magic missile"))

    assert why_not(table, "V", Counterspell()) == (ready.COUNTERSPELL,)
    assert not why_not(table, "V", COUNTER)


def test_spell_like_abilities_are_not_countered() -> None:
    """There is nothing to answer with."""
    power = Power("bolt", "spell-like", "magic missile", 1, 1, 11)
    goblin = gifted("goblin", power, SPELLS["magic missile"])
    table = battlefield("V . . . w", V=wizard("magic missile"), w=goblin, dice="d4:1")
    order(table, "V", COUNTER)

    assert every(order(table, "w", UseAbility("bolt", ("V",))), SpellCast)


def test_a_readied_blow_disrupts_a_casting() -> None:
    """10, the damage and the level, in the middle of it (d20.ready.disrupt-caster)."""
    table = battlefield("O w", O="orc", w=wizard("magic missile"), dice="d20:17 d4:4 d4:4 d20:2", answers=[Act()])
    order(table, "O", Ready(Attack("it", "falchion"), Trigger("casts")))

    events = order(table, "w", Cast("magic missile", ("O",), defensive=True))

    check = one(events, CheckRolled)
    assert (check.dc, check.cites) == (10 + 12 + 1, (ready.DISRUPT,))
    assert one(events, SpellLost).cites == (spell.DISTRACTED,)
