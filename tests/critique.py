"""
``make critique``: fights over all scenarios, played by one policy, and what a critic finds in them.

Exit 1 when a finding is hard: another order of the same menu was no worse in any part of the estimate and better in
one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from agents.critique import Finding, critique
from agents.fights import in_order, scenario_of
from agents.policies import admit, player_for
from sim import encounter
from sim.rules.shelf import book
from tests.record_golden import ROOT


class Told(NamedTuple):
    """What was found in one fight: its scenario and seed, the findings, how many decisions there were."""

    scenario: str
    seed: int
    findings: tuple[Finding, ...]
    decisions: int


def fight(policy: str, task: tuple[str, int]) -> Told:
    """Play a fight and look at it."""
    admit(policy)
    path, seed = task
    scenario = scenario_of(path).scenario
    rules = book(scenario.ruleset)
    policies = {placed.sheet.id: policy for placed in scenario.creatures}
    player = player_for(policies, seed, scenario.knowledge, book=rules)
    table = encounter.begin(rules, scenario, player, seed=seed, policies=policies)
    encounter.play(rules, table)
    log = table.log
    findings = tuple(critique((log.header, log.events)))
    return Told(Path(path).stem, seed, findings, len(encounter.decisions(log.events)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--policy", default="utility")
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="scenarios whose name has this in it")
    parser.add_argument("--show", type=int, default=3, help="so many findings of a kind are shown, hard ones first")
    options = parser.parse_args(arguments)
    paths = [str(path) for path in sorted((ROOT / "scenarios").glob("*.toml")) if options.only in path.stem]
    tasks = [(paths[number % len(paths)], options.seed + number // len(paths)) for number in range(options.runs)]
    found: list[tuple[Told, Finding]] = []
    decisions = 0
    for number, told in enumerate(in_order(partial(fight, options.policy), tasks, options.jobs), 1):
        decisions += told.decisions
        found += [(told, finding) for finding in told.findings]
        if sys.stderr.isatty():
            print(f"\r{number} of {len(tasks)} fights, {len(found)} findings", end="", file=sys.stderr)
    hard = Counter(finding.kind for _, finding in found if finding.hard)
    soft = Counter(finding.kind for _, finding in found if not finding.hard)
    print(f"{options.policy}: {len(tasks)} fights over {len(paths)} scenarios, {decisions} decisions")
    for kind in sorted({*hard, *soft}, key=lambda kind: (-hard[kind], -soft[kind], kind)):
        print(f"{kind}: {hard[kind]} hard, {soft[kind]} others")
        of_kind = sorted((pair for pair in found if pair[1].kind == kind), key=lambda pair: not pair[1].hard)
        for told, finding in islice(of_kind, options.show):
            mark = "hard" if finding.hard else "soft"
            print(f"  {mark}  {told.scenario} seed {told.seed}, event {finding.seq}: {finding.sentence}")
    print(f"{hard.total()} hard findings, {soft.total()} others")
    return 1 if hard else 0


if __name__ == "__main__":
    sys.exit(main())
