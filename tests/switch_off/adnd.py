"""The rules of AD&D, switched off."""

from __future__ import annotations

from collections.abc import Iterator

from sim.events import adnd
from sim.events.attacks import DamageDealt
from sim.events.course import Answered, OrderGiven
from sim.events.movement import Moved
from sim.rules.adnd import declare
from sim.rules.adnd.book import BOOK
from sim.rules.adnd.training import Price
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
    """What it forbids is allowed; what it costs in training costs nothing."""
    if any(entry.rule == rule for entries in declare.RULES.constraints.values() for entry in entries):
        yield "it forbids nothing", lambda: allow(declare.RULES, rule)
    yield "it costs no slots", lambda: without_price(rule)


def without_price(rule: str) -> None:
    """Training for which somebody pays by this rule costs nothing."""
    new = Price.__new__

    def of(cls: type[Price], slots: int, rules: tuple[str, ...]) -> Price:
        return new(cls, 0 if rule in rules else slots, rules)

    Price.__new__ = of  # type: ignore[method-assign, assignment]


SILENT: dict[str, str] = {
    "adnd.style.two-handed.large-weapon": "what a large weapon does stands in its own figures, with no modifier besides",
    "adnd.style.two-handed.reach": "how far a weapon reaches in both hands stands in its own figures",
    "adnd.grab.monster.same-rules": "a monster is seized like everybody, so nothing is left to switch off",
}

BY_HAND: dict[str, tuple[str, Off]] = {}

ADND = Subject(BOOK, MANIFOLD, ways, SILENT, BY_HAND)
