"""Creatures change place."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from sim.core.tally import Modifier
from sim.dice.sources import Die
from sim.events.base import applies
from sim.state.battle import Battle

Gait = Literal[
    "walk",
    "step",
    "run",
    "withdraw",
    "charge",
    "crawl",
    "tumble",
    "minimum",
    "swim",
    "climb",
    "slip",
    "push",
    "follow",
    "grapple",
    "back",
    "overrun",
]


@frozen
class Moved:
    """
    A creature went along ``path`` (anchor squares, where it stood first) at a price of ``halves`` half squares.

    A move that an opportunity attack interrupts is told in parts; one that is stopped where it began has a path of one
    square. ``span`` is how many squares on a side it takes up at the end (less than its own: it squeezes); ``spans``
    those along the path if it squeezed anywhere. ``dice`` chose between equally close squares.
    """

    because: int
    who: str
    path: tuple[int, ...]
    halves: int
    gait: Gait
    span: int
    spans: tuple[int, ...] = ()
    cites: tuple[str, ...] = ()
    dice: tuple[Die, ...] = ()


@applies(Moved)
def go(event: Moved, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    battle.leave(creature)
    creature.square = event.path[-1]
    creature.span = event.span
    battle.enter(creature)
    battle.trace(creature, event.path)
    for other in (creature.rider, creature.mount):
        if other:
            borne = battle.creatures[other]
            battle.leave(borne)
            borne.square, borne.span = creature.square, creature.span
            battle.enter(borne)
            battle.trace(borne, event.path)
    if creature.rider and battle.turn.who == creature.rider:
        battle.turn.ridden += event.halves
    if battle.lights:
        battle.relight()
    turn = battle.turn
    if turn.who == event.who:
        if event.gait == "step":
            turn.stepped = True
        elif event.gait not in ("push", "grapple", "back"):
            if event.gait == "run" and not turn.moved:
                creature.run_rounds += 1
            turn.moved = True
            turn.halves += event.halves
        if creature.readied is not None:
            creature.readied = creature.readied._replace(moved=turn.moved, stepped=turn.stepped)


@frozen
class TumbleRolled:
    """A Tumble check to pass ``enemy`` without provoking."""

    because: int
    who: str
    enemy: str
    dc: int
    total: int
    parts: tuple[Modifier, ...]
    success: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


@applies(TumbleRolled)
def tumble(event: TumbleRolled, battle: Battle) -> None:
    if event.success:
        mover = battle.creatures[event.who]
        mover.passed = (*mover.passed, event.enemy)


@frozen
class OverrunTried:
    """An overrun is attempted; ``blocked``: the target stands its ground, which costs the attacker an action."""

    because: int
    who: str
    target: str
    blocked: bool
    cites: tuple[str, ...]


@applies(OverrunTried)
def run_into(event: OverrunTried, battle: Battle) -> None:
    turn = battle.turn
    turn.tried = (*turn.tried, "overrun")
    if event.blocked and turn.who in (event.who, battle.creatures[event.who].rider):
        turn.standard = True
