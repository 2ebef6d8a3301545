"""
The attack as an order: one blow, shot or throw (d20.melee.basic), or the next one of a full attack under way.
"""

from __future__ import annotations

from sim.events.orders import Attack, Charge, FullAttack
from sim.rules.d20 import combat_expertise, fighting_defensively, power_attack, special
from sim.rules.d20.declare import OFF_HAND, RAPID, TWO_WEAPONS, constraint, procedure
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Table

BASIC = "d20.melee.basic"


@constraint(BASIC, Attack, FullAttack)
def no_target(battle: Battle, me: Creature, order: Attack | FullAttack) -> tuple[str, ...]:
    """There must be an enemy to strike, a weapon to strike it with, and reach; whatever forbids the attack says so."""
    return special.why_not(battle, me, order)


@constraint(power_attack.TRADE, Attack, FullAttack, Charge, asks="power")
def too_much_power(battle: Battle, me: Creature, order: Attack | FullAttack | Charge) -> bool:
    """At most the base attack bonus, with the feat, declared before the first roll."""
    late = battle.turn.blows > 0
    return late or "power-attack" not in me.sheet.feats or not 0 < order.power <= me.sheet.base_attack


@constraint(combat_expertise.TRADE, Attack, FullAttack, asks="expertise")
def too_much_expertise(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """At most 5 and the base attack bonus, with the feat, declared before the first roll."""
    late = battle.turn.blows > 0
    most = min(5, me.sheet.base_attack)
    return late or "combat-expertise" not in me.sheet.feats or not 0 < order.expertise <= most


@constraint(fighting_defensively.STANDARD, Attack, asks="defensive")
def too_late(battle: Battle, me: Creature, order: Attack) -> bool:
    """Fighting defensively is said before the first attack roll."""
    return battle.turn.blows > 0


def declare(table: Table, me: Creature, order: Attack | FullAttack, because: int, *, full: bool) -> None:
    """What an attacker says before its first roll."""
    if order.defensive:
        fighting_defensively.declare(table, me, because, full=full)
    if order.power:
        power_attack.declare(table, me, order.power, because)
    if order.expertise:
        combat_expertise.declare(table, me, order.expertise, because)


@procedure(Attack)
def attack(me: Creature, order: Attack, table: Table, because: int) -> None:
    """One attack; as part of a full attack at the penalty that is due, whatever takes the place of that blow."""
    turn = table.battle.turn
    if not turn.full:
        declare(table, me, order, because, full=False)
        special.make(table, me, order, because)
        return
    from sim.rules.d20 import grapple

    due = turn.due
    bits = (RAPID if turn.rapid else 0) | (TWO_WEAPONS if turn.off_hand else 0) | (OFF_HAND if due.off_hand else 0)
    penalty = due.penalty if order.weapon == due.weapon else grapple.due_penalty(me, due)
    special.make(table, me, order, because, bits=bits, penalty=penalty, off_hand=turn.off_hand)
