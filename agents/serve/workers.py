"""Processes that do the work, so that what takes too long can be stopped and what takes too much ends alone."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from queue import LifoQueue
from typing import Any, TypeVar

import msgspec

from sim.core.errors import BadInput, MaraudError

A = TypeVar("A")

WAITING = 32
"""So many requests may wait for a worker; those beyond are turned away."""
ROOT = str(Path(__file__).parents[2])
"""Where this code is; the folder that the command runs in is nothing to the workers."""
ANSWERS = 500
"""After so many answers a worker makes place for a new one."""


class Busy(MaraudError):
    """There is more to do than can be done."""


class TooMuch(MaraudError):
    """A request takes more time or memory than there is for one."""


class Fault(Exception):
    """Something that should not happen has happened; it names its kind, and the worker has told the rest on stderr."""


class Workers:
    """``count`` processes, each started when it is first needed; a request may take ``seconds``."""

    def __init__(self, count: int, seconds: int) -> None:
        self.seconds = seconds
        self._places: LifoQueue[_Worker | None] = LifoQueue()
        for _ in range(count):
            self._places.put(None)
        self._room = threading.Semaphore(count + WAITING)
        self._busy: set[_Worker] = set()
        self._closed = False

    def do(self, request: Any, answer: type[A]) -> A:
        """
        The answer to a request, worked out by a worker.

        :raises BadInput: when the request is refused.
        :raises Fault: when what comes of it was never foreseen.
        :raises Busy: when too many wait already.
        :raises TooMuch: when it takes too long, or too much; the worker is ended then.
        """
        if not self._room.acquire(blocking=False):
            raise Busy("too many requests wait already: ask again when some of them are answered")
        worker = self._places.get()
        kept: _Worker | None = None
        try:
            worker = worker or _Worker()
            self._busy.add(worker)
            said, found = worker.do(request, self.seconds)
            kept = worker if worker.answers < ANSWERS and not self._closed else None
        finally:
            if worker is not None:
                self._busy.discard(worker)
                if kept is None:
                    worker.end()
            self._places.put(kept)
            self._room.release()
        if said == "fault":
            raise Fault(msgspec.json.decode(found, type=str))
        if said == "refused":
            raise BadInput(msgspec.json.decode(found, type=str))
        return msgspec.json.decode(found, type=answer)

    def warm(self) -> None:
        """Start those that are not started yet, so that the first requests need not wait for it."""
        for worker in self._idle():
            self._places.put(worker or _Worker())

    def close(self) -> None:
        """End every worker, whatever it does."""
        self._closed = True
        for busy in tuple(self._busy):
            busy.process.kill()
        for worker in self._idle():
            self._places.put(None)
            if worker is not None:
                worker.end()

    def _idle(self) -> list[_Worker | None]:
        """The places of those who have nothing to do, taken out."""
        return [self._places.get() for _ in range(self._places.qsize())]


class _Worker:
    """One process."""

    def __init__(self) -> None:
        self.answers = 0
        words = [sys.executable, "-P", "-m", "agents.serve.worker"]
        paths = os.pathsep.join(filter(None, (ROOT, os.environ.get("PYTHONPATH"))))
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths}
        )

    def do(self, request: Any, seconds: int) -> tuple[str, msgspec.Raw]:
        """The kind of the answer, and the answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        if not self.answers:
            self.process.stdout.readline()  # it is ready: the time that it took to start is nobody's
        late = threading.Event()

        def stop() -> None:
            late.set()
            self.process.kill()

        watch = threading.Timer(seconds, stop)
        watch.start()
        try:
            self.process.stdin.write(msgspec.json.encode((type(request).__name__, request)) + b"\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = b""
        finally:
            watch.cancel()
        if late.is_set():
            raise TooMuch(f"this takes more than {seconds} s: ask for fewer runs, or for a smaller fight")
        if not line:
            raise TooMuch("whoever worked on this is gone (is there enough memory?): ask for a smaller fight")
        self.answers += 1
        return msgspec.json.decode(line, type=tuple[str, msgspec.Raw])

    def end(self) -> None:
        """End the process, and wait until it is gone."""
        self.process.kill()
        self.process.communicate()
