"""What happens to things: struck, broken, strapped on, locked, lit, thrown; doors and barricades."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from sim.core.tally import Modifier
from sim.dice.sources import Die
from sim.events.base import applies
from sim.events.equipment import carry_light, without
from sim.grid.changes import with_barricade, with_door
from sim.state.battle import Battle, Light


@frozen
class AimRolled:
    """
    An attack roll at something that is no creature: an ``item`` of ``owner``, or the grid intersection at the
    north-western corner of ``square`` (-1: none).
    """

    because: int
    who: str
    weapon: str
    owner: str
    item: str
    square: int
    mode: Literal["melee", "ranged"]
    total: int
    parts: tuple[Modifier, ...]
    ac: int
    ac_parts: tuple[Modifier, ...]
    hit: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


@applies(AimRolled)
def aim(event: AimRolled, battle: Battle) -> None:
    if event.mode == "ranged":
        creature = battle.creatures[event.who]
        creature.held = without(creature.held, event.weapon)


@frozen
class FlaskBroke:
    """
    A thrown flask breaks in ``square``, or (``corner``) at its north-western corner. ``dice``: the direction in which
    it went astray, and the chance that its fuse has lit it.
    """

    because: int
    who: str
    weapon: str
    square: int
    corner: bool = False
    cites: tuple[str, ...] = ()
    dice: tuple[Die, ...] = ()


@applies(FlaskBroke)
def spill(event: FlaskBroke, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.held = without(creature.held, event.weapon)


@frozen
class ItemDamaged:
    """A blow takes ``amount`` hit points off a thing of ``owner``; its hardness has taken its share before."""

    because: int
    who: str
    owner: str
    item: str
    amount: int
    hardness: int
    parts: tuple[Modifier, ...]
    cites: tuple[str, ...]
    dice: tuple[Die, ...] = ()


@applies(ItemDamaged)
def notch(event: ItemDamaged, battle: Battle) -> None:
    owner = battle.creatures[event.owner]
    total = owner.notched(event.item) + event.amount
    owner.notches = (*(known for known in owner.notches if known[0] != event.item), (event.item, total))


@frozen
class ItemBroken:
    """A thing of ``owner`` is destroyed."""

    because: int
    owner: str
    item: str
    cites: tuple[str, ...] = ()


@applies(ItemBroken)
def shatter(event: ItemBroken, battle: Battle) -> None:
    owner, item = battle.creatures[event.owner], event.item
    owner.held = without(owner.held, item)
    owner.items = without(owner.items, item)
    owner.gear = without(owner.gear, item)
    if owner.locked == item:
        owner.locked = ""
    if owner.sheet.shield is not None and owner.sheet.shield.name == item:
        owner.shield_on = False
    battle.things = tuple(thing for thing in battle.things if (thing.name, thing.owner) != (item, event.owner))
    if battle.lights:
        carry_light(battle, item, event.owner)


@frozen
class ShieldStrapped:
    """A shield is strapped on, or (``on`` is false) taken off the arm."""

    because: int
    who: str
    on: bool
    cites: tuple[str, ...] = ()


@applies(ShieldStrapped)
def strap(event: ShieldStrapped, battle: Battle) -> None:
    battle.creatures[event.who].shield_on = event.on


@frozen
class GauntletLocked:
    """A weapon is locked in a locked gauntlet, or (``weapon`` is empty) released from it."""

    because: int
    who: str
    weapon: str
    cites: tuple[str, ...] = ()


@applies(GauntletLocked)
def lock(event: GauntletLocked, battle: Battle) -> None:
    battle.creatures[event.who].locked = event.weapon


@frozen
class FlaskPrepared:
    """A flask with a fuse is ready to be thrown."""

    because: int
    who: str
    weapon: str
    cites: tuple[str, ...] = ()


@applies(FlaskPrepared)
def prepare(event: FlaskPrepared, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.prepared = (*creature.prepared, event.weapon)


@frozen
class TorchLit:
    """A torch in somebody's hand begins to burn."""

    because: int
    who: str
    item: str
    cites: tuple[str, ...] = ()


@applies(TorchLit)
def light(event: TorchLit, battle: Battle) -> None:
    battle.lights = (*battle.lights, Light(event.item, event.who))
    battle.relight()


@frozen
class GearUsed:
    """Something that is carried is used up: a tindertwig."""

    because: int
    who: str
    item: str
    cites: tuple[str, ...] = ()


@applies(GearUsed)
def use_up(event: GearUsed, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.gear = without(creature.gear, event.item)


@frozen
class DoorTurned:
    """The door in ``square``, or on its ``side``, is now ``door`` (closed), ``open-door`` or ``locked-door``."""

    because: int
    who: str
    square: int
    side: Literal["", "n", "e", "s", "w"]
    state: Literal["door", "open-door", "locked-door"]
    cites: tuple[str, ...] = ()


@applies(DoorTurned)
def turn_door(event: DoorTurned, battle: Battle) -> None:
    battle.rebuild(with_door(battle.base, event.square, event.side, event.state))


@frozen
class BarricadeShoved:
    """A barricade is shoved from ``square`` to ``to``."""

    because: int
    who: str
    square: int
    to: int
    cites: tuple[str, ...] = ()


@applies(BarricadeShoved)
def shove(event: BarricadeShoved, battle: Battle) -> None:
    battle.rebuild(with_barricade(battle.base, event.square, event.to))
