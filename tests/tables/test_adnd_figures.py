"""AD&D's tables, held against the figures as they are printed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import BadInput
from sim.dice.notation import parse
from sim.tables import adnd_figures as figures
from sim.tables.adnd_figures import (
    ARMOR,
    CLASSES,
    GROUPS,
    INITIATIVE,
    ITEM_SAVES,
    MORALE,
    RATES,
    SHIELDS,
    SIZE,
    UNARMED,
    WEAPON_GROUPS,
    WEAPONS,
)

LEVELS = range(1, 31)


def test_thac0_of_warriors_falls_by_one_a_level() -> None:
    """From 20 at the first to 1 at the twentieth, and no further."""
    assert [figures.thac0("warrior", level) for level in LEVELS] == [*range(20, 0, -1), *[1] * 10]


@pytest.mark.parametrize(
    ("group", "printed"),
    [
        ("priest", "20 20 20 18 18 18 16 16 16 14 14 14 12 12 12 10 10 10 8 8"),
        ("rogue", "20 20 19 19 18 18 17 17 16 16 15 15 14 14 13 13 12 12 11 11"),
        ("wizard", "20 20 20 19 19 19 18 18 18 17 17 17 16 16 16 15 15 15 14 14"),
    ],
)
def test_thac0_of_the_others_falls_more_slowly(group: str, printed: str) -> None:
    """As the book's table has it, level by level."""
    assert [figures.thac0(group, level) for level in range(1, 21)] == [int(n) for n in printed.split()]  # type: ignore[arg-type]


def test_thac0_of_creatures_goes_by_hit_dice() -> None:
    """Two Hit Dice to a line; three and more added points are one more die; less than a die is 20."""
    assert [figures.creature_thac0(dice) for dice in range(1, 17)] == [
        19, 19, 17, 17, 15, 15, 13, 13, 11, 11, 9, 9, 7, 7, 5, 5,
    ]  # fmt: skip
    assert [figures.creature_thac0(4, added) for added in (0, 1, 2, 3, 4)] == [17, 17, 17, 15, 15]
    assert figures.creature_thac0(1, -1) == figures.creature_thac0(0) == 20


@given(st.sampled_from(GROUPS), st.integers(1, 29))
def test_nobody_gets_worse_with_experience(group: figures.CharacterGroup, level: int) -> None:
    """Neither THAC0 nor a saving throw rises, nor do slots and hit points fall."""
    assert figures.thac0(group, level + 1) <= figures.thac0(group, level)
    after, before = figures.saves(group, level + 1), figures.saves(group, level)
    assert all(new <= old for new, old in zip(after, before, strict=True))
    assert figures.slots(group, level + 1) >= figures.slots(group, level)
    assert figures.hit_points(group, level + 1, 3).least > figures.hit_points(group, level, 3).least


@pytest.mark.parametrize(
    ("group", "level", "printed"),
    [
        ("warrior", 0, "16 18 17 20 19"), ("warrior", 2, "14 16 15 17 17"), ("warrior", 3, "13 15 14 16 16"),
        ("warrior", 6, "11 13 12 13 14"), ("warrior", 8, "10 12 11 12 13"), ("warrior", 10, "8 10 9 9 11"),
        ("warrior", 12, "7 9 8 8 10"), ("warrior", 14, "5 7 6 5 8"), ("warrior", 16, "4 6 5 4 7"),
        ("warrior", 17, "3 5 4 4 6"), ("warrior", 30, "3 5 4 4 6"), ("priest", 3, "10 14 13 16 15"),
        ("priest", 6, "9 13 12 15 14"), ("priest", 9, "7 11 10 13 12"), ("priest", 12, "6 10 9 12 11"),
        ("priest", 15, "5 9 8 11 10"), ("priest", 18, "4 8 7 10 9"), ("priest", 19, "2 6 5 8 7"),
        ("rogue", 4, "13 14 12 16 15"), ("rogue", 8, "12 12 11 15 13"), ("rogue", 12, "11 10 10 14 11"),
        ("rogue", 16, "10 8 9 13 9"), ("rogue", 20, "9 6 8 12 7"), ("rogue", 21, "8 4 7 11 5"),
        ("wizard", 5, "14 11 13 15 12"), ("wizard", 10, "13 9 11 13 10"), ("wizard", 15, "11 7 9 11 8"),
        ("wizard", 20, "10 5 7 9 6"), ("wizard", 21, "8 3 5 7 4"),
    ],
)  # fmt: skip
def test_saving_throws(group: figures.CharacterGroup, level: int, printed: str) -> None:
    """Death, wands, petrification, breath, spell at the last level of each line."""
    assert figures.saves(group, level) == tuple(int(n) for n in printed.split())


