"""``maraud fuzz``: made-up fights, each audited; what breaks a law is cut down to a small fight."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agents.cli.output import FOUND, HOLDS, INTERRUPTED, AsJson, as_json, complain, guarded
from sim.core.errors import BadInput

if TYPE_CHECKING:
    from sim.events.header import Scenario
    from sim.invent import Below
    from sim.table import Player

USUAL = 200
"""Fights, unless it is said how many or how long."""


def register(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command()(fuzz)


@guarded
def fuzz(
    rules: Annotated[str, typer.Option(metavar="d20|adnd|all", help="By which rulebook; all: in turn.")] = "all",
    runs: Annotated[int | None, typer.Option(min=1, help=f"So many fights in all; {USUAL} unless said.")] = None,
    time: Annotated[float | None, typer.Option(min=0, metavar="S", help="Stop after so many seconds.")] = None,
    seed: Annotated[int, typer.Option(min=0, max=1 << 63, help="The number of the first fight.")] = 0,
    out: Annotated[str, typer.Option(metavar="FOLDER", help="Where small fights and the state go.")] = "fuzz",
    plugin: Annotated[
        list[str] | None, typer.Option("--plugin", metavar="MODULE", help="A module with laws or house rules.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="How many processes.")] = 1,
    fresh: Annotated[bool, typer.Option("--fresh", help="Begin anew.")] = False,
    json: AsJson = False,
) -> int:
    """
    Play made-up fights with players who look for trouble, and audit each.

    What breaks a law for the first time is cut down and saved as a log that `maraud replay` opens. Interrupted, or told
    to play more, the same command goes on where it was.
    """
    import sys

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from sim.fuzz import MAKERS, Job
    from sim.fuzz import fuzz as found_by
    from sim.laws import load_plugins
    from sim.rules.shelf import IDS

    books = IDS if rules == "all" else (rules,)
    if not set(books) <= set(IDS):
        raise BadInput(f"--rules {rules[:40]!r} is no rulebook here: use one of {', '.join(IDS)}, or all")
    plugins = tuple(plugin or ())
    load_plugins(plugins)
    job = Job(books, seed, Path(out))
    if fresh:
        job.state.unlink(missing_ok=True)
    total = runs if runs is not None else USUAL if time is None else None
    found, count = [], (0, 0)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task("fights", total=total)

        def each(done: int, broken: int) -> None:
            nonlocal count
            count = done, broken
            progress.update(task, completed=done, description=f"fights, {broken} with findings")

        makers = {**MAKERS, "doctrine": doctrine}
        try:
            for one in found_by(job, total, time, jobs=jobs, plugins=plugins, makers=makers, each=each):
                found.append(one)
                if not json:
                    progress.console.file.flush()
                    print(one, flush=True)
        except KeyboardInterrupt:
            complain(f"interrupted after {count[0]} fights: the same command goes on from here")
            return INTERRUPTED
    from sim.fuzz import read_back

    done = read_back(job.state)
    broken = sum(map(bool, done.values()))
    if json:
        as_json({"fights": len(done), "broken": broken, "findings": [one._asdict() for one in found]})
    else:
        print(f"{len(done)} fights, {broken} with findings, {len(found)} of them new in kind")
    return FOUND if broken else HOLDS


def doctrine(below: Below, scenario: Scenario) -> Player:
    """Somebody who plays to win, against whom the others try things out."""
    from agents.policies import player_for
    from sim.rules.shelf import book

    sides = dict.fromkeys(placed.sheet.side for placed in scenario.creatures)
    return player_for(dict.fromkeys(sides, "doctrine"), below(1 << 30), book=book(scenario.ruleset))
