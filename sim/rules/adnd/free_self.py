"""Tasks of a whole round: free oneself from what pins one, a stuck weapon, set a helmet right (``TASKS``)."""

from __future__ import annotations

from collections.abc import Iterator

from sim.events.orders import FreeSelf, Order
from sim.rules.adnd.declare import TASKS, constraint, offer, procedure
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Table

ONE_ACTION = "adnd.core.action.one-per-round"


@offer(FreeSelf, "declare")
def tasks(battle: Battle, me: Creature) -> Iterator[Order]:
    """Each task of which it has need."""
    for option in TASKS:
        yield FreeSelf(option)  # type: ignore[arg-type]


@constraint(ONE_ACTION, FreeSelf)
def no_need(battle: Battle, me: Creature, order: FreeSelf) -> bool | tuple[str, ...]:
    """There must be something of which to be free."""
    task = TASKS.get(order.option)
    return task is None or (not task.needed(battle, me) and (task.rule,))


@procedure(FreeSelf)
def carry_out(me: Creature, order: FreeSelf, table: Table, because: int) -> None:
    """The round is spent on it, and it is done."""
    TASKS[order.option].done(table, me, because)
