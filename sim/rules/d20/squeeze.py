"""Squeezing through narrow spaces (d20.squeeze.*)."""

from __future__ import annotations

from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Move
from sim.grid.bits import covered
from sim.grid.movement import squeezed_span
from sim.rules.d20 import move
from sim.rules.d20.declare import constraint
from sim.state.battle import Battle
from sim.state.conditions import SQUEEZING
from sim.state.creature import Creature
from sim.table import Table

WIDTH = "d20.squeeze.width"
MOVE_COST = "d20.squeeze.move-cost"
PAST_OPPONENT = "d20.squeeze.past-opponent"


def past_opponent(battle: Battle, me: Creature, path: tuple[int, ...], spans: tuple[int, ...]) -> bool:
    """Does it squeeze anywhere on this path where the ground alone would leave room for its whole space?"""
    ground = battle.ground
    span = move.own_span(me)
    tight = squeezed_span(span)
    fits = ground.anchors(ground.inside & ~ground.solid & ~ground.narrow, span)
    room = covered(fits, span - tight + 1, ground.stride)
    return any(taken < span and room >> square & 1 for square, taken in zip(path, spans, strict=True))


@constraint("d20.squeeze.narrower", Move)
def too_narrow(battle: Battle, me: Creature, order: Move) -> bool:
    """A gap of less than half its width lets nobody through on foot: that takes an escape artist."""
    span = move.own_span(me)
    return span > 1 and bool(battle.ground.narrow & battle.ground.footprint(order.to, squeezed_span(span)))


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
