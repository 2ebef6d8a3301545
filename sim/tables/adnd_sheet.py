"""
What a log says about an AD&D creature and its equipment: plain figures, nothing that has to be looked up.

The bestiary's and the characters' files are read elsewhere; a fight knows only these. Distances on the map are squares
of 1.5 m, ranges are metres, Armor Class descends.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

Size = Literal["tiny", "small", "medium", "large", "huge", "gargantuan"]
SIZES: tuple[Size, ...] = ("tiny", "small", "medium", "large", "huge", "gargantuan")

SPANS: dict[str, int] = {"huge": 2, "gargantuan": 3}
"""Squares on a side of the space of the sizes that take more than one (adnd.move.space)."""

Group = Literal["warrior", "priest", "rogue", "wizard", "commoner", "creature"]
"""Groups of classes; ``commoner``: 0-level people; ``creature``: whatever has Hit Dice and no class."""

Tier = Literal["expert", "specialist", "master", "high-master", "grand-master"]
TIERS: tuple[Tier, ...] = ("expert", "specialist", "master", "high-master", "grand-master")

Style = Literal["free-hand", "two-handed", "weapon-shield", "two-weapon", "missile", "mounted"]

Kind = Literal["bludgeoning", "piercing", "slashing"]

Circumstance = Literal["hated enemy", "defending home", "good terrain", "favoured", "ill-treated"]
"""What bears on morale without showing on the map."""

Intelligence = Literal["none", "animal", "semi", "low", "average", "high"]
SCORES: dict[Intelligence, int] = {"none": 0, "animal": 1, "semi": 2, "low": 6, "average": 10, "high": 13}


class Grip(Struct, frozen=True, omit_defaults=True):
    """
    A weapon's figures when it is held in two hands. With the dice of one hand it is a weapon of one hand that gains by
    the two-handed style alone.
    """

    damage: str
    large: str
    speed: int
    reach: int = 0
    """Squares that it reaches so; 0: as in one hand."""


class Missile(Struct, frozen=True, omit_defaults=True):
    """
    What a launcher shoots: dice against targets up to Medium, against larger ones, and its ranges in metres.

    ``count`` are those carried, ``plus`` their magic.
    """

    name: str
    damage: str
    large: str
    ranges: tuple[int, int, int]
    count: int
    plus: int = 0
    minimum: int = 0
    """The least distance of a shot, in metres."""


class Rider(Struct, frozen=True, omit_defaults=True):
    """
    What a hit brings besides damage, unless the saving throw ``save`` is made: ``death``, ``paralysis`` for so many
    rounds (dice), or ``damage`` (dice).
    """

    save: Literal["death", "wands", "petrification", "breath", "spell"]
    effect: Literal["death", "paralysis", "damage"]
    dice: str = ""


class Weapon(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    A weapon in somebody's hands, or a natural one. ``damage`` is rolled against targets up to Medium, ``large``
    against bigger ones.
    """

    name: str
    base: str = ""
    """Its name among weapons, where its own is another; proficiency and tiers go by that."""
    category: Literal["natural", "unarmed", "melee", "ranged"]
    """``ranged``: a launcher, or something that is only ever hurled."""
    size: Size = "medium"
    kinds: tuple[Kind, ...] = ()
    speed: int = 0
    """Speed factor; of a natural weapon the figure of its owner's size."""
    damage: str = ""
    large: str = ""
    hands: int = 1
    """How many hands it takes; a weapon of one hand with a ``grip`` may be used in two."""
    grip: Grip | None = None
    reach: int = 1
    """Squares that it reaches, diagonals as one, in the hands of somebody who reaches one square himself."""
    not_adjacent: bool = False
    """It cannot strike an adjacent target."""
    ranges: tuple[int, int, int] | None = None
    """Short, medium and long range in metres, where it can be hurled; a launcher's are those of its missiles."""
    missiles: tuple[Missile, ...] = ()
    """A launcher's."""
    rate: str = ""
    """Ordinary rate of fire (``3/2``), of what is shot or hurled."""
    trained: tuple[str, ...] = ()
    """Rates of fire of experts, specialists and above at levels 1 to 6, 7 to 12, and 13 or more."""
    family: Literal["", "bow", "crossbow", "thrown"] = ""
    """What kind of missile weapon it is for specialists; ``thrown``: every other than bows and crossbows."""
    count: int = 1
    """How many of a hurled weapon are carried."""
    groups: tuple[str, ...] = ()
    """Its tight groups of related weapons."""
    plus: int = 0
    material: Literal["metal", "thin wood", "thick wood", "leather", "bone", "rope"] = "metal"
    """For its item saving throws."""
    sets: bool = False
    """Double damage when set against a charge."""
    lance: bool = False
    """Double damage from a charging mount; used by riders."""
    strength: int | None = None
    """Launchers: the highest Strength adjustment to damage for which it was built; ``None``: built for nobody's."""
    fastened: bool = False
    """Tied or locked to the hand."""
    ruined: bool = False
    """A launcher that has parried: it shoots nothing any more."""
    rider: Rider | None = None
    hug: str = ""
    """Dice of a hug that follows a natural attack roll of 18 or more."""
    attack: int = 0
    damage_bonus: int = 0
    """What a creature's data add with this weapon (an ogre's +2, a minotaur's +2)."""
    ready_missile: bool = False
    """A volley or a breath that counts as a missile in hand."""
    volley: str = ""
    """Dice of how many missiles one volley has; each has its own attack roll."""
    breath: Literal["", "cone", "line"] = ""
    """The shape of a breath weapon, ``length`` squares long; ``damage`` is what it does."""
    length: int = 0

    @property
    def art(self) -> str:
        """What one has to be trained in to use it."""
        return self.base or self.name

    reload: ClassVar[str] = ""
    """Slow weapons are slow by their rate: nobody gives an order to load."""
    traits: ClassVar[tuple[str, ...]] = ()
    trips: ClassVar[bool] = False
    double: ClassVar[str] = ""

    @property
    def thrown(self) -> bool:
        """Can it be hurled?"""
        return self.ranges is not None and not self.missiles


