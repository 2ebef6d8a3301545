"""
Creatures from TOML: what a file may say, and how it becomes the plain figures of a ``Sheet``.

A file states components (scores, base attack, armor by name, feats by name), never sums; what feats, armor and class
levels add to the figures of a sheet is added here, what they add to rolls is left to the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from sim.core.errors import BadInput
from sim.dice.notation import parse as parse_dice
from sim.tables import equipment, files
from sim.tables.equipment import NATURAL, Kind
from sim.tables.glossary import FEATS, SKILLS, SUBTYPES, TYPES, Ability
from sim.tables.sheet import (
    Armor,
    Caster,
    Device,
    Poison,
    Power,
    Prepared,
    Reduction,
    Sheet,
    Shield,
    Size,
    Weapon,
)
from sim.tables.sizes import SIZE, Shape
from sim.tables.spells import SPELLS, Spell, level_for

Score = Annotated[int, Meta(ge=0, le=99)] | Literal["none"]
Mind = Annotated[int, Meta(ge=0, le=99)]
Small = Annotated[int, Meta(ge=0, le=100)]
Signed = Annotated[int, Meta(ge=-50, le=50)]
Feet = Annotated[int, Meta(ge=0, le=1000, multiple_of=5)]
Trait = Annotated[int, Meta(ge=0, le=10)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Enhancement = Annotated[int, Meta(ge=0, le=5)]

LARGEST = 1_000_000
"""No file of the bestiary is longer than this many bytes."""

TEMPERS = ("aggression", "caution", "mercy", "discipline")
"""Traits of a persona, 0 to 10, 5 unless said; ``wits`` comes of Intelligence."""


class Abilities(Struct, frozen=True, forbid_unknown_fields=True):
    """The six scores; ``"none"`` for one that the creature does not have."""

    strength: Score
    dexterity: Score
    constitution: Score
    intelligence: Score
    wisdom: Mind
    charisma: Mind


class Saves(Struct, frozen=True, forbid_unknown_fields=True):
    """Base save bonuses, without ability, feats and race; ``racial`` goes to all three."""

    fortitude: Small
    reflex: Small
    will: Small
    racial: Small = 0


class Carried(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A manufactured weapon: its name in the table of weapons, and what is special about this one."""

    name: str
    label: str = ""
    size: Size | None = None
    masterwork: bool = False
    enhancement: Enhancement = 0
    focus: bool = False
    specialization: bool = False
    improved_critical: bool = False
    racial: Signed = 0
    proficient: bool = True
    two_handed: bool = False
    ammunition: Annotated[int, Meta(ge=0, le=1000)] | None = None
    strength_rating: Small | None = None
    damage: str = ""
    increment: Feet | None = None
    material: str = ""
    carried: Literal["", "hidden", "stored"] = ""
    """Not in hand: hidden about the body, or stored in a pack."""


class Venom(Struct, frozen=True, forbid_unknown_fields=True):
    """Injury poison: save, ability, dice at once and dice a minute later."""

    dc: Annotated[int, Meta(ge=1, le=60)]
    ability: Ability
    initial: str
    secondary: str


class Paralysis(Struct, frozen=True, forbid_unknown_fields=True):
    """Paralysing touch: save and dice of rounds."""

    dc: Annotated[int, Meta(ge=1, le=60)]
    rounds: str


class AbilityDamage(Struct, frozen=True, forbid_unknown_fields=True):
    """Damage to an ability score on each hit."""

    ability: Ability
    dice: str


class Energy(Struct, frozen=True, forbid_unknown_fields=True):
    """Energy damage added to each hit."""

    kind: Literal["acid", "cold", "electricity", "fire", "sonic"]
    dice: str


