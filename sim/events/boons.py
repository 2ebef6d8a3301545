"""What spells do to creatures: they change their totals, lend them hit points, stand before them as images."""

from __future__ import annotations

from attrs import frozen

from sim.dice.sources import Die
from sim.events.base import applies, nothing
from sim.state.battle import Battle
from sim.state.creature import Boon


@frozen
class BoonBegan:
    """
    A spell changes a creature's totals. ``spell`` is the number of the spell under way; ``value`` the bonus or penalty
    of the bonus type ``type`` on ``on``: ``attack``, ``damage``, ``ac``, ``save`` or one save's name, ``speed`` (in
    squares), an ability or a skill. ``against``: it counts only against this alignment or descriptor.
    """

    because: int
    who: str
    spell: int
    on: str
    value: int
    type: str
    against: str
    cites: tuple[str, ...]
    dice: tuple[Die, ...] = ()


@applies(BoonBegan)
def begin_boon(event: BoonBegan, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    boon = Boon(event.spell, event.on, event.value, event.type, event.against, event.cites[0])
    creature.boons = (*creature.boons, boon)


@frozen
class BoonsEnded:
    """What spell number ``spell`` did to a creature's totals ends."""

    because: int
    who: str
    spell: int
    cites: tuple[str, ...] = ()


@applies(BoonsEnded)
def end_boons(event: BoonsEnded, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.boons = tuple(boon for boon in creature.boons if boon.number != event.spell)


@frozen
class TemporaryHitPoints:
    """A creature has ``points`` temporary hit points now, which wounds take first; 0 when they go."""

    because: int
    who: str
    points: int
    cites: tuple[str, ...]
    dice: tuple[Die, ...] = ()


@applies(TemporaryHitPoints)
def lend(event: TemporaryHitPoints, battle: Battle) -> None:
    battle.creatures[event.who].temporary = event.points


@frozen
class DecoyStruck:
    """
    An attack goes at one of ``images`` of its target, the first of the dice says; the second is rolled against the
    ``ac`` of an image, and a ``hit`` destroys it.
    """

    because: int
    attacker: str
    target: str
    weapon: str
    images: int
    total: int
    ac: int
    hit: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(DecoyStruck)(nothing)
