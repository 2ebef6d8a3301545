"""How far races go in which armor (d20.speed.*). The figures stand in the bestiary; these are the rules for them."""

from __future__ import annotations

from sim.state.creature import Creature

ARMOR_CLASSES = "d20.speed.armor-classes"
HUMAN = "d20.speed.human-elf-half"
DWARF = "d20.speed.dwarf"
GNOME_HALFLING = "d20.speed.gnome-halfling"

TABLE: dict[str, tuple[str, int, int]] = {
    "human": (HUMAN, 30, 20),
    "orc": (HUMAN, 30, 20),
    "elf": (HUMAN, 30, 20),
    "dwarf": (DWARF, 20, 20),
    "gnome": (GNOME_HALFLING, 20, 15),
    "halfling": (GNOME_HALFLING, 20, 15),
}
"""Subtype to the rule and the speeds in feet: in no or light armor, in medium or heavy armor. Half-orcs are orcs."""


def rules(me: Creature) -> tuple[str, ...]:
    """The rules by which its speed is what it is; empty where no race of the table accounts for it."""
    sheet = me.sheet
    heavy = sheet.armor is not None and sheet.armor.weight != "light"
    for race in sheet.subtypes:
        if race in TABLE:
            rule, light_speed, heavy_speed = TABLE[race]
            if sheet.speed == (heavy_speed if heavy else light_speed):
                return (ARMOR_CLASSES, rule)
    return ()
