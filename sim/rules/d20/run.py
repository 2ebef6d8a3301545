"""Running (d20.run.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.attacks import CheckRolled
from sim.events.conditions import ConditionBegan
from sim.events.orders import Charge, Move, Run, Withdraw
from sim.grid.movement import line_clear, straight_line
from sim.rules.d20 import condition, move, scores
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.declare import constraint, denial, procedure
from sim.state.battle import Battle
from sim.state.conditions import BLINDED, EXHAUSTED, FATIGUED, GRAPPLING, PINNED, PRONE, RAN, SQUEEZING, WINDED
from sim.state.creature import Creature
from sim.table import Table

DISTANCE = "d20.run.distance"
NO_DEX = "d20.run.no-dex"
STRAIGHT = "d20.run.straight-line"
TERRAIN = "d20.run.terrain"
CON_CHECK = "d20.run.con-check"
EXHAUSTED_RULE = "d20.run.exhausted"
REST = 10
"""Rounds of rest after the breath gives out."""


def _trained(me: Creature) -> bool:
    return "run" in me.sheet.feats


denial(NO_DEX, RAN, unless=_trained)


def multiplier(me: Creature) -> tuple[int, str]:
    """How many times speed, and the rule: 4, in heavy armor 3; one more with the Run feat."""
    heavy = me.sheet.armor is not None and me.sheet.armor.weight == "heavy"
    times = 3 if heavy else 4
    if _trained(me):
        times += 1
    return times, "d20.run.heavy-armor" if heavy else DISTANCE


@constraint(DISTANCE, Run)
def too_far(battle: Battle, me: Creature, order: Run) -> bool:
    """At most four times speed."""
    distance = battle.ground.distance(me.square, 1, order.to, 1)
    return distance == 0 or distance > move.speed(me) * multiplier(me)[0]


@constraint(STRAIGHT, Run)
def not_straight(battle: Battle, me: Creature, order: Run) -> bool:
    """Only where the straight line is free of everything."""
    blocked = battle.occupied() & ~battle.footprint(me)
    ground = battle.ground
    if not ground.inside >> order.to & 1:
        return True
    swims = move.swims(me)
    return line_clear(ground, me.square, move.own_span(me), order.to, blocked, swimmer=swims) is not None


@constraint(TERRAIN, Run)
def cannot(battle: Battle, me: Creature, order: Run) -> bool:
    """Not after a step, blind, tired, lying down, held or squeezed; not over hampering ground, nor into the dark."""
    hindered = BLINDED | FATIGUED | EXHAUSTED | PRONE | GRAPPLING | PINNED | SQUEEZING
    if battle.turn.stepped or me.flags & hindered:
        return True
    ground = battle.ground
    bad = ground.difficult[0] | ground.difficult[1] | (0 if me.sheet.darkvision else ground.dark)
    if not bad or not ground.inside >> order.to & 1:
        return False
    span = move.own_span(me)
    return any(ground.footprint(square, span) & bad for square in straight_line(ground, me.square, span, order.to)[1:])


@constraint(EXHAUSTED_RULE, Run, Charge, Withdraw, Move, flags=WINDED)
def out_of_breath(battle: Battle, me: Creature, order: Run | Charge | Withdraw | Move) -> bool:
    """Whose breath gave out rests: one ordinary move a round, and no more."""
    return type(order) is not Move or battle.turn.moved


@constraint(passing.STOP, Run)
def no_room(battle: Battle, me: Creature, order: Run) -> bool:
    """It cannot end where somebody stands."""
    return passing.no_room(battle, me, order.to)


def endurance_parts(me: Creature) -> tuple[Modifier, ...]:
    """The parts of the check to run on: Constitution, and what conditions do to checks."""
    return (scores.part(me, "constitution", CON_CHECK), *condition.check_parts(me))


@procedure(Run)
def run(me: Creature, order: Run, table: Table, because: int) -> None:
    """Run; beyond as many rounds as the Constitution score, only as long as the checks hold."""
    battle = table.battle
    endurance = scores.score(me, "constitution")
    if endurance is not None and me.run_rounds >= endurance:
        dc = 10 + me.run_checks
        parts = endurance_parts(me)
        (die,) = table.roll(20)
        total = die.value + sum(part.value for part in parts)
        rules = (CON_CHECK, "d20.run.duration")
        seq = table.tell(CheckRolled(because, me.id, "run", dc, total, parts, total >= dc, rules, (die,)))
        if total < dc:
            table.tell(ConditionBegan(seq, me.id, "winded", (EXHAUSTED_RULE,), ender=me.id, turns=REST))
            return
    table.tell(ConditionBegan(because, me.id, "ran", (NO_DEX,), ender=me.id))
    path = straight_line(battle.ground, me.square, move.own_span(me), order.to)
    move.walk(table, me, path, "run", because, (multiplier(me)[1], STRAIGHT))
