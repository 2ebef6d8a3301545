"""
``make bench``: every row of the table with its figure, what it must be, what we would like it to be.

Fights are timed slice by slice between slices of the floor loop, so that a machine that slows down slows both.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Sheet

from agents.model import FightModel
from benchmarks import field, floor
from benchmarks.fights import bare, many, policies, thought, through_mesa, utility
from sim.audit import audit
from sim.encounter import battle_of, fold
from sim.events.base import apply
from sim.events.log import Reading, parse
from sim.grid.figures import MapFigures
from sim.grid.movement import flood
from sim.grid.terrain import Ground

SLICES = 7
SLICE = 0.6
"""Seconds of one slice; the figure is the median of the slices."""


@dataclass
class Row:
    """One line of the table. ``share`` is the figure as a fraction of what it must be (at least 1: reached)."""

    what: str
    figure: str
    ratio: str
    must: str
    goal: str
    reached: bool | None
    at_goal: bool | None


def slices(count: int, play_one: Callable[[int, int], int]) -> Iterator[tuple[float, float, float, float]]:
    """(attack rolls/s, fights/s, the floor's attack rolls/s and fights/s of the same slice), again and again."""
    seed = 0
    play_one(count, seed)
    for _ in range(SLICES):
        before = floor.rate(count, SLICE / 4)
        rolls = fights = 0
        start = perf_counter()
        while (spent := perf_counter() - start) < SLICE:
            seed += 1
            rolls += play_one(count, seed)
            fights += 1
        after = floor.rate(count, SLICE / 4)
        yield rolls / spent, fights / spent, (before[0] + after[0]) / 2, (before[1] + after[1]) / 2


def fights(progress: Callable[[], None]) -> Iterator[Row]:
    """The fight at four sizes, through the Mesa model as users play it."""
    divisors = {1: (150, 60), 4: (500, 150), 10: (None, None), 50: (None, None)}
    speeds: dict[int, float] = {}
    for count, (must, goal) in divisors.items():
        measured = list(slices(count, through_mesa))
        ratio = median(base / rolls for rolls, _, base, _ in measured)
        rolls = speeds[count] = median(each[0] for each in measured)
        per_second = median(each[1] for each in measured)
        yield Row(
            f"{count} against {count}, nearest",
            f"{rolls:,.0f} attack rolls/s ({per_second:,.1f} fights/s)",
            f"floor / {ratio:,.0f}",
            f"floor / {must}" if must else "",
            f"floor / {goal}" if goal else "",
            ratio <= must if must else None,
            ratio <= goal if goal else None,
        )
        progress()
    share = speeds[50] / speeds[4]
    yield Row(
        "50 against 50, beside 4 against 4", f"{share:.2f} ×", "", "≥ 0.33 ×", "≥ 0.50 ×", share >= 1 / 3, share >= 0.5
    )


def thinking(progress: Callable[[], None]) -> Iterator[Row]:
    """What ``utility`` costs: whole fights, and how its decisions grow with the foes in play."""
    measured = list(slices(4, utility))
    ratio = median(base / fights for _, fights, _, base in measured)
    yield Row(
        "4 against 4, utility",
        f"{median(each[1] for each in measured):,.1f} fights/s",
        f"floor / {ratio:,.0f}",
        "floor / 3,000",
        "floor / 1,000",
        ratio <= 3000,
        ratio <= 1000,
    )
    progress()
    few, many_ = (spent / decisions for spent, decisions in (thought(4, "utility"), thought(50, "utility")))
    growth = many_ / few
    yield Row(
        "a decision of utility, 50 foes beside 4", f"{growth:.1f} ×", "", "≤ 12.5 ×", "", growth <= 12.5, growth <= 12.5
    )
    progress()


def mesa_share(progress: Callable[[], None]) -> Row:
    """What the Mesa layer adds to a fight, in pairs."""
    shares = []
    for seed in range(SLICES):
        start = perf_counter()
        for each in range(30):
            bare(4, 100 * seed + each)
        middle = perf_counter()
        for each in range(30):
            through_mesa(4, 100 * seed + each)
        end = perf_counter()
        shares.append(1 - (middle - start) / (end - middle))
    progress()
    share = median(shares)
    return Row("Mesa layer", f"{share:.1%} of a fight", "", "≤ 10 %", "≤ 5 %", share <= 0.10, share <= 0.05)


def sample() -> tuple[bytes, Reading]:
    """A long log to read."""
    model = FightModel(field.scenario(20), policies(20), 11)
    model.run()
    data = model.table.log.to_bytes()
    return data, parse(data)


def per_second(count: int, work: Callable[[], object]) -> float:
    """How many of ``count`` things a second, the median of several runs."""
    rates = []
    for _ in range(SLICES):
        start = perf_counter()
        runs = 0
        while (spent := perf_counter() - start) < SLICE / 2:
            work()
            runs += 1
        rates.append(runs * count / spent)
    return median(rates)


def logs(progress: Callable[[], None]) -> Iterator[Row]:
    """Folding, reading, judging."""
    data, reading = sample()
    count = len(reading.events)

    def fold_only() -> None:
        battle = battle_of(reading.header.scenario)
        for event in reading.events:
            apply(event, battle)

    def read_and_fold() -> None:
        again = parse(data)
        fold(again.header.scenario, again.events)

    for what, work, must, goal in (
        ("fold of read events", fold_only, 200_000, 500_000),
        ("read, verify and fold", read_and_fold, 80_000, 200_000),
        ("audit", lambda: audit(reading), 30_000, 100_000),
    ):
        speed = per_second(count, work)
        yield Row(what, f"{speed:,.0f} events/s", "", f"{must:,}", f"{goal:,}", speed >= must, speed >= goal)
        progress()


def reach(progress: Callable[[], None]) -> Row:
    """The reach of one move on 30×30 with difficult ground and four threats."""
    rows = [list("." * 30) for _ in range(30)]
    for y in range(30):
        for x in range(30):
            if (x * 7 + y * 11) % 6 == 0:
                rows[y][x] = ":"
    ground = Ground(MapFigures(tuple("".join(row) for row in rows)))
    start = ground.square("o15")
    foes = [ground.square(name) for name in ("q13", "l14", "p18", "n11")]
    threats = 0
    blocked = 0
    for foe in foes:
        threats |= ground.near(foe, 1)
        blocked |= 1 << foe
    spent = 1e6 / per_second(1, lambda: flood(ground, start, 1, 6, blocked=blocked, leaving=~threats))
    progress()
    return Row("reach of one move, 30×30", f"{spent:.1f} µs", "", "≤ 100 µs", "≤ 40 µs", spent <= 100, spent <= 40)


def processes(progress: Callable[[], None]) -> Row:
    """Two processes against one."""
    ratios = []
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(many, (0, 1)))
        for run in range(3):
            start = perf_counter()
            many(1000 * run)
            many(1000 * run + 500)
            alone = perf_counter() - start
            start = perf_counter()
            list(pool.map(many, (1000 * run, 1000 * run + 500)))
            ratios.append(alone / (perf_counter() - start))
    progress()
    ratio = median(ratios)
    return Row("2 processes against 1", f"{ratio:.2f} ×", "", "≥ 1.8 ×", "1.95 ×", ratio >= 1.8, ratio >= 1.95)


