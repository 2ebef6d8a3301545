"""
Moving on the ground (d20.move.*), and the walk that all gaits share: step by step, each threatened square announced.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from sim.dice.sources import Die
from sim.events.movement import Moved
from sim.events.orders import Move, Step
from sim.grid.bits import covered, grown, of, squares
from sim.grid.movement import Flood, flood, gait, path_price, price_in_spans, squeezed_span
from sim.grid.reach import within
from sim.grid.sight import line_of_effect
from sim.grid.terrain import Ground
from sim.rules.d20 import aoo, boons, condition, ready, squeeze, terrain, threat, turning
from sim.rules.d20 import pass_ as passing
from sim.rules.d20 import speed as speeds
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import (
    CANNOT_ACT,
    DISABLED,
    HELPLESS,
    HIDDEN,
    PRONE,
    ROPED,
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
CLIMB_SWIM = "d20.move.climb-swim"
ACCELERATED = "d20.move.accelerated-climb"
ILLEGAL_STOP = "d20.move.illegal-stop"
CLOSEST_TIE = "d20.move.closest-tie"


CLIMBS = ("climb", "climb-fast", "swim")
FORCED = ("push", "grapple", "back", "follow")
"""Ways of changing place that are no movement of the creature's own."""


def speed(me: Creature) -> int:
    """Squares of one move action now."""
    squares = me.sheet.speed // 5
    if me.boons:
        if boons.is_rooted(me):
            return 0
        squares += min(squares, boons.total(me, "speed"))
    flags = me.flags
    if flags & condition.SLOWING or (flags & DISABLED and me.value("disabled")):
        return squares // 2
    return squares


def parity(battle: Battle, me: Creature) -> int:
    """The half square pending from earlier diagonals of this turn (option ``diagonal-count``)."""
    turn = battle.turn
    if turn.who != me.id or battle.options.get("diagonal-count") == "move":
        return 0
    return turn.halves % 2


def own_span(me: Creature) -> int:
    """Squares on a side of its normal space."""
    return SIZE[me.sheet.size].span


def swims(me: Creature) -> bool:
    """Is deep water no obstacle to it: does it swim, or fly over it?"""
    return me.sheet.swim > 0 or me.sheet.fly > 0


def fields(battle: Battle, me: Creature) -> dict[str, int | bool]:
    """What the ground is like for this mover, as arguments of a flood."""
    memo = battle.memo()
    key = ("fields", me.id)
    found = memo.get(key)
    if found is None:
        found = memo[key] = {
            "blocked": passing.barred(battle, me),
            "swimmer": swims(me),
            "small": me.sheet.size in ("fine", "diminutive", "tiny"),
            "squeeze": True,
        }
    return found  # type: ignore[return-value]


def reach(battle: Battle, me: Creature, budget: int, *, leaving: int = -1, until: int = 0) -> Flood:
    """Everywhere that ``budget`` squares of movement take this creature (kept until the next event)."""
    memo = battle.memo()
    key = ("reach", me.id, budget, leaving, until)
    area = memo.get(key)
    if area is None:
        area = memo[key] = flood(
            battle.ground,
            me.square,
            own_span(me),
            budget,
            parity=parity(battle, me),
            leaving=leaving,
            until=until,
            **fields(battle, me),  # type: ignore[arg-type]
        )
    return area  # type: ignore[return-value]


def destinations(battle: Battle, me: Creature, budget: int) -> int:
    """The anchors where a move of ``budget`` squares may end (kept until the next event)."""
    memo = battle.memo()
    key = ("destinations", me.id, budget)
    ends = memo.get(key)
    if ends is None:
        ends = memo[key] = _destinations(battle, me, budget)
    return ends  # type: ignore[return-value]


def _destinations(battle: Battle, me: Creature, budget: int) -> int:
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
    if me.flags & ROPED:
        from sim.rules.d20 import net_rope

        ends &= net_rope.leash(battle, me)
    return ends


