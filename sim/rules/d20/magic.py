"""
How what a spell does is carried out: verbs, each a function, called for each target or once for an area.

A verb's function is registered here by its name in ``spells.toml`` and told what is at work, on whom, and how much of
it is left after a saving throw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from sim.dice.sources import Die
from sim.events.conditions import ConditionEnded
from sim.events.magic import SpellBegan, SpellEnded
from sim.rules.d20 import spell_resistance, wounds
from sim.rules.d20.save import save
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.state.magic import Running
from sim.table import Table
from sim.tables.spells import ROUNDS, Effect, Spell


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

Placing = Callable[[Battle, int, int], bool]
"""(battle, squares, point): whether the area of a spell can be there at all."""

PLACINGS: dict[str, Placing] = {}

F = TypeVar("F", bound=EffectFunction)
A = TypeVar("A", bound=AreaFunction)
E = TypeVar("E", bound=EndFunction)
S = TypeVar("S", bound=Selection)
P = TypeVar("P", bound=Placing)


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


def placing(spell: str) -> Callable[[P], P]:
    """The function says where the area of the spell of this name can be: where there is something to hold it, say."""

    def register(function: P) -> P:
        PLACINGS[spell] = function
        return function

    return register


def work(table: Table, working: Working, targets: Sequence[Creature], because: int) -> None:
    """A spell takes effect: if it lasts, it is under way from now on; then its area and each target bear it."""
    working, because = _begin(table, working, targets, because)
    apply(table, working, targets, because)


def apply(table: Table, working: Working, targets: Sequence[Creature], because: int) -> None:
    """What a spell does to its area, once, and to each of its targets in turn."""
    spell = working.spell
    in_area = [effect for effect in spell.effects if effect.verb in AREA_EFFECTS]
    if in_area:
        squares = covered(table.battle, working.caster, spell, working.caster_level, working.to)
        for each in in_area:
            AREA_EFFECTS[each.verb](table, working, each, squares, because)
    if spell.name in SELECTIONS:
        targets = SELECTIONS[spell.name](table, working, tuple(targets), because)
    stopped: dict[str, bool] = {}
    for target in targets:
        if not target.active:
            continue
        if target.id not in stopped:
            stopped[target.id] = resisted(table, working, target, because)
        if not stopped[target.id]:
            befall(table, working, target, because)
    if table.battle.zones and any(each.verb == "damage" and each.kind == "fire" for each in spell.effects):
        from sim.rules.d20 import conjuration

        conjuration.kindle(table, working, flames(table.battle, working, targets), because)


def flames(battle: Battle, working: Working, targets: Sequence[Creature]) -> int:
    """The squares on which the fire of a spell falls: its area, else the spaces of its targets."""
    spell = working.spell
    if spell.area is not None:
        return covered(battle, working.caster, spell, working.caster_level, working.to)
    squares = 0
    for target in targets:
        squares |= battle.footprint(target)
    return squares


def covered(battle: Battle, caster: Creature, spell: Spell, level: int, to: int) -> int:
    """The squares of a spell's area, as a bit set."""
    from sim.rules.d20 import spell_area

    return spell_area.covered(battle, caster, spell, level, to)


def inside(battle: Battle, caster: Creature, spell: Spell, level: int, to: int) -> tuple[Creature, ...]:
    """Whom a spell's area takes in, lowest square first."""
    if spell.area is None:
        return ()
    only = spell.area.only
    found = battle.occupants(covered(battle, caster, spell, level, to))
    return tuple([who for who in found if only == "all" or (who.side == caster.side) == (only == "allies")])


def duration(table: Table, spell: Spell, level: int) -> tuple[int, tuple[Die, ...]]:
    """How many turns of its caster a spell lasts, -1 without end; and the dice that said so."""
    lasting = spell.duration
    if lasting.unit == "permanent" or not (lasting.amount.base or lasting.amount.more or lasting.dice):
        return -1, ()
    number, dice = wounds.throw(table, lasting.dice) if lasting.dice else (lasting.amount.at(level), ())
    return number * ROUNDS[lasting.unit], dice


def _begin(table: Table, working: Working, targets: Sequence[Creature], because: int) -> tuple[Working, int]:
    spell = working.spell
    lasting = spell.duration
    if lasting.unit == "instantaneous" and not lasting.concentration:
        return working, because
    turns, dice = duration(table, spell, working.caster_level)
    number = len(table.log.events)
    seq = table.tell(
        SpellBegan(
            because,
            number,
            spell.name,
            working.caster.id,
            working.level,
            working.caster_level,
            working.dc,
            tuple([target.id for target in targets]),
            working.to,
            turns,
            lasting.concentration,
            (),
            dice,
        )
    )
    return working._replace(number=number), seq


def resisted(table: Table, working: Working, target: Creature, because: int) -> bool:
    """Does spell resistance stop it, once for all that it does to this target?"""
    spell, level = working.spell, working.caster_level
    return spell.resistance and spell_resistance.resists(table, working.caster, level, spell.name, target, because)


def befall(table: Table, working: Working, target: Creature, because: int) -> None:
    """One target saves, and bears what is left of a spell."""
    from sim.rules.d20 import cover, effects, spell

    figures, caster = working.spell, working.caster
    if effects.spared(table, working, target, because):
        return
    saved = False
    if figures.save is not None and not (figures.save.harmless and target.side == caster.side):
        more = effects.on_save(table.battle, working, target)
        rules = cover.soft_ignored(table.battle, working, target) if figures.save.kind == "reflex" else ()
        saved, because = save(table, target, figures.save.kind, figures.name, working.dc, because, *rules, more=more)
    for each in figures.effects:
        function = EFFECTS.get(each.verb)
        if function is None:
            continue
        share = (each.saved or _SHARE[figures.save.outcome] if figures.save else "full") if saved else "full"
        if share == "none" or (each.saved == "only") != (share == "only"):
            continue
        function(table, working, each, target, share == "half", because)
    if target.side != caster.side and not any(each.verb == "damage" for each in figures.effects):
        spell.unsettled(table, target, working, because)


_SHARE = {"negates": "none", "half": "half", "partial": "full"}
"""What a successful save leaves of an effect that does not say so itself."""


def finish(table: Table, running: Running, because: int, *cites: str) -> None:
    """A spell under way ends, and what lasted as long as it."""
    battle = table.battle
    seq = table.tell(SpellEnded(because, running.number, running.spell, running.caster, cites))
    for each in battle.creatures[running.caster].sheet.spells[running.spell].effects:
        if each.verb in ENDINGS:
            ENDINGS[each.verb](table, running, each, seq)
    for creature in battle:
        for condition in creature.conditions:
            if condition.value == running.number and condition.other == running.caster:
                table.tell(ConditionEnded(seq, creature.id, condition.name, (), condition.other, condition.value))
