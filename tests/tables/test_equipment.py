"""Weapons, armor and shields have the figures of the rulebook, and size and make change them as it says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import BadInput
from sim.dice.notation import parse
from sim.tables.equipment import ARMOR, DURABILITY, SHIELDS, WEAPONS, armor, hands, shield, unarmed, weapon
from sim.tables.glossary import TRAITS
from sim.tables.sheet import SIZES, Size, Weapon
from sim.tables.sizes import scaled

PRINTED = """
dagger 1d3/1d4 19x2 10 light
punching dagger 1d3/1d4 20x3 0 light
spiked gauntlet 1d3/1d4 20x2 0 light
light mace 1d4/1d6 20x2 0 light
sickle 1d4/1d6 20x2 0 light
gauntlet 1d2/1d3 20x2 0 unarmed
unarmed strike 1d2/1d3 20x2 0 unarmed
club 1d4/1d6 20x2 10 one-handed
heavy mace 1d6/1d8 20x2 0 one-handed
morningstar 1d6/1d8 20x2 0 one-handed
shortspear 1d4/1d6 20x2 20 one-handed
longspear 1d6/1d8 20x3 0 two-handed
quarterstaff 1d4/1d6 20x2 0 two-handed
spear 1d6/1d8 20x3 20 two-handed
heavy crossbow 1d8/1d10 19x2 120 ranged
light crossbow 1d6/1d8 19x2 80 ranged
dart 1d3/1d4 20x2 20 ranged
javelin 1d4/1d6 20x2 30 ranged
sling 1d3/1d4 20x2 50 ranged
throwing axe 1d4/1d6 20x2 10 light
light hammer 1d3/1d4 20x2 20 light
handaxe 1d4/1d6 20x3 0 light
kukri 1d3/1d4 18x2 0 light
light pick 1d3/1d4 20x4 0 light
sap 1d4/1d6 20x2 0 light
short sword 1d4/1d6 19x2 0 light
light shield bash 1d2/1d3 20x2 0 light
spiked light shield bash 1d3/1d4 20x2 0 light
spiked armor 1d4/1d6 20x2 0 light
battleaxe 1d6/1d8 20x3 0 one-handed
flail 1d6/1d8 20x2 0 one-handed
longsword 1d6/1d8 19x2 0 one-handed
heavy pick 1d4/1d6 20x4 0 one-handed
rapier 1d4/1d6 18x2 0 one-handed
scimitar 1d4/1d6 18x2 0 one-handed
trident 1d6/1d8 20x2 10 one-handed
warhammer 1d6/1d8 20x3 0 one-handed
heavy shield bash 1d3/1d4 20x2 0 one-handed
spiked heavy shield bash 1d4/1d6 20x2 0 one-handed
falchion 1d6/2d4 18x2 0 two-handed
glaive 1d8/1d10 20x3 0 two-handed
greataxe 1d10/1d12 20x3 0 two-handed
greatclub 1d8/1d10 20x2 0 two-handed
heavy flail 1d8/1d10 19x2 0 two-handed
greatsword 1d10/2d6 19x2 0 two-handed
guisarme 1d6/2d4 20x3 0 two-handed
halberd 1d8/1d10 20x3 0 two-handed
lance 1d6/1d8 20x3 0 two-handed
ranseur 1d6/2d4 20x3 0 two-handed
scythe 1d6/2d4 20x4 0 two-handed
longbow 1d6/1d8 20x3 100 ranged
composite longbow 1d6/1d8 20x3 110 ranged
shortbow 1d4/1d6 20x3 60 ranged
composite shortbow 1d4/1d6 20x3 70 ranged
bastard sword 1d8/1d10 19x2 0 one-handed
dwarven waraxe 1d8/1d10 20x3 0 one-handed
whip 1d2/1d3 20x2 0 one-handed
spiked chain 1d6/2d4 20x2 0 two-handed
hand crossbow 1d3/1d4 19x2 30 ranged
repeating heavy crossbow 1d8/1d10 19x2 120 ranged
repeating light crossbow 1d6/1d8 19x2 80 ranged
net / 20x2 10 ranged
shuriken 1/1d2 20x2 10 ranged
bolas 1d3/1d4 20x2 10 ranged
kama 1d4/1d6 20x2 0 light
nunchaku 1d4/1d6 20x2 0 light
sai 1d3/1d4 20x2 10 light
siangham 1d4/1d6 20x2 0 light
orc double axe 1d6/1d8 20x3 0 two-handed
two-bladed sword 1d6/1d8 19x2 0 two-handed
dire flail 1d6/1d8 20x2 0 two-handed
dwarven urgrosh 1d6/1d8 20x3 0 two-handed
gnome hooked hammer 1d6/1d8 20x3 0 two-handed
alchemist's fire 1d6/1d6 20x2 10 ranged
acid flask 1d6/1d6 20x2 10 ranged
holy water 2d4/2d4 20x2 10 ranged
oil flask 1d6/1d6 20x2 10 ranged
""".strip().splitlines()
PRINTED_ARMOR = """
padded 1/8/0/5 light
leather 2/6/0/10 light
studded leather 3/5/-1/15 light
chain shirt 4/4/-2/20 light
hide 3/4/-3/20 medium
scale mail 4/3/-4/25 medium
chainmail 5/2/-5/30 medium
breastplate 5/3/-4/25 medium
splint mail 6/0/-7/40 heavy
banded mail 6/1/-6/35 heavy
half-plate 7/0/-7/40 heavy
full plate 8/1/-6/35 heavy
""".strip().splitlines()


@pytest.mark.parametrize("line", PRINTED)
def test_a_weapon_has_its_printed_figures(line: str) -> None:
    """Damage for Small and Medium, critical, range increment and handling."""
    name, dice, critical, increment, category = line.rsplit(" ", 4)
    small, medium = dice.split("/")
    made = weapon(name)

    assert (weapon(name, "small").damage, made.damage) == (small, medium)
    assert f"{made.threat}x{made.multiplier}" == critical
    assert (made.increment, made.category) == (int(increment), category)


def test_no_weapon_is_left_out_or_invented() -> None:
    """The table is the printed list, the giants' rock, and what is at hand in a tavern."""
    assert set(WEAPONS) == {line.rsplit(" ", 4)[0] for line in PRINTED} | {"rock", "torch", "bottle", "stool"}


