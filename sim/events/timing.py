"""Acting out of turn: what is readied, what sets it off, turns put off, actions that take two turns, help, feints."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from sim.events.base import applies
from sim.events.conditions import start, stop
from sim.events.orders import Order, Trigger
from sim.state.battle import Aid, Battle, Turn
from sim.state.creature import Begun, Readied


@frozen
class ActionReadied:
    """A creature waits to carry out ``act`` as soon as ``when`` comes true."""

    because: int
    who: str
    act: Order
    when: Trigger
    cites: tuple[str, ...] = ()


@applies(ActionReadied)
def ready(event: ActionReadied, battle: Battle) -> None:
    turn = battle.turn
    battle.creatures[event.who].readied = Readied(event.act, event.when, turn.moved, turn.stepped)
    battle.ready = (*battle.ready, event.who)


@frozen
class ReadiedActBegan:
    """
    A readied order is carried out in the middle of another's turn, which waits until it is over.

    ``set_against`` is the charger that a readied weapon awaits, braced for double damage.
    """

    because: int
    who: str
    order: Order
    set_against: str = ""
    cites: tuple[str, ...] = ()


@applies(ReadiedActBegan)
def interrupt(event: ReadiedActBegan, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    readied = creature.readied
    battle.suspended = (*battle.suspended, battle.turn)
    battle.turn = turn = Turn(event.who, True)
    turn.set_against = event.set_against
    if readied is not None:
        turn.moved, turn.stepped = readied.moved, readied.stepped
    creature.readied = None
    battle.ready = tuple([who for who in battle.ready if who != event.who])


@frozen
class ReadiedActEnded:
    """The readied act is over; the turn that it interrupted goes on."""

    because: int
    who: str
    cites: tuple[str, ...] = ()


@applies(ReadiedActEnded)
def go_on(event: ReadiedActEnded, battle: Battle) -> None:
    battle.turn = battle.suspended[-1]
    battle.suspended = battle.suspended[:-1]


@frozen
class ReadyLost:
    """What was readied comes to nothing: its bearer's next turn is there."""

    because: int
    who: str
    cites: tuple[str, ...] = ()


@applies(ReadyLost)
def lose_ready(event: ReadyLost, battle: Battle) -> None:
    battle.creatures[event.who].readied = None
    battle.ready = tuple([who for who in battle.ready if who != event.who])


@frozen
class InitiativeChanged:
    """
    From now on ``who`` acts right before ``before`` (at the end of the round, if empty), at the ``count`` of that one.

    A turn that it still had in this round is spent with that.
    """

    because: int
    who: str
    before: str
    count: int
    cites: tuple[str, ...] = ()


@applies(InitiativeChanged)
def shift(event: InitiativeChanged, battle: Battle) -> None:
    order = [who for who in battle.order if who != event.who]
    order.insert(order.index(event.before) if event.before else len(order), event.who)
    battle.order = tuple(order)
    creature = battle.creatures[event.who]
    creature.initiative = (event.count,)
    if not creature.acted:
        creature.acted = True
        creature.reactions = 0
        creature.passed = ()
        battle.timers = tuple([t._replace(turns=t.turns - 1) if t.ender == event.who else t for t in battle.timers])


@frozen
class TurnDelayed:
    """A creature puts its turn off."""

    because: int
    who: str
    cites: tuple[str, ...] = ()


@applies(TurnDelayed)
def put_off(event: TurnDelayed, battle: Battle) -> None:
    battle.turn.over = True
    battle.delaying = (*battle.delaying, event.who)


@frozen
class DelayedTurnBegan:
    """The turn that was put off is taken now. ``restricted``: only one standard or one move action."""

    because: int
    who: str
    restricted: bool
    cites: tuple[str, ...] = ()


@applies(DelayedTurnBegan)
def take_turn(event: DelayedTurnBegan, battle: Battle) -> None:
    battle.turn = Turn(event.who, event.restricted)
    battle.delaying = tuple([who for who in battle.delaying if who != event.who])


@frozen
class DelayLost:
    """The turn that was put off is lost: the next one is there."""

    because: int
    who: str
    cites: tuple[str, ...] = ()


@applies(DelayLost)
def lose_turn(event: DelayLost, battle: Battle) -> None:
    battle.delaying = tuple([who for who in battle.delaying if who != event.who])


@frozen
class FullRoundBegun:
    """A full-round action is begun, to be completed in the next turn."""

    because: int
    who: str
    act: Order
    cites: tuple[str, ...] = ()


@applies(FullRoundBegun)
def begin(event: FullRoundBegun, battle: Battle) -> None:
    battle.creatures[event.who].begun = Begun(event.act)


@frozen
class FullRoundCompleted:
    """The full-round action begun in the last turn is carried out."""

    because: int
    who: str
    order: Order
    cites: tuple[str, ...] = ()


@applies(FullRoundCompleted)
def complete(event: FullRoundCompleted, battle: Battle) -> None:
    battle.creatures[event.who].begun = None


@frozen
class FullRoundLost:
    """The full-round action that was begun has not been completed in the next turn, and comes to nothing."""

    because: int
    who: str
    cites: tuple[str, ...] = ()


@applies(FullRoundLost)
def abandon(event: FullRoundLost, battle: Battle) -> None:
    battle.creatures[event.who].begun = None


@frozen
class AidGiven:
    """``who`` has distracted ``foe``: it helps ``friend``'s next attack on it, or against its next attack (``ac``)."""

    because: int
    who: str
    friend: str
    foe: str
    benefit: Literal["attack", "ac"]
    cites: tuple[str, ...] = ()


@applies(AidGiven)
def aid(event: AidGiven, battle: Battle) -> None:
    battle.aids = (*battle.aids, Aid(event.who, event.friend, event.foe, event.benefit))
    start(battle, battle.creatures[event.friend], "aided", event.who)


@frozen
class AidEnded:
    """The help of ``who`` for ``friend`` is used up, or its time is over."""

    because: int
    who: str
    friend: str
    cites: tuple[str, ...] = ()


@applies(AidEnded)
def end_aid(event: AidEnded, battle: Battle) -> None:
    battle.aids = tuple([aid for aid in battle.aids if aid.helper != event.who])
    stop(battle, battle.creatures[event.friend], "aided", event.who)
