"""A creature that cannot be is refused in one sentence: file, key, what was expected."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import BadInput
from sim.tables import bestiary


def changed(path: str, value: object, kind: str = "orc") -> dict[str, Any]:
    """A creature's tables with one key set; ``...`` takes it away."""
    document = bestiary.source(kind)
    inner: Any = document
    *parents, last = path.split("/")
    for parent in parents:
        inner = inner[int(parent) if parent.isdigit() else parent]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return document


BAD = [
    ("hit_point", 5, "unknown key hit_point"),
    ("abilities/luck", 12, "unknown key abilities.luck"),
    ("weapons/0/colour", "red", "unknown key weapons[0].colour"),
    ("abilities/wisdom", ..., "the key abilities.wisdom is missing"),
    ("name", ..., "the key name is missing"),
    ("name", "", "name: expected"),
    ("name", 7, "name: expected a text, got a whole number"),
    ("hit_points", 0, "hit_points: expected a whole number >= 1"),
    ("hit_points", -5, "hit_points: expected a whole number >= 1"),
    ("hit_points", 10_001, "hit_points: expected a whole number <= 10000"),
    ("hit_points", "five", "hit_points: expected a whole number, got a text"),
    ("hit_points", True, "hit_points: expected a whole number, got true or false"),
    ("hit_points", 5.5, "hit_points: expected a whole number, got a decimal number"),
    ("abilities/strength", 100, "abilities.strength: expected a whole number <= 99"),
    ("abilities/strength", -1, "abilities.strength: expected a whole number >= 0"),
    ("abilities/strength", "nil", "abilities.strength: "),
    ("base_attack", -1, "base_attack: expected"),
    ("base_attack", 10**30, "base_attack: "),
    ("speed", 32, "speed: expected a whole number that's a multiple of 5"),
    ("saves/will", -1, "saves.will: expected"),
    ("natural_armor", -3, "natural_armor: expected"),
    ("size", "big", "size: "),
    ("shape", "round", "shape: "),
    ("type", "humanoyd", "type: unknown type 'humanoyd': did you mean humanoid"),
    ("subtypes", ["ork"], "subtypes: unknown subtype 'ork'"),
    ("subtypes", "orc", "subtypes: expected a list, got a text"),
    ("alignment", "chaotic", "alignment: "),
    ("hit_dice", "d8", "hit_dice: 'd8' are no hit dice"),
    ("hit_dice", "1d7", "hit_dice: '1d7' are no hit dice"),
    ("hit_dice", "0d8", "hit_dice: '0d8' are no hit dice"),
    ("armor", "studed leather", "armor: unknown armor 'studed leather': did you mean studded leather"),
    ("armor", {"name": "leather", "enhancement": 9}, "armor.enhancement: expected a whole number <= 5"),
    ("armor", 3, "armor: expected"),
    ("shield", "bukler", "shield: unknown shield 'bukler': did you mean buckler"),
    ("feats", ["power attack"], "feats: unknown feat 'power attack': did you mean power-attack"),
    ("feats", ["weapon-focus"], "feats: weapon-focus goes with a weapon"),
    ("weapons/0/focus", True, "falchion needs the feat weapon-focus"),
    ("weapons/0/name", "falchoin", "weapons: unknown weapon 'falchoin': did you mean falchion"),
    ("weapons/1/name", "falchion", "two weapons are named 'falchion'"),
    ("weapons/0/damage", "lots", "weapons: falchion: damage: dice 'lots'"),
    ("weapons", {"name": "falchion"}, "weapons: expected a list, got a table"),
    ("attacks", [{"name": "bite", "damage": "d"}], "attacks: bite: damage: dice 'd'"),
    ("attacks", [{"name": "glare", "damage": "1d4"}], "attacks: glare: kinds is missing"),
    ("attacks", [{"name": "bite", "damage": "1d4", "kinds": ["blunt"]}], "attacks[0].kinds[0]"),
    (
        "attacks",
        [{"name": "bite", "damage": "1d4", "paralysis": {"dc": 90, "rounds": "1d4"}}],
        "attacks[0].paralysis.dc: expected a whole number <= 60",
    ),
    ("held", ["dagger"], "held: unknown weapon in hand 'dagger'"),
    ("held", ["falchion", "javelin"], "held: falchion and javelin need 3 hands"),
    ("held", ["javelin", "javelin"], "held: a weapon is named twice"),
    ("shield", "heavy steel shield", "held: falchion with a shield need 3 hands"),
    ("ranks", {"tumbling": 3}, "ranks: unknown skill 'tumbling': did you mean tumble"),
    ("skills", {"spot": 1000}, "skills"),
    ("classes", {"fighter": 0}, "classes"),
    ("persona", {"aggression": 11}, "persona.aggression: expected a whole number <= 10"),
    ("rend", {"damage": "2d6", "weapon": "claw"}, "rend.weapon: unknown weapon 'claw'"),
    ("glyph", "orc", "glyph: expected"),
    ("reduction", {"points": 0}, "reduction.points: expected a whole number >= 1"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "expected"), BAD, ids=[f"{path}={value!r:.30}" for path, value, _ in BAD])