def test_creatures_save_as_warriors_of_their_hit_dice() -> None:
    """Every four points or part of them are a die more; the mindless have half, but against death and poison."""
    assert figures.creature_saves(5, 6) == figures.saves("warrior", 7)
    assert figures.creature_saves(4, 1) == figures.saves("warrior", 5)
    assert figures.creature_saves(1, -1) == figures.saves("warrior", 0)
    assert figures.creature_saves(5, 0, mindless=True) == (11, *figures.saves("warrior", 3)[1:])


STRENGTH = {
    1: (-5, -4), 2: (-3, -2), 3: (-3, -1), 4: (-2, -1), 5: (-2, -1), 6: (-1, 0), 7: (-1, 0), 8: (0, 0), 15: (0, 0),
    16: (0, 1), 17: (1, 1), 18: (1, 2), 19: (3, 7), 20: (3, 8), 21: (4, 9), 22: (4, 10), 23: (5, 11), 24: (6, 12),
    25: (7, 14), 30: (7, 14),
}  # fmt: skip
EXCEPTIONAL = {
    1: (1, 3),
    50: (1, 3),
    51: (2, 3),
    75: (2, 3),
    76: (2, 4),
    90: (2, 4),
    91: (2, 5),
    99: (2, 5),
    100: (3, 6),
}
DEXTERITY = {
    1: (-6, -6, 5), 2: (-4, -4, 5), 3: (-3, -3, 4), 4: (-2, -2, 3), 5: (-1, -1, 2), 6: (0, 0, 1), 7: (0, 0, 0),
    14: (0, 0, 0), 15: (0, 0, -1), 16: (1, 1, -2), 17: (2, 2, -3), 18: (2, 2, -4), 19: (3, 3, -4), 20: (3, 3, -4),
    21: (4, 4, -5), 23: (4, 4, -5), 24: (5, 5, -6), 25: (5, 5, -6),
}  # fmt: skip
SHOCK = {1: 25, 2: 30, 7: 55, 12: 80, 13: 85, 14: 88, 15: 90, 16: 95, 17: 97, 18: 99, 24: 99, 25: 100}
LANGUAGES = {
    1: 0,
    2: 1,
    8: 1,
    9: 2,
    11: 2,
    12: 3,
    13: 3,
    14: 4,
    15: 4,
    16: 5,
    17: 6,
    18: 7,
    19: 8,
    22: 11,
    24: 15,
    25: 20,
}


def test_scores() -> None:
    """Strength with its percentages, Dexterity, System Shock, languages."""
    assert {score: figures.strength(score) for score in STRENGTH} == STRENGTH
    assert {percent: figures.strength(18, percent) for percent in EXCEPTIONAL} == EXCEPTIONAL
    assert {score: figures.dexterity(score) for score in DEXTERITY} == DEXTERITY
    assert {score: figures.system_shock(score) for score in SHOCK} == SHOCK
    assert {score: figures.languages(score) for score in LANGUAGES} == LANGUAGES
    assert [figures.creature_system_shock(dice) for dice in (0, 4, 14, 20)] == [70, 78, 98, 99]


def test_weapon_slots_and_the_want_of_proficiency() -> None:
    """At the first level, and one more every so many."""
    assert {name: (f.slots.first, f.slots.levels, f.nonproficiency) for name, f in CLASSES.groups.items()} == {
        "warrior": (4, 3, -2), "priest": (2, 4, -3), "rogue": (2, 4, -3), "wizard": (1, 6, -5),
    }  # fmt: skip


