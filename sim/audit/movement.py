"""Movement: where it starts, every step of it, what it costs and may cost, and where nobody may stop."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from sim.audit import threat
from sim.audit.claims import Breach, invariant
from sim.audit.fold import ORDERED, Fighter, Scene, order_of
from sim.audit.geometry import Walker
from sim.audit.wounds import SETTLED
from sim.events import orders
from sim.events.attacks import AttackRolled, CheckRolled, ContestRolled
from sim.events.conditions import ConditionBegan
from sim.events.course import FightEnded, OrderGiven
from sim.events.movement import Moved, TumbleRolled
from sim.events.timing import ReadiedActBegan

NORMAL = "d20.move.normal"
STOP = "d20.pass.stop"

OWN = frozenset(
    {"overrun", "walk", "step", "run", "withdraw", "charge", "crawl", "tumble", "minimum", "swim", "climb", "slip"}
)
"""Ways of moving that a creature chooses."""

GAITS: dict[type[Any], tuple[str, ...]] = {
    orders.Step: ("step",),
    orders.Run: ("run",),
    orders.Withdraw: ("withdraw",),
    orders.Charge: ("charge", "follow"),
    orders.BullRush: ("follow",),
    orders.Overrun: ("walk", "charge", "overrun"),
    orders.Ride: ("walk", "run", "charge"),
    orders.SpringAttack: ("walk",),
}
MODES = {"walk": "walk", "tumble": "tumble", "tumble-fast": "tumble", "crawl": "crawl", "minimum": "minimum"}
MODES |= {"hide": "walk", "hide-fast": "walk"}
MODES |= {"climb": "climb", "climb-fast": "climb", "swim": "swim", "slip": "slip"}
ELEMENTS = {"climb": "^", "swim": "~"}
"""What is climbed, and what is swum."""

STRAIGHT = frozenset({"run", "charge"})
SLOWING = ("blinded", "entangled", "exhausted", "slowed")


def walker_of(me: Fighter) -> Walker:
    return Walker(me.own_span, me.sheet.swim > 0 or me.sheet.fly > 0, me.minute)


def may_pass(me: Fighter, other: Fighter) -> bool:
    """Through allies, the helpless, those three sizes off; the Tiny through anybody (d20.pass.*)."""
    return other.side == me.side or other.helpless or me.minute or abs(me.rank - other.rank) >= 3


def barred(scene: Scene, me: Fighter, path: tuple[int, ...], crossed: frozenset[str] = frozenset()) -> frozenset[int]:
    """The squares by a path that it may not enter because of who stands there; where it stands, it is in already."""
    ground = scene.terrain
    squares: set[int] = set()
    for other in scene.near(path, me.own_span):
        if not may_pass(me, other) and other.id not in crossed:
            squares.update(ground.footprint(other.square, other.span))
    return frozenset(squares.difference(ground.footprint(me.square, me.span)))


def speed(me: Fighter) -> int:
    """Squares of one move action now."""
    squares = me.sheet.speed // 5
    if me.boons:
        if me.given("rooted"):
            return 0
        squares += min(squares, me.gain("speed"))
    return squares // 2 if me.has(*SLOWING) or ("disabled" in me.names and me.value("disabled")) else squares


def budget(scene: Scene, me: Fighter, order: Any) -> tuple[int, str]:
    """Squares that an order may cover, and the rule."""
    pace = speed(me)
    single = scene.turn.restricted
    if isinstance(order, orders.Move):
        if order.mode == "crawl":
            return 1, "d20.move.crawl"
        if order.mode in ("tumble", "hide"):
            return pace // 2, "d20.pass.tumble"
        if order.mode == "climb-fast":
            return pace // 2, "d20.move.accelerated-climb"
        if order.mode == "climb" and me.sheet.climb:
            return me.sheet.climb // 5, "d20.move.climb-swim"
        if order.mode in ("climb", "swim"):
            return pace // 4, "d20.move.climb-swim"
        if order.mode == "slip":
            return 2, "d20.squeeze.narrower"
        return pace, NORMAL
    if isinstance(order, orders.Charge):
        return pace * (1 if single else 2), "d20.charge.max-distance"
    if isinstance(order, orders.SpringAttack):
        return pace, "d20.spring-attack.move"
    if isinstance(order, orders.Ride):
        runs = 4 + ("run" in me.sheet.feats)
        return pace * {"move": 1, "double": 2, "charge": 2, "run": runs}[order.mode], "d20.move.normal"
    if isinstance(order, orders.Overrun):
        return pace * (2 if order.mode == "charge" else 1), "d20.overrun.cost"
    if isinstance(order, orders.Withdraw):
        return pace * (1 if single else 2), "d20.withdraw.distance"
    if isinstance(order, orders.Run):
        heavy = me.sheet.armor is not None and me.sheet.armor.weight == "heavy"
        times = (3 if heavy else 4) + ("run" in me.sheet.feats)
        return pace * times, "d20.run.heavy-armor" if heavy else "d20.run.distance"
    if isinstance(order, orders.BullRush):
        return pace, "d20.bull-rush.push-extra"
    return 1, "d20.action.none.five-foot-step"


# ---- each stretch ---------------------------------------------------------------------------------------------


@invariant("nobody-is-in-two-places", Moved)
def nobody_is_in_two_places(event: Moved, scene: Scene) -> Iterator[Breach]:
    """A move starts where its mover stands, and neither the dead nor the gone make one."""
    me = scene.fighters[event.who]
    if not event.path or event.path[0] != me.square:
        start = scene.name(event.path[0]) if event.path else "nowhere"
        yield NORMAL, f"{event.who} moves from {start}, and stands at {scene.name(me.square)}"
    if me.has("dead", "gone"):
        yield NORMAL, f"{event.who} moves, and is {', '.join(sorted(me.names))}"


@invariant("steps-are-legal", Moved)
def steps_are_legal(event: Moved, scene: Scene) -> Iterator[Breach]:
    """Every step goes to a neighbouring space that can be entered, and costs what the ground asks for."""
    me, path = scene.fighters[event.who], event.path
    if len(path) < 2:
        if event.halves or event.span != me.span:
            yield NORMAL, f"{me.id} goes nowhere at a price of {event.halves} half squares"
        return
    if event.gait in ELEMENTS:
        yield from _climbed(event, scene, me)
    elif event.gait == "slip":
        yield from _slipped(event, scene, me)
    elif event.gait in OWN:
        yield from _walked(event, scene, me)
    else:
        yield from _shoved(event, scene, me)


def _walked(event: Moved, scene: Scene, me: Fighter) -> Iterator[Breach]:
    path, ground = event.path, scene.terrain
    crossed = frozenset(scene.notes.get(("crossed", event.because), ())) if event.gait == "tumble" else frozenset()
    if event.gait == "overrun":
        target = scene.fighters.get(getattr(getattr(scene.root(), "order", None), "target", ""))
        crossed = frozenset() if target is None else frozenset({target.id, target.rider})
    closed = barred(scene, me, path, crossed)
    walker = walker_of(me)
    total = 0
    for place, (before, after) in enumerate(pairwise(path), 1):
        price, tight = ground.stride_of(before, after, walker, closed, _bent(event, scene, me, place))
        if price is None:
            here, there = scene.name(before), scene.name(after)
            yield _why_no_step(scene, me, before, after, closed), f"{me.id} cannot go from {here} to {there}"
            return
        total += price
        span = event.spans[place] if event.spans else event.span
        right = (me.own_span + 1) // 2 if tight else me.own_span
        if span != right:
            there = scene.name(after)
            what = f"{me.id} takes {span} squares on a side at {there}, and it ought to take {right}"
            yield "d20.squeeze.width", what
    if total != event.halves:
        yield (
            "d20.move.diagonals",
            (
                f"{me.id}'s way from {scene.name(path[0])} to {scene.name(path[-1])} is told at {event.halves}"
                f" half squares, and it costs {total}"
            ),
        )


def _climbed(event: Moved, scene: Scene, me: Fighter) -> Iterator[Breach]:
    """On rock and in water a step costs what it would in the open; each begins or ends there."""
    rule, ground, element = "d20.move.climb-swim", scene.terrain, ELEMENTS[event.gait]
    closed, total = barred(scene, me, event.path), 0
    for before, after in pairwise(event.path):
        there = ground.symbol.get(after, "#")
        enters = element in (ground.symbol.get(before), there)
        foreign = there in "#T+on" or (there in "^~" and there != element)
        if ground.distance(before, 1, after, 1) != 1 or not enters or foreign or after in closed:
            yield rule, f"{me.id} cannot {event.gait} from {scene.name(before)} to {scene.name(after)}"
            return
        total += 2 if abs(after - before) in (1, ground.stride) else 3
    if total != event.halves or event.span != me.own_span:
        yield rule, f"{me.id}'s {event.gait} is told at {event.halves} half squares, and costs {total}"
    speed_of_its_own = event.gait == "climb" and me.sheet.climb
    if not speed_of_its_own and ("checked", event.because, event.gait) not in scene.notes:
        yield rule, f"{me.id} goes at a {event.gait} without a check that succeeds"


def _slipped(event: Moved, scene: Scene, me: Fighter) -> Iterator[Breach]:
    """Into a crevice beside it, after an Escape Artist check; half its width is too much for the gap."""
    ground = scene.terrain
    to = event.path[-1]
    right = ground.symbol.get(to) == "n" and me.own_span == 2 and event.span == 1 and event.halves == 4
    if not right or ground.distance(me.square, me.span, to, 1) > 1 or any(scene.in_squares((to,))):
        yield "d20.squeeze.narrower", f"{me.id} slips to {scene.name(to)}, where it cannot"
    if ("checked", event.because, "escape-artist") not in scene.notes:
        yield "d20.squeeze.narrower", f"{me.id} slips to {scene.name(to)} without a check that succeeds"


@invariant("steps-are-legal", CheckRolled)
def checks_open_ways(event: CheckRolled, scene: Scene) -> tuple[()]:
    """Keeps which checks have succeeded, by their order."""
    if event.success:
        scene.notes["checked", event.because, event.check] = True
    return ()


def _bent(event: Moved, scene: Scene, me: Fighter, place: int) -> tuple[bool, bool]:
    """Where it goes on squeezing on a way that somebody left free in the middle of the move."""
    if not event.spans or event.because == scene.seq - 1:
        return False, False
    return event.spans[place - 1] < me.own_span, event.spans[place] < me.own_span


def _why_no_step(scene: Scene, me: Fighter, before: int, after: int, closed: frozenset[int]) -> str:
    """The rule that bars a step."""
    ground = scene.terrain
    if ground.distance(before, 1, after, 1) != 1:
        return NORMAL
    if not closed.isdisjoint(ground.footprint(after, me.span)):
        return "d20.pass.opponent"
    if ground.stands(after, me.own_span, walker_of(me).swims, me.minute):
        return "d20.move.corner"
    return "d20.terrain.obstacle"


def _shoved(event: Moved, scene: Scene, me: Fighter) -> Iterator[Breach]:
    """Movement that others force, or that a grapple brings: over ground that can be stood on."""
    path, ground = event.path, scene.terrain
    swims = me.sheet.swim > 0 or me.sheet.fly > 0
    total = 0
    for before, after in pairwise(path):
        if not ground.stands(after, event.span, swims, me.minute or me.own_span == 1):
            if event.gait != "grapple" or not _dragged(scene, me, after):
                yield "d20.terrain.obstacle", f"{me.id} is put to {scene.name(after)}, where it cannot stand"
            return
        price = ground.step(before, after, event.span, swims, me.minute, False)
        if price is None and event.gait in ("push", "follow"):
            yield "d20.bull-rush.push", f"{me.id} is pushed from {scene.name(before)} to {scene.name(after)}"
            return
        total += price or 0
    if event.gait != "follow":
        total = 0
    if total != event.halves:
        yield "d20.move.diagonals", f"{me.id}'s {event.gait} is told at {event.halves} half squares, and costs {total}"
    if event.gait == "push" and _others_at(scene, me, path[-1], event.span, _rusher(scene)):
        yield "d20.bull-rush.push", f"{me.id} is pushed to {scene.name(path[-1])}, where somebody stands"


def _dragged(scene: Scene, me: Fighter, square: int) -> bool:
    """The smaller in a grapple are dragged along in the space of the largest."""
    return square in scene.terrain.symbol


def _rusher(scene: Scene) -> str:
    return getattr(scene.root(), "who", "")


def _others_at(scene: Scene, me: Fighter, square: int, span: int, but: str = "") -> list[Fighter]:
    """Those at this place who are not helpless."""
    return [
        other
        for other in scene.in_squares(scene.terrain.footprint(square, span))
        if other is not me and other.id not in (but, me.rider, me.mount) and not other.helpless
    ]


@invariant("moves-are-of-their-order", Moved)
def moves_are_of_their_order(event: Moved, scene: Scene) -> Iterator[Breach]:
    """Each way of moving belongs to an order that asks for it, and stays within what that order may cover."""
    if event.gait not in OWN:
        return
    source = scene.events[event.because]
    order = getattr(source, "order", None)
    if type(source) not in ORDERED or (
        source.who != event.who and scene.notes.get(("ridden", event.because)) != event.who
    ):
        yield NORMAL, f"{event.who} moves, and no order of its own says so"
        return
    if event.gait == "step" and type(source) is ReadiedActBegan:
        yield from _step_out_of_turn(event, scene, source)
        return
    gaits = (MODES[order.mode],) if isinstance(order, orders.Move) else GAITS.get(type(order), ())
    if event.gait not in gaits:
        yield NORMAL, f"{event.who} goes at a {event.gait}, and its order is {_tag(order)}"
        return
    spent = scene.notes.get(("spent", event.because), 0) + event.halves
    scene.notes["spent", event.because] = spent
    before = scene.notes.get(("halves", event.because), 0)
    if scene.options.get("diagonal-count") == "move":
        before = 0
    squares = (before % 2 + spent) // 2
    most, rule = scene.notes["budget", event.because]
    if event.gait == "crawl":
        squares = len(event.path) - 1
    if squares > most and event.gait != "minimum":
        yield rule, f"{event.who} has gone {squares} squares at a {event.gait}, and {most} is the most"


def _step_out_of_turn(event: Moved, scene: Scene, source: ReadiedActBegan) -> Iterator[Breach]:
    """A 5-foot step goes with a readied act if its bearer has moved no other distance, to where it chose to go."""
    rule, what = "d20.ready.five-foot-step", f"{event.who} steps to {scene.name(event.path[-1])}"
    if scene.turn.moved or scene.turn.stepped or isinstance(source.order, (orders.Move, orders.Charge)):
        yield rule, f"{what} in a round in which it moves otherwise"
    if getattr(order_of(scene.events[source.because]), "to", -1) != event.path[-1]:
        yield rule, f"{what}, and did not choose to"
    if event.halves > 3:
        yield "d20.step.hampered", f"{what} at {event.halves} half squares"


def _tag(order: Any) -> str:
    return str(order.__struct_config__.tag)


# ---- what an order of movement promises -----------------------------------------------------------------------


@invariant("moves-are-of-their-order", *ORDERED, after=True, about=(orders.Move, *GAITS))
def moves_begin(event: Any, scene: Scene) -> tuple[()]:
    """Keeps where an order of movement begins, how far it may go, and how far the turn has gone."""
    me = scene.fighters[event.who]
    if me.mount and isinstance(event.order, (orders.Ride, orders.Overrun)):
        me = scene.fighters[me.mount]
    scene.notes["origin", scene.seq] = me.square
    scene.notes["budget", scene.seq] = budget(scene, me, event.order)
    scene.notes["halves", scene.seq] = scene.turn.halves if me.id == event.who else 0
    return ()


FREE_FEET: dict[type[Any], tuple[str, ...]] = {
    orders.Move: ("grappling", "pinned", "holding"),
    orders.Step: ("grappling", "pinned", "holding", "prone", "blinded"),
    orders.Run: ("grappling", "pinned", "holding", "prone", "blinded", "fatigued", "exhausted", "winded"),
    orders.Withdraw: ("grappling", "pinned", "holding", "prone", "blinded", "winded"),
    orders.Charge: (
        *("grappling", "pinned", "holding", "prone", "blinded"),
        *("entangled", "fatigued", "exhausted", "winded"),
    ),
    orders.BullRush: ("grappling", "pinned", "holding", "prone"),
    orders.Overrun: ("grappling", "pinned", "holding", "prone"),
}
"""Conditions that rule an order of movement out."""

FREE_FEET_RULES: dict[type[Any], str] = {
    orders.Move: "d20.grapple.consequence.no-movement",
    orders.Step: "d20.step.hampered",
    orders.Run: "d20.run.terrain",
    orders.Withdraw: "d20.withdraw.no-step",
    orders.Charge: "d20.charge.no-step",
    orders.BullRush: "d20.bull-rush.enter-space",
    orders.Overrun: "d20.overrun.cost",
}


@invariant("only-the-free-move", *ORDERED, about=(*FREE_FEET, orders.StandUp))
def only_the_free_move(event: Any, scene: Scene) -> Iterator[Breach]:
    """The held, the fallen and the blind have fewer ways to move, or none."""
    order, me = event.order, scene.fighters[event.who]
    kind = type(order)
    bad = [name for name in FREE_FEET.get(kind, ()) if name in me.names]
    if bad:
        yield FREE_FEET_RULES[kind], f"{event.who} is given {_tag(order)}, and is {', '.join(bad)}"
    if isinstance(order, orders.Move) and (order.mode == "crawl") != ("prone" in me.names):
        yield "d20.move.crawl", f"{event.who} moves by {order.mode}, and is {'' if me.has('prone') else 'not '}prone"
    if isinstance(order, orders.StandUp) and "prone" not in me.names:
        yield "d20.action.move.stand-up", f"{event.who} stands up, and is not prone"
    if isinstance(order, orders.Move) and order.mode.startswith("tumble"):
        armor = me.sheet.armor
        slowed = armor is not None and armor.weight != "light" and "dwarf" not in me.sheet.subtypes
        if slowed or me.sheet.ranks.get("tumble", 0) < 1:
            yield "d20.pass.tumble", f"{event.who} tumbles, untrained or in armor that slows"
    if isinstance(order, orders.Step):
        yield from _a_step(order, scene, me)
    elif isinstance(order, orders.Charge):
        yield from _a_charge(order, scene, me)
    elif isinstance(order, orders.Run):
        yield from _straight_on(order.to, scene, me, "d20.run.straight-line", "")


def _a_step(order: orders.Step, scene: Scene, me: Fighter) -> Iterator[Breach]:
    ground, rule = scene.terrain, "d20.step.hampered"
    if speed(me) < 2:
        yield rule, f"{me.id} takes a 5-foot step at a speed of {speed(me)} squares"
    price, tight = ground.stride_of(me.square, order.to, walker_of(me), barred(scene, me, (me.square, order.to)))
    if price is not None and (price > 3 or tight):
        yield rule, f"{me.id} takes a 5-foot step to {scene.name(order.to)}, which costs {price} half squares"
    dark = not ground.dark.isdisjoint(ground.footprint(order.to, me.span))
    if dark and not me.sheet.darkvision:
        yield rule, f"{me.id} takes a 5-foot step into the dark at {scene.name(order.to)}"


def _a_charge(order: orders.Charge, scene: Scene, me: Fighter) -> Iterator[Breach]:
    ground, target = scene.terrain, scene.fighters[order.target]
    run_up = ground.distance(me.square, 1, order.to, 1)
    if run_up < 2:
        yield "d20.charge.min-distance", f"{me.id} charges {run_up} squares, and 2 is the least"
    if scene.turn.moved or scene.turn.stepped:
        yield "d20.charge.no-step", f"{me.id} charges after it has moved"
    heights = me.sheet.height, target.sheet.height
    sees = ground.sight(me.square, me.span, target.square, target.span, me.sheet.darkvision // 5, *heights)
    if not sees or "invisible" in target.names:
        yield "d20.charge.closest-square", f"{me.id} charges {target.id}, which it does not see"
    weapon = me.weapons.get(order.weapon)
    if weapon is None:
        yield "d20.charge.single-attack", f"{me.id} charges with {order.weapon}, which it does not have"
        return
    nearest = _nearest_space(scene, me, target, threat.span_of_reach(me, weapon))
    if nearest is not None and run_up != nearest:
        yield (
            "d20.charge.closest-square",
            (f"{me.id} charges to {scene.name(order.to)}, {run_up} squares, and the closest space is {nearest} away"),
        )
    yield from _straight_on(order.to, scene, me, "d20.charge.clear-path", target.id)


def _nearest_space(scene: Scene, me: Fighter, target: Fighter, reach: tuple[int, int]) -> int | None:
    """Squares to the closest space from which the target can be struck, whoever may stand there."""
    spaces = _nearest_spaces(scene, me, target, reach)
    return scene.terrain.distance(me.square, 1, spaces[0], 1) if spaces else None


def _nearest_spaces(scene: Scene, me: Fighter, target: Fighter, reach: tuple[int, int]) -> list[int]:
    """The closest spaces from which the target can be struck, whoever may stand there, the lowest first."""
    ground, span = scene.terrain, me.own_span
    low, high = reach
    ty, tx = divmod(target.square, ground.stride)
    found: list[int] = []
    best = None
    for y in range(max(0, ty - high - span + 1), min(ground.height - span + 1, ty + target.span + high)):
        for x in range(max(0, tx - high - span + 1), min(ground.width - span + 1, tx + target.span + high)):
            square = y * ground.stride + x
            away = ground.distance(me.square, 1, square, 1)
            if best is not None and away > best:
                continue
            apart = high == 0 or ground.distance(square, span, target.square, target.span) > 0
            if apart and ground.strikes(square, span, target.square, target.span, low, high):
                if away != best:
                    best, found = away, []
                found.append(square)
    return found


@invariant("a-die-decides-between-equals", ConditionBegan, about=("charged",))
def a_die_decides_between_equals(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """By option ``charge-tie`` a die picks one of the closest spaces that are free and have a clear lane."""
    order = getattr(scene.events[event.because], "order", None) if event.because >= 0 else None
    if not event.dice or not isinstance(order, orders.Charge):
        return
    me, target = scene.fighters[event.who], scene.fighters[order.target]
    weapon = me.weapons[order.weapon]
    equal = [
        square
        for square in _nearest_spaces(scene, me, target, threat.span_of_reach(me, weapon))
        if _may_stop(me, _others_at(scene, me, square, me.own_span))
        and not list(_straight_on(square, scene, me, "d20.charge.clear-path", target.id))
    ]
    die = event.dice[0]
    if die.sides != len(equal):
        yield "d20.move.closest-tie", f"{me.id} rolls a d{die.sides} between {len(equal)} equally close spaces"
        return
    scene.notes["goal", event.because] = scene.notes["goals"][me.id] = equal[die.value - 1]


def _may_stop(me: Fighter, others: list[Fighter]) -> bool:
    """Is a space where these stand one in which it may end a move? The Tiny and smaller go among the larger."""
    return not others or (me.minute and not any(other.minute for other in others))


def _straight_on(goal: int, scene: Scene, me: Fighter, rule: str, target: str) -> Iterator[Breach]:
    """The way of a run or charge meets nothing that slows or blocks, and nobody who is not helpless."""
    ground = scene.terrain
    blocked: set[int] = set()
    for who in scene.within(ground.swept(me.square, me.own_span, goal)):
        other = scene.fighters[who]
        if other is me or (target and target in (other.id, other.mount, other.rider)):
            continue
        if not other.helpless or rule == "d20.run.straight-line":
            blocked.update(ground.footprint(other.square, other.span))
    swims = me.sheet.swim > 0 or me.sheet.fly > 0
    clear = ground.lane(me.square, me.own_span, goal, frozenset(blocked), swims)
    if not clear or not ground.plain(me.square, me.own_span, goal, swims):
        yield rule, f"{me.id} has no clear lane from {scene.name(me.square)} to {scene.name(goal)}"


@invariant("straight-is-straight", Moved)
def straight_is_straight(event: Moved, scene: Scene) -> Iterator[Breach]:
    """A run or a charge keeps to its line from where it began, over ground that does not slow."""
    if event.gait not in STRAIGHT or len(event.path) < 2:
        return
    rule = "d20.run.straight-line" if event.gait == "run" else "d20.charge.straight-line"
    order = getattr(scene.events[event.because], "order", None)
    origin = scene.notes.get(("origin", event.because), event.path[0])
    goal = scene.notes.get(("goal", event.because), getattr(order, "to", event.path[-1]))
    if not scene.terrain.on_line(origin, goal, event.path):
        names = " ".join(scene.name(square) for square in event.path)
        yield rule, f"{event.who}'s {event.gait} leaves its line: {names}"
    if event.halves > 3 * (len(event.path) - 1):
        yield rule, f"{event.who}'s {event.gait} costs {event.halves} half squares: slowed on the way"


@invariant("moves-arrive", *ORDERED, after=True)
def moves_set_out(event: Any, scene: Scene) -> tuple[()]:
    """An order of movement gets to where it says, unless somebody or something comes between."""
    order = event.order
    goals: dict[str, int] = scene.notes.setdefault("goals", {})
    if type(event) is OrderGiven:
        goals.clear()
        scene.notes.pop("movers", None)
    if isinstance(order, (orders.Move, orders.Step, orders.Run, orders.Withdraw, orders.Charge)):
        who, to = event.who, order.to

        def what() -> str:
            return f"{who} sets out for {scene.name(to)} and does not get there"

        for stopped in goals:
            scene.pay(("arrive", stopped))
        scene.owe(("arrive", who), "moves-arrive", NORMAL, what)
        goals[who] = to
    return ()


@invariant("moves-arrive", Moved, after=True)
def moves_arrive(event: Moved, scene: Scene) -> tuple[()]:
    """It has arrived."""
    if scene.notes.get("goals", {}).get(event.who) == event.path[-1]:
        scene.pay(("arrive", event.who))
    movers = scene.notes.setdefault("movers", set())
    if event.gait == "grapple":
        movers.discard(event.who)
    elif len(event.path) > 1:
        movers.add(event.who)
    return ()


@invariant("moves-arrive", AttackRolled, ContestRolled, TumbleRolled, CheckRolled, ConditionBegan)
def moves_are_stopped(event: Any, scene: Scene) -> tuple[()]:
    """An opportunity attack, a tumble that failed, breath that gave out: any of these may stop a move."""
    kind = type(event)
    for goer in scene.notes.get("goals", ()):
        if kind is AttackRolled:
            stops = event.target == goer
        elif kind is ContestRolled:
            stops = goer in (event.who, event.other)
        elif kind is ConditionBegan:
            harmless = ("charged", "ran", "dodging", "power-attack", "squeezing", "feinted")
            stops = event.who == goer and event.condition not in harmless
        else:
            stops = not event.success
        if stops:
            scene.pay(("arrive", goer))
    return ()


@invariant("nobody-stops-on-another", *SETTLED)
def nobody_stops_on_another(event: Any, scene: Scene) -> Iterator[Breach]:
    """
    Nobody ends a move where somebody stands who is not helpless.

    Those whom a grapple drew together may stay where they are, and the Tiny go among others.
    """
    movers = scene.notes.get("movers")
    if not movers or type(event) is FightEnded:
        return
    for who in movers:
        me = scene.fighters[who]
        if me.has("dead", "gone", "grappling", "holding") or me.helpless:
            continue
        others = [other for other in _others_at(scene, me, me.square, me.span) if not other.has("surrendered")]
        if _may_stop(me, others):
            continue
        others = [other for other in others if not (other.minute and not me.minute)]
        if others and who not in scene.notes.get("fallen among", ()):
            names = ", ".join(other.id for other in others)
            yield STOP, f"{who} stops at {scene.name(me.square)}, where {names} stands"
    movers.clear()


@invariant("nobody-stops-on-another", ConditionBegan)
def fallen_among_others(event: ConditionBegan, scene: Scene) -> tuple[()]:
    """A failed bull rush or overrun may leave its author on the ground in somebody's space."""
    if "d20.bull-rush.failure-prone" in event.cites or "d20.overrun.failure-prone" in event.cites:
        scene.notes.setdefault("fallen among", set()).add(event.who)
    return ()
