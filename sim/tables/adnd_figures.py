"""
The figures of AD&D: classes, scores, equipment, sizes, rates of fire, from the tables in ``adnd/``.

A *line* of a table holds from its first number up to that of the next one. Rates are attacks in so many rounds, as a
pair: ``(3, 2)``. Armor Class descends; a saving throw is what a d20 has to show.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from msgspec import Meta, Struct

from sim.core.errors import BadInput
from sim.dice.notation import parse as parse_dice
from sim.tables import files
from sim.tables.adnd_sheet import Armor, Grip, Kind, Missile, Shield, Size, Style, Weapon

T = TypeVar("T")

Rate = tuple[int, int]
"""Attacks, in so many rounds."""

Saves = tuple[int, int, int, int, int]
"""Death, wands, petrification, breath, spell: what a d20 has to show."""

CharacterGroup = Literal["warrior", "priest", "rogue", "wizard"]
GROUPS: tuple[CharacterGroup, ...] = ("warrior", "priest", "rogue", "wizard")
"""Groups of classes, the best fighters first."""

Board = Literal["buckler", "small", "medium", "body"]
"""Kinds of shields."""

Rating = Annotated[str, Meta(pattern=r"^[1-9]/[1-9]$")]
Material = Literal["metal", "thin wood", "thick wood", "leather", "bone", "rope"]


class Progress(Struct, frozen=True, forbid_unknown_fields=True):
    """THAC0 gets better by ``step`` every ``levels`` levels."""

    step: int
    levels: int


class Slots(Struct, frozen=True, forbid_unknown_fields=True):
    """Weapon slots at first level, and one more every ``levels`` levels."""

    first: int
    levels: int


class HitDice(Struct, frozen=True, forbid_unknown_fields=True):
    """A die of ``die`` faces a level up to level ``dice``, and ``after`` points for each later one."""

    die: int
    dice: int
    after: int


class GroupFigures(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """
    What a group of classes brings. ``favoured`` is what a favoured weapon costs in slots, ``denied`` what a weapon
    costs more that its class is denied (``None``: never to be had), ``styles`` how many steps of specialisation in
    styles it may take (-1: any number).
    """

    thac0: Progress
    slots: Slots
    nonproficiency: int
    hit_points: HitDice
    favoured: int
    denied: int | None = None
    styles: int
    saves: tuple[tuple[int, int, int, int, int, int], ...]


class ClassFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A class: its group, and the weapons that it may choose (none named: all)."""

    group: CharacterGroup
    weapons: tuple[str, ...] = ()
    clergy: bool = False
    """Its weapons are those of its clergy; a character may name his own."""
    free_style: Style | None = None
    """A style in which it is specialised without paying."""


class CreatureFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Creatures by Hit Dice: lines of THAC0, what added points are worth, the die, and that of half a Hit Die."""

    thac0: tuple[tuple[int, int], ...]
    added: int
    saving: int
    die: int
    half: int


class CommonerFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """People without a level."""

    thac0: int
    die: int


class ClassTable(Struct, frozen=True, forbid_unknown_fields=True):
    """``classes.toml``."""

    groups: dict[CharacterGroup, GroupFigures]
    classes: dict[str, ClassFigures]
    creatures: CreatureFigures
    commoners: CommonerFigures


class AbilityTable(Struct, frozen=True, forbid_unknown_fields=True):
    """``abilities.toml``: lines by score."""

    strength: tuple[tuple[int, int, int], ...]
    exceptional: tuple[tuple[int, int, int], ...]
    dexterity: tuple[tuple[int, int, int, int], ...]
    constitution: tuple[tuple[int, int, int], ...]
    system_shock: tuple[tuple[int, int], ...]
    languages: tuple[tuple[int, int], ...]


class GripFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon in two hands."""

    damage: str
    large: str
    speed: int
    reach: int = 0


class MissileFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What a launcher shoots; metres."""

    damage: str
    large: str
    ranges: tuple[int, int, int]
    minimum: int = 0


class WeaponFigures(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A weapon of ``weapons.toml``; what the fields mean is said in ``adnd_sheet.Weapon``."""

    category: Literal["melee", "ranged"] = "melee"
    size: Size = "medium"
    kinds: tuple[Kind, ...] = ()
    speed: int
    damage: str = ""
    large: str = ""
    hands: Literal[1, 2] = 1
    grip: GripFigures | None = None
    reach: int = 1
    not_adjacent: bool = False
    ranges: tuple[int, int, int] | None = None
    missiles: dict[str, MissileFigures] = {}
    rates: str = ""
    family: Literal["", "bow", "crossbow", "thrown"] = ""
    material: Material = "metal"
    sets: bool = False
    lance: bool = False


class ArmorFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What is worn; ``wrestling`` is what it costs a wrestler to hit."""

    armor_class: int
    metal: bool = False
    wrestling: int = 0
    gauntlets: bool = False


class ShieldFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """
    A shield's bonus, that against missiles, and how many attackers a round it covers; its dice as a weapon, and its
    speed factor in a punch and in a rush, where it allows them.
    """

    bonus: int
    missiles: int
    attackers: int
    strike: str
    punch: int | None = None
    rush: int | None = None


class SizeFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """
    Strength of a creature of that size whose score is not given, natural reach in squares, initiative with natural
    weapons, how tall in decimetres, how many squares high, and weight in a melee in sixths.
    """

    strength: int
    reach: int
    initiative: int
    tall: int
    height: int
    weight: int


class FireFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Rates of fire, ordinary and of the trained."""

    ordinary: Rating
    trained: tuple[Rating, Rating, Rating]


class MeleeFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Melee attacks of warriors, of all others, and of those trained with their weapon."""

    warrior: tuple[Rating, Rating, Rating]
    others: Rating
    trained: tuple[Rating, Rating, Rating]


class RateTable(Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """``rates.toml``: columns by level, and what a grand master has besides."""

    from_: tuple[int, int, int]
    grand: Rating
    melee: MeleeFigures
    missile: dict[str, FireFigures]


class GroupTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Tight groups of weapons, and broad groups of tight ones and of single weapons."""

    tight: dict[str, tuple[str, ...]]
    broad: dict[str, tuple[str, ...]]


class StyleFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A style: who knows it, slots of its first step of specialisation (0: the ordinary price), how many steps."""

    known: tuple[CharacterGroup, ...]
    steps: int
    first: int = 0


class TrainingFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What a step of training takes: slots, level, the tier before it and for how long, levels between two weapons."""

    slots: int
    slots_launcher: int = 0
    """For bows and crossbows, where it is another figure."""
    level: int = 1
    prior: str = ""
    held: int = 0
    interval: int = 0
    months: int = 0


class BareHand(Struct, frozen=True, forbid_unknown_fields=True):
    """What comes of a modified attack roll with bare hands: points, percentage of stunning, wrestling."""

    roll: int
    damage: int
    stuns: int
    wrestling: str
    hold: bool = False


class FistFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A fist, bare or in a gauntlet."""

    damage: str
    speed: int


class UnarmedTable(Struct, frozen=True, forbid_unknown_fields=True):
    """``unarmed.toml``; ``flat`` are the swords and axes, weapons and groups of them."""

    flat: tuple[str, ...]
    results: tuple[BareHand, ...]
    fist: FistFigures
    gauntlet: FistFigures


class DiceMorale(Struct, frozen=True, forbid_unknown_fields=True):
    """What Hit Dice do to morale: half a die, less than one, and lines from one on."""

    half: int
    less: int
    bands: tuple[tuple[int, int], ...]


class MoraleTable(Struct, frozen=True, forbid_unknown_fields=True):
    """``morale.toml``: ratings by kind of combatant, and what changes them."""

    ratings: dict[str, int]
    modifiers: dict[str, int]
    dice: DiceMorale


class InitiativeTable(Struct, frozen=True, forbid_unknown_fields=True):
    """``initiative.toml``: what items and innate powers add to the d10, and what situations do."""

    uses: dict[str, int]
    situations: dict[str, int]


class CoverTable(Struct, frozen=True, forbid_unknown_fields=True):
    """``cover.toml``: percentages, what each is worth as cover and as concealment, and ratings of things."""

    steps: tuple[int, ...]
    cover: tuple[int, ...]
    concealment: tuple[int, ...]
    ratings: dict[str, int]


def _table(name: str, shape: type[T]) -> T:
    where = f"{name}.toml"
    return files.convert(files.parse(files.shipped("adnd", where).read_text(encoding="utf-8"), where), shape, where)


CLASSES: ClassTable = _table("classes", ClassTable)
ABILITIES: AbilityTable = _table("abilities", AbilityTable)
WEAPONS: dict[str, WeaponFigures] = _table("weapons", dict[str, WeaponFigures])
ARMOR: dict[str, ArmorFigures] = _table("armor", dict[str, ArmorFigures])
SHIELDS: dict[Board, ShieldFigures] = _table("shields", dict[Board, ShieldFigures])
SIZE: dict[Size, SizeFigures] = _table("sizes", dict[Size, SizeFigures])
RATES: RateTable = _table("rates", RateTable)
WEAPON_GROUPS: GroupTable = _table("groups", GroupTable)
STYLES: dict[Style, StyleFigures] = _table("styles", dict[Style, StyleFigures])
TRAINING: dict[str, TrainingFigures] = _table("training", dict[str, TrainingFigures])
ITEM_SAVES: dict[str, int] = _table("items", dict[str, int])
UNARMED: UnarmedTable = _table("unarmed", UnarmedTable)
MORALE: MoraleTable = _table("morale", MoraleTable)
INITIATIVE: InitiativeTable = _table("initiative", InitiativeTable)
COVER: CoverTable = _table("cover", CoverTable)

HIGHEST = 20
"""THAC0 and slots are those of this level from there on."""


def line(lines: tuple[Any, ...], number: int) -> Any:
    """
    The last line that begins at ``number`` or before; the first where none does.

    >>> line(((1, "a"), (4, "b")), 3)
    (1, 'a')
    """
    found = lines[0]
    for candidate in lines:
        if candidate[0] > number:
            break
        found = candidate
    return found


# Classes and Hit Dice.


def thac0(group: CharacterGroup, level: int) -> int:
    """
    What a group of classes needs at a level to hit Armor Class 0; without a level 20.

    >>> thac0("warrior", 7), thac0("priest", 7), thac0("rogue", 7), thac0("wizard", 7)
    (14, 16, 17, 18)
    """
    progress = CLASSES.groups[group].thac0
    return 20 - progress.step * ((min(max(level, 1), HIGHEST) - 1) // progress.levels)


def creature_thac0(dice: int, added: int = 0) -> int:
    """
    What a creature of so many Hit Dice, with points added, needs to hit Armor Class 0.

    Three or more added points count as one more die; a die from which points are taken is less than one.

    >>> creature_thac0(1, -1), creature_thac0(4, 1), creature_thac0(6, 3), creature_thac0(0)
    (20, 17, 13, 20)
    """
    figures = CLASSES.creatures
    return int(line(figures.thac0, dice - (added < 0) + (added >= figures.added))[1])


def saves(group: CharacterGroup, level: int) -> Saves:
    """
    The saving throws of a group of classes.

    >>> saves("priest", 5)
    (9, 13, 12, 15, 14)
    """
    return tuple(line(CLASSES.groups[group].saves, level)[1:])


def creature_saves(dice: int, added: int = 0, mindless: bool = False) -> Saves:
    """
    The saving throws of a creature: a warrior's of its Hit Dice.

    Every four added points or part of them count as one more die. What has no intelligence at all saves as half of
    that, rounded up, except against death, poison and paralysis.

    >>> creature_saves(5, 6) == saves("warrior", 7), creature_saves(2, mindless=True)
    (True, (14, 16, 15, 17, 17))
    """
    level = dice - (added < 0) + -(-max(0, added) // CLASSES.creatures.saving)
    whole = saves("warrior", level)
    return (whole[0], *saves("warrior", (level + 1) // 2)[1:]) if mindless else whole


def slots(group: CharacterGroup, level: int) -> int:
    """
    Weapon proficiency slots, without those of Intelligence.

    >>> slots("warrior", 1), slots("warrior", 9), slots("wizard", 6)
    (4, 7, 2)
    """
    figures = CLASSES.groups[group].slots
    return figures.first + level // figures.levels


class Points(NamedTuple):
    """Hit points: the fewest that the dice give, their average rounded down, the most."""

    least: int
    average: int
    most: int


def hit_points(group: CharacterGroup, level: int, constitution: int) -> Points:
    """
    Hit points of a class level, each die at least 1.

    >>> hit_points("warrior", 10, 17)
    Points(least=39, average=79, most=120)
    """
    figures = CLASSES.groups[group].hit_points
    dice = min(level, figures.dice)
    fixed = figures.after * max(0, level - figures.dice)
    bonus = constitution_bonus(constitution, warrior=group == "warrior")
    return _rolled(dice, figures.die, bonus * dice, fixed)


def creature_hit_points(dice: int, added: int, half: bool) -> Points:
    """
    Hit points of a creature: a d8 for each Hit Die, or a d4 for half a die, and what is added.

    >>> creature_hit_points(4, 1, False), creature_hit_points(0, 0, True)
    (Points(least=5, average=19, most=33), Points(least=1, average=2, most=4))
    """
    figures = CLASSES.creatures
    if half:
        return _rolled(1, figures.half, 0, 0)
    return _rolled(dice, figures.die, added, 0)


def commoner_hit_points(constitution: int) -> Points:
    """Hit points of somebody without a level."""
    return _rolled(1, CLASSES.commoners.die, constitution_bonus(constitution, warrior=False), 0)


def _rolled(dice: int, faces: int, bonus: int, fixed: int) -> Points:
    least, average, most = (max(dice, points + bonus) for points in (dice, dice * (faces + 1) // 2, dice * faces))
    return Points(least + fixed, average + fixed, most + fixed)


# Scores.


class StrengthFigures(NamedTuple):
    """What Strength adds to attack rolls and damage, in melee and to what is hurled."""

    to_hit: int
    damage: int


class DexterityFigures(NamedTuple):
    """Reaction adjustment, missile adjustment, and what is added to Armor Class (negative is better)."""

    reaction: int
    missile: int
    defence: int


def strength(score: int, exceptional: int = 0) -> StrengthFigures:
    """
    What Strength adds; above 25 as 25.

    >>> strength(18), strength(18, 76), strength(30)
    (StrengthFigures(to_hit=1, damage=2), StrengthFigures(to_hit=2, damage=4), StrengthFigures(to_hit=7, damage=14))
    """
    lines = ABILITIES.exceptional if score == 18 and exceptional else ABILITIES.strength
    return StrengthFigures(*line(lines, exceptional if lines is ABILITIES.exceptional else score)[1:])


def dexterity(score: int) -> DexterityFigures:
    """
    What Dexterity adds.

    >>> dexterity(16)
    DexterityFigures(reaction=1, missile=1, defence=-2)
    """
    return DexterityFigures(*line(ABILITIES.dexterity, score)[1:])


def constitution_bonus(score: int, *, warrior: bool) -> int:
    """What Constitution adds to each hit die."""
    return int(line(ABILITIES.constitution, score)[2 if warrior else 1])


def system_shock(score: int) -> int:
    """
    The percentage of surviving a System Shock.

    >>> system_shock(13)
    85
    """
    return int(line(ABILITIES.system_shock, score)[1])


def creature_system_shock(dice: int) -> int:
    """
    The percentage of a creature without a score: that of 10, and 2 for each Hit Die, at most 99
    (adnd.fumble.system-shock.check).
    """
    return min(99, system_shock(10) + 2 * dice)


def languages(score: int) -> int:
    """
    How many languages Intelligence allows.

    >>> languages(13)
    3
    """
    return int(line(ABILITIES.languages, score)[1])


# Rates.


@cache
def rate(text: str) -> Rate:
    """
    A rate such as ``3/2``: three attacks in two rounds.

    >>> rate("3/2")
    (3, 2)

    :raises BadInput: when it is written otherwise.
    """
    attacks, slash, rounds = text.partition("/")
    if not (slash and attacks.isdecimal() and rounds.isdecimal() and int(rounds) and int(attacks)):
        raise BadInput(f"the rate {text!r} is not of the form 3/2: write attacks, a stroke, rounds")
    return int(attacks), int(rounds)


def column(level: int) -> int:
    """
    Which of the three columns of rates holds at a level.

    >>> [column(level) for level in (1, 6, 7, 12, 13)]
    [0, 0, 1, 1, 2]
    """
    return sum(level >= first for first in RATES.from_[1:])


# Weapon groups.


def tight_groups(weapon: str) -> tuple[str, ...]:
    """
    The tight groups that a weapon belongs to.

    >>> tight_groups("dagger")
    ('fencing blades', 'short blades')
    """
    return tuple(name for name, members in WEAPON_GROUPS.tight.items() if weapon in members)


def tight(group: str) -> tuple[str, ...]:
    """The weapons of a tight group."""
    return WEAPON_GROUPS.tight[group]


def broad(group: str) -> tuple[str, ...]:
    """
    The weapons of a broad group, each once.

    >>> len(broad("blades"))
    18
    """
    members = [
        name for entry in WEAPON_GROUPS.broad[group] for name in WEAPON_GROUPS.tight.get(entry, (entry,))
    ]  # fmt: skip
    return tuple(dict.fromkeys(members))


# Equipment.


def weapon(
    name: str,
    *,
    label: str = "",
    plus: int = 0,
    count: int | None = None,
    missiles: dict[str, int] | None = None,
    missile_plus: int = 0,
    built_for: int | None = None,
    fastened: bool = False,
    damage: str = "",
    attack: int = 0,
    damage_bonus: int = 0,
    where: str = "weapons",
) -> Weapon:
    """
    A manufactured weapon. ``count`` is how many of it are carried, of what is hurled; ``missiles`` how many of each a
    launcher has; ``built_for`` the Strength adjustment to damage for which a bow is built; ``damage`` are dice in the
    place of both of the weapon's.

    :raises BadInput: for a weapon or a missile that is not listed, or a count where there is nothing to count.
    """
    files.known(name, WEAPONS, "weapon", where)
    figures = WEAPONS[name]
    at = f"{where}: {name}"
    if count is not None and figures.ranges is None:
        raise BadInput(f"{at}: count: it is never hurled: leave the count out")
    if missiles is not None and not figures.missiles:
        raise BadInput(f"{at}: missiles: it shoots none: leave them out")
    if built_for is not None and figures.family != "bow":
        raise BadInput(f"{at}: built_for: only bows are built for a Strength: leave it out")
    carried = {next(iter(figures.missiles)): DEFAULT_MISSILES} if figures.missiles and missiles is None else missiles
    for missile in carried or ():
        files.known(missile, figures.missiles, "missile", f"{at}: missiles")
    fire = RATES.missile[figures.rates] if figures.rates else None
    grip = figures.grip
    return Weapon(
        name=label or name,
        base=name if label else "",
        category=figures.category,
        size=figures.size,
        kinds=figures.kinds,
        speed=figures.speed,
        damage=damage or figures.damage,
        large=damage or figures.large,
        hands=figures.hands,
        grip=Grip(grip.damage, grip.large, grip.speed, grip.reach) if grip else None,
        reach=figures.reach,
        not_adjacent=figures.not_adjacent,
        ranges=figures.ranges,
        missiles=tuple(_missile(figures, missile, many, missile_plus) for missile, many in (carried or {}).items()),
        rate=fire.ordinary if fire else "",
        trained=fire.trained if fire else (),
        family=figures.family or ("thrown" if fire else ""),
        count=1 if count is None else count,
        groups=tight_groups(name),
        plus=plus,
        material=figures.material,
        sets=figures.sets,
        lance=figures.lance,
        strength=built_for,
        fastened=fastened,
        attack=attack,
        damage_bonus=damage_bonus,
    )


DEFAULT_MISSILES = 20
"""A launcher's missiles of its first kind, unless said."""