PRINTED = """
battle axe M S 7 1d8 1d8|broad sword M S 5 2d4 1d6+1|club M B 4 1d6 1d3|cutlass M S 5 1d6 1d8|dagger S P 2 1d4 1d3
drusus M S 3 1d6+1 1d8+1|footman's flail M B 7 1d6+1 2d4|footman's mace M B 7 1d6+1 1d6|hand axe M S 4 1d6 1d4
horseman's pick M P 5 1d4+1 1d4|khopesh M S 9 2d4 1d6|heavy lance L P 8 1d8+1 3d6|long sword M S 5 1d8 1d12
morning star M PB 7 2d4 1d6+1|quarterstaff L B 4 1d6 1d6|rapier M P 4 1d6+1 1d8+1|short sword S P 3 1d6 1d8
sickle S S 4 1d4+1 1d4|two-handed sword L S 10 1d10 3d6|war hammer M B 4 1d4+1 1d4|cestus S S 2 1d4 1d3
awl pike L P 13 1d6 1d12|bardiche L S 9 2d4 2d6|bec de corbin L PB 9 1d8 1d6|bill-guisarme L PS 10 2d4 1d10
glaive L S 8 1d6 1d10|halberd L PS 9 1d10 2d6|military fork L P 7 1d8 2d4|partisan L P 9 1d6 1d6+1|voulge L S 10 2d4 2d4
dart S P 2 1d3 1d2|bolas M B 8 1d3 1d2|shuriken S P 2 1d4 1d4
"""
LETTER = {"B": "bludgeoning", "P": "piercing", "S": "slashing"}
SIZES = {"S": "small", "M": "medium", "L": "large"}


@pytest.mark.parametrize("line", PRINTED.strip().replace("\n", "|").split("|"))
def test_weapons(line: str) -> None:
    """Size, kinds, speed factor and dice as the notes have them."""
    *name, size, kinds, speed, damage, large = line.split()
    weapon = figures.weapon(" ".join(name))

    assert (weapon.size, weapon.speed, weapon.damage, weapon.large) == (SIZES[size], int(speed), damage, large)
    assert weapon.kinds == tuple(LETTER[letter] for letter in kinds)


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("bastard sword", ("2d4", "2d8", 8, 0)), ("harpoon", ("2d4", "2d6", 7, 0)), ("katana", ("2d6", "2d6", 4, 0)),
        ("long spear", ("2d6", "3d6", 8, 0)), ("spear", ("1d8+1", "2d6", 6, 2)), ("trident", ("1d8+1", "3d4", 7, 0)),
    ],
)  # fmt: skip
def test_weapons_of_one_hand_or_two(name: str, printed: tuple[str, str, int, int]) -> None:
    """Their figures in both hands; a spear reaches farther so."""
    grip = figures.weapon(name).grip

    assert grip is not None
    assert (grip.damage, grip.large, grip.speed, grip.reach) == printed


def test_weapons_that_gain_by_the_two_handed_style_alone() -> None:
    """Those of the list have the same dice in both hands."""
    assert {name for name, f in WEAPONS.items() if f.grip and (f.grip.damage, f.grip.large) == (f.damage, f.large)} == {
        "battle axe", "club", "footman's flail", "horseman's flail", "footman's mace", "horseman's mace",
        "footman's pick", "horseman's pick", "morning star", "long sword", "war hammer",
    }  # fmt: skip


def test_reach_hands_and_what_is_set_against_a_charge() -> None:
    """Pole arms and long weapons reach two squares, the longest three and not the nearest."""
    poles = set(WEAPON_GROUPS.tight["pole arms"])
    lances = set(WEAPON_GROUPS.tight["lances"])

    assert {name for name, f in WEAPONS.items() if f.reach == 3} == {"awl pike", "whip"}
    assert {name for name, f in WEAPONS.items() if f.reach == 2} == (poles - {"awl pike"}) | lances | {
        "long spear", "two-handed sword",
    }  # fmt: skip
    assert {name for name, f in WEAPONS.items() if f.not_adjacent} == lances | {"awl pike", "whip"}
    assert {name for name, f in WEAPONS.items() if f.sets} == poles | {"spear", "long spear", "trident", "harpoon"}
    assert {name for name, f in WEAPONS.items() if f.hands == 2 and not f.missiles} == poles | {
        "quarterstaff", "two-handed sword",
    }  # fmt: skip
    assert len(poles) == 20


