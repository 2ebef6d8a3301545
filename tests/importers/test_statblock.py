"""Stat blocks as people paste them become creatures whose sums are the printed ones."""

from __future__ import annotations

import csv
import io
import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from agents.cli.main import main
from sim.core.errors import BadInput
from sim.importers.protocol import LARGEST, Imported
from sim.importers.statblock import statblock
from sim.rules.adnd.muster import Roster
from sim.rules.d20.block import block
from sim.tables import bestiary
from tests.importers.plays import faced

DATA = Path(__file__).parent / "data"
COLUMNS = {
    "Hit Dice": "hd", "Initiative": "init", "Speed": "speed", "Armor Class": "ac_text",
    "Base Attack/Grapple": "bab_grapple", "Attack": "attack", "Full Attack": "full_attack",
    "Space/Reach": "space_reach", "Special Attacks": "sa", "Special Qualities": "sq", "Saves": "saves",
    "Abilities": "abilities", "Skills": "skills", "Feats": "feats", "Challenge Rating": "cr", "Alignment": "alignment",
}  # fmt: skip
MISPRINTS = {
    "Ghast": "touch: printed 12, its parts give 13",
    "Girallon": "flat-footed: printed 15, its parts give 13",
    "Mimic": "flat-footed: printed 15, its parts give 14",
    "Mohrg": "flat-footed: printed 14, its parts give 19",
    "Spectre": "flat-footed: printed 13, its parts give 12",
    "Grig": "flat-footed: printed 16, its parts give 14",
    "Bat Swarm": "touch: printed 14, its parts give 16",
    "Vargouille": "touch: printed 11, its parts give 12",
    "Snake, Huge Viper": "flat-footed: printed 15, its parts give 13",
    "Iron Golem": "slam: printed +23, its parts give +22",
    "Monstrous Spider, Huge": "bite: printed +9, its parts give +8",
    "Shrieker": "grapple: printed -4, its parts give +1",
    "Monstrous Scorpion, Tiny": "grapple: printed -8, its parts give -12",
    "Minotaur Zombie": "hit points: printed 81, 12d8+3 average 57",
}
"""Sums of the source that others have found wrong, too."""
OGRE = """Ogre
Large Giant
Hit Dice: 4d8+11 (29 hp)
Initiative: –1
Speed: 30 ft. in hide armor (6 squares); base speed 40 ft.
Armor Class: 16 (–1 size, –1 Dex, +5 natural, +3 hide armor), touch 8, flat-footed 16
Base Attack/Grapple: +3/+12
Attack: Greatclub +8 melee (2d8+7) or javelin +1 ranged (1d8+5)
Full Attack: Greatclub +8 melee (2d8+7) or javelin +1 ranged (1d8+5)
Space/Reach: 10 ft./10 ft.
Special Attacks: —
Special Qualities: Darkvision 60 ft., low-light vision
Saves: Fort +6, Ref +0, Will +1
Abilities: Str 21, Dex 8, Con 15, Int 6, Wis 10, Cha 7
Skills: Climb +5, Listen +2, Spot +2
Feats: Toughness, Weapon Focus (greatclub)
Challenge Rating: 3
Alignment: Usually chaotic evil
"""
OWLBEAR = """Owl Bear
INTELLIGENCE: Low (5-7)
ALIGNMENT: Neutral
ARMOR CLASS: 5
MOVEMENT: 12
HIT DICE: 5+2
THAC0: 15
NO. OF ATTACKS: 3
DAMAGE/ATTACK: 1-6/1-6/2-12
SPECIAL ATTACKS: Hug
SIZE: L (8' tall)
MORALE: Steady (11-12)
"""


def read(text: str) -> Imported:
    return statblock(text.encode(), "the paste")


def tables(found: Imported) -> dict[str, Any]:
    """The creatures of a file of several by id, or the only one."""
    return tomllib.loads(found.text)


@cache
def srd() -> Imported:
    """All blocks of the System Reference Document, pasted one under the other."""
    with (DATA / "srd35-statblocks.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return read(
        "\n\n".join(
            f"{row['name']}\n{row['size']} {row['type']}\n"
            + "\n".join(f"{label}: {row[column] or '—'}" for label, column in COLUMNS.items())
            for row in rows
        )
    )


def test_every_block_of_the_source_becomes_a_creature() -> None:
    """All 446 blocks are read, and each resolves to a sheet."""
    creatures = tables(srd())

    assert len(creatures) == 446
    assert [kind for kind, table in creatures.items() if not bestiary.resolve(table, kind, kind).hit_points] == []


def test_what_does_not_add_up_is_exactly_what_is_known() -> None:
    """The exceptions are those on record, 72 creatures, and all others recompute exactly."""
    assert "\n".join(srd().warnings) + "\n" == (DATA / "srd35-otherwise.txt").read_text("utf-8")
    assert len({line.partition(": ")[0] for line in srd().warnings}) == 72


