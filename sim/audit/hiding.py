"""Hiding: who may, by what roll, and that nobody stays hidden who is in plain sight."""

from __future__ import annotations

from collections.abc import Iterator

from sim.audit.arithmetic import compare
from sim.audit.claims import Breach, invariant
from sim.audit.contests import skill
from sim.audit.fold import Fighter, Scene
from sim.events import orders
from sim.events.attacks import AttackRolled, ContestRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import OrderGiven
from sim.events.movement import Moved
from sim.tables.sizes import SIZE

CHECK = "d20.hide.check"
SEEN = "d20.hide.seen"
COVER = "d20.cover.hide"
IMPROVED = "d20.cover.varying"


def shelter(scene: Scene, me: Fighter, foe: Fighter) -> str:
    """What hides a creature from this enemy where it is: ``veil``, ``cover`` or ``improved``; empty: nothing."""
    ground, sheet = scene.terrain, foe.sheet
    here, there = (foe.square, foe.span), (me.square, me.span)
    if not ground.clear_air and ground.miss_chance(*here, *there, True, sheet.darkvision // 5, sheet.low_light):
        return "veil"
    found = ground.cover(*here, *there, False, frozenset(), sheet.height, me.sheet.height)
    return {"none": "", "improved": "improved"}.get(found, "cover")


@invariant("hiding-is-rolled-right", ContestRolled)
def hiding_is_rolled_right(event: ContestRolled, scene: Scene) -> Iterator[Breach]:
    """At the end of a move for that purpose, Hide against Spot, where there is something to hide behind."""
    if event.contest != "hide":
        return
    me, foe = scene.fighters[event.who], scene.fighters[event.other]
    what = f"{me.id} hides from {foe.id}"
    given = scene.events[event.because]
    order = given.order if isinstance(given, OrderGiven) else None
    if not isinstance(order, orders.Move) or not order.mode.startswith("hide") or order.to != me.square:
        yield CHECK, f"{what}, and has not moved here to hide"
        return
    behind = shelter(scene, me, foe)
    if not behind:
        yield COVER, f"{what} at {scene.name(me.square)}, in plain sight"
    mine, theirs = list(skill(me, "hide", CHECK)), list(skill(foe, "spot", CHECK))
    if "hide" not in me.sheet.skills:
        mine.append((-SIZE[me.sheet.size].special, CHECK))
    mine += [(-5, CHECK)] if order.mode == "hide-fast" else []
    mine += [(10, IMPROVED)] if behind == "improved" else []
    away = 5 * scene.terrain.distance(foe.square, foe.span, me.square, me.span)
    theirs.append((-(away // 10), CHECK))
    yield from compare(f"{me.id}'s Hide check", event.parts, mine)
    yield from compare(f"{foe.id}'s Spot check", event.other_parts, theirs)


@invariant("hiding-is-rolled-right", ConditionBegan, about=("hidden",))
def the_hidden_have_won(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """Hidden from an enemy is who has beaten its Spot."""
    cause = scene.events[event.because] if event.because >= 0 else None
    won = isinstance(cause, ContestRolled) and cause.contest == "hide" and cause.won
    if not won or (cause.who, cause.other) != (event.who, event.other):  # type: ignore[union-attr]
        yield CHECK, f"{event.who} is hidden from {event.other}, and has not beaten it"


@invariant("the-hidden-are-out-of-sight", Moved, after=True)
def the_hidden_are_out_of_sight(event: Moved, scene: Scene) -> tuple[()]:
    """Whoever has nothing left between itself and an enemy is seen."""
    for me in scene.fighters.values() if "hidden" in scene.met else ():
        for name, other in me.conditions:
            if name == "hidden" and not shelter(scene, me, scene.fighters[other]):
                _owe(scene, me, other, f"{me.id} is in plain sight of {other}, and hidden from it")
    return ()


@invariant("the-hidden-are-out-of-sight", AttackRolled, after=True)
def who_attacks_is_seen(event: AttackRolled, scene: Scene) -> tuple[()]:
    """An attack gives its author away to everybody."""
    me = scene.fighters[event.attacker]
    if "hidden" in me.names:
        for name, other in me.conditions:
            if name == "hidden":
                _owe(scene, me, other, f"{me.id} has attacked, and is hidden from {other}")
    return ()


def _owe(scene: Scene, me: Fighter, other: str, what: str) -> None:
    scene.owe(("seen", me.id, other), "the-hidden-are-out-of-sight", SEEN, what)


@invariant("the-hidden-are-out-of-sight", ConditionEnded, about=("hidden",))
def seen(event: ConditionEnded, scene: Scene) -> tuple[()]:
    """It is."""
    scene.pay(("seen", event.who, event.other))
    return ()
