"""Try the whole corpus, say what the audit found, and (``--write``) put the table into ``docs/audit.md``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.tamper import KINDS, MOST, corpus, page
from tests.tamper.forge import Kind, Outcome, outcome

ENOUGH = 98
"""Of a hundred mutants so many must be caught by a claim that is about just that."""


def tried(kinds: list[Kind], most: int, jobs: int) -> Iterator[Outcome]:
    """What became of the mutants of each kind."""
    keys = [(kind.book, kind.name, most) for kind in kinds]
    for book in dict.fromkeys(kind.book for kind in kinds):
        corpus(book)  # made once, for all the children
    if jobs < 2:
        yield from map(outcome, keys)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as workers:
        yield from workers.map(outcome, keys)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.tamper", description=__doc__)
    parser.add_argument("words", nargs="*", help="only kinds of this rulebook, or whose names hold these words")
    parser.add_argument("--most", type=int, default=MOST, help=f"mutants of each kind; {MOST} by default")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the table into docs/audit.md")
    options = parser.parse_args()
    kinds = [kind for kind in KINDS if all(word in (kind.book, *kind.name.split()) for word in options.words)]
    outcomes = []
    for found in tried(kinds, options.most, options.jobs):
        outcomes.append(found)
        print(f"{found.book}: {found.name}: {found.right} of {found.tried}", flush=True)
        for miss in found.missed:
            print(f"    {miss.log}, event {miss.seq}: {miss.said or 'nothing'}", flush=True)
    total, right = sum(found.tried for found in outcomes), sum(found.right for found in outcomes)
    caught = sum(found.caught for found in outcomes)
    print(f"{len(outcomes)} kinds, {total} mutants: {right} caught by the right claims, {caught} by any")
    if options.write:
        page.write(outcomes)
    return 0 if 100 * right >= ENOUGH * total else 1


if __name__ == "__main__":
    sys.exit(main())
