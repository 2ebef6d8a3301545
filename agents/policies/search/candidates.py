"""
The orders that are worth searching: the best that ``team`` finds, not too many of one sort, and of every kind that the
estimate passes over the likeliest.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from agents.policies.team.plan import Plan, keeps
from agents.policies.team.shares import chosen, dominated
from agents.policies.utility.estimate import Weighed, ranked
from agents.policies.utility.orders import Orders
from agents.view import View
from sim.events.orders import (
    AidAnother,
    Attack,
    BullRush,
    Charge,
    CoupDeGrace,
    Draw,
    Feint,
    FullAttack,
    Grapple,
    Move,
    Order,
    PickUp,
    ReadyShield,
    Reload,
    StandUp,
    Sunder,
    Throw,
    TotalDefense,
    UseItem,
)
from sim.events.text import text
from sim.grid.bits import squares
from sim.state.conditions import GRAPPLING, MOUNTED, PRONE

ALIKE = 2
"""So many orders of one sort are searched; of blows of one kind at one target, the best by exact odds."""

KINDS = (
    *(Attack, FullAttack, CoupDeGrace, Grapple, BullRush, Sunder, Throw, Feint, AidAnother, TotalDefense),
    *(Draw, PickUp, ReadyShield, Reload, StandUp, UseItem),
)
"""The kinds of order of which one at least is looked at, though the estimate may think nothing of it."""

NEAR = 24
"""So many of the nearest places are tried for a better shot."""

GLANCE = 60
"""So many orders of a kind are glanced at for the likeliest."""

LIKELY = 30
"""Percent from which on an attempt is looked at."""


def sorted_out(orders: Orders, most: int) -> tuple[list[Weighed], list[Weighed]]:
    """
    The ``most`` best orders, the first that which ``team`` would give; and those of kinds that the estimate passes
    over, as if nothing were done by them.
    """
    found: list[Weighed] = []
    sorts: dict[tuple[object, ...], int] = {}
    every = list(known(orders))
    for weighed in every:
        sort, alike = _sort(weighed.order)
        sorts[sort] = sorts.get(sort, 0) + 1
        if sorts[sort] <= alike:
            found.append(weighed)
            if len(found) == most:
                break
    others = [orders.made(order, text(order, orders.view.ground)) for order in passed_over(orders, every)]
    return [*found, *aside(orders, every)], others


def known(orders: Orders) -> Iterable[Weighed]:
    """What ``team`` chooses from: no order that another surpasses in every part of the estimate."""
    view, plan = orders.view, Plan(orders)
    if keeps(view):
        yield from chosen(plan, 0)
        return
    found = {weighed.order: weighed for weighed in ranked(view, orders.menu)}
    for weighed in found.values():
        if not dominated(plan, weighed, found):
            yield weighed


def aside(orders: Orders, found: Iterable[Weighed]) -> list[Weighed]:
    """The move after which whoever shoots or throws shoots best, where it is the best of all by the estimate."""
    best = max(found, key=lambda weighed: weighed.score)
    menu, study = orders.menu, orders.study
    if (
        not study.missiles
        or not menu.can(Move)
        or not orders.contact
        or orders.me.flags & (GRAPPLING | MOUNTED | PRONE)
    ):
        return []
    ground, here, span = orders.ground, orders.here, orders.me.span
    ends = sorted(
        squares(menu.blow_after() & ~study.danger),
        key=lambda place: ground.distance(here, span, place, span),
    )
    moves = [move for end in ends[:NEAR] if (move := orders.move(Move(end))) and move.score > best.score]
    moves.sort(key=lambda move: -move.score)
    return list(islice((move for move in moves if menu.accepts(move.order)), 1))


def passed_over(orders: Orders, found: Iterable[Weighed]) -> list[Order]:
    """Of every kind of which none is found the likeliest order, where the estimate does not know what it is worth."""
    view, menu = orders.view, orders.menu
    sorts = {kind_of(weighed.order) for weighed in found}
    known = {weighed.order for weighed in ranked(view, menu)}
    best: dict[object, tuple[int, Order]] = {}
    for offer in menu.offers:
        if offer.kind in KINDS and menu.can(offer.kind):
            for order in islice(offer, GLANCE):
                kind = kind_of(order)
                if kind in sorts or order in known or not plain(order) or not timely(orders, order):
                    continue
                chance = likelihood(view, order)
                if chance >= LIKELY and (kind not in best or chance > best[kind][0]):
                    best[kind] = chance, order
    return [order for _, order in best.values()]


def kind_of(order: Order) -> tuple[object, ...]:
    """What kind of order it is: of attacks, what they do in the place of a blow."""
    return type(order), getattr(order, "how", ""), getattr(order, "item", "")


def plain(order: Any) -> bool:
    """Is nothing held back for defence in it, and is it no ordinary blow, which the estimate knows?"""
    if isinstance(order, Attack | FullAttack):
        return order.how != "strike" and not (order.defensive or order.expertise or order.power)
    return not getattr(order, "defensive", False)


def timely(orders: Orders, order: Order) -> bool:
    """Is there somebody for it now: where orders are declared, one may announce a blow at whoever is out of reach."""
    if isinstance(order, TotalDefense):
        return orders.study.beset
    if not isinstance(order, Attack | FullAttack) or order.weapon in orders.menu.shooting():
        return True
    return any(foe.id == order.target for foe in orders.in_reach(order.weapon))


def likelihood(view: View, order: Order) -> int:
    """The percentage at which an attempt comes off; of what nothing can thwart, all."""
    if isinstance(order, Attack | FullAttack | BullRush | Sunder | Feint | AidAnother):
        return view.success(order).percent
    return 100


def _sort(order: Order) -> tuple[tuple[object, ...], int]:
    """What sort of order it is, and how many of it are searched."""
    if isinstance(order, Attack | FullAttack):
        return ("blow", order.target, order.how), 1
    if isinstance(order, Charge):
        return ("charge", order.target, order.how), 1
    return (type(order), getattr(order, "weapon", "")), ALIKE
