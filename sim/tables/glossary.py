"""Names with one sentence each: conditions, feats, weapon traits; and what creature types and skills bring."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sim.tables import files

Ability = Literal["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """What a name means, in one sentence, with the ids of the rules that say so."""

    text: str
    rules: tuple[str, ...] = ()


class TypeFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What a creature type (or subtype) brings."""

    text: str
    immune: tuple[str, ...] = ()
    """``critical``, ``nonlethal``, ``massive-damage``, ``flanking``, ``poison``, ``paralysis``, ``stunning`` …"""
    destroyed_at_zero: bool = False
    """Neither disabled nor dying: gone at 0 hit points or less."""
    hit_die: int = 0
    attack: Literal["good", "average", "poor", ""] = ""
    """How its base attack bonus grows; empty for subtypes."""


class SkillFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The key ability of a skill, and how often the armor check penalty counts."""

    ability: Ability
    armor_check: int = 0


CONDITIONS: dict[str, Entry] = files.table("conditions", Entry)
FEATS: dict[str, Entry] = files.table("feats", Entry)
TRAITS: dict[str, Entry] = files.table("traits", Entry)
TYPES: dict[str, TypeFigures] = files.table("types", TypeFigures)
SUBTYPES: dict[str, TypeFigures] = files.table("subtypes", TypeFigures)
SKILLS: dict[str, SkillFigures] = files.table("skills", SkillFigures)


def immunities(type: str, subtypes: tuple[str, ...] = (), own: tuple[str, ...] = ()) -> frozenset[str]:
    """Everything that a creature of this type and these subtypes is immune to, ``own`` immunities included."""
    return frozenset(TYPES[type].immune).union(*(SUBTYPES[subtype].immune for subtype in subtypes), own)
