"""
Nets (d20.net.*): whoever is hit is entangled, with regard to the thrower, until it gets out.

A net is thrown at creatures within one size of the thrower's own.
"""

from __future__ import annotations

from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import EscapeNet
from sim.rules.d20 import action, aoo, boons, concealment, core, net_rope, scores, skill, transmutation
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.declare import RANGED, THROWN, TOUCH, Blow, constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import ENTANGLED
from sim.state.creature import Condition, Creature
from sim.table import Table
from sim.tables.sheet import Weapon

ESCAPE = "d20.net.escape"
SLIP_DC, BURST_DC = 20, 25
NET = -1
"""The size of the condition that a net brings; spells number theirs from 0."""


def too_different(me: Creature, target: Creature) -> bool:
    """Is the target more than one size larger or smaller?"""
    return abs(passing.RANK[me.sheet.size] - passing.RANK[target.sheet.size]) > 1


def cast(table: Table, me: Creature, target: Creature, weapon: Weapon, because: int, bits: int) -> None:
    """Throw a net: a ranged touch attack; what it provokes has come before."""
    blow = Blow(table.battle, me, target, weapon, bits | RANGED | THROWN | TOUCH)
    rolled = core.roll_attack(table, blow, because, ESCAPE)
    seq = table.tell(rolled)
    core.use_up(table, blow, seq)
    if rolled.hit and not concealment.missed(table, blow, seq):
        caught = table.tell(ConditionBegan(seq, target.id, "entangled", (ESCAPE,), other=me.id, value=NET))
        net_rope.pull(table, me, target, caught)


def nets(me: Creature) -> tuple[Condition, ...]:
    """The nets in which it is caught."""
    if not me.flags & ENTANGLED:
        return ()
    return tuple(one for one in me.conditions if one.name == "entangled" and one.value == NET)


@constraint(ESCAPE, EscapeNet)
def is_in_no_net(battle: Battle, me: Creature, order: EscapeNet) -> bool:
    """Only who is caught can get out, of a net or of the plants of a spell."""
    return not nets(me) and not boons.is_rooted(me)


@procedure(EscapeNet)
def escape(me: Creature, order: EscapeNet, table: Table, because: int) -> None:
    """Out of all nets at once, by skill or by force; that exposes. Else out of the plants that hold it."""
    if not aoo.provoke(table, me, "escape-net", because):
        return
    if not nets(me):
        transmutation.tear_loose(table, me, order, because)
        return
    if order.mode == "slip":
        dc, found, what = SLIP_DC, scores.skill_parts(me, "escape-artist", ESCAPE), "escape-artist"
    else:
        dc, found, what = BURST_DC, skill.ability_parts(me, "strength", ESCAPE), "strength"
    margin, seq = skill.check(table, me, what, dc, found, because, action.ROWS["escape-net"], ESCAPE)
    if margin >= 0:
        for caught in nets(me):
            table.tell(ConditionEnded(seq, me.id, "entangled", (ESCAPE,), caught.other))
            if me.has("roped", caught.other):
                table.tell(ConditionEnded(seq, me.id, "roped", (net_rope.LIMIT,), caught.other))
