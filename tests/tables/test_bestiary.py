"""Every creature of the bestiary adds up: its components give the sums that the rulebook prints."""

from __future__ import annotations

import msgspec
import pytest

from sim.dice.notation import parse
from sim.tables import bestiary
from sim.tables.bestiary import Creature
from sim.tables.glossary import TYPES
from sim.tables.sheet import Sheet, Weapon
from sim.tables.sizes import SIZE

KINDS = bestiary.kinds()
REQUIRED = """
goblin orc kobold hobgoblin bugbear gnoll ogre troll hill-giant ettin wolf dire-wolf worg light-horse heavy-warhorse
human-warrior-skeleton human-commoner-zombie ogre-zombie ghoul large-monstrous-spider medium-monstrous-spider
huge-monstrous-spider dire-rat owlbear constrictor-snake black-bear minotaur choker medium-earth-elemental gray-ooze
hawk rat raven medium-animated-object fighter-1 fighter-3 fighter-5 fighter-8 dwarf-fighter-4 rogue-1
halfling-rogue-3 rogue-6 cleric-1 cleric-3 cleric-5 evil-cleric-1 evil-cleric-3 evil-cleric-5 half-orc-warrior-4
chain-fighter-4 archer-4 monk-3 ranger-4 commoner-1 rider-5"""
PRINTED_OTHERWISE = {
    ("kobold", "sling"): "printed without the Strength penalty of a sling",
    ("huge-monstrous-spider", "bite"): "printed one higher than base attack 6, Strength 4 and size -2 give",
    ("minotaur", "gore"): "printed with Strength once although it is the only natural weapon",
    ("bugbear-zombie", "slam"): "printed with Strength once although it is the only natural weapon",
    ("wyvern", "bite"): "printed with all of its Strength although it comes after the sting",
    ("wyvern", "talon"): "printed with all of its Strength although it comes after the sting",
}
CLASSES = {
    "fighter": (10, "good", ("fortitude",)),
    "paladin": (10, "good", ("fortitude",)),
    "warrior": (8, "good", ("fortitude",)),
    "ranger": (8, "good", ("fortitude", "reflex")),
    "rogue": (6, "average", ("reflex",)),
    "cleric": (8, "average", ("fortitude", "will")),
    "monk": (8, "average", ("fortitude", "reflex", "will")),
    "barbarian": (12, "good", ("fortitude",)),
    "commoner": (4, "poor", ()),
    "wizard": (4, "poor", ("will",)),
    "sorcerer": (4, "poor", ("will",)),
}


def document(kind: str) -> Creature:
    return msgspec.convert(bestiary.source(kind), Creature)


def printed(kind: str) -> bestiary.Expect:
    expect = document(kind).expect
    assert expect is not None
    return expect


def modifier(score: int | None) -> int:
    return 0 if score is None else (score - 10) // 2


