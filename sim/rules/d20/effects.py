"""What many spells do: damage, healing, changes of totals, conditions. What one alone does is with its school."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.dice import notation
from sim.dice.sources import Die
from sim.events.attacks import Healed
from sim.events.boons import BoonBegan, BoonsEnded, SpellDamageRolled, SpellFailed
from sim.events.conditions import ConditionBegan
from sim.events.magic import AbilityUsed, ItemUsed, SpellCast
from sim.rules.d20 import ability_damage, boons, cover, creature_type, energy, evasion, healing, wounds
from sim.rules.d20.magic import EFFECTS, Working, effect, ending
from sim.state.battle import Battle
from sim.state.conditions import DEAD, HIDDEN, INVISIBLE
from sim.state.creature import Creature
from sim.state.magic import Running
from sim.table import Table
from sim.tables.spells import Effect, Spell, dice_at

RULES: dict[str, str] = {}
"""The rule by which each spell does what it does, by the spell's name."""

STARTS = (SpellCast, ItemUsed, AbilityUsed)


def rule(spell: Spell | str) -> str:
    """The rule of a spell."""
    return RULES[spell if isinstance(spell, str) else spell.name]


# ---- who is spared --------------------------------------------------------------------------------------------


def spared(table: Table, working: Working, target: Creature, because: int) -> bool:
    """Has the spell nothing to do with this creature, before it could save: an area alone, no mind, a sanctuary?"""
    spell, caster = working.spell, working.caster
    if not any(each.verb in EFFECTS for each in spell.effects) or untouched(table, working, target, because):
        return True
    if spell.area is not None or not target.boons or target.side == caster.side:
        return False
    from sim.rules.d20 import abjuration

    return abjuration.withheld(table, caster, target, because)


def untouched(table: Table, working: Working, target: Creature, because: int) -> bool:
    """Those without a mind to speak of are immune to whatever works on minds."""
    if "mind-affecting" not in working.spell.descriptors or not creature_type.immune(target, "mind-affecting"):
        return False
    from sim.rules.d20 import enchantment

    fails(table, working, target, because, enchantment.MIND)
    return True


def fails(table: Table, working: Working, target: Creature, because: int, *cites: str) -> None:
    """The spell does nothing to this creature, and why."""
    table.tell(SpellFailed(because, target.id, working.spell.name, (*cites, rule(working.spell))))


def on_save(battle: Battle, working: Working, target: Creature) -> tuple[Modifier, ...]:
    """What adds to a saving throw against this spell besides what adds to all: wards, and cover from its origin."""
    spell = working.spell
    parts: tuple[Modifier, ...] = ()
    if target.boons:
        to_all = boons.of(target, "save")
        wards = boons.of(target, "save", (*spell.descriptors, working.caster.sheet.alignment))
        parts = tuple([part for part in wards if part not in to_all])
    if spell.save is not None and spell.save.kind == "reflex":
        parts += cover.on_reflex(battle, working, target)
    return parts


def shelter(battle: Battle, working: Working, target: Creature) -> bool:
    """Improved cover against what calls for a Reflex save is as good as improved evasion."""
    save = working.spell.save
    if save is None or save.kind != "reflex" or save.outcome != "half" or not battle.ground.has_borders:
        return False
    return cover.from_origin(battle, working, target).kind == "improved"


def reveal(table: Table, working: Working, target: Creature, because: int) -> None:
    """Who works magic against an enemy is seen again."""
    if working.caster.flags & (INVISIBLE | HIDDEN) and target.side != working.caster.side:
        from sim.rules.d20 import illusion

        illusion.appear(table, working.caster, because)


# ---- damage and healing ---------------------------------------------------------------------------------------


