"""Spells of necromancy."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled, DamageDealt, Healed, SaveRolled
from sim.events.boons import SpellFailed
from sim.events.conditions import ConditionBegan
from sim.events.orders import Attack, Cast
from sim.rules.d20 import necromancy, scores
from sim.testing import battlefield, order, turn
from tests.rules.d20.casters import priest, wizard
from tests.rules.d20.told import every, named, one, part, sheet

TOUGH = sheet("orc", hit_points=60)
RULE = "d20.necromancy."


@pytest.mark.parametrize(("dice", "name", "turns"), [("d20:2 d4:3", "frightened", 3), ("d20:20", "shaken", 1)])
def test_fear_seizes_the_weak_and_shakes_the_brave(dice: str, name: str, turns: int) -> None:
    """1d4 rounds on a failed Will save, else one round shaken (d20.necromancy.cause-fear)."""
    table = battlefield("P . . o", P=priest("cause fear"), o="orc", dice=dice)
    began = one(order(table, "P", Cast("cause fear", ("o",))), ConditionBegan)
    assert (began.condition, began.turns, began.ender) == (name, turns, "P")


def test_the_strong_and_the_dead_do_not_fear() -> None:
    """Six Hit Dice or no life (d20.necromancy.cause-fear)."""
    for kind in ("troll", "human-warrior-skeleton"):
        table = battlefield("P . . o", P=priest("cause fear"), o=kind)
        events = order(table, "P", Cast("cause fear", ("o",)))
        assert necromancy.CAUSE_FEAR in one(events, SpellFailed).cites


def test_doom_shakes() -> None:
    """-2 on attack rolls as long as it lasts (d20.necromancy.doom)."""
    table = battlefield("P o", P=priest("doom"), o=TOUGH, dice="d20:18 d20:2 d20:2")
    order(table, "P", Cast("doom", ("o",), defensive=True))
    roll = one(order(table, "o", Attack("P", "falchion")), AttackRolled)
    assert named(roll.parts, "shaken") == -2


@pytest.mark.parametrize(
    ("spell", "dice", "points"), [("inflict light wounds", "d8:4", 9), ("inflict moderate wounds", "d8:4 d8:5", 14)]
)
def test_a_touch_wounds(spell: str, dice: str, points: int) -> None:
    """Dice and caster level, half on a Will save (d20.necromancy.inflict-light-wounds, .inflict-moderate-wounds)."""
    for save, amount in ((2, points), (20, points // 2)):
        table = battlefield("P o", P=priest(spell), o=TOUGH, dice=f"d20:18 d20:15 d20:{save} {dice}")
        events = order(table, "P", Cast(spell, ("o",), defensive=True))
        assert one(events, AttackRolled).mode == "melee-touch"
        assert one(events, DamageDealt).amount == amount
        assert one(events, SaveRolled).save == "will"


def test_a_wounding_touch_heals_the_undead() -> None:
    """d20.necromancy.inflict-light-wounds: negative energy is balm to them."""
    table = battlefield(
        "P A", P=priest("inflict light wounds"), A=sheet("human-warrior-skeleton", hit_points=30), dice="d20:20 d8:4"
    )
    table.battle["A"].hit_points = 5
    events = order(table, "P", Cast("inflict light wounds", ("A",)))
    assert one(events, Healed).hit_points in (4, 9)


def test_a_ray_takes_strength() -> None:
    """1d6+2 at level 5, in every roll that Strength is part of (d20.necromancy.ray-of-enfeeblement)."""
    table = battlefield("W . o", W=wizard("ray of enfeeblement"), o=TOUGH, dice="d20:15 d6:4 d20:2")
    before = scores.score(table.battle["o"], "strength")
    assert before is not None
    order(table, "W", Cast("ray of enfeeblement", ("o",)))
    assert scores.score(table.battle["o"], "strength") == before - 6
    table.battle["W"].square = 1
    roll = one(order(table, "o", Attack("W", "falchion")), AttackRolled)
    assert part(roll.parts, necromancy.RAY_OF_ENFEEBLEMENT) == (before - 6 - 10) // 2


def test_of_two_rays_the_worse_counts_and_none_takes_all() -> None:
    """Never below 1 (d20.necromancy.ray-of-enfeeblement)."""
    weak = sheet("orc", strength=5)
    table = battlefield("W . o", W=wizard("ray of enfeeblement"), o=weak, dice="d20:15 d6:1 d20:15 d6:6")
    order(table, "W", Cast("ray of enfeeblement", ("o",)))
    assert scores.score(table.battle["o"], "strength") == 2
    turn(table, "W")
    order(table, "W", Cast("ray of enfeeblement", ("o",)))
    assert scores.score(table.battle["o"], "strength") == 1
    assert not every(table.log.events, DamageDealt)
