"""
Small faults put into the engine, one after the other: does a test notice?

``python -m tests.mutants`` (``make mutants``) takes a seeded sample of all faults of ``sim/rules`` and ``sim/grid``. It
first learns which test reaches which line (coverage, one context a test), and then tries each fault in a process of its
own: the live functions get the code that the changed tree compiles to, and the tests that reach the line run, those of
the same topic first, until one fails. What was found is kept in ``.mutants/`` line by line, so that a run that was
stopped goes on where it was. The page ``docs/mutants.md`` is written from it.

Why a tool of our own: mutmut 3.8 leaves functions with decorators alone, and here those declare the rules (754 of 2,511
functions, 5,319 of 21,958 lines); cosmic-ray 8.7 starts the test command anew for each fault, and collecting our tests
takes 15 s of processor time, which would make six hours of 1,500 faults before the first test runs.
"""
