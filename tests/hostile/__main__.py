"""
``python -m tests.hostile``: hostile files by the thousand, each finding once, with the file that brings it about.

A numbered stream chooses: ``--first N --runs 1`` is case *N* again. ``tests.hostile.guided`` lets atheris choose.
"""

from __future__ import annotations

import argparse
import resource
import signal
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path

from sim.dice.sources import Stream
from tests.hostile.commands import USES, Case, done, drawn

CPU = 60
"""Seconds of processor time after which a command is taken to hang."""
MEMORY = 512
"""MiB that the process may hold at most, Python, Mesa and pandas included."""
KINDS = tuple(USES)
codes: Counter[tuple[str, int]] = Counter()


class Hangs(BaseException):
    """A command that does not come to an end."""


def _hangs(*_: object) -> None:
    raise Hangs


def one(case: Case, folder: Path) -> str:
    """What is wrong with how the case ended: a line that is the same for the same fault; empty if nothing is."""
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU)
    try:
        codes[case.kind, done(case, folder).code] += 1
    except (Exception, Hangs) as error:
        frames = traceback.extract_tb(error.__traceback__)
        place = next((f for f in reversed(frames) if "/sim/" in f.filename or "/agents/" in f.filename), frames[-1])
        return (
            f"{case.words[0]}: {type(error).__name__} {str(error)[:300]} at {Path(place.filename).name}:{place.lineno}"
        )
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return ""


def peak() -> int:
    """MiB that this process has held at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--keep", type=Path, help="a folder for the files that bring a finding about")
    wishes = parser.parse_args()
    signal.signal(signal.SIGVTALRM, _hangs)
    seen: Counter[str] = Counter()
    high = 0
    with tempfile.TemporaryDirectory() as name:
        for number in range(wishes.first, wishes.first + wishes.runs):
            below = Stream(number, 5).below
            case = drawn(wishes.kind or KINDS[number % len(KINDS)], below)
            wrong = one(case, Path(name))
            if peak() > max(high, MEMORY):
                wrong = wrong or f"{case.words[0]}: {peak()} MiB are held"
            high = peak()
            key = wrong.rpartition(" at ")[2] + wrong[:30]
            if wrong and not seen[key]:
                print(f"case {number} ({case.base}, {' '.join(case.words)}): {wrong}", flush=True)
                if wishes.keep:
                    wishes.keep.mkdir(exist_ok=True)
                    (wishes.keep / f"{number}.{case.kind}").write_bytes(case.data)
            seen[key] += bool(wrong)
            if sys.stderr.isatty() and number % 50 == 0:
                print(f"\r{number - wishes.first + 1} of {wishes.runs}", end="", file=sys.stderr, flush=True)
    findings = sum(bool(count) for count in seen.values())
    ends = ", ".join(f"{count} {kind} exit {code}" for (kind, code), count in sorted(codes.items()))
    print(f"{wishes.runs} hostile files ({ends}): {findings} findings; at most {high} MiB held")
    return bool(findings)


if __name__ == "__main__":
    sys.exit(main())
