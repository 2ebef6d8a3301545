"""
Overrun (d20.overrun.*): through somebody's space in the middle of a move, or of a charge.

The way goes through the first square of the target's space, or through the squares that the order names; what it
leaves exposes as movement does, so the defender strikes before it chooses. An attempt that is avoided costs no
action, but there is only one attempt a round. Who can neither avoid nor block is passed. A rider's mount does the
running, in one of its own moves, and the shoving.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.conditions import ConditionBegan
from sim.events.movement import Moved, OverrunTried
from sim.events.orders import Overrun
from sim.events.riding import RideBegan
from sim.grid.movement import flood, line_clear, path_price, straight_line
from sim.rules import choice
from sim.rules.d20 import aoo, charge, core, mounted, move, scores, special, turn, wounds
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, GRAPPLING, HOLDING, PINNED, PRONE, SQUEEZING
from sim.state.creature import Creature
from sim.table import Table

COST = "d20.overrun.cost"
DURING_CHARGE = "d20.overrun.during-charge"
SIZE_LIMIT = "d20.overrun.size-limit"
AOO = "d20.overrun.aoo"
AVOID = "d20.overrun.avoid"
CHECK = "d20.overrun.block.check"
MODIFIERS = "d20.overrun.block.modifiers"
SUCCESS = "d20.overrun.block.success"
COUNTER = "d20.overrun.block.counter"
SUCCESS_MOVE = "d20.overrun.success-move"
FAILURE_BACK = "d20.overrun.failure-back"
FAILURE_PRONE = "d20.overrun.failure-prone"
MOUNTED = "d20.overrun.mounted"

OPTION = "overrun-in-charge"
IMPROVED = "improved-overrun"
TRIED = "overrun"
HELD = PRONE | GRAPPLING | PINNED | HOLDING | SQUEEZING


def way(battle: Battle, me: Creature, order: Overrun) -> tuple[int, ...]:
    """The mover's path through the target's space to the end of the move; empty if there is none within its means."""
    target = battle.creatures[order.target]
    me = mounted.body(battle, me)
    ground, span = battle.ground, move.own_span(me)
    space = battle.footprint(target)
    gait = move.fields(battle, me)
    for other in battle.occupants(space):
        if other not in (target, me) and other.id != target.rider and not passing.may_pass(me, other):
            return ()
    gait = {**gait, "blocked": int(gait["blocked"]) & ~space, "squeeze": False}
    if order.mode == "charge":
        blocked = charge.obstacles(battle, me, target)
        if line_clear(ground, me.square, span, order.to, blocked, swimmer=move.swims(me)) is not None:
            return ()
        path = straight_line(ground, me.square, span, order.to)
        passable = path_price(ground, path, span, **gait) is not None  # type: ignore[arg-type]
        return path if passable and entry(battle, path, span, space) else ()
    found = [me.square]
    for goal in (*(order.via or (target.square,)), order.to):
        if goal == found[-1]:
            continue
        leg = flood(ground, found[-1], span, 2 * move.speed(me), **gait)  # type: ignore[arg-type]
        if not leg.reached >> goal & 1:
            return ()
        found += leg.path(goal)[1:]
    path = tuple(found)
    price = path_price(ground, path, span, **gait)  # type: ignore[arg-type]
    if price is None or (price + move.parity(battle, me)) // 2 > move.speed(me):
        return ()
    return path if entry(battle, path, span, space) else ()


def entry(battle: Battle, path: tuple[int, ...], span: int, space: int) -> int:
    """The place on a path at which it first enters a space; 0 if it never does."""
    return next((n for n, square in enumerate(path) if battle.ground.footprint(square, span) & space), 0)


def beyond(battle: Battle, me: Creature, target: Creature) -> int | None:
    """The first square straight behind the target, as seen from the attacker; ``None`` off the map."""
    ground, span = battle.ground, move.own_span(me)
    y, x = divmod(me.square, ground.stride)
    other_y, other_x = divmod(target.square, ground.stride)
    across = (other_x > x + span - 1) - (other_x + target.span - 1 < x)
    down = (other_y > y + span - 1) - (other_y + target.span - 1 < y)
    column = other_x + target.span if across > 0 else other_x - span if across < 0 else other_x
    row = other_y + target.span if down > 0 else other_y - span if down < 0 else other_y
    if 0 <= row <= ground.height - span and 0 <= column <= ground.width - span:
        return row * ground.stride + column
    return None


@constraint(SIZE_LIMIT, Overrun)
def too_large(battle: Battle, me: Creature, order: Overrun) -> bool:
    """The target may be at most one size larger."""
    target = battle.creatures.get(order.target)
    mover = mounted.body(battle, me)
    return target is not None and passing.RANK[target.sheet.size] - passing.RANK[mover.sheet.size] > 1


@constraint(COST, Overrun)
def cannot(battle: Battle, me: Creature, order: Overrun) -> bool:
    """Once a round, on its feet, through an enemy and out again, with a standard action left for it."""
    now = battle.turn
    target = battle.creatures.get(order.target)
    mover = mounted.body(battle, me)
    if target is None or target.side == me.side or not target.active or (me.flags | mover.flags) & HELD:
        return True
    if mover is not me and (now.spurred or mover.flags & CANNOT_ACT or order.mode == "charge"):
        return True
    if TRIED in now.tried or now.stepped or not 0 <= order.to < battle.ground.stride * battle.ground.height:
        return True
    if order.mode == "move" and ((now.move and mover is me) or not turn.can_pay(battle, "standard")):
        return True
    space = battle.ground.footprint(order.to, move.own_span(mover))
    return bool(space & battle.footprint(target)) or not way(battle, me, order)


@constraint(turn.RESTRICTED, Overrun)
def only_one_action(battle: Battle, me: Creature, order: Overrun) -> bool:
    """A move with a standard action in it, or a charge: too much for those who have only one of them."""
    return battle.turn.restricted


@constraint(passing.STOP, Overrun)
def no_room(battle: Battle, me: Creature, order: Overrun) -> bool:
    """The move ends where it can stay."""
    return passing.no_room(battle, mounted.body(battle, me), order.to)


@constraint(DURING_CHARGE, Overrun)
def not_in_a_charge(battle: Battle, me: Creature, order: Overrun) -> bool:
    """Within a charge only under option ``overrun-in-charge``, and then by the rules of charging."""
    if order.mode != "charge":
        return False
    if battle.options.get(OPTION) == "no" or charge.hampered(battle, me):
        return True
    gap = battle.ground.distance(me.square, 1, order.to, 1)
    return not 2 <= gap <= charge.budget(battle, me)


@procedure(Overrun)
def overrun(me: Creature, order: Overrun, table: Table, because: int) -> None:
    """Up to the target, into its space, and, if it gives way or falls, on to the end of the move."""
    battle = table.battle
    target = battle.creatures[order.target]
    path = way(battle, me, order)
    cites: tuple[str, ...] = (CHECK,)
    if me.mount:
        table.tell(RideBegan(because, me.id, me.mount, "overrun", (mounted.SHARED,)))
        me = battle.creatures[me.mount]
        cites = (CHECK, MOUNTED)
    place = entry(battle, path, move.own_span(me), battle.footprint(target))
    charging = order.mode == "charge"
    if charging:
        rules = (charge.AC_PENALTY, charge.STRAIGHT, DURING_CHARGE)
        table.tell(ConditionBegan(because, me.id, "charged", rules, ender=me.id))
    gait = "charge" if charging else "walk"
    if place > 1 and not move.walk(table, me, path[:place], gait, because, onward=True):
        return
    behind = path[: place - 1]
    if not cross(table, me, path[place - 1 : place], because, AOO, behind):
        return
    if not target.active:
        move.settle(table, me, path[:place], because, False)
        return
    options = ("block",) if IMPROVED in me.sheet.feats and not target.flags & CANNOT_ACT else ("avoid", "block")
    if choice.ask(table, target, "overrun", me, options, because, AVOID, CHECK) == "avoid":
        table.tell(OverrunTried(because, me.id, target.id, False, (AVOID,)))
        cross(table, me, path[place - 1 :], because, AVOID, behind)
        return
    seq = table.tell(OverrunTried(because, me.id, target.id, True, (COST,)))
    step(table, me, path[place - 1], path[place], because, CHECK)
    won, seq = shoving(table, me, target, seq, *cites, charging=charging)
    if won:
        if not target.flags & PRONE:
            wounds.begin(table, target, "prone", seq, SUCCESS)
            if target.rider:
                mounted.unseat(table, target, seq)
        cross(table, me, path[place:], because, SUCCESS_MOVE, path[:place])
        return
    felled, seq = counter(table, me, target, seq)
    fall_back(table, me, path[place - 1], seq, felled=felled)


def cross(table: Table, me: Creature, path: tuple[int, ...], because: int, rule: str, behind: tuple[int, ...]) -> bool:
    """
    Go on square by square, exposed at each that is left; a path of one square only exposes.

    ``behind`` are the squares that it comes from. True if nothing has stopped it.
    """
    prone = me.flags & PRONE
    for index, square in enumerate(path):
        if index == len(path) - 1 and index:
            break
        if not aoo.provoke(table, me, aoo.MOVING, because, cites=(rule,)) or move.halted(me, square, prone):
            move.settle(table, me, (*behind, *path[: index + 1]), because, False)
            return False
        if index < len(path) - 1:
            step(table, me, square, path[index + 1], because, rule)
    return True


def step(table: Table, me: Creature, before: int, after: int, because: int, rule: str) -> None:
    """One square of the way through."""
    gait = {**move.fields(table.battle, me), "blocked": 0}
    price = path_price(table.battle.ground, (before, after), move.own_span(me), **gait)  # type: ignore[arg-type]
    move.shift(table, me, Moved(because, me.id, (before, after), price or 0, "overrun", me.span, (), (rule,)))


def shoving(
    table: Table, me: Creature, target: Creature, because: int, *cites: str, charging: bool
) -> tuple[bool, int]:
    """Strength against the defender's Strength or Dexterity, and the number of the event."""
    mine = list(special.check_parts(me, "strength", CHECK, MODIFIERS))
    if charging:
        mine.append(Modifier(2, "charge", MODIFIERS))
    if IMPROVED in me.sheet.feats:
        mine.append(Modifier(4, "improved overrun", CHECK))
    ability = _defence(table, target, me, because, CHECK)
    theirs = list(special.check_parts(target, ability, CHECK, MODIFIERS))
    if special.stable(target):
        theirs.append(Modifier(4, "stability", MODIFIERS))
    checks = ("strength", ability)
    rolled = core.opposed(table, "overrun", me, target, checks, tuple(mine), tuple(theirs), because, *cites)
    return rolled.won, table.tell(rolled)


