"""
Movement, facing, and what they cost (adnd.move.*).

A combatant moves in one go on its initiative, square by square. A step out of an enemy's reach gives that enemy a free
attack first; a step into it ends the move, unless the mover accepts the free attack and goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import cast

from sim.events.adnd import AttacksLost, BlowReserved, Faced, Shifted, Walked, ledger_of
from sim.events.conditions import ConditionBegan
from sim.events.movement import Moved
from sim.events.orders import End, Face, FullAttack, Leave, Move, Order, Run, Step, Withdraw
from sim.grid.bits import squares, touching
from sim.grid.facing import FACINGS, arc, toward
from sim.grid.figures import MapFigures
from sim.grid.movement import Flood, flood, path_price
from sim.grid.terrain import Ground
from sim.rules import choice
from sim.rules.adnd import core, melee
from sim.rules.adnd.declare import Blow, above, at_round_start, constraint, gap, offer, procedure, sheet_of, state_of
from sim.state.battle import ROUND, Battle
from sim.state.conditions import (
    BLINDED,
    CANNOT_ACT,
    DEAD,
    FOULED,
    GONE,
    GRABBED,
    GRIPPING,
    HELD,
    HELPLESS,
    INVISIBLE,
    KNEELING,
    OUT,
    PINNED,
    PRONE,
    SITTING,
)
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import SIZES

SCALE = "adnd.move.scale"
STEP_PRICE = "adnd.move.step-price"
TERRAIN = "adnd.move.terrain"
OCCUPIED = "adnd.move.occupied"
SPACE = "adnd.move.space"
WHEN = "adnd.move.when"
SHIFT = "adnd.move.shift"
FULL = "adnd.move.full"
CRAWL = "adnd.move.crawl"
OFF_MAP = "adnd.move.off-map"
OWN_TURN = "adnd.move.facing.own-turn"
WHILE_MOVING = "adnd.move.facing.while-moving"
UNENGAGED_TURN = "adnd.move.facing.unengaged-turn"
ROUND_START = "adnd.move.facing.round-start"
ARCS = "adnd.move.facing.arcs"
LARGE = "adnd.move.facing.large"
ENGAGED = "adnd.move.engaged"
ENTER_REACH = "adnd.move.enter-reach"
LEAVE_REACH = "adnd.move.leave-reach"
WITHDRAW = "adnd.move.withdraw"
FOLLOW = "adnd.move.withdraw.follow"
COVERED = "adnd.move.withdraw.covered"
FLEE = "adnd.move.flee"
FLEE_FREE = "adnd.move.flee.free-attack"
BINDS = "adnd.core.action.declared-binds"
LOW = "adnd.core.action.low-position-limits"
RIDDEN = "adnd.mounted.movement"
FLIGHT = "adnd.mounted.flight"

LYING = KNEELING | SITTING | PRONE
SHARES = {"tiny": 1, "small": 5}
"""Tenths of a square that the small take up; whoever is bigger has one to itself (``SPACE``)."""


def bearer(battle: Battle, me: Creature) -> Creature:
    """Whose legs or wings carry it: its mount's, or its own."""
    return battle.creatures[me.mount] if me.mount else me


def full_rate(me: Creature) -> int:
    """Squares of the movement that its sheet gives it, on foot or in the air, whichever is more."""
    sheet = sheet_of(me)
    return max(sheet.movement, sheet.fly)


def rate(battle: Battle, me: Creature) -> int:
    """Squares of its full combat movement now (adnd.move.scale)."""
    squares = full_rate(bearer(battle, me))
    if me.flags & BLINDED:
        squares = 2 * squares // 3
    from sim.rules.adnd import fumble_injuries, wounds

    return wounds.weakened(bearer(battle, me), fumble_injuries.slowed(bearer(battle, me), squares))


def half(battle: Battle, me: Creature) -> int:
    """Squares of half its movement."""
    return rate(battle, me) // 2


def rooted(me: Creature) -> bool:
    """Can it not leave its square?"""
    return me.flags & (HELD | GRIPPING | GRABBED | PINNED) != 0


