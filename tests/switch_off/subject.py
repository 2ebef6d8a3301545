"""What switching rules off has to know of a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from sim.grid.terrain import Borders, Ground
from sim.rules.book import Rulebook, Rules

ROOT = Path(__file__).parents[2]

Off = Callable[[], None]
"""Patches this process for good."""


@frozen(eq=False)
class Subject:
    """
    A rulebook. ``manifold`` are the events in which many rules have a say: that one of them is not told says nothing
    of a single rule. ``ways`` are ways to switch a rule off that this rulebook has. ``silent`` are rules that say what
    does not happen, each with the reason why nothing is left to switch off; ``by_hand`` those whose effect and whose
    citation stand in different places, each with a way of its own.
    """

    book: Rulebook
    manifold: tuple[type[Any], ...]
    ways: Callable[[str], Iterator[tuple[str, Off]]]
    silent: dict[str, str]
    by_hand: dict[str, tuple[str, Off]]

    @property
    def folder(self) -> Path:
        """Where its modules are."""
        return ROOT / "sim" / "rules" / self.book.id

    @property
    def tests(self) -> list[Path]:
        """The files that prove it."""
        return sorted((ROOT / "tests" / "rules" / self.book.id).glob("test_*.py"))


def instead(module: Any, name: str, by: Callable[[Any], Any]) -> Callable[[], None]:
    """Put something else in a module's place of this name, made from what is there."""
    return lambda: setattr(module, name, by(getattr(module, name)))


GROUNDS: list[Ground] = []
"""The ground of the golden fight that is tried."""


def allow(rules: Rules, rule: str) -> None:
    """What the rule forbids is allowed."""
    for entries in rules.constraints.values():
        entries[:] = [entry for entry in entries if entry.rule != rule]


def even_ground() -> None:
    """No ground is harder than another."""
    for ground in GROUNDS:
        ground.difficult, ground.low_borders = (0, 0), Borders()
        ground.memo.clear()


EASY = "all ground is even", even_ground
"""For rules that only say what hard ground costs."""
