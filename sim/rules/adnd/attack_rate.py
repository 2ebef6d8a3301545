"""
Attacks a round (adnd.attack-rate.*): exact fractions, by class and level, by training with the weapon, by the weapon.
"""

from __future__ import annotations

from fractions import Fraction

from sim.tables import adnd_figures as figures
from sim.tables.adnd_sheet import TIERS, Sheet, Weapon

WARRIOR = "adnd.attack-rate.warrior"
MISSILE = "adnd.attack-rate.missile"
SPECIALIST = "adnd.specialist.melee.extra-attack"


def of(sheet: Sheet, weapon: Weapon, *, shooting: bool) -> tuple[Fraction, tuple[str, ...]]:
    """The rate of this weapon in these hands, in melee or (``shooting``) shot or hurled, and the rules behind it."""
    tier = sheet.tiers.get(weapon.name)
    column = figures.column(sheet.level)
    if shooting:
        rate = Fraction(weapon.rate or "1/1")
        return rate, (MISSILE,)
    melee = figures.RATES.melee
    if tier in TIERS:
        return Fraction(melee.trained[column]), (WARRIOR, SPECIALIST)
    if sheet.group == "warrior":
        return Fraction(melee.warrior[column]), (WARRIOR,)
    return Fraction(melee.others), (WARRIOR,)
