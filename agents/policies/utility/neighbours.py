"""
What differs from an order in one thing alone: the place, the lane, the foe, the power behind a blow.

Orders are found by a few places for each foe. Of the best of them its neighbours are weighed too, until it has none
that is better, so nothing that lies close by is missed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from agents.policies.utility.orders import Orders
from agents.policies.utility.parts import Weighed
from agents.view import View
from sim.events.orders import Attack, Charge, End, FullAttack, Move, Order, Step, Withdraw
from sim.grid.bits import squares

FEW = 12
"""Places that are tried instead of one."""


def neighbours(orders: Orders, found: Weighed) -> Iterator[Order]:
    """The neighbours of an order that has been weighed; the menu may refuse some."""
    order, menu, study = found.order, orders.menu, orders.study
    steps = orders.around if menu.can(Step) else 0
    exposed = found.estimate.opening < 0
    if isinstance(order, Charge):
        for weapon in dict.fromkeys((order.weapon, *study.arms)):
            yield from lanes(orders, order.target, weapon, orders.powers)
        if exposed:
            yield from map(Move, few(study.stands(study.rivals[order.target].foe, order.weapon) & menu.places(Move)))
    elif isinstance(order, Attack | FullAttack) and order.target in study.rivals:
        if order.how == "strike":
            for weapon in dict.fromkeys((order.weapon, *study.arms)):
                for foe in study.foes if weapon in study.missiles else orders.in_reach(weapon):
                    yield type(order)(foe.id, weapon, power=order.power)
        if order.weapon in study.arms and steps:
            yield from map(Step, squares(steps & study.stands(study.rivals[order.target].foe, order.weapon)))
    elif isinstance(order, Move | Withdraw):
        yield Step(order.to)
        yield Withdraw(order.to)
        if exposed:
            yield from map(Move, few(study.safe(Move) & menu.places(Move)))
            yield from map(Step, few(steps))
        if menu.can(Charge):
            for weapon in study.arms:
                for foe in study.foes:
                    yield from lanes(orders, foe.id, weapon)
    if isinstance(order, End) and (orders.me.sheet.spells or orders.archer):
        yield from map(Step, few(steps & ~study.danger))
        yield from map(Move, few(study.safe(Move) & menu.places(Move)))
    elif isinstance(order, End) and not orders.strikes and beckoned(orders.view):
        now = orders.prospect(orders.here)
        yield from map(Step, [place for place in squares(steps) if orders.prospect(place) > now])
    elif exposed:
        yield from map(Step, few(steps & ~study.danger))


def beckoned(view: View) -> bool:
    """Is there a foe whom it is not beside, nor from where one step takes it, but would be after a step now?"""
    reach = max(1, view.odds.reach(view.me))
    return any(1 < foe.distance - reach <= 3 for foe in view.foes)


def lanes(orders: Orders, target: str, weapon: str, powers: tuple[int, ...] = (0,)) -> Iterator[Charge]:
    """Every way to charge somebody, with so much power."""
    for lane in orders.menu.lanes(target, weapon):
        for power in powers:
            yield Charge(target, lane, weapon, power=power)


def few(bits: int) -> Iterator[int]:
    """The first of these places."""
    return islice(squares(bits), FEW)
