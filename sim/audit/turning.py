"""Undead turned, rebuked, commanded: who can, whom it affects, and what the turned do."""

from __future__ import annotations

from collections.abc import Iterator

from sim.audit.claims import Breach, invariant
from sim.audit.fold import BEGINNINGS, FORCED, Fighter, Scene
from sim.events import orders
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import OrderGiven
from sim.events.movement import Moved
from sim.events.turning import Commanded, Instructed, TurningRolled

NAME = "undead-are-turned-by-the-table"
PREFIX = "d20.turning."
BONUSES = ((0, -4), (3, -3), (6, -2), (9, -1), (12, 0), (15, 1), (18, 2), (21, 3))
"""Up to this check, this much on the level; above, four."""


def _level(me: Fighter) -> int:
    return me.sheet.classes.get("cleric", 0) + max(0, me.sheet.classes.get("paladin", 0) - 3)


def _power(me: Fighter) -> int:
    """Hit Dice against turning."""
    return me.sheet.hit_dice + me.sheet.turn_resistance


@invariant(NAME, TurningRolled)
def turning_adds_up(event: TurningRolled, scene: Scene) -> Iterator[Breach]:
    """A cleric, as often as its Charisma allows, by d20 and 2d6 with what is added."""
    me = scene.fighters[event.who]
    charisma, level = me.modifier("charisma"), _level(me)
    order = getattr(scene.events[event.because], "order", None)
    if not isinstance(order, orders.TurnUndead) or order.how != event.how:
        yield PREFIX + "check", f"{me.id} turns undead, and nobody ordered it"
    spent = scene.notes[("turnings", me.id)] = scene.notes.get(("turnings", me.id), 0) + 1
    if not level or spent > max(0, 3 + charisma):
        yield (
            PREFIX + "uses-per-day",
            f"{me.id} turns undead for the {spent}. time, and may {max(0, 3 + charisma)} times",
        )
    if (event.how == "turn") == (me.sheet.alignment == "evil"):
        yield PREFIX + "rebuke", f"{me.id} is {me.sheet.alignment}, and would {event.how}"
    if [die.sides for die in event.dice] != [20, 6, 6]:
        yield PREFIX + "check", f"{me.id} rolls {[die.sides for die in event.dice]} sides, not d20 and 2d6"
        return
    check, *rest = (die.value for die in event.dice)
    bonus = next((bonus for most, bonus in BONUSES if check + charisma <= most), 4)
    right = (check + charisma, level + bonus, sum(rest) + level + charisma)
    if (event.total, event.most, event.pool) != right:
        yield (
            PREFIX + "check",
            f"{me.id} turns with {event.total}, {event.most} and {event.pool}, and it ought to be {right}",
        )
    for key, what in _affected(event, scene, me):
        scene.owe((NAME, scene.seq, key), NAME, PREFIX + "closest-first", what)


def _affected(event: TurningRolled, scene: Scene, me: Fighter) -> Iterator[tuple[tuple[str, str], str]]:
    """Who is affected and how, the closest first, as far as the Hit Dice go."""
    terrain, pool, level = scene.terrain, event.pool, _level(me)
    undead = [f for f in scene.fighters.values() if f.sheet.type == "undead" and f.active and f is not me]
    gap = {f.id: terrain.distance(me.square, me.span, f.square, f.span) for f in undead}
    held = sum(
        f.sheet.hit_dice for f in scene.fighters.values() if f.tied("commanded", me.id) and "dead" not in f.names
    )
    for f in sorted(undead, key=lambda f: gap[f.id]):
        heights = me.sheet.height, f.sheet.height
        if gap[f.id] > 12 or not terrain.effect(me.square, me.span, f.square, f.span, *heights):
            continue
        power, dice = _power(f), f.sheet.hit_dice
        if event.how == "dispel":
            checks = [values[0] for (name, _), values in f.conditions.items() if name == "turned"]
            if checks and power <= pool and min(checks) <= event.total:
                pool -= power
                yield (f.id, "freed"), f"{f.id} is still turned"
        elif power <= min(event.most, pool) and not _spared(f, me, event.how):
            pool -= power
            if event.how == "turn":
                what = "dead" if level >= 2 * dice else "turned"
            elif level >= 2 * dice and held + dice <= level:
                held, what = held + dice, "commanded"
            else:
                what = "cowering"
            yield (f.id, what), f"{f.id} is not {what}"


def _spared(f: Fighter, me: Fighter, how: str) -> bool:
    if how == "turn":
        return "turned" in f.names
    return f.tied("cowering", me.id) or f.tied("commanded", me.id)