class Shield(Struct, frozen=True, omit_defaults=True):
    """A shield, strapped to the arm from the start unless ``slung``."""

    name: str
    kind: Literal["buckler", "small", "medium", "body"]
    plus: int = 0
    slung: bool = False
    material: Literal["metal", "thick wood"] = "thick wood"
    strike: Weapon | None = None
    """What it is as a weapon, in a punch or a rush."""

    @property
    def bonus(self) -> int:
        """What it improves Armor Class by, against blows from the front."""
        return 1 + self.plus


class Armor(Struct, frozen=True, omit_defaults=True):
    """What is worn: its Armor Class without shield and Dexterity, its magic, and what kind it is."""

    name: str
    armor_class: int
    plus: int = 0
    metal: bool = False
    helmet: bool = False


class Spell(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    A spell as its caster has it: ``count`` times in memory, or as often as a thing has charges, with the figures of his
    level.

    ``time`` is what it adds to the initiative, ``rounds`` how many whole ones it takes instead; ``verbal``: words are
    all that it takes. ``aim``: at the caster himself, at somebody whom he touches, at ``one`` or ``several`` creatures
    (at most so many, one perhaps several times where they are missiles), at a ``point`` with a ``radius`` in squares,
    at all in the three squares in ``front``. ``range`` in metres. ``persons``: on people and the like alone. ``verb``
    is what it does, ``damage`` the dice of it, ``number`` those of how many Hit Dice it takes in, ``condition`` what it
    brings for ``lasts`` rounds (0: without an end in this fight), ``save`` what a saving throw does, ``harder`` what is
    added to that when it is aimed at one, two and more.
    """

    name: str
    level: int
    caster_level: int
    count: int = 1
    time: int = 0
    rounds: int = 0
    verbal: bool = False
    aim: Literal["self", "touch", "one", "several", "point", "front"]
    range: int = 0
    radius: int = 0
    most: int = 1
    persons: bool = False
    harmful: bool = False
    verb: str
    damage: str = ""
    number: str = ""
    condition: str = ""
    save: Literal["", "half", "negates"] = ""
    harder: tuple[int, ...] = ()
    lasts: int = 0


class Gear(Struct, frozen=True, omit_defaults=True):
    """
    Something carried that is no weapon: a potion, an ornament. What is ``accessible`` can be seized by an opponent,
    what is ``fragile`` may break in the struggle for it; ``material`` is for its item saving throws. What has a ``use``
    does what the spell of its name on the sheet does.
    """

    name: str
    accessible: bool = True
    fragile: bool = False
    material: Literal[
        "metal", "thin wood", "thick wood", "leather", "bone", "rope", "glass", "paper", "pottery", "rock"
    ] = "metal"
    use: Literal["", "potion", "scroll", "wand", "rod", "staff", "ring"] = ""


class Training(Struct, frozen=True, omit_defaults=True):
    """
    One step of a character's training, at the level at which it was bought.

    ``what``: a proficiency (``weapon``, ``tight-group``, ``broad-group``, ``ambidexterity``), a ``favoured`` weapon, a
    tier, or a step in a style (``familiarity``, ``style``). ``on`` is the weapon, group or style. ``level`` is one of
    the warrior class where there is one, else of the highest. ``trainer``, his level and the ``months`` of training are
    recorded, and asked for where the rules do.
    """

    what: Literal[
        "weapon", "tight-group", "broad-group", "ambidexterity", "favoured", "expert", "specialist", "master",
        "high-master", "grand-master", "familiarity", "style",
    ]  # fmt: skip
    on: str = ""
    level: int = 1
    trainer: str = ""
    trainer_level: int = 0
    months: int = 0


class Sheet(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One creature of an AD&D fight."""

    id: str = ""
    """Its name in the fight: ``orc-2``."""
    name: str
    kind: str = ""
    """Its id among creatures and characters: ``orc``."""
    side: str = ""
    glyph: str = ""
    size: Size = "medium"
    group: Group
    classes: dict[str, int] = {}
    """Class levels: ``fighter``, ``ranger``, ``paladin``, ``priest``, ``druid``, ``rogue``, ``bard``, ``wizard``."""
    level: int
    """The highest of its class levels, or its Hit Dice; 0 for 0-level people and creatures of less than one die."""
    hit_dice: int = 0
    hit_dice_plus: int = 0
    """Points added to the Hit Dice; ``1-1`` has -1."""
    half_die: bool = False
    """Half a Hit Die."""
    thac0: int
    armor: Armor
    """Of a creature its hide."""
    shield: Shield | None = None
    movement: int
    """Squares of its full combat movement, loaded as it is."""
    fly: int = 0
    swim: int = 0
    hit_points: int
    strength: int
    exceptional: int = 0
    """Percentage of exceptional Strength, 1 to 100; 0: none."""
    dexterity: int = 12
    constitution: int = 12
    intelligence: int | None = None
    """The score of a character; ``wits`` says of what order a creature's is."""
    wits: Intelligence = "average"
    wisdom: int = 10
    charisma: int = 10
    saves: tuple[int, int, int, int, int]
    """Death, wands, petrification, breath, spell: what a d20 has to show."""
    system_shock: int
    """Percentage."""
    hand: Literal["right", "left"] = "right"
    ambidextrous: bool = False
    proficient: tuple[str, ...] = ()
    """Names of the weapons in which it is proficient."""
    related: tuple[str, ...] = ()
    """Names of the weapons related to one of those."""
    favoured: str = ""
    tiers: dict[str, Tier] = {}
    """The highest tier reached with each weapon."""
    styles: dict[str, int] = {}
    """Fighting styles that it is familiar with, each with its steps of specialisation (0 to 2)."""
    training: tuple[Training, ...] = ()
    """How it came by all that."""
    riding: tuple[str, ...] = ()
    """Kinds of mounts for which it has the Riding proficiency."""
    weapons: tuple[Weapon, ...] = ()
    """Manufactured weapons first, natural ones after."""
    held: tuple[str, ...] = ()
    """Names of the weapons in hand at the start, main hand first."""
    unarmed: Weapon
    """Its fist, or gauntlet."""
    routine: tuple[str, ...] = ()
    """Names of the natural weapons that make up its routine, one for each attack."""
    reach: int = 1
    """Natural reach in squares."""
    space: int = 0
    """Squares on a side of its space; 0: those of its size."""
    height: int = 1
    """How many squares high it stands."""
    legs: int = 2
    lightly: tuple[str, ...] = ()
    """Kinds of weapons that do it only half damage."""
    plus_needed: int = 0
    """The least magic that hurts it at all."""
    regeneration: int = 0
    slow: bool = False
    """Last in initiative."""
    war_trained: bool = False
    """A mount that fights."""
    mindless: bool = False
    undead: bool = False
    morale: int = 12
    """The highest 2d10 that holds."""
    temper: int = 0
    """What its alignment adds: chaotic -1, lawful +1."""
    circumstances: tuple[Circumstance, ...] = ()
    """What else bears on its morale, and only the scenario knows."""
    leader: bool = False
    player: bool = False
    """Led by a player: never checks morale."""
    surprise: int = 0
    """Added to the die that surprises its side: a scout's."""
    stealth: int = 0
    """Taken off the die that surprises those whom it comes upon."""
    gear: tuple[Gear, ...] = ()
    """What else it carries: potions, ornaments."""
    hands: int = 2
    """How many hands it has to seize, punch and hold with."""
    grabbable: bool = True
    """Can it be seized at all?"""
    grab_attack: int = 0
    grab_strength: int = 0
    """What its shape adds to the attack roll and to the Strength of whoever seizes it."""
    darkvision: int = 0
    """How far it sees in the dark, in feet."""
    spells: dict[str, Spell] = {}
    """What it can cast, by name, and what the things that it carries do, by theirs."""
    persona: dict[str, int] = {}
    """0 to 10: ``aggression``, ``caution``, ``mercy``, ``discipline``, ``wits``."""

    feats: ClassVar[tuple[str, ...]] = ()
    """Nobody has feats in AD&D, nor what follows: policies that ask get none."""
    skills: ClassVar[dict[str, int]] = {}
    sneak_attack: ClassVar[int] = 0
    powers: ClassVar[tuple[object, ...]] = ()
    devices: ClassVar[tuple[object, ...]] = ()
    caster: ClassVar[None] = None

    @property
    def worth(self) -> int:
        """How much it weighs in a fight, in Hit Dice."""
        return max(1, self.level, self.hit_dice)

    @property
    def mind(self) -> int:
        """Its Intelligence, of a creature the middle of its order; 0 for the mindless."""
        return SCORES[self.wits] if self.intelligence is None else self.intelligence

    @property
    def speed(self) -> int:
        """Its movement in feet a round."""
        return 5 * self.movement

    @property
    def type(self) -> str:
        """What it is."""
        return "undead" if self.undead else "creature"

    @property
    def span(self) -> int:
        """Squares on a side of its space."""
        return self.space or SPANS.get(self.size, 1)

    @property
    def arms(self) -> tuple[Weapon, ...]:
        """Everything that it strikes with at one time or another, a shield after weapons, bare hands last."""
        shield = (self.shield.strike,) if self.shield is not None and self.shield.strike is not None else ()
        return (*self.weapons, *shield, self.unarmed)

    @property
    def farthest_reach(self) -> int:
        """The farthest that it could strike in melee with whatever it finds, in squares."""
        return self.reach + 2
