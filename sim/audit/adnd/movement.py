"""Movement square by square, who may be passed, what it costs, and the free attacks that it gives."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from sim.audit.adnd import places
from sim.audit.adnd.fold import HELPLESS, OUT, Fighter, Scene
from sim.audit.adnd.pool import rate_of
from sim.audit.claims import Breach, invariant
from sim.events.adnd import (
    ActivationEnded,
    AttackMade,
    AttacksSet,
    BlowReserved,
    GroupCalled,
    RoundClosed,
    RoundOpened,
    Shifted,
    Walked,
)
from sim.events.course import Answered, FightEnded, OrderGiven
from sim.events.movement import Moved
from sim.events.orders import Attack, Charge, Choose, Dismount, Move, Opportunity, Pick, Run, Step, Withdraw
from sim.events.riding import Dismounted

ADND = ("adnd",)
SCALE = "adnd.move.scale"
PRICE = "adnd.move.step-price"
TERRAIN = "adnd.move.terrain"
OCCUPIED = "adnd.move.occupied"
SHIFT = "adnd.move.shift"
LIMIT = "adnd.melee.free-attack.limit"
PER_OPPONENT = "adnd.melee.free-attack.per-opponent"
WITHDRAW = "adnd.move.withdraw"
CHARGE = "adnd.charge.path"
ENTER = "adnd.move.enter-reach"
LEAVE = "adnd.move.leave-reach"
WHEN = "adnd.move.when"
BLOW = "adnd.style.missile.melee-comparison"
FORCED = ("push", "grapple", "back")
"""Changes of place that are nobody's own movement."""
ROOTED = frozenset({"held", "gripping", "grabbed", "pinned"})
"""Conditions that keep one in one's square."""


@invariant("ways-are-legal", Moved, books=ADND)
def ways_are_legal(event: Moved, scene: Scene) -> Iterator[Breach]:
    """Each step is one that the ground allows, at its price; nobody goes through able enemies or stops on others."""
    me = scene.fighters[event.who]
    if event.path[0] != me.square:
        yield OCCUPIED, f"{me.id} sets out from {scene.name(event.path[0])}, and it stands at {scene.name(me.square)}"
    if event.span != (scene.fighters[me.mount].span if me.mount else me.span):
        yield OCCUPIED, f"{me.id} takes up {event.span} squares, and its space is {me.span}"
    if event.gait in FORCED:
        return
    if rooted := me.names & ROOTED:
        yield SCALE, f"{me.id} moves, and it is {', '.join(sorted(rooted))}"
    bearer = scene.fighters[me.mount] if me.mount else me
    swims, flies = bool(me.sheet.swim or me.sheet.fly), bool(bearer.sheet.fly)
    halves = 0
    for before, after in pairwise(event.path):
        if flies:
            price = air(scene, before, after, me.span)
        else:
            price = scene.terrain.step(before, after, me.span, swims, me.sheet.size == "tiny", False)
        if price is None:
            yield TERRAIN, f"{me.id} cannot step from {scene.name(before)} to {scene.name(after)}"
            return
        bodies = False
        entered = set(scene.terrain.footprint(after, me.span)).difference(scene.terrain.footprint(before, me.span))
        for other in _met(scene, me, after):
            if (
                other.side != me.side
                and other.names.isdisjoint(HELPLESS | OUT)
                and not other.felled
                and abs(other.rank - me.rank) < 2
                and other.altitude == me.altitude
            ):
                yield OCCUPIED, f"{me.id} goes through {other.id} at {scene.name(after)}"
            bodies = bodies or not (other.names.isdisjoint(HELPLESS) or entered.isdisjoint(scene.squares(other)))
        halves += price * (2 if bodies and not flies else 1)
    if halves != event.halves:
        yield PRICE, f"the way of {me.id} costs {halves} half squares, and {event.halves} are on record"
    if event.gait == "step" and event.halves > 3:
        yield SHIFT, f"{me.id} shifts {event.halves} half squares"