@invariant(NAME, ConditionBegan)
def effects_of_turning(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """Turned, destroyed or in awe are just those whom the Hit Dice rolled reach, for ten rounds."""
    if event.because < 0 or type(scene.events[event.because]) is not TurningRolled:
        return
    me, cause = scene.fighters[event.who], scene.events[event.because]
    rule = event.cites[0] if event.cites else PREFIX + "check"
    if not scene.pay((NAME, event.because, (me.id, event.condition))):
        yield rule, f"{me.id} is {event.condition}, and the turning does not reach it"
    if event.condition == "dead":
        scene.notes.setdefault("slain", set()).add(me.id)
    elif (event.other, event.ender, event.turns) != (cause.who, cause.who, 10):
        yield (
            rule,
            f"{me.id} is {event.condition} for {event.turns} turns of {event.ender}, and it is 10 of {cause.who}",
        )
    if event.condition == "turned" and event.value != cause.total:
        yield rule, f"{me.id} is turned by a check of {event.value}, and it was {cause.total}"


@invariant(NAME, Commanded)
def commands(event: Commanded, scene: Scene) -> Iterator[Breach]:
    """Only the weak come under command, and no more than the cleric has levels."""
    cause = scene.events[event.because]
    if event.by != getattr(cause, "who", "") or not scene.pay((NAME, event.because, (event.who, "commanded"))):
        yield PREFIX + "command", f"{event.who} is under command, and the rebuking does not reach it"


@invariant(NAME, Instructed)
def instructions(event: Instructed, scene: Scene) -> Iterator[Breach]:
    """An instruction is a standard action of the commander's."""
    order = getattr(scene.events[event.because], "order", None)
    if not isinstance(order, orders.Instruct) or scene.events[event.because].who != event.by:
        yield PREFIX + "command-orders", f"{event.who} is instructed, and nobody ordered it"
    if not scene.fighters[event.who].tied("unbidden", event.by):
        yield PREFIX + "command-orders", f"{event.who} is instructed by {event.by}, and does not wait for it"


@invariant(NAME, ConditionEnded, about=("turned",))
def the_turned_are_freed(event: ConditionEnded, scene: Scene) -> Iterator[Breach]:
    """Before its time turning ends by a stronger rebuking, or when the cleric comes close."""
    me = scene.fighters[event.who]
    timer = me.timers.get(("turned", event.other))
    if timer is None or timer[1] <= 0:
        return
    if PREFIX + "dispel" in event.cites:
        if not scene.pay((NAME, event.because, (me.id, "freed"))):
            yield PREFIX + "dispel", f"{me.id} is no longer turned, and the check does not reach it"
    elif not scene.pay(("approached", event.other, me.id)):
        yield PREFIX + "approach-breaks", f"{me.id} is no longer turned, and {event.other} has not approached"


@invariant("the-turned-flee", Moved)
def who_comes_close(event: Moved, scene: Scene) -> tuple[()]:
    """Whoever turned undead and comes within 10 ft of them breaks it."""
    me = scene.fighters[event.who]
    if not _level(me) or event.gait in (*FORCED, "follow"):
        return ()
    distance = scene.terrain.distance
    for f in scene.fighters.values():
        if f.tied("turned", me.id) and f.active:
            now = min(distance(square, event.span, f.square, f.span) for square in event.path)
            if now <= 2 and now < distance(me.square, me.span, f.square, f.span):
                what = f"{f.id} is still turned, with {me.id} {now} squares away"
                scene.owe(("approached", me.id, f.id), "the-turned-flee", PREFIX + "approach-breaks", what)
    return ()


FLEEING = (
    *(orders.Move, orders.Run, orders.Withdraw, orders.Step),
    *(orders.Leave, orders.StandUp, orders.DropProne, orders.End, orders.Grapple),
)


@invariant("the-turned-flee", OrderGiven)
def the_turned_flee(event: OrderGiven, scene: Scene) -> Iterator[Breach]:
    """A turned undead does nothing but get away from whoever turned it."""
    me = scene.fighters[event.who]
    if "turned" not in me.names:
        return
    order, rule = event.order, PREFIX + "effect-flee"
    if not isinstance(order, FLEEING):
        yield rule, f"{me.id} is turned, and does something else than flee"
    to = getattr(order, "to", None)
    if to is None or getattr(order, "mode", "") == "crawl":
        return
    distance = scene.terrain.distance
    for name, other in me.conditions:
        if name == "turned":
            by = scene.fighters[other]
            now = distance(me.square, me.span, by.square, by.span)
            then = distance(to, me.span, by.square, by.span)
            if then <= now:
                yield rule, f"{me.id} goes from {now} to {then} squares away from {other}, which turned it"


@invariant("the-turned-flee", ConditionBegan, about=("cowering",))
def the_turned_cower(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """Who cannot flee cowers for as long as it is turned, and this is seen as its turn begins."""
    rule = PREFIX + "effect-cower"
    if rule not in event.cites:
        return
    me = scene.fighters[event.who]
    if (event.ender, event.turns) != me.timers.get(("turned", event.other)):
        yield rule, f"{me.id} cowers for {event.turns} turns of {event.ender}, and is turned for another time"
    cause = scene.events[event.because] if event.because >= 0 else None
    if not (isinstance(cause, BEGINNINGS) and cause.who == me.id and scene.begins(cause)):
        yield rule, f"{me.id} cowers, and its turn does not begin"
