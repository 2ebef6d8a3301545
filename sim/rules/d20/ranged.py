"""Shooting and throwing (d20.ranged.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.course import TargetDrawn
from sim.grid.bits import squares
from sim.grid.sight import line_of_sight
from sim.rules.d20 import ac_mod, action, attack_mod, cover, threat
from sim.rules.d20.declare import RANGED, Blow, on_attack
from sim.state.battle import Battle
from sim.state.conditions import GRAPPLING, HELPLESS, PRONE
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon

LINE_OF_SIGHT = "d20.ranged.line-of-sight"
IN_RANGE = "d20.ranged.in-range"
INCREMENT = "d20.ranged.increment-penalty"
INTO_MELEE = "d20.ranged.into-melee"
EXEMPTION = "d20.ranged.into-melee-exemption"
ENGAGED = "d20.ranged.engaged-definition"


def max_range(weapon: Weapon) -> tuple[int, str]:
    """The farthest shot in feet and its rule: 5 increments thrown, 10 shot; a net reaches one."""
    if "net" in weapon.traits:
        return weapon.increment, IN_RANGE
    if weapon.thrown:
        return 5 * weapon.increment, "d20.ranged.max-range-thrown"
    return 10 * weapon.increment, "d20.ranged.max-range-projectile"


def why_not(
    battle: Battle, me: Creature, weapon: Weapon, square: int, span: int, height: int, *, blind: bool = False
) -> tuple[str, ...]:
    """The rules that forbid a shot at somebody so high in this place; ``blind``: at a square, whoever may be there."""
    ground = battle.ground
    distance = 5 * ground.distance(me.square, me.span, square, span)
    most, rule = max_range(weapon)
    if distance > most:
        return (IN_RANGE, rule)
    if weapon.name in me.unloaded:
        return (action.ROWS["load-heavy" if weapon.reload == "full-round" else "load-light"],)
    if me.flags & PRONE and not {"crossbow", "shuriken"} & set(weapon.traits):
        return (attack_mod.PRONE_RULE,)
    if not threat.in_effect_there(battle, me, square, span, height):
        return (cover.TOTAL, cover.LINE_OF_EFFECT)
    sees = me.sheet.darkvision // 5
    if not blind and not line_of_sight(ground, me.square, me.span, square, span, darkvision=sees):
        return (LINE_OF_SIGHT,)
    return ()


@on_attack(RANGED)
def increment_penalty(blow: Blow) -> Modifier | None:
    """The farther, the worse: -2 for each full range increment."""
    steps = 5 * blow.distance // blow.weapon.increment
    return Modifier(-2 * steps, "range", INCREMENT) if steps else None


@on_attack(RANGED)
def into_melee(blow: Blow) -> Modifier | None:
    """Shooting past friends who fight with the target is awkward."""
    me, target, battle = blow.attacker, blow.target, blow.battle
    if "precise-shot" in me.sheet.feats or not engaged_with(battle, me, target):
        return None
    if target.flags & HELPLESS and not target.grapplers:
        blow.cites.append(ENGAGED)
        return None
    ground = battle.ground
    for square in squares(battle.footprint(target)):
        if all(ground.distance(square, 1, ally.square, ally.span) >= 2 for ally in allies_of(battle, me)):
            blow.cites.append(EXEMPTION)
            return None
    blow.cites.append(ENGAGED)
    return Modifier(-4, "into melee", INTO_MELEE)


def allies_of(battle: Battle, me: Creature) -> list[Creature]:
    """The other creatures of its side that are still in the fight."""
    return [ally for ally in battle if ally.side == me.side and ally is not me and ally.active]


def engaged_with(battle: Battle, me: Creature, target: Creature) -> list[Creature]:
    """The allies of the shooter who are in melee with the target: either threatens the other."""
    found = []
    near = battle.masks[me.side] & battle.ground_near(target)
    for ally in battle.occupants(near):
        if ally is me or ally.side != me.side or ally.flags & HELPLESS or not ally.active:
            continue
        if (
            target.id in ally.grapplers
            or threat.threatens(battle, ally, target)
            or threat.threatens(battle, target, ally)
        ):
            found.append(ally)
    return found


def who_is_struck(table: Table, me: Creature, target: Creature, because: int) -> Creature:
    """A shot into a grapple picks one of the grapplers at random."""
    if not target.flags & GRAPPLING:
        return target
    battle = table.battle
    tangled = [who for who in battle.order if who == target.id or who in target.grapplers]
    (die,) = table.roll(len(tangled))
    struck = tangled[die.value - 1]
    table.tell(TargetDrawn(because, me.id, tuple(tangled), struck, (ac_mod.GRAPPLING_RULE,), (die,)))
    return battle.creatures[struck]
