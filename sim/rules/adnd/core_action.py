"""
The small actions of a round (adnd.core.action.*): what is dropped, drawn, put away and picked up.

One change of weapon in a round is free. A further one, putting a weapon away, or picking something up costs an attack
of the round, or the action of somebody who has only that.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.events.adnd import AttacksSet, WeaponChanged, ledger_of
from sim.events.adnd_missile import HurledRecovered
from sim.events.equipment import Drew, Dropped, PickedUp, Sheathed
from sim.events.orders import Attack, Charge, Draw, Drop, FullAttack, Guard, Order, PickUp, ReceiveCharge, Sheathe
from sim.rules.adnd import attack_rate, missile, move, style
from sim.rules.adnd.declare import (
    arm_of,
    constraint,
    hands_for,
    in_two_hands,
    offer,
    priced,
    procedure,
    state_of,
)
from sim.rules.book import Cost
from sim.state.battle import Battle
from sim.state.conditions import HELD, PINNED, PRONE, SITTING
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import Weapon

NEGLIGIBLE = "adnd.core.action.negligible"
CHANGE = "adnd.core.action.change-weapon"
SHEATHE = "adnd.core.action.sheathe"
MIXED = "adnd.core.action.mixed-weapons"
ONE_ACTION = "adnd.core.action.one-per-round"


@constraint(move.LOW, Attack, FullAttack, Guard, ReceiveCharge, flags=SITTING | PRONE)
def too_low(battle: Battle, me: Creature, order: Attack | FullAttack | Guard | ReceiveCharge) -> bool:
    """Who sits or lies uses no bow, no sling and nothing that reaches two squares."""
    if order.weapon not in me.weapons:
        return False
    weapon = arm_of(me, order.weapon)
    return (missile.launcher(weapon) and weapon.family != "crossbow") or weapon.reach > 1


def hands_of(me: Creature, names: tuple[str, ...]) -> int:
    """How many hands these things take up; a strapped shield takes one, and so does an arm out of joint."""
    from sim.rules.adnd import fumble_injuries

    weapons = [arm_of(me, name) for name in names if name in me.weapons]
    hands = sum(2 if in_two_hands(me, weapon) else hands_for(me, weapon) for weapon in weapons)
    return hands + len(names) - len(weapons) + style.shield_arm(me) + fumble_injuries.arms_out(me)


def room_for(me: Creature, weapon: str) -> tuple[str, ...]:
    """What it must drop to take a weapon in hand: the last thing held first."""
    held = me.held
    needed = hands_for(me, arm_of(me, weapon))
    while held and hands_of(me, held) + needed > 2:
        held = held[:-1]
    return me.held[len(held) :]


@offer(Draw, "declare", "act")
def drawings(battle: Battle, me: Creature) -> Iterator[Order]:
    for name in me.items:
        if name in me.weapons:
            yield Draw(name)


@constraint(CHANGE, Draw)
def no_change(battle: Battle, me: Creature, order: Draw) -> bool:
    """
    A weapon within reach of the hand is drawn, one free change a round; not while held, nor a long one when prone, nor
    with a hand that something else keeps.
    """
    if order.weapon not in me.items or order.weapon not in me.weapons:
        return True
    weapon = arm_of(me, order.weapon)
    if me.flags & (HELD | PINNED) or (me.flags & PRONE and weapon.reach > 1):
        return True
    state = state_of(battle, me)
    if state.changed and not (state.attacks and state.due):
        return True
    return any(arm_of(me, name).fastened for name in room_for(me, order.weapon) if name in me.weapons)


@constraint(CHANGE, Attack, FullAttack, Charge, asks="weapon")
def not_drawn(battle: Battle, me: Creature, order: Attack | FullAttack | Charge) -> bool:
    """What is not in hand strikes nobody, but for what grows on it, its fists, and a shield on its arm."""
    if order.weapon not in me.weapons or order.weapon in me.held or style.is_shield(me, order.weapon):
        return False
    return arm_of(me, order.weapon).category in ("melee", "ranged") and not missile.innate(arm_of(me, order.weapon))


@priced(Draw)
def price_of_drawing(battle: Battle, me: Creature, order: Draw) -> Cost:
    """The first change of weapon of a round is free, each further one costs an attack."""
    return Cost("pool", (SHEATHE,)) if state_of(battle, me).changed else Cost("free", (CHANGE,))


@procedure(Draw)
def draw(me: Creature, order: Draw, table: Table, because: int) -> None:
    """Drop what is in the way, take the weapon in hand, and count what attacks it still has."""
    battle = table.battle
    old = room_for(me, order.weapon)
    for name in old:
        table.tell(Dropped(because, me.id, name, me.square, (CHANGE, NEGLIGIBLE)))
    table.tell(Drew(because, me.id, order.weapon, (CHANGE,)))
    state = state_of(battle, me)
    if not state.changed:
        table.tell(WeaponChanged(because, me.id, (CHANGE,), next(iter(old), "")))
    if ledger_of(battle).active == me.id and state.weapon:
        recount(table, me, order.weapon, because)


def recount(table: Table, me: Creature, weapon: str, because: int) -> None:
    """After a change it may make as many attacks as the new weapon's rate allows less those made already."""
    battle = table.battle
    state = state_of(battle, me)
    arm = arm_of(me, weapon)
    allowed, rules = attack_rate.this_round(battle, me, arm, missile.launcher(arm))
    left = max(0, min(allowed - state.made, state.attacks))
    due = (weapon,) if left and state.due else ()
    table.tell(AttacksSet(because, me.id, weapon, left, due, (MIXED, *rules)))


