"""
Who may pass whom, and where nobody may stop (d20.pass.*); tumbling past those who would strike.

Decided: a tumbler rolls against everybody who threatens a square that it leaves, whether or not that one could still
strike; the one check against an enemy whose square lies on the way is the hard one, made where its reach is first
left or else before its square.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.movement import TumbleRolled
from sim.events.orders import Move
from sim.grid.bits import squares, touching
from sim.grid.movement import flood, path_price
from sim.grid.terrain import Ground
from sim.rules.d20.declare import MELEE, OPPORTUNITY, Blow, constraint, on_ac
from sim.state.battle import Battle
from sim.state.conditions import DEAD, GONE, HELPLESS, PRONE
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import SIZES

ALLY = "d20.pass.ally"
ALLY_NO_COVER = "d20.pass.ally-no-cover"
OPPONENT = "d20.pass.opponent"
STOP = "d20.pass.stop"
TUMBLE = "d20.pass.tumble"
TINY = "d20.pass.tiny"
THREE_SIZES = "d20.pass.three-sizes"
THREE_SIZES_AOO = "d20.pass.three-sizes.aoo"

RANK: dict[str, int] = {size: index for index, size in enumerate(SIZES)}
MINUTE = RANK["tiny"]


def may_pass(me: Creature, other: Creature) -> bool:
    """May ``me`` go through the squares of ``other``: an ally, helpless, far smaller or larger, or ``me`` is Tiny."""
    return other.side == me.side or bool(other.flags & HELPLESS) or passes(me.sheet.size, other.sheet.size)


def passes(size: str, other: str) -> bool:
    """Does somebody of this size pass an enemy of another?"""
    mine, its = RANK[size], RANK[other]
    return mine <= MINUTE or abs(mine - its) >= 3


def upright(battle: Battle) -> dict[tuple[str, str], int]:
    """The squares of all who are not helpless, by side and size (kept until somebody stands or falls elsewhere)."""
    if battle.upright is not None and battle.upright[0] == battle.places:
        return battle.upright[1]
    found: dict[tuple[str, str], int] = {}
    footprint = battle.ground.footprint
    for other in battle.creatures.values():
        if not other.flags & (DEAD | GONE | HELPLESS):
            bits = 1 << other.square if other.span == 1 else footprint(other.square, other.span)
            key = other.side, other.sheet.size
            found[key] = found.get(key, 0) | bits
    battle.upright = battle.places, found
    return found


def upright_but(battle: Battle, spared: Creature) -> int:
    """The squares of all who are not helpless but one."""
    bits = 0
    for mask in upright(battle).values():
        bits |= mask
    space = battle.footprint(spared)
    bits &= ~space
    for other in battle.occupants(space):
        if other.id in (spared.id, spared.rider, spared.mount):
            continue
        if not other.flags & HELPLESS:
            bits |= battle.footprint(other)
    return bits


def barred(battle: Battle, me: Creature) -> int:
    """The squares that this creature may not enter because of who stands there; where it stands, it is in already."""
    bits = 0
    for (side, size), mask in upright(battle).items():
        if side != me.side and not passes(me.sheet.size, size):
            bits |= mask
    return bits & ~battle.footprint(me)


def taken(battle: Battle, me: Creature) -> int:
    """The squares where this creature may not stop because somebody is there who is not helpless."""
    bits = upright_but(battle, me)
    for other in battle.creatures.values():
        if other.grapplers and other.flags & HELPLESS and other is not me and not other.flags & (DEAD | GONE):
            bits |= battle.footprint(other)
    return bits


def overlapping(ground: Ground, bits: int, span: int) -> int:
    """The anchors of a space of ``span`` that touch any of these squares."""
    return bits if span == 1 else touching(bits, span, ground.stride)


def no_room(battle: Battle, me: Creature, to: int, span: int = 0) -> bool:
    """
    Somebody who is not helpless stands in the way of ending a move there, in a space of ``span`` squares, or, unless
    that is said, in the one that it would have there, squeezing if need be.
    """
    ground = battle.ground
    if not 0 <= to < ground.stride * ground.height:
        return True
    if not span and me.sheet.space > 5:
        from sim.rules.d20 import move

        (span,) = move.spans_of(battle, me, (to,))
    space = ground.footprint(to, span or 1)
    if not space & battle.occupied():
        return False
    others = [other for other in battle.occupants(space) if other is not me and other.id != me.rider]
    if RANK[me.sheet.size] <= MINUTE and all(RANK[other.sheet.size] > MINUTE for other in others):
        return False
    return any(not other.flags & HELPLESS for other in others)


def cites(battle: Battle, me: Creature, path: tuple[int, ...], spans: tuple[int, ...]) -> tuple[str, ...]:
    """The rules by which it passes through the squares of others on this path."""
    swept = 0
    for square, span in zip(path[1:], spans[1:], strict=True):
        swept |= 1 << square if span == 1 else battle.ground.footprint(square, span)
    met = swept & battle.occupied()
    if not met:
        return ()
    found = [why_passed(me, other) for other in battle.occupants(met) if other is not me]
    return tuple(dict.fromkeys(found))


def why_passed(me: Creature, other: Creature) -> str:
    """The rule by which ``me`` goes through the squares of ``other``."""
    if other.side == me.side:
        return ALLY
    if other.flags & HELPLESS:
        return OPPONENT
    if not may_pass(me, other):
        return TUMBLE
    return TINY if RANK[me.sheet.size] <= MINUTE else THREE_SIZES


def exposure(
    battle: Battle, me: Creature, path: tuple[int, ...], spans: tuple[int, ...], index: int
) -> tuple[str, ...]:
    """The rules that expose it, besides the general one, on its step from ``path[index]``: it passes an enemy."""
    ground = battle.ground
    bits = ground.footprint(path[index], spans[index]) | ground.footprint(path[index + 1], spans[index + 1])
    for other in battle.occupants(bits & battle.enemies_mask(me.side)):
        if other.side != me.side and not other.flags & HELPLESS and may_pass(me, other):
            return (TINY,) if RANK[me.sheet.size] <= MINUTE else (THREE_SIZES_AOO,)
    return ()


@on_ac(MELEE | OPPORTUNITY)
def no_cover_from_ally(blow: Blow) -> None:
    """Whoever is struck in an ally's square has no cover from that ally (``cover.between`` leaves it out)."""
    target = blow.target
    for other in blow.battle.occupants(blow.battle.footprint(target)):
        if other is not target and other.side == target.side:
            blow.cites.append(ALLY_NO_COVER)
            return


