"""Charging (d20.charge.*): straight at the enemy, one attack at the end."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.dice.sources import Die
from sim.events.conditions import ConditionBegan
from sim.events.orders import Attack, Charge
from sim.grid.movement import is_clear, lane, straight_line
from sim.grid.reach import ring
from sim.grid.sight import line_of_sight
from sim.rules.d20 import aoo, bull_rush, concealment, move, pounce, power_attack, special, threat
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.declare import CHARGING, Blow, ac_row, constraint, on_attack, procedure
from sim.state.battle import Battle
from sim.state.conditions import (
    BLINDED,
    CHARGED,
    ENTANGLED,
    EXHAUSTED,
    FATIGUED,
    GRAPPLING,
    HELPLESS,
    PINNED,
    PRONE,
    SQUEEZING,
)
from sim.state.creature import Creature
from sim.table import Table

MIN_DISTANCE = "d20.charge.min-distance"
MAX_DISTANCE = "d20.charge.max-distance"
STRAIGHT = "d20.charge.straight-line"
CLEAR = "d20.charge.clear-path"
CLOSEST = "d20.charge.closest-square"
ALLIES = "d20.charge.through-allies"
NO_STEP = "d20.charge.no-step"
SINGLE = "d20.charge.single-attack"
RESTRICTED = "d20.charge.restricted"
AC_PENALTY = "d20.charge.ac-penalty"

ac_row(AC_PENALTY, CHARGED, -2, -2, "charged")


@on_attack(CHARGING)
def attack_bonus(blow: Blow) -> Modifier:
    """The momentum of a charge."""
    return Modifier(2, "charge", "d20.charge.attack-bonus")


def budget(battle: Battle, me: Creature) -> int:
    """Twice speed; speed for those limited to one action."""
    return move.speed(me) * (1 if battle.turn.restricted else 2)


def spaces(battle: Battle, me: Creature, target: Creature, weapon_reach: tuple[int, int]) -> tuple[int, ...]:
    """The closest spaces from which the target can be struck, free or not, lowest first (d20.charge.closest-square)."""
    ground = battle.ground
    span = move.own_span(me)
    low, high = weapon_reach
    key = "spaces", me.square, span, target.square, target.span, low, high, threat.strict_reach(battle)
    found: tuple[int, ...] | None = ground.memo.get(key)
    if found is not None:
        return found
    far = high + span
    y, x = divmod(target.square, ground.stride)
    best: list[int] = []
    nearest = 1 << 30
    for row in range(max(0, y - far), min(ground.height - span, y + target.span + high) + 1):
        for column in range(max(0, x - far), min(ground.width - span, x + target.span + high) + 1):
            square = row * ground.stride + column
            gap = ground.distance(square, span, target.square, target.span)
            if high == 0:
                if gap:
                    continue
            elif not (low < gap <= high or (high == 2 and gap == 3 and not threat.strict_reach(battle))) or gap == 0:
                continue
            if gap == 3 and not ring(ground, square, span, low, high) & battle.footprint(target):
                continue
            distance = ground.distance(me.square, 1, square, 1)
            if distance < nearest:
                nearest = distance
                best = [square]
            elif distance == nearest:
                best.append(square)
    return ground.keep(key, tuple(best))


def obstacles(battle: Battle, me: Creature, target: Creature) -> int:
    """The squares of everybody whose presence spoils the lane: all but the helpless and the target."""
    return passing.upright_but(battle, target) & ~battle.footprint(me)


def lanes(battle: Battle, me: Creature, target: Creature, weapon_name: str) -> tuple[int, ...]:
    """The spaces to which this creature may charge the target with this weapon now (kept until the next event)."""
    memo = battle.memo()
    key = ("lanes", me.id, target.id, weapon_name)
    found = memo.get(key)
    if found is None:
        found = memo[key] = _lanes(battle, me, target, weapon_name)
    return found  # type: ignore[return-value]


def _lanes(battle: Battle, me: Creature, target: Creature, weapon_name: str) -> tuple[int, ...]:
    weapon = me.weapons[weapon_name]
    ground = battle.ground
    gap = ground.distance(me.square, me.span, target.square, target.span)
    low, high = threat.span_of_reach(me, weapon)
    most = budget(battle, me)
    if gap > most + high + 1 or gap < 2:
        return ()
    if not in_sight(battle, me, target):
        return ()
    blocked = obstacles(battle, me, target)
    span, swims = move.own_span(me), move.swims(me)
    found = []
    for square in spaces(battle, me, target, (low, high)):
        distance = ground.distance(me.square, 1, square, 1)
        if distance < 2 or distance > most or passing.no_room(battle, me, square):
            continue
        if is_clear(ground, me.square, span, square, blocked, swimmer=swims):
            found.append(square)
    return tuple(found)


def in_sight(battle: Battle, me: Creature, target: Creature) -> bool:
    """Does it see the target from where it starts?"""
    ground, sheet = battle.ground, me.sheet
    if concealment.total(battle, me, target):
        return False
    return line_of_sight(
        ground,
        me.square,
        me.span,
        target.square,
        target.span,
        darkvision=sheet.darkvision // 5,
        height_a=sheet.height,
        height_b=target.sheet.height,
    )


@constraint(MIN_DISTANCE, Charge)
def too_near(battle: Battle, me: Creature, order: Charge) -> bool:
    """At least 10 ft of run-up."""
    return battle.ground.distance(me.square, 1, order.to, 1) < 2


@constraint(MAX_DISTANCE, Charge)
def too_far(battle: Battle, me: Creature, order: Charge) -> bool:
    """At most twice speed."""
    return battle.ground.distance(me.square, 1, order.to, 1) > budget(battle, me)


@constraint(CLOSEST, Charge)
def not_closest(battle: Battle, me: Creature, order: Charge) -> bool:
    """To the closest space from which the target can be struck, in sight from the start."""
    target = battle.creatures.get(order.target)
    weapon = me.weapons.get(order.weapon)
    if target is None or weapon is None or target.side == me.side or not target.active:
        return True
    if order.to in lanes(battle, me, target, order.weapon):
        return False
    if passing.no_room(battle, me, order.to):
        return True
    if not in_sight(battle, me, target):
        return True
    return order.to not in spaces(battle, me, target, threat.span_of_reach(me, weapon))


@constraint(CLEAR, Charge)
def lane_blocked(battle: Battle, me: Creature, order: Charge) -> bool:
    """Nothing that slows or blocks, and nobody, may be in the lane."""
    target = battle.creatures.get(order.target)
    if target is None or not battle.ground.inside >> order.to & 1:
        return True
    if order.weapon in me.weapons and order.to in lanes(battle, me, target, order.weapon):
        return False
    blocked = obstacles(battle, me, target)
    return not is_clear(battle.ground, me.square, move.own_span(me), order.to, blocked, swimmer=move.swims(me))


@constraint(ALLIES, Charge)
def ally_in_the_lane(battle: Battle, me: Creature, order: Charge) -> bool:
    """Not even through allies."""
    ground = battle.ground
    allies = battle.masks[me.side] & ~battle.footprint(me)
    if not allies or not ground.inside >> order.to & 1:
        return False
    met = lane(ground, me.square, move.own_span(me), order.to) & battle.masks[me.side]
    return any(
        other is not me and not other.flags & HELPLESS and other.side == me.side for other in battle.occupants(met)
    )


@constraint(NO_STEP, Charge)
def cannot(battle: Battle, me: Creature, order: Charge) -> bool:
    """Not after a step, nor blind, entangled, tired, lying down, held or in too narrow a place."""
    return hampered(battle, me)


def hampered(battle: Battle, me: Creature) -> bool:
    """Is it in no position to charge?"""
    hindered = BLINDED | ENTANGLED | FATIGUED | EXHAUSTED | PRONE | GRAPPLING | PINNED | SQUEEZING
    return battle.turn.stepped or battle.turn.moved or bool(me.flags & hindered)


@constraint(aoo.THREATENED_SQUARES, Charge)
def unusable(battle: Battle, me: Creature, order: Charge) -> bool:
    """The weapon must be one that it can strike with."""
    return order.weapon not in threat.arms(me).names


@procedure(Charge)
def charge(me: Creature, order: Charge, table: Table, because: int) -> None:
    """Run straight at the target; if nothing stops the charger on the way, it strikes once."""
    battle = table.battle
    rules: tuple[str, ...] = (AC_PENALTY, STRAIGHT) + ((RESTRICTED,) if battle.turn.restricted else ())
    to = order.to
    dice: tuple[Die, ...] = ()
    if battle.options.get("charge-tie") == "die":
        equal = lanes(battle, me, battle.creatures[order.target], order.weapon)
        if len(equal) > 1:
            dice = table.roll(len(equal))
            to = equal[dice[0].value - 1]
            rules += (CLOSEST, move.CLOSEST_TIE)
    table.tell(ConditionBegan(because, me.id, "charged", rules, ender=me.id, dice=dice))
    if order.power:
        power_attack.declare(table, me, order.power, because)
    path = straight_line(battle.ground, me.square, move.own_span(me), to)
    if not move.walk(table, me, path, "charge", because, (MAX_DISTANCE,)):
        return
    target = battle.creatures[order.target]
    if not target.active:
        return
    if order.how == "bull-rush":
        bull_rush.push(table, me, target, because, charging=True)
        return
    if dues := pounce.attacks(battle, me, order):
        pounce.leap(table, me, order, dues, because)
        return
    blow = Attack(order.target, order.weapon, order.how, order.lethality)  # type: ignore[arg-type]
    special.make(table, me, blow, because, bits=CHARGING, cites=(SINGLE,))
