"""
Full-round actions over two turns (d20.turn.start-complete-full-round): begun with a standard action, completed with
another in the next turn.

Decided: what the action provokes, it provokes when it is completed.
"""

from __future__ import annotations

from sim.events.orders import Begin, Charge, Complete, FullAttack, Grapple, Run, Withdraw
from sim.events.timing import FullRoundBegun, FullRoundCompleted, FullRoundLost
from sim.rules.d20 import turn
from sim.rules.d20.declare import RULES, at_turn_start, constraint, procedure
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Table

EXCLUDED = (FullAttack, Charge, Run, Withdraw, Grapple, Begin, Complete)
"""Full-round actions that cannot be spread over two turns; in a grapple only full attacks are any."""


@constraint(turn.START_COMPLETE, Begin)
def cannot_begin(battle: Battle, me: Creature, order: Begin) -> bool | tuple[str, ...]:
    """Only a full-round action that is possible now, and none of the four that must be done at once."""
    from sim.rules.d20.book import BOOK

    act = order.act
    if isinstance(act, EXCLUDED) or BOOK.cost(battle, me.id, act).kind != "full-round":
        return True
    return RULES.refusal(battle, me, act)


@constraint(turn.START_COMPLETE, Complete)
def cannot_complete(battle: Battle, me: Creature, order: Complete) -> bool | tuple[str, ...]:
    """It has been begun in the turn before, and is still possible."""
    if me.begun is None or me.begun.turns != 1:
        return True
    return RULES.refusal(battle, me, me.begun.act)  # type: ignore[arg-type]


@procedure(Begin)
def begin(me: Creature, order: Begin, table: Table, because: int) -> None:
    """The first half."""
    table.tell(FullRoundBegun(because, me.id, order.act, (turn.START_COMPLETE,)))


@procedure(Complete)
def complete(me: Creature, order: Complete, table: Table, because: int) -> None:
    """The second half, in which everything happens."""
    assert me.begun is not None
    act = me.begun.act
    seq = table.tell(FullRoundCompleted(because, me.id, act, (turn.START_COMPLETE,)))  # type: ignore[arg-type]
    RULES.procedures[type(act)](me, act, table, seq)


@at_turn_start()
def lose(table: Table, me: Creature, because: int) -> None:
    """What was not completed in the following turn is lost."""
    if me.begun is not None and me.begun.turns > 1:
        table.tell(FullRoundLost(because, me.id, (turn.START_COMPLETE,)))
