"""Who turns when, and which way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.audit.adnd import places
from sim.audit.adnd.fold import OUT, Fighter, Scene
from sim.audit.claims import Breach, invariant
from sim.events import orders
from sim.events.adnd import AttackMade, Faced, GroupCalled, RoundClosed
from sim.events.adnd_missile import ArrivalStruck
from sim.events.course import Answered, FightBegan, OrderGiven
from sim.events.movement import Moved

ADND = ("adnd",)
EIGHT = "adnd.move.facing.eight"
OWN_TURN = "adnd.move.facing.own-turn"
WHILE_MOVING = "adnd.move.facing.while-moving"
ROUND_START = "adnd.move.facing.round-start"
UNENGAGED = "adnd.move.facing.unengaged-turn"
KEEPING = ("withdraw", "step", "push", "grapple", "back")
"""Ways of moving in which one keeps one's facing, or has no say in it."""


def toward(scene: Scene, me: Fighter, other: Fighter) -> int:
    """The facing towards somebody."""
    return places.facing_to(scene, me.square, me.span, other.square, other.span)


@invariant("nobody-turns-without-a-reason", Faced, books=ADND)
def nobody_turns_without_a_reason(event: Faced, scene: Scene) -> Iterator[Breach]:
    """One turns at the start of the fight and of a round, on one's own turn, as one moves, or towards a newcomer."""
    me = scene.fighters[event.who]
    rules = set(event.cites)
    if not 0 <= event.facing < 8:
        yield EIGHT, f"{me.id} faces {event.facing}, and there are eight facings"
    if "adnd.mounted.movement" in rules:
        pair = scene.fighters.get(me.mount or me.rider)
        if pair is None:
            yield "adnd.mounted.movement", f"{me.id} turns with a mount or rider that it has not"
        elif scene.phase != "muster" and event.facing != pair.facing and scene.active not in (me.id, pair.id, ""):
            yield "adnd.mounted.movement", f"{me.id} faces {event.facing}, and {pair.id} faces {pair.facing}"
        return
    if EIGHT in rules:
        if scene.phase != "muster":
            yield EIGHT, f"{me.id} turns as at the start of the fight, and that is past"
        return
    if ROUND_START in rules:
        early = scene.stage == "start" or (scene.stage == "declare" and me.declared is None)
        if not early or not me.can_act:
            yield ROUND_START, f"{me.id} turns in the {scene.stage} of a round"
        return
    if WHILE_MOVING in rules:
        yield from _on_the_way(event, scene)
    elif UNENGAGED in rules:
        yield from _newcomer(event, scene, me)
    elif OWN_TURN in rules:
        if not _own_turn(event, scene):
            yield OWN_TURN, f"{me.id} turns, and it is {scene.active or 'nobody'} whose moment it is"
        source = scene.events[event.because] if event.because >= 0 else None
        aimed = source.order if isinstance(source, OrderGiven) and source.who == me.id else None
        if isinstance(aimed, orders.Attack) and aimed.target in scene.fighters:
            right = toward(scene, me, scene.fighters[aimed.target])
            if event.facing != right:
                yield OWN_TURN, f"{me.id} turns to {event.facing} to strike {aimed.target}, which is at {right}"
    elif not rules & {"adnd.move.flee", "adnd.move.withdraw.follow", "adnd.unarmed.wrestle.hold"}:
        yield OWN_TURN, f"{me.id} turns for no reason"


def _on_the_way(event: Faced, scene: Scene) -> Iterator[Breach]:
    moved = scene.events[event.because] if event.because >= 0 else None
    if type(moved) is not Moved or moved.who != event.who or len(moved.path) < 2:
        yield WHILE_MOVING, f"{event.who} turns as it moves, and it has not moved"
        return
    right = places.facing_to(scene, moved.path[-2], 1, moved.path[-1], 1)
    if event.facing != right:
        yield WHILE_MOVING, f"{event.who} faces {event.facing} after its step, and ought to face {right}"


