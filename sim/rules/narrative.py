"""Rules that change nothing in a fight or right after it, each with the place where what it says is told."""

from __future__ import annotations

NARRATIVE: dict[str, str] = {}


def narrative(rule: str, why: str) -> None:
    """Rule ``rule`` has no effect on a fight: ``why`` says so, and where it is recorded."""
    NARRATIVE[rule] = why
