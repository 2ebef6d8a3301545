"""The paralysing touch."""

from __future__ import annotations

from msgspec.structs import replace

from sim.events.attacks import SaveRolled
from sim.events.course import TurnBegan
from sim.events.orders import Attack
from sim.rules.d20 import turn
from sim.tables.bestiary import creature
from sim.testing import battlefield, cited, order, spent


def test_a_failed_save_paralyzes_for_some_rounds() -> None:
    """A ghoul's bite: 1d4+1 rounds, here 2, counted on the ghoul's turns (d20.paralysis.touch)."""
    table = battlefield("G o", G="ghoul", o="orc", dice="d20:18 d6:1 d20:2 d4:1")

    events = order(table, "G", Attack("o", "bite"))

    assert table.battle["o"].has("paralyzed", "G")
    assert "d20.paralysis.touch" in cited(events)
    turn.begin(table, table.battle["G"])
    assert table.battle["o"].helpless
    turn.begin(table, table.battle["G"])
    assert not table.battle["o"].helpless
    spent(table)


def test_a_good_save_shakes_it_off() -> None:
    """An orc that rolls 19 goes on."""
    table = battlefield("G o", G="ghoul", o="orc", dice="d20:18 d6:1 d20:19")

    order(table, "G", Attack("o", "bite"))

    assert not table.battle["o"].helpless


def test_a_second_touch_does_not_shorten_the_first() -> None:
    """Five rounds of the first count, not the two of the second."""
    table = battlefield("G o", G="ghoul", o="ogre", dice="d20:18 d6:1 d20:2 d4:4 d20:18 d6:1 d20:2 d4:1", sides=None)
    order(table, "G", Attack("o", "bite"))
    table.tell(TurnBegan(-1, "G", False))

    order(table, "G", Attack("o", "bite"))

    assert [timer.turns for timer in table.battle.timers if timer.condition == "paralyzed"] == [4]


def test_elves_are_immune_to_ghouls() -> None:
    """No save is asked of them (d20.paralysis.elf)."""
    elf = replace(creature("fighter-1"), subtypes=("elf",))
    table = battlefield("e G", G="ghoul", e=elf, dice="d20:19 d6:1")

    events = order(table, "G", Attack("e", "bite"))

    assert "d20.paralysis.elf" in cited(events)
    assert not [event for event in events if type(event) is SaveRolled]


def test_the_dead_are_not_paralyzed() -> None:
    """A zombie is bitten and that is all (d20.paralysis.immune)."""
    still = replace(creature("human-commoner-zombie"), reduction=None)
    table = battlefield("G o", G="ghoul", o=still, dice="d20:18 d6:4")

    events = order(table, "G", Attack("o", "bite"))

    assert "d20.paralysis.immune" in cited(events)
    assert not table.battle["o"].helpless