def test_what_is_wrong_is_said_in_one_sentence(path: str, value: object, expected: str) -> None:
    """It opens with the file and names the key and what was expected."""
    with pytest.raises(BadInput) as refused:
        bestiary.resolve(changed(path, value), "mine.toml")

    sentence = str(refused.value)
    assert sentence.startswith("mine.toml: ")
    assert expected in sentence
    assert "\n" not in sentence
    assert "`" not in sentence
    assert "$" not in sentence


def test_a_name_without_a_near_one_lists_what_there_is() -> None:
    """Nothing is like it, so the sentence says what could be chosen."""
    with pytest.raises(BadInput, match="choose one of aberration"):
        bestiary.resolve(changed("type", "zzz"), "mine.toml")


def test_a_file_that_is_not_there_is_said_to_be_so(tmp_path: Path) -> None:
    """The path stands in the sentence."""
    with pytest.raises(BadInput, match=r"nobody\.toml cannot be read \(No such file"):
        bestiary.load(tmp_path / "nobody.toml")


@pytest.mark.parametrize(
    ("data", "expected"), [(b"name = ", "is not valid TOML"), (b"\xff\xfe", "is not UTF-8 text"), (b"", "is missing")]
)
def test_a_file_that_is_no_creature_is_refused(tmp_path: Path, data: bytes, expected: str) -> None:
    """Torn, of another encoding, empty."""
    path = tmp_path / "torn.toml"
    path.write_bytes(data)

    with pytest.raises(BadInput, match=expected) as refused:
        bestiary.load(path)
    assert "torn.toml" in str(refused.value)


def test_a_creature_of_the_users_is_named_after_its_file(tmp_path: Path) -> None:
    """A copy of the orc under another name is another kind."""
    path = tmp_path / "uruk.toml"
    path.write_text('base = "orc"\nhit_points = 20\n[abilities]\nstrength = 19\n', encoding="utf-8")

    uruk = bestiary.load(path)
    assert (uruk.kind, uruk.hit_points, uruk.strength, uruk.dexterity) == ("uruk", 20, 19, 11)


def test_changes_to_a_creature_keep_its_kind() -> None:
    """An orc with more hit points is an orc."""
    assert bestiary.resolve({"base": "orc", "hit_points": 9}, "ambush.toml").kind == "orc"


@pytest.mark.parametrize("base", ["ork", 3, ["orc"]])
def test_a_base_must_be_a_creature(base: object) -> None:
    """Anything else is refused."""
    with pytest.raises(BadInput, match=r"ambush\.toml: base: "):
        bestiary.resolve({"base": base}, "ambush.toml")


def test_an_unknown_kind_is_refused_with_the_nearest() -> None:
    """The bestiary says what was probably meant."""
    with pytest.raises(BadInput, match="bestiary: unknown creature 'golbin': did you mean goblin"):
        bestiary.creature("golbin")


def test_the_bestiary_itself_is_never_changed() -> None:
    """Changing what was read does not change what is read next."""
    bestiary.source("orc")["abilities"]["strength"] = 3

    assert bestiary.creature("orc").strength == 17


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=2),
)


@given(st.sampled_from(["orc", "ghoul", "troll", "monk-3"]), st.data())
def test_any_change_gives_a_sheet_or_one_sentence(kind: str, data: st.DataObject) -> None:
    """Whatever stands under whatever key: never a traceback of another kind."""
    document = deepcopy(bestiary.source(kind))
    inner: Any = document
    while True:
        keys = sorted(inner) if isinstance(inner, dict) else list(range(len(inner)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(inner[key], (dict, list)) and inner[key] and data.draw(st.booleans()):
            inner = inner[key]
            continue
        inner[key] = data.draw(VALUES)
        break

    try:
        sentence = bestiary.resolve(document, "mine.toml").name
    except BadInput as refused:
        sentence = str(refused).removeprefix("mine.toml: ")
        assert "\n" not in sentence
    assert sentence
