"""
Turning and rebuking undead (d20.turning.*).

A good cleric turns, an evil one rebukes, a neutral one turns; a paladin turns as a cleric three levels lower. Every
undead in range and line of effect counts, of whatever side, the closest first (among equally close ones, in the order
of the scenario). An undead under command fights on its commander's side once it has been instructed; one too many
for the commander cowers in awe instead. A turned undead may only move away from who turned it, and its turn does not
end before it has, if it can; where it cannot, it cowers for what is left of the ten rounds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal, get_args

from sim.core.tally import Modifier
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import (
    DropProne,
    End,
    Grapple,
    Instruct,
    Leave,
    Move,
    Order,
    Run,
    StandUp,
    Step,
    TurnUndead,
    Withdraw,
)
from sim.events.turning import Commanded, Instructed, TurningRolled
from sim.grid.bits import squares
from sim.rules.d20 import aoo, leaving, move, scores, threat, turn, wounds
from sim.rules.d20.declare import at_turn_start, constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, DEAD, GRAPPLING, OUT, PRONE, TURNED
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.rulebook import read

USES = "d20.turning.uses-per-day"
RANGE = "d20.turning.range"
LINE = "d20.turning.line-of-effect"
CHECK = "d20.turning.check"
DAMAGE = "d20.turning.damage"
CLOSEST = "d20.turning.closest-first"
FLEE = "d20.turning.effect-flee"
COWER = "d20.turning.effect-cower"
APPROACH = "d20.turning.approach-breaks"
DESTROY = "d20.turning.destroy"
REBUKE = "d20.turning.rebuke"
COMMAND = "d20.turning.command"
LIMIT = "d20.turning.command-limit"
INSTRUCT = "d20.turning.command-orders"
DISPEL = "d20.turning.dispel"
RESISTANCE = "d20.turn-resistance.levels"

TABLE = (
    "d20.turning.table.0-or-lower",
    "d20.turning.table.1-3",
    "d20.turning.table.4-6",
    "d20.turning.table.7-9",
    "d20.turning.table.10-12",
    "d20.turning.table.13-15",
    "d20.turning.table.16-18",
    "d20.turning.table.19-21",
    "d20.turning.table.22-or-higher",
)
"""The rows of the turning table, lowest check first; what each is worth stands in its numbers."""

SPAN = 12
"""Squares within which undead are affected (60 ft)."""
CLOSE = 2
"""Squares to which the cleric must not come (10 ft)."""
ROUNDS = 10
USE = "turning"

How = Literal["turn", "rebuke", "dispel"]


def level(me: Creature) -> int:
    """The cleric level with which it turns or rebukes; 0: it cannot."""
    classes = me.sheet.classes
    return classes.get("cleric", 0) + max(0, classes.get("paladin", 0) - 3) if classes else 0


def uses(me: Creature) -> int:
    """Attempts left today: 3 and the Charisma bonus, less what is spent."""
    return max(0, 3 + scores.modifier(me, "charisma")) - me.used.count(USE)


def hit_dice(undead: Creature) -> int:
    """Its Hit Dice against turning, turn resistance included."""
    return undead.sheet.hit_dice + undead.sheet.turn_resistance


def is_undead(other: Creature) -> bool:
    return other.sheet.type == "undead" and not other.flags & OUT


def read_table(check: int) -> tuple[str, int]:
    """The row of the turning table for this check, and what it adds to the cleric's level."""
    return next((rule, bonus) for rule, highest, bonus in _rows() if highest is None or check <= highest)


@cache
def _rows() -> tuple[tuple[str, int | None, int], ...]:
    """Each row with the highest check that it is for (``None``: no end) and its bonus, out of its numbers."""
    found = []
    for rule in TABLE:
        numbers = dict(part.strip().split(" ", 1) for part in read("d20")[rule].numbers.split(";"))
        bounds = re.findall(r"\d+", numbers["result"])
        highest = None if "higher" in numbers["result"] else int(bounds[-1])
        found.append((rule, highest, int(numbers["max-hd"].removeprefix("level "))))
    return tuple(found)


@constraint(USES, TurnUndead)
def cannot_turn(battle: Battle, me: Creature, order: TurnUndead) -> bool:
    """Only who has the power, and has an attempt left today."""
    return not level(me) or uses(me) < 1


@constraint(REBUKE, TurnUndead)
def not_its_power(battle: Battle, me: Creature, order: TurnUndead) -> bool:
    """The evil rebuke, and may dispel what others turned; all others turn."""
    return (order.how == "turn") == (me.sheet.alignment == "evil")


