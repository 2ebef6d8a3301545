"""Conditions, feats, traits, types and skills are explained, and cite rules that exist."""

from __future__ import annotations

import re

import pytest

from sim.tables import bestiary, rulebook
from sim.tables.glossary import CONDITIONS, FEATS, SKILLS, SUBTYPES, TRAITS, TYPES, Entry, immunities

ENTRIES = [(name, entry) for table in (CONDITIONS, FEATS, TRAITS) for name, entry in table.items()]


@pytest.mark.parametrize(("name", "entry"), ENTRIES, ids=[name for name, _ in ENTRIES])
def test_an_entry_is_a_kebab_case_name_with_a_sentence_and_real_rules(name: str, entry: Entry) -> None:
    """Whoever looks a name up finds what it does and where it is written."""
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
    assert entry.text.endswith(".")
    for rule in entry.rules:
        rulebook.row(rule)


@pytest.mark.parametrize(
    ("names", "table"),
    [
        (
            """blinded cowering dazed dazzled deafened disabled dying entangled exhausted fatigued flat-footed
            frightened grappling helpless invisible nauseated panicked paralyzed petrified pinned prone shaken
            sickened slowed stable staggered stunned turned unconscious""",
            CONDITIONS,
        ),
        (
            """improved-unarmed-strike two-weapon-fighting combat-reflexes precise-shot run quick-draw rapid-reload
            combat-casting improved-bull-rush improved-disarm improved-feint improved-grapple improved-overrun
            improved-sunder improved-trip weapon-finesse combat-expertise power-attack cleave dodge mobility
            spring-attack rapid-shot mounted-combat mounted-archery ride-by-attack spirited-charge trample""",
            FEATS,
        ),
        (
            """bluff climb concentration escape-artist heal hide listen spot ride sense-motive sleight-of-hand
            spellcraft swim tumble""",
            SKILLS,
        ),
    ],
    ids=["conditions", "feats", "skills"],
)
def test_nothing_that_the_rules_name_is_missing(names: str, table: dict[str, object]) -> None:
    """Every condition, feat and skill that a rule of the fight mentions."""
    assert set(names.split()) <= set(table)


@pytest.mark.parametrize("kind", bestiary.kinds())
def test_what_a_creature_brings_is_known(kind: str) -> None:
    """Its immunities are of the kinds that types bring, or an energy, or being tripped."""
    sheet = bestiary.creature(kind)
    known = {immunity for figures in (*TYPES.values(), *SUBTYPES.values()) for immunity in figures.immune}

    assert immunities(sheet.type, sheet.subtypes, sheet.immune) <= known | {"acid", "electricity", "sonic"}


@pytest.mark.parametrize("type", ["undead", "construct", "ooze", "elemental", "plant"])
def test_bodies_without_vitals_take_no_critical_hits(type: str) -> None:
    """Undead, constructs, oozes, elementals and plants."""
    assert "critical" in immunities(type)


def test_only_undead_and_constructs_are_destroyed_at_zero() -> None:
    """The others die."""
    assert {name for name, figures in TYPES.items() if figures.destroyed_at_zero} == {"undead", "construct"}
