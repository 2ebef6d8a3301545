"""Squeezing through narrow spaces (d20.squeeze.*)."""

from __future__ import annotations

from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.rules.d20 import move
from sim.state.conditions import SQUEEZING
from sim.state.creature import Creature
from sim.table import Table

WIDTH = "d20.squeeze.width"
MOVE_COST = "d20.squeeze.move-cost"


def settle(table: Table, me: Creature, because: int) -> None:
    """Squeezing begins where the own space does not fit, and ends where it does."""
    battle = table.battle
    narrow = battle.ground.narrow >> me.square & 1 and me.sheet.size in ("small", "medium")
    tight = me.span < move.own_span(me) or bool(narrow)
    if tight and not me.flags & SQUEEZING:
        table.tell(ConditionBegan(because, me.id, "squeezing", (WIDTH, MOVE_COST)))
    elif not tight and me.flags & SQUEEZING:
        table.tell(ConditionEnded(because, me.id, "squeezing", (WIDTH,)))
