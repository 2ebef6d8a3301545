"""The orders that are worth searching: the best that ``utility`` finds, not too many of one sort."""

from __future__ import annotations

from agents.policies.base import Offers
from agents.policies.utility.estimate import Weighed, ranked
from agents.view import View

ALIKE = 2
"""So many orders of one kind at one target are searched."""

LOOKED_AT = 4
"""How many times as many orders as are searched are looked at for different ones."""


def candidates(view: View, menu: Offers, most: int) -> list[Weighed]:
    """The ``most`` best orders of the menu, the best first; always that which ``utility`` would give."""
    found: list[Weighed] = []
    sorts: dict[tuple[object, ...], int] = {}
    for weighed in ranked(view, menu, LOOKED_AT * most):
        sort = type(weighed.order), getattr(weighed.order, "target", ""), getattr(weighed.order, "how", "")
        sorts[sort] = sorts.get(sort, 0) + 1
        if sorts[sort] <= ALIKE:
            found.append(weighed)
            if len(found) == most:
                break
    return found
