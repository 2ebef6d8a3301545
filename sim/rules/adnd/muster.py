"""
Creatures and characters from TOML: what a file may say, and how it becomes the plain figures of a ``Sheet``.

A file states components (Hit Dice or class levels, scores, armour and weapons by name, steps of training), never sums:
THAC0, saves, proficiencies and the figures of natural weapons are worked out here, and training that breaks a rule is
refused with the rule's id.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, get_args

from msgspec import Meta, Struct

import sim.rules.adnd.expertise
import sim.rules.adnd.favoured
import sim.rules.adnd.grand_mastery
import sim.rules.adnd.high_mastery
import sim.rules.adnd.mastery
import sim.rules.adnd.proficiency
import sim.rules.adnd.specialist
import sim.rules.adnd.style_training
import sim.rules.adnd.weapon_group  # noqa: F401
from sim.core.errors import BadInput
from sim.rules.adnd import hand, hit_points
from sim.rules.adnd.declare import hands_of_size
from sim.rules.adnd.training import Pupil, groups_of, train
from sim.tables import adnd_figures as figures
from sim.tables import files
from sim.tables.adnd_figures import ARMOR, CLASSES, MORALE, SIZE, WEAPONS
from sim.tables.adnd_sheet import (
    Armor,
    Circumstance,
    Gear,
    Group,
    Intelligence,
    Kind,
    Rider,
    Sheet,
    Shield,
    Size,
    Spell,
    Training,
    Weapon,
)
from sim.tables.adnd_spells import CASTERS, SPELLS, spell

Score = Annotated[int, Meta(ge=1, le=25)]
Strength = Annotated[int, Meta(ge=1, le=40)]
Small = Annotated[int, Meta(ge=0, le=100)]
Signed = Annotated[int, Meta(ge=-50, le=50)]
Level = Annotated[int, Meta(ge=1, le=30)]
Trait = Annotated[int, Meta(ge=0, le=10)]
Plus = Annotated[int, Meta(ge=-5, le=5)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Metres = Annotated[int, Meta(ge=0, le=1000)]

FOLDERS = ("creatures", "characters")
TEMPERS = ("aggression", "caution", "mercy", "discipline")
"""Traits of a persona, 0 to 10, 5 unless said; ``wits`` comes of Intelligence."""


class Abilities(Struct, frozen=True, forbid_unknown_fields=True):
    """The six scores, and the percentage of exceptional Strength."""

    strength: Strength | None = None
    exceptional: Small = 0
    dexterity: Score | None = None
    constitution: Score | None = None
    intelligence: Score | None = None
    wisdom: Score = 10
    charisma: Score = 10


class Carried(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """
    A manufactured weapon: its name in the table of weapons, and what is special about this one.

    ``missiles`` are a launcher's, by name, with their number; ``attack`` and ``damage_bonus`` what its owner's kind
    adds with weapons.
    """

    name: str
    label: str = ""
    plus: Plus = 0
    count: Count | None = None
    missiles: dict[str, Count] | None = None
    missile_plus: Plus = 0
    built_for: Small | None = None
    fastened: bool = False
    damage: str = ""
    """Dice that take the place of both of the weapon's."""
    attack: Signed = 0
    damage_bonus: Signed = 0


class Effect(Struct, frozen=True, forbid_unknown_fields=True):
    """What a hit brings unless a saving throw is made; ``dice`` are rounds or points."""

    save: Literal["death", "wands", "petrification", "breath", "spell"]
    effect: Literal["death", "paralysis", "damage"]
    dice: str = ""


