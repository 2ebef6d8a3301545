"""Morale: it is tested; and whoever it fails acts as it must."""

from __future__ import annotations

from attrs import frozen

from sim.core.tally import Modifier
from sim.dice.sources import Die
from sim.events.adnd import fighter_of, ledger_of
from sim.events.base import applies
from sim.events.orders import Order
from sim.state.battle import Battle


@frozen
class MoraleChecked:
    """
    Morale is tested with one roll of 2d10 for all of ``who``: it must be at most ``rating`` and its ``parts``.

    ``occasions`` are what has happened, each of which asks for a check once.
    """

    because: int
    who: tuple[str, ...]
    occasions: tuple[str, ...]
    rating: int
    total: int
    parts: tuple[Modifier, ...]
    success: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


@applies(MoraleChecked)
def check_morale(event: MoraleChecked, battle: Battle) -> None:
    ledger = ledger_of(battle)
    for who in event.who:
        ledger.fighters[who].tested += 1
        ledger.checks = (*ledger.checks, *[(who, occasion) for occasion in event.occasions])


@frozen
class OrderForced:
    """Nobody asks it: its action of the round is ``order``."""

    because: int
    who: str
    order: Order
    cites: tuple[str, ...]


@applies(OrderForced)
def force(event: OrderForced, battle: Battle) -> None:
    fighter_of(battle, event.who).declared = event.order