def barred(battle: Battle, me: Creature) -> int:
    """Squares of able enemies that it may not pass: those less than two sizes different."""
    mine = SIZES.index(sheet_of(me).size)
    bits = 0
    for other in battle:
        if (
            other.side != me.side
            and not other.flags & (OUT | HELPLESS)
            and not core.felled(other)
            and abs(SIZES.index(sheet_of(other).size) - mine) < 2
            and (other.altitude == me.altitude or not above(me, other))
        ):
            bits |= battle.footprint(other)
    return bits


def bodies(battle: Battle, me: Creature) -> int:
    """Squares of the helpless and fallen, passed as difficult ground."""
    bits = 0
    for other in battle:
        if other is not me and other.flags & HELPLESS and not other.flags & (DEAD | GONE):
            bits |= battle.footprint(other)
    return bits


def shared(battle: Battle, me: Creature) -> int:
    """Squares in which there is room for it beside small or tiny companions (``SPACE``)."""
    mine = SHARES.get(sheet_of(me).size)
    if mine is None:
        return 0
    room: dict[int, int] = {}
    for other in battle:
        if other is not me and other.active:
            size = SHARES.get(sheet_of(other).size, 10) if other.side == me.side else 10
            for square in squares(battle.footprint(other)):
                room[square] = room.get(square, 10) - size
    return sum(1 << square for square, left in room.items() if left >= mine)


def taken(battle: Battle, me: Creature) -> int:
    """
    Anchors at which no move may end: its space would overlap somebody's, but where the small share one, or a tree or
    door that it flies over.
    """
    bits = battle.occupied()
    own = battle.footprint(me)
    others = 0
    for square in squares(bits & own):
        if any(who not in (me.id, me.rider, me.mount) for who in battle.at.get(square, ())):
            others |= 1 << square
    bits = (bits & ~own | others) & ~shared(battle, me)
    if room(battle, me) is not battle.ground:
        bits |= battle.ground.solid
    return bits if me.span == 1 else touching(bits, me.span, battle.ground.stride)


def room(battle: Battle, me: Creature) -> Ground:
    """
    Through what it moves: the ground, or the air above it, where nothing but walls is in the way of a flyer
    (adnd.mounted.flight).
    """
    ground = battle.ground
    if not sheet_of(bearer(battle, me)).fly:
        return ground
    found: Ground | None = ground.memo.get("sky")
    if found is None:
        rows = tuple("".join("#" if symbol == "#" else "." for symbol in row) for row in ground.figures.rows)
        found = ground.keep("sky", Ground.of(MapFigures(rows)))
    return found


def area(battle: Battle, me: Creature, budget: int, *, leaving: int = -1, until: int = 0) -> Flood:
    """Everywhere that so many squares of movement take it."""
    memo = battle.memo()
    key = ("area", me.id, budget, leaving, until)
    found = memo.get(key)
    if found is None:
        sheet = sheet_of(me)
        ground = room(battle, me)
        found = memo[key] = flood(
            ground,
            me.square,
            me.span,
            budget,
            blocked=barred(battle, me),
            hindered=bodies(battle, me) if ground is battle.ground else 0,
            leaving=leaving,
            swimmer=sheet.swim > 0 or sheet.fly > 0,
            small=sheet.size == "tiny",
            until=until,
        )
    return found  # type: ignore[return-value]


def destinations(battle: Battle, me: Creature, budget: int) -> int:
    """The anchors where a move of so many squares may end."""
    if rooted(me):
        return 0
    return area(battle, me, budget).reached & ~taken(battle, me) & ~(1 << me.square)


def watchers(battle: Battle, me: Creature) -> list[tuple[Creature, int]]:
    """The enemies that could strike freely at its movement, each with the squares that it threatens."""
    if battle.options.get("opportunity") == "off":
        return []
    memo = battle.memo()
    key = ("watchers", me.id)
    if key not in memo:
        memo[key] = [
            (foe, bits)
            for foe in battle
            if foe.side != me.side
            and foe.active
            and melee.may_strike_freely(battle, foe, me)
            and (foe.altitude == me.altitude or melee.as_high(foe, me))
            and (bits := melee.threatened(battle, foe))
        ]
    return memo[key]  # type: ignore[return-value]


