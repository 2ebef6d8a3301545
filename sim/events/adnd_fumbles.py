"""What fumbles do: the checks after a natural 1, the table of results, weapons that fly off or get stuck."""

from __future__ import annotations

from attrs import frozen

from sim.core.tally import Modifier
from sim.dice.sources import Die
from sim.events.base import applies, nothing
from sim.events.equipment import without
from sim.state.battle import Battle, Thing


@frozen
class FumbleTested:
    """After a natural 1 by some options: ``total`` must be at least ``needed``, or it is a critical fumble."""

    because: int
    who: str
    needed: int
    total: int
    parts: tuple[Modifier, ...]
    fumbles: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(FumbleTested)(nothing)


@frozen
class Fumbled:
    """A critical fumble: ``roll`` on the table of results (100 for 00). What comes of it is told after it."""

    because: int
    who: str
    roll: int
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(Fumbled)(nothing)


@frozen
class WeaponFlew:
    """
    A weapon leaves the hand and comes to lie in ``square``: so many ``feet`` off in a ``direction`` (0 north, clockwise
    to 7; -1: at the feet of an opponent). ``hurled``: it had left the hand already, and lands there instead of where it
    was meant to.
    """

    because: int
    who: str
    weapon: str
    direction: int
    feet: int
    square: int
    hurled: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


@applies(WeaponFlew)
def fly(event: WeaponFlew, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    if not event.hurled:
        creature.held = without(creature.held, event.weapon)
    battle.things = (*battle.things, Thing(event.weapon, event.square, event.who))