@pytest.mark.parametrize(
    ("holds", "names"),
    [
        (lambda w: w.reach, "longspear glaive guisarme lance ranseur spiked_chain"),
        (lambda w: w.adjacent_too, "spiked_chain"),
        (lambda w: w.braces, "longspear spear trident halberd dwarven_urgrosh"),
        (lambda w: w.disarm_bonus == 4, "sai"),
        (
            lambda w: w.disarm_bonus == 2,
            "flail heavy_flail dire_flail ranseur spiked_chain whip nunchaku",
        ),
        (
            lambda w: w.trips,
            "sickle flail heavy_flail guisarme halberd scythe whip spiked_chain kama dire_flail gnome_hooked_hammer "
            "bolas",
        ),
        (lambda w: w.nonlethal, "unarmed_strike sap whip bolas"),
        (
            lambda w: w.double,
            "quarterstaff orc_double_axe two-bladed_sword dire_flail dwarven_urgrosh gnome_hooked_hammer",
        ),
        (lambda w: w.reload == "move", "light_crossbow hand_crossbow sling"),
        (lambda w: w.reload == "full-round", "heavy_crossbow"),
        (lambda w: "shield-bash" in w.traits, "light_shield_bash spiked_light_shield_bash heavy_shield_bash "
         "spiked_heavy_shield_bash"),
    ],
)  # fmt: skip
def test_special_properties_belong_to_these_weapons(holds: Callable[[Weapon], object], names: str) -> None:
    """Reach, setting against a charge, tripping, disarming and the like."""
    assert {name for name in WEAPONS if holds(weapon(name))} == {name.replace("_", " ") for name in names.split()}


def test_the_second_head_of_a_double_weapon_may_differ() -> None:
    """The hook of a gnome hooked hammer pierces for 1d6, times four."""
    hammer = weapon("gnome hooked hammer")

    assert (hammer.double, hammer.double_multiplier, hammer.double_kinds) == ("1d6", 4, ("piercing",))


@pytest.mark.parametrize("name", WEAPONS)
def test_makes_and_traits_are_explained(name: str) -> None:
    """What a weapon refers to exists."""
    row = WEAPONS[name]

    assert row.make in {"", *DURABILITY}
    assert set(row.traits) <= set(TRAITS)


@pytest.mark.parametrize(
    ("medium", "tiny", "large"),
    [
        ("1d3", "1", "1d4"),
        ("1d4", "1d2", "1d6"),
        ("1d6", "1d3", "1d8"),
        ("1d8", "1d4", "2d6"),
        ("1d10", "1d6", "2d8"),
        ("1d12", "1d8", "3d6"),
        ("2d4", "1d4", "2d6"),
        ("2d6", "1d8", "3d6"),
        ("2d8", "1d10", "3d8"),
        ("2d10", "2d6", "4d8"),
    ],
)
def test_dice_change_with_size(medium: str, tiny: str, large: str) -> None:
    """The rulebook's columns for Tiny and Large."""
    assert (scaled(medium, "tiny"), scaled(medium, "large")) == (tiny, large)


@given(st.sampled_from([name for name, row in WEAPONS.items() if row.damage]))
def test_a_bigger_weapon_never_hurts_less(name: str) -> None:
    """The average of the dice grows with size."""
    averages = [dice.minimum + dice.maximum for dice in (parse(weapon(name, size).damage) for size in SIZES)]

    assert averages == sorted(averages)


def test_masterwork_and_magic_do_not_add_up() -> None:
    """A magic weapon is masterwork, yet counts its enhancement alone."""
    assert [bonus.value for bonus in weapon("longsword", masterwork=True).bonuses] == [1]
    assert [(b.on, b.value) for b in weapon("longsword", masterwork=True, enhancement=2).bonuses] == [
        ("attack", 2),
        ("damage", 2),
    ]


