"""Files of other programs spoilt in every way, and what must come of them: a scenario, or one sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from agents.cli.main import main
from sim.core.errors import BadInput
from sim.importers.protocol import Importer

WRONG: tuple[Any, ...] = (
    None, True, "", "x" * 5000, "NaN", "1e999999", -1, 0, 10**30, -(10**30), 1e300, -1e-300, 0.5, [], {}, [[]], [{}],
    {"x": {"y": []}}, [None] * 30, float("nan"), float("inf"),
)  # fmt: skip
"""What may stand where something else belongs; the last two are no JSON."""


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a document."""
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*at, key))


def put(document: Any, at: tuple[Any, ...], value: Any) -> Any:
    """The document with something else in one place."""
    if not at:
        return value
    found = deepcopy(document)
    inner = found
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = value
    return found


def spoilt(document: Any) -> st.SearchStrategy[bytes]:
    """The document with up to three things wrong."""
    places = list(paths(document))
    one = st.tuples(st.sampled_from(places), st.sampled_from(WRONG))

    return st.lists(one, min_size=1, max_size=3).map(lambda changes: json.dumps(changed(document, changes)).encode())


def changed(document: Any, changes: list[tuple[tuple[Any, ...], Any]]) -> Any:
    """The document with these values at these paths, as far as there still are such."""
    for at, value in changes:
        try:
            document = put(document, at, value)
        except (LookupError, TypeError):
            continue
    return document


def cut(data: bytes, pieces: int) -> Iterator[bytes]:
    """The beginnings of a file, so many of them."""
    for number in range(pieces):
        yield data[: len(data) * number // pieces]


def nested(key: str, brackets: int = 10_000) -> bytes:
    """A document in which something stands in too many brackets."""
    return b'{"' + key.encode() + b'": ' + b"[" * brackets + b"]" * brackets + b"}"


def answered(importer: Importer, data: bytes) -> str:
    """The scenario that comes of a file, or the one sentence about it."""
    try:
        return importer(data, "x.json").text
    except BadInput as error:
        said = str(error)
        assert said.startswith("x.json")
        assert "\n" not in said
        assert len(said) < 500
        return said


def told(words: list[str], capsys: Any) -> str:
    """The one line in which a command refuses a file."""
    assert main(words) == 2
    out = capsys.readouterr()
    assert not out.out
    assert out.err.count("\n") == 1
    return str(out.err)
