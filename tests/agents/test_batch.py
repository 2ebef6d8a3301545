"""Batches: what is varied, who plays, what is kept; the same rows whoever plays, however often it breaks off."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest
from pyarrow import parquet

from agents import batch as batches
from agents.batch import STATE, Batch, Factor, Result, Standing, Task, cluster, here, play, play_task
from agents.fights import played, scenario_of
from agents.forecast import with_count
from agents.lock import lock
from agents.tournament import code
from sim.core.errors import BadInput
from sim.events.log import read
from tests.cluster import Cluster, local
from tests.record_golden import ROOT

DUEL = str(ROOT / "scenarios" / "duel.toml")
AMBUSH = str(ROOT / "scenarios" / "goblin-ambush.toml")
MUG = str(ROOT / "scenarios" / "the-broken-mug.toml")
SWEEP = Batch(
    DUEL,
    runs=20,
    seed=5,
    policies=(("grum", "nearest"),),
    factors=(Factor("number", "orcs", (1, 2)), Factor("policy", "fighters", ("nearest", "random"))),
)


def results_of(batch: Batch, folder: Path, jobs: int = 1) -> list[Result]:
    """Those of a batch that is played to its end."""
    with here(jobs) as crew:
        *_, results = play(batch, folder, crew)
    Standing(batch, results).write(folder)
    return results


def files(folder: Path) -> dict[str, bytes]:
    """What is in a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sweep, played in one go by one process."""
    folder = tmp_path_factory.mktemp("whole")
    results_of(SWEEP, folder)
    return folder


def test_each_combination_is_a_cell_and_each_lap_has_new_dice() -> None:
    """The same for all cells, so that they can be compared pair by pair."""
    assert SWEEP.cells == ((1, "nearest"), (1, "random"), (2, "nearest"), (2, "random"))
    assert [SWEEP.place(number) for number in (0, 3, 4, 79)] == [
        ((1, "nearest"), 5),
        ((2, "random"), 5),
        ((1, "nearest"), 6),
        ((2, "random"), 24),
    ]


def test_a_run_is_the_fight_of_its_seed(whole: Path) -> None:
    """With so many of a kind and these policies: the same log, to the digest."""
    loaded = scenario_of(DUEL)
    rows = parquet.read_table(whole / "runs.parquet").to_pylist()
    for row in (rows[0], rows[-1]):
        two = with_count(loaded._replace(policies={**loaded.policies, "grum": "nearest"}), "orcs", row["orcs"])
        table = played(two.scenario, {**two.policies, "ann": row["policy_fighters"]}, int(row["seed"]))

        assert (row["digest"], row["events"]) == (table.log.digest, len(table.log.events))
        assert (row["winner"], row["rounds"]) == (table.battle.winner, table.battle.round)


def test_a_factor_changes_what_it_names() -> None:
    """Number of a kind, policy, trait, option; an option at its default leaves no trace."""
    loaded = scenario_of(MUG)
    who = loaded.scenario.creatures[0].sheet
    option, (usual, other, *_) = next(
        (name, values) for name, values in batches.book("adnd").options.items() if len(values) > 1
    )

    more = Factor("policy", who.side, ()).applied(loaded, "random")
    assert {
        more.policies[one.sheet.id] == "random" for one in loaded.scenario.creatures if one.sheet.side == who.side
    } == {True}
    assert Factor("policy", who.id, ()).applied(loaded, "random").policies == {**loaded.policies, who.id: "random"}
    assert Factor("persona", "wits", ()).applied(loaded, 3).scenario.creatures[0].sheet.persona["wits"] == 3
    assert Factor("option", option, ()).applied(loaded, other).scenario.options[option] == other
    assert option not in Factor("option", option, ()).applied(loaded, usual).scenario.options


WRONG = {
    "no such kind": (Factor("number", "dragons", (1,)), "no such creature is there"),
    "no such side": (Factor("policy", "elves", ("random",)), "unknown side"),
    "no such policy": (Factor("policy", "orcs", ("brave",)), "no policy is called"),
    "no such trait": (Factor("persona", "courage", (1,)), "persona courage=1 is none"),
    "no such option": (Factor("option", "luck", ("yes",)), "unknown option"),
    "no such value": (Factor("option", next(iter(batches.book("d20").options)), ("maybe",)), "unknown value"),
    "too many": (Factor("persona", "wits", tuple(range(1001))), "1000 are the most"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_varied_is_a_sentence(case: str, tmp_path: Path) -> None:
    """Before anything is played or written."""
    factor, words = WRONG[case]

    with pytest.raises(BadInput, match=words):
        results_of(Batch(DUEL, 2, factors=(factor,)), tmp_path / "out")
    assert not list(tmp_path.iterdir())


def test_nothing_is_varied_twice(tmp_path: Path) -> None:
    """Its values belong together."""
    twice = Batch(DUEL, 2, factors=(Factor("number", "orcs", (1,)), Factor("number", "orcs", (2,))))

    with pytest.raises(BadInput, match="orcs is varied twice"):
        results_of(twice, tmp_path)


def test_more_runs_go_on_from_those_that_are_there(whole: Path, tmp_path: Path) -> None:
    """And fewer are the first of them."""
    few = results_of(SWEEP._replace(runs=3), tmp_path)
    assert results_of(SWEEP, tmp_path)[:12] == few
    assert files(tmp_path) == files(whole)
    assert results_of(SWEEP._replace(runs=3), tmp_path) == few


def test_logs_are_kept_where_they_are_wanted(tmp_path: Path) -> None:
    """One for each fight, by its number, with the digest that stands in the table."""
    results = results_of(SWEEP._replace(runs=1, logs=True), tmp_path)
    logs = sorted((tmp_path / "logs").iterdir())

    assert [path.name for path in logs] == [f"{number:06}.jsonl" for number in range(4)]
    assert [read(path).digest for path in logs] == [result.digest for result in results]


def test_a_batch_that_is_killed_goes_on_to_the_same_rows(tmp_path: Path) -> None:
    """Killed without a warning, while a log and a line are being written."""
    slow = Batch(AMBUSH, 40, policies=tuple((who, "nearest") for who in scenario_of(AMBUSH).policies), logs=True)
    results_of(slow, tmp_path / "whole")
    wishes = ("--policy", "patrol=nearest", "--policy", "goblins=nearest", "--logs", "--jobs", "1")
    words = ("batch", AMBUSH, "--runs", "40", *wishes, "--out", str(tmp_path / "out"))
    process = subprocess.Popen([sys.executable, "-m", "agents.cli.main", *words], cwd=ROOT)
    state = tmp_path / "out" / STATE
    while process.poll() is None and (not state.exists() or state.read_bytes().count(b"\n") < 4):
        sleep(0.01)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    done = state.read_bytes().count(b"\n") - 1
    (tmp_path / "out" / "logs" / f"{done:06}.part").write_bytes(b"half a log")
    with state.open("ab") as file:
        file.write(b'[["patrol",3,[[')

    assert done < 40
    results_of(slow, tmp_path / "out")
    assert files(tmp_path / "out") == files(tmp_path / "whole")


SPOILT = {
    "junk": b"junk\n",
    "no batch": b"[]\n",
    "another batch": b'{"batch":1}\n',
    "a row that is none": b"%s[1]\n",
    "a row that is another's": b'%s[1,["orcs",2,[[1,1,9,0,0],[0,0,2,0,0]]],"over",31,"ab"]\n',
}


@pytest.mark.parametrize("case", SPOILT)
def test_a_state_of_something_else_is_a_sentence(case: str, whole: Path, tmp_path: Path) -> None:
    """And stays as it is."""
    head = (whole / STATE).read_bytes().splitlines(keepends=True)[0]
    data = SPOILT[case].replace(b"%s", head)
    (tmp_path / STATE).write_bytes(data)

    with pytest.raises(BadInput, match=r"state\.ndjson (is of another batch|has a line that is no JSON)"):
        results_of(SWEEP, tmp_path)
    assert files(tmp_path) == {STATE: data}


def test_a_folder_takes_one_batch_at_a_time(whole: Path) -> None:
    """Another that would write into it is told so."""
    with (whole / STATE).open("ab") as file:
        lock(file.fileno(), "")
        with pytest.raises(BadInput, match="another batch is being played into"):
            results_of(SWEEP, whole)


def test_a_worker_with_other_code_plays_nothing() -> None:
    """Its fights would be others."""
    task = Task(code(), (), SWEEP.base(), SWEEP.factors, SWEEP.cells[0], 1, False)
    assert play_task(task).result.events

    for other in (task._replace(code="elsewhere"), task._replace(files=(("mine.py", "ab"),))):
        with pytest.raises(BadInput, match="a worker has another maraud, or another policy file"):
            play_task(other)


def test_the_standing_counts_cells_and_values() -> None:
    """A cell has its own fights, a value those of all cells with it."""
    (one, two), (nearest, chance) = ("a", "b"), ("b", "a")
    won = {(1, "nearest"): one, (1, "random"): two, (2, "nearest"): nearest, (2, "random"): chance}
    cost = batches.Outcome("", 2, ())
    results = [Result(cost._replace(winner=won[cell]), "", 9, "") for _ in range(3) for cell in SWEEP.cells]
    standing = Standing(SWEEP, results)

    assert [found.won("a").value for _, found in standing.cells()] == [1, 0, 0, 1]
    assert [len(found.outcomes) for _, found in standing.cells()] == [3] * 4
    (_, by_number), (_, by_policy) = standing.effects()
    assert [(value, found.won("a").value, len(found.outcomes)) for value, found in by_number] == [
        (1, 0.5, 6),
        (2, 0.5, 6),
    ]
    assert [value for value, _ in by_policy] == ["nearest", "random"]


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A real scheduler with two workers."""
    with local(tmp_path_factory.mktemp("dask")) as found:
        yield found


