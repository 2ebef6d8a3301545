"""Which test reaches which line, and which of them notices a fault."""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import coverage
import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, settings

from tests.mutants.faults import FOLDERS, ROOT, Fault, Living

STORE = ROOT / ".mutants"
JUDGES = (
    "tests/rules",
    "tests/grid",
    "tests/puzzles",
    "tests/agents",
    "tests/test_swings.py",
    "tests/replay/test_golden.py",
    "tests/replay/test_played_anew.py",
    "tests/house/test_code.py::test_examples_in_docstrings_run",
)
"""The tests that judge: those of the rules and of the map, of who chooses by them, and the golden fights."""
NOT = ("tests/rules/test_switched_off.py",)
GOLDEN = ("test_a_golden_fight_runs_again_byte_for_byte", "test_a_golden_fight_comes_of_its_seed_again")

NOTICED, STOPPED, MISSED, TIRED, ABSENT = range(10, 15)


class Verdict(NamedTuple):
    """
    What came of a fault: ``failed`` a test, ``endless`` (a test took many times its time), ``survived`` all tests that
    reach it, ``unfinished`` (survived those for which there was time), ``unreached`` by any, ``absent``: only import
    runs it. ``by`` is the test that noticed, ``tests`` how many ran.
    """

    id: str
    path: str
    kind: str
    outcome: str
    by: str
    tests: int


OUTCOMES = {NOTICED: "failed", STOPPED: "endless", MISSED: "survived", TIRED: "unfinished", ABSENT: "absent"}
KILLED = ("failed", "endless")


def digest(paths: Iterable[Path]) -> str:
    """Of the text of files."""
    return sha256(b"\0".join(path.read_bytes() for path in sorted(paths))).hexdigest()[:16]


