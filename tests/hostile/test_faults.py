"""A log survives faults, by both rulebooks: a sample of what ``python -m tests.hostile.faults`` does whole."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.dice.sources import Stream
from tests.hostile.faults import FIGHTS, command, cuts, fight, goes_on, kills, line_ends, played
from tests.record_golden import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")


@pytest.fixture(params=FIGHTS)
def book(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def whole(book: str) -> Iterator[bytes]:
    """The log of a fight, in a folder in which its scenario is."""
    with played(book) as log:
        yield log


def test_a_cut_log_goes_on_to_the_same_end(whole: bytes) -> None:
    """Cut at some line ends, and at some bytes; in the header too, of which nothing can be made."""
    ends, stream = line_ends(whole), Stream(7)
    places = [ends[0], ends[0] - 1, ends[-2], ends[-1], *(ends[stream.below(len(ends))] for _ in range(4))]

    assert list(cuts(whole, [*places, *(stream.below(len(whole)) for _ in range(6))])) == []


def test_a_killed_fight_goes_on_to_the_same_end(book: str, whole: bytes) -> None:
    """``kill -9`` at the k-th write, of which nothing, a half or all has reached the disk."""
    assert list(kills(book, whole, [1, 2, 40, 150])) == []


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_a_full_disk_keeps_what_it_has(book: str, whole: bytes, share: float) -> None:
    """No file may grow further: one sentence says what to do, and with more room the fight goes on."""
    room, usual = int(len(whole) * share), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, usual[1]))
    try:
        run = fight(book, "full")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    left = Path("full").read_bytes()

    assert run.code == 2
    assert run.err.count("\n") == 1
    assert "full cannot be written on (File too large): see to that, and go on with `maraud resume full`" in run.err
    assert left == whole[:room]
    assert goes_on(left, whole) == ""


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root may mount a small disk")
def test_a_small_disk_keeps_what_it_has(book: str, whole: bytes, tmp_path: Path) -> None:
    """A real one, of 64 KiB in memory, in a name space of mounts of its own: it fills up, and nothing is lost."""
    code = (
        "import ctypes, sys; from pathlib import Path; from tests.hostile.faults import fight\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "if libc.unshare(0x20000) or libc.mount(b'none', b'/', None, 0x44000, None): sys.exit(77)\n"
        "if libc.mount(b'tmpfs', sys.argv[2].encode(), b'tmpfs', 0, b'size=64k'): sys.exit(77)\n"
        "run = fight(sys.argv[1], sys.argv[2] + '/log')\n"
        "sys.stdout.buffer.write(Path(sys.argv[2], 'log').read_bytes())\n"
        "print(run.err, end='', file=sys.stderr); sys.exit(run.code)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, book, tmp_path],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    if run.returncode == 77:
        pytest.skip("mounting is not allowed here")

    assert run.returncode == 2
    assert b"cannot be written on (No space left on device): see to that, and go on with `maraud resume" in run.stderr
    assert run.stderr.count(b"\n") == 1
    assert whole.startswith(run.stdout)
    assert line_ends(whole)[0] < len(run.stdout) < len(whole)
    assert goes_on(run.stdout, whole) == ""


@pytest.mark.parametrize("log", ["nowhere/log", ".", "file/log", "x" * 300])
def test_a_path_that_cannot_be_written_is_said(book: str, whole: bytes, log: str) -> None:
    """No such folder, a folder, a file taken for one, a name too long: one sentence, and nothing is made."""
    Path("file").touch()
    before = sorted(Path().rglob("*"))
    run = command("fight", f"{book}.toml", "--seed", "1", "--out", log)

    assert run.code == 2
    assert run.err.count("\n") == 1
    assert log[:40] in run.err
    assert ": name " in run.err
    assert sorted(Path().rglob("*")) == before


@pytest.mark.skipif(os.name != "posix", reason="there are no such locks here")
def test_two_fights_never_mix_in_one_file(book: str, whole: bytes) -> None:
    """Who comes second is told so, whether he begins, takes its place or goes on; the first one's log is whole."""
    import fcntl

    half = whole[: line_ends(whole)[5]]
    Path("log").write_bytes(half)
    with open("log", "rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        seconds = [
            command("fight", f"{book}.toml", "--out", "log"),
            command("fight", f"{book}.toml", "--out", "log", "--force"),
            command("resume", "log"),
        ]
        assert Path("log").read_bytes() == half

    assert {run.code for run in seconds} == {2}
    assert all(run.err.count("\n") == 1 for run in seconds)
    assert "log exists: name another file" in seconds[0].err
    assert all("log is being written by another fight: wait for its end" in run.err for run in seconds[1:])
    assert goes_on(half, whole) == ""


def test_a_log_that_grew_after_it_was_read_is_left_alone(
    book: str, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else has gone on with it in the meantime, and is done."""
    from agents.cli import output

    Path("log").write_bytes(whole[: line_ends(whole)[5]])
    lock = output.lock

    def late(descriptor: int, taken: str) -> None:
        Path("log").write_bytes(whole)
        lock(descriptor, taken)

    monkeypatch.setattr(output, "lock", late)
    run = command("resume", "log")

    assert run.code == 2
    assert "log has changed since it was read" in run.err
    assert Path("log").read_bytes() == whole


def test_two_processes_at_one_file_leave_one_fight(book: str, whole: bytes) -> None:
    """Both resume the same log at once: one of them, or both in turn, and the file is the fight."""
    Path("log").write_bytes(whole[: line_ends(whole)[3]])
    children = []
    for _ in range(2):
        child = os.fork()
        if not child:
            os._exit(command("resume", "log").code)
        children.append(child)
    codes = sorted(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children)

    assert codes == [0, 2]
    assert Path("log").read_bytes() == whole
