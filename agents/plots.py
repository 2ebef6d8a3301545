"""
Plots of tournaments, forecasts and batches, as PNG, SVG, or a page (HTML) that stands for itself, by the file's name.

matplotlib draws them: the extra ``plots``. The same figures give the same file.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.core.errors import BadInput

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from agents.forecast import Forecast
    from agents.measures import Interval
    from agents.tournament import Standing

COLOURS = ("#3b5b92", "#c8553d", "#588157", "#b08900", "#6d597a", "#2a9d8f")
"""Of sides, in their order; the first also that of what is measured."""
PALE = "#b9c2cf"
KINDS = (".png", ".svg", ".html")

_STYLE = {
    "svg.hashsalt": "maraud",
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


class NoPlots(BadInput):
    """What draws them is not installed."""


def check(path: str) -> None:
    """
    :raises NoPlots: when matplotlib is not there.
    :raises BadInput: when the name says no kind of plot.
    """
    if Path(path).suffix.lower() not in KINDS:
        raise BadInput(f"{path!r} is no name of a plot: let it end in {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise NoPlots("plots need matplotlib, which is not installed: pip install 'maraud[plots]'") from None


def save(figure: Figure, path: str, title: str, tables: Sequence[Sequence[Sequence[str]]] = ()) -> None:
    """
    Write a figure where its name says; a page has the ``tables`` (the first row is the head) below it.

    :raises BadInput: when it cannot be written.
    """
    kind = Path(path).suffix.lower()
    try:
        if kind == ".html":
            Path(path).write_text(_page(_svg(figure), title, tables), "utf-8")
        elif kind == ".svg":
            Path(path).write_text(_svg(figure), "utf-8")
        else:
            data = BytesIO()
            figure.savefig(data, format="png", dpi=144, metadata={"Software": None})
            Path(path).write_bytes(data.getvalue())
    except OSError as error:
        raise BadInput(f"{path} cannot be written ({error.strerror}): name a file that can be") from None


def of_tournament(standing: Standing) -> Figure:
    """Ratings on the left, the share of each match on the right, pale points for its scenarios."""
    matches, ratings = standing.tournament.matches, standing.ratings()
    number = len(standing.tournament.scenarios)
    figure, (left, right) = _figure(2, 10, 1.6 + 0.42 * max(len(matches), len(ratings)))
    order = sorted(ratings, key=lambda name: ratings[name].value)
    _title(left, "Elo, their mean at 0")
    _ranges(left, order, [ratings[name] for name in order])
    left.axvline(0, color=PALE, linewidth=1, zorder=0)
    _title(right, "Share of the points, in percent")
    names = [str(match) for match in reversed(matches)]
    for row, match in enumerate(reversed(matches)):
        shares = [100 * standing.share(match, path).value for path in standing.tournament.scenarios]
        right.scatter(shares, [row] * len(shares), s=22, color=PALE, zorder=1, linewidth=0)
    _ranges(right, names, [standing.share(match).mapped(lambda share: 100 * share) for match in reversed(matches)])
    right.axvline(50, color=PALE, linewidth=1, zorder=0)
    right.set_xlim(-2, 102)
    figure.supxlabel(
        f"{2 * standing.done} fights in {number} scenarios, sides swapped, same dice; bars: 95 %; pale: each scenario",
        fontsize=8,
        color="#555555",
    )
    return figure


def of_forecast(name: str, found: Sequence[Forecast], kind: str = "") -> Figure:
    """The odds of each side, over the count where a kind was varied; and what the fight costs."""
    if len(found) == 1:
        return _single(name, found[0])
    return _effects(name, [(f"number of {kind}", [(forecast.number, forecast) for forecast in found])])


def _single(name: str, found: Forecast) -> Figure:
    figure, (odds, losses, length) = _figure(3, 11, 3.2)
    sides = list(found.sides)
    _title(odds, "Wins, in percent")
    rows = [*sides, *([""] if any(not outcome.winner for outcome in found.outcomes) else [])]
    colours = [*(_colour(at) for at in range(len(sides))), PALE]
    bars = [found.won(side).mapped(lambda chance: 100 * chance) for side in rows]
    _bars(odds, [side or "nobody" for side in rows], bars, colours)
    odds.set_xlim(0, 100)
    _title(losses, "Out of the fight, creatures")
    _bars(losses, sides, [found.cost(side, "down") for side in sides], colours)
    losses.set_yticklabels([])
    _title(length, "Rounds")
    rounds = [outcome.rounds for outcome in found.outcomes]
    length.hist(rounds, bins=[end - 0.5 for end in range(min(rounds), max(rounds) + 2)], color=COLOURS[0], rwidth=0.85)
    length.set_ylabel("fights")
    length.xaxis.get_major_locator().set_params(integer=True)
    figure.suptitle(f"{name}: {len(rounds)} fights", x=0.01, ha="left", fontsize=12)
    return figure


def of_batch(name: str, effects: Sequence[Effect], whole: Forecast) -> Figure:
    """What each value of what was varied does to the odds and the losses, a row for each factor; else the odds."""
    return _effects(name, effects) if effects else _single(name, whole)


Effect = tuple[str, "Sequence[tuple[int | str, Forecast]]"]
"""What was varied, and what came of each of its values."""


def _effects(name: str, effects: Sequence[Effect]) -> Figure:
    figure, rows = _figure(2, 10, 3.8 * len(effects), len(effects))
    for (odds, losses), (label, found) in zip(rows, effects, strict=True):
        values, outcomes = [value for value, _ in found], [forecast for _, forecast in found]
        sides = outcomes[0].sides
        for at, side in enumerate(sides):
            beside = (at - (len(sides) - 1) / 2) / 10
            won = [forecast.won(side).mapped(lambda chance: 100 * chance) for forecast in outcomes]
            _band(odds, values, won, _colour(at), side, beside)
            _band(losses, values, [forecast.cost(side, "down") for forecast in outcomes], _colour(at), side, beside)
        _title(odds, "Wins, in percent")
        odds.axhline(50, color=PALE, linewidth=1, zorder=0)
        odds.set_ylim(-2, 102)
        _title(losses, "Out of the fight, creatures")
        losses.set_ylim(bottom=0)
        odds.legend(frameon=False)
        for axes in (odds, losses):
            axes.set_xlabel(label)
    counts = sorted({len(forecast.outcomes) for _, found in effects for _, forecast in found})
    each = " to ".join(map(str, dict.fromkeys((counts[0], counts[-1]))))
    figure.suptitle(f"{name}: {each} fights each", x=0.01, ha="left", fontsize=12)
    return figure


def _figure(parts: int, width: float, height: float, rows: int = 0) -> tuple[Figure, Any]:
    """A figure and its parts side by side; with ``rows``, so many rows of them."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(_STYLE):  # type: ignore[arg-type]
        figure = Figure(figsize=(width, height), layout="constrained")
        return figure, figure.subplots(rows, parts, squeeze=False) if rows else figure.subplots(1, parts)


