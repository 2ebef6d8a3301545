"""Actors of D35E become creatures: lines of a compendium, what is stored stale, what is Pathfinder's."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from sim.core.errors import BadInput
from sim.importers.d35e import MOST, MOST_LINES, d35e
from sim.importers.protocol import LARGEST, Imported
from sim.rules.d20.block import block
from sim.tables import bestiary
from sim.tables.sheet import Sheet
from tests.importers.plays import faced
from tests.importers.spoilt import answered, cut, nested, spoilt, told

ACTORS = Path(__file__).parent / "data" / "actors.db"


def item(kind: str, name: str, **data: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "data": data}


def attack(name: str, dice: str, mult: float = 1, **more: Any) -> dict[str, Any]:
    ability = {"attack": "str", "damage": "str", "damageMult": mult, "critRange": 20, "critMult": 2}
    kind = {"attackType": "natural", "primaryAttack": True, "attackParts": []}
    return item("attack", name, **{"ability": ability, "damage": {"parts": [[dice, "B"]]}, **kind, **more})


def scores(*values: int) -> dict[str, Any]:
    names = ("str", "dex", "con", "int", "wis", "cha")
    return {name: {"value": value, "total": value} for name, value in zip(names, values, strict=True)}


def actor(name: str = "Cave Lurker", *items: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """An animal of two Hit Dice that bites and claws; ``changes`` are paths with ``__`` between their keys."""
    data: dict[str, Any] = {
        "abilities": scores(14, 15, 13, 2, 12, 6),
        "attributes": {
            "ac": {"normal": {"total": 14}, "touch": {"total": 12}, "flatFooted": {"total": 12}},
            "naturalAC": 2, "bab": {"total": 1}, "cmb": {"total": 3}, "hp": {"value": 11, "max": 11},
            "init": {"total": 2}, "savingThrows": {save: {"total": 4} for save in ("fort", "ref")},
            "speed": {"land": {"base": 40, "total": 40}, "climb": {"base": 20}},
        },
        "traits": {"size": "med", "senses": "low-light vision", "dr": ""},
        "details": {"cr": 0.5, "alignment": "tn"},
        "skills": {"lis": {"rank": 2, "mod": 4}, "clm": {"rank": 0, "mod": 2}},
    }  # fmt: skip
    for path, value in changes.items():
        *keys, last = path.split("__")
        inner = data
        for key in keys:
            inner = inner.setdefault(key, {})
        inner[last] = value
    saves = {save: {"value": value} for save, value in (("fort", "high"), ("ref", "high"), ("will", "low"))}
    racial = item("class", "Animal", levels=2, hd=8, classType="racial", savingThrows=saves)
    own = items or (attack("Bite", "1d6"), attack("Claw", "1d4", primaryAttack=False, attackParts=[["", "second"]]))
    return {"_id": name, "name": name, "type": "npc", "data": data, "items": [racial, *own]}


def lines(*entries: dict[str, Any]) -> Imported:
    return d35e("\n".join(json.dumps(entry) for entry in entries).encode(), "pack.db")


def read(*args: Any, **changes: Any) -> Imported:
    return d35e(json.dumps(actor(*args, **changes)).encode(), "actor.json")


def sheet(found: Imported) -> Sheet:
    return bestiary.resolve(tomllib.loads(found.text), "actor.toml", found.names[0])


def test_an_actor_has_the_sums_that_are_stored() -> None:
    """Armor class in its parts, hit points, saves; attacks by the rules, their damage as stored, odd or not."""
    found = read()
    creature, sums = sheet(found), block(sheet(found))

    assert (sums.armor_class.total, sums.touch.total, sums.flat_footed.total, sums.grapple.total) == (14, 12, 12, 3)
    assert (creature.hit_points, creature.speed, creature.climb, creature.natural_armor) == (11, 40, 20, 2)
    assert {strike.weapon.name: (strike.attack.total, strike.damage) for strike in sums.strikes[:2]} == {
        "bite": (3, "1d6+2"),
        "claw": (-2, "1d4+2"),
    }
    assert [weapon.name for weapon in creature.weapons if weapon.secondary] == ["claw"]
    assert found.warnings == ("Cave Lurker: damage of claw: printed 1d4+2, its parts give 1d4+1; it has 1d4+2",)


def test_the_creatures_of_a_compendium_fight_and_the_log_stands(tmp_path: Path) -> None:
    """Its lines, imported by the command, of which one was removed; audited and run again."""
    made = tomllib.loads(faced(tmp_path, ACTORS, "d35e", "cave-lurker", "ogre"))

    assert list(made) == ["cave-lurker", "ogre"]


def test_of_lines_with_one_id_the_last_holds_and_a_tombstone_takes_it_away() -> None:
    """Appended, rewritten, removed; what is no actor is no creature."""
    first, second = actor("Lurker"), actor("Lurker", attributes__hp__max=12)
    gone = [actor("Gone"), {"$$deleted": True, "_id": "Gone"}, {"$$indexCreated": {"fieldName": "name"}}]
    sword = {"_id": "x", "type": "weapon", "name": "Sword", "data": {}}

    found = lines(first, *gone, sword, second)
    assert (found.names, tomllib.loads(found.text)["hit_points"]) == (("lurker",), 12)
    with pytest.raises(BadInput, match="holds no actor"):
        lines(actor("Gone"), gone[1])


def test_the_newer_form_is_the_same() -> None:
    """``system`` for ``data``, in the actor and in its items."""
    old = actor()
    new = {
        key: [
            {"system" if inner == "data" else inner: value for inner, value in one.items()} for one in value
        ] if key == "items" else value
        for key, value in old.items()
    }  # fmt: skip
    new["system"] = new.pop("data")

    assert lines(new).text == lines(old).text


def test_what_is_stored_as_nothing_is_worked_out_and_told() -> None:
    """Hit points that stand in another place, armor class and saves of zero."""
    found = read(attributes__hp={"value": 10, "max": 0}, attributes__ac={}, attributes__savingThrows={})
    sums = block(sheet(found))

    assert (sheet(found).hit_points, sums.armor_class.total) == (10, 14)
    assert "Cave Lurker: its armor class is stored as nothing: 14, by its parts" in found.decided
    assert "Cave Lurker: its reflex save is stored as nothing: +5, by its classes and dexterity" in found.decided


def test_what_is_not_stored_is_no_silent_zero() -> None:
    """Scores, base attack, speed."""
    found = read(abilities={"con": {"value": 13}, "int": {"value": 0}}, attributes__bab={}, attributes__speed={})
    told_ = " ".join((*found.decided, *found.unread))

    assert tomllib.loads(found.text)["abilities"]["intelligence"] == "none"
    for words in ("no strength is printed: it counts as 10", "no base attack is printed: 1", "it does not move"):
        assert words in told_


@pytest.mark.parametrize(
    ("formula", "size", "dice"),
    [
        ("1d6", "med", "1d6+2"), ("1d6+4-4", "med", "1d6+2"), ("1d6 + -2", "med", "1d6"), ("1", "med", "3"),
        ("sizeRoll(1, 6, @size, @critMult)", "lg", "1d8+2"), ("sizeRoll(1, 10, 1, @critMult)", "med", "2d8+2"),
    ],
)  # fmt: skip
def test_damage_is_a_formula(formula: str, size: str, dice: str) -> None:
    """Sums of dice and numbers, and dice that grow with size; Strength is added as the attack says."""
    found = read("Cave Lurker", attack("Bite", formula), traits__size=size, attributes__cmb={})

    assert tomllib.loads(found.text)["expect"]["attacks"]["bite"][1] == dice


def test_a_weapon_of_magic_is_one() -> None:
    """Its enhancement is stored apart from its name."""
    sword = attack("Longsword", "1d8", attackType="weapon", enh=2)
    made = tomllib.loads(read("Cave Lurker", sword).text)

    assert (made["weapons"][0]["enhancement"], made["expect"]["attacks"]["longsword"]) == (2, [5, "1d8+4"])


def test_a_formula_that_is_not_understood_is_told() -> None:
    """Names of D35E's in it, more dice than one kind, no damage at all."""
    for formula in ("@abilities.str.mod", "1d6+1d4", "max(1d4, 2)", ""):
        found = read("Cave Lurker", attack("Bite", formula), attack("Claw", "1d4"))
        assert f"Cave Lurker: attack bite: its damage {formula!r} is not understood" in found.unread


