"""Charging and receiving a charge (adnd.charge.*)."""

from __future__ import annotations

from itertools import pairwise

from sim.core.tally import Modifier
from sim.events.conditions import ConditionBegan
from sim.events.orders import Charge
from sim.grid.bits import squares, touching
from sim.grid.facing import front
from sim.rules.adnd import core, melee, missile, move
from sim.rules.adnd.declare import (
    CHARGING,
    MANOEUVRES,
    MELEE,
    MOUNTED,
    Blow,
    arm_of,
    constraint,
    gap,
    on_ac,
    on_attack,
    on_damage,
    procedure,
)
from sim.state.battle import ROUND, Battle
from sim.state.conditions import CANNOT_ACT
from sim.state.conditions import CHARGING as IS_CHARGING
from sim.state.creature import Creature
from sim.table import Table

MOVE = "adnd.charge.move"
PATH = "adnd.charge.path"
SINGLE = "adnd.charge.single-attack"
TIMING = "adnd.charge.timing"
BLOCKED = "adnd.charge.blocked"
NO_DEX = "adnd.charge.no-dex"
LANCE = "adnd.charge.mounted-lance"
NEAREST = 2
"""Squares that a charge must have before it."""


def budget(battle: Battle, me: Creature) -> int:
    """Squares of a charge: half as many again as a full move, rounded down (adnd.charge.move)."""
    return 3 * move.rate(battle, me) // 2


def places(battle: Battle, me: Creature, target: Creature, weapon: str) -> int:
    """The places from where the weapon would strike the target; none for what shoots."""
    if missile.launcher(arm_of(me, weapon)) or missile.innate(arm_of(me, weapon)):
        return 0
    nearest, farthest = melee.reach_of(me, arm_of(me, weapon))
    arcs = frozenset({"front", "flank", "rear"})
    found = front(battle.ground, target.square, 0, arcs, reach=farthest, nearest=nearest, span=target.span)  # type: ignore[arg-type]
    if me.span > 1:
        stride = battle.ground.stride
        found = touching(found, me.span, stride) & ~touching(battle.footprint(target), me.span, stride)
    return found & battle.ground.inside & ~move.taken(battle, me)


def path(battle: Battle, me: Creature, target: Creature, to: int) -> tuple[int, ...]:
    """
    The shortest way of a charge to a place; empty when it is too long, or not every step comes nearer, or it goes
    through an occupied or difficult square (adnd.charge.path).
    """
    ground = battle.ground
    area = move.area(battle, me, budget(battle, me))
    if not area.reached >> to & 1:
        return ()
    way = area.path(to)
    occupied = battle.occupied() & ~battle.footprint(me)
    for here, there in pairwise(way):
        if ground.distance(there, me.span, target.square, target.span) >= ground.distance(
            here, me.span, target.square, target.span
        ):
            return ()
        if ground.footprint(there, me.span) & occupied:
            return ()
        if move.price(battle, me, (here, there)) > 3:
            return ()
    return way


def lanes(battle: Battle, me: Creature, target: Creature, weapon: str) -> tuple[int, ...]:
    """The places to which it may charge a target with this weapon: of those in reach, the nearest to it."""
    if me.flags & move.LYING or move.rooted(me) or gap(battle, me, target) < NEAREST:
        return ()
    key = ("lanes", me.id, target.id, weapon)
    memo = battle.memo()
    if key not in memo:
        reached = places(battle, me, target, weapon) & move.area(battle, me, budget(battle, me)).reached
        ways = [(to, path(battle, me, target, to)) for to in squares(reached)]
        found = [(move.price(battle, me, way), to) for to, way in ways if way]
        least = min((price for price, _ in found), default=0)
        memo[key] = tuple(to for price, to in found if price == least)
    return memo[key]  # type: ignore[return-value]


@constraint(PATH, Charge)
def no_way(battle: Battle, me: Creature, order: Charge) -> bool | tuple[str, ...]:
    """A charge goes by the shortest way, straight and clear, over at least two squares."""
    target = battle.creatures.get(order.target)
    if target is None or order.weapon not in me.weapons:
        return True
    if me.flags & move.LYING:
        return (move.LOW,)
    if move.rooted(me):
        return True
    if battle.turn.who == me.id:
        return False
    return order.to not in lanes(battle, me, target, order.weapon)


