"""``maraud export``: logs as tables, for whoever counts and compares."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agents.cli.output import AsJson, as_json, complain, guarded, unfinished

Logs = Annotated[list[str], typer.Argument(metavar="LOG…", help="Logs, or folders of them.")]


def register(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command()(export)


@guarded
def export(
    logs: Logs,
    to: Annotated[str, typer.Option("--to", metavar="parquet|csv", help="In which form.")] = "parquet",
    out: Annotated[str, typer.Option("--out", metavar="FOLDER", help="Where the tables go.")] = "tables",
    force: Annotated[bool, typer.Option("--force", help="Overwrite tables that exist.")] = False,
    json: AsJson = False,
) -> None:
    """Write fights, creatures, turns, events, rolls, modifiers and dice of logs as tables, a file each."""
    from agents import export as tables
    from agents.cli.tournament import progress_bar
    from sim.replay.tidy import COLUMNS

    tables.check(to)
    paths = tables.logs_of(logs)
    events, torn = 0, []
    with progress_bar() as progress:
        task = progress.add_task("logs", total=len(paths))
        for path, reading in tables.export(paths, Path(out), to, force=force):
            events += len(reading.events)
            if not reading.finished:
                torn.append((path, reading))
            progress.advance(task)
    files = [(Path(out) / f"{name}.{to}").as_posix() for name in COLUMNS]
    if json:
        as_json({"logs": len(paths), "events": events, "files": files})
    else:
        print(f"{events} events of {len(paths)} log{'s' * (len(paths) > 1)} are in {out}: {', '.join(COLUMNS)}")
    if torn:
        complain(unfinished(*torn[0]) + (f"; and so are {len(torn) - 1} more" if torn[1:] else ""))
