"""One creature in a fight: its sheet, which never changes, and what events have made of it."""

from __future__ import annotations

from operator import attrgetter
from typing import NamedTuple

from sim.state.conditions import CANNOT_ACT, HELPLESS, OUT
from sim.state.magic import Casting, Charge
from sim.tables.sheet import Sheet, Weapon

ABILITIES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


class Condition(NamedTuple):
    """Why a condition is there: ``other`` is the creature it concerns (a pinner, the feinter), ``value`` its size."""

    name: str
    other: str = ""
    value: int = 0


class Readied(NamedTuple):
    """An order that waits for its trigger; whether its bearer ``moved`` or took a 5-foot step in the turn of it."""

    act: object
    when: object
    moved: bool = False
    stepped: bool = False


class Begun(NamedTuple):
    """A full-round action under way; ``turns`` of its bearer have begun since."""

    act: object
    turns: int = 0


class Boon(NamedTuple):
    """
    What spell ``number`` of those under way adds to the totals of whoever it is on, or takes off them.

    ``on``: ``attack``, ``damage``, ``ac``, ``save`` or one save's name, ``speed`` (squares), an ability or a skill;
    ``against``: it counts only against this, an alignment or a descriptor.
    """

    number: int
    on: str
    value: int
    type: str
    against: str
    rule: str


class Stood(NamedTuple):
    """
    Where a creature has been since input ``since``, in round ``round``: at the end of ``path``, along which it came;
    of ``span`` squares a side, with these ``flags``, hidden from ``hidden``.
    """

    since: int
    round: int
    path: tuple[int, ...]
    span: int
    flags: int
    hidden: tuple[str, ...] = ()


TRAIL = 8
"""How many of the places where it was last a creature's trail holds."""


_SHEETS: dict[int, tuple[Sheet, dict[str, Weapon], dict[object, object]]] = {}
_KEPT = 1024
"""Sheets of which something is kept."""


def known_of(sheet: Sheet) -> tuple[dict[str, Weapon], dict[object, object]]:
    """
    The weapons of a sheet by name, and the cache of pure results that all creatures of this very sheet share, from
    fight to fight. Nobody changes the weapons: whoever gets others gets another mapping, and another cache.
    """
    known = _SHEETS.get(id(sheet))
    if known is None:
        if len(_SHEETS) >= _KEPT:
            _SHEETS.clear()
        known = _SHEETS[id(sheet)] = sheet, {w.name: w for w in sheet.arms}, {}
    return known[1], known[2]


