"""Powerful charge: other damage at the end of a charge (supplement)."""

from __future__ import annotations

from sim.rules.d20.declare import CHARGING, Blow

DAMAGE = "d20.powerful-charge.damage"


def applies(blow: Blow) -> bool:
    """Does the weapon deal its damage for a charge?"""
    return blow.bits & CHARGING != 0 and blow.weapon.charge_damage != ""


def dice_of(blow: Blow) -> str:
    """The dice of the weapon in this blow."""
    return blow.weapon.charge_damage if applies(blow) else blow.weapon.damage
