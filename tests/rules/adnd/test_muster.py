"""Creatures and characters as their files make them."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sim
from sim.core.errors import BadInput
from sim.rules.adnd.muster import Roster
from sim.tables.adnd_sheet import TIERS, Sheet

ROSTER = Roster()
FOLDER = Path(sim.__file__).parent / "tables" / "adnd"

PRINTED = """
kobold 7 6 20 S average 10|goblin 6 6 20 S low 10|orc 6 9 19 M average 12|hobgoblin 5 9 19 M average 12
gnoll 5 9 19 L low 11|bugbear 5 9 17 L low 13|lizard-man 5 6 19 M low 12|ogre 5 9 17 L low 12|minotaur 6 12 13 L low 13
hill-giant 3 12 9 H low 14|troll 4 12 13 L low 14|owlbear 5 12 15 L low 12|skeleton 7 12 19 M none 20
zombie 8 6 19 M none 20|ghoul 6 9 19 M low 12|manticore 4 12 13 H low 13|wyvern 3 6 13 G low 14
giant-spider 4 3 15 L low 13|wolf 7 18 17 S semi 10|giant-rat 7 12 20 T semi 7|brown-bear 6 12 15 L semi 10
lion 5 12 15 M semi 10|light-war-horse 7 24 19 L animal 7|heavy-war-horse 7 15 17 L animal 7
riding-horse 7 24 19 L animal 6|townsman 10 12 20 M average 7|bandit 8 12 20 M average 10|guard 5 12 20 M average 12
"""
SIZES = {"T": "tiny", "S": "small", "M": "medium", "L": "large", "H": "huge", "G": "gargantuan"}


@pytest.mark.parametrize("line", PRINTED.strip().replace("\n", "|").split("|"))
def test_creatures_are_those_of_the_notes(line: str) -> None:
    """Armor Class, movement, THAC0, size, mind and morale add up to the printed ones."""
    kind, ac, movement, thac0, size, mind, morale = line.split()
    sheet = ROSTER.creature(kind)

    assert (sheet.armor.armor_class, sheet.movement, sheet.thac0) == (int(ac), int(movement), int(thac0))
    assert (sheet.size, sheet.wits, sheet.morale) == (SIZES[size], mind, int(morale))


@pytest.mark.parametrize("kind", ROSTER.kinds())
def test_everybody_of_the_roster_is_complete(kind: str) -> None:
    """Hit points, something to strike with, what is in hand among what is carried, and a log brings it back."""
    sheet = ROSTER.creature(kind)
    names = [weapon.name for weapon in sheet.weapons]

    assert sheet.kind == kind
    assert sheet.hit_points >= 1
    assert sheet.weapons
    assert set(sheet.held) <= set(names)
    assert set(sheet.routine) <= set(names)
    assert sheet.unarmed.category == "unarmed"
    assert msgspec.json.decode(msgspec.json.encode(sheet), type=Sheet) == sheet


def test_there_are_characters_of_every_tier() -> None:
    """From plain fighters to a grand master."""
    tiers = {tier for kind in ROSTER.kinds() for tier in ROSTER.creature(kind).tiers.values()}

    assert tiers == set(TIERS)


def test_every_file_is_somebody() -> None:
    """In both folders, and nobody twice."""
    names = [path.stem for folder in ("creatures", "characters") for path in (FOLDER / folder).glob("*.toml")]

    assert sorted(names) == list(ROSTER.kinds())


def test_a_natural_weapon_is_as_quick_as_its_owner_is_big() -> None:
    """0, 3, 3, 6, 9, 12 from Tiny to Gargantuan (adnd.core.initiative.natural)."""
    for kind, speed in (("giant-rat", 0), ("wolf", 3), ("ghoul", 3), ("owlbear", 6), ("manticore", 9), ("wyvern", 12)):
        natural = [weapon for weapon in ROSTER.creature(kind).weapons if weapon.category == "natural"]
        assert {weapon.speed for weapon in natural} == {speed}


def test_natural_reach_goes_by_size() -> None:
    """One square up to Large, two for Huge, three for Gargantuan (adnd.melee.reach.creature)."""
    assert [ROSTER.creature(kind).reach for kind in ("ogre", "hill-giant", "wyvern")] == [1, 2, 3]


def test_a_routine_lists_every_attack() -> None:
    """Both claws and the bite; what is shot is no part of it."""
    assert ROSTER.creature("manticore").routine == ("claw", "claw", "bite")
    assert ROSTER.creature("manticore").weapons[-1].volley == "1d6"


def test_who_has_several_classes_has_the_best_of_each() -> None:
    """THAC0 and every saving throw; the group that fights best."""
    both = ROSTER.resolve({"name": "X", "movement": 12, "classes": {"fighter": 4, "wizard": 6}}, "x.toml")

    assert (both.group, both.level, both.thac0) == ("warrior", 6, 17)
    assert both.saves == (13, 9, 11, 13, 10)


def test_creatures_have_their_own_scores_where_none_are_given() -> None:
    """Strength by size, Dexterity 12, System Shock by Hit Dice (adnd.core.creature-data)."""
    ogre = ROSTER.creature("ogre")

    assert (ogre.strength, ogre.dexterity, ogre.system_shock, ogre.intelligence) == (20, 12, 78, None)


def test_a_base_is_changed_key_by_key() -> None:
    """Tables are merged, all else replaced; the kind stays that of the base unless it has one of its own."""
    chief = ROSTER.resolve({"base": "orc", "leader": True, "persona": {"mercy": 9}}, "x.toml: creatures.chief")

    assert (chief.kind, chief.leader, chief.thac0) == ("orc", True, 19)
    assert (chief.persona["mercy"], chief.persona["aggression"]) == (9, 8)
    assert ROSTER.resolve({"base": "orc"}, "x.toml", "chief").kind == "chief"


def test_a_bow_may_be_built_for_a_strength_and_a_weapon_have_a_name_of_its_own() -> None:
    """And who is trained in long swords can use it."""
    named = ROSTER.resolve(
        {"base": "fighter-1", "weapons": [{"name": "long sword", "label": "Old Friend", "plus": 2}], "held": []},
        "x.toml",
    )

    assert (named.weapons[0].name, named.weapons[0].art, named.weapons[0].plus) == ("Old Friend", "long sword", 2)
    assert ROSTER.creature("archer-7").weapons[0].strength == 1


def test_alignment_and_mind_make_temper_and_wits() -> None:
    """Lawful +1, chaotic -1 to morale; wits by the order of its intelligence."""
    for alignment, temper in (("lawful", 1), ("neutral", 0), ("chaotic", -1)):
        assert ROSTER.resolve({"base": "wolf", "alignment": alignment}, "x").temper == temper
    assert [ROSTER.creature(kind).persona["wits"] for kind in ("zombie", "wolf", "ogre", "orc")] == [0, 2, 3, 5]
    assert [ROSTER.creature(kind).wits for kind in ("wizard-5", "fighter-1")] == ["high", "average"]
    assert ROSTER.creature("zombie").mindless


BAD: list[tuple[str, str, Any, str]] = [
    ("orc", "hit_point", 5, "unknown key hit_point"),
    ("orc", "persona/luck", 5, "unknown key persona.luck"),
    ("orc", "name", ..., "the key name is missing"),
    ("orc", "hit_dice", "d8", "hit_dice: 'd8' are no Hit Dice: write them like 4, 4+1, 1-1 or 1/2"),
    ("orc", "armor_class", ..., "armor_class: is missing: add it"),
    ("orc", "armor", "chain", "armor: a creature's is part of its armor_class"),
    ("orc", "mind", ..., "mind: is missing: choose one of none, animal"),
    ("orc", "classes", {"fighter": 1}, "hit_dice: it has classes: leave the Hit Dice out"),
    ("orc", "size", "big", "size: "),
    ("orc", "morale", "brave", "morale: unknown kind of combatant 'brave'"),
    ("orc", "morale", 21, "morale: expected"),
    ("orc", "weapons/0/name", "long swort", "weapons: unknown weapon 'long swort': did you mean long sword"),
    ("orc", "weapons/1/name", "long sword", "weapons: two are named 'long sword': give one of them a label"),
    ("orc", "held", ["axe"], "held: unknown weapon in hand 'axe'"),
    ("orc", "held", ["long sword", "long sword"], "held: a weapon is named twice"),
    ("wolf", "attacks/0/damage", "lots", "attacks: bite: damage: dice 'lots' are not of the form"),
    ("wolf", "attacks/0/volley", "1d6", "attacks: bite: a volley and its ranges go together"),
    ("manticore", "attacks/2/count", 1, "attacks: spikes: count: a volley or breath is no part of the routine"),
    ("fighter-1", "classes", {"figther": 1}, "classes: unknown class 'figther': did you mean fighter"),
    ("fighter-1", "armor_class", 4, "armor_class: it follows from the armor"),
    ("fighter-1", "armor", "mail", "armor: unknown armor 'mail'"),
    ("fighter-1", "shield", "kite", "shield: unknown shield 'kite'"),
    ("fighter-1", "mind", "high", "mind: it follows from the Intelligence"),
    ("fighter-1", "abilities/strength", 0, "abilities.strength: expected"),
    ("fighter-1", "abilities/exceptional", 50, "abilities.exceptional: only warriors with Strength 18"),
    ("fighter-1", "held", ["long sword", "spear"], "held: long sword and spear with a shield need 3 hands"),
    ("fighter-1", "size", "small", "held: long sword with a shield need 3 hands"),
    ("fighter-1", "deity_weapon", "club", "deity_weapon: it is for priests"),
    ("priest-5", "clergy", ["clubb"], "clergy: unknown weapon 'clubb'"),
    ("fighter-1", "training/0/what", "sword", "training[0].what: "),
    ("fighter-1", "training/0/on", "swords", "training[0].on: unknown weapon 'swords'"),
    ("fighter-1", "training/0/level", 2, "training[0].level: 2: expected 1 to 1: list the steps in the order"),
    ("fighter-5", "training/4/level", 9, "training[4].level: 9: expected 1 to 5"),
    ("archer-7", "weapons/0/missiles", {"bolt": 3}, "weapons: long bow: missiles: unknown missile 'bolt'"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "path", "value", "sentence"), BAD)
def test_what_cannot_be_is_refused_in_one_sentence(kind: str, path: str, value: Any, sentence: str) -> None:
    """With file and key, and what was expected."""
    document = deepcopy(ROSTER.source(kind))
    inner: Any = document
    *parents, last = path.split("/")
    for parent in parents:
        inner = inner[int(parent) if parent.isdigit() else parent]
    if value is ...:
        del inner[last]
    elif isinstance(inner, list):
        inner[int(last)] = value
    else:
        inner[last] = value

    with pytest.raises(BadInput) as caught:
        ROSTER.resolve(document, f"{kind}.toml", kind)
    assert str(caught.value).startswith(f"{kind}.toml: {sentence}")
    assert "\n" not in str(caught.value)


def test_an_unknown_creature_is_refused() -> None:
    """With the nearest names; a base too."""
    with pytest.raises(BadInput, match="unknown creature 'orcc': did you mean orc"):
        ROSTER.creature("orcc")
    with pytest.raises(BadInput, match=r"x\.toml: base: unknown creature 'wolff': did you mean wolf"):
        ROSTER.resolve({"base": "wolff"}, "x.toml")


JUNK = st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=2)


@given(st.sampled_from(ROSTER.kinds()), st.data())
def test_no_junk_gets_past_the_reader(kind: str, data: st.DataObject) -> None:
    """Whatever stands for a key: a sheet, or a refusal, and nothing else."""
    document = ROSTER.source(kind)
    key = data.draw(st.sampled_from(sorted(document)))
    document[key] = data.draw(JUNK)

    try:
        told = ROSTER.resolve(document, "x.toml").kind
    except BadInput as error:
        told = str(error)
    assert told == "" or told.startswith("x.toml: ")