class NaturalAttack(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A natural weapon; its damage is for this creature, without Strength."""

    name: Name
    damage: str
    kinds: tuple[Kind, ...] = ()
    threat: Annotated[int, Meta(ge=2, le=20)] = 20
    multiplier: Annotated[int, Meta(ge=2, le=5)] = 2
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    secondary: bool = False
    focus: bool = False
    specialization: bool = False
    improved_critical: bool = False
    racial: Signed = 0
    trip_on_hit: bool = False
    grab_on_hit: bool = False
    grab_up_to: Size | Literal[""] = ""
    constrict: str = ""
    charge_damage: str = ""
    poison: Venom | None = None
    paralysis: Paralysis | None = None
    ability_damage: AbilityDamage | None = None
    energy: Energy | None = None
    magic: bool = False


class Fist(Struct, frozen=True, forbid_unknown_fields=True):
    """What is special about the unarmed strike: a monk's dice, Weapon Focus."""

    damage: str = ""
    focus: bool = False


class Suit(Struct, frozen=True, forbid_unknown_fields=True):
    """Armor or a shield by name, with its make."""

    name: str
    masterwork: bool = False
    enhancement: Enhancement = 0
    proficient: bool = True
    slung: bool = False


class Hide(Struct, frozen=True, forbid_unknown_fields=True):
    """Damage reduction, or regeneration: points, and what overcomes it."""

    points: Annotated[int, Meta(ge=1, le=100)]
    bypass: tuple[str, ...] = ()


class Rend(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice of rending, and the natural weapon that must hit twice."""

    damage: str
    weapon: str


class Rake(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice of two more claws when it pounces, at the bonus of its other natural weapons or of ``secondary`` ones."""

    damage: str
    secondary: bool = False


class Persona(Struct, frozen=True, forbid_unknown_fields=True):
    """How it fights, 0 to 10; ``wits`` at most its Intelligence, half of it unless said."""

    aggression: Trait = 5
    caution: Trait = 5
    mercy: Trait = 5
    discipline: Trait = 5
    wits: Trait | None = None


class Magician(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """
    A caster: one of its classes, and what it has prepared, by count, or knows (with ``slots`` by level).

    ``quickened`` in front of a name is the metamagic. ``level``: the caster level, that of the class unless said.
    """

    kind: Literal["bard", "cleric", "druid", "paladin", "ranger", "sorcerer", "wizard"]
    level: Annotated[int, Meta(ge=1, le=40)] | None = None
    prepared: dict[str, Annotated[int, Meta(ge=1, le=20)]] = {}
    known: tuple[str, ...] = ()
    slots: tuple[Small, ...] = ()


class Item(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A magic item with a spell in it; level, DC and charges as the item is made at its cheapest unless said."""

    kind: Literal["potion", "oil", "scroll", "wand", "item"]
    spell: str
    name: str = ""
    caster_level: Annotated[int, Meta(ge=1, le=40)] | None = None
    charges: Annotated[int, Meta(ge=0, le=50)] | None = None
    activation: Literal["", "command", "use"] = ""


class Gift(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A special ability that is used like a spell: spell-like, supernatural or extraordinary."""

    kind: Literal["spell-like", "supernatural", "extraordinary"]
    spell: str
    name: str = ""
    level: Small | None = None
    caster_level: Annotated[int, Meta(ge=1, le=40)]
    dc: Small = 0
    """0: 10, the level and the Charisma modifier."""
    uses: Small = 0
    pause: str = ""


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """The sums as a rulebook prints them, for checks; attacks: bonus of one attack, damage with Strength."""

    armor_class: int
    touch: int
    flat_footed: int
    grapple: int | None = None
    initiative: int | None = None
    fortitude: int | None = None
    reflex: int | None = None
    will: int | None = None
    attacks: dict[str, tuple[int, str]] = {}


class Creature(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A creature's file. Distances in feet; ``speed`` is without armor."""

    name: Name
    glyph: Annotated[str, Meta(min_length=1, max_length=1)] | None = None
    type: str
    subtypes: tuple[str, ...] = ()
    alignment: Literal["good", "neutral", "evil"] = "neutral"
    size: Size = "medium"
    shape: Shape = "tall"
    reach: Feet | None = None
    height: Annotated[int, Meta(ge=1, le=20)] | None = None
    legs: Small = 2
    hit_dice: str
    hit_points: Annotated[int, Meta(ge=1, le=10_000)]
    rating: Annotated[str, Meta(pattern=r"^([1-9]\d?|1/[2-9]|1/10)$")] | None = None
    """Challenge rating as printed; without it that of the classes."""
    classes: dict[str, Annotated[int, Meta(ge=1, le=40)]] = {}
    base_attack: Small
    speed: Feet = 30
    steady_speed: bool = False
    """Armor does not slow it (dwarves)."""
    climb: Feet = 0
    swim: Feet = 0
    fly: Feet = 0
    burrow: Feet = 0
    abilities: Abilities
    saves: Saves
    armor: str | Suit | None = None
    shield: str | Suit | None = None
    natural_armor: Small = 0
    deflection: Small = 0
    dodge: Small = 0
    other_armor: Signed = 0
    weapons: tuple[Carried, ...] = ()
    attacks: tuple[NaturalAttack, ...] = ()
    unarmed: Fist = Fist()
    held: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()
    """What else it wears and carries, by names of ``gear.toml``."""
    feats: tuple[str, ...] = ()
    ranks: dict[str, Small] = {}
    """Skill ranks; abilities, feats and armor are added."""
    skills: dict[str, Annotated[int, Meta(ge=-50, le=100)]] = {}
    """Skill totals as printed, where the ranks are not known."""
    initiative: Signed = 0
    """Besides Dexterity and Improved Initiative."""
    grapple: Signed = 0
    stable: bool = False
    war_trained: bool = False
    evasion: bool | None = None
    """Unless said, what rogues and monks have from the second level on."""
    uncanny_dodge: Annotated[int, Meta(ge=0, le=2)] | None = None
    darkvision: Feet = 0
    low_light: bool = False
    light_sensitivity: bool = False
    reduction: Hide | None = None
    regeneration: Hide | None = None
    fast_healing: Small = 0
    single_actions: bool = False
    rend: Rend | None = None
    pounce: bool = False
    rake: Rake | None = None
    ferocity: bool = False
    frenzy: bool = False
    """Rages when it has been wounded; who rages at will has a power."""
    turn_resistance: Small = 0
    immune: tuple[str, ...] = ()
    caster: Magician | None = None
    items: tuple[Item, ...] = ()
    powers: tuple[Gift, ...] = ()
    components: tuple[str, ...] | None = None
    """Foci and pouch; those that its spells ask for unless said."""
    spell_resistance: Small = 0
    persona: Persona = Persona()
    left_out: tuple[str, ...] = ()
    """Abilities in the rulebook that this simulation does not play."""
    expect: Expect | None = None


@cache
def kinds() -> tuple[str, ...]:
    """The ids of all creatures of the bestiary, sorted."""
    folder = files.shipped("d20", "bestiary")
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


def source(kind: str) -> dict[str, Any]:
    """
    The tables of a creature of the bestiary, as its file has them.

    :raises BadInput: when the bestiary has no such creature.
    """
    files.known(kind, kinds(), "creature", "bestiary")
    where = f"{kind}.toml"
    return files.parse(files.shipped("d20", "bestiary", where).read_text(encoding="utf-8"), where)


LESSER = ("warrior", "commoner")
"""Classes of those who are no adventurers: a rating less."""


@cache
def rating(kind: str) -> str:
    """
    The challenge rating of a creature of the bestiary, such as ``1/2``; empty when it has none.

    >>> rating("ogre"), rating("cleric-3"), rating("half-orc-warrior-4"), rating("commoner-1")
    ('3', '3', '3', '1/2')

    :raises BadInput: when the bestiary has no such creature.
    """
    figures = source(kind)
    if "rating" in figures:
        return str(figures["rating"])
    classes: dict[str, int] = figures.get("classes", {})
    levels = sum(classes.values())
    if not set(classes) <= set(LESSER):
        return str(levels)
    return "" if not levels else "1/2" if levels == 1 else str(levels - 1)


def left_out(kind: str) -> tuple[str, ...]:
    """What the rulebook gives a creature of the bestiary, and nobody plays here."""
    return tuple(source(kind).get("left_out", ()))


@cache
def creature(kind: str) -> Sheet:
    """
    A creature of the bestiary, without name in the fight and side.

    >>> creature("orc").hit_points
    5

    :raises BadInput: when the bestiary has no such creature.
    """
    return resolve(source(kind), f"{kind}.toml", kind)


def load(path: Path) -> Sheet:
    """
    A creature from a TOML file of the user's; its kind is the name of the file.

    :raises BadInput: when the file cannot be read or says something that no creature can have.
    """
    text = files.text(path, "a file of the bestiary", LARGEST)
    return resolve(files.parse(text, str(path)), str(path), path.stem)


def resolve(document: dict[str, Any], where: str, kind: str = "") -> Sheet:
    """
    The figures of a creature's tables; ``where`` opens the sentence of an error.

    With a key ``base`` the tables are changes to that creature of the bestiary: tables are merged, all else replaced.

    >>> resolve({"base": "orc", "abilities": {"strength": 19}}, "ambush.toml").strength
    19

    :raises BadInput: for an unknown key, name or reference, a wrong type, or a figure out of range.
    """
    if "base" in document:
        changes = dict(document)
        base = changes.pop("base")
        if not isinstance(base, str):
            raise BadInput(f"{where}: base: expected a text, the id of a creature of the bestiary")
        files.known(base, kinds(), "creature", f"{where}: base")
        kind = kind or base
        document = _merged(source(base), changes)
    return _sheet(files.convert(document, Creature, where), where, kind)


def _merged(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """``base`` with ``changes``; its printed sums no longer hold and go."""
    merged = {key: value for key, value in base.items() if key != "expect"}
    for key, value in changes.items():
        old = merged.get(key)
        merged[key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _sheet(c: Creature, where: str, kind: str) -> Sheet:
    _check_names(c, where)
    weapons = (*(_weapon(c, entry, where) for entry in c.weapons), *(_natural(c, entry, where) for entry in c.attacks))
    _check_weapons(c, weapons, where)
    armor = _armor(c, where)
    shield = _shield(c, where)
    size = SIZE[c.size]
    rogue = c.classes.get("rogue", 0)
    caster, devices, powers = _caster(c, where), _devices(c, where), _powers(c, where)
    spells = _spells(caster, devices, powers)
    intelligence = _score(c.abilities.intelligence)
    return Sheet(
        name=c.name,
        kind=kind,
        glyph=c.glyph or c.name[0].lower(),
        size=c.size,
        type=c.type,
        subtypes=c.subtypes,
        alignment=c.alignment,
        strength=_score(c.abilities.strength),
        dexterity=_score(c.abilities.dexterity),
        constitution=_score(c.abilities.constitution),
        intelligence=intelligence,
        wisdom=c.abilities.wisdom,
        charisma=c.abilities.charisma,
        hit_dice=hit_dice(c.hit_dice, f"{where}: hit_dice"),
        level=sum(c.classes.values()),
        classes=c.classes,
        hit_points=c.hit_points,
        base_attack=c.base_attack,
        fortitude=c.saves.fortitude + c.saves.racial + 2 * ("great-fortitude" in c.feats),
        reflex=c.saves.reflex + c.saves.racial + 2 * ("lightning-reflexes" in c.feats),
        will=c.saves.will + c.saves.racial + 2 * ("iron-will" in c.feats),
        initiative=c.initiative + 4 * ("improved-initiative" in c.feats),
        speed=c.speed if armor is None or armor.weight == "light" or c.steady_speed else slowed(c.speed),
        climb=c.climb,
        swim=c.swim,
        fly=c.fly,
        burrow=c.burrow,
        space=5 * size.span,
        reach=size.reach(c.shape) if c.reach is None else c.reach,
        height=c.height or (size.height if c.shape == "tall" else max(1, size.height - 1)),
        legs=c.legs,
        stable=c.stable,
        grapple=c.grapple,
        war_trained=c.war_trained,
        armor=armor,
        shield=shield,
        natural_armor=c.natural_armor,
        deflection=c.deflection,
        dodge=c.dodge,
        other_armor=c.other_armor,
        weapons=weapons,
        held=c.held,
        gear=tuple(equipment.gear(name, where=f"{where}: gear") for name in c.gear),
        unarmed=equipment.unarmed(
            c.size, damage=c.unarmed.damage, focus=c.unarmed.focus, finesse="weapon-finesse" in c.feats
        ),
        feats=c.feats,
        skills=_skills(c, armor, shield),
        ranks=c.ranks,
        sneak_attack=(rogue + 1) // 2,
        evasion=max(rogue, c.classes.get("monk", 0)) >= 2 if c.evasion is None else c.evasion,
        uncanny_dodge=(rogue >= 4) + (rogue >= 8) if c.uncanny_dodge is None else c.uncanny_dodge,
        rogue_level=rogue,
        turn_resistance=c.turn_resistance,
        darkvision=c.darkvision,
        low_light=c.low_light,
        light_sensitivity=c.light_sensitivity,
        reduction=Reduction(c.reduction.points, c.reduction.bypass) if c.reduction else None,
        regeneration=c.regeneration.points if c.regeneration else 0,
        regeneration_bypass=c.regeneration.bypass if c.regeneration else (),
        fast_healing=c.fast_healing,
        single_actions=c.single_actions,
        rend=c.rend.damage if c.rend else "",
        rend_weapon=c.rend.weapon if c.rend else "",
        pounce=c.pounce,
        rake=_rake(c, where),
        ferocity=c.ferocity,
        frenzy=c.frenzy,
        immune=c.immune,
        caster=caster,
        devices=devices,
        powers=powers,
        spells=spells,
        components=_components(spells.values()) if c.components is None else c.components,
        spell_resistance=c.spell_resistance,
        persona=_persona(c.persona, intelligence),
    )


_DICE = re.compile(r"(1/2|1/4|[1-9]\d{0,2})d(4|6|8|10|12)([+-]\d{1,4})?")


def hit_dice(text: str, where: str = "hit dice") -> int:
    """
    How many Hit Dice; a fraction counts as one, several kinds are joined by ``plus``.

    >>> hit_dice("4d8+11"), hit_dice("1/4d8"), hit_dice("4d8+8 plus 2d10+4")
    (4, 1, 6)

    :raises BadInput: when the text is not of that form.
    """
    total = 0
    for part in text.split(" plus "):
        match = _DICE.fullmatch(part)
        if match is None:
            raise BadInput(f"{where}: {text!r} are no hit dice: write them like 4d8+11, d4 to d12")
        total += 1 if "/" in match[1] else int(match[1])
    return total


def slowed(speed: int) -> int:
    """
    Speed in medium or heavy armor, in feet: two thirds, rounded up to a square (d20.speed.armor-classes).

    >>> [slowed(feet) for feet in (20, 30, 40, 50, 60)]
    [15, 20, 30, 35, 40]
    """
    return -(-speed * 2 // 15) * 5


def _score(score: int | str) -> int | None:
    return score if isinstance(score, int) else None


def _check_names(c: Creature, where: str) -> None:
    files.known(c.type, TYPES, "type", f"{where}: type")
    for subtype in c.subtypes:
        files.known(subtype, SUBTYPES, "subtype", f"{where}: subtypes")
    for feat in c.feats:
        files.known(feat, FEATS, "feat", f"{where}: feats")
    for key, names in (("ranks", c.ranks), ("skills", c.skills)):
        for skill in names:
            files.known(skill, SKILLS, "skill", f"{where}: {key}")
    entries: list[Carried | NaturalAttack] = [*c.weapons, *c.attacks]
    for key, options in (
        ("weapon-focus", [entry.name for entry in entries if entry.focus] + ["unarmed"] * c.unarmed.focus),
        ("weapon-specialization", [entry.name for entry in entries if entry.specialization]),
        ("improved-critical", [entry.name for entry in entries if entry.improved_critical]),
    ):
        if options and key not in c.feats:
            raise BadInput(f"{where}: {options[0]} needs the feat {key}: add it to feats")
        if key in c.feats and not options:
            raise BadInput(f"{where}: feats: {key} goes with a weapon: mark the weapon it is for")


def _check_weapons(c: Creature, weapons: tuple[Weapon, ...], where: str) -> None:
    names = [weapon.name for weapon in weapons]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"{where}: two weapons are named {name!r}: give one of them a label")
    made = {weapon.name: weapon for weapon in weapons if weapon.category != "natural"}
    for name in c.held:
        files.known(name, made, "weapon in hand", f"{where}: held")
    if len(set(c.held)) < len(c.held):
        raise BadInput(f"{where}: held: a weapon is named twice: list each weapon in hand once")
    needed = sum(equipment.hands(made[name]) for name in c.held)
    shield = c.shield if isinstance(c.shield, str) else c.shield.name if c.shield and not c.shield.slung else None
    arm = shield in equipment.SHIELDS and equipment.SHIELDS[shield].hand
    if needed + arm > 2:
        raise BadInput(
            f"{where}: held: {' and '.join(c.held)}{' with a shield' * arm} need {needed + arm} hands: "
            "hold less at the start"
        )
    if c.rend:
        files.known(c.rend.weapon, names, "weapon", f"{where}: rend.weapon")


def _weapon(c: Creature, entry: Carried, where: str) -> Weapon:
    _dice(entry.damage, f"{where}: weapons: {entry.name}: damage")
    return equipment.weapon(
        entry.name,
        entry.size or c.size,
        label=entry.label,
        masterwork=entry.masterwork,
        enhancement=entry.enhancement,
        focus=entry.focus,
        specialization=entry.specialization,
        improved_critical=entry.improved_critical,
        racial=entry.racial,
        finesse="weapon-finesse" in c.feats,
        proficient=entry.proficient,
        two_handed=entry.two_handed,
        ammunition=entry.ammunition,
        strength_rating=entry.strength_rating,
        damage=entry.damage,
        increment=entry.increment,
        material=entry.material,
        carried=entry.carried,
        where=f"{where}: weapons",
    )


def _natural(c: Creature, entry: NaturalAttack, where: str) -> Weapon:
    at = f"{where}: attacks: {entry.name}"
    if not entry.kinds and entry.name not in NATURAL:
        raise BadInput(f"{at}: kinds is missing: list bludgeoning, piercing or slashing")
    poison, paralysis, drain, energy = entry.poison, entry.paralysis, entry.ability_damage, entry.energy
    for key, dice in (
        ("damage", entry.damage),
        ("constrict", entry.constrict),
        ("charge_damage", entry.charge_damage),
        ("poison.initial", poison.initial if poison else ""),
        ("poison.secondary", poison.secondary if poison else ""),
        ("paralysis.rounds", paralysis.rounds if paralysis else ""),
        ("ability_damage.dice", drain.dice if drain else ""),
        ("energy.dice", energy.dice if energy else ""),
    ):
        _dice(dice, f"{at}: {key}")
    return Weapon(
        name=entry.name,
        category="natural",
        damage=entry.damage,
        kinds=entry.kinds or NATURAL[entry.name].kinds,
        threat=equipment.doubled_threat(entry.threat) if entry.improved_critical else entry.threat,
        multiplier=entry.multiplier,
        bonuses=equipment.bonuses(
            focus=entry.focus,
            specialization=entry.specialization,
            racial=entry.racial,
            widened=21 - entry.threat if entry.improved_critical else 0,
        ),
        finesse="weapon-finesse" in c.feats,
        count=entry.count,
        secondary=entry.secondary,
        trip_on_hit=entry.trip_on_hit,
        grab_on_hit=entry.grab_on_hit,
        grab_up_to=entry.grab_up_to,
        constrict=entry.constrict,
        charge_damage=entry.charge_damage,
        poison=Poison(poison.dc, poison.ability, poison.initial, poison.secondary) if poison else None,
        paralysis_dc=paralysis.dc if paralysis else 0,
        paralysis=paralysis.rounds if paralysis else "",
        ability_damage=(drain.ability, drain.dice) if drain else None,
        energy=(energy.kind, energy.dice) if energy else None,
        magic=entry.magic,
    )


def _rake(c: Creature, where: str) -> Weapon | None:
    if c.rake is None:
        return None
    claws = NaturalAttack(name="rake", damage=c.rake.damage, kinds=NATURAL["claw"].kinds, count=2)
    return replace(_natural(c, claws, where), secondary=c.rake.secondary, traits=("rake",))


def _dice(text: str, where: str) -> None:
    """Refuse what is no dice notation; nothing at all is allowed."""
    if text:
        try:
            parse_dice(text)
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None


def _armor(c: Creature, where: str) -> Armor | None:
    if c.armor is None:
        return None
    suit = Suit(c.armor) if isinstance(c.armor, str) else c.armor
    return equipment.armor(
        suit.name,
        masterwork=suit.masterwork,
        enhancement=suit.enhancement,
        proficient=suit.proficient,
        where=f"{where}: armor",
    )


def _shield(c: Creature, where: str) -> Shield | None:
    if c.shield is None:
        return None
    suit = Suit(c.shield) if isinstance(c.shield, str) else c.shield
    return equipment.shield(
        suit.name,
        c.size,
        masterwork=suit.masterwork,
        enhancement=suit.enhancement,
        slung=suit.slung,
        proficient=suit.proficient,
        where=f"{where}: shield",
    )


_SKILL_FEATS = {"alertness": ("listen", "spot"), "stealthy": ("hide", "move-silently")}


def _skills(c: Creature, armor: Armor | None, shield: Shield | None) -> dict[str, int]:
    """Totals: ranks, ability, feats, armor check penalty, size on Hide; printed totals take precedence."""
    burden = (armor.check if armor else 0) + (shield.check if shield else 0)
    totals: dict[str, int] = {}
    for skill, ranks in c.ranks.items():
        figures = SKILLS[skill]
        score = _score(getattr(c.abilities, figures.ability))
        total = ranks + (0 if score is None else (score - 10) // 2) + figures.armor_check * burden
        total += 2 * sum(skill in raised for feat, raised in _SKILL_FEATS.items() if feat in c.feats)
        totals[skill] = total + (SIZE[c.size].hide if skill == "hide" else 0)
    return {**totals, **c.skills}


CLASSES: dict[str, tuple[Literal["intelligence", "wisdom", "charisma"], bool]] = {
    "bard": ("charisma", True),
    "cleric": ("wisdom", False),
    "druid": ("wisdom", False),
    "paladin": ("wisdom", False),
    "ranger": ("wisdom", False),
    "sorcerer": ("charisma", True),
    "wizard": ("intelligence", True),
}
"""Classes that cast: the ability that counts, and whether their spells are arcane."""

QUICKENED = "quickened "


def _caster(c: Creature, where: str) -> Caster | None:
    if c.caster is None:
        return None
    kind = c.caster.kind
    files.known(kind, c.classes, "class of its own", f"{where}: caster.kind")
    ability, arcane = CLASSES[kind]
    level = c.caster.level or (c.classes[kind] // 2 if kind in ("paladin", "ranger") else c.classes[kind])
    counts = {**dict.fromkeys(c.caster.known, 0), **c.caster.prepared}
    prepared = tuple(_prepared(kind, name, count, f"{where}: caster") for name, count in counts.items())
    return Caster(kind, level, ability, arcane, prepared, c.caster.slots)


def _prepared(kind: str, name: str, count: int, where: str) -> Prepared:
    plain = name.removeprefix(QUICKENED)
    files.known(plain, SPELLS, "spell", where)
    level = level_for(SPELLS[plain], kind)
    if level is None:
        raise BadInput(f"{where}: {plain} is no spell of a {kind}: choose one of that class")
    quickened = name.startswith(QUICKENED)
    return Prepared(name, plain, level + 4 * quickened, count, quickened)


def _devices(c: Creature, where: str) -> tuple[Device, ...]:
    found = []
    for item in c.items:
        files.known(item.spell, SPELLS, "spell", f"{where}: items")
        level = min(SPELLS[item.spell].levels.values(), default=0)
        charges = {"potion": 1, "oil": 1, "scroll": 1, "wand": 50}.get(item.kind, 0)
        found.append(
            Device(
                item.name or f"{item.kind} of {item.spell}",
                item.kind,
                item.spell,
                level,
                item.caster_level or max(1, 2 * level - 1),
                10 + level + level // 2,
                charges if item.charges is None else item.charges,
                item.activation or ("command" if item.kind == "item" else ""),
            )
        )
    return tuple(found)


def _powers(c: Creature, where: str) -> tuple[Power, ...]:
    found = []
    for gift in c.powers:
        files.known(gift.spell, SPELLS, "spell", f"{where}: powers")
        _dice(gift.pause, f"{where}: powers: pause")
        level = min(SPELLS[gift.spell].levels.values(), default=0) if gift.level is None else gift.level
        name = gift.name or gift.spell
        dc = gift.dc or 10 + level + (c.abilities.charisma - 10) // 2
        found.append(Power(name, gift.kind, gift.spell, level, gift.caster_level, dc, gift.uses, gift.pause))
    return tuple(found)


def _spells(caster: Caster | None, devices: tuple[Device, ...], powers: tuple[Power, ...]) -> dict[str, Spell]:
    """The figures of all spells that a creature has, in whatever way."""
    names = [entry.spell for entry in caster.prepared] if caster else []
    names += [*(device.spell for device in devices), *(power.spell for power in powers)]
    return {name: SPELLS[name] for name in dict.fromkeys(names)}


def _components(spells: Iterable[Spell]) -> tuple[str, ...]:
    """What these spells ask for: a pouch of materials, a holy symbol, foci by name."""
    found: list[str] = []
    for spell in spells:
        if "M" in spell.components:
            found.append("component pouch")
        if "DF" in spell.components:
            found.append("holy symbol")
        if "F" in spell.components and spell.focus:
            found.append(spell.focus)
    return tuple(dict.fromkeys(found))


def _persona(persona: Persona, intelligence: int | None) -> dict[str, int]:
    """The five traits; wits never above Intelligence."""
    mind = min(10, intelligence or 0)
    wits = mind // 2 if persona.wits is None else min(persona.wits, mind)
    return {**{temper: getattr(persona, temper) for temper in TEMPERS}, "wits": wits}
