"""Low-light vision."""

from __future__ import annotations

from msgspec.structs import replace

from sim.events.orders import Attack
from sim.tables.bestiary import creature
from sim.testing import battlefield, cited, order, spent, why_not


def test_shadow_hides_nothing_from_it() -> None:
    """No miss chance is rolled, and the attack says why (d20.low-light.distance)."""
    keen = replace(creature("fighter-1"), low_light=True)
    table = battlefield("A o", A=keen, o="goblin", light=["ss"], dice="d20:18 d8:1")

    events = order(table, "A", Attack("o", "longsword"))

    assert "d20.low-light.distance" in cited(events)
    spent(table)


def test_darkness_does() -> None:
    """There must be some light."""
    keen = replace(creature("fighter-1"), low_light=True)
    table = battlefield("A o", A=keen, o="goblin", light=["dd"])

    assert why_not(table, "A", Attack("o", "longsword")) == ("d20.concealment.total-square",)
