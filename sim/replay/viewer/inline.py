"""A fight where HTML is shown, in a notebook say: its page, in a frame of its own."""

from __future__ import annotations

from html import escape
from pathlib import Path

from sim.core.errors import BadInput
from sim.events.log import Log
from sim.replay.viewer.page import page_of

HEIGHT = 800
"""Of the frame, in pixels."""


def frame(log: bytes, height: int = HEIGHT) -> str:
    """
    The page of a log as a frame: a document of its own, which runs under its own policy, reaches nothing of the page
    around it and loads nothing.

    :raises Damaged: when the log cannot be read.
    """
    return (
        f'<iframe sandbox="allow-scripts" title="a fight, played back" srcdoc="{escape(page_of(log))}"'
        f' style="width: 100%; height: {height}px; border: 0"></iframe>'
    )


class Shown:
    """
    A fight that a notebook shows when it is the last thing in a cell: of a log, its bytes, or its file.

    :raises BadInput: when there is no such file.
    :raises Damaged: when it cannot be read.
    """

    def __init__(self, log: Log | bytes | str | Path, height: int = HEIGHT) -> None:
        if isinstance(log, Log):
            data = log.to_bytes()
        elif isinstance(log, bytes):
            data = log
        else:
            try:
                data = Path(log).read_bytes()
            except OSError as error:
                raise BadInput(f"{log} cannot be read ({error.strerror}): name a log file that exists") from None
        self.html = frame(data, height)

    def _repr_html_(self) -> str:
        return self.html
