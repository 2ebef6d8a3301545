"""
Logs of older formats, read as if they were of today's.

An upcaster takes the records of format *n* to format *n + 1*: the plain JSON values of a line, before anything is made
of them. One that leads from each older format to the next is all it takes to read the oldest log. The line keeps its
place: an event stays one event, since others name it by its number. What has been written is never changed for it: the
chain is that of the file.

To raise ``FORMAT``: write the upcaster from the number that it had, and keep a log of that format in ``replays/old``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

Record = dict[str, Any]


class Upcaster(NamedTuple):
    """Leads from one format to the next: what becomes of a header, and of an event with its ``kind`` and ``seq``."""

    header: Callable[[Record], Record]
    event: Callable[[Record], Record]


UPCASTERS: dict[int, Upcaster] = {}
"""By the format from which they lead on."""


def header_now(record: Record, version: int, now: int) -> Record:
    """A header of format ``version`` as one of the format ``now``."""
    for number in range(version, now):
        record = {**UPCASTERS[number].header(record), "maraud": number + 1}
    return record


def event_now(record: Record, version: int, now: int) -> Record:
    """An event of format ``version`` as one of the format ``now``."""
    for number in range(version, now):
        record = UPCASTERS[number].event(record)
    return record
