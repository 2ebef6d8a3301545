"""
Feinting (d20.feint.*): Bluff against Sense Motive, for the next melee attack.

Decided: it takes an opponent within reach of a weapon, for it is a move of melee; "humanoid" is the creature type.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.attacks import ContestRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Feint
from sim.rules.d20 import condition, scores, threat
from sim.rules.d20.declare import MELEE, Blow, constraint, procedure
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Table

CHECK = "d20.feint.check"
BAB = "d20.feint.bab"
NONHUMANOID = "d20.feint.nonhumanoid"
ANIMAL = "d20.feint.animal-intelligence"
MINDLESS = "d20.feint.mindless"
EFFECT = "d20.feint.effect"
TIMING = "d20.feint.timing"

IMPROVED = "improved-feint"
FEINTED = "feinted"


@constraint(CHECK, Feint)
def nobody_there(battle: Battle, me: Creature, order: Feint) -> bool:
    """An enemy within reach of a weapon."""
    target = battle.creatures.get(order.target)
    if target is None or target.side == me.side or not target.active:
        return True
    return not any(threat.in_reach(battle, me, target, weapon) for weapon in threat.melee_weapons(me))


@constraint(MINDLESS, Feint)
def mindless(battle: Battle, me: Creature, order: Feint) -> bool:
    """Whoever expects nothing cannot be misled."""
    target = battle.creatures.get(order.target)
    return target is not None and target.sheet.intelligence is None


def skill(me: Creature, name: str, ability: str) -> Modifier:
    """What it brings to a check: the skill, or else the ability."""
    if name in me.sheet.skills:
        return Modifier(me.sheet.skills[name], name, CHECK)
    return Modifier(scores.modifier(me, ability), ability, CHECK)


def bluff(me: Creature, target: Creature) -> tuple[Modifier, ...]:
    """The parts of the feinter's check: strange bodies, and animals even more, are hard to mislead."""
    parts = (skill(me, "bluff", "charisma"), *condition.check_parts(me))
    if target.sheet.intelligence in (1, 2):
        return (*parts, Modifier(-8, "animal", ANIMAL))
    if target.sheet.type != "humanoid":
        return (*parts, Modifier(-4, "not humanoid", NONHUMANOID))
    return parts


def insight(target: Creature) -> tuple[Modifier, ...]:
    """The parts of the target's check: experience counts."""
    base = Modifier(target.sheet.base_attack, "base attack", BAB)
    return (skill(target, "sense-motive", "wisdom"), *condition.check_parts(target), base)


@procedure(Feint)
def feint(me: Creature, order: Feint, table: Table, because: int) -> None:
    """Only the higher check misleads; a tie does not."""
    target = table.battle.creatures[order.target]
    mine, theirs = bluff(me, target), insight(target)
    dice = table.roll(20, 2)
    total = dice[0].value + sum([part.value for part in mine])
    other = dice[1].value + sum([part.value for part in theirs])
    won = total > other
    checks = ("bluff", "sense-motive")
    rolled = ContestRolled(because, "feint", me.id, target.id, checks, total, mine, other, theirs, won, (CHECK,), dice)
    seq = table.tell(rolled)
    if won:
        table.tell(ConditionBegan(seq, target.id, FEINTED, (EFFECT,), other=me.id, ender=me.id, turns=2))


def misled(target: Creature, attacker: Creature) -> bool:
    """Has this attacker misled it?"""
    return target.has(FEINTED, attacker.id)


def spend(table: Table, blow: Blow, because: int) -> None:
    """It was good for one melee attack."""
    if blow.bits & MELEE and misled(blow.target, blow.attacker):
        table.tell(ConditionEnded(because, blow.target.id, FEINTED, (EFFECT,), other=blow.attacker.id))


def lapse(table: Table, who: str) -> None:
    """The turn of ``who`` is over: a feint of its turn before has come to nothing."""
    for timer in table.battle.timers:
        if timer.condition == FEINTED and timer.ender == who and timer.turns <= 1:
            table.tell(ConditionEnded(-1, timer.who, FEINTED, (TIMING,), other=who))
