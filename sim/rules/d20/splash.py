"""
Splash weapons (d20.splash.*): flasks that break where they land.

A flask that misses flies on from the square aimed at, of a large target the nearest, of an intersection the one
south-east of it. It stops before anything solid and at the edge of the map. Splashes do not go through walls.
"""

from __future__ import annotations

from typing import NamedTuple

from sim.core.tally import Modifier, stack
from sim.dice.sources import Die
from sim.events.attacks import DamageDealt
from sim.events.objects import AimRolled, FlaskBroke, FlaskPrepared
from sim.events.orders import Prepare, Throw
from sim.grid.bits import squares
from sim.grid.reach import within
from sim.grid.sight import line_of_effect
from sim.grid.templates import DIRECTIONS, around
from sim.grid.terrain import Ground
from sim.rules.d20 import action, aoo, concealment, core, energy, fire, ranged, wounds
from sim.rules.d20.declare import RANGED, THROWN, TOUCH, Blow, attack_rows, constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import GRAPPLING
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon

PREPARE = "d20.splash.prepare"
ATTACK = "d20.splash.attack"
RANGE = "d20.splash.range"
DIRECT_HIT = "d20.splash.direct-hit"
INTERSECTION = "d20.splash.intersection"
MISS_DIRECTION = "d20.splash.miss-direction"
MISS_DISTANCE = "d20.splash.miss-distance"
MISS_DAMAGE = "d20.splash.miss-damage"
DATA = "d20.splash.data"

INTERSECTION_AC = 5
IGNITES = 50
"""Chance in percent that a fuse has lit its flask."""


class Landing(NamedTuple):
    """Where a flask comes down, and the die that sent it there."""

    square: int
    dice: tuple[Die, ...]


def is_splash(weapon: Weapon) -> bool:
    """Is it a flask that breaks where it lands?"""
    return "splash" in weapon.traits


def unprepared(me: Creature, weapon: Weapon) -> bool:
    """Must it be lit before it is thrown, and is not?"""
    return "fuse" in weapon.traits and weapon.name not in me.prepared


def spared(weapon: Weapon, target: Creature) -> bool:
    """Holy water harms only the undead and evil outsiders."""
    sheet = target.sheet
    damned = sheet.type == "undead" or (sheet.type == "outsider" and sheet.alignment == "evil")
    return "holy" in weapon.traits and not damned


