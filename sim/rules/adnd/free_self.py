"""Tasks of a round or of an attack: free oneself from what pins one, a stuck weapon, set a helmet right (``TASKS``)."""

from __future__ import annotations

from collections.abc import Iterator

from sim.events.orders import FreeSelf, Order
from sim.rules.adnd import fumble_injuries, menu, position
from sim.rules.adnd.declare import TASKS, constraint, offer, priced, procedure
from sim.rules.book import Cost
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Table

ONE_ACTION = "adnd.core.action.one-per-round"


@offer(FreeSelf, "declare", "act")
def tasks(battle: Battle, me: Creature) -> Iterator[Order]:
    """Each task of which it has need, and the helmets of companions."""
    for option in TASKS:
        yield FreeSelf(option)  # type: ignore[arg-type]
    for other in battle:
        if fumble_injuries.may_help(battle, me, other):
            yield FreeSelf("helmet", other.id)


@constraint(ONE_ACTION, FreeSelf)
def no_need(battle: Battle, me: Creature, order: FreeSelf) -> bool | tuple[str, ...]:
    """There must be something of which to be free; in the place of an attack, something that takes no longer."""
    if order.target:
        other = battle.creatures.get(order.target)
        helped = other is not None and order.option == "helmet" and fumble_injuries.may_help(battle, me, other)
        return not helped and (fumble_injuries.ASKEW,)
    task = TASKS.get(order.option)
    if task is None:
        return True
    if not task.needed(battle, me):
        return (task.rule,)
    if menu.stage_of(battle, me.id) == "declare":
        return False
    return (task.quick is None or not task.quick(battle, me)) and (task.rule,)


@priced(FreeSelf)
def price(battle: Battle, me: Creature, order: FreeSelf) -> Cost:
    """One attack, where it is not the action of the round."""
    return position.an_attack(battle, me, TASKS[order.option].rule)


@procedure(FreeSelf)
def carry_out(me: Creature, order: FreeSelf, table: Table, because: int) -> None:
    """It is done; what was declared may have become needless, or somebody gone."""
    battle = table.battle
    if order.target:
        other = battle.creatures[order.target]
        if fumble_injuries.may_help(battle, me, other):
            fumble_injuries.set_right(table, other, because)
    elif TASKS[order.option].needed(battle, me):
        TASKS[order.option].done(table, me, because)
