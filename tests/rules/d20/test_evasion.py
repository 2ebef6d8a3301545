"""Evasion."""

from __future__ import annotations

import pytest

from sim.events.attacks import DamageDealt
from sim.events.orders import Cast
from sim.rules.d20 import evasion
from sim.table import Table
from sim.tables.bestiary import creature
from sim.testing import battlefield, condition, order, spent, square
from tests.rules.d20.casters import wizard
from tests.rules.d20.told import one, sheet


def burned(die: int, **changes: object) -> Table:
    """A rogue in a fireball of 10 points, who rolls this on its save."""
    table = battlefield(
        "W . . . . . r .",
        W=wizard("fireball"),
        r=sheet("rogue-6", hit_points=60, **changes),
        dice=f"d20:{die}" + " d6:2" * 5,
    )
    order(table, "W", Cast("fireball", to=square(table, "h1")))
    spent(table)
    return table


def test_who_evades_takes_nothing() -> None:
    """A save leaves no damage (d20.evasion.damage)."""
    dealt = one(burned(19).log.events, DamageDealt)
    assert dealt.amount == 0
    assert evasion.EVADED in dealt.cites


def test_who_fails_its_save_takes_all() -> None:
    """Evasion is no help without the save (d20.evasion.damage)."""
    dealt = one(burned(1).log.events, DamageDealt)
    assert dealt.amount == 10
    assert evasion.EVADED not in dealt.cites


def test_in_heavy_armor_nobody_evades() -> None:
    """Half the damage, as for others (d20.evasion.damage)."""
    mail = creature("fighter-5").armor
    assert mail is not None
    assert mail.weight != "light"
    assert one(burned(20, armor=mail).log.events, DamageDealt).amount == 5


def test_the_helpless_do_not_evade() -> None:
    """Half the damage, as for others (d20.evasion.damage)."""
    table = battlefield(
        "W . . . . . r .",
        W=wizard("fireball"),
        r=sheet("rogue-6", hit_points=60),
        dice="d20:20" + " d6:2" * 5,
    )
    condition(table, "r", "paralyzed")
    order(table, "W", Cast("fireball", to=square(table, "h1")))
    assert one(table.log.events, DamageDealt).amount == 5


@pytest.mark.parametrize(("kind", "has"), [("rogue-1", False), ("halfling-rogue-3", True), ("monk-3", True)])
def test_it_comes_with_the_second_level(kind: str, has: bool) -> None:
    """Of rogues and monks (d20.evasion.damage)."""
    assert creature(kind).evasion is has
