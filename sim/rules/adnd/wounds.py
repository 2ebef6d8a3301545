"""Hit points, death and what comes before it, cures, falls (adnd.wounds.*)."""

from __future__ import annotations

from collections.abc import Iterator

from sim.dice import notation
from sim.events.adnd import AttackMade
from sim.events.attacks import DamageDealt, Healed, HitPointsLost
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import (
    Attack,
    Cast,
    Charge,
    FirstAid,
    FullAttack,
    Guard,
    Move,
    Order,
    ReceiveCharge,
    Run,
    UseItem,
    Withdraw,
)
from sim.rules import choice
from sim.rules.adnd import core, move
from sim.rules.adnd.declare import (
    Blow,
    after_roll,
    at_round_end,
    before_initiative,
    constraint,
    gap,
    offer,
    procedure,
    sheet_of,
    state_of,
)
from sim.rules.narrative import narrative
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, DEAD, DYING, RECOVERING, STABLE, UNCONSCIOUS
from sim.state.creature import Creature
from sim.table import Table

ZERO = "adnd.wounds.zero"
TEMPORARY = "adnd.wounds.temporary"
DEATHS_DOOR = "adnd.wounds.deaths-door"
BLEEDING = "adnd.wounds.deaths-door.bleeding"
BIND = "adnd.wounds.deaths-door.bind"
CURE = "adnd.wounds.deaths-door.cure"
MASSIVE = "adnd.wounds.massive"
HEALING = "adnd.wounds.healing"
FALL = "adnd.wounds.fall"

THRESHOLD = -10
"""At death's door as long as more hit points than this are left."""
BLOW = 50
"""Points of one attack that may kill by themselves."""

narrative(
    "adnd.wounds.no-effect-above-zero",
    "nothing in a fight asks how many hit points are left, as long as there is one, but morale and spells being cast",
)


def spared(battle: Battle, creature: Creature) -> bool:
    """Does death wait at the door for it (option ``deaths_door``: ``characters`` are those with a class)?"""
    option = battle.options.get("deaths_door", "off")
    return option == "all" or (option == "characters" and bool(sheet_of(creature).classes))


def fate(battle: Battle, creature: Creature) -> str:
    """
    What becomes of somebody without hit points: ``dead``; ``dying``, with death at the door; ``unconscious``, where
    lasting damage alone would not have felled it.
    """
    if creature.hit_points > 0:
        return "unconscious"
    return "dying" if spared(battle, creature) and creature.hit_points > THRESHOLD else "dead"


def sinks(battle: Battle, creature: Creature) -> bool:
    """Is it worse with somebody without hit points than it lies there?"""
    found = fate(battle, creature)
    if found == "unconscious":
        return not creature.flags & (UNCONSCIOUS | DYING | STABLE)
    return found == "dead" or not creature.flags & (DYING | STABLE)


def fall(table: Table, creature: Creature, because: int) -> None:
    """At 0 hit points or less a combatant is dead, or at death's door; temporary damage only knocks it out."""
    found = fate(table.battle, creature)
    if found == "unconscious":
        core.faint(table, creature, because, TEMPORARY)
        return
    for state in ("unconscious", "dying", "stable"):
        if creature.has(state):
            table.tell(ConditionEnded(because, creature.id, state, ()))
    if found == "dying":
        core.faint(table, creature, because, DEATHS_DOOR, condition="dying", value=table.battle.round)
    else:
        rule = DEATHS_DOOR if spared(table.battle, creature) else ZERO
        table.tell(ConditionBegan(because, creature.id, "dead", (rule,)))


def shock(table: Table, creature: Creature, points: int, because: int) -> None:
    """So many points of one attack call for a saving throw against death magic; who fails it dies with the rest."""
    if points < BLOW or creature.flags & DEAD:
        return
    if not core.save(table, creature, "massive damage", "death", because, MASSIVE):
        lost = creature.hit_points - THRESHOLD
        if lost > 0:
            table.tell(HitPointsLost(because, creature.id, lost, (MASSIVE,)))


# At death's door.


def wounded(battle: Battle, me: Creature) -> Iterator[Creature]:
    """The dying beside it, of its own side."""
    for other in battle:
        if other is not me and other.side == me.side and other.flags & DYING and gap(battle, me, other) <= 1:
            yield other


@offer(FirstAid, "declare")
def bindings(battle: Battle, me: Creature) -> Iterator[Order]:
    for other in wounded(battle, me):
        yield FirstAid(other.id)


@constraint(BIND, FirstAid)
def no_wounds(battle: Battle, me: Creature, order: FirstAid) -> bool:
    """Wounds are bound of somebody at death's door, close by."""
    return all(other.id != order.target for other in wounded(battle, me))


