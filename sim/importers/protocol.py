"""What every importer takes and gives: bytes of a bounded file in, TOML and a report out, never live state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, Protocol

from sim.core.errors import BadInput

LARGEST = 8 * 1024 * 1024
"""No file that is imported is longer than this many bytes, but for maps that carry their picture."""

LARGEST_MAP = 64 * 1024 * 1024
"""No map with its picture in it is longer than this many bytes."""


class Imported(NamedTuple):
    """
    A file of another program as one of ours.

    ``text`` is TOML of the ``kind``, ``names`` are the creatures or places in it. ``decided`` says what was chosen
    where the source leaves it open, ``warnings`` where the source contradicts itself, with both numbers, and ``unread``
    what was not understood or is not played: nothing is left out in silence.
    """

    kind: Literal["bestiary", "scenario"]
    text: str
    names: tuple[str, ...]
    decided: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def scenario(text: str, name: str, decided: Iterable[str], warnings: Iterable[str], unread: Iterable[str]) -> Imported:
    """A scenario and its report, each line of it once."""
    return Imported("scenario", text, (name,), *(tuple(dict.fromkeys(lines)) for lines in (decided, warnings, unread)))


class Importer(Protocol):
    """One format. ``where`` is the name of the source, which opens the sentence of an error."""

    def __call__(self, data: bytes, where: str) -> Imported:
        """Raises ``BadInput``, one sentence, for whatever cannot be read."""
        ...


def words(data: bytes, where: str, largest: int = LARGEST) -> str:
    """
    The text of a file in UTF-8, with or without the mark of that encoding.

    :raises BadInput: when it is longer than ``largest`` bytes, or in another encoding.
    """
    if len(data) > largest:
        raise BadInput(f"{where} is longer than {largest} bytes: cut it into several files")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{where} is not UTF-8 text: save it in that encoding") from None
