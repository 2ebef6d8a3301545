"""
Concealment: the chance that a hit comes to nothing (d20.concealment.*).

What conceals, and how much, is geometry and light; ``grid.sight`` answers that. Who sees nothing, or is not to be
seen, is judged here.
"""

from __future__ import annotations

from sim.events.attacks import MissChanceRolled
from sim.grid.sight import OPEN, concealment
from sim.rules.d20 import ac_mod, blind_fight, boons, darkvision, low_light
from sim.rules.d20.declare import ADJACENT, MELEE, Blow
from sim.state.battle import Battle
from sim.state.conditions import BLINDED, HIDDEN, INVISIBLE
from sim.state.creature import Creature
from sim.table import Table

PARTIAL = "d20.concealment.miss-chance"
TOTAL = "d20.concealment.total-miss-chance"
TOTAL_SQUARE = "d20.concealment.total-square"
SOURCES = "d20.concealment.sources"
DETERMINE = "d20.concealment.determine"
TOTAL_NO_AOO = "d20.concealment.total-no-aoo"
HIDE = "d20.concealment.hide"
TOTAL_PERCENT = 50

BLURRED = "concealment"
"""What a boon is on that blurs a creature; its value is the miss chance."""


def between(battle: Battle, me: Creature, target: Creature, adjacent: bool) -> tuple[int, str]:
    """Miss chance in percent of ``me`` against ``target`` and where it comes from; the largest counts."""
    if me.flags & BLINDED:
        return TOTAL_PERCENT, "blinded"
    if target.flags & INVISIBLE:
        return TOTAL_PERCENT, "invisible"
    if target.flags & HIDDEN and target.has("hidden", me.id):
        return TOTAL_PERCENT, "hidden"
    found = by_ground(battle, me, target, adjacent) if battle.ground.has_veils else OPEN
    if target.boons and (percent := boons.total(target, BLURRED)) > found[0]:
        return percent, BLURRED
    return found


def by_ground(battle: Battle, me: Creature, target: Creature, adjacent: bool) -> tuple[int, str]:
    """What light, fog and foliage alone give."""
    ground = battle.ground
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


def total(battle: Battle, me: Creature, target: Creature) -> bool:
    """Is ``target`` not to be seen by ``me`` at all? Then it has only squares to strike at."""
    if me.flags & BLINDED or target.flags & INVISIBLE or (target.flags & HIDDEN and target.has("hidden", me.id)):
        return True
    ground = battle.ground
    if not ground.has_veils:
        return False
    adjacent = ground.distance(me.square, me.span, target.square, target.span) <= 1
    return between(battle, me, target, adjacent)[0] >= TOTAL_PERCENT


def seen_through(blow: Blow) -> tuple[str, ...]:
    """The rules by which the attacker's eyes see what shadow or darkness would hide from a human."""
    ground, me = blow.battle.ground, blow.attacker
    space = blow.battle.footprint(blow.target)
    if me.flags & BLINDED or space & ~(ground.shadow | ground.dark):
        return ()
    if 5 * blow.distance <= me.sheet.darkvision:
        return (darkvision.DISTANCE,)
    return (low_light.DISTANCE,) if me.sheet.low_light and space & ground.shadow else ()


def of(blow: Blow) -> tuple[int, str]:
    """The miss chance of a blow, and its source."""
    adjacent = blow.bits & (ADJACENT | MELEE) == ADJACENT | MELEE
    return between(blow.battle, blow.attacker, blow.target, adjacent)


def missed(table: Table, blow: Blow, because: int) -> bool:
    """Roll the miss chance of a hit, if it has one; true when it missed after all."""
    percent, source = of(blow)
    if not percent:
        return False
    dice = table.roll(100)
    lost = dice[0].value <= percent
    cites = [TOTAL if percent >= TOTAL_PERCENT else PARTIAL, SOURCES, ac_mod.CONCEALED]
    if source == BLURRED:
        cites.append(boons.changed(blow.target, BLURRED))
    if source not in ("blinded", "invisible", "hidden", BLURRED):
        cites.append(DETERMINE)
    elif blow.battle.ground.has_veils and by_ground(blow.battle, blow.attacker, blow.target, blow.distance <= 1)[0]:
        cites.append("d20.concealment.no-stacking")
    if lost and blind_fight.may_reroll(blow):
        dice += table.roll(100)
        lost = dice[1].value <= percent
        cites.append(blind_fight.REROLL)
    table.tell(MissChanceRolled(because, blow.attacker.id, blow.target.id, percent, lost, tuple(cites), dice))
    return lost
