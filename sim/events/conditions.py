"""Conditions begin and end."""

from __future__ import annotations

from attrs import frozen

from sim.dice.sources import Die
from sim.events.base import applies
from sim.state.battle import SENSED, Battle, Timer
from sim.state.conditions import BIT, DEAD, DOWN, GONE, HELPLESS
from sim.state.creature import Condition, Creature


@frozen
class ConditionBegan:
    """
    A condition begins. ``other`` is the creature it concerns, ``value`` its size where it has one.

    ``ender`` and ``turns``: it ends at the start of the ``turns``-th next turn of ``ender``; without an ender it
    lasts until a rule ends it. ``dice`` are those that decided it or its length.
    """

    because: int
    who: str
    condition: str
    cites: tuple[str, ...]
    other: str = ""
    value: int = 0
    ender: str = ""
    turns: int = 1
    dice: tuple[Die, ...] = ()


@applies(ConditionBegan)
def begin_condition(event: ConditionBegan, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    if event.ender:
        stop(battle, creature, event.condition, event.other)
        battle.timers = (*battle.timers, Timer(event.who, event.condition, event.other, event.ender, event.turns))
    start(battle, creature, event.condition, event.other, event.value)


@frozen
class ConditionEnded:
    """A condition ends (with regard to ``other``); with a ``value``, only that of this size."""

    because: int
    who: str
    condition: str
    cites: tuple[str, ...]
    other: str = ""
    value: int = 0


@applies(ConditionEnded)
def end_condition(event: ConditionEnded, battle: Battle) -> None:
    stop(battle, battle.creatures[event.who], event.condition, event.other, event.value)


def start(battle: Battle, creature: Creature, name: str, other: str = "", value: int = 0) -> None:
    """Give a creature a condition; the dead and the gone leave their squares."""
    before = creature.flags
    creature.conditions = (*creature.conditions, Condition(name, other, value))
    creature.flags = after = before | BIT[name]
    if BIT[name] & SENSED:
        battle.trace(creature, (creature.square,))
    if (after ^ before) & HELPLESS:
        battle.places += 1
    if after & DOWN and not before & DOWN:
        battle.stand(creature.side, -1)
    if after & (DEAD | GONE) and not before & (DEAD | GONE):
        battle.leave(creature)
        if battle.lights:
            battle.relight()


def stop(battle: Battle, creature: Creature, name: str, other: str = "", value: int = 0) -> None:
    """Take a condition from a creature, with its timer; with a ``value``, only that of this size."""
    flag = BIT[name]
    if not creature.flags & flag:
        return
    left = [c for c in creature.conditions if c.name != name or c.other != other or (value and c.value != value)]
    creature.conditions = tuple(left)
    if battle.timers:
        battle.timers = tuple(
            [t for t in battle.timers if t.who != creature.id or t.condition != name or t.other != other]
        )
    if name not in [c.name for c in left]:
        before = creature.flags
        creature.flags = after = before & ~flag
        if (after ^ before) & HELPLESS:
            battle.places += 1
        if before & DOWN and not after & DOWN:
            battle.stand(creature.side, 1)
        if before & (DEAD | GONE) and not after & (DEAD | GONE):
            battle.enter(creature)
    if flag & SENSED:
        battle.trace(creature, (creature.square,))