def test_a_dask_cluster_plays_what_one_process_does_and_loses_no_run_with_a_worker(
    workers: Cluster, whole: Path, tmp_path: Path
) -> None:
    """One of two workers is killed in the middle: the other plays on, to the same bytes."""
    with cluster(workers.address) as crew:
        for results in play(SWEEP, tmp_path, crew):
            if len(results) == SWEEP.fights // 4:
                workers.workers[0].kill()
                workers.workers[0].wait()
    Standing(SWEEP, results).write(tmp_path)

    assert workers.workers[1].poll() is None
    assert files(tmp_path) == files(whole)


def test_a_cluster_that_loses_its_scheduler_is_a_sentence(tmp_path: Path) -> None:
    """It does not wait for ever; and the batch can go on."""

    def tasks() -> Iterator[Task]:
        yield Task("", (), SWEEP.base(), (), (), 1, False)
        found.scheduler.kill()

    with (
        local(tmp_path, workers=0) as found,
        pytest.raises(BadInput, match="has lost its scheduler"),
        cluster(found.address) as crew,
    ):
        list(crew(play_task, tasks()))


def test_where_no_scheduler_is_a_sentence_says_so() -> None:
    """With what to do."""
    with pytest.raises(BadInput, match="no Dask scheduler answers at nowhere"), cluster("nowhere"):
        pass


def test_without_dask_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to install."""
    monkeypatch.setitem(sys.modules, "distributed", None)

    with pytest.raises(BadInput, match=r"pip install 'maraud\[cluster\]'"), cluster("127.0.0.1:1"):
        pass