def danger(battle: Battle, me: Creature) -> int:
    """The anchors from which a further step may be struck at: those that an enemy threatens."""
    bits = 0
    for _, threatened in watchers(battle, me):
        bits |= threatened
    return bits if me.span == 1 else touching(bits, me.span, battle.ground.stride)


def route(battle: Battle, me: Creature, to: int, budget: int) -> tuple[int, ...]:
    """
    The canonical path: through no square that an enemy threatens if there is such a way, else the cheapest; of equals
    by the lowest squares. Empty when there is no way, as for whoever is held.
    """
    if rooted(me):
        return ()
    threatened = danger(battle, me)
    if threatened:
        careful = area(battle, me, budget, leaving=~threatened)
        if careful.reached >> to & 1:
            return careful.path(to)
    found = area(battle, me, budget)
    return found.path(to) if found.reached >> to & 1 else ()


def price(battle: Battle, me: Creature, path: tuple[int, ...]) -> int:
    """Half squares that a path costs (adnd.move.step-price)."""
    sheet, ground = sheet_of(me), room(battle, me)
    memo = battle.memo()
    key = ("barriers", me.id)
    if key not in memo:
        memo[key] = barred(battle, me), bodies(battle, me)
    blocked, fallen = cast(tuple[int, int], memo[key])
    found = path_price(
        ground,
        path,
        me.span,
        blocked=blocked,
        hindered=fallen if ground is battle.ground else 0,
        swimmer=sheet.swim > 0 or sheet.fly > 0,
        small=sheet.size == "tiny",
    )
    return found or 0


def walk(
    table: Table,
    me: Creature,
    path: tuple[int, ...],
    gait: str,
    because: int,
    *rules: str,
    keeps_facing: bool = False,
    spared: frozenset[str] = frozenset(),
    goes_on: frozenset[str] = frozenset(),
) -> bool:
    """
    Go along a path; whoever finds its end taken meanwhile stops before it. True if it got as far as it can.

    ``spared`` are enemies whose reach may be left without a free attack (a withdrawal; of those who flee once, for
    there they have had one), ``goes_on`` those whose reach it enters without stopping (a charger's target).
    """
    from sim.rules.adnd import arrival

    battle = table.battle
    start = 0
    charging = next(iter(goes_on), "")
    met = engaging(battle, me) if gait == "withdraw" else frozenset()
    left: set[str] = set()
    others = taken(battle, me)
    while len(path) > 1 and others >> path[-1] & 1:
        path = path[:-1]
    if me.flags & FOULED:
        from sim.rules.adnd import fumble_injuries

        fumble_injuries.leave_stuck(table, me, because)
    for index, (here, there) in enumerate(pairwise(path)):
        if gait == "withdraw" and comes_nearer(battle, me, here, there, met):
            _tell(table, me, path, start, index, gait, because, rules, keeps_facing)
            return False
        step = battle.ground.footprint(there, me.span)
        stand = battle.ground.footprint(here, me.span)
        leaving = [
            foe
            for foe, bits in watchers(battle, me)
            if bits & stand and not bits & step and (foe.id not in spared or foe.id in left)
        ]
        if gait == "run":
            left.update(foe.id for foe, bits in watchers(battle, me) if bits & stand and not bits & step)
        if leaving:
            start = _tell(table, me, path, start, index, gait, because, rules, keeps_facing)
            for foe in leaving:
                if melee.free_attack(table, foe, me, "moving", because, LEAVE_REACH, melee.THREAT):
                    return False
        for foe, weapon in arrival.strikers(battle, me, here, there, charging):
            start = _tell(table, me, path, start, index + 1, gait, because, rules, keeps_facing)
            arrival.meet(table, foe, me, weapon, because, charging=foe.id == charging)
            if core.felled(me) or me.flags & CANNOT_ACT:
                return False
        entered = [
            foe for foe, bits in watchers(battle, me) if bits & step and not bits & stand and foe.id not in goes_on
        ]
        if index + 2 < len(path) and entered:
            start = _tell(table, me, path, start, index + 1, gait, because, rules, keeps_facing)
            meet(table, me, because)
            for foe in entered:
                if not melee.may_strike_freely(battle, foe, me) or not melee.free_weapons(battle, foe, me):
                    continue
                options = ("go-on",) if taken(battle, me) >> there & 1 else ("stop", "go-on")
                if choice.ask(table, me, "enter-reach", foe, options, because, ENTER_REACH) == "stop":
                    return False
                if melee.free_attack(table, foe, me, "moving", because, ENTER_REACH, melee.THREAT):
                    return False
    _tell(table, me, path, start, len(path) - 1, gait, because, rules, keeps_facing)
    meet(table, me, because)
    return True


