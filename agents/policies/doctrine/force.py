"""Main force: a foe pushed past the blades of friends, and whoever bars the way to a caster or an archer run down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies.base import Offers
from agents.policies.doctrine.fight import in_reach
from agents.policies.doctrine.option import HUNDRED, Option, blow, weapons, worth
from agents.view import Foe, View
from sim.events.orders import Attack, BullRush, Move, Overrun
from sim.state.conditions import GRAPPLING, PRONE

STRAY = 25
"""Percent of the opportunities in a push that strike the pusher in the place of the pushed."""

HARASSED = 200
"""What it is worth that a caster or an archer has somebody beside it."""

CROUCH = 25
"""What the worse armor class of a charge costs."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """Both."""
    if view.me.flags & (GRAPPLING | PRONE):
        return
    if view.friends and menu.can(BullRush):
        yield from pushes(view, menu)
    if not view.orders and menu.can(Move):
        quarry = [foe for foe in view.foes if foe.distance > 1 and (foe.shoots or foe.figure.sheet.caster is not None)]
        if quarry and len(view.foes) > 1:
            yield from overruns(view, menu, quarry)


def pushes(view: View, menu: Offers) -> Iterator[Option]:
    """A bull rush is worth the opportunities of friends at whoever is pushed; some of them go astray."""
    trained = "improved-bull-rush" in view.me.sheet.feats
    for foe in view.foes:
        if foe.distance != 1:
            continue
        opening = view.opening(foe.id, "moving", spared=view.me.id)
        order = BullRush(foe.id)
        if not opening or not menu.accepts(order):
            continue
        chance = view.success(order)
        risk = view.exposure("bull-rush") - (view.threat(foe.id) if trained else 0)
        gain = chance.times(opening * (HUNDRED - 2 * STRAY) // HUNDRED)
        words = f"pushes {foe.id} past the blades of friends at {chance.percent} %, risking {risk // HUNDRED}"
        yield Option(order, gain - risk, words)


def overruns(view: View, menu: Offers, quarry: list[Foe]) -> Iterator[Option]:
    """
    Through one foe to another that cannot be got at otherwise.

    Two turns are weighed: the overrun and a blow behind, against two blows at whoever is in reach here.
    """
    weapon = weapons(menu)[0]
    places = menu.places(Move)
    goals = {
        foe.id: stands
        for foe in quarry
        if not (stands := menu.stands(foe.id, weapon)) & (places | 1 << view.me.square)
        and not menu.lanes(foe.id, weapon)
    }
    if not goals:
        return
    here = max([blow(view, foe, Attack(foe.id, weapon))[0] for foe in in_reach(view, menu, weapon)], default=0)
    for order in menu.of(Overrun):
        for foe in quarry:
            if foe.id == order.target or not goals.get(foe.id, 0) >> order.to & 1:
                continue
            there, words = worth(foe, view.strikes(Attack(foe.id, weapon), order.to))
            chance = view.success(order)
            risk = max(view.threat(order.target), view.exposure("moving")) + (CROUCH if order.mode == "charge" else 0)
            gain = chance.times(there + HARASSED - here) - risk
            yield Option(order, gain, f"runs {order.target} down at {chance.percent} %, to get at {words}")
