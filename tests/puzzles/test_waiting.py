"""
Ready and delay: the spear against a charge, the shot against a spell, the rogue behind the fighter.

A set spear does double damage (d20.ready.set-against-charge): 2d8 + 6 at 75 % is 11 hit points by the odds, against 6
for running at the minotaur, and its horns come first.
"""

from __future__ import annotations

from msgspec.structs import replace

from sim.events.orders import Attack, Delay, Ready, Trigger
from sim.tables.bestiary import creature
from sim.tables.equipment import weapon
from sim.tables.sheet import Sheet
from sim.testing import battlefield
from tests.puzzles.people import best

LANE = ". . . . . . . .\n. A . . . o o .\n. . . . . o o ."
SHOOTING = ". . . . . . . .\n. A . . . . o .\n. . . . . . . ."


def armed(kind: str, name: str) -> Sheet:
    """A creature of this kind with this weapon alone."""
    return replace(creature(kind), weapons=(weapon(name),), held=(name,), shield=None)


def test_a_spear_is_set_against_a_minotaur() -> None:
    """It is sure to come."""
    table = battlefield(LANE, A=armed("fighter-3", "longspear"), o="minotaur")

    assert best(table, caution=8, aggression=3) == Ready(Attack("it", "longspear"), Trigger("charges"))


def test_a_sword_is_not() -> None:
    """It does no double damage, so there is nothing to wait for."""
    table = battlefield(LANE, A=armed("fighter-3", "longsword"), o="minotaur")

    assert not isinstance(best(table, caution=8, aggression=3), Ready)


def test_a_shot_is_kept_for_a_spell() -> None:
    """A hit may cost the wizard its spell besides (d20.ready.disrupt-caster)."""
    table = battlefield(SHOOTING, A=armed("fighter-3", "light crossbow"), o="wizard-5")

    assert best(table) == Ready(Attack("o", "light crossbow"), Trigger("casts", "o"))


def test_a_fighter_is_shot_at_once() -> None:
    """It casts nothing."""
    table = battlefield(SHOOTING, A=armed("fighter-3", "light crossbow"), o="fighter-3")

    assert not isinstance(best(table), Ready)


def test_the_rogue_lets_the_fighter_go_first() -> None:
    """Three dice of sneak attack come with a friend on the other side, none without (d20.delay.declare)."""
    drawing = ". . . . . . . . .\n. A . . . . o o .\n. B . . . . o o .\n. . . . . . . . ."
    rogue = creature("rogue-6")

    assert best(battlefield(drawing, A=rogue, B="fighter-3", o="ogre")) == Delay()
    assert best(battlefield(drawing, A="fighter-3", B="fighter-3", o="ogre")) != Delay()
