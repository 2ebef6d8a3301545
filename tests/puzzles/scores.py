"""Which policy finds the best order of which position, in the terminal and on the page ``docs/puzzles.md``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from agents.policies.player import Mind
from agents.policies.random_ import NAME as RANDOM
from sim.events.text import text
from tests.puzzles import proof
from tests.puzzles.position import Position
from tests.puzzles.solver import Solver

STREAMS = 5
"""So many streams of random numbers does each policy choose by."""
PAGE = Path(__file__).parent.parent.parent / "docs" / "puzzles.md"


class Score(NamedTuple):
    """How often a policy chose one of the best orders of a position, and what it chose by its first stream."""

    share: Fraction
    chose: str


Scores = Mapping[str, Mapping[str, Score]]
"""By policy and position."""


def one(position: Position, policy: str, solver: Solver, proved: proof.Proof) -> Score:
    """The score of a policy in a position; an order that the menu does not list is worked out."""
    if policy == RANDOM:
        return Score(proof.by_lot(proved, solver), "")
    who = position.turn
    battle = solver.root.battle.fork()
    right = 0
    first = ""
    for seed in range(STREAMS):
        traits = {"wits": 10, **position.figures[who].traits}
        mind = Mind(battle[who], policy, seed, "open", position.book.odds, traits)
        order = mind.decide(battle, who, None, position.book.offers(battle, who)).choice
        said = text(order, battle.ground)
        first = first or said
        if said not in proved.chances:
            proved.chances[said] = solver.worth(order)  # type: ignore[arg-type]
        right += proved.chances[said] == proved.best
    return Score(Fraction(right, STREAMS), first)


def score(positions: Sequence[Position], policies: Sequence[str], console: Console) -> dict[str, dict[str, Score]]:
    """All scores, with a bar that tells how far they are."""
    found: dict[str, dict[str, Score]] = {policy: {} for policy in policies}
    for position in track(positions, "positions", console=console, transient=True):
        solver, proved = Solver(position), proof.load(position)
        for policy in policies:
            found[policy][position.name] = one(position, policy, solver, proved)
    return found


def percent(share: Fraction) -> str:
    """
    A share in whole percent.

    >>> percent(Fraction(2, 3))
    '67 %'
    """
    return f"{(200 * share.numerator + share.denominator) // (2 * share.denominator)} %"


def mean(shares: Sequence[Fraction]) -> Fraction:
    return sum(shares, Fraction(0)) / max(1, len(shares))


def table(positions: Sequence[Position], scores: Scores) -> Grid:
    """Positions against policies, and the shares below."""
    grid = Grid("position", *scores)
    for position in positions:
        cells = [scores[policy][position.name] for policy in scores]
        grid.add_row(
            position.name, *["✓" if cell.share == 1 else percent(cell.share) if cell.share else "-" for cell in cells]
        )
    for title, some in parts(positions):
        grid.add_row(f"[bold]{title}", *[percent(mean([scores[p][one.name].share for one in some])) for p in scores])
    return grid


def parts(positions: Sequence[Position]) -> list[tuple[str, list[Position]]]:
    """All, and those of each rulebook."""
    found = [(f"all {len(positions)}", list(positions))]
    for ruleset in dict.fromkeys(position.ruleset for position in positions):
        some = [position for position in positions if position.ruleset == ruleset]
        found.append((f"{ruleset}: {len(some)}", some))
    return found


def write_page(positions: Sequence[Position], scores: Scores) -> Path:
    """Write ``docs/puzzles.md``."""
    lines = [
        "# Puzzles",
        "",
        f"{len(positions)} positions, each with its best order. `make puzzles` has every policy solve them and",
        "writes this page; `make puzzles PROVE=yes` works the proofs out anew. What a position may say, and what its",
        "proof is, stands in the [README of the positions](../tests/puzzles/README.md).",
        "",
        "## Who finds them",
        "",
        f"The share of positions in which a policy gives a best order, by {STREAMS} streams of random numbers.",
        "",
        "| policy | " + " | ".join(title for title, _ in parts(positions)) + " |",
        "|---|" + "---|" * len(parts(positions)),
    ]
    for policy in scores:
        shares = [percent(mean([scores[policy][one.name].share for one in some])) for _, some in parts(positions)]
        lines.append(f"| `{policy}` | " + " | ".join(shares) + " |")
    for ruleset in dict.fromkeys(position.ruleset for position in positions):
        lines += ["", f"## {ruleset}"]
        for position in positions:
            if position.ruleset == ruleset:
                lines += _shown(position, scores)
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return PAGE


def _shown(position: Position, scores: Scores) -> list[str]:
    proved = proof.load(position)
    best = proved.solutions()
    others = [said for said, chance in proved.chances.items() if chance == proved.second]
    solved = [f"`{policy}`" for policy in scores if scores[policy][position.name].share == 1]
    time = f"within {position.rounds} rounds" if position.rounds > 1 else "within the round"
    if position.until:
        time = f"by the end of {position.until}'s turn" + (
            f" in round {position.rounds}" if position.rounds > 1 else ""
        )
    return [
        "",
        f"### {position.title}",
        "",
        position.about,
        "",
        "```text",
        *(line.strip() for line in position.drawing.strip().splitlines()),
        "```",
        "",
        f"{position.turn}'s turn; {position.said}, {time}.",
        "",
        "| orders | chance |",
        "|---|---|",
        f"| {_several(best)} | {_chance(proved.best)} |",
        f"| next: {_several(others)} | {_chance(proved.second)} |",
        "",
        f"Found by {', '.join(solved) if solved else 'nobody'}.",
    ]


def _several(orders: Sequence[str]) -> str:
    return ", ".join(f"`{said}`" for said in orders[:4]) + (f" and {len(orders) - 4} more" if len(orders) > 4 else "")


def _chance(chance: Fraction) -> str:
    """A probability to a tenth of a percent."""
    tenths = (2000 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    return f"{tenths // 10}.{tenths % 10} %"