def _missile(launcher: WeaponFigures, name: str, count: int, plus: int) -> Missile:
    figures = launcher.missiles[name]
    return Missile(name, figures.damage, figures.large, figures.ranges, count, plus, figures.minimum)


def armor(name: str, *, plus: int = 0, helmet: bool = False, where: str = "armor") -> Armor:
    """
    What is worn.

    :raises BadInput: when it is not listed.
    """
    files.known(name, ARMOR, "armor", where)
    figures = ARMOR[name]
    return Armor(name, figures.armor_class, plus, figures.metal, helmet)


def shield(kind: str, *, plus: int = 0, slung: bool = False, metal: bool = False, where: str = "shield") -> Shield:
    """
    A shield.

    :raises BadInput: when there is none of that kind.
    """
    files.known(kind, SHIELDS, "shield", where)
    name = kind if kind == "buckler" else f"{kind} shield"
    known: Board = next(board for board in SHIELDS if board == kind)
    board = SHIELDS[known]
    strike = Weapon(
        name=name,
        category="melee",
        size="small",
        kinds=("bludgeoning",),
        speed=board.punch or 0,
        damage=board.strike,
        large=board.strike,
    )
    return Shield(name, known, plus, slung, "metal" if metal else "thick wood", strike)


def fist(gauntlet: bool = False) -> Weapon:
    """A fist, bare or in a gauntlet."""
    figures = UNARMED.gauntlet if gauntlet else UNARMED.fist
    return Weapon(
        name="gauntlet" if gauntlet else "fist",
        category="unarmed",
        size="small",
        kinds=("bludgeoning",),
        speed=figures.speed,
        damage=figures.damage,
        large=figures.damage,
    )


def item_save(material: str, plus: int = 0) -> int:
    """
    What a d20 has to show that an item outlasts a crushing blow (T8); its magic helps.

    >>> item_save("thin wood", plus=1)
    12
    """
    return ITEM_SAVES[material] - plus


def bare_hands(roll: int) -> BareHand:
    """
    What a modified attack roll with bare hands brings.

    >>> bare_hands(23).wrestling, bare_hands(4).hold
    ('bear hug', True)
    """
    results = UNARMED.results
    return results[min(len(results) - 1, max(0, results[0].roll - roll))]


def check_dice(text: str, where: str) -> None:
    """
    Refuse what is no dice notation; nothing at all is allowed.

    :raises BadInput: when it is none.
    """
    if text:
        try:
            parse_dice(text)
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None
