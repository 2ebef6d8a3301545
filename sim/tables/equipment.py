"""Weapons, armor and shields of the d20 rulebook, made for a creature's size and by a smith's or a wizard's skill."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sim.tables import files
from sim.tables.sheet import SIZES, Armor, Category, Gear, Shield, Size, Weapon, WeaponBonus
from sim.tables.sizes import scaled

Kind = Literal["bludgeoning", "piercing", "slashing"]


class WeaponRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon as printed: dice for Medium and, where they differ from the size steps, for Small."""

    category: Category
    training: Literal["simple", "martial", "exotic"]
    damage: str = ""
    small: str = ""
    kinds: tuple[Kind, ...] = ()
    threat: int = 20
    multiplier: int = 2
    increment: int = 0
    thrown: bool = False
    projectile: bool = False
    strength_rating: int | None = None
    adds_strength: bool = True
    reload: Literal["", "free", "move", "full-round"] = ""
    reach: bool = False
    adjacent_too: bool = False
    trips: bool = False
    disarm_bonus: int = 0
    nonlethal: bool = False
    braces: bool = False
    double: str = ""
    double_small: str = ""
    double_multiplier: int = 0
    double_kinds: tuple[Kind, ...] = ()
    finesse: bool = False
    """Open to Weapon Finesse although it is not light."""
    improvised: bool = False
    """Never made for a fight: -4 for whoever uses it (d20.core.non-proficiency)."""
    make: str = ""
    traits: tuple[str, ...] = ()


class ArmorRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Body armor as printed."""

    bonus: int
    max_dexterity: int
    check: int
    arcane_failure: int
    weight: Literal["light", "medium", "heavy"]


class ShieldRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A shield as printed, for Medium."""

    bonus: int
    check: int
    arcane_failure: int
    hardness: int
    hit_points: int
    max_dexterity: int | None = None
    attack: int = 0
    hand: bool = True


class Durability(Struct, frozen=True, forbid_unknown_fields=True):
    """How much a class of make withstands (d20.sunder.hardness)."""

    hardness: int
    hit_points: int


class GearRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Something worn or carried, as ``sheet.Gear`` has it."""

    size: Size = "diminutive"
    secured: bool = False
    hardness: int = 0
    hit_points: int = 0


class Natural(Struct, frozen=True, forbid_unknown_fields=True):
    """What a natural weapon deals."""

    kinds: tuple[Kind, ...]


WEAPONS: dict[str, WeaponRow] = files.table("weapons", WeaponRow)
ARMOR: dict[str, ArmorRow] = files.table("armor", ArmorRow)
SHIELDS: dict[str, ShieldRow] = files.table("shields", ShieldRow)
DURABILITY: dict[str, Durability] = files.table("durability", Durability)
GEAR: dict[str, GearRow] = files.table("gear", GearRow)
NATURAL: dict[str, Natural] = files.table("natural", Natural)

QUIVER = 20
"""Shots that a projectile weapon comes with unless said otherwise."""


def weapon(
    name: str,
    size: Size = "medium",
    *,
    label: str = "",
    masterwork: bool = False,
    enhancement: int = 0,
    focus: bool = False,
    specialization: bool = False,
    improved_critical: bool = False,
    racial: int = 0,
    finesse: bool = False,
    proficient: bool = True,
    two_handed: bool = False,
    ammunition: int | None = None,
    strength_rating: int | None = None,
    damage: str = "",
    increment: int | None = None,
    material: str = "",
    carried: str = "",
    where: str = "weapon",
) -> Weapon:
    """
    A weapon of the table made for a wielder of ``size``.

    ``label`` names one of several alike; ``enhancement`` is its magic, ``racial`` its wielder's racial bonus on attacks
    with it; ``carried`` (``hidden`` or ``stored``) where it is; ``finesse`` says that the wielder has Weapon Finesse;
    ``damage`` (already of the right size) and ``increment`` replace the printed ones; ``where`` opens the sentence of
    an error.

    >>> weapon("greatclub", "large").damage
    '2d8'

    :raises BadInput: when the table has no such weapon.
    """
    files.known(name, WEAPONS, "weapon", where)
    row = WEAPONS[name]
    hardness, hit_points = _durability(row.make, size, enhancement)
    if ammunition is None:
        ammunition = QUIVER if row.projectile else int(row.thrown)
    return Weapon(
        name=label or name,
        category=row.category,
        damage=damage or _dice(row, size),
        kinds=row.kinds,
        threat=doubled_threat(row.threat) if improved_critical else row.threat,
        multiplier=row.multiplier,
        proficient=proficient and not row.improvised,
        bonuses=bonuses(
            masterwork, enhancement, focus, specialization, racial, 21 - row.threat if improved_critical else 0
        ),
        increment=row.increment if increment is None else increment,
        thrown=row.thrown,
        projectile=row.projectile,
        strength_rating=row.strength_rating if strength_rating is None else strength_rating,
        adds_strength=row.adds_strength,
        reload=row.reload,
        ammunition=ammunition,
        reach=row.reach,
        adjacent_too=row.adjacent_too,
        trips=row.trips,
        disarm_bonus=row.disarm_bonus,
        nonlethal=row.nonlethal,
        braces=row.braces,
        double=scaled(row.double, size, row.double_small) if row.double else "",
        double_multiplier=row.double_multiplier,
        double_kinds=row.double_kinds,
        finesse=finesse and (row.finesse or row.category in ("light", "unarmed")),
        two_handed=two_handed,
        magic=enhancement > 0,
        material=material,
        hardness=hardness,
        hit_points=hit_points,
        traits=(*row.traits, carried) if carried else row.traits,
    )


def unarmed(size: Size = "medium", *, damage: str = "", focus: bool = False, finesse: bool = False) -> Weapon:
    """The unarmed strike of a creature of ``size`` (d20.unarmed.damage-by-size); ``damage`` is a monk's."""
    return weapon("unarmed strike", size, damage=damage, focus=focus, finesse=finesse)


