"""The rulebooks by id."""

from __future__ import annotations

from sim.core.errors import BadInput
from sim.rules.book import Rulebook

IDS = ("d20", "adnd")


def book(id: str) -> Rulebook:
    """
    The rulebook of this id.

    :raises BadInput: when there is none.
    """
    if id == "d20":
        from sim.rules.d20.book import BOOK

        return BOOK
    if id == "adnd":
        from sim.rules.adnd.book import BOOK as ADND

        return ADND
    raise BadInput(f"no rulebook here is called {id[:40]!r}: there are {' and '.join(IDS)}")
