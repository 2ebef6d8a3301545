"""Main force: a foe pushed past the blades of friends, and whoever bars the way to a caster or an archer run down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from agents.policies import walking
from agents.policies.base import Offers
from agents.policies.doctrine.fight import in_reach
from agents.policies.doctrine.option import HUNDRED, Option, beside, blow, weapons, worth
from agents.view import Foe, View
from sim.events.orders import Attack, BullRush, FullAttack, Move, Overrun
from sim.state.conditions import GRAPPLING, MOUNTED, PRONE

STRAY = 25
"""Percent of the opportunities in a push that strike the pusher in the place of the pushed."""

HARASSED = 200
"""What it is worth that a caster or an archer has somebody beside it."""

CROUCH = 25
"""What the worse armor class of a charge costs."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """Both."""
    if view.me.flags & (GRAPPLING | PRONE | MOUNTED):
        return
    if view.friends and menu.can(BullRush):
        yield from pushes(view, menu)
    if menu.can(FullAttack) and menu.can(Move):
        quarry = [foe for foe in view.foes if foe.distance > 1 and (foe.shoots or foe.figure.sheet.caster is not None)]
        if quarry and len(view.foes) > 1:
            yield from hunting(view, menu, quarry)


def pushes(view: View, menu: Offers) -> Iterator[Option]:
    """
    A bull rush is worth the opportunities of friends at whoever is pushed; some of them go astray.

    The untrained, who lay themselves open by it, do not think of it for the sake of a single friend.
    """
    trained = "improved-bull-rush" in view.me.sheet.feats
    for foe in view.foes:
        if foe.distance != 1 or sum([beside(view, friend, foe) for friend in view.friends]) < (1 if trained else 2):
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


def hunting(view: View, menu: Offers, quarry: list[Foe]) -> Iterator[Option]:
    """
    Past or through those in front to a caster or an archer.

    Where there is a way round, it is walked, for a blow in the same turn. Where there is none, two turns are weighed:
    an overrun and a blow behind, against two blows at whoever is in reach here.
    """
    weapon = weapons(menu)[0]
    places, struck = menu.places(Move), menu.struck(weapon)
    barred: dict[str, int] = {}
    for foe in quarry:
        stands = menu.stands(foe.id, weapon)
        if view.ground.footprint(foe.square, foe.span) & struck or menu.lanes(foe.id, weapon):
            continue
        if not (near := stands & places):
            barred[foe.id] = stands
            continue
        safe = near & menu.safe_places(Move)
        place = menu.area(menu.speed()).cheapest(safe or near)
        gain, words = worth(foe, view.strikes(Attack(foe.id, weapon), place))
        risk = view.exposure("moving") if walking.exposes(view, menu, place) else 0
        yield Option(Move(place), gain + HARASSED - risk, f"goes for {words}, risking {risk // HUNDRED}")
    if barred and menu.can(BullRush):
        yield from overruns(view, menu, weapon, [foe for foe in quarry if foe.id in barred], barred)


def overruns(view: View, menu: Offers, weapon: str, quarry: list[Foe], stands: Mapping[str, int]) -> Iterator[Option]:
    """Through somebody to where one of the quarry can be struck."""
    here = max([blow(view, foe, Attack(foe.id, weapon))[0] for foe in in_reach(view, menu, weapon)], default=0)
    for order in menu.of(Overrun):
        for foe in quarry:
            if foe.id == order.target or not stands[foe.id] >> order.to & 1:
                continue
            there, words = worth(foe, view.strikes(Attack(foe.id, weapon), order.to))
            chance = view.success(order)
            risk = max(view.threat(order.target), view.exposure("moving")) + (CROUCH if order.mode == "charge" else 0)
            gain = chance.times(there + HARASSED - here) - risk
            yield Option(order, gain, f"runs {order.target} down at {chance.percent} %, to get at {words}")
