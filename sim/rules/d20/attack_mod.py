"""The attack roll table: what the attacker's own state does to its attack rolls (d20.attack-mod.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.rules.d20.declare import MELEE, UNEVEN, Blow, attack_row, on_attack
from sim.state.conditions import (
    BLINDED,
    DAZZLED,
    ENTANGLED,
    FRIGHTENED,
    INVISIBLE,
    PANICKED,
    PRONE,
    SHAKEN,
    SQUEEZING,
)

PRONE_RULE = "d20.attack-mod.prone"

attack_row(PRONE_RULE, PRONE, -4, 0, "prone")
attack_row("d20.attack-mod.dazzled", DAZZLED, -1, -1, "dazzled")
attack_row("d20.attack-mod.entangled", ENTANGLED, -2, -2, "entangled")
attack_row("d20.attack-mod.shaken", SHAKEN | FRIGHTENED | PANICKED, -2, -2, "shaken")
attack_row("d20.attack-mod.squeezing", SQUEEZING, -4, -4, "squeezing")

INVISIBLE_RULE = "d20.attack-mod.invisible"
FLANKING = "d20.attack-mod.flanking"


@on_attack(flags=INVISIBLE)
def invisible(blow: Blow) -> Modifier | None:
    """Who is not seen hits more easily, unless the defender sees nothing anyway."""
    return None if blow.target.flags & BLINDED else Modifier(2, "invisible", INVISIBLE_RULE)


@on_attack(MELEE | UNEVEN)
def higher_ground(blow: Blow) -> Modifier | None:
    """Striking downwards is easier."""
    ground = blow.battle.ground
    me, target = blow.attacker, blow.target
    if ground.elevation(me.square, me.span) > ground.elevation(target.square, target.span):
        return Modifier(1, "higher ground", "d20.attack-mod.higher-ground")
    return None
