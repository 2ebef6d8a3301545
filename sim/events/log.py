"""
The log: one fight, one file of JSON Lines, each line chained to the one before by SHA-256.

A line is ``RECORD,"chain":"DIGEST"}`` and a line feed, where RECORD are the bytes of the JSON object up to there, and
DIGEST is the hexadecimal SHA-256 of the previous line's digest (64 characters; none for the header) followed by
RECORD. ``replays/README.md`` documents the format for others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sim.core.errors import NONSENSE, BadInput, Damaged
from sim.dice.sources import Die
from sim.events import (  # noqa: F401 (kinds to read)
    adnd,
    adnd_flight,
    adnd_fumbles,
    adnd_grips,
    adnd_hands,
    adnd_magic,
    adnd_manoeuvres,
    adnd_missile,
    adnd_morale,
    attacks,
    boons,
    conditions,
    equipment,
    grapple,
    magic,
    movement,
    objects,
    riding,
    timing,
    turning,
    zones,
)
from sim.events.base import KINDS
from sim.events.course import LAST_EVENTS
from sim.events.header import FORMAT, SHAPES, Header
from sim.events.upcast import UPCASTERS, event_now, header_now

_ENCODER = msgspec.json.Encoder()
_HEADERS = {book: msgspec.json.Decoder(shapes.header) for book, shapes in SHAPES.items()}
_DECODERS: dict[bytes, msgspec.json.Decoder[Any]] = {}
_TAIL = len(b',"chain":""}') + 64
_DIGITS = bytes.maketrans(b"123456789", b"000000000")
LARGEST = 1 << 30
"""No log is longer than this many bytes."""
MAX_LINE = 1 << 23
"""No header is longer than this many bytes: room for the largest map and the largest order file, and a crowd."""
MAX_EVENT = 1 << 20
"""No event is longer than this many bytes."""
LARGE = 10_000_000
"""No number in a log is as large as this; seeds are texts."""


class _Prefixes(dict[type[Any], bytes]):
    """The beginning of each kind of record after its number."""

    def __missing__(self, event_class: type[Any]) -> bytes:
        self[event_class] = prefix = b',"kind":"%s",' % event_class.__name__.encode()
        return prefix


_PREFIX = _Prefixes()


class Log:
    """
    The events of one fight with their lines. ``sink`` receives whole chunks of lines when ``flush`` is called; without
    one they are written when somebody asks for them.
    """

    __slots__ = ("_last", "_lines", "_pending", "events", "header", "sink")

    def __init__(self, header: Header, sink: Callable[[bytes], object] | None = None) -> None:
        self.header = header
        self.events: list[Any] = []
        self.sink = sink
        record = _ENCODER.encode(header)[:-1]
        self._last = sha256(record).hexdigest().encode()
        self._lines: list[bytes] = [b'%b,"chain":"%b"}\n' % (record, self._last)]
        self._pending = 0

    @property
    def lines(self) -> list[bytes]:
        """The lines of the header and of all events so far."""
        lines, events, last, encode = self._lines, self.events, self._last, _ENCODER.encode
        for seq in range(len(lines) - 1, len(events)):
            event = events[seq]
            record = b'{"seq":%d%b%b' % (seq, _PREFIX[type(event)], encode(event)[1:-1])
            last = sha256(last + record).hexdigest().encode()
            lines.append(b'%b,"chain":"%b"}\n' % (record, last))
        self._last = last
        return lines

    @property
    def digest(self) -> str:
        """The digest of the last line, which stands for the whole log."""
        return self.lines[-1][-67:-3].decode()

    def append(self, event: object) -> int:
        """Add an event; returns its sequence number."""
        self.events.append(event)
        return len(self.events) - 1

    def flush(self) -> None:
        """Hand the lines of the events since the last call over in one piece."""
        if self.sink is None:
            return
        lines = self.lines
        if self._pending < len(lines):
            self.sink(b"".join(lines[self._pending :]))
            self._pending = len(lines)

    def take_as_written(self, lines: int) -> None:
        """So many lines, the header's included, stand in the file already."""
        self._pending = lines

    def to_bytes(self) -> bytes:
        """The whole file."""
        return b"".join(self.lines)


class Reading(NamedTuple):
    """
    What a file holds. ``finished``: it ends with the end of the fight. ``torn``: bytes of a last line that is not
    whole. ``whole``: how many bytes the whole lines take up. ``format``: that of the file; what is in here is always
    of today's.
    """

    header: Header
    events: tuple[Any, ...]
    digest: str
    finished: bool
    torn: int
    whole: int
    format: int = FORMAT

    def dice(self) -> Iterator[Die]:
        """Every die on record, in order."""
        for event in self.events:
            yield from getattr(event, "dice", ())


def read(path: str | Path) -> Reading:
    """
    Read a log file. What is no log is left alone after its first line, however much of it there is.

    :raises BadInput: when there is no such file.
    :raises Damaged: when it is not a log of a known format, or broken before its last line.
    """
    where = str(path)
    try:
        with Path(path).open("rb") as file:
            data = file.readline(MAX_LINE)
            _parse_header(data, where)
            data += file.read(LARGEST)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"{path} cannot be read ({reason}): name a log file that exists") from None
    if len(data) > LARGEST:
        raise Damaged(f"{path} is longer than {LARGEST} bytes: no fight has so long a log")
    return parse(data, where)


