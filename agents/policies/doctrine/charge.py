"""Charges: when the lane is open, and the blow at its end is worth the opening that it leaves."""

from __future__ import annotations

from collections.abc import Iterable

from agents.policies.base import Offers
from agents.policies.doctrine.option import HUNDRED, Option, blow, weapons
from agents.view import Foe, View
from sim.events.orders import Charge
from sim.grid.movement import straight_line
from sim.grid.reach import within
from sim.state.conditions import FLAT_FOOTED, MOUNTED

OPENING = 25
"""What the worse armor class after a charge costs for each foe beside the place where it ends."""

MOMENTUM = 15
"""What each point of aggression adds."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """A charge at every foe to which there is a lane."""
    if view.me.flags & MOUNTED or not menu.can(Charge):
        return
    ground, span = view.ground, view.me.span
    exposed = view.exposure("moving") if menu.beset() else 0
    for weapon in weapons(menu):
        for foe in view.foes:
            for lane in menu.lanes(foe.id, weapon):
                order = Charge(foe.id, lane, weapon)
                score, words = blow(view, foe, order)
                beside = sum(1 for other in view.foes if ground.distance(lane, span, other.square, other.span) <= 1)
                caution = OPENING * beside * view.persona.caution // 5
                passing = exposed + gauntlet(view, lane, foe)
                score += MOMENTUM * view.persona.aggression - caution - passing
                distance = ground.distance(view.me.square, 1, lane, 1)
                risk = f", past others for {passing // HUNDRED}" if passing else ""
                yield Option(order, score, f"charges {distance} squares{risk}: {words}; {beside} foes beside it then")


def gauntlet(view: View, lane: int, target: Foe) -> int:
    """What foes that are passed on the way, though not beside it now, may be expected to take from it."""
    ground, me = view.ground, view.me
    way = 0
    for square in straight_line(ground, me.square, me.span, lane)[1:-1]:
        way |= ground.footprint(square, me.span)
    total = 0
    for foe in view.foes:
        if foe.id == target.id or foe.shoots or foe.has(FLAT_FOOTED):
            continue
        near = within(ground, foe.square, foe.span, foe.figure.sheet.reach // 5)
        if near & way and not near >> me.square & 1:
            total += view.threat(foe.id)
    return total