def rolled(table: Table, working: Working, effect: Effect, because: int) -> tuple[int, tuple[Die, ...]]:
    """
    The points that an effect rolls, and its dice; a critical touch rolls them several times.

    What strikes a whole area is rolled once: whoever comes after the first has the same points, and no dice.
    """
    spell = working.spell
    dice = notation.parse(dice_at(effect, working.caster_level))
    if spell.area is not None:
        for event in reversed(table.log.events):
            if isinstance(event, SpellDamageRolled) and event.damage_type == effect.kind:
                return event.total, ()
            if isinstance(event, STARTS):
                break
    fallen = table.roll(dice.sides, dice.count * working.multiplier)
    points = sum([die.value for die in fallen]) + dice.bonus * working.multiplier
    if spell.area is None:
        return points, fallen
    cites = (rule(spell),)
    table.tell(SpellDamageRolled(because, working.caster.id, spell.name, effect.kind, points, cites, fallen))
    return points, ()


@effect("damage")
def damage(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """Energy and force strike; negative energy is balm to the undead."""
    points, dice = rolled(table, working, effect, because)
    cites: tuple[str, ...] = (rule(working.spell),)
    if shelter(table.battle, working, target):
        cites += (cover.VARYING,)
        points = 0 if half else max(1, points // 2)
    elif half and evasion.evades(target, working.spell):
        cites += (evasion.EVADED,)
        points = 0
    elif half:
        points = max(1, points // 2)
    if effect.kind == "negative" and target.sheet.type == "undead":
        healing.restore(table, target, points, because, *cites, dice=dice)
    elif not target.flags & DEAD:
        reveal(table, working, target, because)
        wounds.deal(table, target, working.caster, energy.BARE[effect.kind], points, False, because, (), cites, dice)


@effect("heal")
def heal(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """Positive energy heals the living and strikes the undead."""
    points, dice = rolled(table, working, effect, because)
    cites = (rule(working.spell),)
    if target.sheet.type == "undead":
        points = max(1, points // 2) if half else points
        wounds.deal(table, target, working.caster, energy.BARE["positive"], points, False, because, (), cites, dice)
    elif target.sheet.type != "construct":
        healing.restore(table, target, points, because, *cites, dice=dice)


# ---- what lasts -----------------------------------------------------------------------------------------------


@effect("modifier")
def modify(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """A total of the creature changes as long as the spell lasts."""
    value = effect.value.at(working.caster_level) if effect.value else 0
    cites = (rule(working.spell),)
    before = ability_damage.full(target)
    boon = BoonBegan(because, target.id, working.number, effect.on, value, effect.type, effect.against, cites)
    seq = table.tell(boon)
    gained = ability_damage.full(target) - before
    if gained and not target.flags & DEAD:
        wounds.settle(table, target, table.tell(Healed(seq, target.id, gained, 0, cites)), hurt=False)


@effect("condition")
def inflict(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """A condition begins, for so many rounds or as long as the spell lasts."""
    reveal(table, working, target, because)
    begin(table, working, effect.condition, effect.rounds, target, because)


def begin(table: Table, working: Working, name: str, rounds: str, target: Creature, because: int) -> None:
    """
    A condition of a spell begins: for ``rounds`` rounds, or (empty) as long as the spell lasts.

    In the second case its size is the number of the spell, with which it ends.
    """
    if target.flags & DEAD:
        return
    caster, cites = working.caster.id, (rule(working.spell),)
    if rounds:
        turns, dice = wounds.throw(table, rounds) if "d" in rounds else (int(rounds), ())
        table.tell(ConditionBegan(because, target.id, name, cites, caster, 0, caster, turns, dice))
    else:
        table.tell(ConditionBegan(because, target.id, name, cites, caster, working.number))


@ending("corrode")
@ending("modifier")
def fade(table: Table, running: Running, effect: Effect, because: int) -> None:
    """Totals are again what they were."""
    for creature in table.battle:
        unbind(table, running, creature, because)


def unbind(table: Table, running: Running, who: Creature, because: int) -> None:
    """What a spell has done to the totals of somebody ends, and hit points go with its Constitution."""
    if any(boon.number == running.number for boon in who.boons):
        before = ability_damage.full(who)
        seq = table.tell(BoonsEnded(because, who.id, running.number))
        lost = before - ability_damage.full(who)
        if lost and not who.flags & DEAD:
            wounds.lose(table, who, lost, seq, rule(running.spell))