def way_through(battle: Battle, me: Creature, order: Move, budget: int) -> tuple[int, ...]:
    """The way that an order of movement would take if enemies barred none; empty if there is none either."""
    from sim.rules.d20 import move

    ground, span = battle.ground, move.own_span(me)
    gait = {**move.fields(battle, me), "blocked": 0}
    path = [me.square]
    for goal in (*order.via, order.to):
        leg = flood(ground, path[-1], span, 2 * budget, **gait)  # type: ignore[arg-type]
        if not (leg.reached | leg.squeezed) >> goal & 1:
            return ()
        path += leg.path(goal)[1:]
    price = path_price(ground, tuple(path), span, **gait)  # type: ignore[arg-type]
    if not price or (price + move.parity(battle, me)) // 2 > budget:
        return ()
    return tuple(path)


def tumble_way(battle: Battle, me: Creature, order: Move) -> tuple[int, ...]:
    """The path of a tumbler: the one that a walker would take, or through enemies where there is no other."""
    from sim.rules.d20 import move

    budget = move.budget_of(battle, me, order)
    return move.way(battle, me, order, budget) or way_through(battle, me, order, budget)


@constraint(TUMBLE, Move)
def cannot_tumble(battle: Battle, me: Creature, order: Move) -> bool:
    """Tumbling must be learned, and is not done in armor that slows."""
    if order.mode != "tumble" and order.mode != "tumble-fast":
        return False
    armor = me.sheet.armor
    slowed = armor is not None and armor.weight != "light" and "dwarf" not in me.sheet.subtypes
    return slowed or me.sheet.ranks.get("tumble", 0) < 1