def air(scene: Scene, before: int, after: int, span: int) -> int | None:
    """
    Half squares of one step through the air, where nothing but walls and their corners are in the way
    (adnd.mounted.flight, adnd.move.terrain).
    """
    terrain = scene.terrain
    (y, x), (to_y, to_x) = divmod(before, terrain.stride), divmod(after, terrain.stride)
    if max(abs(to_x - x), abs(to_y - y)) != 1:
        return None
    around = {after, y * terrain.stride + to_x, to_y * terrain.stride + x} - {before}
    if any(terrain.symbol.get(square, "#") == "#" for place in around for square in terrain.footprint(place, span)):
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


def _may_stop(scene: Scene, me: Fighter, square: int) -> bool:
    """Is there room for it to stop: nobody is there, nor a tree or door that it flies over?"""
    over = bool((scene.fighters[me.mount] if me.mount else me).sheet.fly)
    on_top = over and not scene.terrain.solid.isdisjoint(scene.terrain.footprint(square, me.span))
    return not on_top and not any(_met(scene, me, square))


@invariant("movement-is-within-the-rate", Moved, books=ADND)
def movement_is_within_the_rate(event: Moved, scene: Scene) -> Iterator[Breach]:
    """
    In a round nobody goes farther than its movement rate, or half as far again in a charge, a third in a withdrawal.
    """
    me = scene.fighters[event.who]
    rate = rate_of(scene, me)
    if event.gait in FORCED:
        return
    most = {"charge": 3 * rate // 2, "withdraw": rate // 3, "crawl": 1}.get(event.gait, rate)
    if "adnd.mounted.untrained" in event.cites:
        most = 3 * rate // 2
    if "adnd.move.withdraw.follow" in event.cites:
        most = rate // 2
    gone = me.halves + event.halves
    if gone // 2 > most and event.gait != "step":
        yield SCALE, f"{me.id} goes {gone // 2} squares by {event.gait}, and may go {most}"
    low = me.position
    if (low and event.gait not in ("crawl", "step")) or low == "sitting":
        yield "adnd.core.action.low-position-limits", f"{me.id} goes by {event.gait}, and it is {low}"


@invariant("movement-is-counted", Moved, Walked, books=ADND)
def movement_is_counted(event: Moved | Walked, scene: Scene) -> Iterator[Breach]:
    """What is gone counts for the round, at its price; getting down from a mount counts as half a move."""
    if isinstance(event, Moved):
        after = scene.events[scene.seq + 1 : scene.seq + 2]
        counted = any(type(e) is Walked and e.who == event.who and e.because == scene.seq for e in after)
        if after and not counted and event.gait not in FORCED:
            yield SCALE, f"{event.who} moves, and it does not count for the round"
        return
    source = scene.events[event.because] if event.because >= 0 else None
    if isinstance(source, Moved) and source.who == event.who:
        if event.halves != source.halves:
            yield PRICE, f"{event.who} goes {source.halves} half squares, and {event.halves} count for the round"
    elif isinstance(source, Dismounted):
        half = rate_of(scene, scene.fighters[event.who]) // 2 * 2
        if event.halves != half:
            yield "adnd.mounted.mount-dismount", f"getting down counts {event.halves} half squares, and ought to {half}"
    else:
        yield SCALE, f"movement of {event.who} counts for the round, and it has not moved"


@invariant("riders-get-off-their-own-mounts", Dismounted, books=ADND)
def riders_get_off_their_own_mounts(event: Dismounted, scene: Scene) -> Iterator[Breach]:
    """Whoever gets down, or comes off, sat there, and stands beside."""
    me = scene.fighters[event.who]
    rule = "adnd.mounted.mount-dismount"
    if me.mount != event.mount:
        yield rule, f"{me.id} gets off {event.mount}, and rides {me.mount or 'nothing'}"
        return
    mount = scene.fighters[event.mount]
    if max(scene.terrain.gap(mount.square, mount.span, event.square, event.span)) > 1:
        yield rule, f"{me.id} gets down at {scene.name(event.square)}, which is not beside its mount"


GAITS: dict[type[object], tuple[str, ...]] = {
    Move: ("walk", "crawl"),
    Withdraw: ("withdraw",),
    Run: ("run",),
    Charge: ("charge",),
    Step: ("step",),
    Dismount: (),
}
"""In which ways each order has one go."""


@invariant("movement-comes-of-orders", Moved, books=ADND)
def movement_comes_of_orders(event: Moved, scene: Scene) -> Iterator[Breach]:
    """Whoever moves has chosen to, in this way and in its own moment, or bolts, or follows somebody."""
    if event.gait in FORCED or "adnd.mounted.untrained" in event.cites:
        return
    source = scene.events[event.because] if event.because >= 0 else None
    order = getattr(source, "order", None)
    if isinstance(source, Answered):
        if source.who != event.who or not isinstance(source.question, Pick) or source.question.about != "follow":
            yield WHEN, f"{event.who} moves on an answer that does not say so"
        return
    if getattr(source, "who", "") != event.who or type(order) not in GAITS:
        yield WHEN, f"{event.who} moves, and has not been ordered to"
        return
    state = {"charge": "charging", "run": "fleeing"}.get(event.gait, "")
    if state and not scene.fighters[event.who].has(state):
        yield WHEN, f"{event.who} goes by {event.gait}, and is not {state}"
    if event.gait not in GAITS[type(order)]:
        yield WHEN, f"{event.who} goes by {event.gait}, and was ordered to {type(order).__name__}"
    if scene.active != event.who:
        yield WHEN, f"{event.who} moves, and it is {scene.active or 'nobody'} whose moment it is"


def _later(scene: Scene, event: Moved) -> Iterator[object]:
    """What follows until somebody else's moment comes."""
    for later in scene.events[scene.seq + 1 : scene.seq + 200]:
        if isinstance(later, GroupCalled | RoundClosed | RoundOpened | FightEnded | ActivationEnded):
            return
        yield later


def _goes_on(scene: Scene, event: Moved) -> bool:
    """Does the mover go on in the same movement?"""
    return any(
        isinstance(later, Moved) and later.who == event.who and later.because == event.because
        for later in _later(scene, event)
    )


@invariant("movement-ends-where-it-was-meant-to", Moved, after=True, books=ADND)
def movement_ends_where_it_was_meant_to(event: Moved, scene: Scene) -> Iterator[Breach]:
    """
    A movement ends at its goal, unless the mover stops in somebody's reach or goes down on the way, or withdraws from
    somebody to whom it would have come nearer.
    """
    source = scene.events[event.because] if event.because >= 0 else None
    order: Any = getattr(source, "order", None)
    if type(order) not in (Move, Withdraw, Run, Step) or _goes_on(scene, event):
        return
    me = scene.fighters[event.who]
    if event.path[-1] == order.to or any(_met(scene, me, order.to)):
        return
    if event.gait == "withdraw" and _nearer_to_one_in_reach(scene, me, order.to):
        return
    before = scene.events[max(0, scene.seq - 1) : scene.seq]
    for later in (*before, *_later(scene, event)):
        if isinstance(later, Answered) and isinstance(later.answer, Choose) and later.answer.option == "stop":
            return
        if isinstance(later, AttackMade) and later.hit and later.target in (event.who, scene.fighters[event.who].mount):
            return
    yield SCALE, f"{event.who} stops at {scene.name(event.path[-1])}, and was to go to {scene.name(order.to)}"


def _nearer_to_one_in_reach(scene: Scene, me: Fighter, to: int) -> bool:
    """Is a place nearer to an enemy in whose reach it stands, whichever way that turns?"""
    return any(
        places.gap(scene, foe, me) <= max((places.reach(foe, arm)[1] for arm in places.threatens_with(foe)), default=-1)
        and scene.terrain.distance(to, me.span, foe.square, foe.span)
        < scene.terrain.distance(me.square, me.span, foe.square, foe.span)
        for foe in scene.enemies(me)
    )


@invariant("charges-are-straight", Moved, books=ADND)
def charges_are_straight(event: Moved, scene: Scene) -> Iterator[Breach]:
    """Each step of a charge comes nearer to its target, over plain ground and through nobody's square."""
    source = scene.events[event.because] if event.because >= 0 else None
    order = getattr(source, "order", None)
    if event.gait != "charge" or not isinstance(order, Charge):
        return
    me, target = scene.fighters[event.who], scene.fighters[order.target]
    terrain = scene.terrain
    flies = bool((scene.fighters[me.mount] if me.mount else me).sheet.fly)
    for before, after in pairwise(event.path):
        here = terrain.distance(before, me.span, target.square, target.span)
        if terrain.distance(after, me.span, target.square, target.span) >= here:
            yield CHARGE, f"{me.id} charges from {scene.name(before)} to {scene.name(after)}, no nearer to {target.id}"
        if others := [other.id for other in _met(scene, me, after) if other.id not in (target.rider, target.mount)]:
            yield CHARGE, f"{me.id} charges through {', '.join(others)} at {scene.name(after)}"
        price = (
            air(scene, before, after, me.span)
            if flies
            else terrain.step(before, after, me.span, True, me.sheet.size == "tiny", False)
        )
        if price is None or price > 3:
            yield CHARGE, f"{me.id} charges over difficult ground at {scene.name(after)}"


@invariant("charges-have-room", OrderGiven, books=ADND)
def charges_have_room(event: OrderGiven, scene: Scene) -> Iterator[Breach]:
    """A charge needs two squares of room at the start, and one who stands."""
    order = event.order
    if not isinstance(order, Charge) or event.cost != "declaration":
        return
    me, target = scene.fighters[event.who], scene.fighters[order.target]
    if places.gap(scene, me, target) < 2:
        yield CHARGE, f"{me.id} charges {target.id} from {places.gap(scene, me, target)} square off"
    if me.position or me.names & ROOTED or me.has("dislocated-hip"):
        yield CHARGE, f"{me.id} charges, and is in no state to"


@invariant("withdrawing-comes-no-nearer", Moved, books=ADND)
def withdrawing_comes_no_nearer(event: Moved, scene: Scene) -> Iterator[Breach]:
    """No step of a withdrawal brings one nearer to an enemy who threatens one."""
    if event.gait != "withdraw":
        return
    me, terrain = scene.fighters[event.who], scene.terrain
    for foe in scene.enemies(me):
        squares = places.threatened(scene, foe) if foe.names.isdisjoint(OUT) else set()
        for before, after in pairwise(event.path):
            if squares.isdisjoint(terrain.footprint(before, me.span)):
                continue
            here = terrain.distance(before, me.span, foe.square, foe.span)
            if terrain.distance(after, me.span, foe.square, foe.span) < here:
                yield WITHDRAW, f"{me.id} withdraws to {scene.name(after)}, nearer to {foe.id}"


def _asked(scene: Scene, event: Moved, foe: Fighter) -> bool:
    """Was a foe offered its free attack in this movement?"""
    for known in reversed(scene.events[max(0, event.because) : scene.seq]):
        if (
            isinstance(known, Answered)
            and known.who == foe.id
            and isinstance(known.question, Opportunity)
            and known.question.provoker == event.who
        ):
            return True
    return False


@invariant("leaving-reach-is-answered", Moved, books=ADND)
def leaving_reach_is_answered(event: Moved, scene: Scene) -> Iterator[Breach]:
    """A step out of an enemy's reach gives that enemy a free attack first, except in a withdrawal."""
    if event.gait in (*FORCED, "withdraw") or scene.option("opportunity", "on") == "off":
        return
    me, terrain = scene.fighters[event.who], scene.terrain
    if me.felled:
        return
    spared = _followed(event, scene)
    for foe, squares in places.watching(scene, me):
        if foe.id == spared or (event.gait == "run" and _asked(scene, event, foe)):
            continue
        for index, (before, after) in enumerate(pairwise(event.path)):
            here = not squares.isdisjoint(terrain.footprint(before, me.span))
            there = not squares.isdisjoint(terrain.footprint(after, me.span))
            if not here or there:
                continue
            if index == 0 and not _asked(scene, event, foe) and not places.free_weapons(scene, foe, me):
                continue
            if index or not _asked(scene, event, foe):
                yield LEAVE, f"{me.id} leaves the reach of {foe.id} at {scene.name(before)}, and that is not asked"


def _followed(event: Moved, scene: Scene) -> str:
    """Whom it follows in this movement."""
    source = scene.events[event.because] if event.because >= 0 else None
    return source.question.other if isinstance(source, Answered) and isinstance(source.question, Pick) else ""


@invariant("entering-reach-stops", Moved, books=ADND)
def entering_reach_stops(event: Moved, scene: Scene) -> Iterator[Breach]:
    """A step into an enemy's reach ends the movement, unless the mover goes on and lets that enemy strike."""
    if event.gait in FORCED or scene.option("opportunity", "on") == "off":
        return
    me, terrain = scene.fighters[event.who], scene.terrain
    source = scene.events[event.because] if event.because >= 0 else None
    order = getattr(source, "order", None)
    spared = order.target if isinstance(order, Charge) else _followed(event, scene)
    steps = list(pairwise(event.path))
    goes_on = _goes_on(scene, event)
    for foe, squares in places.watching(scene, me):
        if foe.id == spared:
            continue
        for index, (before, after) in enumerate(steps):
            here = not squares.isdisjoint(terrain.footprint(before, me.span))
            there = not squares.isdisjoint(terrain.footprint(after, me.span))
            if here or not there or not _could_strike(scene, foe, me, after):
                continue
            if index + 1 < len(steps):
                yield ENTER, f"{me.id} goes through the reach of {foe.id} at {scene.name(after)} without stopping"
            elif goes_on and _may_stop(scene, me, after) and not _chose(scene, event, foe):
                yield ENTER, f"{me.id} goes on through the reach of {foe.id}, and has not chosen to"


def _could_strike(scene: Scene, foe: Fighter, me: Fighter, square: int) -> bool:
    """Could a foe strike freely at somebody in this square: does anything stand between, or is it too high?"""
    stood, me.square = me.square, square
    try:
        return places.may_strike_freely(scene, foe, me)
    finally:
        me.square = stood


def _chose(scene: Scene, event: Moved, foe: Fighter) -> bool:
    """Has the mover been asked whether it goes on in this enemy's reach, or can that strike no more?"""
    for later in _later(scene, event):
        if (
            isinstance(later, Answered)
            and isinstance(later.question, Pick)
            and later.who == event.who
            and later.question.about == "enter-reach"
            and later.question.other == foe.id
        ):
            return True
        if isinstance(later, Answered) and later.who == foe.id and getattr(later.question, "act", "") == "arriving":
            return True
    return False


@invariant("opportunities-are-due", Answered, books=ADND)
def opportunities_are_due(event: Answered, scene: Scene) -> Iterator[Breach]:
    """Whoever is asked for a free attack has one, within its reach and number, and strikes with what reaches."""
    question = event.question
    if not isinstance(question, Opportunity) or question.act not in FREE_ACTS:
        return
    foe, me = scene.fighters[event.who], scene.fighters[question.provoker]
    rule = "adnd.melee.free-attack.triggers"
    if foe.side == me.side:
        yield rule, f"{foe.id} is asked for a free attack on its friend {me.id}"
    if places.cannot(scene, foe):
        yield rule, f"{foe.id} is asked for a free attack, and is in no state to make one"
    if me.id in foe.free:
        yield PER_OPPONENT, f"{foe.id} is asked for a second free attack on {me.id} in the round"
    elif len(set(foe.free)) >= places.limit(foe):
        yield LIMIT, f"{foe.id} has made all its free attacks of the round"
    weapons = [weapon.name for weapon in places.free_weapons(scene, foe, me)]
    if not weapons:
        yield rule, f"{foe.id} is asked for a free attack on {me.id}, which it does not reach"
    elif isinstance(event.answer, Attack) and event.answer.weapon not in weapons:
        yield rule, f"{foe.id} strikes freely with {event.answer.weapon}, and {', '.join(weapons)} would reach"
    if isinstance(event.answer, Attack) and (event.answer.target != me.id or event.answer.how != "strike"):
        yield rule, f"{foe.id} answers {me.id} with something else than a blow at it"


FREE_ACTS = ("moving", "fleeing", "shooting", "bare-handed", "fumbling")
"""Occasions of free attacks."""


@invariant("free-attacks-that-are-chosen-are-made", Answered, books=ADND)
def free_attacks_that_are_chosen_are_made(event: Answered, scene: Scene) -> Iterator[Breach]:
    """Whoever chooses to strike does, at once."""
    if not isinstance(event.answer, Attack):
        return
    for later in scene.events[scene.seq + 1 : scene.seq + 60]:
        if later.because == scene.seq:
            return
        if isinstance(later, GroupCalled | RoundClosed | FightEnded | ActivationEnded | OrderGiven):
            yield "adnd.melee.free-attack.choice", f"{event.who} chooses to strike, and does not"
            return


@invariant("a-half-move-leaves-a-blow", BlowReserved, books=ADND)
def a_half_move_leaves_a_blow(event: BlowReserved, scene: Scene) -> Iterator[Breach]:
    """The one blow after all passes is for riders and whoever has moved up to half, if they have not struck yet."""
    me = scene.fighters[event.who]
    if not me.halves:
        yield BLOW, f"{me.id} has a blow to come for a move that it has not made"
    if me.halves // 2 > rate_of(scene, me) // 2 and not me.mount:
        yield "adnd.move.full", f"{me.id} has a blow to come, and has moved {me.halves // 2} squares"
    if me.made:
        yield BLOW, f"{me.id} has a blow to come, and has attacked already"


@invariant("a-blow-is-not-forgotten", ActivationEnded, books=ADND)
def a_blow_is_not_forgotten(event: ActivationEnded, scene: Scene) -> Iterator[Breach]:
    """Whoever has moved up to half, or has ridden, is able, armed and has no shots left has a blow to come."""
    me = scene.fighters[event.who]
    if not isinstance(me.declared, Move) or scene.number != 1 or not me.halves or me.shifted or me.made or me.blow:
        return
    if me.halves // 2 > rate_of(scene, me) // 2 and not me.mount:
        return
    if not me.can_act or me.felled or not places.threatens_with(me):
        return
    for known in reversed(scene.events[: scene.seq]):
        if isinstance(known, AttacksSet) and known.who == me.id:
            return
        if isinstance(known, GroupCalled):
            break
    yield BLOW, f"{me.id} has moved {me.halves // 2} squares, and has no blow to come"


@invariant("nobody-stops-on-another", Moved, after=True, books=ADND)
def nobody_stops_on_another(event: Moved, scene: Scene) -> Iterator[Breach]:
    """
    A way ends in a free place, unless the mover is felled on it; the small share one with friends (adnd.move.space).
    """
    me = scene.fighters[event.who]
    if _goes_on(scene, event) or event.gait in FORCED:
        return
    if any(isinstance(later, AttackMade) and later.hit and later.target == me.id for later in _later(scene, event)):
        return
    others = [other for other in _met(scene, me, event.path[-1]) if other.names.isdisjoint(OUT)]
    room = {"tiny": 1, "small": 5}
    for square in scene.squares(me):
        there = [other for other in others if square in scene.squares(other)]
        taken = sum(room.get(other.sheet.size, 10) if other.side == me.side else 10 for other in there)
        if there and taken + room.get(me.sheet.size, 10) > 10:
            yield OCCUPIED, f"{me.id} stops at {scene.name(square)} on {', '.join(other.id for other in there)}"


@invariant("one-shift-a-round", Shifted, books=ADND)
def one_shift_a_round(event: Shifted, scene: Scene) -> Iterator[Breach]:
    """A shift is had once, by those who do not move otherwise."""
    me = scene.fighters[event.who]
    if me.shifted or me.halves:
        yield SHIFT, f"{me.id} shifts, and it has shifted or moved in this round already"


@invariant("free-attacks-are-called-so", AttackMade, books=ADND)
def free_attacks_are_called_so(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """Free is what answers an occasion, and nothing else; it costs no attack of the round."""
    root = scene.root()
    question = root.question if isinstance(root, Answered) else None
    given = isinstance(question, Opportunity) and question.act in FREE_ACTS
    if event.how in ("parry", "block", "trap", "hostage", "astray"):
        given = given and event.free
    if event.free != given:
        rule = "adnd.melee.free-attack.timing"
        yield rule, f"the attack of {event.attacker} is {'free' if event.free else 'not free'}, wrongly"


@invariant("free-attacks-are-limited", AttackMade, books=ADND)
def free_attacks_are_limited(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """
    A free attack answers an occasion; one opponent is struck at once a round, and only so many are. Nobody chooses
    where one goes that goes astray.
    """
    if not event.free or event.how == "astray":
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


@invariant("charges-expose", AttackMade, books=ADND)
def charges_expose(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """Whoever strikes at the end of a charge is charging to the end of the round, and without his Dexterity."""
    source = scene.events[event.because] if 0 <= event.because < scene.seq else None
    own = isinstance(source, OrderGiven) and source.who == event.attacker and isinstance(source.order, Charge)
    if own and not scene.fighters[event.attacker].has("charging"):
        yield "adnd.charge.no-dex", f"{event.attacker} strikes in a charge, and is not charging"
