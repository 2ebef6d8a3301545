"""What comes of a creature's type: what it is immune to, and how it ends (supplement)."""

from __future__ import annotations

from sim.rules.d20.declare import softener
from sim.state.creature import Creature
from sim.tables.glossary import SUBTYPES, TYPES, immunities
from sim.tables.sheet import Sheet, Weapon

NO_CRITICAL = "d20.creature-type.no-critical"
NO_NONLETHAL = "d20.creature-type.no-nonlethal"
DESTROYED = "d20.creature-type.destroyed"
NO_FLANKING = "d20.creature-type.no-flanking"


def immune(me: Creature, to: str) -> bool:
    """Is it immune to this by type, by subtype or by nature?"""
    found = me.cache.get("immune")
    if found is None:
        found = me.cache["immune"] = immunities_of(me.sheet)
    return to in found  # type: ignore[operator]


def living(me: Creature) -> bool:
    """Neither undead nor construct."""
    return not TYPES[me.sheet.type].destroyed_at_zero


def immunities_of(sheet: Sheet) -> frozenset[str]:
    """Everything that a creature is immune to by type, by subtype or by nature."""
    return immunities(sheet.type, tuple(name for name in sheet.subtypes if name in SUBTYPES), sheet.immune)


@softener(lambda sheet: "nonlethal" in immunities_of(sheet))
def no_nonlethal(
    target: Creature, source: Creature, weapon: Weapon, points: int, nonlethal: bool
) -> tuple[int, bool, tuple[str, ...]]:
    """Who has nothing to be stunned takes no nonlethal damage."""
    return (0, True, (NO_NONLETHAL,)) if nonlethal else (points, False, ())