def tumbles(battle: Battle, me: Creature) -> Iterator[Move]:
    """Every move that it could tumble while enemies watch, at half speed, then at full speed, lowest squares first."""
    from sim.rules.d20 import move

    if me.sheet.ranks.get("tumble", 0) < 1:
        return
    ground, span = battle.ground, move.own_span(me)
    far = 4 * max(me.sheet.speed // 5, move.speed(me)) + battle.longest_reach
    watchers = [foe for foe in battle if move.could_watch(me, foe)]
    if not any(ground.distance(me.square, me.span, foe.square, foe.span) <= far for foe in watchers):
        return
    gait = {**move.fields(battle, me), "blocked": 0}
    closed = overlapping(ground, taken(battle, me), span) | 1 << me.square
    for mode, budget in (("tumble", move.speed(me) // 2), ("tumble-fast", move.speed(me))):
        area = flood(ground, me.square, span, budget, parity=move.parity(battle, me), **gait)  # type: ignore[arg-type]
        for square in squares(area.reached & ~closed):
            yield Move(square, mode=mode)  # type: ignore[arg-type]


def hazards(
    battle: Battle, me: Creature, path: tuple[int, ...], spans: tuple[int, ...]
) -> list[tuple[Creature, int, int]]:
    """The enemies that a tumbler has to get past, in initiative order: the squares that each threatens, and where its
    own square is entered on the path (0: nowhere)."""
    from sim.rules.d20 import threat

    ground = battle.ground
    steps = [ground.footprint(square, span) for square, span in zip(path, spans, strict=True)]
    found = []
    for who in battle.order:
        foe = battle.creatures[who]
        if foe.side == me.side or foe.flags & (DEAD | GONE):
            continue
        entry = 0
        if not may_pass(me, foe):
            its = battle.footprint(foe)
            entry = next((index for index, step in enumerate(steps) if index and step & its), 0)
        squares = 0 if foe.id in me.passed else threat.threatened_squares(battle, foe)
        if entry or squares:
            found.append((foe, squares, entry))
    return found


def tumble(table: Table, me: Creature, order: Move, because: int) -> None:
    """
    Go there among enemies, with a check for each of them: against 15 to leave what it threatens, against 25 to go
    through its square, 2 more for each before it, 10 less on the roll at full speed.

    Who fails against 15 is struck at, as soon as nothing covers it, and goes on; who fails against 25 stops before the
    square as well.
    """
    from sim.rules.d20 import aoo, move

    battle = table.battle
    path = tumble_way(battle, me, order)
    spans = move.spans_of(battle, me, path)
    left = hazards(battle, me, path, spans)
    failed: list[tuple[Creature, int, int]] = []
    start, last, dc = 0, len(path) - 1, 0
    index = 0
    while index < last:
        here = battle.ground.footprint(path[index], spans[index])
        again = [h for h in failed if h[1] & here and h[0].id not in me.passed]
        for hazard in again + [h for h in left if h[1] & here or h[2] == index + 1]:
            foe, _, entry = hazard
            if index > start:
                move.tell(table, me, path[start : index + 1], spans[start : index + 1], "tumble", because, ())
                start = index
            if hazard not in again:
                left.remove(hazard)
                success = check(table, me, foe, (25 if entry else 15) + dc, because, fast=order.mode == "tumble-fast")
                dc += 2
                if success:
                    continue
                failed.append(hazard)
                if entry:
                    last = min(last, entry - 1)
            prone = me.flags & PRONE
            before = [(other, other.square) for other in battle] if battle.ready else []
            able = aoo.provoke(table, me, aoo.MOVING, because, only=foe, cites=(TUMBLE,))
            moved = [other for other, place in before if other.square != place]
            barred = move.in_the_way(battle, me, moved, path[index + 1 :], spans[index + 1 :], "tumble")
            if not able or barred or move.halted(me, path[index], prone):
                move.settle(table, me, path[: index + 1], because, False)
                return
        index += 1
    if last > start:
        move.tell(table, me, path[start : last + 1], spans[start : last + 1], "tumble", because, ())
    move.settle(table, me, path[: last + 1], because, last == len(path) - 1)


def tumble_parts(me: Creature) -> tuple[Modifier, ...]:
    """The parts of a Tumble check at half speed."""
    from sim.rules.d20 import scores

    return scores.skill_parts(me, "tumble", TUMBLE)


def check(table: Table, me: Creature, foe: Creature, dc: int, because: int, *, fast: bool) -> bool:
    """A Tumble check to get past one enemy."""
    parts = tumble_parts(me)
    if fast:
        parts = (*parts, Modifier(-10, "full speed", TUMBLE))
    (die,) = table.roll(20)
    total = die.value + sum(part.value for part in parts)
    table.tell(TumbleRolled(because, me.id, foe.id, dc, total, parts, total >= dc, (TUMBLE,), (die,)))
    return total >= dc