def route(battle: Battle, me: Creature, to: int, budget: int, *, free: tuple[str, ...] = ()) -> tuple[int, ...]:
    """
    The engine's canonical path: fewest opportunity attacks known to the mover, then the least cost, then the lowest
    squares. ``free`` are enemies that get nothing from the first square. Empty when there is no way.
    """
    area = reach(battle, me, budget)
    if not (area.reached | area.squeezed) >> to & 1:
        return ()
    path = area.path(to)
    if watchers(battle, me, of(path[:-1])):
        wary, here = watchers(battle, me, area.reached | area.squeezed), battle.footprint(me)
        open_to = [squares for foe, squares in wary if not squares & here or foe.id in free]
        if not open_to:
            return path
        for spared in (None, *range(len(open_to))) if len(open_to) > 1 else (None,):
            danger = 0
            for index, squares in enumerate(open_to):
                if index != spared:
                    danger |= squares
            danger = passing.overlapping(battle.ground, danger, own_span(me))
            careful = reach(battle, me, budget, leaving=~danger)
            if (careful.reached | careful.squeezed) >> to & 1:
                return careful.path(to)
    return path


def watchers(battle: Battle, me: Creature, anchors: int) -> list[tuple[Creature, int]]:
    """
    The enemies that could still take an opportunity at this creature's movement over these anchors, in the order of the
    scenario, each with the squares that it threatens (kept until the next event).
    """
    memo = battle.memo()
    key = ("watchers", me.id, anchors)
    found: list[tuple[Creature, int]] | None = memo.get(key)  # type: ignore[assignment]
    if found is None:
        way = covered(anchors, own_span(me), battle.ground.stride)
        near = grown(way, battle.longest_reach, battle.ground.stride) & battle.enemies_mask(me.side)
        foes = [foe for foe in battle.occupants(near) if could_watch(me, foe)] if near else []
        if len(foes) > 1:
            ids = {foe.id for foe in foes}
            foes = [foe for foe in battle if foe.id in ids]
        found = memo[key] = [
            (foe, squares) for foe in foes if (squares := threat.threatened_squares(battle, foe)) & way
        ]
    return found


def could_watch(me: Creature, foe: Creature) -> bool:
    """Could this one, if it is near enough, still take an opportunity at a creature's movement?"""
    return foe.side != me.side and foe.id not in me.passed and foe.active and not aoo.why_no_reaction(foe)


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
    if order.mode in ("tumble", "hide"):
        return speed(me) // 2
    return speed(me)


@constraint(NORMAL, Move)
def too_far(battle: Battle, me: Creature, order: Move) -> bool | tuple[str, ...]:
    """A move action covers at most the creature's speed, over ground that it can pass; enemies bar the way."""
    if order.mode in CLIMBS:
        from sim.rules.d20 import climbing

        return climbing.why_not(battle, me, order)
    if order.mode == "slip":
        return squeeze.why_no_slip(battle, me, order)
    if order.mode in ("crawl", "minimum"):
        return battle.ground.distance(me.square, 1, order.to, 1) != 1 or price_of_step(battle, me, order.to) is None
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
    if passing.way_through(battle, me, order, budget):
        return NORMAL, passing.OPPONENT
    return NORMAL, *speeds.rules(me)


def price_of_step(battle: Battle, me: Creature, to: int) -> int | None:
    """Half squares that a single step costs; ``None`` where there is no such step."""
    if not battle.ground.inside >> to & 1:
        return None
    return path_price(battle.ground, (me.square, to), own_span(me), **fields(battle, me))  # type: ignore[arg-type]


@constraint(CORNER, Move, Step)
def cuts_a_corner(battle: Battle, me: Creature, order: Move | Step) -> bool:
    """No single step goes diagonally past the corner of something solid."""
    ground = battle.ground
    if (type(order) is Move and order.mode not in ("crawl", "minimum")) or (
        abs(order.to - me.square) not in (ground.stride - 1, ground.stride + 1)
    ):
        return False
    free = ground.inside & ~ground.solid & ~passing.barred(battle, me)
    return bool(ground.anchors(free, own_span(me)) >> order.to & 1) and price_of_step(battle, me, order.to) is None


@constraint(passing.STOP, Move)
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
    price = price_of_step(battle, me, order.to)
    return price is None or (price + parity(battle, me)) // 2 <= speed(me)


def handles(table: Table, me: Creature, order: Move, because: int) -> bool:
    """What it takes in hand or puts away at the beginning of a move. True if it can go on."""
    from sim.rules.d20 import shield, weapon

    if order.draw:
        weapon.draw_on_the_way(table, me, order.draw, because)
    if order.sheathe:
        weapon.sheathe_on_the_way(table, me, order.sheathe, because)
        if me.flags & CANNOT_ACT:
            return False
    if order.shield:
        shield.on_the_way(table, me, order.shield, because)
    return True