def _tell(
    table: Table,
    me: Creature,
    path: tuple[int, ...],
    start: int,
    end: int,
    gait: str,
    because: int,
    rules: tuple[str, ...],
    keeps_facing: bool,
) -> int:
    """Tell the part of a way that lies behind; gives where the next part begins."""
    if end <= start:
        return start
    part = path[start : end + 1]
    battle = table.battle
    halves = price(battle, me, part)
    cites = (WHEN, *rules, *price_rules(battle, part, halves))
    if end == len(path) - 1 and shared(battle, me) >> part[-1] & battle.occupied() >> part[-1] & 1:
        cites += (SPACE,)
    seq = table.tell(Moved(because, me.id, part, halves, gait, me.span, (), cites))  # type: ignore[arg-type]
    table.tell(Walked(seq, me.id, halves))
    if not keeps_facing:
        turn(table, me, toward(battle.ground, part[-2], part[-1]), seq, WHILE_MOVING)
    return end


def price_rules(battle: Battle, path: tuple[int, ...], halves: int) -> tuple[str, ...]:
    """What bore on the price of a way: its diagonals, difficult ground."""
    steps = len(path) - 1
    diagonal = sum(abs(there - here) not in (1, battle.ground.stride) for here, there in pairwise(path))
    plain = 2 * steps + diagonal
    return ((STEP_PRICE,) if diagonal else ()) + ((TERRAIN,) if halves > plain else ())


def arc_rules(blow: Blow) -> tuple[str, ...]:
    """The rules by which a blow comes from the flank or the rear; of big creatures the centers count."""
    return (ARCS, LARGE) if blow.attacker.span > 1 or blow.target.span > 1 else (ARCS,)


def turn(table: Table, me: Creature, facing: int, because: int, *rules: str) -> None:
    """Turn to a facing, if it is not faced already; rider and mount face the same way."""
    if me.facing != facing:
        table.tell(Faced(because, me.id, facing, rules))
        for other in (me.mount, me.rider):
            if other:
                table.tell(Faced(because, other, facing, (RIDDEN,)))


def turn_to(table: Table, me: Creature, other: Creature, because: int, *rules: str) -> None:
    """Turn towards somebody."""
    ground = table.battle.ground
    turn(table, me, toward(ground, me.square, other.square, me.span, other.span), because, *rules)


def best_facing(battle: Battle, me: Creature) -> int:
    """
    The facing that has as many as it can in front of it, and as few behind, of the enemies who reach it or whom it
    reaches; of equals the one that takes least turning. With nobody near, the one towards the nearest enemy.
    """
    ground = battle.ground
    foes = [foe for foe in battle if foe.side != me.side and foe.active and not foe.flags & CANNOT_ACT]
    near = [foe for foe in foes if gap(battle, me, foe) <= max(farthest(me), farthest(foe))]
    if not near:
        distance = lambda foe: ground.distance(me.square, me.span, foe.square, foe.span)  # noqa: E731
        nearest = min(foes, key=distance, default=None)
        return me.facing if nearest is None else toward(ground, me.square, nearest.square, me.span, nearest.span)

    def worth(facing: int) -> tuple[int, int, int]:
        arcs = [arc(ground, me.square, facing, foe.square, me.span, foe.span) for foe in near]
        turned = (facing - me.facing) % 8
        return arcs.count("front"), -arcs.count("rear"), -min(turned, 8 - turned)

    return max(range(8), key=worth)


