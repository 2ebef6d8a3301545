"""Ability damage."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sim.events.orders import Attack
from sim.rules.d20 import ability_damage, core, nonlethal, scores
from sim.rules.d20.declare import MELEE, Blow
from sim.table import Table
from sim.tables.bestiary import creature
from sim.testing import battlefield, cited, order


def field(dice: str = "") -> Table:
    """A fighter and an ogre."""
    return battlefield("A o o\n. o o", A="fighter-1", o="ogre", dice=dice)


def test_a_score_is_lowered_and_what_depends_on_it() -> None:
    """An ogre of Strength 21 that loses 4 strikes at +3 instead of +5 (d20.ability-damage.score)."""
    table = field("d4:4")
    ogre = table.battle["o"]

    ability_damage.deal(table, ogre, "strength", "1d4", -1)

    assert scores.modifier(ogre, "strength") == 3
    blow = Blow(table.battle, ogre, table.battle["A"], ogre.weapons["greatclub"], MELEE)
    assert (3, "strength", "d20.ability-damage.score") in core.attack_tally(blow).parts


@pytest.mark.parametrize(
    ("ability", "condition"),
    [("strength", "paralyzed"), ("dexterity", "paralyzed"), ("wisdom", "unconscious"), ("constitution", "dead")],
)
def test_a_score_of_0_ends_the_fight_for_it(ability: str, condition: str) -> None:
    """Helpless, unconscious or dead (d20.ability-damage.zero)."""
    table = field()

    ability_damage.deal(table, table.battle["o"], ability, "40", -1)

    assert table.battle["o"].has(condition)
    assert "d20.ability-damage.zero" in cited(table.log.events) or condition == "dead"


def test_death_of_a_constitution_of_0_is_cited() -> None:
    """A creature of many hit points dies of it too (d20.wounds.con-zero)."""
    table = field()
    table.battle["o"].hit_points = 200

    ability_damage.deal(table, table.battle["o"], "constitution", "15", -1)

    assert {"d20.wounds.con-zero", "d20.ability-damage.zero"} <= cited(table.log.events)


def test_who_is_out_of_his_mind_does_not_wake_of_a_blow() -> None:
    """Unconscious with Wisdom 0, it stays so whatever its hit points are."""
    table = field()
    ability_damage.deal(table, table.battle["o"], "wisdom", "40", -1)

    nonlethal.settle(table, table.battle["o"], -1)

    assert table.battle["o"].has("unconscious")


def test_who_has_no_such_score_loses_none() -> None:
    """A skeleton has no Constitution."""
    table = battlefield("A o", A="fighter-1", o="human-warrior-skeleton")

    ability_damage.deal(table, table.battle["o"], "constitution", "1d6", -1)

    assert table.battle["o"].damage_to == (0, 0, 0, 0, 0, 0)


def test_a_weapon_may_damage_a_score_with_every_hit() -> None:
    """Natural weapons of some creatures do."""
    wolf = creature("wolf")
    bite = replace(
        next(w for w in wolf.weapons if w.name == "bite"), ability_damage=("dexterity", "1d4"), trip_on_hit=False
    )
    table = battlefield("W o o\n. o o", W=replace(wolf, weapons=(bite,)), o="ogre", dice="d20:18 d6:3 d4:2")

    order(table, "W", Attack("o", "bite"))

    assert table.battle["o"].damage_to[1] == 2