@pytest.mark.parametrize(
    ("name", "missile", "printed"),
    [
        ("short bow", "arrow", ("1d6", "1d6", (50, 100, 150))),
        ("long bow", "flight arrow", ("1d6", "1d6", (70, 140, 210))),
        ("long bow", "sheaf arrow", ("1d8", "1d8", (50, 100, 150))),
        ("composite short bow", "arrow", ("1d6", "1d6", (50, 100, 180))),
        ("composite long bow", "sheaf arrow", ("1d8", "1d8", (40, 80, 170))),
        ("hand crossbow", "bolt", ("1d3", "1d2", (20, 40, 60))),
        ("light crossbow", "bolt", ("1d4", "1d4", (60, 120, 180))),
        ("heavy crossbow", "bolt", ("1d4+1", "1d6+1", (80, 160, 240))),
        ("sling", "bullet", ("1d4+1", "1d6+1", (50, 100, 200))), ("sling", "stone", ("1d4", "1d4", (40, 80, 160))),
        ("staff sling", "stone", ("1d4", "1d4", (0, 60, 90))), ("blowgun", "needle", ("1", "1", (10, 20, 30))),
    ],
)  # fmt: skip
def test_missiles(name: str, missile: str, printed: tuple[str, str, tuple[int, int, int]]) -> None:
    """Dice and ranges in metres of what a launcher shoots."""
    (found,) = figures.weapon(name, missiles={missile: 7}).missiles

    assert (found.damage, found.large, found.ranges) == printed
    assert (found.count, found.minimum) == (7, 30 if name == "staff sling" else 0)


def test_what_is_hurled() -> None:
    """Ranges of weapons that one throws, which are carried singly unless more are."""
    near = {"club", "dagger", "dirk", "hand axe", "harpoon", "knife", "spear", "stiletto", "war hammer"}

    assert {name for name, f in WEAPONS.items() if f.ranges == (10, 20, 30)} == near
    assert [WEAPONS[name].ranges for name in ("javelin", "trident", "dart", "bolas", "shuriken")] == [
        (20, 40, 60), (0, 10, 20), (10, 20, 40), (30, 60, 90), (20, 40, 60),
    ]  # fmt: skip
    assert figures.weapon("javelin").count == 1
    assert figures.weapon("javelin", count=5).count == 5


@pytest.mark.parametrize("name", WEAPONS)
def test_every_weapon_adds_up(name: str) -> None:
    """Its dice are dice, its line of rates is listed where it is shot or hurled, it stands in every group it may."""
    weapon = figures.weapon(name)
    grips = [weapon.grip.damage, weapon.grip.large] if weapon.grip else []
    for dice in (weapon.damage, weapon.large, *grips, *(m.damage for m in weapon.missiles)):
        assert not dice or parse(dice).minimum >= 0
    assert bool(WEAPONS[name].rates) == bool(weapon.ranges or weapon.missiles)
    assert bool(weapon.rate) == bool(weapon.trained) == bool(weapon.ranges or weapon.missiles)
    assert weapon.material in ITEM_SAVES
    assert weapon.groups == figures.tight_groups(name)


def test_rates_never_fall() -> None:
    """With experience a trained one shoots no less often, and never less than anybody."""
    for fire in RATES.missile.values():
        rates = [figures.rate(text) for text in (fire.ordinary, *fire.trained)]
        paces = [attacks / rounds for attacks, rounds in rates]
        assert paces == sorted(paces)
    with pytest.raises(BadInput, match="not of the form 3/2"):
        figures.rate("3")


def test_weapons_that_belong_to_no_group() -> None:
    """They are related to nothing."""
    assert {name for name in WEAPONS if not figures.tight_groups(name)} == {
        "blowgun", "bolas", "cestus", "dart", "quarterstaff", "shuriken",
    }  # fmt: skip


