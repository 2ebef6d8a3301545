"""
Concealment: the chance that a hit comes to nothing (d20.concealment.*).

What conceals, and how much, is geometry and light; ``grid.sight`` answers that. Who sees nothing, or is not to be
seen, is judged here.
"""

from __future__ import annotations

from sim.events.attacks import MissChanceRolled
from sim.grid.sight import concealment
from sim.rules.d20.declare import ADJACENT, MELEE, Blow
from sim.state.battle import Battle
from sim.state.conditions import BLINDED, INVISIBLE
from sim.state.creature import Creature
from sim.table import Table

PARTIAL = "d20.concealment.miss-chance"
TOTAL = "d20.concealment.total-miss-chance"
SOURCES = "d20.concealment.sources"
DETERMINE = "d20.concealment.determine"
TOTAL_NO_AOO = "d20.concealment.total-no-aoo"
TOTAL_PERCENT = 50


def between(battle: Battle, me: Creature, target: Creature, adjacent: bool) -> tuple[int, str]:
    """Miss chance in percent of ``me`` against ``target`` and where it comes from; the largest counts."""
    if me.flags & BLINDED:
        return TOTAL_PERCENT, "blinded"
    if target.flags & INVISIBLE:
        return TOTAL_PERCENT, "invisible"
    ground = battle.ground
    if not ground.has_veils:
        return 0, ""
    return concealment(
        ground,
        me.square,
        me.span,
        target.square,
        target.span,
        adjacent=adjacent,
        darkvision=me.sheet.darkvision // 5,
        low_light=me.sheet.low_light,
    )


def of(blow: Blow) -> tuple[int, str]:
    """The miss chance of a blow, and its source."""
    adjacent = blow.bits & (ADJACENT | MELEE) == ADJACENT | MELEE
    return between(blow.battle, blow.attacker, blow.target, adjacent)


def missed(table: Table, blow: Blow, because: int) -> bool:
    """Roll the miss chance of a hit, if it has one; true when it missed after all."""
    percent, source = of(blow)
    if not percent:
        return False
    (die,) = table.roll(100)
    lost = die.value <= percent
    cites = [TOTAL if percent >= TOTAL_PERCENT else PARTIAL, SOURCES]
    if source not in ("blinded", "invisible"):
        cites.append(DETERMINE)
    table.tell(MissChanceRolled(because, blow.attacker.id, blow.target.id, percent, lost, tuple(cites), (die,)))
    return lost
