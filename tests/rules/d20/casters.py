"""Casters for tests: creatures of the bestiary with other spells, and spells that the table does not have."""

from __future__ import annotations

from msgspec.structs import replace

from sim.tables.bestiary import creature, resolve
from sim.tables.sheet import Device, Power, Prepared, Sheet
from sim.tables.spells import Duration, Effect, Growth, Spell, Targets


def wizard(*prepared: str, **changes: object) -> Sheet:
    """A wizard of 5th level with these spells prepared, two of each."""
    return replace(_caster("wizard-5", "wizard", prepared), **changes)


def priest(*prepared: str, **changes: object) -> Sheet:
    """A cleric of 5th level with these spells prepared, two of each."""
    return replace(_caster("priest-5", "cleric", prepared), **changes)


def _caster(base: str, kind: str, prepared: tuple[str, ...]) -> Sheet:
    document = {"base": base, "caster": {"kind": kind, "prepared": dict.fromkeys(prepared, 2)}}
    return resolve(document, "a test")


def knowing(sheet: Sheet, *spells: Spell) -> Sheet:
    """The same caster with these spells besides, prepared twice."""
    assert sheet.caster is not None
    prepared = tuple(Prepared(spell.name, spell.name, max(spell.levels.values()), 2) for spell in spells)
    caster = replace(sheet.caster, prepared=(*sheet.caster.prepared, *prepared))
    return replace(sheet, caster=caster, spells={**sheet.spells, **{spell.name: spell for spell in spells}})


def gifted(kind: str, power: Power, spell: Spell) -> Sheet:
    """A creature of the bestiary with a special ability."""
    return replace(creature(kind), powers=(power,), spells={spell.name: spell})


def equipped(sheet: Sheet, device: Device, spell: Spell) -> Sheet:
    """The same creature with an item."""
    return replace(sheet, devices=(device,), spells={**sheet.spells, spell.name: spell})


HARM = Effect(verb="damage", dice="1d6", kind="force")

DANCE = Spell(
    name="dance of lights",
    levels={"wizard": 1},
    components=("V",),
    range="close",
    targets=Targets(),
    duration=Duration(unit="rounds", amount=Growth(more=1), concentration=True, dismissible=True),
    redirect="move",
)
"""Kept up by concentration, at most a round a level; directed by a move action."""

LINGER = replace(DANCE, name="lingering dance", duration=Duration(unit="rounds", concentration=True, after=2))

BLESSED_HANDS = Spell(
    name="blessed hands",
    levels={"cleric": 1},
    components=("V",),
    range="touch",
    targets=Targets(count=Growth(more=1)),
    duration=Duration(unit="rounds", amount=Growth(more=1)),
)
"""A touch spell for a creature a level."""
