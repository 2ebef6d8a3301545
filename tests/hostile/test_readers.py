"""
Files that mean harm, or are broken: no crash, no hang, no memory beyond a bound, always a sentence.

A sample of what ``python -m tests.hostile`` does at length.
"""

from __future__ import annotations

import json
import sys
import tempfile
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.audit import audit
from sim.core.errors import BadInput
from sim.dice.sources import Stream
from sim.events.log import LARGE, parse, read
from sim.replay.verify import verified
from tests.hostile.commands import USES, Case, done, drawn
from tests.hostile.mutations import STRANGE, _tree, chained, records
from tests.record_golden import ROOT

LOG = (ROOT / "replays" / "duel-by-hand.jsonl").read_bytes()
BOUND = 64 << 20, 32
"""Bytes that reading and checking a log may take: so many, and so many more for each byte of the file."""


@pytest.mark.parametrize("kind", USES)
@settings(max_examples=40, derandomize=True)
@given(number=st.integers(0, 1 << 40))
def test_a_hostile_file_is_one_sentence(kind: str, number: int) -> None:
    """Real files changed by bytes and by meaning, handed to every command that takes such a file."""
    with tempfile.TemporaryDirectory() as folder:
        done(drawn(kind, Stream(number, 5).below), Path(folder))


def test_a_hostile_file_is_that_of_its_number() -> None:
    """What was put into one file and changed there is not in the next: ``--first N --runs 1`` is case N again."""
    empty = STRANGE.index([])
    numbers = iter((0, 0, 5, empty))
    _tree({"a": "b"}, lambda _: next(numbers))["a"].append(1)

    assert STRANGE[empty] == []


# ---- what was found so, each kept -----------------------------------------------------------------------------------


def changed(at: int, **fields: Any) -> bytes:
    """The log with fields of a record changed (0: the header), and chained anew; cut behind it."""
    found = records(LOG)
    record = json.loads(found[at] + b"}")
    for name, value in fields.items():
        *way, last = name.split("__")
        inner = record
        for step in way:
            inner = inner[int(step) if step.isdigit() else step]
        inner[last] = value
    found[at] = json.dumps(record, separators=(",", ":")).encode()[:-1]
    return chained(found[: max(at + 1, 12)])


ORDER = next(at for at, record in enumerate(records(LOG)) if b'"kind":"OrderGiven"' in record)
FOUND = {
    "a cause that is itself": ("audit {}", changed(ORDER, because=ORDER - 1)),
    "a cause that is to come": ("audit {}", changed(ORDER, because=99)),
    "a square far off the map": ("replay {}", changed(ORDER, order={"order": "move", "path": [999_999]})),
    "a number to shift by": ("verify {}", changed(0, scenario__creatures__0__square=10**12)),
    "a number of many digits": ("verify {}", changed(ORDER, because=10**4000)),
    "a fight without end": ("resume {}", changed(0, scenario__endings={"rounds": 10**6, "quiet": 10**6})),
    "a map too large": ("audit {}", changed(0, scenario__map__rows=["." * 2000] * 2000)),
    "a crowd": ("audit {}", changed(0, scenario__creatures=[{}] * 501)),
    "nobody": ("resume {}", changed(0, scenario__creatures=[])),
    "a policy that there is not": ("resume {}", changed(0, policies={"ann": "../../policy"})),
    "an order for nobody": ("resume {}", changed(ORDER, order={"order": "attack", "target": "", "weapon": ""})),
    "a seed that is none": ("verify {}", changed(0, dice=[{"start": 0, "source": "seed", "seed": "seven"}])),
}


@pytest.mark.parametrize("case", FOUND)
def test_what_was_found_is_one_sentence(case: str, tmp_path: Path) -> None:
    """No command crashes on it, or does not come back."""
    words, data = FOUND[case]
    outcome = done(Case("log", "", data, tuple(words.split())), tmp_path)

    assert outcome.code in (1, 2)


