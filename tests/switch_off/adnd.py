"""The rules of AD&D, switched off."""

from __future__ import annotations

from collections.abc import Iterator

from sim.events import adnd
from sim.events.attacks import DamageDealt
from sim.events.course import Answered, OrderGiven
from sim.events.movement import Moved
from sim.rules.adnd import declare
from sim.rules.adnd.book import BOOK
from tests.switch_off.subject import Off, Subject, allow

MANIFOLD = (
    OrderGiven,
    Answered,
    Moved,
    DamageDealt,
    adnd.AttackMade,
    adnd.AttacksSet,
    adnd.Declared,
    adnd.InitiativeThrown,
    adnd.PercentRolled,
    adnd.SavingThrowRolled,
    adnd.ScoreChecked,
)


def ways(rule: str) -> Iterator[tuple[str, Off]]:
    """What it forbids is allowed."""
    if any(entry.rule == rule for entries in declare.RULES.constraints.values() for entry in entries):
        yield "it forbids nothing", lambda: allow(declare.RULES, rule)


SILENT: dict[str, str] = {}

BY_HAND: dict[str, tuple[str, Off]] = {}

ADND = Subject(BOOK, MANIFOLD, ways, SILENT, BY_HAND)
