"""Mobility (supplement)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.rules.d20.declare import FOR_MOVING, Blow, on_ac

AC = "d20.mobility.ac"


@on_ac(FOR_MOVING)
def bonus(blow: Blow) -> Modifier | None:
    """A dodge bonus against the opportunity attacks that its movement provokes."""
    return Modifier(4, "dodge", AC) if "mobility" in blow.target.sheet.feats else None