def _newcomer(event: Faced, scene: Scene, me: Fighter) -> Iterator[Breach]:
    """Whom nobody else engages turns to an enemy who has just come into contact."""
    source = scene.events[event.because] if event.because >= 0 else None
    moved = [
        e for e in scene.events[max(0, scene.seq - 60) : scene.seq] if type(e) is Moved and e.because == event.because
    ]
    who = moved[-1].who if moved else getattr(source, "who", "")
    if who not in scene.fighters:
        yield UNENGAGED, f"{me.id} turns towards a newcomer, and nobody has come"
        return
    mover = scene.fighters[who]
    if mover.side == me.side or not me.can_act:
        yield UNENGAGED, f"{me.id} turns towards {mover.id}, and cannot"
    if event.facing != toward(scene, me, mover):
        yield UNENGAGED, f"{me.id} turns to {event.facing}, and {mover.id} is at {toward(scene, me, mover)}"
    if max(scene.terrain.gap(me.square, me.span, mover.square, mover.span)) > 1:
        yield UNENGAGED, f"{me.id} turns towards {mover.id}, which is not beside it"
    others = [foe.id for foe in places.engaged(scene, me) if foe is not mover]
    if others:
        yield UNENGAGED, f"{me.id} turns towards {mover.id}, and {', '.join(others)} engage it"


def _own_turn(event: Faced, scene: Scene) -> bool:
    """Does it act, or answer, or shoot out of turn?"""
    if scene.active == event.who or scene.fighters[event.who].mount == scene.active != "":
        return True
    source = scene.events[event.because] if event.because >= 0 else None
    return isinstance(source, Answered | ArrivalStruck | OrderGiven) and source.who == event.who


@invariant("movers-face-the-way-they-step", Moved, after=True, books=ADND)
def movers_face_the_way_they_step(event: Moved, scene: Scene) -> Iterator[Breach]:
    """A mover faces the way of its last step; one who withdraws or shifts keeps its facing."""
    if event.gait in KEEPING or len(event.path) < 2:
        return
    right = places.facing_to(scene, event.path[-2], 1, event.path[-1], 1)
    if scene.fighters[event.who].facing == right:
        return
    following = scene.events[scene.seq + 1 : scene.seq + 3]
    turns = any(type(e) is Faced and e.who == event.who and e.because == scene.seq for e in following)
    if len(following) == 2 and not turns:
        yield WHILE_MOVING, f"{event.who} steps to {right}, and does not face that way"


@invariant("attackers-face-their-target", AttackMade, books=ADND)
def attackers_face_their_target(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """Who attacks on his own turn has turned to his target."""
    me, target = scene.fighters[event.attacker], scene.fighters[event.target]
    root = scene.root()
    if event.free or event.how in ("parry", "block", "trap", "hostage", "astray") or type(root) is not OrderGiven:
        return
    order: Any = root.order
    if root.who != me.id or scene.active != me.id or me.square == target.square or me.mount or me.rider:
        return
    if not isinstance(order, orders.Attack | orders.Charge) or order.target != target.id:
        return
    if me.facing != toward(scene, me, target):
        yield OWN_TURN, f"{me.id} attacks {target.id} and faces {me.facing}, not {toward(scene, me, target)}"


@invariant("all-face-the-enemy-at-first", FightBegan, books=ADND)
def all_face_the_enemy_at_first(event: FightBegan, scene: Scene) -> Iterator[Breach]:
    """At the start everybody faces the nearest enemy."""
    for me in scene.fighters.values():
        foes = [foe for foe in scene.enemies(me) if foe.names.isdisjoint(OUT)]
        if not foes or me.rider or me.mount:
            continue
        terrain = scene.terrain
        away = {foe.id: terrain.distance(me.square, me.span, foe.square, foe.span) for foe in foes}
        nearest = [foe for foe in foes if away[foe.id] == min(away.values())]
        if me.facing not in [toward(scene, me, foe) for foe in nearest]:
            yield EIGHT, f"{me.id} does not face {nearest[0].id}, its nearest enemy"


@invariant("riders-face-as-their-mounts", GroupCalled, RoundClosed, books=ADND)
def riders_face_as_their_mounts(event: object, scene: Scene) -> Iterator[Breach]:
    """Rider and mount face the same way, whenever anybody acts."""
    for rider in scene.fighters.values():
        if rider.mount and scene.fighters[rider.mount].facing != rider.facing:
            yield "adnd.mounted.movement", f"{rider.id} and its mount face different ways"
