"""The table of ``docs/audit.md``: what was tried, by which families it was found, and what was not, with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.tamper.forge import KINDS, Kind, Outcome
from tests.tamper.reasons import REASONS

PAGE = Path(__file__).parents[2] / "docs" / "audit.md"
BEGIN, END = "<!-- made by python -m tests.tamper --write -->", "<!-- the end of what it made -->"


def table(outcomes: Sequence[Outcome]) -> str:
    """The part of the page that the tool makes."""
    kinds = {(kind.book, kind.name): kind for kind in KINDS}
    total, right = sum(found.tried for found in outcomes), sum(found.right for found in outcomes)
    caught = sum(found.caught for found in outcomes)
    share = 1000 * right // total
    lines = [
        f"{len(outcomes)} kinds, {total} mutants: {right} ({share // 10}.{share % 10} %) are caught by a claim that is"
        f" about just that, {caught} by any.",
        "",
    ]
    for book in dict.fromkeys(found.book for found in outcomes):
        lines += [f"### {book}", "", "| tampering | families | mutants | caught |", "|---|---|---:|---:|"]
        lines += [row(kinds[book, found.name], found) for found in outcomes if found.book == book]
        lines.append("")
    lines += ["### What is missed", ""]
    for found in outcomes:
        for miss in found.missed:
            said = f"found as {miss.said}" if miss.said else "not found"
            why = REASONS.get((found.book, found.name), "")
            lines.append(f"- {found.book}, {found.name} ({miss.log}, event {miss.seq}): {said}. {why}".rstrip())
    return "\n".join(lines)


def row(kind: Kind, found: Outcome) -> str:
    return f"| {kind.name} | {', '.join(kind.families)} | {found.tried} | {found.right} |"


def write(outcomes: Sequence[Outcome]) -> None:
    """Put the table where it belongs."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{table(outcomes)}\n\n{END}{after}", "utf-8")
