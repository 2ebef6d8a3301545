"""Shooting and hurling (adnd.missile.*): ranges in metres, a square is 1.5 m."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.orders import Attack, Order
from sim.grid.sight import line_of_effect
from sim.rules.adnd import core, melee
from sim.rules.adnd.declare import HURLED, MISSILE, Blow, arm_of, constraint, gap, on_attack
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.tables.adnd_sheet import Weapon

BANDS = "adnd.missile.range-bands"
LINE = "adnd.missile.line-of-fire"
HANDS = "adnd.missile.hands"
AMMUNITION = "adnd.missile.ammunition"
THREATENED = "adnd.missile.threatened"


def launcher(weapon: Weapon) -> bool:
    """Is it something that shoots missiles?"""
    return bool(weapon.missiles)


def is_shot(battle: Battle, me: Creature, target: Creature, weapon: Weapon) -> bool:
    """Would an attack with this weapon be shot or hurled, for want of reach in melee or because it is a launcher?"""
    if launcher(weapon):
        return True
    if weapon.ranges is None:
        return False
    return weapon.category == "ranged" or gap(battle, me, target) > melee.reach_of(me, weapon)[1]


def meant(battle: Battle, me: Creature, order: Order) -> bool:
    """Does a declaration mean to shoot or hurl?"""
    weapon, target = getattr(order, "weapon", ""), battle.creatures.get(getattr(order, "target", ""))
    if weapon not in me.weapons:
        return False
    arm = arm_of(me, weapon)
    return launcher(arm) or (target is not None and is_shot(battle, me, target, arm))


def ranges(me: Creature, weapon: Weapon) -> tuple[int, int, int] | None:
    """Short, medium and long range in metres of its next shot or throw."""
    if launcher(weapon):
        missile = core.missile_of(me, weapon)
        return missile.ranges if missile is not None else None
    return weapon.ranges


def metres(battle: Battle, me: Creature, target: Creature) -> int:
    """Metres between the nearest squares of two combatants, 3 m for two squares, rounded down."""
    return 3 * battle.ground.distance(me.square, me.span, target.square, target.span) // 2


def band(battle: Battle, me: Creature, target: Creature, weapon: Weapon) -> str:
    """``short``, ``medium``, ``long``, ``extreme``; empty beyond its range."""
    from sim.rules.adnd import high_mastery

    figures = ranges(me, weapon)
    if figures is None:
        return ""
    away = metres(battle, me, target)
    for name, limit in zip(("short", "medium", "long"), figures, strict=True):
        if away <= limit:
            return name
    return "extreme" if away <= high_mastery.extreme_range(me, weapon, figures[2]) else ""


@on_attack(MISSILE)
def range_of_missile(blow: Blow) -> Modifier | None:
    """Medium range -2, long range -5."""
    return _range(blow)


@on_attack(HURLED)
def range_of_throw(blow: Blow) -> Modifier | None:
    """The same for what is hurled."""
    return _range(blow)


def _range(blow: Blow) -> Modifier | None:
    found = band(blow.battle, blow.attacker, blow.target, blow.weapon)
    value = {"medium": -2, "long": -5}.get(found, 0)
    return Modifier(value, f"{found} range", "adnd.missile.range-modifiers") if value else None


def why_not(battle: Battle, me: Creature, target: Creature, weapon: Weapon) -> tuple[str, ...]:
    """The rules that keep it from shooting or hurling this at a target now."""
    if launcher(weapon):
        if core.missile_of(me, weapon) is None:
            return (AMMUNITION,)
        if weapon.hands == 2 and any(name != weapon.name for name in me.held):
            return (HANDS,)
    if not band(battle, me, target, weapon):
        return (BANDS,)
    if not line_of_effect(battle.ground, me.square, me.span, target.square, target.span):
        return (LINE,)
    return ()


@constraint(BANDS, Attack)
def out_of_range(battle: Battle, me: Creature, order: Attack) -> bool | tuple[str, ...]:
    """What is shot or hurled has its ranges, its line, and its stock."""
    target = battle.creatures.get(order.target)
    if target is None or order.weapon not in me.weapons:
        return True
    weapon = arm_of(me, order.weapon)
    return is_shot(battle, me, target, weapon) and why_not(battle, me, target, weapon)


def threatened_by(battle: Battle, me: Creature, target: Creature) -> list[Creature]:
    """The enemies that strike freely at whoever shoots, or hurls at somebody else, under their eyes."""
    return [foe for foe in battle if foe.side != me.side and melee.engages(battle, foe, me)]


