"""
Rules switched off, one after the other: the witness of each must fail, or the rule does nothing where it is cited.

``python -m tests.switch_off`` takes all rules that have a witness, or the rules or rulebooks named. A rule is off in
one of these ways, the first that its witness notices: its modifiers are worth nothing; its denials, prohibitions and
rows of the action tables are struck; a branch or loop of a function in which its id stands is not taken; such a
function does nothing; the events that cite it are not told. What rules an event names is no part of it here, so that a
missing citation is never mistaken for a missing effect. Each trial has a process of its own.
"""
