"""
Delaying (d20.delay.*): the turn is put off and taken later, between two turns of others.

Whoever delays is asked after each turn of somebody else, and as a round begins; of several, in initiative order. It
has had the start of its turn when it put the turn off, so nothing of that happens again.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.events.orders import Act, Answer, Delay, Pass, Wait
from sim.events.timing import DelayedTurnBegan, DelayLost, InitiativeChanged, TurnDelayed
from sim.rules.d20.declare import at_turn_start, constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, OUT
from sim.state.creature import Creature
from sim.table import Table

DECLARE = "d20.delay.declare"
NO_INTERRUPT = "d20.delay.no-interrupt"
LOST = "d20.delay.lost"
NEXT_ROUND = "d20.delay.next-round"


@constraint(DECLARE, Delay)
def has_acted(battle: Battle, me: Creature, order: Delay) -> bool:
    """The whole turn is put off, or nothing."""
    return battle.turn.orders > 0


@constraint(NO_INTERRUPT, Delay)
def out_of_turn(battle: Battle, me: Creature, order: Delay) -> bool:
    """There is nothing to put off in the middle of somebody else's turn."""
    return bool(battle.suspended)


@procedure(Delay)
def delay(me: Creature, order: Delay, table: Table, because: int) -> None:
    """Let others act first."""
    table.tell(TurnDelayed(because, me.id, (DECLARE,)))


@at_turn_start()
def lose(table: Table, me: Creature, because: int) -> None:
    """What has been put off until the next turn comes is lost."""
    if me.id in table.battle.delaying:
        table.tell(DelayLost(because, me.id, (LOST,)))


class Moment:
    """The menu of somebody who delays: to act now, or to wait on."""

    def __iter__(self) -> Iterator[Answer]:
        yield Act()
        yield Pass()

    def accepts(self, choice: object) -> bool:
        return choice == Act() or type(choice) is Pass

    def why_not(self, choice: object) -> tuple[str, ...]:
        return () if self.accepts(choice) else (DECLARE,)


def follower(battle: Battle) -> str:
    """Who comes after the creature whose turn is over, in initiative order; the first, when a round has just begun."""
    order = battle.order
    if not battle.turn.who:
        return order[0]
    place = order.index(battle.turn.who) + 1
    return order[place] if place < len(order) else ""


def wake(table: Table) -> bool:
    """Ask those who delay, now that a turn is over. True if somebody takes its turn."""
    from sim.rules.d20 import turn

    battle = table.battle
    before = follower(battle)
    for who in battle.order:
        me = battle.creatures[who]
        if who not in battle.delaying or me.flags & (CANNOT_ACT | OUT) or who == battle.turn.who:
            continue
        if who == before and not me.acted:
            continue
        answer = table.ask(who, Wait(before), Moment(), -1, (DECLARE, NO_INTERRUPT))
        if type(answer) is Act:
            take(table, me, before, turn.restriction(battle, me))
            return True
    return False


def take(table: Table, me: Creature, before: str, restricted: tuple[str, ...]) -> None:
    """Take the delayed turn; from now on this is its place in the order."""
    from sim.rules.d20 import turn

    battle = table.battle
    because = len(table.log.events) - 1
    spent = not me.acted
    if before != me.id:
        other = battle.creatures[before or battle.turn.who]
        count = other.initiative[0] if other.initiative else 0
        rules = (DECLARE, NEXT_ROUND) if spent else (DECLARE,)
        table.tell(InitiativeChanged(because, me.id, before, count, rules))
    seq = table.tell(DelayedTurnBegan(because, me.id, bool(restricted), restricted))
    if spent:
        turn.upkeep(table, me, seq)
