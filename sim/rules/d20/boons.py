"""What spells add to totals, where the totals are made."""

from __future__ import annotations

from sim.core.tally import Modifier, stack
from sim.state.creature import Creature

WORN = frozenset({"armor", "shield", "natural armor"})
"""Bonus types that are no help against a touch."""

ATTACKS = "attacks"
"""What a boon is on that gives one attack more in a full attack."""

ROOTED = "rooted"
"""What a boon is on that keeps a creature where it is."""


def of(me: Creature, on: str, against: tuple[str, ...] = ()) -> tuple[Modifier, ...]:
    """The parts that spells add to one of its totals, or take off; ``against`` is what the total is pitted against."""
    return tuple(
        [
            Modifier(boon.value, boon.type, boon.rule)
            for boon in me.boons
            if boon.on == on and (not boon.against or boon.against in against)
        ]
    )


def total(me: Creature, on: str) -> int:
    """What spells make of something that is no roll, together: a score, a speed."""
    return stack(of(me, on)).total


def on_ac(me: Creature, attacker: Creature, touch: bool) -> list[Modifier]:
    """What spells add to its armor class; what is like armor is no help against a touch."""
    parts = of(me, "ac", (attacker.sheet.alignment,))
    return [part for part in parts if not (touch and part.type in WORN)]


def changed(me: Creature, ability: str) -> str:
    """The rule by which a spell has changed a score; empty when none has."""
    return next((boon.rule for boon in me.boons if boon.on == ability), "")


def is_rooted(me: Creature) -> bool:
    """Held where it is by what has grown around it."""
    return any(boon.on == ROOTED for boon in me.boons)


def roots(me: Creature) -> tuple[str, ...]:
    """The rules by which it is held where it is."""
    return tuple(dict.fromkeys(boon.rule for boon in me.boons if boon.on == ROOTED))
