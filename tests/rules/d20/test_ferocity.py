"""Ferocity."""

from __future__ import annotations

from sim.events.attacks import HitPointsLost
from sim.events.orders import Attack
from sim.rules.d20 import ferocity, turn, wounds
from sim.table import Table
from sim.testing import battlefield, cited, order, spent, why_not
from tests.rules.d20.told import every


def wounded(points: int, dice: str) -> Table:
    """A fighter beside a boar that has so many hit points left after a blow for 5."""
    table = battlefield("A o", A="fighter-1", o="boar", dice=f"d20:15 d8:3 {dice}")
    table.battle["o"].hit_points = points + 5
    order(table, "A", Attack("o", "longsword"))
    return table


def test_at_zero_a_boar_is_not_disabled() -> None:
    """It has all its actions (d20.ferocity.fights-on)."""
    table = wounded(0, "d20:2")

    assert not table.battle["o"].conditions or table.battle["o"].conditions[0].name == "flat-footed"
    assert why_not(table, "o", Attack("A", "gore")) == ()


def test_below_zero_it_fights_on() -> None:
    """Neither dying nor prone, and its side is not beaten (d20.ferocity.fights-on)."""
    table = wounded(-4, "")
    boar = table.battle["o"]

    assert boar.has("ferocious")
    assert not boar.has("dying")
    assert not boar.has("prone")
    assert "d20.ferocity.fights-on" in cited(table.log.events)
    assert why_not(table, "o", Attack("A", "gore")) == ()
    assert table.battle.standing[boar.side] == 1


def test_it_bleeds_in_its_turn() -> None:
    """11 and more of 100: a hit point goes (d20.ferocity.bleeds)."""
    table = wounded(-4, "d100:11")
    turn.begin(table, table.battle["o"])

    assert table.battle["o"].hit_points == -5
    assert every(table.log.events, HitPointsLost)[0].cites == (ferocity.BLEEDS,)
    spent(table)


def test_it_may_cease_to_bleed() -> None:
    """10 of 100: it bleeds no more (d20.ferocity.bleeds), until it is wounded again."""
    table = wounded(-4, "d100:10 d20:15 d8:1")
    turn.begin(table, table.battle["o"])
    turn.begin(table, table.battle["o"])
    assert (table.battle["o"].hit_points, table.battle["o"].value("ferocious")) == (-4, 1)

    order(table, "A", Attack("o", "longsword"))

    assert table.battle["o"].value("ferocious") == 0
    spent(table)


def test_at_minus_ten_it_is_dead() -> None:
    """As everybody."""
    table = wounded(-10, "")

    assert table.battle["o"].has("dead")


def test_healed_to_zero_it_is_itself_again() -> None:
    """The condition ends with the wounds (d20.ferocity.fights-on)."""
    table = wounded(-4, "")
    boar = table.battle["o"]
    boar.hit_points = 0

    wounds.settle(table, boar, -1, hurt=False)

    assert not boar.has("ferocious")
