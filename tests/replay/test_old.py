"""Old logs are read for ever: one of each format and version of a rulebook is kept, and an older format is read too."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from agents.cli.main import main
from sim.audit import audit
from sim.core.errors import Damaged
from sim.encounter import rerun
from sim.events.header import FORMAT
from sim.events.log import parse, read
from sim.events.upcast import UPCASTERS, Upcaster
from sim.replay.narration import Narrator
from sim.replay.verify import verified
from sim.rules.shelf import IDS, book
from tests.record_golden import ROOT

KEPT = sorted((ROOT / "replays" / "old").glob("*.jsonl"))
LEARNT: dict[str, list[str]] = {}
"""By the name of a kept log, what the audit has learnt since to find in it, each with its reason."""


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_an_old_log_is_read_checked_and_told(path: Path) -> None:
    """Whatever has become of format and rules since."""
    reading = read(path)
    narrator = Narrator(reading.header.scenario, full=True)

    assert reading.finished
    assert verified(reading).findings == ()
    assert [finding.invariant for finding in audit(reading)] == LEARNT.get(path.stem, [])
    assert all(narrator.tell(event) for event in reading.events)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_an_old_log_is_run_again(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the version that played it, it is the same; by a later one, that is said."""
    header = read(path).header
    found = book(header.ruleset)
    same = (header.ruleset_version, header.tables) == (found.version, found.tables_digest())
    code = main(["rerun", str(path)])
    said = capsys.readouterr().out

    assert code == (0 if same else 1)
    assert ("is the same when run again" if same else "it was played by ") in said


def test_one_log_of_each_version_is_kept() -> None:
    """A new format, or a new version of a rulebook, adds its log to ``replays/old``; none is ever taken away."""
    names = {path.stem for path in KEPT}

    assert {f"format-{FORMAT}-{id}-{book(id).version}" for id in IDS} <= names
    for path in KEPT:
        reading = read(path)
        assert path.stem == f"format-{reading.format}-{reading.header.ruleset}-{reading.header.ruleset_version}"
    assert set(UPCASTERS) == set(range(min(UPCASTERS, default=FORMAT), FORMAT))


# ---- a format older than the first, made up ------------------------------------------------------------------------


def forward_header(record: dict[str, Any]) -> dict[str, Any]:
    """Format 0 said ``rulebook``, and had no options."""
    return {("ruleset" if key == "rulebook" else key): value for key, value in record.items()}


def forward_event(record: dict[str, Any]) -> dict[str, Any]:
    """It called ``DamageDealt`` ``Hurt``, and its ``amount`` ``points``."""
    if record["kind"] == "Hurt":
        record["kind"] = "DamageDealt"
        record = {("amount" if key == "points" else key): value for key, value in record.items()}
    return record


def backward(log: bytes) -> bytes:
    """A log of today as format 0 would have had it, chained anew."""
    digest, lines = b"", []
    for line in log.splitlines():
        record = json.loads(line)
        del record["chain"]
        if "maraud" in record:
            record = {("rulebook" if key == "ruleset" else key): value for key, value in record.items()}
            record["maraud"] = 0
        elif record["kind"] == "DamageDealt":
            record["kind"] = "Hurt"
            record = {("points" if key == "amount" else key): value for key, value in record.items()}
        body = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()[:-1]
        digest = sha256(digest + body).hexdigest().encode()
        lines.append(b'%b,"chain":"%b"}\n' % (body, digest))
    return b"".join(lines)


@pytest.fixture(params=KEPT, ids=lambda path: path.stem)
def ancient(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A file of format 0, and an upcaster that leads on from it."""
    monkeypatch.setitem(UPCASTERS, 0, Upcaster(forward_header, forward_event))
    path = tmp_path / f"{request.param.stem}.jsonl"
    path.write_bytes(backward(request.param.read_bytes()))
    return path


def test_a_log_of_an_older_format_says_the_same(ancient: Path) -> None:
    """Read through its upcaster, it holds what today's holds; its digest is that of its own file."""
    now = read(ROOT / "replays" / "old" / ancient.name)
    old = read(ancient)

    assert (old.format, now.format) == (0, FORMAT)
    assert (old.header, old.events) == (now.header, now.events)
    assert old.digest in ancient.read_bytes().decode()
    assert verified(old) == verified(now)
    assert audit(old) == audit(now) == []
    assert rerun(book(old.header.ruleset), old).log.events == list(now.events)


@pytest.mark.parametrize(
    "words", ["verify", "audit", "rerun", "replay", "why {} 30", "fork {} --at {at} --out b.jsonl"]
)
def test_every_command_takes_an_older_format_or_says_why_not(
    words: str, ancient: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What only reads, reads it. A fight goes on from it no more than from a log of other rules."""
    monkeypatch.chdir(ancient.parent)
    words = words if "{}" in words else f"{words} {{}}"
    code = main(words.replace("{}", ancient.name).replace("{at}", _first_order(ancient)).split())
    said = capsys.readouterr()

    if words.startswith("fork"):
        assert (code, said.out) == (2, "")
        assert re.fullmatch(r"maraud: \S+ was written by another version of \w+: go on with that one\n", said.err)
        assert not Path("b.jsonl").exists()
    else:
        assert (code, said.err) == (0, "")


def _first_order(path: Path) -> str:
    return str(next(seq for seq, event in enumerate(read(path).events) if type(event).__name__ == "OrderGiven"))


def test_a_line_that_an_upcaster_cannot_make_sense_of_is_damage(ancient: Path) -> None:
    """In one sentence with its number, as in a log of today."""
    lines = ancient.read_bytes().splitlines(keepends=True)
    header, event = (line.rpartition(b',"chain"')[0] for line in lines[:2])
    event = event.replace(b'"kind"', b'"sort"')
    digest = sha256(sha256(header).hexdigest().encode() + event).hexdigest().encode()

    with pytest.raises(Damaged, match=r"a\.jsonl, line 2: "):
        parse(lines[0] + b'%b,"chain":"%b"}\n' % (event, digest), "a.jsonl")


def test_a_format_that_nobody_leads_on_from_is_refused() -> None:
    """Older than all that is known, or newer."""
    for number in (0, FORMAT + 1):
        with pytest.raises(Damaged, match=f"is of log format {number}, and this version reads format {FORMAT}: "):
            parse(b'{"maraud":%d,"ruleset":"d20"}\n' % number, "a.jsonl")
