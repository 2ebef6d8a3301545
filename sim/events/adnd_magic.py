"""Spells of AD&D: their beginning within a round. How they are lost and end is told in ``magic``."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from sim.events.adnd import fighter_of
from sim.events.base import applies
from sim.state.battle import Battle
from sim.state.magic import Casting


@frozen
class IncantationBegan:
    """
    Somebody begins to cast on the count ``begins`` of initiative; the spell takes effect on ``ends``, or (``rounds``)
    at the end of so many rounds. ``spent`` is what it uses up, whatever becomes of it: the spell, or a scroll.
    """

    because: int
    who: str
    spell: str
    source: Literal["spell", "scroll"]
    spent: str
    level: int
    caster_level: int
    begins: int
    ends: int
    rounds: int
    targets: tuple[str, ...]
    to: int
    cites: tuple[str, ...]


@applies(IncantationBegan)
def begin(event: IncantationBegan, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.used = (*creature.used, event.spent)
    creature.casting = Casting(
        event.spent,
        event.spell,
        event.source,
        event.level,
        event.caster_level,
        0,
        event.targets,
        event.to,
        event.rounds > 0,
    )
    fighter_of(battle, event.who).begun = True
