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
    text = words(data, where, largest)
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