def growth(pace: str, level: int) -> int:
    return {"good": level, "average": level * 3 // 4, "poor": level // 2}[pace]


def dexterity_to_armor(sheet: Sheet) -> int:
    caps = [worn.max_dexterity for worn in (sheet.armor, sheet.shield) if worn and worn.max_dexterity is not None]
    return min([modifier(sheet.dexterity), *caps])


def touch(sheet: Sheet) -> int:
    return 10 + SIZE[sheet.size].attack + dexterity_to_armor(sheet) + sheet.deflection + sheet.dodge + sheet.other_armor


def armor_class(sheet: Sheet) -> int:
    worn = sum(piece.bonus for piece in (sheet.armor, sheet.shield) if piece)
    return touch(sheet) + worn + sheet.natural_armor


def flat_footed(sheet: Sheet) -> int:
    if sheet.uncanny_dodge:
        return armor_class(sheet)
    return armor_class(sheet) - max(0, dexterity_to_armor(sheet)) - sheet.dodge


def attack(sheet: Sheet, weapon: Weapon) -> int:
    strength, dexterity = modifier(sheet.strength), modifier(sheet.dexterity)
    ability = dexterity if weapon.category == "ranged" else max(strength, dexterity) if weapon.finesse else strength
    total = sheet.base_attack + ability + SIZE[sheet.size].attack
    total += sum(bonus.value for bonus in weapon.bonuses if bonus.on == "attack")
    if weapon.secondary:
        total -= 2 if "multiattack" in sheet.feats else 5
    return total if weapon.proficient else total - 4


def damage(sheet: Sheet, weapon: Weapon) -> str:
    strength = modifier(sheet.strength)
    natural = [other for other in sheet.weapons if other.category == "natural"]
    alone = weapon.category == "natural" and len(natural) == 1 and weapon.count == 1
    if not weapon.adds_strength:
        strength = 0
    elif weapon.strength_rating is not None:
        strength = min(strength, weapon.strength_rating)
    elif strength > 0 and weapon.secondary:
        strength //= 2
    elif strength > 0 and (weapon.category == "two-handed" or weapon.two_handed or alone):
        strength = strength * 3 // 2
    dice = parse(weapon.damage)
    extra = sum(bonus.value for bonus in weapon.bonuses if bonus.on == "damage")
    return str(dice._replace(bonus=dice.bonus + strength + extra))


def test_the_bestiary_holds_the_creatures_that_a_table_needs() -> None:
    """Thirty monsters and more, and sample characters of every class that the rules know."""
    assert set(KINDS) >= set(REQUIRED.split())


@pytest.mark.parametrize("kind", KINDS)
def test_armor_class_is_the_printed_one(kind: str) -> None:
    """Armor class, touch and flat-footed follow from armor, size, Dexterity and hide."""
    sheet, expect = bestiary.creature(kind), printed(kind)

    assert (armor_class(sheet), touch(sheet), flat_footed(sheet)) == (
        expect.armor_class,
        expect.touch,
        expect.flat_footed,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_the_grapple_bonus_is_the_printed_one(kind: str) -> None:
    """Base attack, Strength, special size modifier, racial bonus, Improved Grapple."""
    sheet = bestiary.creature(kind)

    total = sheet.base_attack + modifier(sheet.strength) + SIZE[sheet.size].grapple + sheet.grapple
    assert total + 4 * ("improved-grapple" in sheet.feats) == printed(kind).grapple


@pytest.mark.parametrize("kind", KINDS)
def test_initiative_is_the_printed_one(kind: str) -> None:
    """Dexterity and Improved Initiative."""
    sheet = bestiary.creature(kind)

    assert modifier(sheet.dexterity) + sheet.initiative == printed(kind).initiative


@pytest.mark.parametrize("kind", KINDS)
def test_every_weapon_has_its_printed_attack_and_damage(kind: str) -> None:
    """The printed line names each weapon once, with the bonus of a single attack."""
    sheet = bestiary.creature(kind)
    found = {weapon.name: (attack(sheet, weapon), damage(sheet, weapon)) for weapon in sheet.weapons}

    expect = printed(kind).attacks
    assert set(found) == set(expect)
    for name, sums in expect.items():
        assert (found[name] == tuple(sums)) is ((kind, name) not in PRINTED_OTHERWISE), (name, found[name])


@pytest.mark.parametrize("kind", [kind for kind in KINDS if printed(kind).fortitude is not None])
def test_saves_are_the_printed_ones(kind: str) -> None:
    """Base save, feats, race and the ability modifier."""
    sheet, expect = bestiary.creature(kind), printed(kind)

    assert (
        sheet.fortitude + modifier(sheet.constitution),
        sheet.reflex + modifier(sheet.dexterity),
        sheet.will + modifier(sheet.wisdom),
    ) == (expect.fortitude, expect.reflex, expect.will)


@pytest.mark.parametrize("kind", KINDS)
def test_base_saves_grow_with_hit_dice(kind: str) -> None:
    """Each base save is the good one, 2 + half the Hit Dice, or the poor one, a third of them."""
    saves, dice = document(kind).saves, bestiary.creature(kind).hit_dice

    for base in (saves.fortitude, saves.reflex, saves.will):
        assert base in (2 + dice // 2, dice // 3)


@pytest.mark.parametrize("kind", KINDS)
def test_hit_points_are_the_average_of_the_hit_dice(kind: str) -> None:
    """Whole averages, or the first die at its highest for characters."""
    creature = document(kind)
    count, _, rest = creature.hit_dice.partition("d")
    dice = parse(f"1d{rest}")
    if "/" in count:
        assert creature.hit_points == max(1, (dice.sides + 1) // 2 // int(count[-1]))
        return
    average = (int(count) * (dice.sides + 1) + 2 * dice.bonus) // 2
    first_full = dice.sides + ((int(count) - 1) * (dice.sides + 1) + 2 * dice.bonus) // 2
    assert creature.hit_points in (average, first_full)


@pytest.mark.parametrize("kind", KINDS)
def test_constitution_and_toughness_make_the_bonus_on_hit_dice(kind: str) -> None:
    """Constitution once a Hit Die and 3 for Toughness; constructs get theirs for size."""
    creature, sheet = document(kind), bestiary.creature(kind)
    bonus = parse(f"1d{creature.hit_dice.partition('d')[2]}").bonus
    by_size = {"tiny": 0, "small": 10, "medium": 20, "large": 30, "huge": 40}
    build = by_size[sheet.size] if sheet.type == "construct" else 0
    toughness = 3 * ("toughness" in sheet.feats)

    assert bonus == sheet.hit_dice * modifier(sheet.constitution) + toughness + build


@pytest.mark.parametrize("kind", KINDS)
def test_base_attack_grows_with_hit_dice(kind: str) -> None:
    """By class, or else by creature type."""
    sheet = bestiary.creature(kind)
    pace = CLASSES[next(iter(sheet.classes))][1] if sheet.classes else TYPES[sheet.type].attack

    assert sheet.base_attack == growth(pace, sheet.hit_dice if "1/4" not in document(kind).hit_dice else 0)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if document(kind).classes])
def test_a_class_gives_its_hit_die_and_good_saves(kind: str) -> None:
    """One class each; its level is the number of Hit Dice."""
    creature = document(kind)
    ((name, level),) = creature.classes.items()
    die, _, good = CLASSES[name]

    assert creature.hit_dice.startswith(f"{level}d{die}")
    for save in ("fortitude", "reflex", "will"):
        assert getattr(creature.saves, save) == (2 + level // 2 if save in good else level // 3)


@pytest.mark.parametrize("kind", KINDS)
def test_a_sheet_survives_the_log(kind: str) -> None:
    """A sheet written as JSON and read again is the same sheet."""
    sheet = bestiary.creature(kind)

    assert msgspec.json.decode(msgspec.json.encode(sheet), type=Sheet) == sheet


@pytest.mark.parametrize("kind", KINDS)
def test_wits_stay_within_intelligence(kind: str) -> None:
    """Nobody is cleverer in a fight than his Intelligence."""
    sheet = bestiary.creature(kind)

    assert list(sheet.persona) == ["aggression", "caution", "mercy", "discipline", "wits"]
    assert 0 <= sheet.persona["wits"] <= min(10, sheet.intelligence or 0)


def test_armor_slows_all_but_dwarves() -> None:
    """An ogre in hide armor keeps 30 of 40 feet; a dwarf in full plate his 20."""
    assert bestiary.creature("ogre").speed == 30
    assert bestiary.creature("dwarf-fighter-4").speed == 20
    assert bestiary.creature("fighter-1").speed == 20


def test_a_rogue_of_six_levels_strikes_for_three_dice() -> None:
    """Sneak attack and uncanny dodge come with the levels."""
    rogue = bestiary.creature("rogue-6")

    assert (rogue.sneak_attack, rogue.uncanny_dodge, rogue.rogue_level) == (3, 1, 6)


def test_wisdom_guards_a_monk() -> None:
    """An unarmored monk adds Wisdom to armor class and strikes for 1d6."""
    monk = bestiary.creature("monk-3")

    assert monk.other_armor == modifier(monk.wisdom)
    assert monk.unarmed.damage == "1d6"


def test_ranks_become_totals_with_ability_and_armor() -> None:
    """Climb 4 ranks, Strength +2, scale mail and heavy shield -6."""
    assert bestiary.creature("fighter-1").skills == {"climb": 0, "ride": 5}


@pytest.mark.parametrize(("kind", "reach", "space"), [("ogre", 10, 10), ("heavy-warhorse", 5, 10), ("choker", 10, 5)])
def test_reach_goes_with_size_and_shape(kind: str, reach: int, space: int) -> None:
    """Tall Large creatures reach 10 feet, long ones 5; a choker reaches farther than its size."""
    sheet = bestiary.creature(kind)

    assert (sheet.reach, sheet.space) == (reach, space)


def test_a_creature_without_mind_has_no_intelligence() -> None:
    """A score of "none" is no score at all."""
    assert bestiary.creature("human-warrior-skeleton").intelligence is None
