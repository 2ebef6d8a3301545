"""Orders that doctrine knows how to judge (magic, care, retreat, …), in the terms of an estimate."""

from __future__ import annotations

from collections.abc import Iterator

from agents.policies.doctrine import aim, care, fight, hold, retreat, riding, things, undead, wait, ward
from agents.policies.doctrine.option import HUNDRED, Concern
from agents.policies.utility.magic import spells
from agents.policies.utility.orders import Orders
from agents.policies.utility.parts import Weighed
from agents.policies.utility.special import attempts
from agents.policies.utility.study import WOUND
from sim.events.orders import Draw, Drop, FirstAid, Leave, Move, Order, PickUp, Ride, Sunder
from sim.state.conditions import GRAPPLING

CONCERNS: tuple[tuple[str, Concern], ...] = (
    ("mending", care.options),
    ("exposure", retreat.options),
    ("disabling", undead.options),
    ("position", riding.options),
    ("harm", things.options),
    ("position", wait.options),
)
"""Which part of an estimate each concern's score is, besides what it is worth to be where it is."""

MARCH: tuple[tuple[str, Concern], ...] = (
    ("position", lambda view, menu, _: fight.closing(view, menu) if menu.can(Move) else ()),
    ("position", ward.options),
    ("position", hold.options),
)
"""The same where nobody can be struck in this turn."""


def proposals(orders: Orders) -> Iterator[Weighed]:
    """What the other concerns would do."""
    yield from attempts(orders)
    if orders.me.sheet.spells:
        yield from spells(orders)
    concerns = CONCERNS
    if not orders.contact and not orders.study.biding and not orders.me.flags & GRAPPLING:
        concerns += MARCH
    elif orders.study.shoots:
        yield from sheltered(orders)
    for part, options in concerns:
        for order, score, words in options(orders.view, orders.menu, False):
            if isinstance(order, Draw | PickUp | Drop):
                yield from arming(orders, order, words)
            elif not isinstance(order, Sunder):
                base = orders.made(order, words, opening=opening(orders, order))
                counts = 100 if isinstance(order, FirstAid) else orders.study.exchange
                worth = getattr(base.estimate, part) + score * counts // 100
                yield base._replace(estimate=base.estimate._replace(**{part: worth}))


def arming(orders: Orders, order: Draw | PickUp | Drop, words: str) -> Iterator[Weighed]:
    """A weapon into the hand by what it is good for; what hinders it is let go while there is time to draw another."""
    if not isinstance(order, Drop):
        found = [orders.weigh(order)]
    elif orders.whole or not orders.study.sided:
        blades = [name for name in orders.me.items if orders.me.weapons[name].category != "ranged"]
        found = [orders.draw(Draw(name)) for name in blades]
    else:
        found = []
    for weighed in found:
        if weighed is not None:
            yield weighed._replace(order=order, words=words) if isinstance(order, Drop) else weighed


def opening(orders: Orders, order: Order) -> int:
    """What it lays itself open to by leaving the map, or by a charge on a mount."""
    if isinstance(order, Leave):
        return orders.study.moving
    return orders.view.received(order) if isinstance(order, Ride) and order.mode == "charge" else 0


def sheltered(orders: Orders) -> Iterator[Weighed]:
    """Shots from behind cover: what it spares counts as the wounds of its next turn do."""
    share = WOUND * orders.study.rate * orders.scales.suffering
    for place, spared in aim.shelters(orders.view, orders.menu):
        found = orders.weigh(Move(place))
        if found is not None:
            exposure = found.estimate.exposure + spared * share // 1_000_000
            yield found._replace(
                estimate=found.estimate._replace(exposure=exposure),
                words=f"{found.words}, spared {spared // HUNDRED} of their shots",
            )
