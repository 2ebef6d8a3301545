"""Multiattack (supplement)."""

from __future__ import annotations

PENALTY = "d20.multiattack.penalty"