@procedure(Move)
def move(me: Creature, order: Move, table: Table, because: int) -> None:
    """Go there, if nothing on the way prevents it."""
    battle = table.battle
    if (order.draw or order.sheathe or order.shield) and not handles(table, me, order, because):
        return
    if order.mode in ("tumble", "tumble-fast"):
        passing.tumble(table, me, order, because)
        return
    if order.mode in CLIMBS:
        from sim.rules.d20 import climbing

        climbing.go(table, me, order, because)
        return
    if order.mode == "slip":
        squeeze.slip(table, me, order, because)
        return
    if order.mode in ("crawl", "minimum"):
        rules = (CRAWL, CRAWL_AOO) if order.mode == "crawl" else (MINIMUM, MINIMUM_AOO)
        walk(table, me, (me.square, order.to), order.mode, because, rules)
        return
    path = way(battle, me, order, budget_of(battle, me, order))
    if order.mode in ("hide", "hide-fast"):
        from sim.rules.d20 import hide

        if walk(table, me, path, "walk", because):
            hide.attempt(table, me, order, because)
        return
    if me.flags & HIDDEN:
        from sim.rules.d20 import hide

        hide.come_out(table, me, because)
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
    later: tuple[str, ...] = (),
    met: tuple[int, ...] = (),
    onward: bool = False,
) -> bool:
    """
    Go along a path. Before a threatened square is left, whoever threatens it gets its opportunity; what stops the
    mover there ends the walk. True if the end was reached. Who crawls exposes itself at the end of it as well.

    ``free``: enemies for whom the first square does not count as threatened; ``quiet``: enemies that get nothing at
    all; ``later``: rules by which the squares after the first expose; ``met``: zones of spells that it has met on its
    way; ``onward``: it goes on at once from the end of it, where somebody may stand then. A zone may stop it. Who comes
    close to undead that it turned frees them there and then.
    """
    battle = table.battle
    if battle.zones:
        from sim.rules.d20 import zones

        if (met_now := zones.next_met(battle, me, path, met)) is not None:
            index, zone = met_now
            way, rest = path[: index + 1], path[index:]
            met = (*met, zone.number)
            go = partial(walk, table, me, gait=gait, because=because, cites=cites, quiet=quiet, later=later, met=met)
            if index and not go(path=way, free=free, onward=onward or len(rest) > 1):
                return False
            if not zones.let_pass(table, zone, me, because):
                return settle(table, me, way, because, len(rest) == 1)
            if len(rest) == 1:
                return True
            return go(path=rest, free=() if index else free, onward=onward)
    if me.sheet.classes and (close := turning.coming_close(battle, me, path)):
        way, rest = path[: close + 1], path[close:]
        go = partial(walk, table, me, gait=gait, because=because, cites=cites, quiet=quiet, later=later, met=met)
        return go(path=way, free=free, onward=True) and go(path=rest, onward=onward)
    wary = on_guard(battle, me, path, quiet)
    watched = bool(battle.ready) and bool(ready.waiting(battle, me))
    ground = battle.ground
    spans = spans_of(battle, me, path)
    start = 0
    last = len(path) - 1
    if wary or watched:
        danger = all_of(wary)
        for index in range(last + 1 if watched else last):
            here = ground.footprint(path[index], spans[index])
            cued = ready.cued(battle, me, path, spans, gait, index) if watched else []
            if not cued and (index == last or not here & danger):
                continue
            exempt = (*quiet, *free) if index == 0 else quiet
            if not cued and not any(squares & here and foe.id not in exempt for foe, squares in wary):
                continue
            if index > start:
                stretch = slice(start, index + 1)
                rule = ready.TRIGGER if cued else aoo.INTERRUPTS
                tell(table, me, path[stretch], spans[stretch], gait, because, (*cites, rule))
                start = index
            prone = me.flags & PRONE
            if cued:
                places = [foe.square for foe in cued]
                if ready.interrupt(table, cued, me, because, charging=gait == "charge"):
                    moved = [foe for foe, place in zip(cued, places, strict=True) if foe.square != place]
                    barred = in_the_way(battle, me, moved, path[index + 1 :], spans[index + 1 :], gait)
                    if barred or halted(me, path[index], prone):
                        return halt(table, me, path, gait, because, start, index)
                    wary = on_guard(battle, me, path, quiet)
                    danger = all_of(wary)
            if index < last and any(squares & here and foe.id not in exempt for foe, squares in wary):
                rules = passing.exposure(battle, me, path, spans, index)
                if index:
                    rules += later
                before = [(other, other.square) for other in battle] if battle.ready else []
                aoo.provoke(table, me, aoo.MOVING, because, exclude=exempt, cites=rules)
                moved = [other for other, place in before if other.square != place]
                barred = in_the_way(battle, me, moved, path[index + 1 :], spans[index + 1 :], gait)
                if barred or halted(me, path[index], prone):
                    return halt(table, me, path, gait, because, start, index)
                if moved:
                    wary = on_guard(battle, me, path, quiet)
                danger = all_of([(foe, squares) for foe, squares in wary if foe.id not in me.passed])
    if start < last or not last:
        tell(table, me, path[start:], spans[start:], gait, because, cites)
    if gait == "crawl":
        aoo.provoke(table, me, aoo.MOVING, because, cites=(CRAWL_AOO,))
    return settle(table, me, path, because, onward or not passing.no_room(battle, me, me.square, me.span))