def test_armour_and_shields() -> None:
    """Armor Class by what is worn, and how many attackers a shield covers."""
    printed = {
        10: "none", 8: "leather padded", 7: "studded_leather ring", 6: "brigandine scale hide", 5: "chain",
        4: "splint banded bronze_plate", 3: "plate_mail", 2: "field_plate", 1: "full_plate",
    }  # fmt: skip
    wanted = {name.replace("_", " "): figure for figure, names in printed.items() for name in names.split()}

    assert {name: f.armor_class for name, f in ARMOR.items()} == wanted
    assert {name: f.attackers for name, f in SHIELDS.items()} == {"buckler": 1, "small": 2, "medium": 3, "body": 4}
    assert [name for name, f in SHIELDS.items() if f.missiles == 2] == ["body"]
    assert {name: f.wrestling for name, f in ARMOR.items() if f.wrestling} == {
        "studded leather": -1, "ring": -2, "scale": -2, "chain": -2, "banded": -5, "splint": -5, "bronze plate": -5,
        "plate mail": -5, "field plate": -8, "full plate": -10,
    }  # fmt: skip


def test_sizes() -> None:
    """Strength by size, natural reach, initiative with natural weapons, weight in a melee."""
    assert [f.strength for f in SIZE.values()] == [5, 10, 15, 20, 25, 30]
    assert [f.reach for f in SIZE.values()] == [1, 1, 1, 1, 2, 3]
    assert [f.initiative for f in SIZE.values()] == [0, 3, 3, 6, 9, 12]
    assert [f.weight for f in SIZE.values()] == [2, 3, 6, 12, 24, 36]


def test_item_saves() -> None:
    """Against a crushing blow; magic helps by its plus."""
    assert {name: figures.item_save(name) for name in ITEM_SAVES} == {
        "bone": 16, "glass": 20, "leather": 3, "metal": 7, "paper": 7, "pottery": 18, "rock": 17, "rope": 2,
        "thick wood": 10, "thin wood": 13,
    }  # fmt: skip
    assert figures.item_save("metal", plus=2) == 5


def test_bare_hands() -> None:
    """What a roll brings, from 20 and more down to less than 1."""
    rolls = [r.roll for r in UNARMED.results]

    assert rolls == list(range(20, -1, -1))
    assert figures.bare_hands(27) == figures.bare_hands(20) == UNARMED.results[0]
    assert figures.bare_hands(-3) == figures.bare_hands(0) == UNARMED.results[-1]
    assert {r.roll for r in UNARMED.results if r.hold} == {20, 15, 9, 8, 4, 2, 0}
    assert [(r.damage, r.stuns) for r in UNARMED.results] == [
        (2, 10), (0, 1), (1, 3), (1, 5), (1, 2), (2, 6), (1, 8), (2, 9), (1, 5), (2, 10), (1, 3), (1, 10), (1, 9),
        (2, 10), (2, 8), (1, 3), (2, 5), (2, 12), (2, 15), (0, 2), (2, 25),
    ]  # fmt: skip
    assert (figures.fist().damage, figures.fist(True).damage, figures.fist().speed) == ("1d2", "1d3", 3)


def test_morale_and_initiative() -> None:
    """A few of each, as the notes have them."""
    assert [MORALE.ratings[name] for name in ("none", "animal", "commoner", "regular", "elite")] == [18, 12, 7, 12, 14]
    assert MORALE.modifiers["half lost"] == -4
    assert INITIATIVE.uses["potion"] == 4
    assert INITIATIVE.situations["set for a charge"] == -2


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: figures.weapon("long swrod", where="f: weapons"),
            "f: weapons: unknown weapon 'long swrod': did you mean",
        ),
        (lambda: figures.weapon("club", missiles={}), "weapons: club: missiles: it shoots none"),
        (lambda: figures.weapon("rapier", count=2), "weapons: rapier: count: it is never hurled"),
        (lambda: figures.weapon("sling", missiles={"arrow": 2}), "weapons: sling: missiles: unknown missile 'arrow'"),
        (lambda: figures.weapon("sling", built_for=2), "weapons: sling: built_for: only bows are built for a Strength"),
        (lambda: figures.armor("mail"), "armor: unknown armor 'mail'"),
        (lambda: figures.shield("kite"), "shield: unknown shield 'kite'"),
    ],
)
def test_what_nobody_lists_is_refused(call: object, sentence: str) -> None:
    """In one sentence."""
    with pytest.raises(BadInput) as caught:
        call()  # type: ignore[operator]
    assert str(caught.value).startswith(sentence)
