"""
Climbing and swimming: moves where nobody walks (d20.move.climb-swim, d20.move.accelerated-climb).

A rock face and deep water are entered and left by climbing and swimming only, in moves of their own. The check comes
first, against 15 on rock and 10 in water; who fails it stays where it is. Who has a climb speed needs no check, and who
has a swim speed takes to water as to land.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.orders import BullRush, Charge, Move, Order, Overrun, Run, Step, Withdraw
from sim.grid.terrain import Ground
from sim.rules.d20 import fire, move, scores, skill
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.declare import constraint
from sim.state.battle import Battle
from sim.state.conditions import BURNING, CANNOT_ACT
from sim.state.creature import Creature
from sim.table import Table

MODES = move.CLIMBS
CLIMB_DC, SWIM_DC = 15, 10
HASTE = -5


def in_deep(battle: Battle, me: Creature) -> bool:
    """Does it hang on a rock face, or swim without being made for it?"""
    ground = battle.ground
    if not ground.has_depths:
        return False
    deep = ground.cliffs if me.sheet.swim or me.sheet.fly else ground.cliffs | ground.water
    return bool(deep >> me.square & 1)


def budget(me: Creature, mode: str) -> int:
    """Squares of a move: its climb speed, or a quarter of its speed; half of it in haste."""
    if mode == "climb-fast":
        return move.speed(me) // 2
    if mode == "climb" and me.sheet.climb:
        return me.sheet.climb // 5
    return move.speed(me) // 4


def ways(battle: Battle, me: Creature, mode: str) -> dict[int, tuple[int, ...]]:
    """Where such a move may end, each place with the cheapest path, by half squares and then by lowest squares."""
    memo = battle.memo()
    key = ("climbing", me.id, mode)
    found = memo.get(key)
    if found is None:
        found = memo[key] = _ways(battle, me, mode)
    return found  # type: ignore[return-value]


def _ways(battle: Battle, me: Creature, mode: str) -> dict[int, tuple[int, ...]]:
    ground = battle.ground
    element, other = (ground.water, ground.cliffs) if mode == "swim" else (ground.cliffs, ground.water)
    at_home = mode == "swim" and (me.sheet.swim or me.sheet.fly)
    if not element or at_home or move.own_span(me) > 1:
        return {}
    closed = ground.solid | ground.pits | ground.narrow | other | passing.barred(battle, me)
    free = ground.inside & ~closed
    most = 2 * budget(me, mode) + 1 - move.parity(battle, me)
    paths: dict[int, tuple[int, tuple[int, ...]]] = {me.square: (0, (me.square,))}
    edge = [me.square]
    while edge:
        following: list[int] = []
        for here in edge:
            spent, path = paths[here]
            for goal, halves in steps(ground, here):
                if not free >> goal & 1 or not (element >> goal & 1 or element >> here & 1):
                    continue
                candidate = (spent + halves, (*path, goal))
                if candidate[0] <= most and (goal not in paths or candidate < paths[goal]):
                    paths[goal] = candidate
                    following.append(goal)
        edge = sorted(set(following))
    ends = free & ~passing.taken(battle, me) & ~(1 << me.square)
    return {square: path for square, (_, path) in sorted(paths.items()) if ends >> square & 1}


def steps(ground: Ground, here: int) -> list[tuple[int, int]]:
    """The single steps from a square that no wall and no corner bars, with their half squares."""
    stride = ground.stride
    east, south = ground.shut
    hard = ground.solid
    found: list[tuple[int, int]] = []
    open_to: dict[tuple[int, int], bool] = {
        (0, -1): here >= stride and not south >> here - stride & 1,
        (0, 1): not south >> here & 1,
        (-1, 0): here >= 1 and not east >> here - 1 & 1,
        (1, 0): not east >> here & 1,
    }
    for (dx, dy), clear in open_to.items():
        if clear:
            found.append((here + dx + dy * stride, 2))
    for dx in (-1, 1):
        for dy in (-1, 1):
            beside, above = here + dx, here + dy * stride
            if not open_to[dx, 0] or not open_to[0, dy] or beside < 0 or above < 0:
                continue
            if (hard >> beside | hard >> above) & 1 or ground.has_borders:
                continue
            found.append((above + dx, 3))
    return [(goal, halves) for goal, halves in found if goal >= 0]


def why_not(battle: Battle, me: Creature, order: Move) -> tuple[str, ...]:
    """The rules that forbid to climb or swim there."""
    if order.to in ways(battle, me, order.mode):
        return ()
    return (move.ACCELERATED, move.CLIMB_SWIM) if order.mode == "climb-fast" else (move.CLIMB_SWIM,)


@constraint(move.CLIMB_SWIM, Move, Run, Withdraw, Charge, Step, BullRush, Overrun)
def out_of_its_depth(battle: Battle, me: Creature, order: Order) -> bool:
    """Who hangs on rock or swims for its life does not walk."""
    return in_deep(battle, me) and not (type(order) is Move and order.mode in MODES)


def go(table: Table, me: Creature, order: Move, because: int) -> None:
    """The check, and if it succeeds the move."""
    path = ways(table.battle, me, order.mode)[order.to]
    swims = order.mode == "swim"
    rules: tuple[str, ...] = (move.CLIMB_SWIM,)
    if order.mode == "climb-fast":
        rules = (move.ACCELERATED, move.CLIMB_SWIM)
    if swims or not me.sheet.climb:
        parts = scores.skill_parts(me, "swim" if swims else "climb", move.CLIMB_SWIM)
        if order.mode == "climb-fast":
            parts += (Modifier(HASTE, "haste", move.ACCELERATED),)
        what, dc = ("swim", SWIM_DC) if swims else ("climb", CLIMB_DC)
        margin, _ = skill.check(table, me, what, dc, parts, because, *rules)
        if margin < 0:
            return
    move.walk(table, me, path, "swim" if swims else "climb", because, rules)
    if me.flags & BURNING and not me.flags & CANNOT_ACT and table.battle.ground.water >> me.square & 1:
        fire.put_out(table, me, because)
