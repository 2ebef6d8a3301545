"""Eyes that cannot bear the light (supplement)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.rules.d20.declare import Blow, on_attack
from sim.state.battle import Battle
from sim.state.conditions import DAZZLED
from sim.state.creature import Creature

DAZZLED_RULE = "d20.light-sensitivity.dazzled"


def in_bright_light(battle: Battle, me: Creature) -> bool:
    """Does any part of it stand neither in shadow nor in the dark?"""
    ground = battle.ground
    return bool(battle.footprint(me) & ~(ground.shadow | ground.dark))


@on_attack(whose=lambda sheet: sheet.light_sensitivity)
def dazzled(blow: Blow) -> Modifier | None:
    """As long as it stands in bright light it is dazzled; twice dazzled is no worse."""
    me = blow.attacker
    if me.flags & DAZZLED or not in_bright_light(blow.battle, me):
        return None
    return Modifier(-1, "dazzled", DAZZLED_RULE)