class NaturalAttack(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A natural weapon; ``count`` of it strike in the routine, none of what is shot."""

    name: Name
    damage: str
    kinds: tuple[Kind, ...]
    count: Annotated[int, Meta(ge=0, le=10)] = 1
    ranges: tuple[Metres, Metres, Metres] | None = None
    volley: str = ""
    breath: Literal["", "cone", "line"] = ""
    length: Small = 0
    """Of a breath, in squares."""
    volleys: Count = 1
    """How often it can loose a volley or a breath."""
    hug: str = ""
    rider: Effect | None = None


class Suit(Struct, frozen=True, forbid_unknown_fields=True):
    """Armor by name, with its magic."""

    name: str
    plus: Plus = 0


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """A shield by its kind."""

    kind: str
    plus: Plus = 0
    slung: bool = False
    metal: bool = False


class Thing(Struct, frozen=True, forbid_unknown_fields=True):
    """Something carried that is no weapon; see ``adnd_sheet.Gear``."""

    name: Name
    accessible: bool = True
    fragile: bool = False
    material: str = "metal"
    use: Literal["", "potion", "scroll", "wand", "rod", "staff", "ring"] = ""
    spell: str = ""
    level: Annotated[int, Meta(ge=1, le=20)] = 6
    """Of whoever made it."""
    charges: Annotated[int, Meta(ge=1, le=100)] = 1


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of training; see ``adnd_sheet.Training``."""

    what: Literal[
        "weapon", "tight-group", "broad-group", "ambidexterity", "favoured", "expert", "specialist", "master",
        "high-master", "grand-master", "familiarity", "style",
    ]  # fmt: skip
    on: str = ""
    level: Level = 1
    trainer: Annotated[str, Meta(max_length=80)] = ""
    trainer_level: Small = 0
    months: Annotated[int, Meta(ge=0, le=1200)] = 0


class Persona(Struct, frozen=True, forbid_unknown_fields=True):
    """How it fights, 0 to 10; ``wits`` follow from its intelligence unless said."""

    aggression: Trait = 5
    caution: Trait = 5
    mercy: Trait = 5
    discipline: Trait = 5
    wits: Trait | None = None


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """
    The file of a creature (``hit_dice``), of a character (``classes``) or of somebody without a level (neither).

    ``movement``, ``fly`` and ``swim`` are squares a round, loaded as it is.
    """

    name: Name
    glyph: Annotated[str, Meta(min_length=1, max_length=1)] | None = None
    size: Size = "medium"
    hit_dice: str = ""
    """``4``, ``4+1``, ``1-1`` or ``1/2``."""
    classes: dict[str, Level] = {}
    hit_points: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """The average of the dice unless said."""
    armor_class: Annotated[int, Meta(ge=-10, le=10)] | None = None
    """Of a creature: its hide, or what it wears."""
    thac0: Annotated[int, Meta(ge=1, le=20)] | None = None
    """Of a creature, where it is not that of its Hit Dice."""
    armor: str | Suit | None = None
    helmet: bool = False
    shield: str | Board | None = None
    movement: Annotated[int, Meta(ge=0, le=100)]
    fly: Small = 0
    swim: Small = 0
    abilities: Abilities = Abilities()
    mind: Intelligence | None = None
    """Of a creature; a character's follows from the score."""
    weapons: tuple[Carried, ...] = ()
    attacks: tuple[NaturalAttack, ...] = ()
    held: tuple[str, ...] = ()
    training: tuple[Step, ...] = ()
    hand: Literal["right", "left"] | None = None
    riding: tuple[Name, ...] = ()
    clergy: tuple[str, ...] = ()
    """The weapons that a priest's clergy allows, where they are not those of the class."""
    deity_weapon: str = ""
    """The favoured weapon of a priest's deity."""
    reach: Annotated[int, Meta(ge=0, le=10)] | None = None
    space: Annotated[int, Meta(ge=0, le=10)] = 0
    """Squares on a side of its space, where they are not those of its size."""
    height: Annotated[int, Meta(ge=1, le=20)] | None = None
    legs: Small = 2
    lightly: tuple[Kind, ...] = ()
    plus_needed: Small = 0
    regeneration: Small = 0
    slow: bool = False
    war_trained: bool = False
    undead: bool = False
    morale: Annotated[int, Meta(ge=2, le=20)] | str | None = None
    """The highest 2d10 that holds, or a kind of combatant of ``morale.toml``."""
    alignment: Literal["lawful", "neutral", "chaotic"] = "neutral"
    circumstances: tuple[Circumstance, ...] = ()
    """What bears on its morale without showing on the map."""
    leader: bool = False
    player: bool = False
    surprise: Signed = 0
    stealth: Signed = 0
    gear: tuple[Name | Thing, ...] = ()
    spells: dict[str, Annotated[int, Meta(ge=1, le=9)]] = {}
    """The spells in memory, each with how often."""
    hands: Annotated[int, Meta(ge=0, le=2)] = 2
    """How many it has to seize, punch and hold with."""
    grabbable: bool = True
    grab_attack: Signed = 0
    grab_strength: Signed = 0
    """What its shape does to whoever seizes it, or the thing that it holds."""
    darkvision: Annotated[int, Meta(ge=0, le=1000)] = 0
    persona: Persona = Persona()
    left_out: tuple[str, ...] = ()
    """Abilities in the rulebook that this simulation does not play."""


class Dice(NamedTuple):
    """Hit Dice, points added, and whether it is half a die."""

    dice: int
    added: int
    half: bool


_DICE = re.compile(r"([1-9]\d?)([+-][1-9]\d?)?")


def hit_dice(text: str, where: str = "hit_dice") -> Dice:
    """
    Hit Dice as they are written.

    >>> hit_dice("4+1"), hit_dice("1/2").half
    (Dice(dice=4, added=1, half=False), True)

    :raises BadInput: when the text is not of that form.
    """
    if text == "1/2":
        return Dice(0, 0, True)
    match = _DICE.fullmatch(text)
    if match is None:
        raise BadInput(f"{where}: {text!r} are no Hit Dice: write them like 4, 4+1, 1-1 or 1/2")
    return Dice(int(match[1]), int(match[2] or 0), False)


@cache
def _files() -> dict[str, str]:
    """The folder of each kind, sorted by kind."""
    found = {
        file.name.removesuffix(".toml"): folder
        for folder in FOLDERS
        for file in files.shipped("adnd", folder).iterdir()
        if file.name.endswith(".toml")
    }
    return dict(sorted(found.items()))


class Roster:
    """
    The creatures and characters of the rulebook, and those of a scenario.

    ``style_limits`` is the option of that name: without it anybody may specialise in any number of styles.
    """

    def __init__(self, style_limits: bool = True) -> None:
        self.style_limits = style_limits

    def kinds(self) -> tuple[str, ...]:
        """The ids of all creatures and characters, sorted."""
        return tuple(_files())

    def source(self, kind: str) -> dict[str, Any]:
        """
        The tables of a creature or character, as its file has them.

        :raises BadInput: when there is none of that id.
        """
        files.known(kind, self.kinds(), "creature", "the roster")
        where = f"{kind}.toml"
        return files.parse(files.shipped("adnd", _files()[kind], where).read_text(encoding="utf-8"), where)

    def creature(self, kind: str) -> Sheet:
        """
        A creature or character, without name in the fight and side.

        >>> Roster().creature("orc").thac0
        19

        :raises BadInput: when there is none of that id.
        """
        return self.resolve(self.source(kind), f"{kind}.toml", kind)

    def resolve(self, table: dict[str, Any], where: str, kind: str = "") -> Sheet:
        """
        The figures of a creature's or character's tables; ``where`` opens the sentence of an error.

        With a key ``base`` the tables are changes to that creature: tables are merged, all else replaced.

        >>> Roster().resolve({"base": "orc", "hit_points": 8}, "ambush.toml").hit_points
        8

        :raises BadInput: for an unknown key, name or reference, a wrong type, or a figure out of range.
        :raises Untrained: for training that the rules do not allow.
        """
        if "base" in table:
            changes = dict(table)
            base = changes.pop("base")
            if not isinstance(base, str):
                raise BadInput(f"{where}: base: expected a text, the id of a creature")
            files.known(base, self.kinds(), "creature", f"{where}: base")
            kind = kind or base
            table = _merged(self.source(base), changes)
        return _Reader(files.convert(table, Entry, where), where, self.style_limits).sheet(kind)


def _merged(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in changes.items():
        old = merged.get(key)
        merged[key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


class _Reader:
    """One file on its way to a sheet."""

    def __init__(self, entry: Entry, where: str, style_limits: bool) -> None:
        self.entry = entry
        self.where = where
        self.style_limits = style_limits
        for name in entry.classes:
            files.known(name, CLASSES.classes, "class", f"{where}: classes")
        if entry.classes and entry.hit_dice:
            raise self.error("hit_dice", "it has classes: leave the Hit Dice out")
        self.dice = hit_dice(entry.hit_dice, f"{where}: hit_dice") if entry.hit_dice else Dice(0, 0, False)
        self.groups = groups_of(entry.classes)
        self.group: Group = self.groups[0] if self.groups else "creature" if entry.hit_dice else "commoner"

    def error(self, key: str, message: str) -> BadInput:
        """The sentence about a key of this file."""
        return BadInput(f"{self.where}: {key}: {message}")

    def sheet(self, kind: str) -> Sheet:
        e, dice, scores = self.entry, self.dice, self.entry.abilities
        creature = self.group == "creature"
        size = SIZE[e.size]
        mind = self._mind()
        weapons = (*(self._weapon(entry) for entry in e.weapons), *(self._natural(entry) for entry in e.attacks))
        self._check_weapons(weapons)
        pupil = self._pupil()
        known = tuple(dict.fromkeys(weapon.art for weapon in weapons if weapon.category != "natural"))
        return Sheet(
            name=e.name,
            kind=kind,
            glyph=e.glyph or e.name[0].lower(),
            size=e.size,
            group=self.group,
            classes=e.classes,
            level=dice.dice - (dice.added < 0) if creature else max(e.classes.values(), default=0),
            hit_dice=dice.dice,
            hit_dice_plus=dice.added,
            half_die=dice.half,
            thac0=self._thac0(),
            armor=self._armor(),
            shield=self._shield(),
            movement=e.movement,
            fly=e.fly,
            swim=e.swim,
            hit_points=self._hit_points(),
            strength=self._strength(size.strength),
            exceptional=scores.exceptional,
            dexterity=scores.dexterity or (12 if creature else 10),
            constitution=scores.constitution or 10,
            intelligence=None if creature else scores.intelligence or 10,
            wits=mind,
            wisdom=scores.wisdom,
            charisma=scores.charisma,
            saves=self._saves(mind),
            system_shock=figures.system_shock(scores.constitution or 10)
            if scores.constitution or not creature
            else figures.creature_system_shock(dice.dice),
            hand=hand.declared(e.hand),
            ambidextrous=pupil.ambidextrous,
            proficient=tuple(pupil.proficient) if e.classes else known,
            related=pupil.related if e.classes else (),
            favoured=pupil.favoured,
            tiers=pupil.tiers,
            styles={str(style): steps for style, steps in pupil.styles.items()},
            training=tuple(pupil.taken),
            riding=e.riding,
            weapons=weapons,
            held=e.held,
            unarmed=figures.fist(self._gauntlets()),
            routine=tuple(entry.name for entry in e.attacks for _ in range(entry.count)),
            reach=size.reach if e.reach is None else e.reach,
            space=e.space,
            height=e.height or size.height,
            legs=e.legs,
            lightly=e.lightly,
            plus_needed=e.plus_needed,
            regeneration=e.regeneration,
            slow=e.slow,
            war_trained=e.war_trained,
            mindless=mind == "none",
            undead=e.undead,
            morale=self._morale(mind),
            temper=MORALE.modifiers.get(e.alignment, 0),
            circumstances=e.circumstances,
            leader=e.leader,
            player=e.player,
            surprise=e.surprise,
            stealth=e.stealth,
            gear=self._gear(),
            spells=self._spells(),
            hands=e.hands,
            grabbable=e.grabbable,
            grab_attack=e.grab_attack,
            grab_strength=e.grab_strength,
            darkvision=e.darkvision,
            persona=self._persona(mind),
        )

    def _pupil(self) -> Pupil:
        """What it has learned by class and training."""
        e = self.entry
        for name in e.clergy:
            files.known(name, WEAPONS, "weapon", f"{self.where}: clergy")
        if e.deity_weapon:
            files.known(e.deity_weapon, WEAPONS, "weapon", f"{self.where}: deity_weapon")
        for key, value in (("clergy", e.clergy), ("deity_weapon", e.deity_weapon)):
            if value and "priest" not in self.groups:
                raise self.error(key, "it is for priests: leave it out")
        pupil = Pupil(e.classes, e.abilities.intelligence or 10, e.clergy, e.deity_weapon, self.style_limits)
        steps = [
            Training(step.what, step.on, step.level, step.trainer, step.trainer_level, step.months)
            for step in e.training
        ]
        return train(pupil, steps, self.where)

    def _thac0(self) -> int:
        if self.group == "creature":
            return self.entry.thac0 or figures.creature_thac0(self.dice.dice, self.dice.added)
        if self.entry.thac0 is not None:
            raise self.error("thac0", "a character's follows from its class and level: leave it out")
        classes = self.entry.classes.items()
        own = [figures.thac0(CLASSES.classes[name].group, level) for name, level in classes]
        return min(own, default=CLASSES.commoners.thac0)

    def _saves(self, mind: Intelligence) -> figures.Saves:
        """Of several classes the best of each."""
        if self.group == "creature":
            return figures.creature_saves(self.dice.dice, self.dice.added, mind == "none")
        classes = self.entry.classes.items()
        own = [figures.saves(CLASSES.classes[name].group, level) for name, level in classes]
        return tuple(map(min, zip(*own, strict=True))) if own else figures.saves("warrior", 0)

    def _hit_points(self) -> int:
        e = self.entry
        constitution = e.abilities.constitution or 10
        if self.group == "creature":
            points = hit_points.of_creature(*self.dice)
        elif self.group == "commoner":
            points = hit_points.of_commoner(constitution)
        else:
            points = hit_points.of_classes(e.classes, constitution)
        return hit_points.agreed(e.hit_points, points, creature=self.group == "creature", where=self.where)

    def _strength(self, usual: int) -> int:
        scores = self.entry.abilities
        if scores.exceptional and (scores.strength != 18 or "warrior" not in self.groups):
            raise self.error("abilities.exceptional", "only warriors with Strength 18 have a percentage: leave it out")
        return scores.strength or (usual if self.group == "creature" else 10)

    def _mind(self) -> Intelligence:
        e = self.entry
        if self.group == "creature":
            if e.mind is None:
                raise self.error("mind", f"is missing: choose one of {', '.join(get_args(Intelligence))}")
            return e.mind
        if e.mind is not None:
            raise self.error("mind", "it follows from the Intelligence of characters: leave it out")
        score = e.abilities.intelligence or 10
        return next(mind for least, mind in _MINDS if score >= least)

    def _armor(self) -> Armor:
        e = self.entry
        if self.group == "creature" or e.armor is None:
            if e.armor is not None:
                raise self.error("armor", "a creature's is part of its armor_class: give that alone")
            if e.armor_class is None and self.group == "creature":
                raise self.error("armor_class", "is missing: add it")
            worn = Armor("hide" if self.group == "creature" else "none", 10, helmet=e.helmet)
            return worn if e.armor_class is None else Armor(worn.name, e.armor_class, helmet=e.helmet)
        if e.armor_class is not None:
            raise self.error("armor_class", "it follows from the armor: leave it out")
        suit = Suit(e.armor) if isinstance(e.armor, str) else e.armor
        return figures.armor(suit.name, plus=suit.plus, helmet=e.helmet, where=f"{self.where}: armor")

    def _gauntlets(self) -> bool:
        armor = self.entry.armor
        name = armor.name if isinstance(armor, Suit) else armor
        return name is not None and ARMOR[name].gauntlets

    def _shield(self) -> Shield | None:
        shield = self.entry.shield
        if shield is None:
            return None
        board = Board(shield) if isinstance(shield, str) else shield
        where = f"{self.where}: shield"
        return figures.shield(board.kind, plus=board.plus, slung=board.slung, metal=board.metal, where=where)

    def _gear(self) -> tuple[Gear, ...]:
        things = [Thing(entry) if isinstance(entry, str) else entry for entry in self.entry.gear]
        for thing in things:
            files.known(thing.material, figures.ITEM_SAVES, "material", f"{self.where}: gear: {thing.name}")
        return tuple(
            [Gear(thing.name, thing.accessible, thing.fragile, thing.material, thing.use) for thing in things]  # type: ignore[arg-type]
        )

    def _spells(self) -> dict[str, Spell]:
        """What it has in memory, by the highest of its classes that casts; and what its things do."""
        e = self.entry
        found = {}
        castings = [(level, name) for name, level in e.classes.items() if name in CASTERS]
        if e.spells and not castings:
            raise self.error("spells", f"only a {' or a '.join(CASTERS)} casts: leave them out")
        for name, count in e.spells.items():
            where = f"{self.where}: spells"
            files.known(name, SPELLS, "spell", where)
            level, caster = max((one for one in castings if one[1] in SPELLS[name].levels), default=max(castings))
            found[name] = spell(name, caster, level, count, where)
            if caster == "wizard" and e.armor is not None:
                raise self.error("spells", "no wizard casts in armor: take it off")
        for thing in e.gear:
            if isinstance(thing, Thing) and bool(thing.use) != bool(thing.spell):
                raise self.error(f"gear: {thing.name}", "its use and its spell go together: give both or none")
            if isinstance(thing, Thing) and thing.use:
                where = f"{self.where}: gear: {thing.name}"
                files.known(thing.spell, SPELLS, "spell", where)
                caster = next(iter(SPELLS[thing.spell].levels))
                found[thing.name] = spell(thing.spell, caster, thing.level, thing.charges, where)
        return found

    def _weapon(self, entry: Carried) -> Weapon:
        figures.check_dice(entry.damage, f"{self.where}: weapons: {entry.name}: damage")
        return figures.weapon(
            entry.name,
            label=entry.label,
            plus=entry.plus,
            count=entry.count,
            missiles=entry.missiles,
            missile_plus=entry.missile_plus,
            built_for=entry.built_for,
            fastened=entry.fastened,
            damage=entry.damage,
            attack=entry.attack,
            damage_bonus=entry.damage_bonus,
            where=f"{self.where}: weapons",
        )

    def _natural(self, entry: NaturalAttack) -> Weapon:
        """A natural weapon: it is as quick as its owner is big."""
        at = f"{self.where}: attacks: {entry.name}"
        rider = entry.rider
        for key, dice in (
            ("damage", entry.damage),
            ("volley", entry.volley),
            ("hug", entry.hug),
            ("rider.dice", rider.dice if rider else ""),
        ):
            figures.check_dice(dice, f"{at}: {key}")
        if bool(entry.volley) != bool(entry.ranges):
            raise BadInput(f"{at}: a volley and its ranges go together: give both or none")
        if (entry.volley or entry.breath) and entry.count:
            raise BadInput(f"{at}: count: a volley or breath is no part of the routine: give 0")
        if bool(entry.breath) != bool(entry.length):
            raise BadInput(f"{at}: a breath and its length go together: give both or none")
        return Weapon(
            name=entry.name,
            category="natural",
            size=self.entry.size,
            kinds=entry.kinds,
            speed=figures.INITIATIVE.uses["breath"] if entry.breath else SIZE[self.entry.size].initiative,
            damage=entry.damage,
            large=entry.damage,
            ranges=entry.ranges,
            volley=entry.volley,
            breath=entry.breath,
            length=entry.length,
            ready_missile=bool(entry.volley or entry.breath),
            count=entry.volleys,
            rate="1/1" if entry.volley or entry.breath else "",
            hug=entry.hug,
            rider=Rider(rider.save, rider.effect, rider.dice) if rider else None,
        )

    def _check_weapons(self, weapons: tuple[Weapon, ...]) -> None:
        """No name twice, and no more in hand than two hands hold."""
        e = self.entry
        names = [*(weapon.name for weapon in weapons), "fist", "gauntlet"]
        for name in names:
            if names.count(name) > 1:
                raise self.error("weapons", f"two are named {name!r}: give one of them a label")
        made = {weapon.name: weapon for weapon in weapons if weapon.category != "natural"}
        for name in e.held:
            files.known(name, made, "weapon in hand", f"{self.where}: held")
        if len(set(e.held)) < len(e.held):
            raise self.error("held", "a weapon is named twice: list each weapon in hand once")
        slung = isinstance(e.shield, Board) and e.shield.slung
        needed = sum(hands_of_size(e.size, made[name]) for name in e.held) + (e.shield is not None and not slung)
        if needed > 2:
            shield = " with a shield" * (e.shield is not None and not slung)
            raise self.error("held", f"{' and '.join(e.held)}{shield} need {needed} hands: hold less at the start")

    def _morale(self, mind: Intelligence) -> int:
        """What is said; of characters that of regulars; what has no mind never wavers."""
        morale = self.entry.morale
        if isinstance(morale, str):
            files.known(morale, MORALE.ratings, "kind of combatant", f"{self.where}: morale")
            return MORALE.ratings[morale]
        if morale is not None:
            return morale
        if self.group == "creature":
            return STEADY if mind == "none" else MORALE.ratings.get(mind, MORALE.ratings["regular"])
        return MORALE.ratings["commoner" if self.group == "commoner" else "regular"]

    def _persona(self, mind: Intelligence) -> dict[str, int]:
        persona = self.entry.persona
        wits = WITS[mind] if persona.wits is None else min(persona.wits, WITS[mind])
        return {**{temper: getattr(persona, temper) for temper in TEMPERS}, "wits": wits}


STEADY = 20
"""No 2d10 is higher."""

_MINDS: tuple[tuple[int, Intelligence], ...] = ((13, "high"), (8, "average"), (5, "low"), (2, "semi"), (1, "animal"))
"""From which Intelligence on a character is of what order."""

WITS: dict[Intelligence, int] = {"none": 0, "animal": 1, "semi": 2, "low": 3, "average": 5, "high": 7}
"""How clever a creature of some order can fight, 0 to 10."""
