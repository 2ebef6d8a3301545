"""
A process that turns requests into answers, one after the other: lines of JSON come in, lines of JSON go out.

A line in is ``["AdviceAsked", {…}]``, a line out ``["answer", …]``, ``["refused", why]`` or ``["fault", its kind]``.
The first line out says that it is ready.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from traceback import print_exc

import msgspec

from agents.serve.jobs import JOBS
from sim.core.errors import DiceError, Diverged, MaraudError

MEMORY = 2 << 30
"""Bytes that a worker may take."""

_KINDS = {kind.__name__: kind for kind in JOBS}


def answered(line: bytes) -> bytes:
    """The line that answers a line."""
    name, fields = msgspec.json.decode(line, type=tuple[str, msgspec.Raw])
    try:
        request = msgspec.json.decode(fields, type=_KINDS[name])
        return msgspec.json.encode(("answer", JOBS[_KINDS[name]](request)))
    except (MaraudError, MemoryError, RecursionError) as error:
        return msgspec.json.encode(("refused", " ".join(_sentence(error).split())))
    except Exception as error:
        print_exc()
        return msgspec.json.encode(("fault", type(error).__name__))


def _sentence(error: Exception) -> str:
    if isinstance(error, Diverged):
        return f"run again, the fight comes out otherwise: {error}"
    if isinstance(error, DiceError):
        return f"{error}: the dice of this log came from no seed, so it cannot go on by itself"
    if isinstance(error, MaraudError):
        return str(error)
    return "this takes more memory than there is for one request: ask for a smaller fight"


def main() -> None:
    """Answer until nothing more comes, or Ctrl-C. What the code prints goes to the error stream."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    out.write(b"ready\n")
    out.flush()
    for line in sys.stdin.buffer:
        out.write(answered(line) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
