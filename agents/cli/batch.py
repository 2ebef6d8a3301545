"""``maraud batch``: many fights over all that is varied, with tables, intervals and plots."""

from __future__ import annotations

import json as jsons
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from agents.cli.forecast import costs_of, odds_of
from agents.cli.output import INTERRUPTED, AsJson, Policy, as_json, complain, guarded, policies_of
from agents.cli.tournament import Jobs, Persona, Rows, print_table, progress_bar, range_of, traits_of
from sim.core.errors import BadInput

if TYPE_CHECKING:
    from agents.batch import Batch, Crew, Factor, Result, Standing, Value

MOST_SHOWN = 60
"""A table has no more rows than this in the terminal."""


def register(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command()(batch)


@guarded
def batch(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="A scenario file.")],
    out: Annotated[str, typer.Option("--out", metavar="FOLDER", help="Where results and plots go.")],
    runs: Annotated[int, typer.Option(min=1, max=1_000_000, help="So many fights of each combination.")] = 200,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT=VALUES",
            help="KIND=4..10, KIND=2,5,9, policy:SIDE=NAME,NAME, persona:TRAIT=2..8, option:NAME=VALUE,VALUE.",
        ),
    ] = None,
    policy: Policy = None,
    persona: Persona = None,
    seed: Annotated[int, typer.Option(min=0, max=1 << 63, help="The dice of the first fight.")] = 0,
    jobs: Jobs = None,
    dask: Annotated[
        str | None, typer.Option("--dask", metavar="ADDRESS", help="Play on the workers of this Dask scheduler.")
    ] = None,
    logs: Annotated[bool, typer.Option("--logs", help="Keep the log of each fight.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Begin anew.")] = False,
    json: AsJson = False,
) -> int | None:
    """
    Play a scenario many times over all that is varied: tables as Parquet, a summary with intervals, plots.

    Interrupted, or told to play more runs, the same command goes on where it was.
    """
    from agents.batch import Batch, Standing
    from agents.export import check
    from agents.fights import scenario_of

    check("parquet")
    if dask is not None and jobs is not None:
        raise BadInput("--jobs are processes of this machine and --dask are workers elsewhere: choose one of them")
    traits = traits_of(persona)
    loaded = scenario_of(scenario, traits).scenario
    sides = {placed.sheet.id: placed.sheet.side for placed in loaded.creatures}
    asked = Batch(
        scenario,
        runs,
        seed,
        tuple(policies_of(policy, sides).items()),
        traits,
        tuple(map(factor_of, vary or ())),
        logs,
    )
    asked.check()
    folder = Path(out)
    with crew_of(dask, jobs) as crew:
        results = played(asked, folder, crew, fresh)
    if results is None:
        return INTERRUPTED
    standing = Standing(asked, results)
    standing.write(folder)
    (folder / "summary.json").write_text(jsons.dumps(standing.as_data(), ensure_ascii=False, indent=2) + "\n", "utf-8")
    tables = tables_of(standing)
    if json:
        as_json(standing.as_data())
    else:
        for title, rows in tables:
            print_table(rows[: MOST_SHOWN + 1], title, len(asked.factors) or 1)
            if len(rows) > MOST_SHOWN + 1:
                print(f"The other {len(rows) - 1 - MOST_SHOWN} are in {folder / 'summary.json'}")
        print(f"{len(results)} fights are in {out}")
    draw(standing, loaded.name, folder, [rows for _, rows in tables])
    return None


def crew_of(dask: str | None, jobs: int | None) -> AbstractContextManager[Crew]:
    """Those who play: the workers of a cluster, or processes of this machine, as many as it has cores unless said."""
    from agents.batch import cluster, here
    from agents.fights import cores

    return here(jobs or cores()) if dask is None else cluster(dask)


def played(asked: Batch, folder: Path, crew: Crew, fresh: bool) -> Sequence[Result] | None:
    """The results; none if somebody has interrupted it, which is said."""
    from agents.batch import play

    results: Sequence[Result] = ()
    with progress_bar() as progress:
        task = progress.add_task("fights", total=asked.fights)
        try:
            for results in play(asked, folder, crew, fresh=fresh):
                progress.update(task, completed=len(results))
        except KeyboardInterrupt:
            complain(f"interrupted after {len(results)} fights: the same command goes on from here")
            return None
    return results


def factor_of(wish: str) -> Factor:
    """
    What a ``--vary`` asks for.

    :raises BadInput: when it is not understood.
    """
    from agents.batch import Factor

    what, _, text = wish.partition("=")
    prefix, colon, name = what.partition(":")
    sort: Literal["number", "policy", "persona", "option"] = "number"
    if colon:
        if prefix not in ("policy", "persona", "option"):
            raise BadInput(f"--vary {wish[:60]!r}: write KIND=…, policy:SIDE=…, persona:TRAIT=… or option:NAME=…")
        sort, what = prefix, name  # type: ignore[assignment]
    values: tuple[Value, ...] = tuple(text.split(","))
    if sort in ("number", "persona"):
        values = numbers_of(text, f"--vary {wish[:60]}")
    if not what or not all(str(value) for value in values) or len(set(values)) < len(values):
        raise BadInput(f"--vary {wish[:60]!r} is not understood: write WHAT=VALUE,VALUE, each value once")
    return Factor(sort, what, values)


def numbers_of(text: str, option: str) -> tuple[int, ...]:
    """
    Whole numbers: from one to another, or one by one.

    >>> numbers_of("4..6", "--vary"), numbers_of("2,5", "--vary")
    ((4, 5, 6), (2, 5))

    :raises BadInput: when they are none.
    """
    if ".." not in text:
        return tuple(range_of(f"{number}..{number}", option)[0] for number in text.split(","))
    low, high = range_of(text, option)
    if high < low:
        raise BadInput(f"{option}: {high} is less than {low}: write the lower number first")
    return tuple(range(low, high + 1))


def tables_of(standing: Standing) -> list[tuple[str, Rows]]:
    """Title and rows of the tables: every combination, and what each value does over all others."""
    runs = standing.batch.runs
    effects = standing.effects()
    if not effects:
        return [(f"{runs} fights", costs_of(standing.of()))]
    cells = [(list(values.values()), found) for values, found in standing.cells()]
    tables = [(f"{runs} fights each", odds_of(cells, [factor.label for factor, _ in effects], brief=True))]
    if len(effects) > 1:
        for factor, found in effects:
            title = f"{factor.label}, over all others"
            tables.append((title, odds_of([((value,), one) for value, one in found], [factor.label], brief=True)))
    return tables


def draw(standing: Standing, name: str, folder: Path, tables: Sequence[Rows]) -> None:
    """The plots; that they cannot be drawn is said, and no more."""
    from agents import plots

    effects: list[plots.Effect] = [(factor.label, found) for factor, found in standing.effects()]
    try:
        for kind in (".png", ".html"):
            plots.check(path := str(folder / f"batch{kind}"))
            plots.save(plots.of_batch(name, effects, standing.of()), path, f"Batch: {name}", tables)
    except plots.NoPlots as error:
        complain(str(error))
