"""Areas on the map in which a spell is at work."""

from __future__ import annotations

from attrs import frozen

from sim.events.base import applies
from sim.state.battle import Battle
from sim.state.zones import Zone


@frozen
class ZoneBegan:
    """Spell number ``spell`` of those under way, ``name``, fills ``squares``; ``does`` names what it does there."""

    because: int
    spell: int
    name: str
    squares: tuple[int, ...]
    does: tuple[str, ...]
    cites: tuple[str, ...] = ()


@applies(ZoneBegan)
def fill(event: ZoneBegan, battle: Battle) -> None:
    bits = sum(1 << square for square in event.squares)
    battle.zones = (*battle.zones, Zone(event.spell, event.name, bits, event.does))
    battle.relight()


@frozen
class ZoneBurned:
    """Fire has burned ``squares`` of what spell number ``spell`` filled: they are clear of it."""

    because: int
    spell: int
    squares: tuple[int, ...]
    cites: tuple[str, ...] = ()


@applies(ZoneBurned)
def burn_away(event: ZoneBurned, battle: Battle) -> None:
    gone = sum(1 << square for square in event.squares)
    battle.zones = tuple(
        zone._replace(squares=zone.squares & ~gone) if zone.number == event.spell else zone for zone in battle.zones
    )
    battle.relight()


@frozen
class ZoneEnded:
    """What spell number ``spell`` did to the map is gone."""

    because: int
    spell: int
    cites: tuple[str, ...] = ()


@applies(ZoneEnded)
def clear(event: ZoneEnded, battle: Battle) -> None:
    battle.zones = tuple(zone for zone in battle.zones if zone.number != event.spell)
    battle.relight()
