"""Saving throws."""

from __future__ import annotations

import pytest

from sim.events.attacks import SaveRolled
from sim.rules.d20.save import parts, save
from sim.testing import battlefield, cited


@pytest.mark.parametrize(("natural", "dc", "success"), [(9, 15, True), (8, 15, False), (1, -10, False), (20, 99, True)])
def test_it_succeeds_when_it_equals_the_dc(natural: int, dc: int, success: bool) -> None:
    """An ogre's Fortitude is +6; a natural 1 fails and a natural 20 succeeds (d20.save.total, d20.save.natural)."""
    table = battlefield("A o o\n. o o", A="fighter-1", o="ogre", dice=f"d20:{natural}")

    found, seq = save(table, table.battle["o"], "fortitude", "a test", dc, -1)

    assert found is success
    event = table.log.events[seq]
    assert type(event) is SaveRolled
    assert ("d20.save.natural" in cited([event])) == (natural in (1, 20))
    assert "d20.save.total" in cited([event])


@pytest.mark.parametrize(
    ("kind", "save_kind", "ability"),
    [("troll", "fortitude", "constitution"), ("troll", "reflex", "dexterity"), ("troll", "will", "wisdom")],
)
def test_each_save_has_its_ability(kind: str, save_kind: str, ability: str) -> None:
    """Constitution, Dexterity, Wisdom."""
    table = battlefield("T T o\nT T .", T=kind, o="orc")

    assert ability in [part.type for part in parts(table.battle["T"], save_kind)]
