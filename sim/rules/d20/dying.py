"""Dying: the fight for life each turn, and first aid (d20.dying.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.dice.sources import Die
from sim.events.attacks import CheckRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import FirstAid
from sim.rules.d20 import aoo, scores, wounds
from sim.rules.d20.declare import constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import DYING
from sim.state.creature import Creature
from sim.table import Table

STABILISE = "d20.dying.stabilise"
FIRST_AID = "d20.dying.first-aid"
HEALING = "d20.dying.healing"
STABILISE_PERCENT = 10
FIRST_AID_DC = 15


def fight_for_life(table: Table, who: Creature, because: int) -> None:
    """The turn of a dying creature: one chance in ten to become stable, or a hit point less."""
    (die,) = table.roll(100)
    if die.value <= STABILISE_PERCENT:
        make_stable(table, who, because, STABILISE, dice=(die,))
    else:
        wounds.lose(table, who, 1, because, STABILISE, wounds.BLEED, dice=(die,))


def waits(battle: Battle, who: Creature) -> bool:
    """Does it begin to fight for its life only at the end of this round, in which it fell (``first-stabilise``)?"""
    return who.value("dying") == battle.round + 1


def at_round_end(table: Table) -> None:
    """Option ``first-stabilise``: whoever began dying in this round fights for its life at its end."""
    battle = table.battle
    if battle.options.get("first-stabilise") == "round-end":
        for who in battle:
            if who.flags & DYING and waits(battle, who):
                fight_for_life(table, who, -1)


def make_stable(table: Table, who: Creature, because: int, rule: str, dice: tuple[Die, ...] = ()) -> None:
    """It is no longer dying, but stays unconscious; ``tended`` if somebody else brought it about."""
    table.tell(ConditionEnded(because, who.id, "dying", (rule,)))
    table.tell(ConditionBegan(because, who.id, "stable", (rule,), dice=dice))
    if rule != STABILISE:
        table.tell(ConditionBegan(because, who.id, "tended", (rule,)))


@constraint(FIRST_AID, FirstAid)
def cannot_tend(battle: Battle, me: Creature, order: FirstAid) -> bool:
    """Only a dying creature within reach can be given first aid."""
    patient = battle.creatures.get(order.target)
    if patient is None or patient is me or not patient.flags & DYING:
        return True
    return battle.ground.distance(me.square, me.span, patient.square, patient.span) > 1


@procedure(FirstAid)
def first_aid(me: Creature, order: FirstAid, table: Table, because: int) -> None:
    """A Heal check of 15 stabilises the dying; it exposes the helper."""
    patient = table.battle.creatures[order.target]
    if aoo.provoke(table, me, "first-aid", because):
        tend(table, me, patient, because)


def heal_parts(me: Creature) -> tuple[Modifier, ...]:
    """The parts of a Heal check."""
    return scores.skill_parts(me, "heal", FIRST_AID)


def tend(table: Table, me: Creature, patient: Creature, because: int) -> None:
    """The Heal check of first aid, and what comes of it."""
    (die,) = table.roll(20)
    parts = heal_parts(me)
    total = die.value + sum(part.value for part in parts)
    success = total >= FIRST_AID_DC
    seq = table.tell(CheckRolled(because, me.id, "heal", FIRST_AID_DC, total, parts, success, (FIRST_AID,), (die,)))
    if success and patient.flags & DYING:
        make_stable(table, patient, seq, FIRST_AID)
