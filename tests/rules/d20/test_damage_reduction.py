"""Damage reduction."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sim.events.attacks import DamageDealt, SaveRolled
from sim.events.orders import Attack
from sim.rules.d20.damage_reduction import overcomes
from sim.tables.bestiary import creature
from sim.tables.equipment import weapon
from sim.tables.sheet import Reduction
from sim.testing import battlefield, cited, order, spent

POINTS = "d20.damage-reduction.points"


def test_a_sword_does_little_to_bones() -> None:
    """A skeleton takes 5 points off the 8 of a longsword."""
    table = battlefield("A o", A="fighter-1", o="human-warrior-skeleton", dice="d20:15 d8:6")

    events = order(table, "A", Attack("o", "longsword"))

    assert table.battle["o"].hit_points == 6 - 3
    assert POINTS in cited(events)
    spent(table)


def test_no_blow_heals() -> None:
    """What is less than the reduction comes to nothing."""
    table = battlefield("A o", A="fighter-1", o="human-warrior-skeleton", dice="d20:15 d8:1")

    order(table, "A", Attack("o", "longsword"))

    assert table.battle["o"].hit_points == 6


def test_the_right_weapon_ignores_it() -> None:
    """A skeleton is crushed by a club: 6 with 1 for Strength are 7."""
    table = battlefield("Z o", Z="human-commoner-zombie", o="human-warrior-skeleton", dice="d20:19 d6:4")

    events = order(table, "Z", Attack("o", "club"))

    assert table.battle["o"].hit_points == 6 - 5
    assert POINTS not in cited(events)


@pytest.mark.parametrize(
    ("made", "bypass", "through"),
    [
        (weapon("longsword"), "slashing", True),
        (weapon("longsword"), "magic", False),
        (weapon("longsword", enhancement=1), "magic", True),
        (weapon("longsword", material="silver"), "silver", True),
        (weapon("morningstar"), "bludgeoning", True),
    ],
)
def test_kind_material_or_magic_overcome_it(made: object, bypass: str, through: bool) -> None:
    """One property is enough."""
    assert overcomes(made, (bypass,)) is through  # type: ignore[arg-type]


def test_venom_does_not_get_through_where_the_fang_does_not() -> None:
    """A bite that reduction takes wholly calls for no save (d20.damage-reduction.rider-stopped)."""
    thick = replace(creature("ogre"), reduction=Reduction(10, ("magic",)))
    table = battlefield("V o o\n. o o", V="medium-viper", o=thick, dice="d20:19 d4:4")

    events = order(table, "V", Attack("o", "bite"))

    assert "d20.damage-reduction.rider-stopped" in cited(events)
    assert not [event for event in events if type(event) is SaveRolled]


def test_energy_is_not_reduced() -> None:
    """The acid of an ooze works on a gargoyle that its slam does not hurt."""
    table = battlefield("Q o", Q="gray-ooze", o="gargoyle", dice="d20:19 d6:3 d6:4")

    events = order(table, "Q", Attack("o", "slam"))

    assert [event.amount for event in events if type(event) is DamageDealt] == [0, 4]
