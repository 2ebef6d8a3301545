"""
Is each policy better than the one below it? ``python -m benchmarks.ladder`` (``make ladder``) lets them meet, and
writes table and plot into ``docs/tactics.md``.

It can be interrupted, and goes on from there when it is started again on the same code; ``--as-it-is`` plays no more
and writes what there is. ``--rungs nearest,doctrine`` keeps to these, and writes nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import NamedTuple

from agents import plots
from agents.cli.tournament import percent, points, progress_bar, tell
from agents.fights import cores, fought, in_order, scenario_of, sides_of
from agents.measures import Interval, wilson
from agents.policies import names
from agents.tournament import Match, Standing, Tournament, played
from sim.core.errors import BadInput
from sim.events.header import Scenario

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "tactics.md"
PICTURE = ROOT / "docs" / "tactics.png"
STATE = ROOT / ".ladder" / "fights.jsonl"
BEGIN, END = "<!-- made by make ladder -->", "<!-- the end of what it made -->"

PERSONA = (("aggression", 8), ("caution", 2), ("discipline", 8), ("wits", 8))
"""Nobody runs before the fight is lost, and wolves think too: policies are measured, not natures."""

ALSO = ("scenarios/chain-gang.toml",)
"""Of the other scenarios, what is as fair as those of the ladder."""

MIRRORED = 200
"""Fights of ``nearest`` against itself in each scenario."""

COSTED = tuple(f"scenarios/ladder/{name}.toml" for name in ("the-pit-crews", "low-walls", "the-guild-of-swords"))
"""Where it is measured what a decision costs."""


class Rung(NamedTuple):
    """A policy, whom it meets, the pairs in each scenario, and the share of the points that is its goal in percent."""

    name: str
    below: str
    pairs: int
    goal: int


RUNGS = (
    Rung("nearest", "random", 10, 80),
    Rung("doctrine", "nearest", 30, 60),
    Rung("utility", "doctrine", 30, 65),
    Rung("team", "utility", 120, 55),
    Rung("search", "team", 6, 58),
    Rung("search:rollouts", "team", 3, 58),
)


def scenarios() -> tuple[str, ...]:
    """The files of the ladder, from the root of the project."""
    found = sorted((ROOT / "scenarios" / "ladder").glob("*.toml"))
    return (*ALSO, *(path.relative_to(ROOT).as_posix() for path in found))


def ladder(rungs: Iterable[Rung]) -> Tournament:
    """The tournament of these rungs."""
    return Tournament(tuple(Match(rung.name, rung.below, rung.pairs) for rung in rungs), scenarios(), 0, PERSONA)


class Mirrored(NamedTuple):
    """A fight of a policy against itself to be played, as a task of a process."""

    scenario: str
    policy: str
    seed: int


class Mirror(NamedTuple):
    """What the first side got of such a fight in halves of a point, the decisions in it, and their seconds."""

    halves: int
    decisions: int
    seconds: float


def play_mirrored(task: Mirrored) -> Mirror:
    """Play one."""
    scenario = scenario_of(task.scenario, PERSONA).scenario
    begun = process_time()
    battle = fought(scenario, dict.fromkeys(sides_of(scenario), task.policy), task.seed)
    seconds = process_time() - begun
    halves = 1 if not battle.winner else 2 if battle.winner == sides_of(scenario)[0] else 0
    return Mirror(halves, battle.inputs, seconds)


def fairness(jobs: int) -> dict[str, Interval]:
    """The share of the first side in each scenario, ``nearest`` against itself."""
    tasks = [Mirrored(path, "nearest", seed) for path in scenarios() for seed in range(MIRRORED)]
    halves = [mirror.halves for mirror in in_order(play_mirrored, tasks, jobs)]
    return {
        path: wilson(fmean(halves[place * MIRRORED : (place + 1) * MIRRORED]) / 2, MIRRORED)
        for place, path in enumerate(scenarios())
    }


def costs(rungs: Sequence[Rung], jobs: int) -> dict[str, float]:
    """What a decision of each rung costs, in those of ``nearest``, over a fight against itself in some scenarios."""
    policies = list(dict.fromkeys(("nearest", *(rung.name for rung in rungs))))
    mirrors = in_order(play_mirrored, [Mirrored(path, name, 0) for name in policies for path in COSTED], jobs)
    found = {}
    for name in policies:
        own = list(islice(mirrors, len(COSTED)))
        found[name] = sum(mirror.seconds for mirror in own) / sum(mirror.decisions for mirror in own)
    return {name: seconds / found["nearest"] for name, seconds in found.items()}


def made(standing: Standing, rungs: Sequence[Rung], fair: dict[str, Interval], dear: dict[str, float]) -> str:
    """The part of the page that is made."""
    ratings = standing.ratings()
    lines = [
        f"{2 * standing.done} fights. ![The same as a picture](tactics.png)",
        "",
        "| rung | against | pairs | won, drawn, lost | share of the points | 95 % | goal | Elo | cost |",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for match, rung in zip(standing.tournament.matches, rungs, strict=True):
        tally = ", ".join(map(str, standing.tally(match).values()))
        share, bounds = percent(standing.share(match))
        rating = "{} ({})".format(*points(ratings[rung.name]))
        lines.append(
            f"| `{rung.name}` | `{rung.below}` | {len(standing.quarters(match))} | {tally} | {share} | {bounds}"
            f" | {rung.goal} % | {rating} | {dear[rung.name]:.0f} |"
        )
    head = " | ".join(f"`{rung.name}`" for rung in rungs)
    lines += ["", "### By scenario", ""]
    lines += [f"| scenario | rulebook | fair? | {head} |", "|---|---|---:|" + "---:|" * len(rungs)]
    for path in scenarios():
        shares = " | ".join(f"{100 * standing.share(match, path).value:.0f}" for match in standing.tournament.matches)
        scenario = found(path)
        fair_share = "{} ({})".format(*percent(fair[path]))
        lines.append(f"| [{scenario.name}](../{path}) | {scenario.ruleset} | {fair_share} | {shares} |")
    return "\n".join(lines)


def found(path: str) -> Scenario:
    """A scenario of the ladder."""
    return scenario_of(path, PERSONA).scenario


def write(text: str) -> None:
    """Put it between the marks of the page."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", "utf-8")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description=__doc__)
    parser.add_argument("--rungs", help="only these, and nothing is written")
    parser.add_argument("--jobs", type=int, default=cores(), help="how many processes")
    parser.add_argument("--as-it-is", action="store_true", help="play no more, and write what there is")
    parser.add_argument("--fresh", action="store_true", help="begin anew")
    options = parser.parse_args()
    wanted = options.rungs.split(",") if options.rungs else [rung.name for rung in RUNGS]
    rungs = [rung for rung in RUNGS if rung.name in wanted and {rung.name, rung.below} <= set(names())]
    state = STATE.with_stem(f"fights-{'-'.join(wanted).replace(':', '-')}") if options.rungs else STATE
    if options.fresh:
        state.unlink(missing_ok=True)
    tournament = ladder(rungs)
    try:
        with progress_bar() as progress:
            task = progress.add_task("pairs", total=tournament.most)
            for standing in played(tournament, state, options.jobs):
                progress.update(task, completed=standing.done)
                if options.as_it_is:
                    break
        tell(standing)
        if not options.rungs:
            write(made(standing, rungs, fairness(options.jobs), costs(rungs, options.jobs)))
            plots.save(plots.of_tournament(standing), str(PICTURE), "The ladder")
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: the same command goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