def on_guard(battle: Battle, me: Creature, path: tuple[int, ...], quiet: tuple[str, ...]) -> list[tuple[Creature, int]]:
    """Those who could strike at a mover as it leaves squares of its path, and what they threaten; not the ``quiet``."""
    return [watcher for watcher in watchers(battle, me, of(path[:-1])) if watcher[0].id not in quiet]


def all_of(wary: list[tuple[Creature, int]]) -> int:
    """Every square that somebody on guard threatens."""
    danger = 0
    for _, threatened in wary:
        danger |= threatened
    return danger


def halted(me: Creature, square: int, prone: int) -> bool:
    """
    Has something ended a walk here: laid the mover low, thrown it down, put it elsewhere, or is somebody in its hold or
    it in somebody's?
    """
    seized = bool(me.flags & CANNOT_ACT or me.grapplers)
    return seized or me.square != square or bool(me.flags & PRONE and not prone)


def in_the_way(
    battle: Battle, me: Creature, others: list[Creature], path: tuple[int, ...], spans: tuple[int, ...], gait: str
) -> bool:
    """Has one of these stepped into the rest of a path: an enemy, or anybody into that of a charge?"""
    taken = 0
    for other in others:
        if (gait == "charge" or other.side != me.side) and not other.flags & HELPLESS:
            taken |= battle.footprint(other)
    ground = battle.ground
    return any(ground.footprint(square, span) & taken for square, span in zip(path, spans, strict=True))


def halt(table: Table, me: Creature, path: tuple[int, ...], gait: str, because: int, start: int, index: int) -> bool:
    """The walk ends here; a move that was stopped where it began has been moved all the same."""
    if not start and not me.flags & CANNOT_ACT and gait != "step":
        stop_short(table, me, gait, because)
    return settle(table, me, path[: index + 1], because, False)


def spans_of(battle: Battle, me: Creature, path: tuple[int, ...]) -> tuple[int, ...]:
    """The span taken at each anchor of a path."""
    span = own_span(me)
    if span == 1:
        return (1,) * len(path)
    way_of = fields(battle, me)
    fits = gait(battle.ground, span, swimmer=bool(way_of["swimmer"]), narrow=bool(way_of["small"])).fit
    if blocked := way_of["blocked"]:
        fits &= ~passing.overlapping(battle.ground, blocked, span)
    tight = squeezed_span(span)
    return tuple(span if fits >> square & 1 else tight for square in path)


