"""JSON of other programs, read exactly: fractions as decimals, depth and length bounded."""

from __future__ import annotations

from decimal import Context, Decimal
from typing import Any

import msgspec

from sim.core.errors import BadInput
from sim.importers.protocol import LARGEST, words

FARTHEST = 1_000_000
"""No coordinate is as far from zero, in squares or pixels."""

_EXACT = Context(prec=60)


def document(data: bytes, where: str, largest: int = LARGEST) -> Any:
    """
    What a JSON text of at most ``largest`` bytes says: tables, lists, texts, whole numbers, ``Decimal`` for others.

    :raises BadInput: when it is longer, no JSON, or nested too deep.
    """
    return _value(words(data, where, largest), where)


def documents(data: bytes, where: str, largest: int = LARGEST) -> list[Any]:
    """
    The documents of a JSON text, or of the lines of a compendium: of those with the same ``_id`` the last holds, and
    one that was deleted is gone.

    :raises BadInput: as ``document`` does.
    """
    text = words(data, where, largest)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) < 2 or not lines[0][1].rstrip().endswith("}"):
        return [_value(text, where)]
    found: dict[Any, Any] = {}
    for number, line in lines:
        value = _value(line, f"{where}, line {number}")
        if not isinstance(value, dict):
            raise BadInput(f"{where}, line {number} is no document: each line must be a JSON object")
        key = value.get("_id") if isinstance(value.get("_id"), str) else number
        found.pop(key, None)
        if "$$deleted" not in value and "$$indexCreated" not in value:
            found[key] = value
    return list(found.values())


def _value(text: str, where: str) -> Any:
    try:
        return msgspec.json.Decoder(float_hook=Decimal).decode(text)
    except RecursionError:
        raise BadInput(f"{where} is not valid JSON: its brackets are nested too deep") from None
    except (msgspec.DecodeError, ArithmeticError) as error:
        raise BadInput(f"{where} is not valid JSON: {str(error)[:200]}: export it once more") from None


def units(value: Decimal, scale: int, what: str, where: str) -> int:
    """
    A number in whole ``scale``-ths, rounded to the nearest, a half to the even one.

    >>> units(Decimal("7.359375"), 1_000_000, "x", "the map")
    7359375

    :raises BadInput: when it is no number, or not below ``FARTHEST``.
    """
    if not value.is_finite() or value.copy_abs() >= FARTHEST:
        raise BadInput(f"{where}: {what} is {str(value)[:40]}: it must be a number below {FARTHEST}")
    return int(_EXACT.multiply(value, scale).to_integral_value())
