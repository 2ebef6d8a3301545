"""What follows from rulings of the referee: wounds tell, holds break, who comes later rolls initiative."""

from __future__ import annotations

from sim.events.course import RefereeAdded, RefereeMoved, RefereeRuled, RefereeSet
from sim.rules.d20 import initiative, wounds
from sim.state.conditions import DOWN
from sim.table import Table

HOLDS = ("grappling", "pinned", "pinning", "holding")
"""Conditions of two creatures: when the referee ends one, they let go of each other."""


def heed(table: Table, ruling: object, because: int) -> None:
    """Bring the fight into line with a ruling; between the ruling and this, nothing has happened."""
    battle = table.battle
    if isinstance(ruling, RefereeSet):
        wounds.settle(table, battle.creatures[ruling.who], because, hurt=False)
    elif isinstance(ruling, RefereeMoved):
        wounds.release_all(table, battle.creatures[ruling.who], because)
    elif isinstance(ruling, RefereeRuled):
        creature = battle.creatures[ruling.who]
        if creature.flags & DOWN if ruling.begins else ruling.condition in HOLDS:
            wounds.release_all(table, creature, because)
    elif isinstance(ruling, RefereeAdded) and battle.order:
        initiative.join(table, battle.creatures[ruling.placed.sheet.id], because)
