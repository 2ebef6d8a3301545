"""In the saddle: charging with the lance, riding up to a foe, keeping away as an archer, taking the reins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies.base import Offers
from agents.policies.doctrine.charge import MOMENTUM
from agents.policies.doctrine.option import Option, worth
from agents.view import View
from sim.events.orders import ControlMount, Ride
from sim.grid.bits import squares
from sim.state.conditions import MOUNTED, UNRULY

CONTROLLING = 800
"""What it is worth, in hundredths of a hit point, to have the mount under control."""

NEARING = 20
"""What a square nearer to the nearest foe is worth to whoever fights hand to hand."""

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
        score, words = worth(foe, view.strikes(order))
        yield Option(order, score + MOMENTUM * view.persona.aggression, f"rides a charge: {words}")


def _places(view: View, menu: Offers) -> Iterator[Option]:
    """Nearer to the nearest foe, or, with a bow, to where it is neither near nor far."""
    me, ground = view.me, view.ground
    foe = view.nearest()
    if foe is None:
        return
    shoots = any(me.weapons[name].category == "ranged" for name in menu.shooting())
    now = foe.distance

    def gain(place: int) -> int:
        gap = ground.distance(place, me.span, foe.square, foe.span)
        return abs(now - KEEPING) - abs(gap - KEEPING) if shoots else now - max(gap, 1)

    best = max(squares(menu.places(Ride)), key=gain, default=-1)
    if best >= 0 and (score := NEARING * gain(best)) > 0:
        yield Option(Ride(best), score, f"rides to {'keep its distance from' if shoots else 'meet'} {foe.id}")
