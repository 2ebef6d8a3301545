"""The 5-foot step: no action, never provokes (d20.step.*)."""

from __future__ import annotations

from sim.events.orders import Move, Step
from sim.rules.d20 import full_attack, move
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import BLINDED, GRAPPLING, PINNED, PRONE
from sim.state.creature import Creature
from sim.table import Table

HAMPERED = "d20.step.hampered"
NO_OTHER_MOVEMENT = "d20.step.no-other-movement"
TIMING = "d20.step.timing"


@constraint(NO_OTHER_MOVEMENT, Step)
def moved_already(battle: Battle, me: Creature, order: Step) -> bool:
    """Once a round, and only where no other distance is moved in it."""
    return battle.turn.stepped or battle.turn.moved


@constraint(NO_OTHER_MOVEMENT, Move)
def stepped_already(battle: Battle, me: Creature, order: Move) -> bool:
    """Who has taken the step moves no other distance."""
    return battle.turn.stepped


@constraint(HAMPERED, Step)
def hampered(battle: Battle, me: Creature, order: Step) -> bool:
    """Not into ground or darkness that hampers, nor at a speed of 5 ft, nor while prone or held."""
    speed = move.speed(me)
    if speed < 2 or me.flags & (PRONE | GRAPPLING | PINNED | BLINDED):
        return True
    ground = battle.ground
    if ground.distance(me.square, 1, order.to, 1) != 1:
        return True
    area = move.reach(battle, me, speed)
    if not area.reached >> order.to & 1 or area.price(order.to) > 1:
        return True
    dark = ground.dark & ground.footprint(order.to, me.span)
    return bool(dark) and not me.sheet.darkvision


@constraint(passing.STOP, Step)
def no_room(battle: Battle, me: Creature, order: Step) -> bool:
    """A step cannot end where somebody stands."""
    return passing.no_room(battle, me, order.to)


def places(battle: Battle, me: Creature) -> int:
    """The squares within one step."""
    return move.destinations(battle, me, 1)


@procedure(Step)
def step(me: Creature, order: Step, table: Table, because: int) -> None:
    """Step there; the Tiny are struck at when they enter an occupied square all the same."""
    exposed = bool(table.battle.occupants(table.battle.ground.footprint(order.to, me.span))) and (
        passing.RANK[me.sheet.size] <= passing.MINUTE and table.battle.options.get("tiny-step-provokes") != "no"
    )
    if exposed:
        move.walk(table, me, (me.square, order.to), "step", because, (passing.TINY,))
        return
    turn = table.battle.turn
    rules: tuple[str, ...] = (TIMING,) if turn.standard or turn.move else ()
    if turn.full:
        rules += (full_attack.STEP_TIMING, full_attack.MOVEMENT)
    take(table, me, order.to, because, rules)


def take(table: Table, me: Creature, to: int, because: int, cites: tuple[str, ...]) -> None:
    """Step without exposing oneself."""
    battle, path = table.battle, (me.square, to)
    if battle.ready:
        move.walk(table, me, path, "step", because, cites, quiet=tuple(battle.creatures))
    else:
        move.tell(table, me, path, move.spans_of(battle, me, path), "step", because, cites)
