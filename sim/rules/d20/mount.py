"""
Getting into the saddle and out of it (d20.mount.*): a move action, or a free one by a Ride check of 20.

A mount is at least one size larger than its rider, goes on four legs or more, fights on its side, and carries nobody
else.
"""

from __future__ import annotations

from sim.events.orders import Dismount, Mount
from sim.events.riding import Dismounted, Mounted, MoveActionLost
from sim.rules.d20 import action, mounted, move, turn
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, PRONE
from sim.state.creature import Creature
from sim.table import Table

FAST = "d20.mount.fast.dc"
FAILURE = "d20.mount.fast.failure"
ROW = action.ROWS["mount"]
FAST_DC = 20


def sizes_larger(me: Creature, mount: Creature) -> int:
    """By how many sizes a mount is larger."""
    return passing.RANK[mount.sheet.size] - passing.RANK[me.sheet.size]


@constraint(ROW, Mount)
def cannot_mount(battle: Battle, me: Creature, order: Mount) -> bool:
    """A free mount of its own side beside it, with nothing of its own to wait for, and both on their feet."""
    mount = battle.creatures.get(order.target)
    if (
        mount is None
        or mount is me
        or battle.turn.who == mount.id
        or mount.side != me.side
        or mount.rider
        or not mount.active
    ):
        return True
    if (me.flags | mount.flags) & PRONE or me.grapplers or mount.grapplers or mount.flags & CANNOT_ACT or me.rider:
        return True
    if mount.readied is not None or mount.id in battle.delaying:
        return True
    if mount.sheet.legs < 4 or sizes_larger(me, mount) < 1 or (mount.sheet.intelligence or 3) > 2:
        return True
    return battle.ground.distance(me.square, me.span, mount.square, mount.span) != 1


@constraint(FAST, Mount, Dismount)
def too_tall(battle: Battle, me: Creature, order: Mount | Dismount) -> bool:
    """In a flash only onto or off a mount at most one size larger."""
    mount = battle.creatures.get(order.target if type(order) is Mount else me.mount)
    return order.mode == "fast" and mount is not None and sizes_larger(me, mount) > 1


@constraint(FAILURE, Mount, Dismount)
def no_move_left(battle: Battle, me: Creature, order: Mount | Dismount) -> bool:
    """It is tried in a flash only with a move action left, in case it fails."""
    return order.mode == "fast" and not turn.can_pay(battle, "move")


@constraint(ROW, Dismount)
def cannot_dismount(battle: Battle, me: Creature, order: Dismount) -> bool:
    """From the saddle to a free square beside the mount."""
    mount = mounted.mount_of(battle, me)
    ground = battle.ground
    if mount is None or not ground.inside >> order.to & 1:
        return True
    span = move.own_span(me)
    closed = ground.solid | ground.pits | ground.cliffs | ground.water
    if not ground.anchors(ground.inside & ~closed, span) >> order.to & 1:
        return True
    if ground.distance(order.to, span, mount.square, mount.span) != 1:
        return True
    return bool(ground.footprint(order.to, span) & battle.occupied())


@procedure(Mount)
def mount_up(me: Creature, order: Mount, table: Table, because: int) -> None:
    """Into the saddle."""
    because, rules = _quickly(table, me, order.mode, because)
    table.tell(Mounted(because, me.id, order.target, (ROW, mounted.SHARED, *rules)))


@procedure(Dismount)
def dismount(me: Creature, order: Dismount, table: Table, because: int) -> None:
    """Out of the saddle."""
    because, rules = _quickly(table, me, order.mode, because)
    table.tell(Dismounted(because, me.id, me.mount, order.to, move.own_span(me), (ROW, *rules)))


def _quickly(table: Table, me: Creature, mode: str, because: int) -> tuple[int, tuple[str, ...]]:
    """The Ride check of a quick one; whoever fails needs its move action for it."""
    if mode == "move":
        return because, ()
    success, seq = mounted.ride_check(table, me, FAST_DC, because, FAST)
    if success:
        return seq, (FAST,)
    return table.tell(MoveActionLost(seq, me.id, (FAILURE,))), (FAILURE,)
