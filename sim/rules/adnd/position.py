"""
Kneeling, sitting, lying (adnd.position.*): attackers hit the low more easily; standing up takes an attack, or waits for
the next round.

The value of such a condition says whence it comes: 0, of whatever but a fumble; ``FUMBLED``; ``OFF_BALANCE``, a kneel
that is worse than another.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.adnd import ledger_of
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import End, FullAttack, Guard, Move, Order, ReceiveCharge, StandUp, TakePosition
from sim.rules import choice
from sim.rules.adnd.declare import (
    AT_ACTIVATION,
    RANGED,
    Blow,
    arm_of,
    constraint,
    offer,
    on_attack,
    on_initiative,
    priced,
    procedure,
    sheet_of,
    state_of,
)
from sim.rules.book import Cost
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, HELD, KNEELING, PINNED, PRONE, SITTING
from sim.state.creature import Creature
from sim.table import Table

HARDER = "adnd.position.harder-to-dodge"
ANYBODY = "adnd.position.any-attacker"
GIVING_UP = "adnd.position.stand.by-giving-up-attack"
NEXT_ROUND = "adnd.position.stand.next-round"
KEEPS = "adnd.position.stand.keeps-attacks"
OFF_BALANCE_RULE = "adnd.fumble.table.01-24"
FUMBLED_GIVING_UP = "adnd.fumble.note.1.stand-by-giving-up-attack"
LOST = "adnd.fumble.note.1.lost-attack-cannot-pay"
FUMBLED_NEXT = "adnd.fumble.note.1.stand-next-round"
FUMBLED_KEEPS = "adnd.fumble.note.1.keeps-attacks"
TAKE = "adnd.core.action.take-position"

FUMBLED = 1
OFF_BALANCE = 2

POSITIONS = ("kneeling", "sitting", "prone")
"""From high to low."""
LOW = KNEELING | SITTING | PRONE


def of(me: Creature) -> str:
    """Its position: the lowest counts; empty when it stands."""
    return next((name for name in reversed(POSITIONS) if me.has(name)), "") if me.flags & LOW else ""


def fumbled(me: Creature) -> bool:
    """Has a fumble brought it down?"""
    return bool(me.flags & LOW) and me.value(of(me)) > 0


@on_attack()
def at_the_low(blow: Blow) -> Modifier | None:
    """
    Anybody hits somebody kneeling at +1 (+2 after a stumble), sitting at +2, lying at +4, near or far; to keep down who
    lies is no easier (adnd.unarmed.overbear.pin).
    """
    if not blow.target.flags & LOW or (blow.how == "overbear" and of(blow.target) == "prone"):
        return None
    blow.cites.append(HARDER)
    if blow.bits & RANGED:
        blow.cites.append(ANYBODY)
    name = of(blow.target)
    if name == "prone":
        return Modifier(4, "prone", "adnd.position.prone")
    if name == "sitting":
        return Modifier(2, "sitting", "adnd.position.sitting")
    if blow.target.value(name) == OFF_BALANCE:
        return Modifier(2, "kneeling off balance", OFF_BALANCE_RULE)
    return Modifier(1, "kneeling", "adnd.position.kneeling")


def sink(table: Table, me: Creature, name: str, because: int, *rules: str, value: int = 0) -> None:
    """It comes to kneel, sit or lie, if it is no lower already: of several positions only the lowest is kept."""
    now = of(me)
    if now and POSITIONS.index(now) >= POSITIONS.index(name):
        return
    if now:
        table.tell(ConditionEnded(because, me.id, now, rules))
    table.tell(ConditionBegan(because, me.id, name, rules, value=value))


def rise(table: Table, me: Creature, because: int, *rules: str) -> None:
    """It stands."""
    for name in POSITIONS:
        if me.has(name):
            table.tell(ConditionEnded(because, me.id, name, rules))


def rises(battle: Battle, me: Creature) -> bool:
    """May it stand for nothing: low since before initiative, and this is the first thing that it does on its turn?"""
    ledger = ledger_of(battle)
    fighter = ledger.fighters[me.id]
    return (
        me.flags & LOW != 0
        and fighter.low
        and ledger.active == me.id
        and ledger.stage == "passes"
        and ledger.number == 1
        and not (fighter.halves or fighter.made or battle.turn.orders)
    )


def an_attack(battle: Battle, me: Creature, *rules: str) -> Cost:
    """The price of what takes the place of the next attack that is due."""
    fighter = state_of(battle, me)
    if ledger_of(battle).stage == "blows":
        return Cost("blow", rules)
    first = fighter.due[0] if fighter.due else ""
    if first == fighter.second and (first != fighter.weapon or not fighter.attacks):
        return Cost("second", rules)
    natural = first in me.weapons and arm_of(me, first).category == "natural"
    return Cost("routine" if natural and not fighter.attacks else "pool", rules)


@offer(StandUp, "act")
def risings(battle: Battle, me: Creature) -> Iterator[Order]:
    if me.flags & LOW:
        yield StandUp()


@priced(StandUp)
def price_of_standing(battle: Battle, me: Creature, order: StandUp) -> Cost:
    """Nothing for whoever was down before initiative, as the first thing on its turn; else the next attack."""
    if rises(battle, me):
        return Cost("free", (FUMBLED_KEEPS if fumbled(me) else KEEPS,))
    return an_attack(battle, me, FUMBLED_GIVING_UP if fumbled(me) else GIVING_UP)


@constraint(GIVING_UP, StandUp)
def cannot_stand(battle: Battle, me: Creature, order: StandUp) -> bool | tuple[str, ...]:
    """Without an attack to give up nobody stands this round; what a natural 1 has cost pays for nothing."""
    if not me.flags & LOW or me.flags & (HELD | PINNED):
        return True
    if rises(battle, me) or state_of(battle, me).due:
        return False
    return (LOST,) if fumbled(me) else True


@procedure(StandUp)
def stand_up(me: Creature, order: StandUp, table: Table, because: int) -> None:
    """Stand, instead of an attack or on the initiative of the round after."""
    given = table.log.events[because]
    if given.cost == "free":
        rise(table, me, because, FUMBLED_NEXT if fumbled(me) else NEXT_ROUND)
    else:
        rise(table, me, because, FUMBLED_GIVING_UP if fumbled(me) else GIVING_UP)


@on_initiative
def rising_late(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    """Whom a fumble has brought down stands three counts later."""
    return Modifier(3, "down by a fumble", FUMBLED_NEXT) if fumbled(me) else None


ASKED = (FullAttack, Guard, ReceiveCharge, Move, End)
"""After these declarations a combatant is asked again in its activation, and may order itself to stand."""


def stand_first(table: Table, me: Creature) -> None:
    """Before it carries out what it is not asked about again, it may stand."""
    battle = table.battle
    declared = state_of(battle, me).declared
    if isinstance(declared, ASKED) or not rises(battle, me) or me.flags & (CANNOT_ACT | HELD | PINNED):
        return
    told = state_of(battle, me).told
    rule, keeps = (FUMBLED_NEXT, FUMBLED_KEEPS) if fumbled(me) else (NEXT_ROUND, KEEPS)
    if choice.ask(table, me, "stand-up", me, ("stay", "stand"), told, rule) == "stand":
        rise(table, me, told, rule, keeps)


AT_ACTIVATION.append(stand_first)

_NAMES = {"kneel": "kneeling", "sit": "sitting", "lie": "prone"}


@offer(TakePosition, "act")
def positions(battle: Battle, me: Creature) -> Iterator[Order]:
    yield TakePosition("kneel")
    yield TakePosition("sit")
    yield TakePosition("lie")


@constraint(TAKE, TakePosition)
def not_lower(battle: Battle, me: Creature, order: TakePosition) -> bool:
    """Down is free; up again is not. Nobody does it in the saddle or in the air."""
    now = of(me)
    if me.mount or sheet_of(me).fly:
        return True
    return bool(now) and POSITIONS.index(now) >= POSITIONS.index(_NAMES[order.option])


@procedure(TakePosition)
def take_position(me: Creature, order: TakePosition, table: Table, because: int) -> None:
    """Kneel, sit or lie down, of its own will."""
    sink(table, me, _NAMES[order.option], because, TAKE)