def test_a_critical_is_printed_in_both_forms() -> None:
    """A range as a number or a text, a multiplier likewise; what is absurd is none."""
    for range_, mult, ours in (("19-20", "2", (19, 2)), (18, 3, (18, 3)), ("9" * 5000, 10**30, (20, 2))):
        ability = {"damage": "str", "damageMult": 1, "critRange": range_, "critMult": mult}
        bite = sheet(read("Cave Lurker", attack("Bite", "1d6", ability=ability))).weapons[0]
        assert (bite.threat, bite.multiplier) == ours


def test_weapon_finesse_is_that_of_the_rules() -> None:
    """D35E stores Strength as the ability of the attack; the feat makes it Dexterity."""
    bite = (attack("Bite", "1d6"), item("feat", "Weapon Finesse"))
    found = read("Cave Lurker", *bite, abilities=scores(6, 18, 10, 2, 10, 6), attributes__ac={}, attributes__cmb={})

    assert block(sheet(found)).strikes[0].attack.total == 5


def test_numbers_of_pathfinder_are_named_and_not_taken_for_those_of_the_rules() -> None:
    """Armor that is worth more there, bonuses on maneuvers, skills; the printed armor class is kept."""
    found = d35e(ACTORS.read_bytes().splitlines()[-1], "ogre.json")
    sums = block(sheet(found))

    assert (sums.armor_class.total, sums.grapple.total, sheet(found).hit_points) == (17, 12, 30)
    assert found.warnings[-2:] == (
        "Ogre: numbers of Pathfinder under the label of 3.5: hide is worth 4, in 3.5 3; it has ranks in Perception; "
        "combat maneuvers are at +9, grapples in 3.5 at +12",
        "Ogre: it is not our ogre: armor class 17, there 16, hit points 30, there 29, type animal, there giant",
    )


