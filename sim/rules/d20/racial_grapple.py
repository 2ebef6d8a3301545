"""A people's knack for grappling (supplement)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.state.creature import Creature

CHECK = "d20.racial-grapple.check"


def part(me: Creature) -> Modifier:
    """What its race adds to a creature's grapple checks."""
    return Modifier(me.sheet.grapple, "racial", CHECK)
