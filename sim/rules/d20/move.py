"""
Moving on the ground (d20.move.*), and the walk that all gaits share: step by step, each threatened square announced.
"""

from __future__ import annotations

from sim.events.movement import Moved
from sim.events.orders import Move
from sim.grid.movement import Flood, flood, path_price, squeezed_span
from sim.rules.d20 import aoo, condition, threat
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import (
    BLINDED,
    CANNOT_ACT,
    ENTANGLED,
    EXHAUSTED,
    GRAPPLING,
    PRONE,
    SQUEEZING,
)
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sizes import SIZE

NORMAL = "d20.move.normal"
DIAGONALS = "d20.move.diagonals"
CORNER = "d20.move.corner"
CRAWL = "d20.move.crawl"
CRAWL_AOO = "d20.move.crawl.aoo"
MINIMUM = "d20.move.minimum"
MINIMUM_AOO = "d20.move.minimum.aoo"
ILLEGAL_STOP = "d20.move.illegal-stop"


def speed(me: Creature) -> int:
    """Squares of one move action now."""
    squares = me.sheet.speed // 5
    return squares // 2 if me.flags & condition.SLOWING else squares


def parity(battle: Battle, me: Creature) -> int:
    """The half square pending from earlier diagonals of this turn (option ``diagonal-count``)."""
    turn = battle.turn
    if turn.who != me.id or battle.options.get("diagonal-count") == "move":
        return 0
    return turn.halves % 2


def own_span(me: Creature) -> int:
    """Squares on a side of its normal space."""
    return SIZE[me.sheet.size].span


def fields(battle: Battle, me: Creature) -> dict[str, int | bool]:
    """What the ground is like for this mover, as arguments of a flood."""
    key = ("fields", me.id)
    memo = battle.memo
    found = memo.get(key)
    if found is None or found[0] != battle.inputs:  # type: ignore[index]
        small = me.sheet.size in ("fine", "diminutive", "tiny")
        found = memo[key] = (
            battle.inputs,
            {
                "blocked": passing.barred(battle, me),
                "swimmer": me.sheet.swim > 0 or me.sheet.fly > 0,
                "small": small,
                "squeeze": True,
            },
        )
    return found[1]  # type: ignore[index,no-any-return]


def reach(battle: Battle, me: Creature, budget: int, *, leaving: int = -1) -> Flood:
    """Everywhere that ``budget`` squares of movement take this creature (cached until the next input)."""
    key = ("reach", me.id, budget, leaving)
    memo = battle.memo
    found = memo.get(key)
    stamp = (battle.inputs, me.square, battle.turn.halves)
    if found is None or found[0] != stamp:  # type: ignore[index]
        area = flood(
            battle.ground,
            me.square,
            own_span(me),
            budget,
            parity=parity(battle, me),
            leaving=leaving,
            **fields(battle, me),  # type: ignore[arg-type]
        )
        found = memo[key] = (stamp, area)
    return found[1]  # type: ignore[index,no-any-return]


def destinations(battle: Battle, me: Creature, budget: int) -> int:
    """The anchors where a move of ``budget`` squares may end."""
    area = reach(battle, me, budget)
    here = 1 << me.square
    taken = passing.taken(battle, me)
    span = own_span(me)
    ends = area.reached & ~here
    if span > 1:
        taken = passing.overlapping(battle.ground, taken, span)
    ends &= ~taken
    if area.squeezed:
        tight = squeezed_span(own_span(me))
        ends |= area.squeezed & ~here & ~passing.overlapping(battle.ground, passing.taken(battle, me), tight)
    return ends


def route(battle: Battle, me: Creature, to: int, budget: int, *, free: tuple[str, ...] = ()) -> tuple[int, ...]:
    """
    The engine's canonical path: fewest opportunity attacks known to the mover, then the least cost, then the lowest
    squares. ``free`` are enemies that get nothing from the first square. Empty when there is no way.
    """
    area = reach(battle, me, budget)
    if not (area.reached | area.squeezed) >> to & 1:
        return ()
    wary = [
        (foe, squares)
        for foe in watchers(battle, me)
        if (squares := threat.threatened_squares(battle, foe))
    ]
    if wary:
        here = battle.footprint(me)
        open_to = [squares for foe, squares in wary if not squares & here or foe.id in free]
        if not open_to:
            return area.path(to)
        for spared in (None, *range(len(open_to))) if len(open_to) > 1 else (None,):
            danger = 0
            for index, squares in enumerate(open_to):
                if index != spared:
                    danger |= squares
            danger = passing.overlapping(battle.ground, danger, own_span(me))
            careful = reach(battle, me, budget, leaving=~danger)
            if (careful.reached | careful.squeezed) >> to & 1:
                return careful.path(to)
    return area.path(to)


