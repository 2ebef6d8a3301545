"""A log as one page for the browser, written beside it or wherever it is wanted."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sim.core.errors import BadInput

if TYPE_CHECKING:
    from sim.events.log import Reading


def write_page(path: Path, log: Path, reading: Reading, *, force: bool = False) -> None:
    """
    Write the page of a log, audited, whole or not at all.

    :raises BadInput: when the file exists and it is not said to overwrite it, or when it cannot be written.
    :raises Damaged: when an event does not fit the fight.
    """
    from sim.audit import audit
    from sim.replay.viewer.page import page

    if not force and os.path.lexists(path):
        raise BadInput(f"{path} exists: name another file with --html, or overwrite it with --force")
    lines = log.read_bytes()[: reading.whole].decode("utf-8").splitlines()
    text = page(lines, reading, audit(reading))
    half = path.with_name(f"{path.name}.part")
    try:
        half.write_text(text, "utf-8")
        half.replace(path)
    except OSError as error:
        half.unlink(missing_ok=True)
        raise BadInput(f"{path} cannot be written ({error.strerror}): name a file that can be") from None
