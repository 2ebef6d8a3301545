"""
Proof that the audit bites: golden fights tampered with in every way that a rule forbids, chained anew, and audited.

``python -m tests.tamper`` tries them all and says what it found; ``--write`` puts the table into ``docs/audit.md``.
"""

from tests.tamper import adnd, d20  # noqa: F401 (kinds to register)
from tests.tamper.forge import KINDS, MOST, Kind, Mutant, Verdict, corpus, sample, tampered, trial

__all__ = ["KINDS", "MOST", "Kind", "Mutant", "Verdict", "corpus", "sample", "tampered", "trial"]
