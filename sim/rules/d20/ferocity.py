"""Ferocity: fighting on below 0 hit points (supplement). A condition of size 1 stands for one that bleeds no more."""

from __future__ import annotations

from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.rules.d20 import dying, wounds
from sim.rules.d20.declare import at_turn_start
from sim.state.conditions import DEAD, FEROCIOUS
from sim.state.creature import Creature
from sim.table import Table

FIGHTS_ON = "d20.ferocity.fights-on"
BLEEDS = "d20.ferocity.bleeds"


def settle(table: Table, me: Creature, because: int, *, hurt: bool) -> None:
    """Neither disabled nor dying: below 0 hit points it fights on, and a new wound opens the old ones."""
    if me.hit_points >= 0:
        if me.flags & FEROCIOUS:
            wounds.end(table, me, "ferocious", because, FIGHTS_ON)
    elif not me.flags & FEROCIOUS:
        wounds.begin(table, me, "ferocious", because, FIGHTS_ON)
    elif hurt and me.value("ferocious"):
        wounds.end(table, me, "ferocious", because, FIGHTS_ON)
        wounds.begin(table, me, "ferocious", because, FIGHTS_ON)


def bleeding(me: Creature) -> bool:
    """Is it below 0 hit points, and not stable yet?"""
    return bool(me.flags & FEROCIOUS) and not me.flags & DEAD and not me.value("ferocious")


@at_turn_start(FEROCIOUS)
def bleed(table: Table, me: Creature, because: int) -> None:
    """In its turn it bleeds for a hit point, or one time in ten no more."""
    if not bleeding(me):
        return
    (die,) = table.roll(100)
    if die.value > dying.STABILISE_PERCENT:
        wounds.lose(table, me, 1, because, BLEEDS, dice=(die,))
        return
    table.tell(ConditionEnded(because, me.id, "ferocious", (BLEEDS,)))
    table.tell(ConditionBegan(because, me.id, "ferocious", (BLEEDS,), value=1, dice=(die,)))
