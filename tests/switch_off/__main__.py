"""The command."""

from __future__ import annotations

import sys

from tests.switch_off.adnd import ADND
from tests.switch_off.d20 import D20
from tests.switch_off.trial import run

SUBJECTS = (D20, ADND)


def main(names: list[str]) -> int:
    """Judge the rules or the rulebooks named, or all; 1 when some witness is void."""
    whole = [subject for subject in SUBJECTS if not names or subject.book.id in names]
    held = [run(subject, []) for subject in whole]
    for subject in SUBJECTS:
        rules = [name for name in names if name.startswith(f"{subject.book.id}.")]
        held += [run(subject, rules)] if rules else []
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
