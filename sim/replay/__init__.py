"""Fights read back: any moment of a log, told in words and drawn."""
