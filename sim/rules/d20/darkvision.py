"""Darkvision (supplement); ``grid.sight`` knows what darkness hides."""

from __future__ import annotations

DISTANCE = "d20.darkvision.distance"