@pytest.mark.parametrize("name", MISPRINTS)
def test_a_known_misprint_is_told_with_both_numbers(name: str) -> None:
    """What the source prints, and what the parts come to."""
    assert any(line.startswith(f"{name}: {MISPRINTS[name]}") for line in srd().warnings)


def test_the_sums_in_a_fight_are_the_printed_ones() -> None:
    """Armor class, touch, initiative, grapple and every attack hold as printed, misprinted or not."""
    wrong = []
    for kind, table in tables(srd()).items():
        sums, expect = block(bestiary.resolve(table, kind, kind)), table["expect"]
        totals = {
            "armor_class": sums.armor_class.total,
            "touch": sums.touch.total,
            "initiative": sums.initiative.total,
            "grapple": sums.grapple.total,
        }
        wrong += [(kind, key) for key, total in totals.items() if expect.get(key, total) != total]
        strikes = {(strike.weapon.name, strike.attack.total) for strike in sums.strikes}
        wrong += [(kind, name) for name, (bonus, _) in expect["attacks"].items() if (name, bonus) not in strikes]

    assert wrong == []


def test_one_block_is_a_file_of_the_bestiary() -> None:
    """The ogre as people paste it has the figures of our ogre."""
    ours, found = bestiary.creature("ogre"), read(OGRE)
    sheet = bestiary.resolve(tables(found), "ogre.toml", "ogre")

    assert block(sheet)[:6] == block(ours)[:6]
    assert {weapon.name for weapon in sheet.weapons} == {"greatclub", "javelin"}
    assert (sheet.speed, sheet.reach, sheet.darkvision, sheet.held) == (30, 10, 60, ("greatclub",))
    assert found.warnings == ()


def test_a_challenge_rating_may_be_a_fraction() -> None:
    """Of a rating of 1/3 a third stays, and one that no creature has is told."""
    assert tables(read(OGRE.replace("Challenge Rating: 3", "Challenge Rating: 1/3")))["rating"] == "1/3"
    assert "challenge rating 1/12" in " ".join(
        read(OGRE.replace("Challenge Rating: 3", "Challenge Rating: 1/12")).unread
    )


def test_line_breaks_are_not_needed() -> None:
    """The same 26 creatures come of a text without any."""
    text = (DATA / "srd35-blocks.txt").read_text("utf-8")

    assert len(read(text).names) == 26
    assert read(" ".join(text.split())).text == read(text).text


def test_creatures_side_by_side_in_a_table() -> None:
    """Seven spiders of three tables, superscripts left out of their feats."""
    found = statblock((DATA / "srd35-spiders.html").read_bytes(), "spiders.html")

    assert len(found.names) == 7
    assert tables(found)["monstrous-spider-tiny"]["feats"] == ["weapon-finesse"]
    assert tables(found)["monstrous-spider-colossal"]["abilities"]["strength"] == 31


def test_the_spiders_fight_and_the_log_stands(tmp_path: Path) -> None:
    """From Tiny to Colossal, in one fight; audited and run again."""
    sizes = ("tiny", "small", "medium", "large", "colossal", "huge", "gargantuan")
    faced(tmp_path, DATA / "srd35-spiders.html", "statblock", *(f"monstrous-spider-{size}" for size in sizes))


def test_brackets_keep_their_commas_and_their_ands() -> None:
    """A list in brackets is one piece, and a bonus in front of them none of the attack."""
    changed = OGRE.replace(
        "Full Attack: Greatclub +8 melee (2d8+7)",
        "Full Attack: +1 composite longbow (+5 Str bonus) +3 ranged (1d8+6/x3 plus 1d6 fire and poison, see text)",
    )
    bow = next(weapon for weapon in tables(read(changed))["weapons"] if weapon["name"] == "composite longbow")

    assert (bow["enhancement"], bow["strength_rating"]) == (1, 5)


def test_what_is_not_understood_is_listed() -> None:
    """Unknown feats, qualities, weapons without dice and stray lines are named, each of them."""
    changed = (
        OGRE.replace("Toughness,", "Toughness, Rock Juggling,")
        .replace("Special Qualities: ", "Special Qualities: Third eye, ")
        .replace("Attack: Greatclub", "Attack: Glares angrily or greatclub")
    )
    told = " ".join(read(f"{changed}\n\nIt smells.").unread)

    for words in ("rock juggling", "third eye", "Glares angrily", "It smells."):
        assert words in told


def test_a_missing_figure_is_never_a_silent_zero() -> None:
    """Without armor class, base attack, a save or a score it is said what it counts as."""
    bare = "\n".join(line for line in OGRE.split("\n") if not line.startswith(("Armor", "Base", "Saves")))
    told = " ".join((*read(bare.replace("Wis 10", "")).decided, *read(bare).unread))

    for words in ("armor class is missing", "no base attack", "no fortitude save", "no wisdom"):
        assert words in told


