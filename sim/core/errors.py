"""
Errors say whose fault it is.

    MaraudError
    ├── BadInput             a file, an option or a name that the user can mend: one sentence, exit 2
    │   └── Damaged          a log that cannot be read: a gap, a broken chain, another format
    ├── IllegalOrder         well formed, but this creature cannot carry it out now; names the rules
    ├── OffMenu              a policy or a player answered with something that was not offered
    ├── Diverged             a fight run again does not give the events on record
    └── DiceError            a die source was asked for what it does not hold
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class MaraudError(Exception):
    """Anything that this project raises on purpose."""


class BadInput(MaraudError):
    """Input that its owner can mend. The message says what is wrong, where, and what to do, in one sentence."""


class Damaged(BadInput):
    """A log that is broken before its end: edited, reordered, torn in the middle, or of an unknown format."""


NONSENSE = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, MemoryError, RecursionError)
"""What is raised where a file is taken at its word, and its word makes no sense."""


@contextmanager
def taken_at_its_word(what: str) -> Iterator[None]:
    """
    Inside, what a file says is believed; ``what`` opens the sentence when that leads nowhere.

    :raises Damaged: for whatever nonsense comes of it.
    """
    try:
        yield
    except NONSENSE as error:
        raise Damaged(f"{what}: {type(error).__name__} {str(error)[:200]}") from error


class IllegalOrder(MaraudError):
    """The order is well formed, but this creature cannot carry it out now; ``rules`` are the ids that forbid it."""

    def __init__(self, message: str, rules: tuple[str, ...] = ()) -> None:
        super().__init__(f"{message} [{', '.join(rules)}]" if rules else message)
        self.rules = rules


class OffMenu(MaraudError):
    """The answer to a question is none of those offered."""


class Diverged(MaraudError):
    """Run again, the fight gave ``found`` where the log has ``expected``, at event ``seq``."""

    def __init__(self, seq: int, expected: object, found: object) -> None:
        super().__init__(f"event {seq} differs: the log has {expected!r}, run again it is {found!r}")
        self.seq = seq
        self.expected = expected
        self.found = found


class DiceError(MaraudError):
    """A scripted or recorded source ran out, holds another kind of die, or has some left over."""
