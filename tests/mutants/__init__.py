"""
Small faults put into the engine, one after the other: does a test notice?

``python -m tests.mutants`` (``make mutants``) takes a seeded sample of all faults of ``sim/rules`` and ``sim/grid``. It
first learns which test reaches which line (coverage, one context a test), and then tries each fault in a process of its
own: the live functions get the code that the changed tree compiles to, and the tests that reach the line run, those of
the same topic first, until one fails. What was found is kept in ``.mutants/`` line by line, so that a run that was
stopped goes on where it was. The page ``docs/mutants.md`` is written from it.
"""
