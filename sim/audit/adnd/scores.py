"""What scores, classes and levels are worth: read off the tables line by line, and rates added up round by round."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sim.tables.adnd_figures import ABILITIES, RATES
from sim.tables.adnd_sheet import Sheet, Weapon

WARRIORS = ("fighter", "paladin", "ranger")
BONUSES = ("specialist", "master", "high-master", "grand-master")
"""The tiers that are good for more than extra attacks."""


def _line(lines: tuple[tuple[int, ...], ...], number: int) -> tuple[int, ...]:
    """The line of a table that holds for a number: the last that begins with it or less."""
    reached = [line for line in lines if line[0] <= number]
    return reached[-1] if reached else lines[0]


def strength(sheet: Sheet) -> tuple[int, int]:
    """What Strength adds to attack rolls and to damage."""
    if sheet.strength == 18 and sheet.exceptional:
        _, hit, damage = _line(ABILITIES.exceptional, sheet.exceptional)
    else:
        _, hit, damage = _line(ABILITIES.strength, sheet.strength)
    return hit, damage


def dexterity(sheet: Sheet) -> tuple[int, int, int]:
    """Reaction, missiles, and what Dexterity adds to Armor Class."""
    _, reaction, missile, defence = _line(ABILITIES.dexterity, sheet.dexterity)
    return reaction, missile, defence


def warrior_level(sheet: Sheet) -> int:
    """The level that counts for rates of attack: of the warrior class if there is one."""
    levels = [level for name, level in sheet.classes.items() if name in WARRIORS]
    return max(levels or sheet.classes.values(), default=1)


def tier(sheet: Sheet, weapon: Weapon) -> str:
    """How far it has mastered a weapon."""
    return str(sheet.tiers.get(weapon.base or weapon.name, ""))


def bonus_tier(sheet: Sheet, weapon: Weapon) -> str:
    """The tier by which it strikes better; experts strike no better."""
    found = tier(sheet, weapon)
    return found if found in BONUSES else ""


def steps(sheet: Sheet, style: str) -> int:
    """Steps of specialisation in a style."""
    return dict[Any, int](sheet.styles).get(style, 0)


def fraction(text: str) -> Fraction:
    """A rate such as 3/2."""
    attacks, rounds = text.split("/")
    return Fraction(int(attacks), int(rounds))


def rate(sheet: Sheet, weapon: Weapon, shot: bool) -> Fraction:
    """Attacks a round with a weapon, shot or hurled, or in melee."""
    place = sum(warrior_level(sheet) >= first for first in RATES.from_) - 1
    skill = tier(sheet, weapon)
    if shot:
        found = fraction(weapon.rate or "1/1")
        if skill and weapon.trained:
            found = max(found, fraction(weapon.trained[place]))
    elif skill:
        found = fraction(RATES.melee.trained[place])
    elif sheet.group == "warrior":
        found = fraction(RATES.melee.warrior[place])
    else:
        found = fraction(RATES.melee.others)
    return found + fraction(RATES.grand) if skill == "grand-master" else found


def attacks(pace: Fraction, number: int, spent: dict[int, Fraction]) -> int:
    """
    The attacks of round ``number``: each round adds the rate less what that round costs, whole ones are to be had, what
    is left is carried on (adnd.attack-rate.fractions). ``spent`` are the costs by round, this one's too.
    """
    purse = max(Fraction(0), 1 - pace)
    whole = 0
    for round in range(1, number + 1):
        purse += pace - spent.get(round, Fraction(0))
        whole = max(0, purse.numerator // purse.denominator)
        purse -= whole
    return whole
