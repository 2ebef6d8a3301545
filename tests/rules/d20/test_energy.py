"""Energy damage."""

from __future__ import annotations

from msgspec.structs import replace

from sim.events.attacks import DamageDealt
from sim.events.orders import Attack
from sim.tables.bestiary import creature
from sim.testing import battlefield, cited, order, spent


def test_acid_comes_once_with_a_critical_hit() -> None:
    """The slam counts twice, the acid once (d20.energy.extra)."""
    table = battlefield("Q o o\n. o o", Q="gray-ooze", o="ogre", dice="d20:20 d20:19 d6:1 d6:2 d6:6", answers=[])

    events = order(table, "Q", Attack("o", "slam"))

    assert [(e.damage_type, e.amount) for e in events if type(e) is DamageDealt][:2] == [
        ("bludgeoning", 5),
        ("acid", 6),
    ]
    assert "d20.energy.extra" in cited(events)


def test_the_immune_take_none() -> None:
    """A creature immune to acid is hurt by the slam alone (d20.energy.immune)."""
    proof = replace(creature("ogre"), immune=("acid",))
    table = battlefield("Q o o\n. o o", Q="gray-ooze", o=proof, dice="d20:19 d6:3 d6:4")

    events = order(table, "Q", Attack("o", "slam"))

    assert [e.amount for e in events if type(e) is DamageDealt][:2] == [4, 0]
    assert "d20.energy.immune" in cited(events)
    spent(table)
