"""The audit of AD&D fights: a fold, a geometry of facings, and claims of their own."""

from __future__ import annotations

from sim.audit.adnd import (
    arithmetic,
    conditions,
    contests,
    course,
    damage,
    equipment,
    facings,
    fumbles,
    initiative,
    missiles,
    morale,
    movement,
    obedience,
    pool,
    rolls,
    sheets,
    spells,
)
from sim.audit.adnd.fold import MOVES, ORDERED, Scene

__all__ = ["FAMILIES", "MOVES", "ORDERED", "Scene"]

FAMILIES = (
    course,
    initiative,
    pool,
    obedience,
    arithmetic,
    rolls,
    missiles,
    damage,
    movement,
    facings,
    equipment,
    conditions,
    fumbles,
    contests,
    morale,
    spells,
    sheets,
)
"""The modules of claims."""
