"""Movement square by square, who may be passed, what it costs, and the free attacks that it gives."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sim.audit.adnd.fold import HELPLESS, OUT, Fighter, Scene
from sim.audit.claims import Breach, invariant
from sim.events.adnd import AttackMade, Shifted
from sim.events.course import Answered
from sim.events.movement import Moved
from sim.events.orders import Attack, Opportunity

ADND = ("adnd",)
SCALE = "adnd.move.scale"
PRICE = "adnd.move.step-price"
TERRAIN = "adnd.move.terrain"
OCCUPIED = "adnd.move.occupied"
SHIFT = "adnd.move.shift"
LIMIT = "adnd.melee.free-attack.limit"
PER_OPPONENT = "adnd.melee.free-attack.per-opponent"
FORCED = ("push", "grapple", "back")
"""Changes of place that are nobody's own movement."""


@invariant("ways-are-legal", Moved, books=ADND)
def ways_are_legal(event: Moved, scene: Scene) -> Iterator[Breach]:
    """Each step is one that the ground allows, at its price; nobody goes through able enemies or stops on others."""
    me = scene.fighters[event.who]
    if event.path[0] != me.square:
        yield OCCUPIED, f"{me.id} sets out from {scene.name(event.path[0])}, and it stands at {scene.name(me.square)}"
    if event.gait in FORCED:
        return
    bearer = scene.fighters[me.mount] if me.mount else me
    swims, flies = bool(me.sheet.swim or me.sheet.fly), bool(bearer.sheet.fly)
    halves = 0
    for before, after in pairwise(event.path):
        if flies:
            price = _air(scene, before, after, me.span)
        else:
            price = scene.terrain.step(before, after, me.span, swims, me.sheet.size == "tiny", False)
        if price is None:
            yield TERRAIN, f"{me.id} cannot step from {scene.name(before)} to {scene.name(after)}"
            return
        bodies = False
        for other in _met(scene, me, after):
            if other.side != me.side and other.names.isdisjoint(HELPLESS | OUT) and not other.felled:
                if abs(other.rank - me.rank) < 2 and other.altitude == me.altitude:
                    yield OCCUPIED, f"{me.id} goes through {other.id} at {scene.name(after)}"
            bodies = bodies or not other.names.isdisjoint(HELPLESS)
        halves += price * (2 if bodies and not flies else 1)
    if halves != event.halves:
        yield PRICE, f"the way of {me.id} costs {halves} half squares, and {event.halves} are on record"
    if event.gait == "step" and event.halves > 3:
        yield SHIFT, f"{me.id} shifts {event.halves} half squares"


def _air(scene: Scene, before: int, after: int, span: int) -> int | None:
    """Half squares of one step through the air, where nothing but walls is in the way (adnd.mounted.flight)."""
    stride = scene.terrain.stride
    (y, x), (to_y, to_x) = divmod(before, stride), divmod(after, stride)
    walls = any(scene.terrain.symbol.get(square, "#") == "#" for square in scene.terrain.footprint(after, span))
    if walls or max(abs(to_x - x), abs(to_y - y)) != 1:
        return None
    return 3 if to_x != x and to_y != y else 2


def _met(scene: Scene, me: Fighter, square: int) -> Iterator[Fighter]:
    """Who stands in the squares of a place, besides a rider and its mount."""
    space = set(scene.terrain.footprint(square, me.span))
    for other in scene.fighters.values():
        if other.id in (me.id, me.rider, me.mount) or not other.names.isdisjoint({"dead", "gone"}):
            continue
        if space.intersection(scene.squares(other)):
            yield other


@invariant("movement-is-within-the-rate", Moved, after=True, books=ADND)
def movement_is_within_the_rate(event: Moved, scene: Scene) -> Iterator[Breach]:
    """In a round nobody goes farther than its movement rate, or half as far again in a charge."""
    me = scene.fighters[event.who]
    mover = scene.fighters[me.mount] if me.mount else me
    rate = max(mover.sheet.movement, mover.sheet.fly)
    if event.gait in FORCED:
        return
    most = 3 * rate // 2 if event.gait == "charge" else rate // 3 if event.gait == "withdraw" else rate
    gone = me.halves + event.halves
    if gone // 2 > most and event.gait not in ("crawl", "step"):
        yield SCALE, f"{me.id} goes {gone // 2} squares by {event.gait}, and may go {most}"


@invariant("nobody-stops-on-another", Moved, after=True, books=ADND)
def nobody_stops_on_another(event: Moved, scene: Scene) -> Iterator[Breach]:
    """A way that is not interrupted ends in a free place."""
    me = scene.fighters[event.who]
    following = scene.events[scene.seq + 1 : scene.seq + 6]
    if any(type(later) is Moved and later.who == me.id and later.because == event.because for later in following):
        return
    if any(type(later) is Answered for later in following[:4]):
        return
    others = [other.id for other in _met(scene, me, event.path[-1]) if other.side != me.side]
    if others and event.gait not in ("grapple",):
        yield OCCUPIED, f"{me.id} stops at {scene.name(event.path[-1])} on {', '.join(others)}"


@invariant("one-shift-a-round", Shifted, books=ADND)
def one_shift_a_round(event: Shifted, scene: Scene) -> Iterator[Breach]:
    """A shift is had once, by those who do not move otherwise."""
    me = scene.fighters[event.who]
    if me.shifted or me.halves:
        yield SHIFT, f"{me.id} shifts, and it has shifted or moved in this round already"


@invariant("free-attacks-are-limited", AttackMade, books=ADND)
def free_attacks_are_limited(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """A free attack answers an occasion; one opponent is struck at once a round, and only so many are."""
    if not event.free:
        return
    me = scene.fighters[event.attacker]
    root = scene.root()
    if type(root) is Answered and type(root.question) is Opportunity:
        if type(root.answer) is not Attack or root.question.provoker != event.target:
            yield "adnd.melee.free-attack.choice", f"{me.id} strikes freely at {event.target}, and did not choose to"
        first = scene.notes.get("free", {}).get((scene.round, me.id, event.target))
        if first is not None and first != event.because:
            yield PER_OPPONENT, f"{me.id} has struck freely at {event.target} in this round before"
        scene.notes.setdefault("free", {})[scene.round, me.id, event.target] = event.because
    limit = (3 if me.sheet.group in ("warrior", "creature") else 1) + me.sheet.level // 5
    struck = set(me.free) | {event.target}
    if len(struck) > limit:
        yield LIMIT, f"{me.id} strikes freely at {len(struck)} enemies in this round, and may at {limit}"