def test_a_thac0_makes_it_adnd() -> None:
    """Hit Dice, THAC0, dice from ranges; of three unnamed attacks two are claws and one is a bite."""
    found = read(OWLBEAR)
    sheet = Roster().resolve(tables(found), "owl-bear.toml", "owl-bear")

    assert (sheet.thac0, sheet.armor.armor_class, sheet.movement, sheet.morale) == (15, 5, 12, 11)
    assert sheet.routine == ("claw", "claw", "bite")
    assert [weapon.damage for weapon in sheet.weapons] == ["1d6", "2d6"]
    assert "special attacks: Hug" in " ".join(found.unread)


def test_a_printed_thac0_holds_and_is_questioned() -> None:
    """Five Hit Dice and two points give 15; who prints 13 has 13."""
    found = read(OWLBEAR.replace("THAC0: 15", "THAC0: 13"))

    assert Roster().resolve(tables(found), "owl-bear.toml").thac0 == 13
    assert found.warnings == ("Owl Bear: THAC0: printed 13, 5+2 Hit Dice give 15; it has 13",)


def test_the_short_form_of_modules() -> None:
    """A line a creature, labels without colons."""
    found = read("Orc (6): AC 6; MV 9; HD 1; hp 5 each; THAC0 19; #AT 1; Dmg 1d8 (long sword); SZ M; ML 12; AL LE")

    assert (found.names, tables(found)["alignment"]) == (("orc",), "lawful")
    assert tables(found)["weapons"][0]["name"] == "long sword"


def test_a_line_with_semicolons_in_the_marks_of_a_forum() -> None:
    """Weapons named behind their dice, armor class without parts, alignment in letters."""
    found = read(
        "[b]Ogre[/b]: CR 3; Large giant; HD 4d8+11; hp 29; Init –1; Spd 40 ft.; AC 16, touch 8, flat-footed 16; "
        "Base Atk +3; Grp +12; Atk +7 melee (2d8+7, greatclub); Full Atk +7 melee (2d8+7, greatclub); "
        "Space/Reach 10 ft./10 ft.; SA —; SQ darkvision 60 ft.; AL CE; SV Fort +6, Ref +0, Will +1; "
        "Str 21, Dex 8, Con 15, Int 6, Wis 10, Cha 7."
    )
    table = tables(found)

    assert (table["name"], table["hit_points"], table["alignment"], table["natural_armor"]) == ("Ogre", 29, "evil", 8)
    assert table["expect"]["attacks"] == {"greatclub": [7, "2d8+7"]}
    assert found.warnings == found.unread == ()


HOSTILE = {
    "nothing": b"",
    "another encoding": "Ogre".encode("utf-16"),
    "too long": b"a" * (LARGEST + 1),
    "too many blocks": b"Hit Dice: 1d8 " * 2000,
    "truncated": OGRE[:40].encode(),
    "tables 10,000 deep": b"<table><tr><td>" * 10_000,
    "too many cells": b"<table><tr>" + b"<td colspan=20>" * 100_000,
    "an entity bomb": b'<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;&b;">]><p>&d;</p>',
    "a field without an end": OGRE.replace("Attack: Greatclub", "Attack: " + "claw +1 melee or " * 500, 1).encode(),
    "too many hit points": OGRE.replace("(29 hp)", "(99999999 hp)").encode(),
    "huge dice": OGRE.replace("4d8+11", "9" * 900 + "d8").encode(),
    "two rulebooks": (OGRE + "\n" + OWLBEAR).encode(),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_paste_is_one_sentence(what: str) -> None:
    """Whatever is thrown at it, the answer is short."""
    with pytest.raises(BadInput) as caught:
        statblock(HOSTILE[what], "the paste")

    assert len(str(caught.value)) < 400
    assert "\n" not in str(caught.value)


def test_the_command_writes_a_file_that_a_scenario_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pasted, fought, audited: the creatures of a file of one's own beside the scenario."""
    monkeypatch.chdir(tmp_path)
    Path("beasts.txt").write_text((DATA / "srd35-blocks.txt").read_text("utf-8"), encoding="utf-8")
    Path("den.toml").write_text(
        'name = "Den"\nbestiary = ["beasts.toml"]\nmap = """\n' + ("." * 12 + "\n") * 6 + '"""\n'
        '[[side]]\nname = "one"\ncreature = [{ kind = "girallon", at = "b2" }]\n'
        '[[side]]\nname = "two"\ncreature = [{ kind = "mimic", at = "h3" }, { kind = "choker", at = "h6" }]\n',
        encoding="utf-8",
    )

    assert main(["import", "statblock", "beasts.txt", "--out", "beasts.toml"]) == 0
    assert "adds up otherwise: Mimic: flat-footed: printed 15" in capsys.readouterr().out
    assert main(["import", "statblock", "beasts.txt", "--out", "beasts.toml"]) == 2
    assert main(["fight", "den.toml", "--seed", "1", "--out", "den.jsonl"]) == 0
    assert [main([check, "den.jsonl"]) for check in ("audit", "verify", "rerun")] == [0, 0, 0]


def test_standard_input_and_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What is piped in comes out as text and report in one JSON value."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(OGRE.encode())))

    assert main(["import", "statblock", "-", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["kind"], found["names"], found["warnings"]) == ("bestiary", ["ogre"], [])
