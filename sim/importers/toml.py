"""Tables written as TOML, in the order in which they come: plain values first, then tables, then lists of tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def dumps(tables: dict[str, Any]) -> str:
    r"""
    The TOML of nested tables, lists, texts, whole numbers, truths.

    >>> dumps({"name": "Orc", "saves": {"will": 0}, "weapons": [{"name": "falchion"}]})
    'name = "Orc"\n\n[saves]\nwill = 0\n\n[[weapons]]\nname = "falchion"\n'
    """
    return "\n".join(_lines(tables, "")).strip("\n") + "\n"


def _lines(table: dict[str, Any], path: str) -> Iterator[str]:
    nested = {key: value for key, value in table.items() if _is_table(value) or _is_tables(value)}
    for key, value in table.items():
        if key not in nested:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in nested.items():
        at = f"{path}{_key(key)}"
        for one in value if isinstance(value, list | tuple) else (value,):
            yield ""
            if isinstance(value, list | tuple):
                yield f"[[{at}]]"
            elif not one or not all(_is_table(inner) for inner in one.values()):
                yield f"[{at}]"
            yield from _lines(one, f"{at}.")


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(_is_table(one) for one in value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(value: str) -> str:
    """A text in quotes; what JSON escapes TOML reads alike, but for the sign of deletion."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(one) for one in value)}]"
    return str(value)