def farthest(me: Creature) -> int:
    """How far it strikes with what it holds, in squares."""
    return max([melee.reach_of(me, weapon)[1] for weapon in melee.threatening(me)], default=0)


@offer(Face, "declare", "act")
def facings(battle: Battle, me: Creature) -> Iterator[Order]:
    for name in FACINGS:
        yield Face(name)  # type: ignore[arg-type]


@constraint(OWN_TURN, Face)
def faces_so(battle: Battle, me: Creature, order: Face) -> bool:
    """It turns to another facing than its own; of a rider and its mount the rider does."""
    return me.facing == FACINGS.index(order.option) or bool(me.rider)


@procedure(Face)
def face(me: Creature, order: Face, table: Table, because: int) -> None:
    """Turn on the spot, as a round begins or on its own turn."""
    declaring = ledger_of(table.battle).stage == "declare"
    turn(table, me, FACINGS.index(order.option), because, ROUND_START if declaring else OWN_TURN)


@at_round_start
def face_about(table: Table, because: int) -> None:
    """At the start of a round every able combatant turns so that it has as many enemies as it can before it."""
    battle = table.battle
    for me in battle:
        if me.active and not me.rider and not me.flags & CANNOT_ACT:
            turn(table, me, best_facing(battle, me), because, ROUND_START)


def meet(table: Table, me: Creature, because: int) -> None:
    """Whom nobody engages turns at once towards an enemy that comes into contact (adnd.move.facing.unengaged-turn)."""
    battle = table.battle
    near = battle.ground.near(me.square, me.span) & battle.enemies_mask(me.side)
    for other in battle.occupants(near):
        if other.side == me.side or other.flags & CANNOT_ACT or core.sightless(battle, other) or me.flags & INVISIBLE:
            continue
        others = [foe for foe in melee.engaged(battle, other) if foe is not me]
        if not others and not melee.engages(battle, other, me):
            turn_to(table, other, me, because, UNENGAGED_TURN, ENGAGED)


def budget_of(battle: Battle, me: Creature, order: object) -> int:
    """Squares that an order of movement may cover now."""
    kind = type(order)
    if me.flags & LYING and ledger_of(battle).stage != "declare":
        return 0 if me.flags & SITTING else 1
    if kind is Withdraw:
        return rate(battle, me) // 3
    if kind is Run:
        return rate(battle, me)
    declared, most = state_of(battle, me).squares, rate(battle, me)
    return min(declared, most) if declared and battle.turn.who == me.id else most


def declared_squares(battle: Battle, me: Creature, order: Move) -> int:
    """Squares that a declared move may cover when it is made: half its movement where that is enough, else all."""
    path = route(battle, me, order.to, budget_of(battle, me, order))
    least = half(battle, me)
    return least if path and price(battle, me, path) // 2 <= least else rate(battle, me)


@constraint(SCALE, Move, Withdraw, Run)
def too_far(battle: Battle, me: Creature, order: Move | Withdraw | Run) -> bool | tuple[str, ...]:
    """A move covers at most what the combatant has, over ground that it can pass, to a free place."""
    if rooted(me):
        return True
    budget = budget_of(battle, me, order)
    if me.flags & LYING and type(order) is not Move:
        return (LOW,)
    if not destinations(battle, me, budget) >> order.to & 1:
        if me.flags & LYING:
            return (CRAWL,)
        if area(battle, me, budget).reached >> order.to & 1:
            return (OCCUPIED,)
        return (SCALE, TERRAIN)
    return False


@constraint(WITHDRAW, Withdraw)
def nearer(battle: Battle, me: Creature, order: Withdraw) -> bool:
    """Each step of a withdrawal brings it no nearer to an enemy that engages it."""
    return not withdrawal(battle, me, order.to)


