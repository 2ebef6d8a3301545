"""Holds begin and end."""

from __future__ import annotations

from attrs import frozen

from sim.events.base import applies
from sim.events.conditions import start, stop
from sim.state.battle import Battle


@frozen
class GrappleBegan:
    """
    ``who`` and ``other`` grapple each other from now on.

    ``holding``: ``who`` holds with one part of its body and is not grappling itself.
    """

    because: int
    who: str
    other: str
    cites: tuple[str, ...] = ()
    holding: bool = False


@applies(GrappleBegan)
def clinch(event: GrappleBegan, battle: Battle) -> None:
    for one, two in ((event.who, event.other), (event.other, event.who)):
        creature = battle.creatures[one]
        creature.grapplers = (*creature.grapplers, two)
        if event.holding and one == event.who:
            start(battle, creature, "holding", two)
        elif not creature.has("grappling"):
            start(battle, creature, "grappling")


@frozen
class GrappleEnded:
    """``who`` and ``other`` no longer grapple each other; holds of one on the other end with it."""

    because: int
    who: str
    other: str
    cites: tuple[str, ...] = ()


@applies(GrappleEnded)
def part(event: GrappleEnded, battle: Battle) -> None:
    for one, two in ((event.who, event.other), (event.other, event.who)):
        creature = battle.creatures[one]
        creature.grapplers = tuple(who for who in creature.grapplers if who != two)
        for name in ("pinned", "pinning", "silenced", "holding"):
            stop(battle, creature, name, two)
        if all(creature.has("holding", who) for who in creature.grapplers):
            stop(battle, creature, "grappling")