@offer(Sheathe, "act")
def sheathings(battle: Battle, me: Creature) -> Iterator[Order]:
    for name in me.held:
        yield Sheathe(name)


@priced(Sheathe)
def price_of_sheathing(battle: Battle, me: Creature, order: Sheathe) -> Cost:
    """Putting a weapon away costs one attack."""
    return Cost("pool", (SHEATHE,))


@constraint(SHEATHE, Sheathe)
def nothing_to_sheathe(battle: Battle, me: Creature, order: Sheathe) -> bool:
    """What is in hand, and is not tied to it, is put away, not while held; it takes an attack that is still to come."""
    if me.flags & (HELD | PINNED):
        return True
    known = order.weapon in me.held and order.weapon in me.weapons
    return not known or arm_of(me, order.weapon).fastened or not state_of(battle, me).attacks


@procedure(Sheathe)
def sheathe(me: Creature, order: Sheathe, table: Table, because: int) -> None:
    """Put it away."""
    table.tell(Sheathed(because, me.id, order.weapon, (SHEATHE,)))


@offer(Drop, "declare", "act")
def droppings(battle: Battle, me: Creature) -> Iterator[Order]:
    for name in me.held:
        yield Drop(name)


@constraint(NEGLIGIBLE, Drop)
def nothing_to_drop(battle: Battle, me: Creature, order: Drop) -> bool:
    """What is held, and is not tied to the hand, can be let go."""
    if order.weapon not in me.held:
        return True
    return order.weapon in me.weapons and arm_of(me, order.weapon).fastened


@procedure(Drop)
def drop(me: Creature, order: Drop, table: Table, because: int) -> None:
    """Let it fall; it costs nothing."""
    table.tell(Dropped(because, me.id, order.weapon, me.square, (NEGLIGIBLE,)))


def in_hand_reach(battle: Battle, me: Creature) -> list[tuple[str, int]]:
    """What lies in its space or beside it."""
    near = battle.ground.near(me.square, me.span) | battle.footprint(me)
    return [(thing.name, thing.square) for thing in battle.things if near >> thing.square & 1]


@offer(PickUp, "act")
def pickings(battle: Battle, me: Creature) -> Iterator[Order]:
    for name, _ in in_hand_reach(battle, me):
        yield PickUp(name)


@priced(PickUp)
def price_of_picking(battle: Battle, me: Creature, order: PickUp) -> Cost:
    """Picking something up costs one attack."""
    return Cost("pool", (ONE_ACTION,))


@constraint(ONE_ACTION, PickUp)
def nothing_to_pick_up(battle: Battle, me: Creature, order: PickUp) -> bool:
    """What lies at hand is picked up, by a hand that is free, for an attack still to come."""
    if not any(name == order.item for name, _ in in_hand_reach(battle, me)) or me.flags & HELD:
        return True
    owner = next(thing.owner for thing in battle.things if thing.name == order.item)
    weapon = battle.creatures[owner].weapons.get(order.item)
    hands = hands_of(me, me.held) + (hands_for(me, weapon) if isinstance(weapon, Weapon) else 1)
    return hands > 2 or not state_of(battle, me).attacks


@procedure(PickUp)
def pick_up(me: Creature, order: PickUp, table: Table, because: int) -> None:
    """It is in the hand again."""
    square = next(square for name, square in in_hand_reach(table.battle, me) if name == order.item)
    if order.item in me.weapons and arm_of(me, order.item).thrown:
        table.tell(HurledRecovered(because, me.id, order.item, square, (ONE_ACTION, missile.LANDS)))
    else:
        table.tell(PickedUp(because, me.id, order.item, square, (ONE_ACTION,)))
