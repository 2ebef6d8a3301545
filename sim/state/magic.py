"""Spells at work: being cast, held on the hand, under way."""

from __future__ import annotations

from typing import NamedTuple


class Casting(NamedTuple):
    """
    A spell in the making, or held on the hand. ``name`` is what the caster knows it by, ``spell`` that of the spell.

    ``source``: ``spell``, ``scroll``, ``wand``, ``potion``, ``oil``, ``item``, ``spell-like``, ``supernatural`` or
    ``extraordinary``. ``level`` is the spell's, ``caster_level`` its caster's; ``targets`` and ``to`` (a square, -1
    none) whom and what it is for; ``long``: it takes until the caster's next turn.
    """

    name: str
    spell: str
    source: str
    level: int
    caster_level: int
    dc: int
    targets: tuple[str, ...] = ()
    to: int = -1
    long: bool = False


class Charge(NamedTuple):
    """A touch spell held on the hand; ``touches`` is how many it can still touch, ``fresh``: cast in this turn."""

    casting: Casting
    touches: int = 1
    fresh: bool = False


class Running(NamedTuple):
    """
    A spell under way. ``left``: turns of its caster until it ends, at the start of one; -1: no such end.

    ``concentration``: it asks for the caster's standard action each turn; ``kept``: it has had it in this turn.
    """

    number: int
    spell: str
    caster: str
    level: int
    caster_level: int
    dc: int
    targets: tuple[str, ...] = ()
    to: int = -1
    left: int = -1
    concentration: bool = False
    kept: bool = True

    def nearer(self) -> Running:
        """The same at the start of its caster's next turn."""
        return self._replace(left=self.left - 1 if self.left > 0 else self.left, kept=not self.concentration)
