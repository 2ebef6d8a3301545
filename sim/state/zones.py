"""Areas on the map in which a spell is at work."""

from __future__ import annotations

from typing import NamedTuple

FOG, SLOW = "fog", "slow"
"""What a zone does to the ground itself: it hides, it hampers. Everything else is a rule's business."""


class Zone(NamedTuple):
    """
    The squares (a bit set) that spell ``number`` of those under way fills; ``does`` are the names of what it does to
    whoever is in it.
    """

    number: int
    spell: str
    squares: int
    does: tuple[str, ...]