@pytest.mark.parametrize("line", ["edges = [{X = 1}]", "edges = [{square='a1', side='X', kind='wall'}]", "X = 1"])
def test_a_long_name_does_not_make_a_long_sentence(line: str, tmp_path: Path) -> None:
    """It is quoted as far as one needs to find it."""
    data = (ROOT / "scenarios" / "duel.toml").read_text("utf-8")
    spoiled = f"{line.replace('X', 'x' * 5000)}\n{data}".encode()
    outcome = done(Case("toml", "", spoiled, ("scenario", "check", "{}")), tmp_path)

    assert outcome.code == 2
    assert len(outcome.err) < 300


def test_a_large_number_in_a_text_is_no_large_number() -> None:
    """Only numbers can be counted up to."""
    assert parse(changed(0, scenario__name="12345678901234567890")).header.scenario.name == "12345678901234567890"
    with pytest.raises(BadInput, match=r"the number 10000000 is too large: no number in a log has more than 7 digits"):
        parse(changed(ORDER, because=LARGE))


def test_what_never_ends_is_not_read_to_its_end() -> None:
    """A device full of zeros is no log after its first bytes."""
    zeros = Path("/dev/zero")
    if not zeros.exists():
        pytest.skip("there is no such device")
    with pytest.raises(BadInput, match="/dev/zero is no log"):
        read(zeros)


# ---- memory ---------------------------------------------------------------------------------------------------------

BOMBS = {
    "many rules": changed(ORDER, cites=[""] * 100_000),
    "many dice": changed(ORDER + 1, dice=[[1, 1, 1]] * 30_000),
    "many who are surprised": changed(0, scenario__unaware=["a"] * 100_000),
    "many lists": changed(ORDER, reasons=[["", 0]] * 50_000),
    "deep lists": changed(ORDER, cites=json.loads("[" * 900 + "]" * 900)),
    "a long text": changed(0, script="round 1\n" * 20_000),
    "the largest map": changed(0, scenario__map={"rows": ["." * 200] * 200}),
    "large numbers": changed(0, scenario__creatures__0__square=LARGE - 1),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_memory_keeps_within_its_bound(bomb: str) -> None:
    """However a log is made, its size bounds what reading, verifying and auditing take."""
    data = BOMBS[bomb]
    tracemalloc.start()
    try:
        for check in (parse, lambda log: verified(parse(log)), lambda log: audit(parse(log))):
            with suppress(BadInput):
                check(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert peak <= BOUND[0] + BOUND[1] * len(data)


# ---- a log is data --------------------------------------------------------------------------------------------------

MARK = "../../mark/$(mark)__import__('mark')"
_watched: list[str] | None = None


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    """Python's audit hook: it cannot be taken away again, so it is quiet unless somebody looks."""
    if _watched is not None and not event.startswith("object.") and "mark" in repr(arguments):
        _watched.append(f"{event} {arguments!r}"[:300])


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What Python opens, compiles, imports, starts meanwhile, if it has to do with the mark."""
    sys.addaudithook(_watch)
    seen: list[str] = []
    monkeypatch.setattr(sys.modules[__name__], "_watched", seen)
    yield seen
    monkeypatch.undo()


@pytest.mark.parametrize("use", USES["log"])
def test_what_a_log_says_is_never_run_and_never_a_path(use: str, watched: list[str], tmp_path: Path) -> None:
    """Names that are paths, commands and code: no file of that name is opened, nothing of it is compiled or started."""
    found = [record.replace(b'"ann"', json.dumps(MARK).encode()) for record in records(LOG)]
    header = json.loads(found[0] + b"}")
    header["scenario"]["name"] = MARK
    found[0] = json.dumps(header, separators=(",", ":")).encode()[:-1]
    words = tuple("30" if word == "NUMBER" else word for word in use.split())
    watched.clear()
    done(Case("log", "", chained(found), words), tmp_path)

    assert watched == []


def test_a_long_word_in_a_log_is_not_repeated_whole() -> None:
    """A value that is not allowed there may be of any length, and the sentence about it is not."""
    with pytest.raises(BadInput) as said:
        parse(changed(0, scenario__creatures__0__sheet__size="x" * 5000))

    assert len(str(said.value)) < 500
