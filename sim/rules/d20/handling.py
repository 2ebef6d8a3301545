"""
Small acts of the action tables with things: doors, barricades, torches, the locked gauntlet.

A torch lights 20 ft brightly and 40 ft dimly where the map is dark; it goes out when it is put away. A barricade is
shoved from a square beside the mover into one next to that, if both are free.
"""

from __future__ import annotations

from sim.events.objects import BarricadeShoved, DoorTurned, GauntletLocked, GearUsed, TorchLit
from sim.events.orders import CloseDoor, Drop, LightTorch, LockGauntlet, MoveObject, OpenDoor, Sheathe
from sim.grid.changes import BARRICADE, door_at, symbol
from sim.grid.sight import line_of_effect
from sim.rules.d20 import action, aoo
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle, Light
from sim.state.creature import Creature
from sim.table import Table

DOOR = action.ROWS["open-door"]
SHOVE = action.ROWS["move-object"]
LOCK = action.ROWS["lock-gauntlet"]
FLINT = action.ROWS["light-torch"]
TINDERTWIG = action.ROWS["light-tindertwig"]

GAUNTLET = "locked gauntlet"
TWIG = "tindertwig"


def within_arm(battle: Battle, me: Creature, square: int) -> bool:
    """Is the square on the map, and at most next to the creature's space?"""
    ground = battle.ground
    return bool(ground.inside >> square & 1) and ground.distance(me.square, me.span, square, 1) <= 1


@constraint(DOOR, OpenDoor, CloseDoor)
def no_such_door(battle: Battle, me: Creature, order: OpenDoor | CloseDoor) -> bool:
    """A door beside the creature that is not so already, not locked, and with nobody and nothing in its way."""
    if order.place < 0 or not within_arm(battle, me, order.place):
        return True
    kind = door_at(battle.ground, order.place, order.side)
    if type(order) is OpenDoor:
        return kind != "door"
    return kind != "open-door" or in_the_way(battle, order.place, order.side)


def in_the_way(battle: Battle, place: int, side: str) -> bool:
    """Is somebody or something in the doorway: in its square, or in a space that reaches across its border?"""
    if not side:
        return place in battle.at or any(thing.square == place for thing in battle.things)
    beyond = place + (1 if side == "e" else battle.ground.stride)
    both = 1 << place | 1 << beyond
    return any(other.span > 1 and battle.footprint(other) & both == both for other in battle.occupants(both))


@procedure(OpenDoor)
def open_door(me: Creature, order: OpenDoor, table: Table, because: int) -> None:
    """It stands open now."""
    table.tell(DoorTurned(because, me.id, order.place, order.side, "open-door", (DOOR,)))


@procedure(CloseDoor)
def close_door(me: Creature, order: CloseDoor, table: Table, because: int) -> None:
    """It is closed now."""
    table.tell(DoorTurned(because, me.id, order.place, order.side, "door", (DOOR,)))


@constraint(SHOVE, MoveObject)
def cannot_shove(battle: Battle, me: Creature, order: MoveObject) -> bool:
    """A barricade beside the mover, and open floor next to it; nobody in either, nothing between."""
    ground = battle.ground
    if order.place < 0 or not within_arm(battle, me, order.place) or not ground.inside >> order.to & 1:
        return True
    if symbol(ground, order.place) != BARRICADE or symbol(ground, order.to) != ".":
        return True
    if order.place in battle.at or order.to in battle.at:
        return True
    beside = ground.distance(order.place, 1, order.to, 1) == 1
    return not beside or not line_of_effect(ground, order.place, 1, order.to, 1)


@procedure(MoveObject)
def move_object(me: Creature, order: MoveObject, table: Table, because: int) -> None:
    """Shove it there; that exposes."""
    if aoo.provoke(table, me, "move-object", because) and not cannot_shove(table.battle, me, order):
        table.tell(BarricadeShoved(because, me.id, order.place, order.to, (SHOVE,)))


def burning(battle: Battle, me: Creature, weapon: str) -> bool:
    """Does this torch in its hand burn?"""
    return Light(weapon, me.id) in battle.lights


@constraint(FLINT, LightTorch)
def cannot_light(battle: Battle, me: Creature, order: LightTorch) -> tuple[str, ...]:
    """A torch in hand that does not burn; with a tindertwig, if there is one."""
    weapon = me.weapons.get(order.weapon)
    rule = FLINT if order.mode == "flint" else TINDERTWIG
    if weapon is None or "torch" not in weapon.traits or order.weapon not in me.held:
        return (rule,)
    twigless = order.mode == "tindertwig" and TWIG not in me.gear
    return (rule,) if twigless or burning(battle, me, order.weapon) else ()


@procedure(LightTorch)
def light_torch(me: Creature, order: LightTorch, table: Table, because: int) -> None:
    """Make it burn; that exposes."""
    twig = order.mode == "tindertwig"
    if aoo.provoke(table, me, "light-tindertwig" if twig else "light-torch", because) and order.weapon in me.held:
        if twig:
            table.tell(GearUsed(because, me.id, TWIG, (TINDERTWIG,)))
        table.tell(TorchLit(because, me.id, order.weapon, (TINDERTWIG if twig else FLINT,)))


@constraint(LOCK, LockGauntlet)
def cannot_lock(battle: Battle, me: Creature, order: LockGauntlet) -> bool:
    """A locked gauntlet, and a weapon in hand that is not locked, or one locked to release."""
    if GAUNTLET not in me.gear:
        return True
    return bool(me.locked) if order.weapon and order.weapon in me.held else not (me.locked and not order.weapon)


@procedure(LockGauntlet)
def lock_gauntlet(me: Creature, order: LockGauntlet, table: Table, because: int) -> None:
    """Locking and unlocking take as long, and expose."""
    if aoo.provoke(table, me, "lock-gauntlet", because) and (not order.weapon or order.weapon in me.held):
        table.tell(GauntletLocked(because, me.id, order.weapon, (LOCK,)))


@constraint(LOCK, Sheathe, Drop)
def locked_in(battle: Battle, me: Creature, order: Sheathe | Drop) -> bool:
    """What is locked in a gauntlet can neither be put away nor dropped."""
    return bool(me.locked) and order.weapon == me.locked
