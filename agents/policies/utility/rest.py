"""Orders that doctrine knows how to judge (magic, care, retreat, …), in the terms of an estimate."""

from __future__ import annotations

from collections.abc import Iterator

from agents.policies.doctrine import care, retreat, riding, things, undead, wait
from agents.policies.doctrine.option import Concern
from agents.policies.utility.magic import spells
from agents.policies.utility.orders import Orders
from agents.policies.utility.parts import Estimate, Weighed
from agents.policies.utility.special import attempts
from sim.events.orders import Charge, Move, Run, Step, Sunder, Withdraw

CONCERNS: tuple[tuple[str, Concern], ...] = (
    ("mending", care.options),
    ("exposure", retreat.options),
    ("disabling", undead.options),
    ("position", riding.options),
    ("harm", things.options),
    ("position", wait.options),
)
"""Which part of an estimate each concern's score is, besides what the place is worth."""


def proposals(orders: Orders) -> Iterator[Weighed]:
    """What the other concerns would do."""
    yield from attempts(orders)
    if orders.me.sheet.spells:
        yield from spells(orders)
    for part, options in CONCERNS:
        for order, score, words in options(orders.view, orders.menu, False):
            if not isinstance(order, Sunder):
                worth = score * orders.study.exchange // 100
                yield _with(orders, Weighed(order, Estimate(**{part: worth}), words))


def _with(orders: Orders, found: Weighed) -> Weighed:
    """The same with what its place is worth."""
    order = found.order
    place = order.to if isinstance(order, Move | Step | Withdraw | Charge | Run) else -1
    base = orders.made(order, found.words, place=place).estimate
    parts = [a + b for a, b in zip(found.estimate, base, strict=True)]
    return Weighed(order, Estimate(*parts), found.words)
