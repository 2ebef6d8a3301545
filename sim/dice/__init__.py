"""Dice: notation, counter-based sources, exact odds."""
