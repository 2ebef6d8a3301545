"""In the saddle: charging with the lance, riding up to a foe, keeping away as an archer, taking the reins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies.base import Offers
from agents.policies.doctrine.option import Option, blow
from agents.view import View
from sim.events.orders import Attack, ControlMount, Ride
from sim.state.conditions import MOUNTED, UNRULY

CONTROLLING = 800
"""What it is worth, in hundredths of a hit point, to have the mount under control."""

NEARING = 20
"""What a square nearer to the nearest foe is worth to whoever fights hand to hand."""

LANCE = 2
KEEPING = 6
"""Squares at which an archer likes its foes."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """All of it; nothing for those on foot."""
    me = view.me
    if not me.flags & MOUNTED:
        return
    if me.flags & UNRULY:
        yield Option(ControlMount(), CONTROLLING, "the mount is frightened")
        return
    if view.foes and menu.can(Ride):
        yield from _charges(view, menu)
        yield from _places(view, menu)


def _charges(view: View, menu: Offers) -> Iterator[Option]:
    """The best charge at each foe."""
    seen: set[tuple[str, str]] = set()
    for order in menu.of(Ride):
        if order.mode != "charge":
            break
        if (order.target, order.weapon) in seen:
            continue
        seen.add((order.target, order.weapon))
        foe = view.foe(order.target)
        if foe is None:
            continue
        worth, words = blow(view, foe, Attack(order.target, order.weapon))
        lance = "lance" in view.me.weapons[order.weapon].traits
        yield Option(order, worth * (LANCE if lance else 1) + 150, f"rides a charge: {words}")


def _places(view: View, menu: Offers) -> Iterator[Option]:
    """Nearer to the nearest foe, or, with a bow, to where it is neither near nor far."""
    me, ground = view.me, view.ground
    foe = view.nearest()
    if foe is None:
        return
    shoots = any(me.weapons[name].category == "ranged" for name in menu.shooting())
    now = foe.distance
    best, score = None, 0
    for order in menu.of(Ride):
        if order.mode != "move":
            continue
        gap = ground.distance(order.to, me.span, foe.square, foe.span)
        gain = abs(now - KEEPING) - abs(gap - KEEPING) if shoots else now - max(gap, 1)
        if gain * NEARING > score:
            best, score = order, gain * NEARING
    if best is not None:
        yield Option(best, score, f"rides to {'keep its distance from' if shoots else 'meet'} {foe.id}")
