"""Ability scores as they are now, and the bonuses that come from them (notes section 3)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.rules.d20 import ability_damage, boons, condition
from sim.state.conditions import ENTANGLED, EXHAUSTED, FATIGUED, FRENZIED, PARALYZED, RAGING
from sim.state.creature import ABILITIES, Creature
from sim.tables.glossary import SKILLS

RAGE = "d20.rage.scores"
CHANGING = FATIGUED | EXHAUSTED | ENTANGLED | PARALYZED | RAGING | FRENZIED
"""Conditions that change an ability score."""


def score(me: Creature, ability: str) -> int | None:
    """The score now, after damage and conditions; ``None`` for an ability that the creature does not have."""
    natural: int | None = getattr(me.sheet, ability)
    if natural is None:
        return None
    now = natural - me.damage_to[ABILITIES.index(ability)]
    if me.boons:
        now += boons.total(me, ability)
    if me.flags & (RAGING | FRENZIED) and ability in ("strength", "constitution"):
        now += 4
    if me.flags & CHANGING and ability in ("strength", "dexterity"):
        if me.flags & EXHAUSTED:
            now -= 6
        elif me.flags & FATIGUED:
            now -= 2
        if me.flags & ENTANGLED and ability == "dexterity":
            now -= 4
        if me.flags & PARALYZED:
            now = 0
    return max(now, 0)


def modifier(me: Creature, ability: str) -> int:
    """The ability modifier now: floor((score - 10) / 2), 0 without the ability."""
    key = (ability, me.damage_to, me.boons, me.flags & CHANGING)
    value = me.cache.get(key)
    if value is None:
        now = score(me, ability)
        value = me.cache[key] = 0 if now is None else (now - 10) // 2
    return value  # type: ignore[return-value]


def part(me: Creature, ability: str, rule: str) -> Modifier:
    """The ability modifier as a part of a total; by ``rule``, or by the rule that has changed the score."""
    return Modifier(modifier(me, ability), ability, why_changed(me, ability) or rule)


def skill_parts(me: Creature, skill: str, rule: str) -> tuple[Modifier, ...]:
    """
    The parts of a skill check: the total of the sheet and what its ability has lost since, or, untrained, the ability
    and the burden of armor; and what conditions do to checks.
    """
    figures = SKILLS[skill]
    ability = figures.ability
    total = me.sheet.skills.get(skill)
    if total is None:
        worn = (me.sheet.armor, me.sheet.shield)
        change = Modifier(figures.armor_check * sum(w.check for w in worn if w is not None), "armor check", rule)
        parts = (part(me, ability, rule), change)
    else:
        natural = getattr(me.sheet, ability)
        lost = 0 if natural is None else modifier(me, ability) - (natural - 10) // 2
        change = Modifier(lost, ability, why_changed(me, ability))
        parts = (Modifier(total, skill.replace("-", " "), rule), change)
    return (*(parts if change.value else parts[:1]), *condition.check_parts(me))


def why_changed(me: Creature, ability: str) -> str:
    """The rule by which a score is not what the sheet says; empty when it is."""
    flags = me.flags
    if flags & CHANGING and ability in ("strength", "dexterity"):
        if flags & PARALYZED:
            return condition.PARALYZED
        if flags & EXHAUSTED:
            return condition.EXHAUSTED_RULE
        if flags & FATIGUED:
            return condition.FATIGUED
        if flags & ENTANGLED and ability == "dexterity":
            return condition.ENTANGLED_RULE
    if flags & (RAGING | FRENZIED) and ability in ("strength", "constitution"):
        return RAGE
    if me.boons and (rule := boons.changed(me, ability)):
        return rule
    return ability_damage.SCORE if me.damage_to[ABILITIES.index(ability)] else ""
