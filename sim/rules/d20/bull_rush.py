"""
Bull rush (d20.bull-rush.*): into the defender's space, and both of them back.

Decided: the push goes along the step by which the attacker entered, one square at a time over ground that the
defender could walk; pits and deep water stop it like a wall, for the rules say nothing of being pushed into them. A
trip or a grip that goes astray does so after its touch, a disarm before its rolls.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.course import TargetDrawn
from sim.events.movement import Moved
from sim.events.orders import BullRush, Charge
from sim.grid.movement import path_price
from sim.rules import choice
from sim.rules.d20 import aoo, core, move, special, step, wounds
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import GRAPPLING, PINNED, PRONE
from sim.state.creature import Creature
from sim.table import Table

COST = "d20.bull-rush.cost"
SIZE_LIMIT = "d20.bull-rush.size-limit"
ENTER_SPACE = "d20.bull-rush.enter-space"
AOO = "d20.bull-rush.aoo"
AOO_STRAY = "d20.bull-rush.aoo-stray"
CHECK = "d20.bull-rush.check"
CHARGE_BONUS = "d20.bull-rush.charge-bonus"
SIZE_MODIFIER = "d20.bull-rush.size-modifier"
STABILITY = "d20.bull-rush.stability"
PUSH = "d20.bull-rush.push"
PUSH_EXTRA = "d20.bull-rush.push-extra"
PUSH_AOO = "d20.bull-rush.push-aoo"
FAILURE = "d20.bull-rush.failure"
FAILURE_PRONE = "d20.bull-rush.failure-prone"

IMPROVED = "improved-bull-rush"
STRAY_PERCENT = 25


def direction(battle: Battle, me: Creature, target: Creature) -> int:
    """The step, as a difference of squares, that takes the attacker from beside the target into its space."""
    stride = battle.ground.stride
    y, x = divmod(me.square, stride)
    other_y, other_x = divmod(target.square, stride)
    across = (other_x > x + me.span - 1) - (other_x + target.span - 1 < x)
    down = (other_y > y + me.span - 1) - (other_y + target.span - 1 < y)
    return down * stride + across


def walkable(battle: Battle, who: Creature, path: tuple[int, ...], *among: Creature) -> int | None:
    """
    What a straight path of this creature costs in half squares, ``None`` if anything or anybody is in its way.

    Those ``among`` whom it goes do not count.
    """
    ground = battle.ground
    others = 0
    for other in battle.occupants(battle.occupied()):
        if other is not who and other not in among and not any(other.id in (one.rider, one.mount) for one in among):
            others |= battle.footprint(other)
    inside = ground.inside
    if any(not 0 <= square < ground.stride * ground.height or not inside >> square & 1 for square in path):
        return None
    sheet = who.sheet
    return path_price(
        ground,
        path,
        who.span,
        blocked=others,
        swimmer=sheet.swim > 0 or sheet.fly > 0,
        small=passing.RANK[sheet.size] <= passing.MINUTE,
    )


@constraint(SIZE_LIMIT, BullRush, Charge)
def too_large(battle: Battle, me: Creature, order: BullRush | Charge) -> bool:
    """The target may be at most one size larger."""
    if type(order) is Charge and order.how != "bull-rush":
        return False
    target = battle.creatures.get(order.target)
    return target is not None and passing.RANK[target.sheet.size] - passing.RANK[me.sheet.size] > 1


@constraint(ENTER_SPACE, BullRush)
def cannot_enter(battle: Battle, me: Creature, order: BullRush) -> bool:
    """The attacker stands beside an enemy, on its feet and free to step into its space."""
    target = battle.creatures.get(order.target)
    if target is None or target.side == me.side or not target.active or me.flags & (PRONE | GRAPPLING | PINNED):
        return True
    if battle.ground.distance(me.square, me.span, target.square, target.span) != 1:
        return True
    return walkable(battle, me, (me.square, me.square + direction(battle, me, target)), target) is None


@constraint(step.NO_OTHER_MOVEMENT, BullRush)
def stepped(battle: Battle, me: Creature, order: BullRush) -> bool:
    """Entering the space moves a distance, which a 5-foot step of the same turn rules out."""
    return battle.turn.stepped


@procedure(BullRush)
def bull_rush(me: Creature, order: BullRush, table: Table, because: int) -> None:
    """Push from where one stands."""
    push(table, me, table.battle.creatures[order.target], because, charging=False)


def push(table: Table, me: Creature, target: Creature, because: int, *, charging: bool) -> None:
    """
    Enter the target's space and push, the attacker standing beside it.

    Entering exposes to all who threaten the attacker; with Improved Bull Rush not to the defender.
    """
    battle = table.battle
    start = me.square
    improved = IMPROVED in me.sheet.feats
    spared = (target.id,) if improved else ()
    if not aoo.provoke(table, me, "bull-rush", because, exclude=spared, cites=(AOO,), astray=target):
        return
    if me.square != start or me.flags & (PRONE | GRAPPLING) or not target.active:
        return
    delta = direction(battle, me, target)
    path = (start, start + delta)
    price = walkable(battle, me, path, target)
    if price is None:
        return
    seq = move.shift(table, me, Moved(because, me.id, path, price, "follow", me.span, (), (COST, ENTER_SPACE)))
    mine = list(special.check_parts(me, "strength", CHECK, SIZE_MODIFIER))
    if charging:
        mine.append(Modifier(2, "charge", CHARGE_BONUS))
    if improved:
        mine.append(Modifier(4, "improved bull rush", CHECK))
    theirs = list(special.check_parts(target, "strength", CHECK, SIZE_MODIFIER))
    if special.stable(target):
        theirs.append(Modifier(4, "stability", STABILITY))
    checks = ("strength", "strength")
    rolled = core.opposed(table, "bull-rush", me, target, checks, tuple(mine), tuple(theirs), seq, CHECK)
    seq = table.tell(rolled)
    if not rolled.won:
        fall_back(table, me, start, seq)
        return
    if not shove(table, me, target, delta, seq, PUSH):
        fall_back(table, me, start, seq, PUSH)
        return
    spent = battle.turn.halves if charging else price
    far = farthest(battle, me, target, delta, (rolled.total - rolled.other_total) // 5, spent, charging)
    if not far:
        return
    options = tuple(str(squares) for squares in range(1 + far, 0, -1))
    squares = int(choice.ask(table, me, "push", target, options, seq, PUSH_EXTRA))
    for _ in range(squares - 1):
        if not along(table, me, target, delta, seq):
            return


def farthest(battle: Battle, me: Creature, target: Creature, delta: int, most: int, spent: int, charging: bool) -> int:
    """
    How many squares further both can go: what the check gave, what the attacker's movement allows, what is open.

    ``spent`` are the half squares that the attacker has gone: of twice its speed in a charge, else of its speed.
    """
    from sim.rules.d20 import charge

    budget = charge.budget(battle, me) if charging else move.speed(me)
    for further in range(1, most + 1):
        steps = range(further + 1)
        price = walkable(battle, me, tuple(me.square + delta * n for n in steps), target)
        if price is None or (spent + price) // 2 > budget:
            return further - 1
        if walkable(battle, target, tuple(target.square + delta * n for n in steps), me) is None:
            return further - 1
    return max(most, 0)


def shove(table: Table, me: Creature, target: Creature, delta: int, because: int, rule: str) -> bool:
    """The defender goes back one square, exposed to all but the attacker. False if nothing came of it."""
    from sim.rules.d20 import grapple

    path = (target.square, target.square + delta)
    if walkable(table.battle, target, path, me) is None:
        return False
    aoo.provoke(table, target, aoo.MOVING, because, exclude=(me.id,), cites=(PUSH_AOO,), astray=me, forced=True)
    if not target.active:
        return True
    if target.square != path[0] or walkable(table.battle, target, path, me) is None:
        return False
    seq = move.shift(table, target, Moved(because, target.id, path, 0, "push", target.span, (), (rule,)))
    grapple.torn(table, target, seq)
    return True


def along(table: Table, me: Creature, target: Creature, delta: int, because: int) -> bool:
    """Both go on by a square, the attacker exposed to all but the defender. True if the push can go on."""
    if not shove(table, me, target, delta, because, PUSH_EXTRA) or not target.active:
        return False
    path = (me.square, me.square + delta)
    if not aoo.provoke(table, me, aoo.MOVING, because, exclude=(target.id,), cites=(PUSH_AOO,), astray=target):
        return False
    price = walkable(table.battle, me, path, target)
    if price is None or me.square != path[0] or me.flags & (PRONE | GRAPPLING):
        return False
    move.shift(table, me, Moved(because, me.id, path, price, "follow", me.span, (), (PUSH_EXTRA,)))
    return True


def fall_back(table: Table, me: Creature, start: int, because: int, *cites: str) -> None:
    """The attacker goes back where it came from; if somebody is there, it falls among them."""
    from sim.rules.d20 import grapple

    battle = table.battle
    others = [other for other in battle.occupants(battle.ground.footprint(start, me.span)) if other is not me]
    seq = move.shift(table, me, Moved(because, me.id, (me.square, start), 0, "back", me.span, (), (*cites, FAILURE)))
    grapple.torn(table, me, seq)
    if others and not me.flags & PRONE:
        wounds.begin(table, me, "prone", seq, FAILURE_PRONE)


def stray(table: Table, foe: Creature, target: Creature, other: Creature, because: int) -> Creature:
    """One opportunity attack in four that lands on a wrestling pair hits the wrong one: whom ``foe`` hits."""
    (die,) = table.roll(100)
    struck = other if die.value <= STRAY_PERCENT else target
    table.tell(TargetDrawn(because, foe.id, (target.id, other.id), struck.id, (AOO_STRAY,), (die,)))
    return struck
