"""
Cleave and Great Cleave: the blow goes on (supplement).

Decided: those already down may be struck too, and are named last; the blow may be one of an opportunity attack; the
round of the limit runs from the owner's turn to its next; in a grapple the blow goes on within it.
"""

from __future__ import annotations

from sim.events.conditions import ConditionBegan
from sim.rules import choice
from sim.rules.d20 import threat
from sim.rules.d20.declare import CHARGING, IN_GRAPPLE, MELEE, OFF_HAND, TWO_WEAPONS, Blow
from sim.state.conditions import CANNOT_ACT, CLEAVED, DOWN, GRAPPLING
from sim.table import Table

ATTACK = "d20.cleave.attack"
KEPT = MELEE | OFF_HAND | TWO_WEAPONS | CHARGING
"""What the attack has in common with the one that felled the foe."""

NOBODY = "nobody"


def go_on(table: Table, blow: Blow, because: int) -> None:
    """A foe has fallen in melee: one more attack on another in reach, with the same weapon and bonus."""
    from sim.rules.d20 import core

    battle, me, weapon = table.battle, blow.attacker, blow.weapon
    great = "great-cleave" in me.sheet.feats
    if me.flags & CANNOT_ACT or (me.flags & CLEAVED and not great) or weapon.name not in me.weapons:
        return
    foes = [
        foe
        for foe in battle
        if foe.side != me.side and foe is not blow.target and foe.active and threat.in_reach(battle, me, foe, weapon)
    ]
    if me.flags & GRAPPLING:
        foes = [foe for foe in foes if foe.id in me.grapplers]
    if not foes:
        return
    foes.sort(key=lambda foe: foe.flags & DOWN != 0)
    options = (*[foe.id for foe in foes], NOBODY)
    chosen = choice.ask(table, me, "cleave", blow.target, options, because, ATTACK)
    if chosen == NOBODY:
        return
    if not great:
        because = table.tell(ConditionBegan(because, me.id, "cleaved", (ATTACK,), ender=me.id))
    next_blow = Blow(
        battle,
        me,
        battle[chosen],
        weapon,
        blow.bits & KEPT | (IN_GRAPPLE if chosen in me.grapplers else 0),
        penalty=blow.penalty,
        lethality=blow.lethality,
        off_hand=blow.off_hand,
    )
    core.strike(table, next_blow, because, ATTACK)
