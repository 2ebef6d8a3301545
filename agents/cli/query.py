"""``maraud query``: questions to logs and tables, in SQL."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from decimal import Decimal
from itertools import islice
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

import typer

from agents.cli.output import AsJson, as_json, complain, guarded
from sim.core.errors import BadInput

if TYPE_CHECKING:
    from agents.query import Answer


def register(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command()(query)


@guarded
def query(
    sql: Annotated[str, typer.Argument(metavar="SELECT…", help="The question; - reads it from the input.")],
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Logs, Parquet files, or folders of them.")],
    rows: Annotated[int, typer.Option(min=1, help="So many rows are shown at most.")] = 50,
    as_csv: Annotated[bool, typer.Option("--csv", help="Answer in CSV, all rows.")] = False,
    json: AsJson = False,
) -> None:
    """
    Ask logs or tables in SQL.

    A log is the tables fights, creatures, turns, events, rolls, modifiers, dice; a Parquet file the table of its name.
    """
    from agents.cli.tournament import progress_bar
    from agents.query import Desk, check, sources

    if json and as_csv:
        raise BadInput("--json and --csv are two forms of an answer: choose one of them")
    check()
    found = sources(files)
    desk = Desk()
    with progress_bar() as progress:
        task = progress.add_task("logs", total=len(found.logs))
        for _ in desk.open(found):
            progress.advance(task)
    answer = desk.ask(sys.stdin.read() if sql == "-" else sql)
    if json:
        as_json([dict(zip(answer.heads, map(plain, row), strict=True)) for row in answer.rows])
    elif as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(answer.heads)
        writer.writerows([str(one).lower() if isinstance(one, bool) else one for one in row] for row in answer.rows)
    else:
        show(answer, rows)


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, Decimal):
        value = int(value) if value == int(value) else float(value)
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    return value if isinstance(value, int | str | None) else str(value)


def show(answer: Answer, most: int) -> None:
    """The answer as a table, which a terminal may fold and a file may not."""
    from rich.console import Console
    from rich.table import Table

    grid = Table()
    for head, number in zip(answer.heads, answer.numbers, strict=True):
        grid.add_column(head, justify="right" if number else "left", overflow="fold")
    left: Iterator[tuple[Any, ...]] = answer.rows
    for row in islice(left, most):
        grid.add_row(*map(cell, row))
    more = next(left, None) is not None
    wide = None if sys.stdout.isatty() else 1000
    Console(file=sys.stdout, markup=False, highlight=False, width=wide).print(grid)
    if more:
        complain(f"there are more rows than {most}: give --rows, --csv or --json to see them")


def cell(value: Any) -> str:
    """
    A value as a table has it.

    >>> [cell(value) for value in (None, True, 3, 0.5, 2 / 3, "orc")]
    ['', 'true', '3', '0.5', '0.667', 'orc']
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float | Decimal):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    return str(value)
