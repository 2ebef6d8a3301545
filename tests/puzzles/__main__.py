"""
``python -m tests.puzzles``: which policy finds the best order of which position; ``--prove`` works the proofs out anew.

``--policy NAME`` (again and again) keeps to some policies, ``--only TEXT`` to positions whose name begins so;
``--missing`` proves only what has no proof on file. ``--write`` writes the page ``docs/puzzles.md``.
"""

from __future__ import annotations

import argparse
import sys

from rich.console import Console

from agents.policies.registry import names
from tests.puzzles import proof
from tests.puzzles.position import Position, positions
from tests.puzzles.scores import score, table, write_page
from tests.puzzles.solver import Solver


def prove(chosen: list[Position], console: Console) -> bool:
    """Work out the proofs of these positions and put them on file; do they do as puzzles?"""
    good = True
    for number, position in enumerate(chosen, 1):
        solver = Solver(position)
        found = proof.write(position, solver.solve())
        lot = proof.by_lot(found, solver)
        clear = found.best - found.second >= proof.CLEAR
        good = good and clear
        console.print(
            f"{number}/{len(chosen)} {position.name}: {float(found.best):.3f} by {', '.join(found.solutions()[:3])}"
            f"{' …' if len(found.solutions()) > 3 else ''}; then {float(found.second):.3f}; by lot {float(lot):.3f}; "
            f"{solver.runs} runs{'' if clear else '; NOT CLEAR'}",
            highlight=False,
        )
    return good


def main() -> int:
    """The command; 1 when a proof does not do."""
    parser = argparse.ArgumentParser(prog="python -m tests.puzzles", description=__doc__)
    parser.add_argument("--prove", action="store_true")
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--policy", action="append", default=[])
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    console = Console(soft_wrap=True)
    chosen = [position for position in positions() if position.name.startswith(options.only)]
    if options.prove or options.missing:
        wanted = [one for one in chosen if options.prove or not proof.path_of(one).exists()]
        return 0 if prove(wanted, console) else 1
    wanted_policies = options.policy or list(names())
    scores = score(chosen, wanted_policies, console)
    console.print(table(chosen, scores))
    if options.write:
        console.print(f"written: {write_page(chosen, scores)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
