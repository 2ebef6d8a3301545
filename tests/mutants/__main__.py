"""The command."""

from __future__ import annotations

import argparse
import json
import sys

from tests.mutants.faults import every_fault, sample
from tests.mutants.judge import KILLED, STORE, Verdict, judge
from tests.mutants.page import write


def main(words: list[str]) -> int:
    """Try the sample as far as it has no verdicts yet, and write the page; 1 when too few were noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=main.__doc__)
    parser.add_argument("--number", type=int, default=1500, help="size of the sample")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--patience", type=float, default=8, help="seconds of processor time for a fault")
    parser.add_argument("--only", default="", help="faults whose path begins so, out of the sample")
    parser.add_argument(
        "--again", action="store_true", help="try again those that nothing noticed, with --only those alone"
    )
    parser.add_argument("--page", action="store_true", help="only write the page")
    given = parser.parse_args(words)
    file = STORE / "verdicts.jsonl"
    known = {}
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        verdict = Verdict(*json.loads(line))
        known[verdict.id] = verdict
    if given.again:
        known = {
            id: each for id, each in known.items() if each.outcome in KILLED or not each.path.startswith(given.only)
        }
    faults = every_fault()
    chosen = sample(faults, given.seed, given.number)
    if not given.page:
        judge([fault for fault in chosen if fault.path.startswith(given.only)], given.patience, known)
    return write(given.seed, given.number, len(faults), [known[fault.id] for fault in chosen if fault.id in known])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