@on_attack(CHARGING)
def to_hit(blow: Blow) -> Modifier:
    """A charger has +2 to hit."""
    return Modifier(2, "charge", "adnd.charge.to-hit")


@on_damage(CHARGING | MOUNTED)
def couched_lance(blow: Blow) -> Modifier | None:
    """A lance in a charge on a mount does the double of its damage: of its dice, before what is added."""
    if blow.weapon.lance:
        blow.damage_multiplier = max(2, blow.damage_multiplier)
        blow.cites.append(LANCE)
    return None


@on_ac()
def worse_ac(blow: Blow) -> Modifier | None:
    """A charger's Armor Class is worse by one, to the end of the round."""
    return core.worse(1, "charging", "adnd.charge.ac") if blow.target.flags & IS_CHARGING else None


@procedure(Charge)
def charge(me: Creature, order: Charge, table: Table, because: int) -> None:
    """Run at the target and strike once, movement and blow together; if the way is blocked, only run."""
    from sim.rules.adnd import shield_rush

    target = table.battle.creatures[order.target]
    table.tell(ConditionBegan(because, me.id, "charging", (TIMING, NO_DEX), ender=ROUND))
    if order.how == "shield-rush":
        shield_rush.begin(table, me, because)
    run_and_strike(table, me, order, target, because)
    if order.how == "shield-rush":
        shield_rush.finish(table, me, because)


def run_and_strike(table: Table, me: Creature, order: Charge, target: Creature, because: int) -> None:
    """The way, and the blow at its end with what is still in hand; a flyer comes down (or up) upon its target."""
    from sim.rules.adnd import core_action, mounted

    battle = table.battle
    if me.flags & move.LYING or move.rooted(me):
        return
    way: tuple[int, ...] = ()
    rules: tuple[str, ...] = (MOVE, PATH)
    for to in lanes_now(battle, me, target, order):
        way = path(battle, me, target, to)
        if way:
            break
    if not way:
        way, rules = as_far_as(battle, me, target), (MOVE, BLOCKED)
    if len(way) > 1:
        walked = move.walk(table, me, way, "charge", because, *rules, goes_on=frozenset({target.id}))
        if not walked:
            return
    if mounted.flyer(battle, me):
        mounted.rise(table, me, target.altitude, because)
    weapon = arm_of(me, order.weapon)
    if melee.reaches(battle, me, target, weapon) or not target.active or core_action.not_drawn(battle, me, order):
        return
    move.turn_to(table, me, target, because, move.OWN_TURN)
    if order.how != "strike":
        MANOEUVRES[order.how](table, me, order, because)
        return
    from sim.rules.adnd.declare import sheet_of

    names = sheet_of(me).routine if weapon.category == "natural" else (weapon.name,)
    left = [name for name in names if not melee.reaches(battle, me, target, arm_of(me, name))]
    while left and not me.flags & CANNOT_ACT and not core.felled(target):
        blow = Blow(battle, me, target, arm_of(me, left.pop(0)), MELEE | CHARGING)
        blow.following = left
        core.strike(table, blow, because, SINGLE)


def lanes_now(battle: Battle, me: Creature, target: Creature, order: Charge) -> tuple[int, ...]:
    """The places to which it may still run: the declared one first."""
    if not melee.reaches(battle, me, target, arm_of(me, order.weapon)):
        return ()
    found = lanes(battle, me, target, order.weapon)
    return tuple(sorted(found, key=lambda to: (to != order.to, to)))


def as_far_as(battle: Battle, me: Creature, target: Creature) -> tuple[int, ...]:
    """The way to the last legal square of a charge that is blocked (adnd.charge.blocked)."""
    ground = battle.ground
    here = ground.distance(me.square, me.span, target.square, target.span)
    best: tuple[int, ...] = ()
    least = here
    for to in squares(move.destinations(battle, me, budget(battle, me))):
        away = ground.distance(to, me.span, target.square, target.span)
        if away < least and (way := path(battle, me, target, to)):
            best, least = way, away
    return best