@procedure(TurnUndead)
def turn_undead(me: Creature, order: TurnUndead, table: Table, because: int) -> None:
    """A check for how strong, a roll for how many; then the closest first."""
    battle = table.battle
    if not aoo.provoke(table, me, "turn-undead", because):
        return
    charisma = scores.modifier(me, "charisma")
    dice = (*table.roll(20), *table.roll(6, 2))
    total = dice[0].value + charisma
    row, bonus = read_table(total)
    most = level(me) + bonus
    pool = dice[1].value + dice[2].value + level(me) + charisma
    seq = table.tell(
        TurningRolled(
            because,
            me.id,
            order.how,
            total,
            (Modifier(charisma, "charisma", CHECK),),
            most,
            pool,
            (Modifier(level(me), "level", DAMAGE), Modifier(charisma, "charisma", DAMAGE)),
            (row, DISPEL) if order.how == "dispel" else (row, REBUKE) if order.how == "rebuke" else (row,),
            dice,
        )
    )
    for undead in reached(in_order(battle, me), me, order.how, total, most, pool):
        if order.how == "dispel":
            _free(table, undead, total, seq)
        else:
            _affect(table, me, undead, order.how, total, seq)


def reached(undead: Iterable[Creature], me: Creature, how: How, total: int, most: int, pool: int) -> Iterator[Creature]:
    """Those whom a check reaches, in their order: so many Hit Dice each at most, and so many in all."""
    for one in undead:
        worth = hit_dice(one)
        if worth > pool:
            continue
        if how == "dispel":
            fits = bool(one.flags & TURNED) and any(total >= value for value in _checks(one))
        else:
            fits = worth <= most and not _already(one, me, how)
        if fits:
            pool -= worth
            yield one


def in_order(battle: Battle, me: Creature) -> list[Creature]:
    """The undead in range and line of effect, the closest first."""
    ground = battle.ground
    near = [
        (ground.distance(me.square, me.span, undead.square, undead.span), undead)
        for undead in battle
        if undead is not me and is_undead(undead)
    ]
    return [
        undead
        for gap, undead in sorted(near, key=lambda pair: pair[0])
        if gap <= SPAN and threat.in_effect(battle, me, undead)
    ]


def _already(undead: Creature, me: Creature, how: How) -> bool:
    """Turned already, or in awe of this cleric, or under its command."""
    if how == "turn":
        return bool(undead.flags & TURNED)
    return undead.has("cowering", me.id) or undead.has("commanded", me.id)


def _checks(undead: Creature) -> list[int]:
    return [condition.value for condition in undead.conditions if condition.name == "turned"]


def _affect(table: Table, me: Creature, undead: Creature, how: How, total: int, because: int) -> None:
    """Turned or destroyed, in awe or under command."""
    cites: tuple[str, ...] = (CLOSEST, RANGE, LINE)
    if undead.sheet.turn_resistance:
        cites += (RESISTANCE,)
    doubly = level(me) >= 2 * undead.sheet.hit_dice
    if how == "turn":
        if doubly:
            wounds.die(table, undead, because, DESTROY, *cites)
            return
        table.tell(ConditionBegan(because, undead.id, "turned", (FLEE, *cites), me.id, total, me.id, ROUNDS))
        return
    if doubly and commanded_by(table.battle, me) + undead.sheet.hit_dice <= level(me):
        table.tell(Commanded(because, undead.id, me.id, (COMMAND, *cites)))
        wounds.release_all(table, undead, because)
        return
    cites = (REBUKE, LIMIT, *cites) if doubly else (REBUKE, *cites)
    table.tell(ConditionBegan(because, undead.id, "cowering", cites, me.id, 0, me.id, ROUNDS))


def commanded_by(battle: Battle, me: Creature) -> int:
    """Hit Dice of the undead under its command."""
    return sum(one.sheet.hit_dice for one in battle if one.has("commanded", me.id) and not one.flags & DEAD)


def _free(table: Table, undead: Creature, total: int, because: int) -> None:
    """It is no longer turned by whoever scored no more than this."""
    for condition in undead.conditions:
        if condition.name == "turned" and condition.value <= total:
            _end(table, undead, condition.other, because, DISPEL, CLOSEST)


def _end(table: Table, undead: Creature, by: str, because: int, *cites: str) -> None:
    table.tell(ConditionEnded(because, undead.id, "turned", cites, by))
    if undead.has("cowering", by):
        table.tell(ConditionEnded(because, undead.id, "cowering", cites, by))


# ---- the turned -----------------------------------------------------------------------------------------------


def feared(battle: Battle, me: Creature) -> list[Creature]:
    """Those who turned it."""
    return [battle.creatures[condition.other] for condition in me.conditions if condition.name == "turned"]


