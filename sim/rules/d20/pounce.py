"""Pouncing: all attacks at the end of a charge (supplement), one after the other at the foe that was charged."""

from __future__ import annotations

from sim.events.orders import Attack, Charge, FullAttack
from sim.rules.d20 import full_attack, special
from sim.rules.d20.declare import CHARGING, constraint
from sim.state.battle import Battle, Due
from sim.state.conditions import DOWN
from sim.state.creature import Creature
from sim.table import Table

ATTACKS = "d20.pounce.attacks"
RAKE = "d20.pounce.rake"


def attacks(battle: Battle, me: Creature, order: Charge) -> tuple[Due, ...]:
    """The attacks at the end of this charge, the ordered one first; none where it is a single attack after all."""
    if not me.sheet.pounce or order.how != "strike" or battle.turn.restricted:
        return ()
    weapon = me.weapons[order.weapon]
    if weapon.category != "natural" or weapon.secondary or not full_attack.worthwhile(me, weapon):
        return ()
    found = full_attack.attacks(me, FullAttack(order.target, order.weapon))
    rake = me.sheet.rake
    return found if rake is None else (*found, *[Due(0, rake.name) for _ in range(rake.count)])


@constraint(RAKE, Attack, FullAttack, Charge, whose=lambda me: me.sheet.rake is not None)
def hind_claws(battle: Battle, me: Creature, order: Attack | FullAttack | Charge) -> bool:
    """Hind claws strike in a leap alone."""
    return me.sheet.rake is not None and order.weapon == me.sheet.rake.name


def leap(table: Table, me: Creature, order: Charge, dues: tuple[Due, ...], because: int) -> None:
    """Every attack that can still be made when its turn comes, until the foe is down."""
    target = table.battle.creatures[order.target]
    for due in dues:
        blow = Attack(order.target, due.weapon, "strike", order.lethality)
        if me.can_act and not target.flags & DOWN and not special.why_not(table.battle, me, blow):
            cites = (ATTACKS, RAKE) if me.sheet.rake is not None and due.weapon == me.sheet.rake.name else (ATTACKS,)
            special.make(table, me, blow, because, bits=CHARGING, penalty=due.penalty, cites=cites)