def parse(data: bytes, where: str = "the log") -> Reading:
    """Read a log's bytes; errors as in ``read``."""
    header, version, digest, position = _parse_header(data, where)
    events: list[Any] = []
    size = len(data)
    seq = 0
    while position < size:
        end = data.find(b"\n", position)
        if end < 0:
            break
        line = data[position:end]
        record = line[:-_TAIL]
        expected = sha256(digest.encode() + record).hexdigest()
        if line[-_TAIL:] != b',"chain":"%b"}' % expected.encode():
            if end + 1 >= size and not (events and type(events[-1]) in LAST_EVENTS):
                break
            raise Damaged(f"{where}, line {seq + 2}: the chain of digests breaks here: the line was changed or moved")
        try:
            events.append(_event(record, seq, version))
        except _ERRORS as error:
            raise Damaged(f"{where}, line {seq + 2}: {str(error)[:300]}") from error
        digest = expected
        position = end + 1
        seq += 1
    finished = bool(events) and type(events[-1]) in LAST_EVENTS
    torn = size - position
    if finished and torn:
        raise Damaged(f"{where}, line {seq + 2}: {torn} bytes follow the end of the fight: cut them off")
    return Reading(header, tuple(events), digest, finished, torn, position, version)


class _Amiss(Exception):
    """What is wrong with a line."""


_ERRORS = (_Amiss, msgspec.DecodeError, *NONSENSE)


def _event(record: bytes, seq: int, version: int) -> Any:
    """The event that a record says; ``record`` is a line up to its chain."""
    if version != FORMAT:
        record = _ENCODER.encode(event_now(msgspec.json.decode(record + b"}"), version, FORMAT))[:-1]
    if len(record) > MAX_EVENT:
        raise _Amiss(f"the line is longer than {MAX_EVENT} bytes: no event is")
    kind_at = record.find(b',"kind":"', 0, 40)
    kind = record[kind_at + 9 : record.find(b'"', kind_at + 9)]
    decoder = _DECODERS.get(kind)
    if decoder is None:
        name = kind[:40].decode("ascii", "replace")
        if name not in KINDS:
            raise _Amiss(f"no event is called {name!r}: read it with the version of maraud that wrote it")
        decoder = _DECODERS[kind] = msgspec.json.Decoder(KINDS[name])
    if record[:kind_at] != b'{"seq":%d' % seq:
        raise _Amiss(f"event {seq} is missing or out of its place")
    plain = record + b"}"
    if plain.translate(_DIGITS).find(b"00000000") >= 0:
        _small(msgspec.json.decode(plain))
    return decoder.decode(plain)


def _small(value: Any) -> None:
    """Whoever shifts by a number, or counts up to it, can be made to do so for ever: none in a log is large."""
    if type(value) is int and abs(value) >= LARGE:
        raise _Amiss(f"the number {str(value)[:40]} is too large: no number in a log has more than 7 digits")
    if type(value) in (list, dict):
        for inner in value.values() if type(value) is dict else value:
            _small(inner)


def _parse_header(data: bytes, where: str) -> tuple[Header, int, str, int]:
    """The header, the format of the file, the digest of the header, where the events begin."""
    if not data:
        raise Damaged(f"{where} is empty: a log begins with its header line")
    if not data.startswith(b'{"maraud":'):
        raise Damaged(f'{where} is no log: a log begins with {{"maraud":{FORMAT},')
    end = data.find(b"\n", 0, MAX_LINE)
    if end < 0:
        raise Damaged(f"{where} has no whole header line, so nothing of the fight is left")
    line = data[:end]
    record = line[:-_TAIL]
    digest = sha256(record).hexdigest()
    try:
        version = msgspec.json.decode(line, type=_Version).maraud
        if version != FORMAT and version not in UPCASTERS:
            raise Damaged(
                f"{where} is of log format {str(version)[:20]}, and this version reads {_FORMATS}: "
                f"read it with the version of maraud that wrote it"
            )
        if line[-_TAIL:] != b',"chain":"%b"}' % digest.encode():
            raise Damaged(f"{where}, line 1: the header was changed: its digest does not hold")
        plain = record + b"}"
        if version != FORMAT:
            plain = _ENCODER.encode(header_now(msgspec.json.decode(plain), version, FORMAT))
        ruleset = msgspec.json.decode(plain, type=_Ruleset).ruleset
        if ruleset not in _HEADERS:
            raise Damaged(f"{where} is played by a rulebook {ruleset[:40]!r} that is not known here: {_KNOWN}")
        _small(msgspec.json.decode(plain))
        header = _HEADERS[ruleset].decode(plain)
    except _ERRORS as error:
        raise Damaged(f"{where}, line 1: {str(error)[:300]}") from error
    return header, version, digest, end + 1


class _Version(msgspec.Struct):
    maraud: int


class _Ruleset(msgspec.Struct):
    ruleset: str = "d20"


_KNOWN = f"read it where that is installed (known: {', '.join(SHAPES)})"
_FORMATS = f"formats up to {FORMAT}" if UPCASTERS else f"format {FORMAT}"