def withdrawal(battle: Battle, me: Creature, to: int) -> tuple[int, ...]:
    """The way of a withdrawal; empty when each way brings it nearer to somebody who engages it."""
    path = route(battle, me, to, rate(battle, me) // 3)
    foes = engaging(battle, me)
    return () if any(comes_nearer(battle, me, here, there, foes) for here, there in pairwise(path)) else path


def engaging(battle: Battle, me: Creature) -> frozenset[str]:
    """The enemies who threaten it where it stands."""
    return frozenset(foe.id for foe in battle if foe.side != me.side and melee.engages(battle, foe, me))


def comes_nearer(battle: Battle, me: Creature, here: int, there: int, foes: frozenset[str]) -> bool:
    """Would a step bring it nearer to one of these, or to another enemy who threatens the place that it leaves?"""
    ground, stand = battle.ground, battle.ground.footprint(here, me.span)
    for foe in battle:
        if foe.side == me.side or not foe.active:
            continue
        if foe.id in foes or melee.threatened(battle, foe) & stand:
            before = ground.distance(here, me.span, foe.square, foe.span)
            if ground.distance(there, me.span, foe.square, foe.span) < before:
                return True
    return False


@constraint(SHIFT, Step)
def no_shift(battle: Battle, me: Creature, order: Step) -> bool:
    """A shift is one square, once a round, for those who otherwise do not move, and not into difficult ground."""
    state = state_of(battle, me)
    if state.shifted or state.halves or rooted(me) or me.flags & LYING or not sheet_of(me).movement:
        return True
    if not destinations(battle, me, 1) >> order.to & 1:
        return True
    return price(battle, me, (me.square, order.to)) > 3


@procedure(Step)
def shift(me: Creature, order: Step, table: Table, because: int) -> None:
    """Shift one square, keeping its facing."""
    table.tell(Shifted(because, me.id, (SHIFT,)))
    walk(table, me, (me.square, order.to), "step", because, SHIFT, keeps_facing=True)


@procedure(Move)
def move(me: Creature, order: Move, table: Table, because: int) -> None:
    """Move; up to half leaves a blow at the end of the round, more leaves none."""
    battle = table.battle
    path = route(battle, me, order.to, budget_of(battle, me, order))
    if len(path) < 2:
        return
    rules: tuple[str, ...] = (CRAWL,) if me.flags & LYING else (SCALE,)
    if price(battle, me, path) // 2 > half(battle, me):
        rules += (FULL,)
    walk(table, me, path, "crawl" if me.flags & LYING else "walk", because, *rules)
    if core.felled(me) or me.flags & CANNOT_ACT:
        return
    if order.height >= 0:
        from sim.rules.adnd import mounted

        mounted.rise(table, me, order.height, because)
    if melee.engaged(battle, me):
        turn(table, me, best_facing(battle, me), because, OWN_TURN)
    moved(table, me, because)


def moved(table: Table, me: Creature, because: int) -> None:
    """What a move leaves of the round: shots, from the saddle too, or a blow at its end."""
    from sim.rules.adnd import style_missile, style_mounted

    if not (me.mount and style_mounted.after_riding(table, me, because)):
        style_missile.after_moving(table, me, because)


@procedure(Withdraw)
def withdraw(me: Creature, order: Withdraw, table: Table, because: int) -> None:
    """
    Back away facing the enemy, up to a third of its movement, without giving free attacks; no farther than where the
    next step would bring it nearer to somebody who has come to engage it on the way.
    """
    battle = table.battle
    if me.flags & LYING:
        return
    path = withdrawal(battle, me, order.to)
    foes = frozenset(foe.id for foe in battle if foe.side != me.side)
    engaged = melee.engaged(battle, me)
    if len(path) > 1:
        before = state_of(battle, me).halves
        walk(table, me, path, "withdraw", because, WITHDRAW, keeps_facing=True, spared=foes)
        gone = (state_of(battle, me).halves - before) // 2
        for foe in engaged:
            pursue(table, foe, me, gone, because)


def covers(battle: Battle, foe: Creature, me: Creature) -> list[Creature]:
    """Who keeps an enemy from following somebody who withdraws: all others with whom it is engaged (``COVERED``)."""
    return [other for other in melee.engaged(battle, foe) if other is not me]


def follows(battle: Battle, foe: Creature, me: Creature, squares_gone: int) -> tuple[int, ...]:
    """
    The way by which an enemy may follow somebody who has withdrawn so many squares: no farther than that and than half
    its movement, to where it strikes him. Empty when somebody covers him, or its movement of the round is used: it has
    moved, attacked more than once, or declared what leaves none.
    """
    from sim.rules.adnd import charge

    fighter = state_of(battle, foe)
    if foe.flags & (CANNOT_ACT | LYING) or core.felled(foe) or rooted(foe) or covers(battle, foe, me):
        return ()
    if fighter.halves or fighter.made > 1 or not isinstance(fighter.declared, FullAttack | Move | End):
        return ()
    budget = min(squares_gone, half(battle, foe))
    found: list[tuple[int, int]] = []
    reached = area(battle, foe, budget)
    for weapon in melee.threatening(foe):
        if not melee.reaches(battle, foe, me, weapon):
            return ()
        stands = charge.places(battle, foe, me, weapon.name) & destinations(battle, foe, budget)
        found += [(price(battle, foe, reached.path(to)), to) for to in squares(stands)]
    return reached.path(min(found)[1]) if found else ()


def pursue(table: Table, foe: Creature, me: Creature, squares_gone: int, because: int) -> None:
    """An enemy engaged with nobody else may follow at once: that is half a move, which leaves the one blow."""
    battle = table.battle
    way = follows(battle, foe, me, squares_gone)
    if not way or choice.ask(table, foe, "follow", me, ("stay", "follow"), because, FOLLOW, ENGAGED) != "follow":
        return
    seq = len(table.log.events) - 1
    fighter = state_of(battle, foe)
    if fighter.attacks or fighter.parries or fighter.second:
        lost = fighter.attacks, (FOLLOW,), fighter.parries, bool(fighter.second)
        table.tell(AttacksLost(seq, foe.id, *lost))
    walk(table, foe, way, "walk", seq, FOLLOW, spared=frozenset({me.id}), goes_on=frozenset({me.id}))
    if foe.flags & CANNOT_ACT or core.felled(foe):
        return
    turn_to(table, foe, me, seq, FOLLOW)
    if not fighter.made:
        table.tell(BlowReserved(seq, foe.id, (FOLLOW,)))


@procedure(Run)
def flee(me: Creature, order: Run, table: Table, because: int) -> None:
    """Turn the back and run: all who engage it strike first, from the rear, with all the attacks of a round."""
    battle = table.battle
    if me.flags & LYING:
        return
    foes = [foe for foe in battle if foe.side != me.side and melee.engages(battle, foe, me)]
    table.tell(ConditionBegan(because, me.id, "fleeing", (FLEE,), ender=ROUND))
    path = route(battle, me, order.to, rate(battle, me))
    if foes:
        away = toward(battle.ground, foes[0].square, me.square, foes[0].span, me.span)
        turn(table, me, away, because, FLEE)
    spared = frozenset(foe.id for foe in foes if melee.free_weapons(battle, foe, me))
    for foe in foes:
        if melee.free_attack(table, foe, me, "fleeing", because, FLEE_FREE, ENGAGED, all_of_round=True):
            return
    if len(path) > 1:
        walk(table, me, path, "run", because, FLEE, spared=spared)


def on_border(battle: Battle, me: Creature) -> bool:
    """Does it stand at the edge of the map?"""
    ground = battle.ground
    y, x = divmod(me.square, ground.stride)
    return x == 0 or y == 0 or x + me.span == ground.width or y + me.span == ground.height


@constraint(OFF_MAP, Leave)
def no_way_out(battle: Battle, me: Creature, order: Leave) -> bool:
    """The map is left from its edge, where the scenario allows flight, and not while somebody holds on."""
    return not battle.endings.flight or not on_border(battle, me) or rooted(me)


@procedure(Leave)
def leave(me: Creature, order: Leave, table: Table, because: int) -> None:
    """Leave the map: it is out of the fight, unless it is held by now."""
    battle = table.battle
    if no_way_out(battle, me, order):
        return
    for foe in [foe for foe in battle if foe.side != me.side and melee.engages(battle, foe, me)]:
        if melee.free_attack(table, foe, me, "fleeing", because, FLEE_FREE, all_of_round=True):
            return
    table.tell(ConditionBegan(because, me.id, "gone", (OFF_MAP,)))
