"""What every command has in common: errors as one sentence, JSON, log files written order by order."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec

import typer

from agents.lock import lock
from sim.core.errors import BadInput, DiceError, Diverged, MaraudError

if TYPE_CHECKING:
    from sim.events.log import Reading
    from sim.rules.book import Rulebook

P = ParamSpec("P")

HOLDS, FOUND, WRONG, INTERRUPTED, NO_READER = 0, 1, 2, 130, 141
"""Exit codes: it holds; something was found; bad input; Ctrl-C; whoever read the output has gone."""

AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a log that exists.")]
LogPath = Annotated[str, typer.Argument(metavar="LOG", help="The log of a fight.")]
Policy = Annotated[
    list[str] | None, typer.Option("--policy", metavar="SIDE=NAME", help="Who plays a side, or one creature.")
]
Lang = Annotated[str, typer.Option("--lang", metavar="en|fr", help="In which language it is told.")]
Pause = Annotated[
    bool, typer.Option("--pause", help="Stop before a turn, to look, to rule as the referee, to give orders by hand.")
]
LARGEST_SEED = (1 << 64) - 1


def guarded(command: Callable[P, int | None]) -> Callable[P, None]:
    """A command whose errors become one sentence and an exit code, and whose result is its exit code."""

    @wraps(command)
    def safe(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            code = command(*args, **kwargs) or HOLDS
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = NO_READER
        except KeyboardInterrupt:
            complain("interrupted")
            code = INTERRUPTED
        except Diverged as error:
            complain(f"run again, the fight comes out otherwise: {error}")
            code = FOUND
        except DiceError as error:
            complain(
                f"{error}: the dice of this log came from no seed, so it cannot go on by itself; fork it with --seed"
            )
            code = WRONG
        except MaraudError as error:
            complain(str(error))
            code = WRONG
        except OSError as error:
            complain(f"{error.filename or 'the output'} cannot be written or read: {error.strerror or error}")
            code = WRONG
        if code:
            raise typer.Exit(code)

    return safe


def complain(message: str) -> None:
    """One sentence on stderr."""
    print("maraud:", " ".join(message.split()), file=sys.stderr)


def as_json(value: Any) -> None:
    """One JSON value on stdout."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def unfinished(path: str, reading: Reading) -> str:
    """The sentence about a log without an end."""
    return (
        f"{path} is unfinished: {len(reading.events)} whole events and {reading.torn} torn bytes; "
        f"go on with `maraud resume {path}`"
    )


@contextmanager
def going_on(path: str, reading: Reading) -> Iterator[Rulebook]:
    """The rulebook by which a fight goes on from its log; see ``encounter.going_on``."""
    from sim import encounter

    with encounter.going_on(path, reading) as found:
        yield found


def seed_of(text: str | None, *, draw: bool = True) -> int | None:
    """
    A seed as typed, 0 to 2^64 - 1; without one a new one is drawn.

    :raises BadInput: when it is none.
    """
    if text is None:
        if not draw:
            return None
        import secrets

        return secrets.randbits(64)
    if not (text.isascii() and text.isdecimal() and len(text) <= 20) or int(text) > LARGEST_SEED:
        raise BadInput(
            f"the seed {text[:40]!r} is no whole number from 0 to {LARGEST_SEED}: give such a one with --seed"
        )
    return int(text)


def policies_of(wishes: list[str] | None, sides: dict[str, str]) -> dict[str, str]:
    """
    What ``SIDE=NAME`` wishes ask for, by creature; policy files are run. ``sides`` has the side of each creature.

    :raises BadInput: for a side, creature or policy that does not exist.
    """
    from agents.policies import admit
    from sim.tables.files import known as check

    found: dict[str, str] = {}
    for wish in wishes or ():
        whom, equals, name = wish.partition("=")
        if not equals:
            raise BadInput(f"--policy {wish!r} is not understood: write SIDE=NAME, such as orcs=nearest")
        check(whom, dict.fromkeys((*sides.values(), *sides)), "side", "--policy")
        admit(name)
        found.update({who: name for who, side in sides.items() if whom in (who, side)})
    return found


class LogFile:
    """
    A log on disk. Each call appends its bytes in one write; the file is opened, and made, by the first. As long as it
    is open it is locked, where the system has locks for files: two fights never mix in it.

    ``go_on``: append to what was read, its torn last line cut off; ``force``: take the place of what is there;
    ``folder``: make its folder too.

    :raises BadInput: when the file exists and neither is said; when it cannot be written, or another writes it.
    """

    def __init__(self, path: Path, *, force: bool = False, go_on: Reading | None = None, folder: bool = False) -> None:
        self.path = path
        self.folder = folder
        self.begun = False
        self._go_on = go_on
        self._descriptor = -1
        self._flags = os.O_WRONLY | os.O_APPEND | (0 if go_on else os.O_CREAT | (0 if force else os.O_EXCL))
        if not force and not go_on and os.path.lexists(path):
            raise BadInput(f"{path} exists: name another file with --out, or overwrite it with --force")

    def __call__(self, data: bytes) -> None:
        if self._descriptor < 0:
            try:
                self._open()
            except OSError as error:
                raise BadInput(f"{self.path} cannot be written ({error.strerror}): name a file that can be") from None
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
        except OSError as error:
            raise BadInput(
                f"{self.path} cannot be written on ({error.strerror}): see to that, and go on with "
                f"`maraud resume {self.path}`"
            ) from None

    def _open(self) -> None:
        if self.folder:
            self.path.parent.mkdir(exist_ok=True)
        self._descriptor = os.open(self.path, self._flags, 0o666)
        lock(self._descriptor, f"{self.path} is being written by another fight: wait for its end, or name another file")
        found, kept = os.fstat(self._descriptor).st_size, 0
        if self._go_on is not None:
            kept = self._go_on.whole
            if found != kept + self._go_on.torn:
                raise BadInput(f"{self.path} has changed since it was read: look at it again before you go on with it")
        if found > kept:
            os.ftruncate(self._descriptor, kept)
        self.begun = True

    def close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


class Held:
    """Lines of a log that are held back from their file until ``ready``, or ``release``: a script may yet not fit."""

    def __init__(self, file: LogFile, ready: Callable[[], bool]) -> None:
        self.file = file
        self.ready = ready
        self._kept = bytearray()

    def __call__(self, data: bytes) -> None:
        self._kept += data
        if self.ready():
            self.release()

    def release(self) -> None:
        """Write what has been held back."""
        if self._kept:
            self.file(bytes(self._kept))
            self._kept.clear()


class Stopped(Exception):
    """The referee at the terminal has left the fight."""


def left(path: Path, why: BaseException) -> int:
    """Say where the log of a fight is that somebody has left, and how it can go on; returns the exit code."""
    how = f"the fight so far is in {path}: go on with `maraud resume {path}`"
    if isinstance(why, Stopped):
        print(f"You have left; {how}")
        return HOLDS
    complain(f"interrupted; {how}")
    return INTERRUPTED
