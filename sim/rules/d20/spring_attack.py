"""Spring Attack: there, a blow, and away again, within one move (supplement)."""

from __future__ import annotations

from sim.events.orders import Attack, SpringAttack
from sim.grid.movement import path_price
from sim.rules.d20 import move, special, threat
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import GRAPPLING, PRONE
from sim.state.creature import Creature
from sim.table import Table

MOVE = "d20.spring-attack.move"
FEAT = "spring-attack"


def legs(battle: Battle, me: Creature, order: SpringAttack) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The way there and the way on, together within one move; ``None`` if there is none."""
    budget = move.speed(me)
    there = move.route(battle, me, order.place, budget)
    if len(there) < 2:
        return None
    fork = battle.fork()
    mover = fork.creatures[me.id]
    fork.leave(mover)
    mover.square = order.place
    fork.enter(mover)
    spent = _price(battle, me, there)
    fork.turn.halves = battle.turn.halves + spent
    on = way_on(fork, mover, order.to, spent, move.parity(battle, me))
    return (there, on) if on else None


def way_on(battle: Battle, me: Creature, to: int, spent: int, pending: int) -> tuple[int, ...]:
    """The way on after so many half squares, with the half that was ``pending`` before them; empty if there is none."""
    budget = move.speed(me)
    on = move.route(battle, me, to, budget - spent // 2)
    return on if len(on) > 1 and (spent + _price(battle, me, on) + pending) // 2 <= budget else ()


def _price(battle: Battle, me: Creature, path: tuple[int, ...]) -> int:
    """Half squares; more than any move covers where there is no such way."""
    price = path_price(battle.ground, path, move.own_span(me), **move.fields(battle, me))  # type: ignore[arg-type]
    return 1 << 20 if price is None else price


@constraint(MOVE, SpringAttack)
def cannot(battle: Battle, me: Creature, order: SpringAttack) -> bool:
    """Who has learned it, on its feet and not in heavy armor; at least five feet there, and five feet on."""
    armor = me.sheet.armor
    if FEAT not in me.sheet.feats or (armor is not None and armor.weight == "heavy") or me.flags & (PRONE | GRAPPLING):
        return True
    target, weapon = battle.creatures.get(order.target), me.weapons.get(order.weapon)
    if target is None or weapon not in threat.melee_weapons(me) or target.side == me.side or not target.active:
        return True
    ground = battle.ground
    if not (ground.inside >> order.place & 1 and ground.inside >> order.to & 1) or battle.turn.stepped:
        return True
    if passing.no_room(battle, me, order.place) or passing.no_room(battle, me, order.to):
        return True
    return legs(battle, me, order) is None


@procedure(SpringAttack)
def spring_attack(me: Creature, order: SpringAttack, table: Table, because: int) -> None:
    """Whoever is attacked has no opportunity at the movement; the way on is chosen as things stand after the blow."""
    battle = table.battle
    found = legs(battle, me, order)
    if found is None:
        return
    there, _ = found
    quiet = (order.target,)
    spent, pending = _price(battle, me, there), move.parity(battle, me)
    if not move.walk(table, me, there, "walk", because, (MOVE,), quiet=quiet):
        return
    blow = Attack(order.target, order.weapon)
    if not special.why_not(battle, me, blow):
        special.make(table, me, blow, because, cites=(MOVE,))
    if me.can_act and me.square == order.place and not me.flags & (PRONE | GRAPPLING):
        on = way_on(battle, me, order.to, spent, pending)
        if on:
            move.walk(table, me, on, "walk", because, (MOVE,), quiet=quiet)