def counter(table: Table, me: Creature, target: Creature, because: int) -> tuple[bool, int]:
    """The defender may fell the attacker that it has held: whether it does, and the number of the event."""
    ability = _defence(table, me, target, because, COUNTER)
    mine = special.check_parts(target, "strength", COUNTER, COUNTER)
    theirs = special.check_parts(me, ability, COUNTER, COUNTER)
    rolled = core.opposed(table, "overrun", target, me, ("strength", ability), mine, theirs, because, COUNTER)
    return rolled.won, table.tell(rolled)


def _defence(table: Table, who: Creature, other: Creature, because: int, rule: str) -> str:
    abilities = tuple(sorted(("strength", "dexterity"), key=lambda ability: -scores.modifier(who, ability)))
    return choice.ask(table, who, "overrun-defence", other, abilities, because, rule)


def fall_back(table: Table, me: Creature, to: int, because: int, *, felled: bool) -> None:
    """A square back the way it came, and no farther; down if it was felled, or if somebody is there."""
    from sim.rules.d20 import grapple

    battle = table.battle
    others = [other for other in battle.occupants(battle.ground.footprint(to, me.span)) if other is not me]
    seq = move.shift(table, me, Moved(because, me.id, (me.square, to), 0, "back", me.span, (), (FAILURE_BACK,)))
    grapple.torn(table, me, seq)
    if (others or felled) and not me.flags & PRONE:
        wounds.begin(table, me, "prone", seq, FAILURE_PRONE)
        if me.rider:
            mounted.unseat(table, me, seq)
