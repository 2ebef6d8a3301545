"""Drawing, sheathing, dropping, picking up, loading (d20.weapon.*)."""

from __future__ import annotations

from sim.events.equipment import Drew, Dropped, PickedUp, Reloaded, Sheathed
from sim.events.orders import Draw, Drop, Move, PickUp, Reload, Sheathe
from sim.rules.d20 import action, aoo
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Table

WHILE_MOVING = "d20.weapon.draw-sheathe-while-moving"
AMMUNITION = "d20.weapon.draw-ammunition"


def hands_free(me: Creature) -> int:
    """Hands with nothing in them: two, less what is held and a shield on the arm."""
    weapons = me.weapons
    used = sum(2 if name in weapons and weapons[name].category == "two-handed" else 1 for name in me.held)
    return 2 - used - (1 if me.shield_on else 0)


def fits(me: Creature, name: str) -> bool:
    """Is there a hand free to hold this weapon?"""
    weapon = me.weapons.get(name)
    if weapon is None:
        return False
    return hands_free(me) >= (2 if weapon.category == "two-handed" and not me.shield_on else 1)


@constraint(action.ROWS["draw"], Draw)
def cannot_draw(battle: Battle, me: Creature, order: Draw) -> bool:
    """It must be carried, and a hand free for it."""
    return order.weapon not in me.items or not fits(me, order.weapon)


@constraint(action.ROWS["sheathe"], Sheathe)
def cannot_sheathe(battle: Battle, me: Creature, order: Sheathe) -> bool:
    """It must be in hand."""
    return order.weapon not in me.held


@constraint(action.ROWS["drop"], Drop)
def cannot_drop(battle: Battle, me: Creature, order: Drop) -> bool:
    """It must be in hand."""
    return order.weapon not in me.held


@constraint(action.ROWS["pick-up"], PickUp)
def cannot_pick_up(battle: Battle, me: Creature, order: PickUp) -> bool:
    """It must lie within reach."""
    ground = battle.ground
    return not any(
        thing.name == order.item and ground.distance(me.square, me.span, thing.square, 1) <= 1
        for thing in battle.things
    )


@constraint(action.ROWS["load-light"], Reload)
def cannot_reload(battle: Battle, me: Creature, order: Reload) -> bool:
    """It must be in hand, and shot."""
    return order.weapon not in me.unloaded or order.weapon not in me.held


@constraint(WHILE_MOVING, Move)
def cannot_on_the_way(battle: Battle, me: Creature, order: Move) -> bool:
    """Drawing or sheathing in the course of a move needs a base attack bonus of +1, and one weapon a move."""
    if not order.draw and not order.sheathe:
        return False
    if me.sheet.base_attack < 1 or (order.draw and order.sheathe) or order.mode != "walk":
        return True
    if order.draw:
        if order.draw not in me.items or not fits(me, order.draw):
            return True
        return not {"stored", "hidden"}.isdisjoint(me.weapons[order.draw].traits)
    return order.sheathe not in me.held


@procedure(Draw)
def draw(me: Creature, order: Draw, table: Table, because: int) -> None:
    """Take it in hand; to rummage in a pack exposes."""
    stored = "stored" in me.weapons[order.weapon].traits
    if not stored or (aoo.provoke(table, me, "retrieve", because) and not cannot_draw(table.battle, me, order)):
        table.tell(Drew(because, me.id, order.weapon))


@procedure(Sheathe)
def sheathe(me: Creature, order: Sheathe, table: Table, because: int) -> None:
    """Put it away; that exposes."""
    if aoo.provoke(table, me, "sheathe", because) and order.weapon in me.held:
        table.tell(Sheathed(because, me.id, order.weapon))


@procedure(Drop)
def drop(me: Creature, order: Drop, table: Table, because: int) -> None:
    """Let it fall where one stands."""
    table.tell(Dropped(because, me.id, order.weapon, me.square))


@procedure(PickUp)
def pick_up(me: Creature, order: PickUp, table: Table, because: int) -> None:
    """Pick it up; that exposes."""
    if not aoo.provoke(table, me, "pick-up", because):
        return
    ground = table.battle.ground
    for thing in table.battle.things:
        if thing.name == order.item and ground.distance(me.square, me.span, thing.square, 1) <= 1:
            table.tell(PickedUp(because, me.id, order.item, thing.square))
            return


@procedure(Reload)
def reload(me: Creature, order: Reload, table: Table, because: int) -> None:
    """Load it again; that exposes."""
    act = "load-heavy" if me.weapons[order.weapon].reload == "full-round" else "load-light"
    if aoo.provoke(table, me, act, because):
        table.tell(Reloaded(because, me.id, order.weapon, (AMMUNITION,)))


def draw_on_the_way(table: Table, me: Creature, weapon: str, because: int) -> None:
    """Draw in the course of a move."""
    table.tell(Drew(because, me.id, weapon, (WHILE_MOVING,)))


def sheathe_on_the_way(table: Table, me: Creature, weapon: str, because: int) -> None:
    """Put away in the course of a move; that exposes as ever."""
    if aoo.provoke(table, me, "sheathe", because) and weapon in me.held:
        table.tell(Sheathed(because, me.id, weapon, (WHILE_MOVING,)))
