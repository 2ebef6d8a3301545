"""
A real Dask scheduler and two workers on this machine, and a batch that they and a single process play alike:
``python -m tests.cluster`` (``make batch``) plays 2,000 fights either way, and goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import NamedTuple

from agents.batch import STATE, Batch, Crew, Factor, Standing, cluster, here, play
from agents.cli.tournament import progress_bar
from tests.schemas import ROOT

LOOPBACK = ("--host", "127.0.0.1", "--no-dashboard")


class Cluster(NamedTuple):
    """The address of the scheduler, its process, and those of its workers."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def local(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """A scheduler and workers of one thread each, which keep their files in a folder; gone when it is over."""
    from distributed import Client

    file = folder / "scheduler.json"
    known = ("--scheduler-file", str(file))

    def start(module: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *LOOPBACK, *known, *words]
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    started = [start("dask_scheduler", "--port", "0")]
    try:
        own = ("--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        started += [start("dask_worker", *own) for _ in range(workers)]
        while not file.exists() or not file.stat().st_size:
            assert started[0].poll() is None, "the scheduler does not start"
            sleep(0.05)
        address = json.loads(file.read_text("utf-8"))["address"]
        if workers:
            with Client(address, set_as_default=False) as client:
                client.wait_for_workers(workers)
        yield Cluster(address, *started[:1], started[1:])
    finally:
        for process in started:
            process.kill()
            process.wait()


SWEEP = Batch(
    str(ROOT / "scenarios" / "duel.toml"),
    runs=200,
    factors=(Factor("number", "orcs", (1, 2, 3, 4, 5)), Factor("policy", "fighters", ("nearest", "doctrine"))),
)
"""2,000 fights."""


def rows(batch: Batch, folder: Path, crew: Crew) -> dict[str, bytes]:
    """Play a batch, with the progress on the terminal; what its files hold in the end."""
    with progress_bar() as progress:
        task = progress.add_task(folder.name, total=batch.fights)
        for results in play(batch, folder, crew):
            progress.update(task, completed=len(results))
    Standing(batch, results).write(folder)
    return {name: (folder / name).read_bytes() for name in ("runs.parquet", "sides.parquet", STATE)}


def main() -> int:
    """Play the sweep on two workers and in one process, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / ".batch")
    out = parser.parse_args().out
    out.mkdir(exist_ok=True)
    with local(out) as found, cluster(found.address) as crew:
        theirs = rows(SWEEP, out / "workers", crew)
    with here(1) as crew:
        ours = rows(SWEEP, out / "one", crew)
    unlike = [name for name, data in ours.items() if theirs[name] != data]
    print(f"{SWEEP.fights} fights on two Dask workers and in one process: {', '.join(unlike) or 'the same rows'}")
    return bool(unlike)


if __name__ == "__main__":
    sys.exit(main())
