"""The feat Combat Casting (supplement)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.state.creature import Creature

BONUS = "d20.combat-casting.bonus"


def bonus(me: Creature) -> tuple[Modifier, ...]:
    """+4 on Concentration on the defensive or in a grapple."""
    return (Modifier(4, "combat casting", BONUS),) if "combat-casting" in me.sheet.feats else ()
