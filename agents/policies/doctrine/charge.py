"""Charges: when the lane is open, and the blow at its end is worth the opening that it leaves."""

from __future__ import annotations

from collections.abc import Iterable

from agents.policies.base import Offers
from agents.policies.doctrine.option import Option, blow, weapons
from agents.view import View
from sim.events.orders import Charge
from sim.state.conditions import MOUNTED

OPENING = 25
"""What the worse armor class after a charge costs for each foe beside the place where it ends."""

MOMENTUM = 15
"""What each point of aggression adds."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """A charge at every foe to which there is a lane."""
    if view.me.flags & MOUNTED or not menu.can(Charge):
        return
    ground, span = view.ground, view.me.span
    exposed = view.exposure("moving") if menu.danger() >> view.me.square & 1 else 0
    for weapon in weapons(menu):
        for foe in view.foes:
            for lane in menu.lanes(foe.id, weapon):
                order = Charge(foe.id, lane, weapon)
                score, words = blow(view, foe, order)
                beside = sum(1 for other in view.foes if ground.distance(lane, span, other.square, other.span) <= 1)
                caution = OPENING * beside * view.persona.caution // 5
                score += MOMENTUM * view.persona.aggression - caution - exposed
                distance = ground.distance(view.me.square, 1, lane, 1)
                yield Option(order, score, f"charges {distance} squares: {words}; {beside} foes beside it then")