def armor(
    name: str,
    *,
    masterwork: bool = False,
    enhancement: int = 0,
    proficient: bool = True,
    where: str = "armor",
) -> Armor:
    """
    Body armor of the table; masterwork and magic ease the check penalty by 1, magic adds to the bonus.

    :raises BadInput: when the table has no such armor.
    """
    files.known(name, ARMOR, "armor", where)
    row = ARMOR[name]
    return Armor(
        name=name,
        bonus=row.bonus + enhancement,
        max_dexterity=row.max_dexterity,
        check=_check(row.check, masterwork or enhancement > 0),
        weight=row.weight,
        proficient=proficient,
        failure=row.arcane_failure,
    )


def shield(
    name: str,
    size: Size = "medium",
    *,
    masterwork: bool = False,
    enhancement: int = 0,
    slung: bool = False,
    proficient: bool = True,
    where: str = "shield",
) -> Shield:
    """
    A shield of the table made for a bearer of ``size``.

    :raises BadInput: when the table has no such shield.
    """
    files.known(name, SHIELDS, "shield", where)
    row = SHIELDS[name]
    return Shield(
        name=name,
        bonus=row.bonus + enhancement,
        check=_check(row.check, masterwork or enhancement > 0),
        max_dexterity=row.max_dexterity,
        slung=slung,
        proficient=proficient,
        hardness=row.hardness + 2 * enhancement,
        hit_points=for_size(row.hit_points, size) + 10 * enhancement,
        attack=row.attack,
        failure=row.arcane_failure,
    )


def gear(name: str, *, where: str = "gear") -> Gear:
    """
    Something of the table of gear.

    :raises BadInput: when the table has no such thing.
    """
    files.known(name, GEAR, "gear", where)
    row = GEAR[name]
    return Gear(name, row.size, row.secured, row.hardness, row.hit_points)


def bonuses(
    masterwork: bool = False,
    enhancement: int = 0,
    focus: bool = False,
    specialization: bool = False,
    racial: int = 0,
    widened: int = 0,
) -> tuple[WeaponBonus, ...]:
    """What a weapon's make and its wielder's training add; magic takes the place of masterwork."""
    found: list[WeaponBonus] = []
    if enhancement:
        found.append(WeaponBonus("attack", enhancement, "enhancement", "d20.magic-weapon.bonus"))
        found.append(WeaponBonus("damage", enhancement, "enhancement", "d20.magic-weapon.bonus"))
    elif masterwork:
        found.append(WeaponBonus("attack", 1, "enhancement", "d20.masterwork.attack"))
    if focus:
        found.append(WeaponBonus("attack", 1, "", "d20.weapon-feats.focus"))
    if specialization:
        found.append(WeaponBonus("damage", 2, "", "d20.weapon-feats.specialization"))
    if racial:
        found.append(WeaponBonus("attack", racial, "racial", "d20.racial-weapon.attack"))
    if widened:
        found.append(WeaponBonus("threat", widened, "", "d20.weapon-feats.critical"))
    return tuple(found)


def doubled_threat(threat: int) -> int:
    """
    The lowest threatening roll with Improved Critical.

    >>> doubled_threat(20), doubled_threat(19), doubled_threat(18)
    (19, 17, 15)
    """
    return 21 - 2 * (21 - threat)


def for_size(hit_points: int, size: Size) -> int:
    """Hit points of an item made for ``size``: doubled for each size above Medium, halved for each below."""
    step = SIZES.index(size) - SIZES.index("medium")
    return hit_points << step if step >= 0 else max(1, hit_points >> -step)


def hands(weapon: Weapon) -> int:
    """How many hands hold it ready; a lance counts one, as on horseback."""
    if weapon.category in ("natural", "unarmed"):
        return 0
    both = weapon.two_handed or weapon.category == "two-handed" or "bow" in weapon.traits
    return 2 if both and "lance" not in weapon.traits else 1


def _dice(row: WeaponRow, size: Size) -> str:
    """Damage for a wielder's size; a flask holds the same whoever throws it."""
    return scaled(row.damage, size, row.small) if row.damage and "splash" not in row.traits else row.damage


def _durability(make: str, size: Size, enhancement: int) -> tuple[int, int]:
    """Hardness and hit points; each point of enhancement adds 2 and 10."""
    if not make:
        return 0, 0
    row = DURABILITY[make]
    return row.hardness + 2 * enhancement, for_size(row.hit_points, size) + 10 * enhancement


def _check(penalty: int, eased: bool) -> int:
    return min(0, penalty + 1) if eased else penalty
