"""
Areas in which a spell stays at work: who gets into them, is in them when a turn begins, gets out of them.

What a zone does there is in the modules of the schools, by the names that stand in ``spells.toml``. Decided: whoever is
pushed or dragged into a zone meets it when its turn begins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.zones import ZoneBegan, ZoneEnded
from sim.grid import bits as bitset
from sim.rules.d20 import effects
from sim.rules.d20.declare import at_turn_start
from sim.rules.d20.magic import Working, area_effect, ending
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, OUT, SILENCED
from sim.state.creature import Creature
from sim.state.magic import Running
from sim.state.zones import Zone
from sim.table import Table
from sim.tables.spells import Effect

Meeting = Callable[[Table, Running, Creature, int], None]
"""(table, running, who, because): what a zone does to somebody who gets into it, or stays in it."""

Passage = Callable[[Table, Running, Creature, int], bool]
"""The same when somebody walks into it, or sets out in it: true when it can go on."""

MEETINGS: dict[str, Meeting] = {}
PASSAGES: dict[str, Passage] = {}
BY_OWN_TURN: set[str] = set()
"""What happens again when the turn of somebody in it begins."""
BY_CASTERS_TURN: set[str] = set()
"""What happens again to all in it when the turn of its caster begins."""

M = TypeVar("M", bound=Meeting)
P = TypeVar("P", bound=Passage)


def meeting(name: str, when: str) -> Callable[[M], M]:
    """
    The function says what a zone that does ``name`` does, and ``when`` again: at each ``own`` turn, at each of its
    ``caster``'s, or (empty) never.
    """

    def register(function: M) -> M:
        MEETINGS[name] = function
        if when:
            (BY_OWN_TURN if when == "own" else BY_CASTERS_TURN).add(name)
        return function

    return register


def passage(name: str) -> Callable[[P], P]:
    """The function says what a zone that does ``name`` does to those who walk into it or set out in it."""

    def register(function: P) -> P:
        PASSAGES[name] = function
        return function

    return register


def spell_of(battle: Battle, zone: Zone) -> Running:
    """The spell that fills a zone."""
    return next(spell for spell in battle.spells if spell.number == zone.number)


def holds(battle: Battle, zone: Zone, who: Creature) -> bool:
    """Is somebody in it, if only with one square?"""
    return bool(zone.squares & battle.footprint(who))


@area_effect("zone")
def fill(table: Table, working: Working, effect: Effect, squares: int, because: int) -> None:
    """A spell fills an area, and whoever is there meets it."""
    name = working.spell.name
    does = tuple(effect.kind.split())
    cites = (effects.rule(name),)
    seq = table.tell(ZoneBegan(because, working.number, name, tuple(bitset.squares(squares)), does, cites))
    battle = table.battle
    zone = battle.zones[-1]
    for who in battle.occupants(squares):
        effects.reveal(table, working, who, seq)
        meet(table, zone, who, seq)
        hush(table, zone, who, seq)


@ending("zone")
def clear(table: Table, running: Running, effect: Effect, because: int) -> None:
    """It goes with its spell."""
    from sim.rules.d20 import conjuration

    table.tell(ZoneEnded(because, running.number, (effects.rule(running.spell),)))
    for who in table.battle:
        conjuration.breathe(table, running, who, because)
        effects.unbind(table, running, who, because)


def meet(table: Table, zone: Zone, who: Creature, because: int) -> None:
    """Whatever a zone does to somebody in it."""
    for name in zone.does:
        if name in MEETINGS and not who.flags & OUT:
            MEETINGS[name](table, spell_of(table.battle, zone), who, because)


@at_turn_start()
def linger(table: Table, me: Creature, because: int) -> None:
    """Some zones do it again to those in them, each in its own turn or all in that of the caster."""
    battle = table.battle
    for zone in battle.zones:
        running = spell_of(battle, zone)
        if holds(battle, zone, me) and not BY_OWN_TURN.isdisjoint(zone.does):
            meet(table, zone, me, because)
        if running.caster == me.id and running.left and not BY_CASTERS_TURN.isdisjoint(zone.does):
            for who in battle.occupants(zone.squares):
                meet(table, zone, who, because)


def next_met(battle: Battle, me: Creature, path: tuple[int, ...], met: tuple[int, ...]) -> tuple[int, Zone] | None:
    """The first place on a way where a zone must be met that has not been met on it, and the zone; none for most."""
    for index, square in enumerate(path):
        here = battle.ground.footprint(square, me.span)
        for zone in battle.zones:
            if zone.number in met or not zone.squares & here:
                continue
            if any(name in PASSAGES and (index or name in BY_OWN_TURN) for name in zone.does):
                return index, zone
    return None


def let_pass(table: Table, zone: Zone, who: Creature, because: int) -> bool:
    """Somebody walks into a zone, or sets out in it; true when it can go on."""
    running = spell_of(table.battle, zone)
    goes_on = True
    for name in zone.does:
        if name in PASSAGES:
            goes_on = PASSAGES[name](table, running, who, because) and goes_on
    return goes_on and not who.flags & CANNOT_ACT


def moved(table: Table, who: Creature, before: int, because: int) -> None:
    """Somebody has moved from the squares ``before``: zones that it has left let go of it, silence falls or lifts."""
    from sim.rules.d20 import conjuration

    battle = table.battle
    for zone in battle.zones:
        if zone.squares & before and not holds(battle, zone, who):
            conjuration.breathe(table, spell_of(battle, zone), who, because)
            conjuration.release(table, spell_of(battle, zone), who, because)
        hush(table, zone, who, because)


def hush(table: Table, zone: Zone, who: Creature, because: int) -> None:
    """Nobody in a silence can be heard."""
    if "silence" not in zone.does:
        return
    running = spell_of(table.battle, zone)
    silent = who.flags & SILENCED and any(
        c.name == "silenced" and c.other == running.caster and c.value == running.number for c in who.conditions
    )
    cites = (effects.rule(running.spell),)
    if holds(table.battle, zone, who):
        if not silent:
            table.tell(ConditionBegan(because, who.id, "silenced", cites, running.caster, running.number))
    elif silent:
        table.tell(ConditionEnded(because, who.id, "silenced", cites, running.caster, running.number))
