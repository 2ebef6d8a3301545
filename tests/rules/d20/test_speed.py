"""Speed by race and armor."""

from __future__ import annotations

import pytest

from sim.events.orders import Move
from sim.rules.d20 import speed
from sim.tables.bestiary import creature, kinds, slowed
from sim.testing import battlefield, square, why_not

LONG = "A" + " ." * 12 + " o"


@pytest.mark.parametrize(
    ("kind", "squares", "rule"),
    [
        ("rogue-1", 6, "d20.speed.human-elf-half"),
        ("fighter-1", 4, "d20.speed.human-elf-half"),
        ("half-orc-warrior-4", 4, "d20.speed.human-elf-half"),
        ("dwarf-fighter-4", 4, "d20.speed.dwarf"),
        ("halfling-rogue-3", 4, "d20.speed.gnome-halfling"),
    ],
)
def test_speed_goes_by_race_and_armor(kind: str, squares: int, rule: str) -> None:
    """One figure for light armor, one for heavier (d20.speed.armor-classes, d20.speed.human-elf-half,
    d20.speed.dwarf, d20.speed.gnome-halfling); a move farther than that is refused by it."""
    table = battlefield(LONG, A=kind, o="orc")
    farthest, beyond = (square(table, f"{'abcdefgh'[squares + more]}1") for more in (0, 1))

    assert why_not(table, "A", Move(farthest)) == ()
    assert why_not(table, "A", Move(beyond)) == ("d20.move.normal", "d20.speed.armor-classes", rule)


def test_the_table_agrees_with_the_armor_that_slows() -> None:
    """Two thirds of the lighter figure, but for dwarves."""
    for race, (_, light, heavy) in speed.TABLE.items():
        assert heavy == (light if race == "dwarf" else slowed(light))


def test_the_creatures_of_the_table_keep_to_it() -> None:
    """Every human, elf, orc, dwarf, gnome and halfling of the bestiary that has no other source of speed."""
    for kind in kinds():
        sheet = creature(kind)
        race = next((race for race in sheet.subtypes if race in speed.TABLE), "")
        if race and "monk" not in sheet.classes and sheet.type == "humanoid":
            heavy = sheet.armor is not None and sheet.armor.weight != "light"
            fast = 10 * ("barbarian" in sheet.classes and not heavy)
            assert sheet.speed == speed.TABLE[race][2 if heavy else 1] + fast, kind


def test_nobody_of_the_table_is_named_for_a_beast() -> None:
    """A wolf's speed is its own."""
    table = battlefield("A" + " ." * 24 + " o", A="wolf", o="orc")

    assert why_not(table, "A", Move(square(table, "u1"))) == ("d20.move.normal",)
