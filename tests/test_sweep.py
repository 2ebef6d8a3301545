"""A sample of the sweep, and what the sweep itself promises."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from tests.record_golden import FIGHTS, Golden, play
from tests.sweep import PLAYERS, SCENARIOS, Fault, Run, cut_short, judge, plan, read_back, report, sweep

SAMPLE = 2 * len(SCENARIOS)
SCRIPTED = [golden for golden in FIGHTS if golden.script]


@pytest.mark.parametrize("run", list(plan(SAMPLE)), ids=str)
def test_a_fight_ends_stands_its_audit_and_runs_again(run: Run) -> None:
    """Fights of all scenarios and many pairs of policies show no fault."""
    assert judge(run) == []


@pytest.mark.parametrize("golden", SCRIPTED, ids=lambda golden: golden.script)
def test_a_fight_by_hand_goes_on_where_it_is_cut(golden: Golden) -> None:
    """Its script holds to the end, wherever it is resumed."""
    data = play(golden)

    for number in range(3):
        assert cut_short(data, number + 1) == data


def test_a_sweep_takes_every_pair_in_every_scenario() -> None:
    """Long enough, it leaves nothing out; its seeds are its numbers."""
    every = {(scenario, pair) for scenario in SCENARIOS for pair in product(PLAYERS, PLAYERS)}

    runs = list(plan(len(every)))

    assert {(run.scenario, run.policies) for run in runs} == every
    assert [run.number for run in runs] == list(range(len(every)))


def test_a_sample_visits_every_scenario() -> None:
    """However short, it is spread evenly."""
    assert {run.scenario for run in plan(SAMPLE)} == set(SCENARIOS)


def test_a_sweep_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    """What is judged already is not played again, and a torn last line is."""
    state = tmp_path / "state.jsonl"
    known = [Fault("an old story", "told before")]
    state.write_text('[0, [["an old story", "told before"]]]\n[1, []]\n[2, [["torn', "utf-8")

    done = sweep(3, 1, state, quiet=True)

    assert done[0] == known
    assert done[1] == []
    assert read_back(state) == done


def test_the_report_groups_by_invariant() -> None:
    """The most frequent first, with three stories of each."""
    done = {0: [Fault("a", "one"), Fault("b", "two")], 1: [Fault("b", f"{n}") for n in range(4)]}

    assert report(done).splitlines()[0] == "5 x b"
    assert report(done).count("\n    ") == 4
    assert report({0: []}) == "nothing found"