def watchers(battle: Battle, me: Creature) -> list[Creature]:
    """The enemies that could still take an opportunity at this creature's movement, in initiative order."""
    near = within_reach_of_move(battle, me)
    return [
        foe
        for foe in near
        if foe.side != me.side and foe.id not in me.passed and foe.active and not aoo.why_no_reaction(foe)
    ]


def within_reach_of_move(battle: Battle, me: Creature) -> list[Creature]:
    """Everybody close enough to matter for one turn's movement."""
    far = 4 * (me.sheet.speed // 5) + battle.longest_reach
    ground = battle.ground
    return [
        other
        for other in battle
        if other is not me and ground.distance(me.square, me.span, other.square, other.span) <= far
    ]


def way(battle: Battle, me: Creature, order: Move, budget: int) -> tuple[int, ...]:
    """The path of an order: canonical, or through the squares that it names."""
    if not order.via:
        return route(battle, me, order.to, budget)
    path = [me.square]
    for goal in (*order.via, order.to):
        leg = flood(battle.ground, path[-1], own_span(me), 2 * budget, **fields(battle, me))  # type: ignore[arg-type]
        if not leg.reached >> goal & 1:
            return ()
        path += leg.path(goal)[1:]
    halves = path_price(battle.ground, tuple(path), own_span(me), **fields(battle, me))  # type: ignore[arg-type]
    if halves is None or (halves + parity(battle, me)) // 2 > budget:
        return ()
    return tuple(path)


def budget_of(battle: Battle, me: Creature, order: Move) -> int:
    """Squares that this move may cover."""
    if order.mode == "crawl" or order.mode == "minimum":
        return 1
    if order.mode == "tumble":
        return speed(me) // 2
    return speed(me)


@constraint(NORMAL, Move)
def too_far(battle: Battle, me: Creature, order: Move) -> bool | tuple[str, ...]:
    """A move action covers at most the creature's speed, over ground that it can pass; enemies bar the way."""
    if order.mode in ("crawl", "minimum"):
        return battle.ground.distance(me.square, 1, order.to, 1) != 1
    if order.mode in ("tumble", "tumble-fast"):
        return not passing.tumble_way(battle, me, order)
    budget = budget_of(battle, me, order)
    if order.via:
        gets_there = bool(way(battle, me, order, budget))
    else:
        area = reach(battle, me, budget)
        gets_there = bool((area.reached | area.squeezed) >> order.to & 1)
    if gets_there:
        return order.to == me.square
    return (NORMAL, passing.OPPONENT) if passing.way_through(battle, me, order, budget) else True


@constraint("d20.pass.stop", Move)
def no_room(battle: Battle, me: Creature, order: Move) -> bool:
    """A move cannot end where somebody stands who is not helpless."""
    return passing.no_room(battle, me, order.to)


@constraint(CRAWL, Move)
def on_the_ground(battle: Battle, me: Creature, order: Move) -> bool:
    """Who is prone can only crawl, and only the prone do."""
    return bool(me.flags & PRONE) != (order.mode == "crawl")


@constraint(MINIMUM, Move)
def has_more(battle: Battle, me: Creature, order: Move) -> bool:
    """The minimum move of one square is for those who could not move at all otherwise; nothing impassable opens."""
    if order.mode != "minimum":
        return False
    ground = battle.ground
    blocked = passing.barred(battle, me)
    price = path_price(ground, (me.square, order.to), own_span(me), blocked=blocked, small=True)
    return price is None or (price + parity(battle, me)) // 2 <= speed(me)


@procedure(Move)
def move(me: Creature, order: Move, table: Table, because: int) -> None:
    """Go there, if nothing on the way prevents it."""
    from sim.rules.d20 import weapon

    battle = table.battle
    if order.draw:
        weapon.draw_on_the_way(table, me, order.draw, because)
    if order.sheathe:
        weapon.sheathe_on_the_way(table, me, order.sheathe, because)
    if order.mode in ("tumble", "tumble-fast"):
        passing.tumble(table, me, order, because)
        return
    if order.mode in ("crawl", "minimum"):
        rules = (CRAWL, CRAWL_AOO) if order.mode == "crawl" else (MINIMUM, MINIMUM_AOO)
        walk(table, me, (me.square, order.to), order.mode, because, rules)
        return
    path = way(battle, me, order, budget_of(battle, me, order))
    walk(table, me, path, "walk", because)


def walk(
    table: Table,
    me: Creature,
    path: tuple[int, ...],
    gait: str,
    because: int,
    cites: tuple[str, ...] = (),
    *,
    free: tuple[str, ...] = (),
    quiet: tuple[str, ...] = (),
) -> bool:
    """
    Go along a path. Before a threatened square is left, whoever threatens it gets its opportunity; what stops the
    mover there ends the walk. True if the end was reached.

    ``free``: enemies for whom the first square does not count as threatened; ``quiet``: enemies that get nothing at all.
    """
    battle = table.battle
    wary = [
        (foe, squares)
        for foe in watchers(battle, me)
        if foe.id not in quiet and (squares := threat.threatened_squares(battle, foe))
    ]
    ground = battle.ground
    spans = spans_of(battle, me, path)
    start = 0
    last = len(path) - 1
    if wary:
        danger = 0
        for _, squares in wary:
            danger |= squares
        for index in range(last):
            here = ground.footprint(path[index], spans[index])
            if not here & danger:
                continue
            exempt = (*quiet, *free) if index == 0 else quiet
            if not any(squares & here and foe.id not in exempt for foe, squares in wary):
                continue
            if index > start:
                tell(table, me, path[start : index + 1], spans[start : index + 1], gait, because, cites)
                start = index
            prone = me.flags & PRONE
            rules = passing.exposure(battle, me, path, spans, index)
            if not aoo.provoke(table, me, aoo.MOVING, because, exclude=exempt, cites=rules):
                return settle(table, me, path[: index + 1], because, False)
            if me.square != path[index] or me.flags & GRAPPLING or (me.flags & PRONE and not prone):
                return settle(table, me, path[: index + 1], because, False)
            danger = 0
            for foe, squares in wary:
                if foe.id not in me.passed:
                    danger |= squares
    tell(table, me, path[start:], spans[start:], gait, because, cites)
    return settle(table, me, path, because, True)


def spans_of(battle: Battle, me: Creature, path: tuple[int, ...]) -> tuple[int, ...]:
    """The span taken at each anchor of a path."""
    span = own_span(me)
    ground = battle.ground
    tight = squeezed_span(span)
    blocked = passing.barred(battle, me)
    if span == 1 or not (ground.solid | ground.narrow | blocked | ground.has_borders):
        return (span,) * len(path)
    open_bits = ground.inside & ~ground.solid & ~ground.narrow & ~blocked
    fits = ground.anchors(open_bits, span)
    return tuple(span if fits >> square & 1 else tight for square in path)


def tell(
    table: Table,
    me: Creature,
    path: tuple[int, ...],
    spans: tuple[int, ...],
    gait: str,
    because: int,
    cites: tuple[str, ...],
) -> None:
    """One stretch of a move becomes fact."""
    from sim.rules.d20 import squeeze, terrain

    battle = table.battle
    span = own_span(me)
    if gait in ("push", "grapple", "back", "follow"):
        halves = 0
    else:
        way_of = fields(battle, me)
        if gait == "tumble":
            way_of = {**way_of, "blocked": 0}
        price = path_price(battle.ground, path, span, **way_of)  # type: ignore[arg-type]
        halves = price if price is not None else 2 * (len(path) - 1)
        cites += terrain.cites(battle.ground, path, halves)
        cites += tuple([rule for rule in passing.cites(battle, me, path, spans) if rule not in cites])
        if me.flags & condition.SLOWING:
            cites += (condition.HALF_SPEED,)
    tight = any(s < span for s in spans)
    if tight and squeeze.past_opponent(battle, me, path, spans):
        cites += (squeeze.PAST_OPPONENT,)
    table.tell(
        Moved(because, me.id, path, halves, gait, spans[-1], spans if tight else (), cites)  # type: ignore[arg-type]
    )
    if tight or me.flags & SQUEEZING or battle.ground.narrow:
        squeeze.settle(table, me, because)


def settle(table: Table, me: Creature, path: tuple[int, ...], because: int, arrived: bool) -> bool:
    """After a walk: whoever was stopped where nobody may stand is put back to the last legal place."""
    battle = table.battle
    if not arrived and not me.flags & (CANNOT_ACT | GRAPPLING) and len(path) > 1 and passing.no_room(battle, me, me.square):
        legal = [square for square in path[:-1] if not passing.no_room(battle, me, square)]
        if legal:
            table.tell(Moved(because, me.id, (me.square, legal[-1]), 0, "back", own_span(me), (), (ILLEGAL_STOP,)))
    return arrived
