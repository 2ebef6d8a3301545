"""Flyers rise and come down."""

from __future__ import annotations

from attrs import frozen

from sim.events.base import applies
from sim.state.battle import Battle


@frozen
class Flew:
    """A creature, with whoever rides it, is ``altitude`` squares above the ground."""

    because: int
    who: str
    altitude: int
    cites: tuple[str, ...]


@applies(Flew)
def fly(event: Flew, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    for who in (event.who, creature.rider):
        if who:
            battle.creatures[who].altitude = event.altitude
    battle.places += 1