def test_the_bonuses_of_a_weapon_name_their_rules() -> None:
    """Focus and specialization are untyped, masterwork is an enhancement."""
    made = weapon("longsword", masterwork=True, focus=True, specialization=True)

    assert [(bonus.type, bonus.rule) for bonus in made.bonuses] == [
        ("enhancement", "d20.masterwork.attack"),
        ("", "d20.weapon-feats.focus"),
        ("", "d20.weapon-feats.specialization"),
    ]


def test_finesse_is_for_the_weapons_that_allow_it() -> None:
    """Light weapons, unarmed strikes, rapier, whip and spiked chain."""
    able = {name for name in WEAPONS if weapon(name, finesse=True).finesse}

    light = {name for name, row in WEAPONS.items() if row.category in ("light", "unarmed")}
    assert able == light | {"rapier", "whip", "spiked chain"}


@pytest.mark.parametrize(
    ("name", "size", "hardness", "hit_points"),
    [
        ("dagger", "medium", 10, 2),
        ("longsword", "medium", 10, 5),
        ("greatsword", "medium", 10, 10),
        ("handaxe", "medium", 5, 2),
        ("club", "medium", 5, 5),
        ("greatclub", "large", 5, 20),
        ("light mace", "medium", 10, 10),
        ("heavy mace", "small", 10, 10),
        ("longbow", "medium", 5, 5),
        ("unarmed strike", "medium", 0, 0),
    ],
)
def test_weapons_withstand_by_make_and_size(name: str, size: Size, hardness: int, hit_points: int) -> None:
    """Hardness goes with the make, hit points double or halve with size."""
    made = weapon(name, size)

    assert (made.hardness, made.hit_points) == (hardness, hit_points)


def test_magic_hardens() -> None:
    """Each point of enhancement adds 2 to hardness and 10 to hit points."""
    assert (weapon("longsword", enhancement=2).hardness, weapon("longsword", enhancement=2).hit_points) == (14, 25)
    assert (shield("heavy steel shield", enhancement=1).hardness, shield("buckler").hit_points) == (12, 5)


@pytest.mark.parametrize("line", PRINTED_ARMOR)
def test_armor_has_its_printed_figures(line: str) -> None:
    """Bonus, highest Dexterity bonus, check penalty, arcane failure and class."""
    name, figures, weight = line.rsplit(" ", 2)
    row = ARMOR[name]

    assert [row.bonus, row.max_dexterity, row.check, row.arcane_failure] == [int(n) for n in figures.split("/")]
    assert armor(name).weight == weight


@pytest.mark.parametrize(
    ("name", "bonus", "check", "hardness", "hit_points"),
    [
        ("buckler", 1, -1, 10, 5),
        ("light wooden shield", 1, -1, 5, 7),
        ("light steel shield", 1, -1, 10, 10),
        ("heavy wooden shield", 2, -2, 5, 15),
        ("heavy steel shield", 2, -2, 10, 20),
        ("tower shield", 4, -10, 5, 20),
    ],
)
def test_shields_have_their_printed_figures(name: str, bonus: int, check: int, hardness: int, hit_points: int) -> None:
    """Bonus, check penalty, hardness and hit points."""
    made = shield(name)

    assert (made.bonus, made.check, made.hardness, made.hit_points) == (bonus, check, hardness, hit_points)
    assert set(SHIELDS) >= {name}


def test_a_tower_shield_hampers_its_bearer() -> None:
    """-2 on attacks and no more than +2 of Dexterity."""
    assert (shield("tower shield").attack, shield("tower shield").max_dexterity) == (-2, 2)


def test_masterwork_eases_the_check_penalty() -> None:
    """By one, and never into a bonus."""
    assert armor("full plate", masterwork=True).check == -5
    assert armor("leather", masterwork=True).check == 0


@pytest.mark.parametrize(("size", "dice"), [("tiny", "1"), ("small", "1d2"), ("medium", "1d3"), ("large", "1d4")])
def test_bare_hands_strike_by_size(size: Size, dice: str) -> None:
    """Nonlethal, and of the category unarmed."""
    fist = unarmed(size)

    assert (fist.damage, fist.category, fist.nonlethal) == (dice, "unarmed", True)


@pytest.mark.parametrize(
    ("name", "count"), [("dagger", 1), ("greataxe", 2), ("longbow", 2), ("sling", 1), ("lance", 1)]
)
def test_some_weapons_take_both_hands(name: str, count: int) -> None:
    """A lance one: it is meant for the saddle."""
    assert hands(weapon(name)) == count


def test_an_unknown_weapon_is_refused_with_the_nearest() -> None:
    """The sentence says where, what, and what was probably meant."""
    with pytest.raises(BadInput, match="weapon: unknown weapon 'longsord': did you mean longsword"):
        weapon("longsord")
