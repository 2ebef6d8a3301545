"""The spells of AD&D, from ``adnd/spells.toml``, and what a caster of some level makes of one."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sim.core.errors import BadInput
from sim.tables import files
from sim.tables.adnd_sheet import Spell

Aim = Literal["self", "touch", "one", "several", "point", "front"]
Verb = Literal["missiles", "sleep", "damage", "condition", "bless", "command", "cure", "touch"]
CASTERS = ("wizard", "priest")
"""Classes that cast."""


class SpellFigures(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A spell as the table has it; see the head of the table, and ``adnd_sheet.Spell``."""

    levels: dict[Literal["wizard", "priest"], int]
    time: int | dict[str, int] = 0
    rounds: int = 0
    verbal: bool = False
    aim: Aim
    range: int = 0
    farther: int = 0
    radius: int = 0
    most: int = 1
    persons: bool = False
    harmful: bool = False
    verb: Verb
    damage: str = ""
    each: str = ""
    most_dice: int = 0
    plus: int = 0
    number: str = ""
    condition: str = ""
    save: Literal["", "half", "negates"] = ""
    harder: tuple[int, ...] = ()
    lasts: int = 0
    longer: int = 0


SPELLS: dict[str, SpellFigures] = files.convert(
    files.parse(files.shipped("adnd", "spells.toml").read_text(encoding="utf-8"), "spells.toml"),
    dict[str, SpellFigures],
    "spells.toml",
)


def spell(name: str, caster: str, level: int, count: int, where: str) -> Spell:
    """
    A spell in the hands of a caster of this class and level, ``count`` times.

    >>> spell("fireball", "wizard", 5, 1, "example").damage, spell("magic missile", "wizard", 5, 2, "example").most
    ('5d6', 3)

    :raises BadInput: for a spell that there is not, or not for that class.
    """
    files.known(name, SPELLS, "spell", where)
    figures = SPELLS[name]
    if caster not in figures.levels:
        raise BadInput(f"{where}: {name}: no {caster} casts it: it is a spell of {' and '.join(figures.levels)}")
    damage = figures.damage
    if figures.each:
        dice, _, sides = figures.each.partition("d")
        damage = f"{int(dice) * min(level, figures.most_dice)}d{sides}"
    if figures.plus:
        damage = f"{damage}+{figures.plus * level}"
    most = min(figures.most, 1 + (level - 1) // 2) if figures.verb == "missiles" else figures.most
    return Spell(
        name=name,
        level=figures.levels[caster],
        caster_level=level,
        count=count,
        time=figures.time if isinstance(figures.time, int) else figures.time[caster],
        rounds=figures.rounds,
        verbal=figures.verbal,
        aim=figures.aim,
        range=figures.range + figures.farther * level,
        radius=figures.radius,
        most=most,
        persons=figures.persons,
        harmful=figures.harmful or (figures.aim not in ("self", "touch") and figures.verb != "bless"),
        verb=figures.verb,
        damage=damage,
        number=figures.number,
        condition=figures.condition,
        save=figures.save,
        harder=figures.harder,
        lasts=figures.lasts + figures.longer * level,
    )
