"""Stat blocks as people paste them, of either rulebook, as creatures of a bestiary."""

from sim.importers.statblock.read import statblock

__all__ = ["statblock"]