def dear(ground: Ground, path: tuple[int, ...], spans: tuple[int, ...]) -> tuple[str, ...]:
    """The rules by which a path costs more than a square a step."""
    for before, after in pairwise(path):
        if abs(after - before) not in (1, ground.stride):
            return (DIAGONALS, *terrain.cites(ground, path, spans))
    return terrain.cites(ground, path, spans)


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
    battle = table.battle
    span = own_span(me)
    tight = span > 1 and any(s < span for s in spans)
    if gait in FORCED:
        halves = 0
    elif gait in ("climb", "swim", "slip"):
        straight = (1, battle.ground.stride)
        halves = sum(2 if abs(after - before) in straight else 3 for before, after in pairwise(path))
        if halves > 2 * (len(path) - 1):
            cites += (DIAGONALS,)
    else:
        way_of = fields(battle, me)
        if gait == "tumble":
            way_of = {**way_of, "blocked": 0}
        price = None if tight else path_price(battle.ground, path, span, **way_of)  # type: ignore[arg-type]
        if price is None:
            gaits = {"swimmer": bool(way_of["swimmer"]), "small": bool(way_of["small"])}
            price = price_in_spans(battle.ground, path, spans, span, **gaits)
        halves = price
        if halves > 2 * (len(path) - 1):
            cites += dear(battle.ground, path, spans)
        cites += tuple([rule for rule in passing.cites(battle, me, path, spans) if rule not in cites])
        if me.flags & condition.SLOWING:
            cites += (condition.HALF_SPEED,)
    if tight:
        past = squeeze.past_opponent(battle, me, path, spans)
        cites += (squeeze.MOVE_COST, squeeze.PAST_OPPONENT) if past else (squeeze.MOVE_COST,)
    shift(table, me, Moved(because, me.id, path, halves, gait, spans[-1], spans if tight else (), cites))  # type: ignore[arg-type]


def shift(table: Table, me: Creature, event: Moved) -> int:
    """
    Tell a movement of any kind and what comes of it at once: turned undead are free, zones let go, hiders are seen,
    squeezing begins or ends.
    """
    battle = table.battle
    start, before = me.square, battle.footprint(me)
    seq = table.tell(event)
    if me.sheet.classes and event.gait not in FORCED:
        turning.approach(table, me, start, seq)
    if battle.zones:
        from sim.rules.d20 import zones

        zones.moved(table, me, before, seq)
    if any(who.flags & HIDDEN for who in battle.creatures.values()):
        from sim.rules.d20 import hide

        hide.look_again(table, seq)
    if event.spans or me.flags & SQUEEZING or battle.ground.narrow:
        squeeze.settle(table, me, event.because)
    return seq


def settle(table: Table, me: Creature, path: tuple[int, ...], because: int, arrived: bool) -> bool:
    """
    After a walk: whoever was stopped where nobody may stand is put back to the last legal place; but not who has not
    left the place into which a grapple drew it.
    """
    battle = table.battle
    if arrived or me.flags & CANNOT_ACT or me.grapplers or not passing.no_room(battle, me, me.square, me.span):
        return arrived
    if way := path[:-1]:
        legal = [square for square in way if not passing.no_room(battle, me, square)]
        put_back(table, me, legal[-1] if legal else -1, because)
    return False


def put_back(table: Table, me: Creature, last: int, because: int) -> None:
    """
    Back to the last legal place (-1: none is any more), or to the closest if one is closer; among equally close ones a
    die decides.
    """
    battle = table.battle
    ground, span, here = battle.ground, own_span(me), me.square
    closed = ground.solid | ground.pits | ground.cliffs | ground.water | ground.narrow
    fits = ground.anchors(ground.inside & ~closed, span)
    to = last
    rules: tuple[str, ...] = (ILLEGAL_STOP,)
    dice: tuple[Die, ...] = ()
    for gap in range(1, max(ground.width, ground.height) if last < 0 else ground.distance(here, 1, last, 1)):
        near = [
            square
            for square in squares(within(ground, here, 1, gap, strict=True) & fits)
            if ground.distance(here, 1, square, 1) == gap
            and not passing.no_room(battle, me, square, span)
            and line_of_effect(ground, here, span, square, span)
        ]
        if near:
            to = near[0]
            if len(near) > 1:
                dice = table.roll(len(near))
                to = near[dice[0].value - 1]
                rules += (CLOSEST_TIE,)
            break
    if to < 0:
        return
    before = battle.footprint(me)
    seq = table.tell(Moved(because, me.id, (here, to), 0, "back", span, (), rules, dice))
    if battle.zones:
        from sim.rules.d20 import zones

        zones.moved(table, me, before, seq)
    squeeze.recheck(table, me, because)


def stop_short(table: Table, me: Creature, gait: str, because: int) -> None:
    """A move that is stopped where it began has been moved all the same (option ``step-after-stopped-move``)."""
    from sim.rules.d20 import step

    if table.battle.turn.who == me.id and table.battle.options.get("step-after-stopped-move") != "yes":
        rules = (aoo.INTERRUPTS, step.NO_OTHER_MOVEMENT)
        table.tell(Moved(because, me.id, (me.square,), 0, gait, me.span, (), rules))  # type: ignore[arg-type]
