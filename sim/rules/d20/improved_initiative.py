"""Improved Initiative (supplement)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.state.creature import Creature

BONUS = "d20.improved-initiative.bonus"


def bonus(me: Creature) -> tuple[Modifier, ...]:
    """What the feat adds to an initiative check; the sheet's figure holds it already."""
    return (Modifier(4, "improved initiative", BONUS),) if "improved-initiative" in me.sheet.feats else ()
