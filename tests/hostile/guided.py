"""
``python -m tests.hostile.guided -max_total_time=600``: hostile files chosen by the code they reach.

For Linux, and with atheris (the extra ``fuzz``). What it finds it writes down as ``crash-…``: given that file in place
of the option, it does it again.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["sim", "agents.cli"]):
    from tests.hostile.commands import USES, done, drawn

FOLDER = Path(tempfile.mkdtemp())


def one(data: bytes) -> None:
    """One case, drawn from what atheris gives."""
    given = atheris.FuzzedDataProvider(data)

    def below(bound: int) -> int:
        return int(given.ConsumeIntInRange(0, bound - 1))

    done(drawn(tuple(USES)[below(len(USES))], below), FOLDER)


if __name__ == "__main__":
    atheris.Setup(
        [*sys.argv, f"-artifact_prefix={FOLDER}/", "-len_control=0", "-rss_limit_mb=1024", "-timeout=120"], one
    )
    atheris.Fuzz()