def increments(weapon: Weapon, distance: int) -> int:
    """
    Range increments of a throw over so many squares, begun ones counted.

    >>> from sim.tables.equipment import weapon
    >>> [increments(weapon("acid flask"), squares) for squares in (0, 1, 2, 3, 10)]
    [1, 1, 1, 2, 5]
    """
    return max(1, -(-5 * distance // weapon.increment))


def heading(ground: Ground, start: int, goal: int) -> int:
    """Which of the eight directions, clockwise from the north, comes nearest to that from one square to another."""
    (y, x), (to_y, to_x) = divmod(start, ground.stride), divmod(goal, ground.stride)
    dx, dy = to_x - x, to_y - y
    far, near = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    if (far + near) ** 2 < 2 * far * far:
        dx, dy = (dx, 0) if abs(dx) > abs(dy) else (0, dy)
    return DIRECTIONS.index(((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))) if dx or dy else 0


def go_astray(table: Table, me: Creature, weapon: Weapon, aimed: int) -> Landing:
    """Where a flask lands that has missed this square: 1 is back at the thrower, 2 to 8 go round clockwise."""
    ground = table.battle.ground
    distance = ground.distance(me.square, me.span, aimed, 1)
    source = nearest_square(ground, me, aimed)
    (die,) = table.roll(8)
    dx, dy = DIRECTIONS[(heading(ground, aimed, source) + die.value - 1) % 8]
    here = aimed
    for _ in range(increments(weapon, distance)):
        beyond = here + dx + dy * ground.stride
        if (
            beyond < 0
            or not (ground.inside & ~ground.solid) >> beyond & 1
            or not line_of_effect(ground, here, 1, beyond, 1)
        ):
            break
        here = beyond
    return Landing(here, (die,))


def nearest_square(ground: Ground, who: Creature, other: int) -> int:
    """The square of a creature's space that is nearest to another one; of several the lowest."""
    own = squares(ground.footprint(who.square, who.span))
    return min(own, key=lambda square: (ground.distance(square, 1, other, 1), square))


def why_not(me: Creature, weapon: Weapon) -> tuple[str, ...]:
    """The rules that forbid to throw a flask at all."""
    return (PREPARE,) if unprepared(me, weapon) else ()


def hurl(table: Table, me: Creature, target: Creature, weapon: Weapon, because: int, bits: int) -> None:
    """Throw at a creature: a ranged touch attack; what it provokes has come before."""
    battle = table.battle
    blow = Blow(battle, me, target, weapon, bits | RANGED | THROWN | TOUCH)
    rolled = core.roll_attack(table, blow, because, ATTACK, RANGE)
    seq = table.tell(rolled)
    core.use_up(table, blow, seq)
    ground = battle.ground
    if not rolled.hit or concealment.missed(table, blow, seq):
        lands_astray(table, me, weapon, nearest_square(ground, target, me.square), seq)
        return
    square = nearest_square(ground, target, me.square)
    lit, dice = ignites(table, weapon)
    seq = table.tell(FlaskBroke(seq, me.id, weapon.name, square, False, (DIRECT_HIT, DATA), dice))
    if not lit:
        return
    around_target = within(ground, target.square, target.span, 1, strict=True)
    victims = [
        other
        for other in battle.occupants(around_target | battle.footprint(target))
        if other is not target
        and other.active
        and line_of_effect(ground, target.square, target.span, other.square, other.span)
    ]
    if not spared(weapon, target):
        points, dice = wounds.throw(table, weapon.damage)
        wet(table, me, target, weapon, points, seq, (DIRECT_HIT, DATA), dice)
        if "burns" in weapon.traits:
            fire.catch(table, target, me, seq, DATA)
    splatter(table, me, victims, weapon, seq, DIRECT_HIT)


def lands_astray(table: Table, me: Creature, weapon: Weapon, aimed: int, because: int) -> None:
    """A flask that has missed breaks somewhere near."""
    landing = go_astray(table, me, weapon, aimed)
    breaks_there(table, me, weapon, landing.square, because, landing.dice, (MISS_DIRECTION, MISS_DISTANCE))


def breaks_there(
    table: Table,
    me: Creature,
    weapon: Weapon,
    square: int,
    because: int,
    dice: tuple[Die, ...] = (),
    cites: tuple[str, ...] = (),
) -> None:
    """A flask that hits nobody breaks in a square, and splashes it and those around it."""
    battle = table.battle
    lit, more = ignites(table, weapon)
    seq = table.tell(FlaskBroke(because, me.id, weapon.name, square, False, (*cites, MISS_DAMAGE), dice + more))
    if lit:
        ground = battle.ground
        victims = [
            other
            for other in battle.occupants(ground.near(square, 1) | 1 << square)
            if other.active and line_of_effect(ground, square, 1, other.square, other.span)
        ]
        splatter(table, me, victims, weapon, seq, MISS_DAMAGE)


def ignites(table: Table, weapon: Weapon) -> tuple[bool, tuple[Die, ...]]:
    """Has the fuse lit its flask? Everything else does what it does."""
    if "fuse" not in weapon.traits:
        return True, ()
    dice = table.roll(100)
    return dice[0].value <= IGNITES, dice


def splatter(table: Table, me: Creature, victims: list[Creature], weapon: Weapon, because: int, rule: str) -> None:
    """A point of damage to everybody near."""
    for other in victims:
        if not spared(weapon, other):
            wet(table, me, other, weapon, 1, because, (rule, DATA), ())


def wet(
    table: Table,
    me: Creature,
    target: Creature,
    weapon: Weapon,
    points: int,
    because: int,
    cites: tuple[str, ...],
    dice: tuple[Die, ...],
) -> None:
    """What is in the flask hurts somebody."""
    if "holy" not in weapon.traits:
        kind = "acid" if "acid" in weapon.traits else "fire"
        wounds.deal(table, target, me, energy.BARE[kind], points, False, because, (), cites, dice)
        return
    seq = table.tell(DamageDealt(because, target.id, me.id, points, False, (), "holy water", cites, dice))
    wounds.settle(table, target, seq)


@constraint(action.ROWS["prepare"], Prepare)
def needs_no_preparing(battle: Battle, me: Creature, order: Prepare) -> tuple[str, ...]:
    """Only a flask in hand that has a fuse, and is not lit yet."""
    weapon = me.weapons.get(order.weapon)
    if weapon is None or order.weapon not in me.held:
        return (action.ROWS["draw"],)
    return () if unprepared(me, weapon) else (PREPARE,)


@procedure(Prepare)
def prepare(me: Creature, order: Prepare, table: Table, because: int) -> None:
    """Light the fuse; that exposes."""
    if aoo.provoke(table, me, "prepare", because, cites=(PREPARE,)) and order.weapon in me.held:
        table.tell(FlaskPrepared(because, me.id, order.weapon, (PREPARE,)))


@constraint(INTERSECTION, Throw)
def no_such_throw(battle: Battle, me: Creature, order: Throw) -> tuple[str, ...]:
    """A prepared flask in hand, an intersection in reach of the throw, within nobody's space."""
    weapon, ground = me.weapons.get(order.weapon), battle.ground
    if me.flags & GRAPPLING:
        return (ATTACK,)
    if weapon is None or order.weapon not in me.held:
        return (action.ROWS["draw"],)
    if not is_splash(weapon) or not ground.inside >> order.place & 1:
        return (INTERSECTION,)
    if forbidden := why_not(me, weapon):
        return forbidden
    meeting = around(ground, order.place)
    corner = battle.at
    for square in squares(meeting):
        for who in corner.get(square, ()):
            if battle.footprint(battle.creatures[who]) & meeting == meeting and battle.creatures[who].span > 1:
                return (INTERSECTION,)
    found: tuple[str, ...] = (INTERSECTION,)
    for square in squares(meeting):
        found = ranged.why_not(battle, me, weapon, square, 1, 0, blind=True)
        if not found:
            return ()
    return (RANGE, *found) if ranged.IN_RANGE in found else found


@procedure(Throw)
def throw(me: Creature, order: Throw, table: Table, because: int) -> None:
    """Throw at an intersection: it is easy to hit, and nobody is hit directly."""
    from sim.rules.d20 import special

    if not aoo.provoke(table, me, "attack-ranged", because) or order.weapon not in me.held:
        return
    weapon, battle = me.weapons[order.weapon], table.battle
    ground = battle.ground
    meeting = around(ground, order.place)
    distance = min(ground.distance(me.square, me.span, square, 1) for square in squares(meeting))
    parts = list(core.base_attack(me, weapon, True)) + list(attack_rows(me.flags, False))
    if steps := 5 * distance // weapon.increment:
        parts.append(Modifier(-2 * steps, "range", ranged.INCREMENT))
    tally = stack(tuple(parts))
    (die,) = table.roll(20)
    total = die.value + tally.total
    hit = die.value == 20 or (die.value != 1 and total >= INTERSECTION_AC)
    base = (Modifier(INTERSECTION_AC, "intersection", INTERSECTION),)
    seq = table.tell(
        AimRolled(
            because,
            me.id,
            weapon.name,
            "",
            "",
            order.place,
            "ranged",
            total,
            tally.parts,
            INTERSECTION_AC,
            base,
            hit,
            (ATTACK, RANGE),
            (die,),
        )
    )
    if not hit:
        lands_astray(table, me, weapon, order.place, seq)
        special.comes_out(table, me, because)
        return
    lit, dice = ignites(table, weapon)
    seq = table.tell(FlaskBroke(seq, me.id, weapon.name, order.place, True, (INTERSECTION, DATA), dice))
    if lit:
        victims = [other for other in battle.occupants(meeting) if other.active]
        splatter(table, me, victims, weapon, seq, INTERSECTION)
    special.comes_out(table, me, because)
