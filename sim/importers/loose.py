"""Values of documents of which nothing is known beforehand: what is of another kind than asked for is empty."""

from __future__ import annotations

from typing import Any


def as_table(value: Any) -> dict[str, Any]:
    """A table, or an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """A list, or an empty one."""
    return value if isinstance(value, list) else []


def as_text(value: Any) -> str:
    """A text, or an empty one."""
    return value if isinstance(value, str) else ""