def _svg(figure: Figure) -> str:
    from matplotlib import rc_context

    text = StringIO()
    with rc_context(_STYLE):  # type: ignore[arg-type]
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue()


def _title(axes: Axes, text: str) -> None:
    axes.set_title(text, loc="left", fontsize=10, fontweight="bold")


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]


def _ranges(axes: Axes, names: Sequence[str], found: Sequence[Interval]) -> None:
    """A point with its interval for each name, from the bottom up, and its number above."""
    rows = range(len(names))
    values = [each.value for each in found]
    off = [[each.value - each.low for each in found], [each.high - each.value for each in found]]
    axes.errorbar(values, rows, xerr=off, fmt="o", color=COLOURS[0], capsize=3, markersize=5, zorder=2)
    for row, value in zip(rows, values, strict=True):
        axes.annotate(f"{value:.0f}", (value, row), (0, 6), textcoords="offset points", ha="center", fontsize=8)
    axes.set_yticks(list(rows), list(names))
    axes.set_ylim(-0.6, len(names) - 0.4)


def _bars(axes: Axes, names: Sequence[str], found: Sequence[Interval], colours: Sequence[str]) -> None:
    """A bar with its interval for each name, from the top down."""
    rows = list(range(len(names)))
    off = [[each.value - each.low for each in found], [each.high - each.value for each in found]]
    axes.barh(rows, [each.value for each in found], xerr=off, color=colours[: len(rows)], height=0.6, capsize=3)
    axes.set_yticks(rows, list(names))
    axes.invert_yaxis()


def _band(
    axes: Axes, values: Sequence[int | str], found: Sequence[Interval], colour: str, label: str, beside: float
) -> None:
    """Of numbers, a line with its intervals as a band; of words, a point with its interval ``beside`` each."""
    middle = [each.value for each in found]
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) < len(values):
        places = [place + beside for place in range(len(values))]
        off = [[each.value - each.low for each in found], [each.high - each.value for each in found]]
        axes.errorbar(places, middle, yerr=off, fmt="o", markersize=5, capsize=3, color=colour, label=label)
        axes.set_xticks(range(len(values)), [str(value) for value in values])
        axes.set_xlim(-0.5, len(values) - 0.5)
    else:
        axes.fill_between(numbers, [each.low for each in found], [each.high for each in found], color=colour, alpha=0.2)
        axes.plot(numbers, middle, marker="o", markersize=4, color=colour, label=label)
        axes.set_xticks(numbers[:: -(-len(numbers) // TICKS)])


TICKS = 20
"""So many numbers stand below an axis at most."""


def _page(svg: str, title: str, tables: Sequence[Sequence[Sequence[str]]]) -> str:
    """A page that needs nothing else."""
    drawn = svg[svg.index("<svg") :]
    parts = [
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>{_CSS}</style>",
        f"<h1>{escape(title)}</h1>",
        f"<figure>{drawn}</figure>",
    ]
    for head, *rows in tables:
        parts.append("<table>\n<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in head) + "</tr>")
        parts += ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
        parts.append("</table>")
    return "\n".join(parts) + "\n"


_CSS = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
figure { margin: 0 0 2rem; } svg { width: 100%; height: auto; }
table { border-collapse: collapse; margin: 0 0 2rem; }
th, td { text-align: left; padding: .25rem 1rem .25rem 0; border-bottom: 1px solid #ddd; }
"""
