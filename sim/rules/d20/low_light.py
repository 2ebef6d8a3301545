"""Low-light vision (supplement); ``grid.sight`` knows what shadow hides."""

from __future__ import annotations

DISTANCE = "d20.low-light.distance"
