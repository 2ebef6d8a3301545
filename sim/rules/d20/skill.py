"""
Skill and ability checks, and skills used in a fight that have no order of their own (d20.action.*.skill-*).

Intimidate takes one action: d20 + Intimidate against d20 + Hit Dice + Wisdom; whoever loses is shaken until the next
turn of who has won. A lock takes one round and an Open Lock check.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.attacks import CheckRolled
from sim.events.conditions import ConditionBegan
from sim.events.objects import DoorTurned
from sim.events.orders import UseSkill
from sim.grid.changes import door_at
from sim.rules.d20 import action, aoo, condition, core, scores, threat
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Table

ONE_ACTION = action.ROWS["skill-one-action"]
ONE_ROUND = action.ROWS["skill-one-round"]

LOCK_DC = 20
"""A very simple lock."""


def ability_parts(me: Creature, ability: str, rule: str) -> tuple[Modifier, ...]:
    """The parts of an ability check."""
    return (scores.part(me, ability, rule), *condition.check_parts(me))


def check(
    table: Table, me: Creature, what: str, dc: int, found: tuple[Modifier, ...], because: int, *cites: str
) -> tuple[int, int]:
    """A check against a difficulty class: by how much it is beaten (negative: missed), and the event's number."""
    (die,) = table.roll(20)
    total = die.value + sum(part.value for part in found)
    event = CheckRolled(because, me.id, what, dc, total, found, total >= dc, cites, (die,))
    return total - dc, table.tell(event)


@constraint(ONE_ACTION, UseSkill)
def no_use(battle: Battle, me: Creature, order: UseSkill) -> tuple[str, ...]:
    """Somebody in reach to be cowed, who has a mind; a locked door beside a trained hand."""
    if order.skill == "open-lock":
        if "open-lock" not in me.sheet.skills or order.place < 0:
            return (ONE_ROUND,)
        beside = battle.ground.distance(me.square, me.span, order.place, 1) <= 1
        return () if beside and door_at(battle.ground, order.place, order.side) == "locked-door" else (ONE_ROUND,)
    target = battle.creatures.get(order.target)
    if target is None or target.side == me.side or not target.can_act or target.sheet.intelligence is None:
        return (ONE_ACTION,)
    return () if threat.threatens(battle, me, target) else (ONE_ACTION,)


@procedure(UseSkill)
def use_skill(me: Creature, order: UseSkill, table: Table, because: int) -> None:
    """What it exposes to comes first."""
    if order.skill == "open-lock":
        if aoo.provoke(table, me, "skill-one-round", because):
            pick_lock(table, me, order, because)
    elif aoo.provoke(table, me, "skill-one-action", because):
        demoralize(table, me, table.battle.creatures[order.target], because)


def pick_lock(table: Table, me: Creature, order: UseSkill, because: int) -> None:
    """The door can be opened then."""
    margin, seq = check(
        table, me, "open-lock", LOCK_DC, scores.skill_parts(me, "open-lock", ONE_ROUND), because, ONE_ROUND
    )
    if margin >= 0:
        table.tell(DoorTurned(seq, me.id, order.place, order.side, "door", (ONE_ROUND,)))


def demoralize(table: Table, me: Creature, target: Creature, because: int) -> None:
    """Whoever is cowed is shaken for a round; who is disarmed meanwhile frightens nobody."""
    if not threat.threatens(table.battle, me, target):
        return
    mine = scores.skill_parts(me, "intimidate", ONE_ACTION)
    theirs = (
        Modifier(target.sheet.hit_dice, "hit dice", ONE_ACTION),
        scores.part(target, "wisdom", ONE_ACTION),
        *condition.check_parts(target),
    )
    checks = ("intimidate", "level")
    rolled = core.opposed(table, "intimidate", me, target, checks, mine, theirs, because, ONE_ACTION)
    seq = table.tell(rolled)
    if rolled.won:
        table.tell(ConditionBegan(seq, target.id, "shaken", (ONE_ACTION,), other=me.id, ender=me.id))
