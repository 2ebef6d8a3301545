"""
``random`` (P0): any kind of order that is open, then any order of that kind, each as likely as any other.

Giving up and leaving the map end a creature's fight, so they count only one time in ten when they come up.
"""

from __future__ import annotations

from agents.policies.base import Offers, because
from agents.view import View
from sim.dice.sources import Stream
from sim.events.orders import Decision, Leave, Surrender

NAME = "random"
RELUCTANCE = 10


def choose(view: View, menu: Offers, stream: Stream) -> Decision:
    """Draw a choice."""
    if view.question is not None:
        answers = list(menu)
        return because(answers[stream.below(len(answers))], NAME, f"one of {len(answers)} answers by lot")
    offers = list(menu.offers)
    kinds = len(offers)
    while True:
        index = stream.below(len(offers))
        offer = offers[index]
        if offer.kind not in (Surrender, Leave) or not stream.below(RELUCTANCE):
            order = offer.pick(stream)
            if order is not None:
                return because(order, NAME, f"one of {kinds} kinds of order by lot")
        offers[index] = offers[-1]
        offers.pop()
