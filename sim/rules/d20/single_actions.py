"""Creatures that have one action a turn, as zombies have (supplement); ``turn`` counts actions, ``charge`` squares."""

from __future__ import annotations

ONLY = "d20.single-actions.only"
