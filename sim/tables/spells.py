"""
Spells as plain figures: what ``spells.toml`` may say of one, and what it amounts to at a caster level.

Potions, scrolls, wands and special abilities carry a spell's figures too. What a spell does is a list of effects, each
a verb with its figures; the rules carry them out. Distances are in feet.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sim.core.errors import BadInput
from sim.dice import notation
from sim.tables import files

Component = Literal["V", "S", "M", "F", "DF", "XP"]
School = Literal[
    "abjuration",
    "conjuration",
    "divination",
    "enchantment",
    "evocation",
    "illusion",
    "necromancy",
    "transmutation",
    "universal",
]
ROUNDS = {"rounds": 1, "minutes": 10, "hours": 600, "days": 14_400}
"""Rounds in each unit of a duration."""


class Growth(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    A number that grows with caster level: ``base``, and ``more`` for each ``every`` levels beyond ``start``.

    >>> missiles = Growth(base=1, more=1, every=2, start=1, most=5)
    >>> [missiles.at(level) for level in (1, 2, 3, 9, 20)]
    [1, 1, 2, 5, 5]
    """

    base: int = 0
    more: int = 0
    every: int = 1
    start: int = 0
    most: int = 0
    """Never more than this; 0: no limit."""

    def at(self, level: int) -> int:
        """The number at a caster level."""
        value = self.base + self.more * (max(0, level - self.start) // self.every)
        return min(value, self.most) if self.most else value


class Save(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    The saving throw that a spell allows. ``outcome`` is what a success does: ``negates`` everything, ``half`` the
    damage, ``partial``: each effect says for itself. Who finds it ``harmless`` forgoes it.
    """

    kind: Literal["fortitude", "reflex", "will"]
    outcome: Literal["negates", "half", "partial"] = "negates"
    harmless: bool = False


class Targets(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    Creatures that a caster names: how many at most, no two of them farther apart than ``within`` feet (0: anywhere).

    ``repeat``: one may be named several times (magic missile). ``who``: ``ally`` asks for one that is willing.
    ``types``: only creatures of these types.
    """

    count: Growth = Growth(base=1)
    within: int = 0
    repeat: bool = False
    who: Literal["creature", "ally", "enemy", "self"] = "creature"
    types: tuple[str, ...] = ()


class Area(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    What an area of effect takes in: shape, and radius or length in feet.

    ``origin``: a ``point`` in range (a grid intersection, named by the square south-east of it), the ``caster``, or a
    ``creature``. Cones and lines come from the caster. ``only``: of those inside, whom it touches.
    """

    shape: Literal["burst", "emanation", "spread", "cylinder", "cone", "line"]
    size: Growth
    origin: Literal["point", "caster", "creature"] = "point"
    only: Literal["all", "allies", "enemies"] = "all"


class Duration(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    How long a spell lasts: ``amount`` of ``unit``, or ``dice`` of it; ``instantaneous`` ones leave nothing behind.

    ``concentration``: while the caster concentrates, at most so long, and ``after`` rounds more. ``discharge``: ends
    when it is used up.
    """

    unit: Literal["instantaneous", "rounds", "minutes", "hours", "days", "permanent"] = "instantaneous"
    amount: Growth = Growth()
    dice: str = ""
    concentration: bool = False
    after: int = 0
    dismissible: bool = False
    discharge: bool = False


class Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    One thing that a spell does to each of its targets, or to its area: a verb, and the figures that the verb uses.

    ``dice`` are rolled as they stand (``1d4+1``), or ``number`` of them at a caster level (``1d6``, five at level 5);
    ``bonus`` is added. ``saved`` is what becomes of it on a successful save: ``none`` of it, ``half``, ``full``, or
    ``only`` then; empty: as the spell's save says.
    """

    verb: str
    dice: str = ""
    number: Growth | None = None
    bonus: Growth | None = None
    kind: str = ""
    """Of damage: an energy, ``force``, ``positive``, ``negative`` …"""
    condition: str = ""
    rounds: str = ""
    """How long the condition lasts, as dice or a number; empty: as long as the spell."""
    on: str = ""
    """Of a modifier: ``attack``, ``damage``, ``ac``, ``save``, ``speed``, a skill or an ability."""
    value: Growth | None = None
    type: str = ""
    """Bonus type of a modifier."""
    against: str = ""
    """A modifier counts only against this: a descriptor, an alignment."""
    saved: Literal["", "none", "half", "full", "only"] = ""


class Spell(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    A spell, or what an ability or item does. ``levels`` by class; wizards' are sorcerers' too.

    ``range``: ``feet`` in feet; ``close`` is 25 and 5 for each 2 levels, ``medium`` 100 and 10 a level, ``long`` 400
    and 40 a level. ``attack``: the touch that delivers it.
    """

    name: str = ""
    school: School = "universal"
    descriptors: tuple[str, ...] = ()
    levels: dict[str, int] = {}
    components: tuple[Component, ...] = ()
    focus: str = ""
    """What the focus is, where it is no holy symbol."""
    time: Literal["free", "move", "standard", "full-round", "round", "minutes"] = "standard"
    """Casting time; one of minutes is no matter for a fight."""
    range: Literal["personal", "touch", "close", "medium", "long", "feet"]
    feet: int = 0
    targets: Targets | None = None
    area: Area | None = None
    attack: Literal["", "melee-touch", "ranged-touch"] = ""
    metal: int = 0
    """Bonus on the touch attack against a target in metal (shocking grasp)."""
    duration: Duration = Duration()
    save: Save | None = None
    resistance: bool = False
    """Spell resistance applies."""
    redirect: Literal["", "free", "move"] = ""
    """What it costs to direct it anew."""
    effects: tuple[Effect, ...] = ()


_READY = {"close": (25, 5, 2), "medium": (100, 10, 1), "long": (400, 40, 1)}


def reach(spell: Spell, level: int) -> int:
    """
    How far a spell goes at a caster level, in feet; 0 for the caster alone, 5 for touch.

    >>> reach(Spell(range="close"), 5), reach(Spell(range="medium"), 5), reach(Spell(range="feet", feet=60), 5)
    (35, 150, 60)
    """
    if spell.range in _READY:
        base, more, every = _READY[spell.range]
        return base + more * (level // every)
    return {"personal": 0, "touch": 5}.get(spell.range, spell.feet)


def level_for(spell: Spell, kind: str) -> int | None:
    """The level of a spell for a class; ``None`` when the class does not have it."""
    return spell.levels.get("wizard" if kind == "sorcerer" else kind)


def dice_at(effect: Effect, level: int) -> str:
    """
    The dice of an effect at a caster level, in notation.

    >>> dice_at(Effect(verb="damage", dice="1d6", number=Growth(more=1, most=5)), 3)
    '3d6'
    >>> dice_at(Effect(verb="heal", dice="1d8", bonus=Growth(more=1, most=5)), 9)
    '1d8+5'
    """
    dice = notation.parse(effect.dice)
    count = dice.count * effect.number.at(level) if effect.number else dice.count
    bonus = dice.bonus + (effect.bonus.at(level) if effect.bonus else 0)
    return f"{count}d{dice.sides}{bonus:+d}" if bonus else f"{count}d{dice.sides}"


def _checked(table: dict[str, Spell]) -> dict[str, Spell]:
    for name, spell in table.items():
        where = f"spells.toml: {name}"
        if spell.targets is not None and spell.area is not None and spell.area.origin != "creature":
            raise BadInput(f"{where}: it has both targets and an area: give one of them")
        if spell.range == "feet" and not spell.feet:
            raise BadInput(f"{where}: the key feet is missing: add it")
        for effect in spell.effects:
            if effect.dice:
                dice_at(effect, 1)
    return table


def _named(table: dict[str, Spell]) -> dict[str, Spell]:
    from msgspec.structs import replace

    return {name: replace(spell, name=name) for name, spell in table.items()}


SPELLS: dict[str, Spell] = _named(_checked(files.table("spells", Spell)))
"""Every spell by its name."""