@before_initiative
def begin_to_bind(table: Table, because: int) -> None:
    """The round spent on somebody's wounds begins."""
    battle = table.battle
    for me in battle:
        order = state_of(battle, me).declared
        if isinstance(order, FirstAid):
            table.tell(ConditionBegan(because, order.target, "tended", (BIND,), me.id))


@procedure(FirstAid)
def bind(me: Creature, order: FirstAid, table: Table, because: int) -> None:
    """Bend over the wounded; the round has to pass."""
    move.turn_to(table, me, table.battle.creatures[order.target], because, move.OWN_TURN)


@after_roll
def disturb(table: Table, blow: Blow, rolled: AttackMade, because: int) -> None:
    """Who is attacked with success while binding or being bound has spent the round in vain."""
    if not rolled.hit:
        return
    battle, hurt = table.battle, blow.target
    order = state_of(battle, hurt).declared
    if isinstance(order, FirstAid) and battle.creatures[order.target].has("tended", hurt.id):
        table.tell(ConditionEnded(because, order.target, "tended", (BIND,), hurt.id))
    for tended in [condition for condition in hurt.conditions if condition.name == "tended"]:
        table.tell(ConditionEnded(because, hurt.id, "tended", (BIND,), tended.other))


@at_round_end
def end_of_round(table: Table, because: int) -> None:
    """Bound wounds bleed no more; those at death's door lose a hit point, from the round after they fell."""
    battle = table.battle
    for creature in tuple(battle):
        for tended in [condition for condition in creature.conditions if condition.name == "tended"]:
            table.tell(ConditionEnded(because, creature.id, "tended", (), tended.other))
            binder = battle.creatures[tended.other]
            if creature.flags & DYING and not binder.flags & CANNOT_ACT and not core.felled(binder):
                table.tell(ConditionEnded(because, creature.id, "dying", (BIND,)))
                table.tell(ConditionBegan(because, creature.id, "stable", (BIND,), tended.other))
        if creature.flags & DYING and battle.round > creature.value("dying"):
            table.tell(HitPointsLost(because, creature.id, 1, (BLEEDING,)))


# Cures.

INJURIES = ("sprained", "twisted-wrist", "dislocated-shoulder", "dislocated-hip")


def cure(table: Table, healer: Creature, target: Creature, points: str, because: int, *rules: str) -> None:
    """
    Cure so many points (dice), up to what it has unhurt; at death's door it comes to 1 hit point and no further.

    The healer may aim at an injury instead, which is healed then, and nothing else.
    """
    hurt = tuple(name for name in INJURIES if target.has(name))
    if hurt and not target.flags & (DYING | STABLE):
        from sim.rules.adnd import fumble

        if (aim := choice.ask(table, healer, "cure", target, ("hit-points", *hurt), because, fumble.RECOVERY)) in hurt:
            table.tell(ConditionEnded(because, target.id, aim, (*rules, fumble.RECOVERY), value=target.value(aim)))
            return
    total, dice = core.throw(table, notation.parse(points))
    if target.flags & (DYING | STABLE):
        table.tell(Healed(because, target.id, 1 - target.hit_points, 0, (*rules, CURE), dice))
        for state in ("dying", "stable"):
            if target.has(state):
                other = next(condition.other for condition in target.conditions if condition.name == state)
                table.tell(ConditionEnded(because, target.id, state, (CURE,), other))
        table.tell(ConditionBegan(because, target.id, "recovering", (CURE,)))
        return
    lost, cap = sheet_of(target).hit_points - target.hit_points, HEALING
    if target.flags & RECOVERING:
        lost, cap = 0, CURE
    capped = (cap,) if total > lost else ()
    table.tell(Healed(because, target.id, min(total, lost), 0, (*rules, *capped), dice))


def weakened(body: Creature, squares: int) -> int:
    """Of its movement a third is left to whoever has been at death's door."""
    return squares // 3 if body.flags & RECOVERING else squares


@constraint(CURE, Move, Run, Withdraw, flags=RECOVERING)
def no_farther(battle: Battle, me: Creature, order: Move | Run | Withdraw) -> bool:
    """He moves no farther than that."""
    if me.mount:
        return False
    return not move.destinations(battle, me, move.budget_of(battle, me, order)) >> order.to & 1


@constraint(CURE, Attack, FullAttack, Charge, Guard, ReceiveCharge, Cast, UseItem, flags=RECOVERING)
def too_weak(battle: Battle, me: Creature, order: Order) -> bool:
    """Whoever has been at death's door neither fights nor casts for the rest of the day."""
    return True


# Falls.


def drop(table: Table, creature: Creature, squares: int, because: int, *rules: str) -> None:
    """It falls so many squares: 1d6 for every two of them, at most 20d6, and lies where it lands."""
    count = min(20, squares // 2)
    if count:
        dice = table.roll(6, count)
        points = sum(die.value for die in dice)
        table.tell(DamageDealt(because, creature.id, "", points, False, (), "", (*rules, FALL), dice))
    core.lie(table, creature, because, FALL)
