"""The rulebooks by id."""

from __future__ import annotations

from sim.core.errors import BadInput
from sim.rules.book import Rulebook


def book(id: str) -> Rulebook:
    """
    The rulebook of this id.

    :raises BadInput: when there is none.
    """
    if id == "d20":
        from sim.rules.d20.book import BOOK

        return BOOK
    raise BadInput(f"no rulebook here is called {id[:40]!r}: there is d20")
