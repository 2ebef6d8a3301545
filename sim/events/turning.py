"""Undead turned, rebuked, commanded."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from sim.core.tally import Modifier
from sim.dice.sources import Die
from sim.events.base import applies
from sim.events.conditions import start, stop
from sim.state.battle import Battle
from sim.state.conditions import DEAD, DOWN, GONE


@frozen
class TurningRolled:
    """
    A turning check, the first die, and turning damage, the two others. One of its uses for the day is spent.

    ``most`` are the Hit Dice of the strongest undead that can be affected, ``pool`` the Hit Dice of all together.
    """

    because: int
    who: str
    how: Literal["turn", "rebuke", "dispel"]
    total: int
    parts: tuple[Modifier, ...]
    most: int
    pool: int
    pool_parts: tuple[Modifier, ...]
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


@applies(TurningRolled)
def spend_use(event: TurningRolled, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.used = (*creature.used, "turning")


@frozen
class Commanded:
    """An undead comes under the command of ``by``: it is on that side now, and does nothing before it is told to."""

    because: int
    who: str
    by: str
    cites: tuple[str, ...]


@applies(Commanded)
def change_sides(event: Commanded, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    here = not creature.flags & (DEAD | GONE)
    stands = not creature.flags & DOWN
    if here:
        battle.leave(creature)
    battle.stand(creature.side, -stands)
    for condition in creature.conditions:
        if condition.name in ("commanded", "unbidden"):
            stop(battle, creature, condition.name, condition.other)
    creature.side = battle.creatures[event.by].side
    battle.stand(creature.side, stands)
    if here:
        battle.enter(creature)
    start(battle, creature, "commanded", event.by)
    start(battle, creature, "unbidden", event.by)


@frozen
class Instructed:
    """A commanded undead is told to fight."""

    because: int
    who: str
    by: str
    cites: tuple[str, ...]


@applies(Instructed)
def set_to_work(event: Instructed, battle: Battle) -> None:
    stop(battle, battle.creatures[event.who], "unbidden", event.by)