def test_challenge_ratings_are_fractions() -> None:
    """As D35E and Pathfinder write a third, an eighth."""
    ratings = {0.3375: "1/3", 0.33: "1/3", 0.125: "1/8", 0.1625: "1/6", 0.5: "1/2", 4: "4"}
    assert {cr: tomllib.loads(read(details__cr=cr).text)["rating"] for cr in ratings} == ratings


def test_what_nothing_is_made_of_is_told() -> None:
    """Spells and loot are counted, racial abilities kept by name, weapons without an attack named."""
    more = (item("spell", "Sleep"), item("feat", "Scent", featType="racial"), item("weapon", "Dagger"))
    told_ = " ".join(read("Cave Lurker", attack("Bite", "1d6"), *more).unread)

    for words in ("1 items of the kind spell", "scent", "weapon Dagger, of which no attack is made"):
        assert words in told_


def test_more_creatures_than_a_scenario_would_read_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file that would come out is no longer than one that is read."""
    monkeypatch.setattr("sim.importers.statblock.read.LARGEST", 1000)
    with pytest.raises(BadInput, match="holds 2 creatures, too many for one file"):
        lines(actor(), actor("Other"))


def test_reductions_and_resistances_of_newer_versions_are_listed() -> None:
    """They stand in lists of rows of their own."""
    found = read(damageReduction=[{"uid": "good", "value": 10}], attributes__energyResistance=[{"uid": "fire"}])

    assert {"Cave Lurker: damage reduction good 10", "Cave Lurker: resistance fire"} <= set(found.unread)


HOSTILE = {
    "nothing": b"",
    "too long": b" " * (LARGEST + 1),
    "no actor": b'{"type": "weapon", "data": {}}',
    "no Hit Dice": json.dumps(actor() | {"items": []}).encode(),
    "too many": "\n".join(json.dumps(actor() | {"_id": str(n)}) for n in range(MOST + 1)).encode(),
    "lines without end": b"{}\n" * (MOST_LINES + 1),
    "brackets 10,000 deep": nested("items"),
    "brackets 10,000 deep in a line": json.dumps(actor()).encode() + b"\n" + nested("items"),
    "truncated": json.dumps(actor()).encode()[:300],
    "a torn line": json.dumps(actor()).encode() + b"\n" + json.dumps(actor()).encode()[:99],
    "a reduction of 5,000 digits": json.dumps(actor(traits__dr="9" * 5000 + "/magic")).encode(),
    "huge dice": json.dumps(actor() | {"items": [item("class", "Animal", levels=10**30, hd=8)]}).encode(),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_compendium_is_one_sentence(what: str) -> None:
    """Whatever is thrown at it, the answer is short."""
    with pytest.raises(BadInput) as caught:
        d35e(HOSTILE[what], "x.json")

    assert len(str(caught.value)) < 400
    assert "\n" not in str(caught.value)


def test_a_compendium_cut_anywhere_is_a_bestiary_or_one_sentence() -> None:
    """Thirty beginnings."""
    for piece in cut((json.dumps(actor()) + "\n" + json.dumps(actor("Other"))).encode(), 30):
        answered(d35e, piece)


@given(spoilt(actor()))
def test_an_actor_with_anything_wrong_is_a_creature_or_one_sentence(data: bytes) -> None:
    """Up to three values of other kinds than belong there."""
    answered(d35e, data)


def test_the_command_refuses_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is no JSON."""
    file = tmp_path / "pack.db"
    file.write_text("Ogre", "utf-8")

    assert "is not valid JSON" in told(["import", "d35e", str(file)], capsys)
