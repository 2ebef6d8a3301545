"""
Being on fire (d20.fire.*).

What burns by itself (``burning`` with regard to nobody) gets its save as the turn begins. Alchemist's fire (with regard
to its thrower) burns once more as the thrower's next turn begins, so that its victim has had one turn to put it out.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Extinguish
from sim.rules.d20 import action, energy, wounds
from sim.rules.d20.declare import at_expiry, at_turn_start, constraint, procedure
from sim.rules.d20.save import save
from sim.state.battle import Battle, Timer
from sim.state.conditions import BURNING, DEAD
from sim.state.creature import Creature
from sim.table import Table

FIRE = "d20.fire.extinguish"
DC = 15


def catch(table: Table, target: Creature, thrower: Creature, because: int, *cites: str) -> None:
    """Alchemist's fire sticks to whom it has hit."""
    if not target.flags & DEAD:
        table.tell(ConditionBegan(because, target.id, "burning", (FIRE, *cites), other=thrower.id, ender=thrower.id))


def scorch(table: Table, target: Creature, source: Creature, because: int) -> None:
    """A round of flames."""
    points, dice = wounds.throw(table, "1d6")
    wounds.deal(table, target, source, energy.BARE["fire"], points, False, because, (), (FIRE,), dice)


def put_out(table: Table, who: Creature, because: int) -> None:
    """The flames are out, whatever they came from."""
    for condition in who.conditions:
        if condition.name == "burning":
            table.tell(ConditionEnded(because, who.id, "burning", (FIRE,), condition.other))


@at_turn_start(BURNING)
def burn(table: Table, me: Creature, because: int) -> None:
    """Ordinary flames: each round a save puts them out, or they hurt."""
    if not me.has("burning", ""):
        return
    saved, seq = save(table, me, "reflex", "the flames", DC, because, FIRE)
    if saved:
        table.tell(ConditionEnded(seq, me.id, "burning", (FIRE,)))
    else:
        scorch(table, me, me, seq)


@at_expiry("burning")
def flare_up(table: Table, timer: Timer, because: int) -> None:
    """What was not put out in time burns once more, and then out."""
    target = table.battle.creatures[timer.who]
    if not target.flags & DEAD:
        scorch(table, target, table.battle.creatures[timer.other], because)


@constraint(action.ROWS["extinguish"], Extinguish)
def nothing_burns(battle: Battle, me: Creature, order: Extinguish) -> bool:
    """Only the burning have flames to put out."""
    return not me.flags & BURNING


@procedure(Extinguish)
def extinguish(me: Creature, order: Extinguish, table: Table, because: int) -> None:
    """Rolling on the ground gives one more save, at +4, against alchemist's fire at +2."""
    easy = me.has("burning", "")
    more = Modifier(4 if easy else 2, "rolling on the ground", FIRE)
    saved, seq = save(table, me, "reflex", "the flames", DC, because, FIRE, more=(more,))
    if saved:
        put_out(table, me, seq)
