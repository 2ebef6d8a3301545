"""
A d20 creature as plain figures: what stands in the header of a log, so that the log needs no bestiary.

Distances are in feet as in the rulebook (5 ft are one square). A score of ``None`` is an ability that the creature
does not have (undead and constructs: Constitution; the mindless: Intelligence).
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from sim.tables.spells import Spell

Size = Literal["fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"]
SIZES: tuple[Size, ...] = ("fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
Category = Literal["natural", "unarmed", "light", "one-handed", "two-handed", "ranged"]


class WeaponBonus(NamedTuple):
    """What masterwork, magic, a feat or a race adds to the rolls made with one weapon."""

    on: Literal["attack", "damage", "threat"]
    value: int
    """On ``threat``: how many natural rolls more threaten a critical hit; counted in the weapon's figure."""
    type: str
    """Bonus type; empty: untyped."""
    rule: str


class Poison(Struct, frozen=True, omit_defaults=True):
    """Injury poison: a Fortitude save of ``dc`` on the hit, and again 10 rounds later, or ability damage."""

    dc: int
    ability: str
    initial: str
    secondary: str


class Weapon(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    A weapon in somebody's hands, or a natural one. ``damage`` is for the wielder's size, without Strength.

    ``threat`` is the lowest natural roll that threatens a critical hit; ``increment`` the range increment in feet
    (0: melee only).
    """

    name: str
    category: Category
    damage: str
    kinds: tuple[str, ...] = ("slashing",)
    threat: int = 20
    multiplier: int = 2
    proficient: bool = True
    bonuses: tuple[WeaponBonus, ...] = ()
    increment: int = 0
    thrown: bool = False
    projectile: bool = False
    strength_rating: int | None = None
    """Bows: the highest Strength bonus that counts (0 on an ordinary bow; a penalty counts all the same)."""
    adds_strength: bool = True
    reload: Literal["", "free", "move", "full-round"] = ""
    ammunition: int = 0
    """Shots of a projectile weapon, or how many of a thrown one are carried."""
    reach: bool = False
    adjacent_too: bool = False
    """A reach weapon that also strikes adjacent squares (spiked chain)."""
    trips: bool = False
    """May be used for trip attacks."""
    disarm_bonus: int = 0
    nonlethal: bool = False
    braces: bool = False
    """Double damage when set against a charge."""
    double: str = ""
    """A double weapon: the damage of its off-hand head; empty on others."""
    double_multiplier: int = 0
    double_kinds: tuple[str, ...] = ()
    """Multiplier and kinds of the off-hand head where they are not those of the first."""
    finesse: bool = False
    """Dexterity on attack rolls (Weapon Finesse, for a weapon that allows it)."""
    count: int = 1
    """Natural weapons: how many attacks with it in a full attack."""
    secondary: bool = False
    trip_on_hit: bool = False
    grab_on_hit: bool = False
    """Improved grab."""
    grab_up_to: Size | Literal[""] = ""
    """The largest that it grabs; empty: one size smaller than itself."""
    constrict: str = ""
    """Dice of constriction; Strength counts as it does on a hit with this weapon."""
    charge_damage: str = ""
    """Dice in the place of ``damage`` at the end of a charge (powerful charge)."""
    poison: Poison | None = None
    paralysis_dc: int = 0
    paralysis: str = ""
    """Dice of rounds for which a failed Fortitude save paralyses."""
    ability_damage: tuple[str, str] | None = None
    """Ability and dice."""
    energy: tuple[str, str] | None = None
    """Kind and dice of added energy damage (acid, fire), never multiplied."""
    two_handed: bool = False
    """A one-handed weapon that this creature wields in two hands."""
    magic: bool = False
    material: str = ""
    hardness: int = 0
    hit_points: int = 0
    """Of the weapon itself when it is sundered; 0 hit points: it cannot be."""
    traits: tuple[str, ...] = ()
    """Peculiarities by name (``lance``, ``net``, ``splash`` ...), explained in ``traits.toml``."""


class Armor(Struct, frozen=True, omit_defaults=True):
    """Body armor or barding: bonus, highest Dexterity bonus (``None``: any), check penalty (0 or less), class."""

    name: str
    bonus: int
    max_dexterity: int | None
    check: int = 0
    weight: Literal["light", "medium", "heavy"] = "light"
    proficient: bool = True
    failure: int = 0
    """Chance in percent that an arcane spell with a somatic component fails in it."""


class Shield(Struct, frozen=True, omit_defaults=True):
    """A shield, strapped on from the start unless ``slung``."""

    name: str
    bonus: int
    check: int = 0
    max_dexterity: int | None = None
    slung: bool = False
    proficient: bool = True
    hardness: int = 0
    hit_points: int = 0
    attack: int = 0
    """Penalty on attack rolls (tower shield: -2)."""
    failure: int = 0
    """As armor's."""


class Gear(Struct, frozen=True, omit_defaults=True):
    """Something worn or carried that is neither weapon, armor nor shield: an amulet, a pouch, a tindertwig."""

    name: str
    size: Size = "diminutive"
    secured: bool = False
    """Fastened so well that it can be taken from a pinned wearer only (d20.disarm.grab-item)."""
    hardness: int = 0
    hit_points: int = 0
    """Of the thing when it is sundered; 0: it cannot be."""


class Reduction(Struct, frozen=True, omit_defaults=True):
    """Damage reduction: points taken off each blow unless one of ``bypass`` (kinds, materials, ``magic``) applies."""

    points: int
    bypass: tuple[str, ...] = ()


class Prepared(Struct, frozen=True, omit_defaults=True):
    """
    A spell that a caster has prepared ``count`` times, or knows (``count`` 0: it takes a slot of its level).

    ``level`` is that of its slot: four higher for a ``quickened`` one.
    """

    name: str
    spell: str
    level: int
    count: int = 0
    quickened: bool = False


class Caster(Struct, frozen=True, omit_defaults=True):
    """Who casts: class, caster level, the ability that sets save DCs; ``slots`` by level for who does not prepare."""

    kind: str
    level: int
    ability: Literal["intelligence", "wisdom", "charisma"]
    arcane: bool
    prepared: tuple[Prepared, ...]
    slots: tuple[int, ...] = ()


class Device(Struct, frozen=True, omit_defaults=True):
    """
    A magic item to be used: a spell in it, its level and caster level, and how often it works (0: without end).

    ``dc`` of its saving throw; ``activation`` of an ``item``: by ``command`` word or by ``use``.
    """

    name: str
    kind: Literal["potion", "oil", "scroll", "wand", "item"]
    spell: str
    level: int
    caster_level: int
    dc: int
    charges: int = 0
    activation: Literal["", "command", "use"] = ""


class Power(Struct, frozen=True, omit_defaults=True):
    """A special ability that is used like a spell; ``uses`` in a fight (0: at will), ``pause`` as dice of rounds."""

    name: str
    kind: Literal["spell-like", "supernatural", "extraordinary"]
    spell: str
    level: int
    caster_level: int
    dc: int
    uses: int = 0
    pause: str = ""


class Sheet(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One creature of a d20 fight."""

    id: str = ""
    """Its name in the fight: ``orc-2``."""
    name: str
    kind: str = ""
    """Its id in the bestiary: ``orc``."""
    side: str = ""
    glyph: str = ""
    size: Size = "medium"
    type: str
    subtypes: tuple[str, ...] = ()
    alignment: Literal["good", "neutral", "evil"] = "neutral"
    """Whether a cleric turns or rebukes, and whom holy water burns."""
    strength: int | None
    dexterity: int | None
    constitution: int | None
    intelligence: int | None
    wisdom: int
    charisma: int
    hit_dice: int
    level: int = 0
    """Class levels; creatures without a class have none."""
    classes: dict[str, int] = {}
    hit_points: int
    base_attack: int
    fortitude: int
    reflex: int
    will: int
    """Base save bonuses with feats and racial bonuses, without the ability modifier."""
    initiative: int = 0
    """Miscellaneous initiative bonus, without Dexterity."""
    speed: int = 30
    """On the ground in the armor worn, in feet."""
    climb: int = 0
    swim: int = 0
    fly: int = 0
    burrow: int = 0
    space: int = 5
    """Side of its space in feet; creatures smaller than Small share a square of 5."""
    reach: int = 5
    """Natural reach in feet."""
    height: int = 1
    """How many squares high it stands."""
    legs: int = 2
    stable: bool = False
    """Exceptionally stable on the ground (dwarves)."""
    grapple: int = 0
    """Racial bonus on grapple checks."""
    war_trained: bool = False
    """Fights under a rider."""
    armor: Armor | None = None
    shield: Shield | None = None
    natural_armor: int = 0
    deflection: int = 0
    dodge: int = 0
    other_armor: int = 0
    weapons: tuple[Weapon, ...] = ()
    """Manufactured weapons first, natural ones after; the unarmed strike is always there."""
    held: tuple[str, ...] = ()
    """Names of the weapons in hand at the start, primary hand first."""
    gear: tuple[Gear, ...] = ()
    """What else it wears and carries."""
    unarmed: Weapon
    feats: tuple[str, ...] = ()
    """Kebab-case: ``combat-reflexes``, ``improved-trip``."""
    skills: dict[str, int] = {}
    """Total bonuses, armor check penalty included: ``tumble``, ``escape-artist``, ``heal`` …"""
    ranks: dict[str, int] = {}
    sneak_attack: int = 0
    """Dice of 6 of sneak attack."""
    evasion: bool = False
    """Nothing happens to it on a Reflex save that halves the damage of others."""
    uncanny_dodge: int = 0
    """0 none, 1 uncanny, 2 improved."""
    rogue_level: int = 0
    turn_resistance: int = 0
    darkvision: int = 0
    low_light: bool = False
    light_sensitivity: bool = False
    reduction: Reduction | None = None
    regeneration: int = 0
    regeneration_bypass: tuple[str, ...] = ()
    fast_healing: int = 0
    single_actions: bool = False
    """Only one standard or move action a turn (zombies)."""
    rend: str = ""
    """Extra damage when both claws hit the same foe in one full attack (without Strength)."""
    rend_weapon: str = ""
    pounce: bool = False
    """Makes all its attacks at the end of a charge."""
    rake: Weapon | None = None
    """Its hind claws, which strike only when it pounces."""
    ferocity: bool = False
    """Fights on below 0 hit points."""
    frenzy: bool = False
    """Rages from its next turn on when it has been wounded, and cannot stop."""
    immune: tuple[str, ...] = ()
    """``critical``, ``nonlethal``, ``poison``, ``paralysis`` …, besides what the type brings."""
    caster: Caster | None = None
    devices: tuple[Device, ...] = ()
    powers: tuple[Power, ...] = ()
    spells: dict[str, Spell] = {}
    """The figures of every spell that it casts, carries in an item, or has as a power."""
    components: tuple[str, ...] = ()
    """Foci and pouch: ``component pouch``, ``holy symbol``, and dear ones by name."""
    spell_resistance: int = 0
    persona: dict[str, int] = {}
    """0 to 10: ``aggression``, ``caution``, ``mercy``, ``discipline``, ``wits``."""

    @property
    def worth(self) -> int:
        """How much it weighs in a fight, in hit dice."""
        return self.hit_dice

    @property
    def mind(self) -> int:
        """Its Intelligence, 0 for the mindless."""
        return self.intelligence or 0

    @property
    def span(self) -> int:
        """Squares on a side of its space."""
        from sim.tables.sizes import SIZE

        return SIZE[self.size].span

    @property
    def arms(self) -> tuple[Weapon, ...]:
        """Everything that it strikes with at one time or another."""
        return (*self.weapons, self.unarmed, *((self.rake,) if self.rake is not None else ()))

    @property
    def farthest_reach(self) -> int:
        """The farthest that it could strike in melee with whatever it finds, in squares."""
        return max(1, 2 * self.reach // 5)
