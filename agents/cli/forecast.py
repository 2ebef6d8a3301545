"""``maraud forecast``: the odds of a fight, what it will cost, and how many of a kind would make it fair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from agents.cli.output import INTERRUPTED, AsJson, Policy, as_json, complain, guarded, policies_of
from agents.cli.tournament import Jobs, Persona, Rows, percent, print_table, progress_bar, range_of, traits_of
from sim.core.errors import BadInput

if TYPE_CHECKING:
    from agents.forecast import Forecast
    from agents.measures import Interval

MOST_COUNTS = 50
"""So many numbers of a kind are tried at most."""


def register(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command()(forecast)


@guarded
def forecast(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="A scenario file.")],
    runs: Annotated[int, typer.Option(min=2, max=1_000_000, help="So many fights.")] = 200,
    vary: Annotated[
        str | None, typer.Option(metavar="KIND=A..B", help="Try from A to B of a kind, such as goblins=4..10.")
    ] = None,
    policy: Policy = None,
    persona: Persona = None,
    seed: Annotated[int, typer.Option(min=0, max=1 << 63, help="The dice of the first fight.")] = 0,
    jobs: Jobs = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw it: the name ends in .png, .svg or .html.")
    ] = None,
    json: AsJson = False,
) -> int | None:
    """Is this fight fair? Odds of winning, losses, rounds, what is used up, with their intervals, from many fights."""
    from agents import plots
    from agents.fights import cores, scenario_of
    from agents.forecast import Question, fairest, forecasts

    if plot is not None:
        plots.check(plot)
    kind, counts = _vary(vary)
    traits = traits_of(persona)
    loaded = scenario_of(scenario, traits).scenario
    sides = {placed.sheet.id: placed.sheet.side for placed in loaded.creatures}
    question = Question(scenario, runs, seed, tuple(policies_of(policy, sides).items()), traits, kind, counts)
    found: list[Forecast] = []
    with progress_bar() as progress:
        task = progress.add_task("fights", total=question.fights)
        try:
            for done, whole in enumerate(forecasts(question, jobs or cores()), 1):
                progress.update(task, completed=done)
                if whole is not None:
                    found.append(whole)
        except KeyboardInterrupt:
            complain("interrupted: what is known so far is not enough to tell")
            return INTERRUPTED
    best = fairest(found)
    odds = odds_of([((one.number,), one) for one in found], [kind])
    if plot is not None:
        tables = [costs_of(one) for one in found] if len(found) == 1 else [odds, costs_of(best)]
        plots.save(plots.of_forecast(loaded.name, found, kind), plot, f"Forecast: {loaded.name}", tables)
    if json:
        varied = {"kind": kind, "fairest": best.number, "forecasts": [one.as_data() for one in found]}
        as_json({"scenario": scenario, **(varied if kind else found[0].as_data())})
        return None
    if kind:
        print_table(odds, f"{loaded.name}: {runs} fights each", 1)
        print(_fair(found, best, kind))
    print_table(costs_of(best), f"{loaded.name}, {best.number} {kind}" if kind else f"{loaded.name}: {runs} fights", 1)
    if plot is not None:
        print(f"The plot is in {plot}")
    return None


def _vary(wish: str | None) -> tuple[str, tuple[int, ...]]:
    """
    Kind and numbers of a ``--vary``.

    :raises BadInput: when it is not understood.
    """
    if wish is None:
        return "", (-1,)
    kind, _, numbers = wish.partition("=")
    low, high = range_of(numbers, f"--vary {kind[:40]}")
    if not kind or not 0 <= high - low < MOST_COUNTS:
        raise BadInput(f"--vary {wish[:60]!r}: write KIND=A..B, B not below A and at most {MOST_COUNTS} numbers")
    return kind, tuple(range(low, high + 1))


def _fair(found: Sequence[Forecast], best: Forecast, kind: str) -> str:
    """What would make it fair, in a sentence."""
    side = best.sides[0]
    won = best.won(side)
    odds = f"{side} win {percent(won)[0]} ({percent(won)[1]})"
    if won.low <= 0.5 <= won.high or 0.4 <= best.balance() <= 0.6:
        return f"It is fairest with {best.number} {kind}: {odds}."
    counts = f"{found[0].number} to {found[-1].number}"
    return f"With {counts} {kind} it is never fair; it comes nearest with {best.number}: {odds}."


def odds_of(found: Sequence[tuple[Sequence[object], Forecast]], names: Sequence[str], *, brief: bool = False) -> Rows:
    """The odds for each value, or values, of what is varied, which is called by these ``names``."""
    sides = found[0][1].sides
    drawn = any(one.won("").value for _, one in found)
    unit = ", %" if brief else ""
    rows = [[*names, *(f"{side} win{unit}" for side in sides), *([f"nobody{unit}"] if drawn else []), "rounds"]]
    for values, one in found:
        chances = [one.won(side) for side in (*sides, *([""] if drawn else []))]
        rows.append([*map(str, values), *map(_brief if brief else _chance, chances), _number(one.rounds())])
    return rows


def costs_of(found: Forecast) -> Rows:
    """A row for each thing that is forecast, a column for each side."""
    words = {
        "down": "out of the fight",
        "dead": "dead",
        "hit_points": "hit points lost",
        "magic": "spells, charges, uses",
        "missiles": "missiles spent",
    }
    rows = [["", *found.sides], ["wins", *(_chance(found.won(side)) for side in found.sides)]]
    for what, word in words.items():
        costs = [found.cost(side, what) for side in found.sides]
        if any(cost.value for cost in costs):
            rows.append([word, *map(_number, costs)])
    rows.append(["rounds", _number(found.rounds()), *[""] * (len(found.sides) - 1)])
    if any(not outcome.winner for outcome in found.outcomes):
        rows.append(["nobody wins", _chance(found.won("")), *[""] * (len(found.sides) - 1)])
    return rows


def _chance(share: Interval) -> str:
    return "{} ({})".format(*percent(share))


def _brief(share: Interval) -> str:
    return f"{100 * share.value:.0f} ({100 * share.low:.0f}-{100 * share.high:.0f})"


def _number(found: Interval) -> str:
    return f"{found.value:.1f} ± {found.high - found.value:.1f}"
