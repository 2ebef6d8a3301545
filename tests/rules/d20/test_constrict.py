"""Constriction."""

from __future__ import annotations

from sim.events.attacks import DamageDealt
from sim.rules.d20 import constrict
from sim.testing import battlefield, cited, spent


def test_coils_crush() -> None:
    """A constrictor snake deals 1d3 and one and a half times Strength 3 (d20.constrict.damage)."""
    table = battlefield("S o", S="constrictor-snake", o="orc", dice="d3:2")
    snake = table.battle["S"]

    constrict.squeeze(table, snake, table.battle["o"], snake.weapons["bite"], -1)

    assert table.battle["o"].hit_points == 5 - 2 - 4
    assert "d20.constrict.damage" in cited(table.log.events)
    spent(table)


def test_an_ooze_burns_what_it_holds() -> None:
    """Its acid comes with the constriction."""
    table = battlefield("Q o o\n. o o", Q="gray-ooze", o="ogre", dice="d6:2 d6:5")
    ooze = table.battle["Q"]

    constrict.squeeze(table, ooze, table.battle["o"], ooze.weapons["slam"], -1)

    assert [e.amount for e in table.log.events if type(e) is DamageDealt] == [3, 5]
