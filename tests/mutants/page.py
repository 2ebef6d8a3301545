"""The page: the score, by folder and by module, and what nothing noticed, with what was made of it."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePosixPath

from tests.mutants.faults import ROOT
from tests.mutants.judge import KILLED, Verdict

PAGE = ROOT / "docs" / "mutants.md"
TRIAGE = ROOT / "tests" / "mutants" / "triage.tsv"
GOAL = 85
FEW = 5
"""Modules with fewer faults in the sample stand together under their folder alone."""


def triage() -> dict[str, str]:
    """What was made of faults that nothing noticed: the reason why each changes nothing that a rule promises."""
    lines = TRIAGE.read_text("utf-8").splitlines() if TRIAGE.exists() else []
    return dict(line.split("\t") for line in lines if line and not line.startswith("#"))  # type: ignore[misc]


def row(name: str, verdicts: list[Verdict]) -> str:
    """A line of a table."""
    counts = Counter(verdict.outcome for verdict in verdicts)
    noticed, number = sum(counts[each] for each in KILLED), len(verdicts)
    cells = [counts[each] for each in ("survived", "unfinished", "unreached")]
    return f"| {name} | {number} | {noticed} | {' | '.join(map(str, cells))} | {share(noticed, number)} |"


def share(noticed: int, number: int) -> str:
    """In percent with a tenth, rounded down."""
    tenths = 1000 * noticed // number if number else 0
    return f"{tenths // 10}.{tenths % 10} %"


def write(seed: int, number: int, every: int, verdicts: list[Verdict]) -> int:
    """Write the page and say the score; 1 when it is below the goal."""
    judged = [verdict for verdict in verdicts if verdict.outcome != "absent"]
    noticed = sum(verdict.outcome in KILLED for verdict in judged)
    known = triage()
    left = sorted(verdict for verdict in judged if verdict.outcome not in KILLED)
    same = [verdict for verdict in left if verdict.id in known]
    head = "| | faults | noticed | survived | unfinished | unreached | score |\n|---|---:|---:|---:|---:|---:|---:|"
    folders = {str(PurePosixPath(verdict.path).parent): None for verdict in sorted(judged, key=lambda each: each.path)}
    modules = {verdict.path: None for verdict in sorted(judged, key=lambda each: each.path)}
    by_folder = [
        row(f"`{folder}/`", [each for each in judged if str(PurePosixPath(each.path).parent) == folder])
        for folder in folders
    ]
    by_kind = [
        row(kind, [each for each in judged if each.kind == kind]) for kind in sorted({each.kind for each in judged})
    ]
    by_module = [
        row(f"`{path}`", found)
        for path in modules
        if len(found := [each for each in judged if each.path == path]) >= FEW
    ]
    score = share(noticed, len(judged))
    others = share(noticed, len(judged) - len(same))
    text = f"""# Faults that the tests notice

Written by `make mutants`, not by hand. The engine is given one small fault at a time (a comparison turned round, a
number one too high, an operator in the place of its neighbour, a condition or a call left out), and the tests that
reach the line run until one fails. How it is done stands in `tests/mutants/`.

**{noticed} of {len(judged)} faults are noticed: {score}**; of those that change anything at all, {others}. The goal is
{GOAL} %. The sample has {number} of {every} faults, drawn with the seed {seed}; {len(verdicts)} of them have been
tried, and {len(verdicts) - len(judged)} of these stand in code that only import runs.

*survived*: all tests that reach the line passed. *unfinished*: those passed for which there was time. *unreached*: no
test reaches the line. All three count against the score.

{head}
{row("all", judged)}
{chr(10).join(by_folder)}

{head}
{chr(10).join(by_kind)}

## By module

Those with {FEW} faults or more in the sample.

{head}
{chr(10).join(by_module)}

## What nothing noticed

With a reason where somebody has looked: a fault that changes nothing, or only what no rule promises.

{chr(10).join(_survivor(verdict, known.get(verdict.id, "")) for verdict in left)}
"""
    PAGE.write_text(text, "utf-8")
    print(
        f"{noticed} of {len(judged)} faults noticed: {score} ({len(verdicts)} of {number} tried); see docs/mutants.md"
    )
    return int(100 * noticed < GOAL * len(judged) or len(verdicts) < number)


def _survivor(verdict: Verdict, reason: str) -> str:
    path, _, rest = verdict.id.partition(": ")
    function, _, change = rest.rpartition(" #")[0].partition(": ")
    was, _, now = change.partition(" > ") if change.count(" > ") == 1 else (change, "", "")
    said = f"`` {was} `` became `` {now} ``" if now else f"`` {change} ``"
    place = PurePosixPath(path).relative_to("sim").with_suffix("").as_posix().removeprefix("rules/")
    return f"- {place} `{function}`, {verdict.outcome}: {said}" + (f" ({reason})" if reason else "")
