"""``maraud tournament``: policies against each other, with intervals, ratings, and a sequential test."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agents.cli.output import INTERRUPTED, AsJson, as_json, complain, guarded
from sim.core.errors import BadInput

if TYPE_CHECKING:
    from rich.progress import Progress

    from agents.measures import Interval
    from agents.tournament import Standing

Jobs = Annotated[int | None, typer.Option(min=1, max=256, help="How many processes; all cores unless said.")]
Persona = Annotated[
    list[str] | None,
    typer.Option("--persona", metavar="TRAIT=N", help="A trait that everybody has instead of his own."),
]


def register(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command()(tournament)


@guarded
def tournament(
    policies: Annotated[str, typer.Option(metavar="NAME,NAME…", help="Who plays: names, or paths of policy files.")],
    scenarios: Annotated[str, typer.Option(metavar="PATH,PATH…", help="Scenario files, or folders of them.")],
    pairs: Annotated[int, typer.Option(min=1, help="Pairs of fights a match and scenario.")] = 10,
    seed: Annotated[int, typer.Option(min=0, max=1 << 63, help="The dice of the first pair.")] = 0,
    persona: Persona = None,
    sprt: Annotated[bool, typer.Option("--sprt", help="End a match as soon as a sequential test decides it.")] = False,
    between: Annotated[
        str, typer.Option(metavar="A..B", help="What the test decides between: shares in percent.")
    ] = "50..55",
    jobs: Jobs = None,
    out: Annotated[str, typer.Option("--out", metavar="FOLDER", help="Where fights and plots go.")] = "tournament",
    fresh: Annotated[bool, typer.Option("--fresh", help="Begin anew.")] = False,
    json: AsJson = False,
) -> int | None:
    """
    Let policies meet: each against each, on both sides, with the same dice.

    Interrupted, or told to play more pairs, the same command goes on where it was.
    """
    from agents import plots
    from agents.fights import cores
    from agents.measures import Sprt
    from agents.tournament import Tournament, everybody, played

    low, high = range_of(between, "--between")
    if not 0 < low < high < 100:
        raise BadInput(f"--between {between}: give two shares in percent, the lower one first, such as 50..55")
    found = Tournament(
        everybody(policies.split(","), pairs),
        scenario_files(scenarios),
        seed,
        traits_of(persona),
        Sprt(low / 100, high / 100) if sprt else None,
    )
    state = Path(out) / "fights.jsonl"
    if fresh:
        state.unlink(missing_ok=True)
    with progress_bar() as progress:
        task = progress.add_task("pairs", total=found.most)
        done = 0
        try:
            for standing in played(found, state, jobs or cores()):
                done = standing.done
                progress.update(task, completed=done)
        except KeyboardInterrupt:
            complain(f"interrupted after {done} pairs: the same command goes on from here")
            return INTERRUPTED
    if json:
        as_json(standing.as_data())
    else:
        tell(standing)
    try:
        for kind in (".png", ".html"):
            plots.check(path := f"{out}/tournament{kind}")
            plots.save(plots.of_tournament(standing), path, "Tournament", [matches_of(standing), ratings_of(standing)])
    except plots.NoPlots as error:
        complain(str(error))
    return None


def scenario_files(wishes: str) -> tuple[str, ...]:
    """
    The scenario files that are named, each once; of a folder all that are directly in it.

    :raises BadInput: when a folder has none.
    """
    found: list[str] = []
    for wish in wishes.split(","):
        path = Path(wish)
        inside = sorted(path.glob("*.toml")) if path.is_dir() else [path]
        if not inside:
            raise BadInput(f"--scenarios: the folder {wish} has no scenario file: name another")
        found += [one.as_posix() for one in inside]
    return tuple(dict.fromkeys(found))


def traits_of(wishes: Iterable[str] | None) -> tuple[tuple[str, int], ...]:
    """
    What ``TRAIT=N`` wishes ask for.

    :raises BadInput: when one is not understood.
    """
    found: dict[str, int] = {}
    for wish in wishes or ():
        name, _, number = wish.partition("=")
        if not (number.isascii() and number.isdecimal() and len(number) < 4):
            raise BadInput(f"--persona {wish!r} is not understood: write TRAIT=N, such as aggression=8")
        found[name] = int(number)
    return tuple(found.items())


def range_of(text: str, option: str) -> tuple[int, int]:
    """
    Two whole numbers, as in ``4..10``.

    :raises BadInput: when they are none.
    """
    low, dots, high = text.partition("..")
    if not (dots and all(end.isascii() and end.isdecimal() and len(end) < 5 for end in (low, high))):
        raise BadInput(f"{option} {text!r} is not understood: write two whole numbers, as in 4..10")
    return int(low), int(high)


def progress_bar() -> Progress:
    """How far it is and how long it will take, on stderr if that is a terminal."""
    import sys

    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    left = TextColumn("left"), TimeRemainingColumn()
    console = Console(file=sys.stderr)
    return Progress(*columns, *left, console=console, transient=True, disable=not console.is_terminal)


Rows = list[list[str]]


def matches_of(standing: Standing) -> Rows:
    """A row for each match, below the head."""
    test = standing.tournament.test
    rows = [["policy", "against", "won-drawn-lost", "share", "95 %", *(["test"] if test else [])]]
    for match in standing.tournament.matches:
        tally = "-".join(map(str, standing.tally(match).values()))
        row = [match.first, match.second, tally, *percent(standing.share(match))]
        if test is not None:
            verdict = {"high": test.high, "low": test.low}.get(standing.verdicts[match])
            row.append("open" if verdict is None else f"rather {verdict:.0%}")
        rows.append(row)
    return rows


def ratings_of(standing: Standing) -> Rows:
    """A row for each policy, the best first, below the head."""
    best = sorted(standing.ratings().items(), key=lambda item: -item[1].value)
    return [["policy", "Elo", "95 %"], *([name, *points(rating)] for name, rating in best)]


def tell(standing: Standing) -> None:
    """The matches and the ratings as tables."""
    number = len(standing.tournament.scenarios)
    print_table(matches_of(standing), f"{2 * standing.done} fights over {number} scenario{'s' * (number > 1)}", 2)
    print_table(ratings_of(standing), "ratings, their mean at 0", 1)


def print_table(rows: Rows, title: str, names: int) -> None:
    """Rows as a table, the first as its head; ``names``: so many columns are words, the others numbers."""
    import sys

    from rich.console import Console
    from rich.table import Table

    grid = Table(title=title)
    for place, head in enumerate(rows[0]):
        if place < names:
            grid.add_column(head, min_width=max(len(word) for row in rows for word in row[place].split() or [""]))
        else:
            grid.add_column(head, justify="right", no_wrap=True)
    for row in rows[1:]:
        grid.add_row(*row)
    Console(file=sys.stdout, markup=False, highlight=False).print(grid)


def percent(share: Interval) -> tuple[str, str]:
    """
    A share as a table has it: the number, and between what it lies.

    >>> from agents.measures import Interval
    >>> percent(Interval(0.625, 0.58, 0.67))
    ('62.5 %', '58.0 to 67.0')
    """
    return f"{100 * share.value:.1f} %", f"{100 * share.low:.1f} to {100 * share.high:.1f}"


def points(rating: Interval) -> tuple[str, str]:
    """
    Elo as a table has it.

    >>> from agents.measures import Interval
    >>> points(Interval(88.7, 56.0, 123.1))
    ('+89', '+56 to +123')
    """
    return f"{rating.value:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}"
