"""Tables written as TOML, in the order in which they come: plain values first, then tables, then lists of tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


class Inline(dict[str, Any]):
    """A table that is written in one line; a list of such, or of lists, has a line for each."""


def dumps(tables: dict[str, Any]) -> str:
    r"""
    The TOML of nested tables, lists, texts, whole numbers, truths.

    >>> dumps({"name": "Orc", "saves": {"will": 0}, "weapons": [{"name": "falchion"}]})
    'name = "Orc"\n\n[saves]\nwill = 0\n\n[[weapons]]\nname = "falchion"\n'
    >>> print(dumps({"edges": [Inline(square="a1", side="n", kind="wall")]}), end="")
    edges = [
      { square = "a1", side = "n", kind = "wall" },
    ]
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
            if isinstance(value, list | tuple):
                yield f"\n[[{at}]]"
            elif not one or not all(_is_table(inner) for inner in one.values()):
                yield f"\n[{at}]"
            yield from _lines(one, f"{at}.")


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) and not isinstance(value, Inline)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(_is_table(one) for one in value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(value: str) -> str:
    """A text in quotes; what JSON escapes TOML reads alike, but for the sign of deletion. Half a sign becomes ``?``."""
    whole = value.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")


def _texts(value: str) -> str:
    """A text in quotes, of several lines as it stands."""
    lines = [_text(line)[1:-1] for line in value.split("\n")]
    return _text(value) if len(lines) == 1 else '"""\n' + "\n".join(lines) + '"""'


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _texts(value)
    if isinstance(value, Inline):
        return f"{{ {', '.join(f'{_key(key)} = {_value(one)}' for key, one in value.items())} }}"
    if isinstance(value, list | tuple) and value and all(isinstance(one, Inline | list | tuple) for one in value):
        return "[\n" + "".join(f"  {_value(one)},\n" for one in value) + "]"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(one) for one in value)}]"
    return str(value)
