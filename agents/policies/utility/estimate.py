"""
The estimate: what an order may be expected to change of both sides' chances, in whole numbers from exact odds.

``ranked`` weighs every sensible order of a menu, ``weigh`` one that is given. A turn is weighed as a place and an act:
of a move the estimate holds the best blow that it leaves time for, and what the end of it exposes to.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from operator import attrgetter

from agents.policies.base import Offers
from agents.policies.utility import rest
from agents.policies.utility.neighbours import neighbours
from agents.policies.utility.orders import Orders
from agents.policies.utility.parts import Estimate, Scales, Weighed
from agents.policies.utility.study import Study
from agents.view import View
from sim.events.orders import Order


def ranked(view: View, menu: Offers, most: int = 0) -> list[Weighed]:
    """
    Every sensible order that the menu accepts with its estimate, the best first, of equals the first found; the best
    ``most`` only, if it is given.
    """
    return list(islice(accepted(menu, sensible(Orders(Study(view, menu)))), most or None))


def sensible(orders: Orders) -> dict[Order, Weighed]:
    """The orders that are worth weighing, whether the menu accepts them or not, each with its estimate."""
    menu = orders.menu
    found: dict[Order, Weighed] = {}
    for order in orders.candidates():
        if order not in found and (weighed := orders.weigh(order)) is not None:
            found[order] = weighed
    for weighed in rest.proposals(orders):
        known = found.get(weighed.order)
        if known is None or weighed.score > known.score:
            found[weighed.order] = weighed
    top = next(accepted(menu, found), None)
    while top is not None:
        near = [orders.weigh(order) for order in neighbours(orders, top) if order not in found]
        better = {one.order: one for one in near if one is not None and one.score > top.score}
        found |= better
        top = next(accepted(menu, better), None)
    return found


def accepted(menu: Offers, found: dict[Order, Weighed]) -> Iterator[Weighed]:
    """Those that the menu accepts, the best first, of equals the first found."""
    for weighed in sorted(found.values(), key=attrgetter("score"), reverse=True):
        if menu.accepts(weighed.order):
            yield weighed


def weigh(view: View, menu: Offers, order: Order) -> Weighed:
    """What one order of the menu comes to."""
    orders = Orders(Study(view, menu))
    own = orders.weigh(order)
    found = [] if own is None else [own]
    found += [weighed for weighed in rest.proposals(orders) if weighed.order == order]
    return max(found, key=lambda weighed: weighed.score, default=orders.made(order, "does nothing that counts"))


__all__ = ["Estimate", "Scales", "Weighed", "ranked", "sensible", "weigh"]
