"""Readying and loosing a shield (d20.shield.*)."""

from __future__ import annotations

from sim.events.objects import ShieldStrapped
from sim.events.orders import LooseShield, Move, ReadyShield
from sim.rules.d20 import action
from sim.rules.d20 import weapon as equipment
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.equipment import SHIELDS

WHILE_MOVING = "d20.shield.ready-loose-while-moving"
ROW = action.ROWS["shield"]


def broken(me: Creature) -> bool:
    """Has its shield been hacked to pieces?"""
    shield = me.sheet.shield
    return shield is not None and 0 < shield.hit_points <= me.notched(shield.name)


def can_ready(me: Creature) -> bool:
    """A whole shield on the back, and a hand free for it (a buckler needs none)."""
    shield = me.sheet.shield
    if shield is None or me.shield_on or broken(me):
        return False
    return (shield.name in SHIELDS and not SHIELDS[shield.name].hand) or equipment.hands_free(me) >= 1


@constraint(ROW, ReadyShield)
def nothing_to_ready(battle: Battle, me: Creature, order: ReadyShield) -> bool:
    """A shield that is not strapped on yet, and a free hand."""
    return not can_ready(me)


@constraint(ROW, LooseShield)
def nothing_to_loose(battle: Battle, me: Creature, order: LooseShield) -> bool:
    """A shield that is strapped on."""
    return not me.shield_on


@constraint(WHILE_MOVING, Move, asks="shield")
def not_on_the_way(battle: Battle, me: Creature, order: Move) -> bool:
    """In the course of a move it takes a base attack bonus of +1, and nothing else is handled on the way."""
    if me.sheet.base_attack < 1 or order.draw or order.sheathe or order.mode != "walk":
        return True
    return not can_ready(me) if order.shield == "readied" else not me.shield_on


@procedure(ReadyShield)
def ready(me: Creature, order: ReadyShield, table: Table, because: int) -> None:
    """From now on it protects."""
    table.tell(ShieldStrapped(because, me.id, True, (ROW,)))


@procedure(LooseShield)
def loose(me: Creature, order: LooseShield, table: Table, because: int) -> None:
    """It protects no longer."""
    table.tell(ShieldStrapped(because, me.id, False, (ROW,)))


def on_the_way(table: Table, me: Creature, wish: str, because: int) -> None:
    """The same in the course of a move."""
    table.tell(ShieldStrapped(because, me.id, wish == "readied", (WHILE_MOVING,)))
