"""What spells do to creatures: they change their totals, lend them hit points, stand before them as images."""

from __future__ import annotations

from attrs import frozen

from sim.dice.sources import Die
from sim.events.base import applies, nothing
from sim.events.conditions import stop
from sim.state.battle import Battle
from sim.state.creature import Boon, known_of
from sim.tables.sizes import SIZE, enlarged

IMAGES = "images"
"""What a boon is on that counts the images of a creature."""


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
class SizeChanged:
    """
    Spell number ``spell`` has made a creature one size larger (``larger``), or it is as large as before; the north-west
    square of its space is now ``square``.
    """

    because: int
    who: str
    spell: int
    larger: bool
    square: int
    cites: tuple[str, ...]


@applies(SizeChanged)
def resize(event: SizeChanged, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    sheet = enlarged(creature.natural) if event.larger else creature.natural
    own, creature.cache = known_of(sheet)
    weapons = {name: own.get(name, weapon) for name, weapon in creature.weapons.items()}
    if weapons.keys() == own.keys():
        creature.weapons = own
    else:
        creature.weapons, creature.cache = weapons, {}
    there = creature.id in battle.at.get(creature.square, ())
    if there:
        battle.leave(creature)
    creature.sheet, creature.square, creature.span = sheet, event.square, SIZE[sheet.size].span
    if there:
        battle.enter(creature)
    battle.trace(creature, (event.square,))
    battle.longest_reach = max(battle.longest_reach, sheet.farthest_reach)


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
class ImagesFaced:
    """
    An attack goes at a creature among its ``images``: 1 on the first of the dice is the creature itself, and the attack
    goes on; else it is an ``image``, a second die is rolled against its ``ac``, and a ``hit`` destroys it.
    """

    because: int
    attacker: str
    target: str
    weapon: str
    images: int
    image: bool
    total: int
    ac: int
    hit: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


@applies(ImagesFaced)
def shatter(event: ImagesFaced, battle: Battle) -> None:
    creature = battle.creatures[event.target]
    left = event.images - event.hit
    creature.boons = tuple(
        boon._replace(value=left) if boon.on == IMAGES else boon for boon in creature.boons if boon.on != IMAGES or left
    )


@frozen
class SpellDamageRolled:
    """The damage of a spell is rolled once for everybody in its area."""

    because: int
    caster: str
    spell: str
    damage_type: str
    total: int
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(SpellDamageRolled)(nothing)


@frozen
class SpellFailed:
    """A spell does nothing to this creature: it is immune, too strong, warded."""

    because: int
    who: str
    spell: str
    cites: tuple[str, ...]


applies(SpellFailed)(nothing)


@frozen
class HoldBroken:
    """A creature spends its turn on freeing its limbs of a spell, and does: its condition ends."""

    because: int
    who: str
    condition: str
    other: str
    value: int
    cites: tuple[str, ...]


@applies(HoldBroken)
def break_free(event: HoldBroken, battle: Battle) -> None:
    stop(battle, battle.creatures[event.who], event.condition, event.other, event.value)
    if battle.turn.who == event.who:
        battle.turn.over = True
