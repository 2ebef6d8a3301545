"""
What time does after a fight: rounds until nobody is dying and no poison is at work any more, then hour by hour.

The referee says how many hours pass, how they are rested and who is tended. Who can act and has wits and hands for it
tends those of its side (of another if nobody there can), the best healer first, and must get there: a double move a
round. The first eight hours of a day are
slept; a day in bed does good at its end as well. The order in an hour: the hourly roll, nonlethal damage, what
regenerates, rest, and at the end of a day the daily roll.
"""

from __future__ import annotations

from sim.events.aftermath import AftermathEnded, HourPassed, RoundPassed
from sim.events.attacks import Healed
from sim.rules.d20 import (
    ability_damage,
    condition,
    dying,
    fast_healing,
    ferocity,
    healing,
    nonlethal,
    poison,
    recovery,
    regeneration,
    turn,
    wounds,
)
from sim.rules.d20.creature_type import living
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, DEAD, DYING, EXHAUSTED, FATIGUED, POISONED, TENDED
from sim.state.creature import Creature
from sim.table import Table

SLEEP = 8
DAY = 24
WITS = 3
"""The lowest Intelligence with which one tends others."""
HANDY = ("humanoid", "monstrous humanoid", "giant", "fey", "outsider")
"""Types of creatures that have hands to tend others with."""
ROUNDS_AN_HOUR = 600


def pass_time(table: Table) -> None:
    """Let the hours pass that the referee has named."""
    battle = table.battle
    if battle.aftermath.hour == 0:
        _first_rounds(table)
    while battle.aftermath.hours:
        _hour(table)
    table.tell(AftermathEnded(-1, battle.aftermath.hour))


def carers(battle: Battle, patient: Creature) -> list[Creature]:
    """Who can tend somebody, the best healer first: its own side, or others where none of that can act."""
    able = [one for one in battle if one is not patient and not one.flags & CANNOT_ACT and _knows_how(one)]
    own = [one for one in able if one.side == patient.side]
    return sorted(own or able, key=lambda one: -sum(part.value for part in dying.heal_parts(one)))


def _knows_how(one: Creature) -> bool:
    return one.sheet.type in HANDY and (one.sheet.intelligence or 0) >= WITS


def _first_rounds(table: Table) -> None:
    battle = table.battle
    first = battle.round
    while any((one.flags & (DYING | POISONED) or ferocity.bleeding(one)) and not one.flags & DEAD for one in battle):
        seq = table.tell(RoundPassed(-1, battle.round + 1))
        turn.end_expired(table, seq)
        _tend(table, battle.round - first, seq)
        for one in battle:
            if one.flags & DEAD:
                continue
            poison.minute_is_up(table, one, seq)
            fast_healing.heal(table, one, seq)
            regeneration.heal(table, one, seq)
            ferocity.bleed(table, one, seq)
            if one.flags & DYING:
                dying.fight_for_life(table, one, seq)


def _tend(table: Table, rounds: int, because: int) -> None:
    """Each helper gives first aid to one of the dying that it can have reached by now."""
    battle = table.battle
    busy: list[Creature] = []
    for who in battle.aftermath.tended:
        patient = battle.creatures[who]
        if not patient.flags & DYING or patient.flags & DEAD:
            continue
        for helper in carers(battle, patient):
            if helper not in busy and _reached(battle, helper, patient, rounds):
                busy.append(helper)
                dying.tend(table, helper, patient, because)
                break


def _reached(battle: Battle, me: Creature, patient: Creature, rounds: int) -> bool:
    """Can it have come so far by a double move a round, and a single one in the round of the check?"""
    steps = (2 * rounds - 1) * (me.sheet.speed // 5)
    return battle.ground.distance(me.square, me.span, patient.square, patient.span) <= steps + 1


def _hour(table: Table) -> None:
    battle = table.battle
    hour = battle.aftermath.hour + 1
    seq = table.tell(HourPassed(-1, hour))
    turn.end_expired(table, seq)
    kind = battle.aftermath.rest
    for one in battle:
        if one.flags & DEAD:
            continue
        _soon(table, one, seq)
        if not living(one):
            continue
        if _found(battle, one):
            wounds.begin(table, one, "tended", seq, recovery.ASSISTED_NATURAL)
        recovery.hourly(table, one, seq)
        if one.nonlethal:
            points = min(one.sheet.hit_dice, one.nonlethal)
            nonlethal.settle(table, one, table.tell(Healed(seq, one.id, 0, points, (nonlethal.HEALING,))))
        if kind != "none":
            _rest(table, one, hour, kind, seq)
        if hour % DAY == 0:
            recovery.daily(table, one, seq)


def _found(battle: Battle, one: Creature) -> bool:
    """Became stable alone, or lies awake below 0 hit points, and is looked after from now on."""
    if one.id not in battle.aftermath.tended or one.hit_points >= 0 or one.flags & TENDED:
        return False
    return bool(carers(battle, one))


def _soon(table: Table, one: Creature, because: int) -> None:
    """What heals by the round has healed after an hour."""
    points = min(one.sheet.fast_healing * ROUNDS_AN_HOUR, ability_damage.full(one) - one.hit_points)
    soothed = min(one.sheet.regeneration * ROUNDS_AN_HOUR, one.nonlethal)
    if points > 0 or soothed > 0:
        cites = ((fast_healing.HEAL,) if points > 0 else ()) + ((regeneration.HEAL,) if soothed > 0 else ())
        seq = table.tell(Healed(because, one.id, max(points, 0), soothed, cites))
        wounds.settle(table, one, seq, hurt=False)


def _rest(table: Table, one: Creature, hour: int, kind: str, because: int) -> None:
    """The tired are rested after an hour and after eight; sleep and a day in bed heal."""
    if one.flags & EXHAUSTED:
        wounds.end(table, one, "exhausted", because, condition.EXHAUSTED_RULE)
        wounds.begin(table, one, "fatigued", because, condition.EXHAUSTED_RULE)
    elif one.flags & FATIGUED and hour % DAY == SLEEP:
        wounds.end(table, one, "fatigued", because, condition.FATIGUED)
    if hour % DAY == SLEEP or (kind == "bed" and hour % DAY == 0):
        if recovery.may_heal(one):
            healing.rest(table, one, because, day=hour % DAY == 0)
        else:
            table.tell(Healed(because, one.id, 0, 0, (recovery.NO_NATURAL,)))