class Reach:
    """Which tests reach which line of which module, and how long each takes; learnt once and kept."""

    def __init__(self) -> None:
        self.file = STORE / "reach.json"
        self.engine = digest([path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")])
        self.lines: dict[str, dict[str, list[int]]] = {}
        self.seconds: dict[str, float] = {}
        self.digests: dict[str, str] = {}
        if self.file.exists():
            kept = json.loads(self.file.read_text("utf-8"))
            if kept["engine"] == self.engine:
                self.lines, self.seconds, self.digests = kept["lines"], kept["seconds"], kept["digests"]

    def save(self) -> None:
        """Keep what was learnt."""
        kept = {"engine": self.engine, "lines": self.lines, "seconds": self.seconds, "digests": self.digests}
        self.file.write_text(json.dumps(kept), "utf-8")

    def learn(self, items: list[pytest.Item]) -> None:
        """Run the tests whose file has changed since, each under its own name."""
        now = {path: digest([path]) for path in dict.fromkeys(item.path for item in items)}
        files: dict[Path, list[pytest.Item]] = {}
        for item in items:
            if self.digests.get(_name(item.path)) != now[item.path]:
                files.setdefault(item.path, []).append(item)
        number, done = sum(map(len, files.values())), 0
        for path, tests in files.items():
            cov = coverage.Coverage(data_file=None, include=[str(ROOT / folder / "*") for folder in FOLDERS])
            cov.start()
            for item in tests:
                cov.switch_context(item.nodeid)
                before = time.process_time()
                reports = runtestprotocol(item, log=False)
                self.seconds[item.nodeid] = round(time.process_time() - before, 4)
                if any(report.failed for report in reports):
                    self.seconds.pop(item.nodeid)
                    print(f"\n{item.nodeid} fails without any fault, and judges none", file=sys.stderr)
                done += 1
                progress(f"{done} of {number} tests: which lines do they reach?")
            cov.stop()
            data = cov.get_data()
            for tests_of in self.lines.values():
                for test in [test for test in tests_of if test.startswith(f"{_name(path)}::")]:
                    del tests_of[test]
            for file in data.measured_files():
                kept = self.lines.setdefault(_name(Path(file)), {})
                for line, contexts in data.contexts_by_lineno(file).items():
                    for test in contexts:
                        if test in self.seconds:
                            kept.setdefault(test, []).append(line)
            self.digests[_name(path)] = now[path]
            self.save()
        if number:
            print(file=sys.stderr)

    def tests(self, fault: Fault) -> list[str]:
        """
        Those that reach a fault: first those of its topic; then the quickest golden fights; then the others, one case
        of each before further cases of any. The quickest always come first.
        """
        known = self.lines.get(fault.path, {})
        for first, last in (fault.lines, fault.around):
            found = [test for test, lines in known.items() if any(first <= line <= last for line in lines)]
            if found:
                break
        found.sort(key=lambda test: (self.seconds[test], test))
        place = Path(fault.path)
        topic = f"{place.parent.name}/test_{place.stem.rstrip('_')}.py"
        own = [test for test in found if topic in test.replace("_.py", ".py")]
        golden = [test for name in GOLDEN for test in [test for test in found if name in test][:5]]
        kinds = {test.partition("[")[0]: test for test in reversed(found)}
        singles = [test for test in found if kinds[test.partition("[")[0]] == test]
        return list(dict.fromkeys([*own, *golden, *singles, *found]))


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def progress(said: str) -> None:
    """A line on stderr that the next one overwrites."""
    print(f"\r{said:<100}", end="", file=sys.stderr, flush=True)


def trial(
    fault: Fault | None, items: list[pytest.Item], seconds: list[float], patience: float, living: Living
) -> tuple[int, int]:
    """In a process of its own: how a fault fared (or the tests, without one), and how many of them ran."""
    receiver, sender = os.pipe()
    child = os.fork()
    if not child:
        code = ABSENT
        try:
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            gc.disable()
            if fault is None or living.put_in(fault):
                code = NOTICED
                code = _tried(items, seconds, patience, sender)
        finally:
            os._exit(code)
    os.close(sender)
    with os.fdopen(receiver, "rb") as pipe:
        run = len(pipe.read())
    status = os.waitpid(child, 0)[1]
    return (os.WEXITSTATUS(status) if os.WIFEXITED(status) else STOPPED), run


def _tried(items: list[pytest.Item], seconds: list[float], patience: float, sender: int) -> int:
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    start = time.process_time()
    for item, usual in zip(items, seconds, strict=True):
        if time.process_time() - start > patience:
            return TIRED
        signal.setitimer(signal.ITIMER_PROF, 3 + 10 * usual)
        os.write(sender, b".")
        if any(report.failed for report in runtestprotocol(item, log=False)):
            return NOTICED
    return MISSED


def steady(item: pytest.Item) -> None:
    """Let Hypothesis draw the same examples every time, and shrink none."""
    test = getattr(item, "obj", None)
    if hasattr(test, "hypothesis"):
        own = getattr(test, "_hypothesis_internal_use_settings", None)
        phases = (Phase.explicit, Phase.generate)
        test._hypothesis_internal_use_settings = settings(own, derandomize=True, database=None, phases=phases)


class Judge:
    """Tries faults instead of running the tests that were collected."""

    def __init__(self, faults: list[Fault], patience: float, known: dict[str, Verdict]) -> None:
        self.faults = faults
        self.patience = patience
        self.known = known
        self.noticed = 0
        self.sound: dict[str, bool] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Learn what is reached, then try each fault that has no verdict yet."""
        STORE.mkdir(exist_ok=True)
        judges = {item.nodeid: item for item in items if not item.nodeid.startswith(NOT)}
        for item in judges.values():
            steady(item)
        reach = Reach()
        reach.learn(list(judges.values()))
        self.living = Living()
        gc.freeze()
        with (STORE / "verdicts.jsonl").open("a", encoding="utf-8") as file:
            for number, fault in enumerate(self.faults, 1):
                if fault.id not in self.known:
                    self.known[fault.id] = self.verdict(fault, reach, judges)
                    file.write(json.dumps(self.known[fault.id]) + "\n")
                    file.flush()
                self.noticed += self.known[fault.id].outcome in KILLED
                progress(f"{number} of {len(self.faults)} faults tried, {self.noticed} noticed")
        print(file=sys.stderr)
        items.clear()

    def verdict(self, fault: Fault, reach: Reach, items: dict[str, pytest.Item]) -> Verdict:
        """What comes of a fault; a test that fails in a process of its own without any fault judges none."""
        while tests := [test for test in reach.tests(fault) if self.sound.get(test, test in items)]:
            given = [items[test] for test in tests], [reach.seconds[test] for test in tests]
            code, run = trial(fault, *given, self.patience, self.living)
            outcome = OUTCOMES[code]
            if outcome not in KILLED:
                return Verdict(fault.id, fault.path, fault.kind, outcome, "", run)
            by = tests[run - 1]
            if by not in self.sound:
                self.sound[by] = trial(None, [items[by]], [reach.seconds[by]], self.patience, self.living)[0] == MISSED
            if self.sound[by]:
                return Verdict(fault.id, fault.path, fault.kind, outcome, by, run)
        return Verdict(fault.id, fault.path, fault.kind, "unreached", "", 0)


def judge(faults: list[Fault], patience: float, known: dict[str, Verdict]) -> int:
    """Give every fault its verdict; pytest's status."""
    quiet = ["-o", "addopts=", "-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist"]
    where = [str(ROOT / place) for place in JUDGES]
    return int(pytest.main([*quiet, "--import-mode=importlib", "-s", *where], plugins=[Judge(faults, patience, known)]))
