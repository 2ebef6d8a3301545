"""
``utility`` (P3): weighs every sensible order by what it may be expected to change of both sides' chances.

A turn is weighed as a place and an act, by exact odds; see ``estimate``. What it is asked in the middle of others' acts
it answers as ``doctrine`` does.
"""

from __future__ import annotations

from agents.policies import nearest
from agents.policies.base import Offers, because
from agents.policies.doctrine import answers
from agents.policies.utility.estimate import ranked
from agents.view import View
from sim.dice.sources import Stream
from sim.events.orders import Decision, End, Reason

NAME = "utility"

RUNNERS_UP = 2
"""How many of the orders that were passed over are kept among the reasons."""


def choose(view: View, menu: Offers, stream: Stream) -> Decision:
    """The best order or answer by the estimate."""
    if view.question is not None:
        return answers.answer(view, menu, NAME)
    if not view.persona.wits:
        return nearest.choose(view, menu, stream)._replace(by=NAME)
    if view.me.readied is not None:
        return because(End(), NAME, "waits for its moment")
    best, *rest = ranked(view, menu)
    reasons = [Reason(best.words, best.score)]
    reasons += [Reason(f"rather than this: {one.words}", one.score) for one in rest[:RUNNERS_UP]]
    return Decision(best.order, NAME, tuple(reasons))
