"""Files that one process writes at a time."""

from __future__ import annotations

from sim.core.errors import BadInput


def lock(descriptor: int, taken: str) -> None:
    """
    Keep others from writing an open file until it is closed, or this process is gone. A system without locks has none.

    :raises BadInput: saying ``taken``, when somebody else writes it.
    """
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadInput(taken) from None
    except OSError:
        return