class Creature:
    """
    A combatant. ``square`` is the top-left square of its space, ``span`` the squares on a side now.

    ``hit_points`` may be negative. ``reactions`` counts the opportunity attacks made since its turn began;
    ``passed`` names the enemies that have had their opportunity at its movement of this round. ``items`` are the
    names of what it carries besides what it holds, ``gear`` those of what is no weapon. ``damage_to`` is ability damage
    in the order of ``ABILITIES``, ``notches`` what its things have suffered. ``locked`` is the weapon in its locked
    gauntlet, ``prepared`` are the flasks that are ready to be thrown. ``boons`` are what spells do to its totals, in
    the order of their coming; ``temporary`` the temporary hit points that wounds take first.

    ``mount`` is whom it rides, ``rider`` who rides it; ``altitude`` how many squares above the ground it is.
    ``natural`` is the sheet that it has by itself, where a spell has changed its size.

    ``used`` names each prepared spell, slot, charge and daily use that is spent, ``at_hand`` the spells whose component
    is in hand; ``casting`` is a spell in the making, ``charge`` a touch spell on the hand; ``pausing`` the turns until
    an ability can be used again; ``seared`` the last damage that acid, fire and the like did. ``readied`` is an act
    that waits for its trigger, ``begun`` a full-round action half done; who ``misleads`` has won a feint. ``trail`` is
    where it stood last, and stands, the latest at the end.
    """

    __slots__ = (
        "acted",
        "altitude",
        "ammunition",
        "at_hand",
        "begun",
        "boons",
        "cache",
        "casting",
        "charge",
        "conditions",
        "damage_to",
        "facing",
        "flags",
        "gear",
        "grapplers",
        "held",
        "hit_points",
        "id",
        "initiative",
        "items",
        "locked",
        "misleads",
        "mount",
        "natural",
        "nonlethal",
        "notches",
        "passed",
        "pausing",
        "prepared",
        "reactions",
        "readied",
        "rider",
        "run_checks",
        "run_rounds",
        "seared",
        "sheet",
        "shield_on",
        "side",
        "span",
        "square",
        "temporary",
        "trail",
        "unloaded",
        "used",
        "weapons",
    )

    def __init__(self, sheet: Sheet, square: int, span: int, facing: int = 0) -> None:
        self.id = sheet.id
        self.sheet = self.natural = sheet
        self.side = sheet.side
        self.square = square
        self.span = span
        self.facing = facing
        self.altitude = 0
        self.hit_points = sheet.hit_points
        self.nonlethal = 0
        self.flags = 0
        self.conditions: tuple[Condition, ...] = ()
        self.held: tuple[str, ...] = sheet.held
        self.items: tuple[str, ...] = tuple(
            [w.name for w in sheet.weapons if w.category != "natural" and w.name not in sheet.held]
        )
        self.gear: tuple[str, ...] = tuple([thing.name for thing in sheet.gear])
        self.shield_on = sheet.shield is not None and not sheet.shield.slung
        self.notches: tuple[tuple[str, int], ...] = ()
        self.locked = ""
        self.prepared: tuple[str, ...] = ()
        self.boons: tuple[Boon, ...] = ()
        self.temporary = 0
        self.initiative: tuple[int, ...] = ()
        self.mount = self.rider = ""
        self.acted = False
        self.reactions = 0
        self.passed: tuple[str, ...] = ()
        self.grapplers: tuple[str, ...] = ()
        self.damage_to: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
        self.unloaded: tuple[str, ...] = ()
        self.ammunition: tuple[tuple[str, int], ...] = ()
        self.readied: Readied | None = None
        self.begun: Begun | None = None
        self.misleads = False
        self.run_rounds = 0
        self.run_checks = 0
        self.used: tuple[str, ...] = ()
        self.seared = 0
        self.at_hand: tuple[str, ...] = ()
        self.pausing: tuple[tuple[str, int], ...] = ()
        self.casting: Casting | None = None
        self.charge: Charge | None = None
        self.trail: tuple[Stood, ...] = (Stood(0, 0, (square,), span, 0),)
        self.weapons, self.cache = known_of(sheet)

    def fork(self) -> Creature:
        """An independent copy; sheet, weapons and the cache of pure results are shared."""
        new = object.__new__(Creature)
        new.id = self.id
        new.sheet = self.sheet
        new.natural = self.natural
        new.side = self.side
        new.square = self.square
        new.span = self.span
        new.facing = self.facing
        new.altitude = self.altitude
        new.hit_points = self.hit_points
        new.nonlethal = self.nonlethal
        new.flags = self.flags
        new.conditions = self.conditions
        new.held = self.held
        new.items = self.items
        new.gear = self.gear
        new.shield_on = self.shield_on
        new.notches = self.notches
        new.locked = self.locked
        new.prepared = self.prepared
        new.boons = self.boons
        new.temporary = self.temporary
        new.initiative = self.initiative
        new.mount = self.mount
        new.rider = self.rider
        new.acted = self.acted
        new.reactions = self.reactions
        new.passed = self.passed
        new.grapplers = self.grapplers
        new.damage_to = self.damage_to
        new.unloaded = self.unloaded
        new.ammunition = self.ammunition
        new.readied = self.readied
        new.begun = self.begun
        new.misleads = self.misleads
        new.run_rounds = self.run_rounds
        new.run_checks = self.run_checks
        new.used = self.used
        new.seared = self.seared
        new.at_hand = self.at_hand
        new.pausing = self.pausing
        new.casting = self.casting
        new.charge = self.charge
        new.trail = self.trail
        new.weapons = self.weapons
        new.cache = self.cache
        return new

    def snapshot(self) -> tuple[object, ...]:
        """All that can change, as one hashable value: two creatures are in the same state if these are equal."""
        return _CHANGING(self)

    @property
    def helpless(self) -> bool:
        return self.flags & HELPLESS != 0

    @property
    def active(self) -> bool:
        """Still part of the fight: neither dead, nor gone, nor given up."""
        return not self.flags & OUT

    @property
    def can_act(self) -> bool:
        return not self.flags & CANNOT_ACT

    def notched(self, item: str) -> int:
        """Points of damage that one of its things has suffered."""
        return next((points for name, points in self.notches if name == item), 0)

    def has(self, name: str, other: str | None = None) -> bool:
        """Has this condition (with regard to ``other``)."""
        return any(c.name == name and (other is None or c.other == other) for c in self.conditions)

    def value(self, name: str) -> int:
        """The size of a condition that has one (Power Attack's trade, say); 0 without it."""
        return next((c.value for c in self.conditions if c.name == name), 0)


_CHANGING = attrgetter(*[name for name in Creature.__slots__ if name not in ("cache", "natural", "sheet", "weapons")])
