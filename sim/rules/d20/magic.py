"""
How what a spell does is carried out: verbs, each a function, called for each target or once for an area.

A verb's function is registered here by its name in ``spells.toml`` and told what is at work, on whom, and how much of
it is left after a saving throw.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from sim.state.creature import Creature
from sim.state.magic import Running
from sim.table import Table
from sim.tables.spells import Effect, Spell


class Working(NamedTuple):
    """
    A spell, item or ability at work. ``level`` is the spell's, ``caster_level`` its caster's.

    ``number`` is that of the spell under way, 0 when it leaves none; ``to`` its point or direction, -1 without one;
    ``multiplier`` that of a critical touch.
    """

    caster: Creature
    spell: Spell
    source: str
    level: int
    caster_level: int
    dc: int
    to: int = -1
    number: int = 0
    multiplier: int = 1


EffectFunction = Callable[[Table, Working, Effect, Creature, bool, int], None]
"""(table, working, effect, target, half, because): one effect on one target; ``half``: a save has halved it."""

AreaFunction = Callable[[Table, Working, Effect, int, int], None]
"""(table, working, effect, squares, because): one effect on an area, the squares as a bit set."""

EndFunction = Callable[[Table, Running, Effect, int], None]
"""(table, running, effect, because): what goes when a spell under way ends, besides its conditions."""

Selection = Callable[[Table, Working, tuple[Creature, ...], int], tuple[Creature, ...]]
"""(table, working, creatures, because): whom of those named, or in its area, a spell affects at all, in what order."""

EFFECTS: dict[str, EffectFunction] = {}
AREA_EFFECTS: dict[str, AreaFunction] = {}
ENDINGS: dict[str, EndFunction] = {}
SELECTIONS: dict[str, Selection] = {}

F = TypeVar("F", bound=EffectFunction)
A = TypeVar("A", bound=AreaFunction)
E = TypeVar("E", bound=EndFunction)
S = TypeVar("S", bound=Selection)


def effect(verb: str) -> Callable[[F], F]:
    """The function carries out effects of this verb on each target of a spell."""

    def register(function: F) -> F:
        EFFECTS[verb] = function
        return function

    return register


def area_effect(verb: str) -> Callable[[A], A]:
    """The function carries out effects of this verb on the area of a spell, once."""

    def register(function: A) -> A:
        AREA_EFFECTS[verb] = function
        return function

    return register


def ending(verb: str) -> Callable[[E], E]:
    """The function undoes effects of this verb when the spell under way ends."""

    def register(function: E) -> E:
        ENDINGS[verb] = function
        return function

    return register


def selection(spell: str) -> Callable[[S], S]:
    """
    The function says whom the spell of this name affects, before anybody resists or saves: those with few enough Hit
    Dice, say.
    """

    def register(function: S) -> S:
        SELECTIONS[spell] = function
        return function

    return register
