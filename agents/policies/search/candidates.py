"""The orders that are worth searching: the best that ``team`` finds, not too many of one sort."""

from __future__ import annotations

from collections.abc import Iterable

from agents.policies.base import Offers
from agents.policies.team.plan import Plan, follows
from agents.policies.team.shares import chosen, surpassed
from agents.policies.utility.estimate import Weighed, ranked
from agents.policies.utility.orders import Orders
from agents.policies.utility.study import Study
from agents.view import View
from sim.events.orders import Attack, Charge, FullAttack, Order

ALIKE = 2
"""So many orders of one sort are searched; of blows of one kind at one target, the best by exact odds."""


def candidates(view: View, menu: Offers, most: int) -> list[Weighed]:
    """The ``most`` best orders of the menu, the best first; always that which ``team`` would give."""
    found: list[Weighed] = []
    sorts: dict[tuple[object, ...], int] = {}
    for weighed in known(view, menu):
        sort, alike = _sort(weighed.order)
        sorts[sort] = sorts.get(sort, 0) + 1
        if sorts[sort] <= alike:
            found.append(weighed)
            if len(found) == most:
                break
    return found


def known(view: View, menu: Offers) -> Iterable[Weighed]:
    """What ``team`` chooses from: no order that another surpasses in every part of the estimate."""
    if view.friends and follows(view.persona):
        yield from chosen(Plan(Orders(Study(view, menu))), 0)
        return
    found = {weighed.order: weighed for weighed in ranked(view, menu)}
    for weighed in found.values():
        if not surpassed(menu, weighed, found):
            yield weighed


def _sort(order: Order) -> tuple[tuple[object, ...], int]:
    """What sort of order it is, and how many of it are searched."""
    if isinstance(order, Attack | FullAttack):
        return ("blow", order.target, order.how), 1
    if isinstance(order, Charge):
        return ("charge", order.target, order.how), 1
    return (type(order), getattr(order, "weapon", "")), ALIKE