def start_up(progress: Callable[[], None]) -> Row:
    """``maraud --help`` against an empty Python that imports the command-line library."""
    maraud = [sys.executable, "-c", "from agents.cli.main import run; run()", "--help"]
    empty = [sys.executable, "-c", "import typer"]
    ratios = []
    for _ in range(SLICES):
        times = []
        for command in (empty, maraud):
            start = perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            times.append(perf_counter() - start)
        ratios.append(times[1] / times[0])
    progress()
    ratio = median(ratios)
    return Row("maraud --help", f"{ratio:.2f} × python + typer", "", "", "≤ 3 ×", None, ratio <= 3)


def main() -> int:
    """Measure all, print the table; 1 when something falls short of what it must be."""
    console = Console()
    rows: list[Row] = []
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("measuring", total=13)

        def done() -> None:
            progress.advance(task)

        rows += fights(done)
        rows += thinking(done)
        rows.append(mesa_share(done))
        rows += logs(done)
        rows.append(reach(done))
        rows.append(processes(done))
        rows.append(start_up(done))
    sheet = Sheet(title=f"maraud on Python {sys.version.split()[0]}", title_justify="left")
    for column in ("what", "measured", "beside the floor", "must", "goal", ""):
        sheet.add_column(column)
    for row in rows:
        verdict = "" if row.reached is None else "reached" if row.reached else "SHORT"
        sheet.add_row(row.what, row.figure, row.ratio, row.must, row.goal, "goal" if row.at_goal else verdict)
    console.print(sheet)
    return int(any(row.reached is False for row in rows))


if __name__ == "__main__":
    raise SystemExit(main())