def away(battle: Battle, me: Creature, square: int) -> bool:
    """Is its space at this square farther from all who turned it than where it is now?"""
    distance, span = battle.ground.distance, me.span
    return all(
        distance(square, span, one.square, one.span) > distance(me.square, span, one.square, one.span)
        for one in feared(battle, me)
    )


def ways_out(battle: Battle, me: Creature) -> tuple[int, ...]:
    """The ends of a move that take it away from all who turned it."""
    memo = battle.memo()
    key = ("ways out", me.id)
    found = memo.get(key)
    if found is None:
        found = memo[key] = (
            ()
            if me.flags & (GRAPPLING | PRONE)
            else tuple(
                square for square in squares(move.destinations(battle, me, move.speed(me))) if away(battle, me, square)
            )
        )
    return found  # type: ignore[return-value]


def stuck(battle: Battle, me: Creature) -> bool:
    """It cannot flee: held, or with its back to the wall."""
    if me.flags & GRAPPLING:
        return True
    if me.flags & PRONE:
        return False
    if battle.endings.flight and leaving.at_border(battle, me):
        return False
    return not ways_out(battle, me)


_FLIGHT = (Move, Run, Withdraw, Step)
_ALLOWED = (*_FLIGHT, Leave, StandUp, DropProne, End, Grapple)


@constraint(FLEE, *[kind for kind in get_args(Order) if kind not in _ALLOWED], flags=TURNED)
def would_flee(battle: Battle, me: Creature, order: Order) -> bool:
    """The turned do nothing but flee."""
    return True


@constraint(FLEE, Grapple, flags=TURNED)
def would_get_free(battle: Battle, me: Creature, order: Grapple) -> bool:
    """In a grapple the turned try to get out of it."""
    return order.option not in ("escape", "slip", "release")


@constraint(FLEE, *_FLIGHT, flags=TURNED)
def goes_away(battle: Battle, me: Creature, order: Move | Run | Withdraw | Step) -> bool:
    """It moves away from whoever turned it, and nowhere else."""
    crawls = type(order) is Move and order.mode == "crawl"
    return not crawls and not away(battle, me, order.to)


@constraint(FLEE, End, flags=TURNED)
def must_flee(battle: Battle, me: Creature, order: End) -> bool:
    """Its turn does not end before it has moved away, if it can."""
    if battle.turn.moved or not turn.can_pay(battle, "move"):
        return False
    from sim.rules.d20.book import BOOK

    return any(not BOOK.refusal(battle, me.id, Move(square)) for square in ways_out(battle, me))


@at_turn_start(TURNED)
def cower(table: Table, me: Creature, because: int) -> None:
    """The turned who cannot flee cower for as long as they are turned."""
    if me.flags & CANNOT_ACT or not stuck(table.battle, me):
        return
    for timer in table.battle.timers:
        if timer.who == me.id and timer.condition == "turned":
            table.tell(ConditionBegan(because, me.id, "cowering", (COWER,), timer.other, 0, timer.ender, timer.turns))


def coming_close(battle: Battle, me: Creature, path: tuple[int, ...]) -> int:
    """The place on a path, before its end, where it comes within 10 ft of undead that it turned; 0 for nowhere."""
    if not level(me):
        return 0
    distance = battle.ground.distance
    fleeing = [undead for undead in battle if undead.has("turned", me.id) and not undead.flags & OUT]
    for index in range(1, len(path) - 1):
        for undead in fleeing:
            start, now = (distance(at, me.span, undead.square, undead.span) for at in (path[0], path[index]))
            if now <= CLOSE and now < start:
                return index
    return 0


def approach(table: Table, me: Creature, start: int, because: int) -> None:
    """Whoever turned undead and comes within 10 ft of them breaks the spell; standing so close does not."""
    battle = table.battle
    if not level(me):
        return
    distance = battle.ground.distance
    for undead in battle:
        if not undead.has("turned", me.id) or undead.flags & OUT:
            continue
        now = distance(me.square, me.span, undead.square, undead.span)
        if now <= CLOSE and now < distance(start, me.span, undead.square, undead.span):
            _end(table, undead, me.id, because, APPROACH)


# ---- the commanded --------------------------------------------------------------------------------------------


@constraint(INSTRUCT, Instruct)
def cannot_instruct(battle: Battle, me: Creature, order: Instruct) -> bool:
    """Only undead of its own that wait for instructions."""
    other = battle.creatures.get(order.target)
    return other is None or not other.has("unbidden", me.id) or bool(other.flags & OUT)


@procedure(Instruct)
def instruct(me: Creature, order: Instruct, table: Table, because: int) -> None:
    """The undead is told to fight."""
    table.tell(Instructed(because, order.target, me.id, (INSTRUCT,)))
