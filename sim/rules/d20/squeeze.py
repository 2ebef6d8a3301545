"""Squeezing through narrow spaces (d20.squeeze.*)."""

from __future__ import annotations

from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.movement import Moved
from sim.events.orders import Attack, BullRush, Charge, CoupDeGrace, FullAttack, Move, Order, Snatch, Sunder, Throw
from sim.grid.bits import covered
from sim.grid.movement import squeezed_span
from sim.rules.d20 import aoo, move, scores, skill
from sim.rules.d20.declare import constraint, denial
from sim.state.battle import Battle
from sim.state.conditions import SQUEEZING, WEDGED
from sim.state.creature import Creature
from sim.table import Table

WIDTH = "d20.squeeze.width"
MOVE_COST = "d20.squeeze.move-cost"
NARROWER = "d20.squeeze.narrower"
PAST_OPPONENT = "d20.squeeze.past-opponent"


def past_opponent(battle: Battle, me: Creature, path: tuple[int, ...], spans: tuple[int, ...]) -> bool:
    """Does it squeeze anywhere on this path where the ground alone would leave room for its whole space?"""
    ground = battle.ground
    span = move.own_span(me)
    tight = squeezed_span(span)
    fits = ground.anchors(ground.inside & ~ground.solid & ~ground.narrow, span)
    room = covered(fits, span - tight + 1, ground.stride)
    return any(taken < span and room >> square & 1 for square, taken in zip(path, spans, strict=True))


SLIP_DC = 30

denial(NARROWER, WEDGED)


@constraint(NARROWER, Move)
def too_narrow(battle: Battle, me: Creature, order: Move) -> bool:
    """A gap of less than half its width lets nobody through on foot: that takes an escape artist."""
    span = move.own_span(me)
    return (
        span > 1
        and order.mode != "slip"
        and bool(battle.ground.narrow & battle.ground.footprint(order.to, squeezed_span(span)))
    )


@constraint(NARROWER, Attack, FullAttack, Charge, BullRush, CoupDeGrace, Sunder, Snatch, Throw, flags=WEDGED)
def wedged(battle: Battle, me: Creature, order: Order) -> bool:
    """Who is wedged into such a gap cannot attack."""
    return True


def why_no_slip(battle: Battle, me: Creature, order: Move) -> tuple[str, ...]:
    """The rules that forbid to slip there: one square at a time, into a gap of less than half the own width."""
    ground, span = battle.ground, move.own_span(me)
    beside = ground.near(me.square, me.span) >> order.to & 1
    if squeezed_span(span) != 1 or span == 1 or not beside or not ground.narrow >> order.to & 1:
        return (NARROWER,)
    return (NARROWER,) if order.to in battle.at else ()


def slip(table: Table, me: Creature, order: Move, because: int) -> None:
    """An escape artist gets through."""
    parts = scores.skill_parts(me, "escape-artist", NARROWER)
    margin, _ = skill.check(table, me, "escape-artist", SLIP_DC, parts, because, NARROWER)
    if margin < 0 or not aoo.provoke(table, me, aoo.MOVING, because):
        return
    move.shift(table, me, Moved(because, me.id, (me.square, order.to), 4, "slip", 1, (me.span, 1), (NARROWER,)))


def recheck(table: Table, me: Creature, because: int) -> None:
    """The same after movement that is no walk of its own, where it may matter."""
    if me.flags & SQUEEZING or table.battle.ground.narrow:
        settle(table, me, because)


def settle(table: Table, me: Creature, because: int) -> None:
    """Squeezing begins where the own space does not fit, and ends where it does."""
    battle = table.battle
    narrow = battle.ground.narrow >> me.square & 1 and me.sheet.size in ("small", "medium")
    tight = me.span < move.own_span(me) or bool(narrow)
    if tight and not me.flags & SQUEEZING:
        table.tell(ConditionBegan(because, me.id, "squeezing", (WIDTH, MOVE_COST)))
    elif not tight and me.flags & SQUEEZING:
        table.tell(ConditionEnded(because, me.id, "squeezing", (WIDTH,)))
    stuck = tight and move.own_span(me) > 1 and bool(battle.ground.narrow & battle.footprint(me))
    if stuck and not me.flags & WEDGED:
        table.tell(ConditionBegan(because, me.id, "wedged", (NARROWER,)))
    elif not stuck and me.flags & WEDGED:
        table.tell(ConditionEnded(because, me.id, "wedged", (NARROWER,)))
