"""The tower shield, which is in its bearer's own way (supplement)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.state.creature import Creature

ATTACK = "d20.tower-shield.attack"


def burden(me: Creature) -> tuple[Modifier, ...]:
    """So much on attack rolls while it is on the arm."""
    shield = me.sheet.shield
    if shield is None or not shield.attack or not me.shield_on:
        return ()
    return (Modifier(shield.attack, "tower shield", ATTACK),)
