"""Choices that a rule leaves to somebody in the middle of an act."""

from __future__ import annotations

from collections.abc import Iterator

from sim.events.orders import Answer, Choose, Pick
from sim.state.conditions import CANNOT_ACT
from sim.state.creature import Creature
from sim.table import Table


class Options:
    """The menu of such a choice: the options in their order. ``rule`` is what leaves no other."""

    def __init__(self, options: tuple[str, ...], rule: str) -> None:
        self.options = options
        self.rule = rule

    def __iter__(self) -> Iterator[Answer]:
        return (Choose(option) for option in self.options)

    def accepts(self, choice: object) -> bool:
        return type(choice) is Choose and choice.option in self.options

    def why_not(self, choice: object) -> tuple[str, ...]:
        return () if self.accepts(choice) else (self.rule,)


def ask(
    table: Table, who: Creature, about: str, other: Creature, options: tuple[str, ...], because: int, *rules: str
) -> str:
    """
    The option that ``who`` takes, with regard to ``other``; the first rule is the one that leaves the choice.

    The first option comes of itself when there is no other, or when ``who`` can do nothing.
    """
    if len(options) == 1 or who.flags & CANNOT_ACT:
        return options[0]
    answer = table.ask(who.id, Pick(about, other.id, options), Options(options, rules[0]), because, rules)
    assert type(answer) is Choose
    return answer.option
