"""
What happens to a log from without: cut, killed, a full disk; and whether the fight goes on to the same end.

``python -m tests.hostile.faults`` does all of it, for both rulebooks; ``test_faults.py`` a sample.
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from agents.cli import output
from agents.cli.main import main
from sim.dice.sources import Stream
from sim.scenario.draft import draft

FIGHTS = {"d20": "orcs: 5 orc vs goblins: 4 goblin on 12x10", "adnd": "orcs: 6 ogre vs goblins: 14 goblin on 16x12"}
"""A fight of some 200 orders by each rulebook, fought by policies that choose at random."""
POLICIES = ("--policy", "orcs=random", "--policy", "goblins=random")
CUTS, KILLS = 2000, 200
SEED = "5"


class Run(NamedTuple):
    """What a command did."""

    code: int
    err: str


def command(*words: str) -> Run:
    """The command line, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(words)
    return Run(code, err.getvalue())


def fight(book: str, log: str) -> Run:
    """Play the fight of this rulebook into ``log``, in the folder where its scenario is."""
    scenario = Path(f"{book}.toml")
    if not scenario.exists():
        scenario.write_text(draft(FIGHTS[book], book), "utf-8")
    return command("fight", str(scenario), "--seed", SEED, "--quiet", "--out", log, *POLICIES)


@contextmanager
def played(book: str) -> Iterator[bytes]:
    """In a folder of its own: the whole log of the fight."""
    with tempfile.TemporaryDirectory() as name, chdir(name):
        assert fight(book, "whole").code == 0
        yield Path("whole").read_bytes()


def goes_on(left: bytes, whole: bytes) -> str:
    """What is wrong when a log of which so much is left is resumed; empty if the same fight comes of it."""
    file = Path("left")
    file.write_bytes(left)
    run = command("resume", "left")
    if b"\n" not in left:
        lost = run.code != 2 or run.err.count("\n") != 1 or file.read_bytes() != left
        return f"cut in the header at byte {len(left)}: {run}" if lost else ""
    if left == whole:
        return "" if run.code == 2 and file.read_bytes() == whole else f"the whole log: {run}"
    return "" if run.code == 0 and file.read_bytes() == whole else f"cut at byte {len(left)}: {run}"


def line_ends(whole: bytes) -> list[int]:
    """The places just behind each line feed."""
    return [at + 1 for at, byte in enumerate(whole) if byte == ord("\n")]


def cuts(whole: bytes, places: Iterable[int]) -> Iterator[str]:
    """What goes wrong when the log is cut at these places."""
    for place in places:
        if wrong := goes_on(whole[:place], whole):
            yield wrong


def kills(book: str, whole: bytes, numbers: Iterable[int]) -> Iterator[str]:
    """What goes wrong when the process is killed at its k-th write, of which nothing, a half or all is on the disk."""
    for number in numbers:
        log = Path(f"killed-{number}")
        child = os.fork()
        if not child:
            _die_at(number, lambda log=log: fight(book, str(log)))
        status = os.waitpid(child, 0)[1]
        left = log.read_bytes() if log.exists() else b""
        if left != whole and not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL):
            yield f"write {number}: the process was not killed"
        elif not whole.startswith(left):
            yield f"write {number}: what is left is not the beginning of the fight"
        elif wrong := goes_on(left, whole):
            yield f"write {number}: {wrong}"


def _die_at(number: int, fight: Callable[[], object]) -> None:
    """Carry on to the write of this number, and be gone."""
    write, so_far = os.write, iter(range(1, 1 << 30))

    def dying(file: int, data: bytes) -> int:
        if next(so_far) == number:
            write(file, data[: len(data) * (number % 3) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return write(file, data)

    output.os.write = dying  # type: ignore[attr-defined]
    try:
        fight()
    finally:
        os._exit(0)


def everything(book: str) -> list[str]:
    """All cuts and kills; what is wrong with each that goes wrong."""
    with played(book) as whole:
        ends = line_ends(whole)
        stream = Stream(1)
        places = [stream.below(len(whole)) for _ in range(CUTS)]
        wrong = [*cuts(whole, ends), *cuts(whole, places), *kills(book, whole, range(1, KILLS + 1))]
        print(f"{book}: a fight of {len(ends) - 1} events, {len(whole)} bytes, cut at its {len(ends)} line ends and at")
        print(
            f"  {CUTS} bytes, killed at its first {KILLS} writes: {len(wrong)} times it did not go on to the same end"
        )
    return wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.faults", description=__doc__)
    parser.parse_args()
    found = [f"{book}: {line}" for book in FIGHTS for line in everything(book)]
    print("\n".join(found[:20]), end="\n" if found else "")
    sys.exit(bool(found))
