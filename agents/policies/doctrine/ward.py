"""Guarding the weak: whoever stands beside a friend who casts, shoots or is badly hurt is struck first, or barred."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies import walking
from agents.policies.base import Offers
from agents.policies.doctrine.fight import in_reach
from agents.policies.doctrine.option import HUNDRED, Option, beside, blow, weapons, worth
from agents.policies.doctrine.roles import by_sheet
from agents.view import Foe, View, band
from sim.events.orders import Attack, Charge, Move
from sim.grid.reach import within
from sim.state.conditions import DOWN, GRAPPLING, HELPLESS, MOUNTED, PRONE
from sim.state.creature import Creature

RELIEF = 150
"""What it is worth that a blow at whoever besets a weak friend lands; and so much more for each point of discipline."""

KEEN = 12

SCREEN = 130
"""What it is worth to stand before a weak friend; and ``KEEN`` more for each point of discipline."""

BADLY = 3
"""The band of wounds from which on somebody is weak."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """Blows at those who beset the weak, the way to them, and a place before whoever is about to be beset."""
    if view.me.flags & (GRAPPLING | PRONE | MOUNTED) or not view.foes or not menu.can(Attack):
        return
    weak = [friend for friend in view.friends if is_weak(friend)]
    if not weak or is_weak(view.me):
        return
    besetting = [(foe, friend) for foe in view.foes if (friend := beset_by(view, weak, foe)) is not None]
    for foe, friend in besetting:
        yield from relief(view, menu, foe, friend)
    if not besetting and menu.can(Move):
        yield from screens(view, menu, weak)


def is_weak(one: Creature) -> bool:
    """Is it no match for whoever comes near: a caster, an archer, somebody badly hurt?"""
    return not one.flags & DOWN and (by_sheet(one) in ("caster", "archer") or band(one) >= BADLY)


def beset_by(view: View, weak: list[Creature], foe: Foe) -> Creature | None:
    """The weak friend beside whom a foe stands that could strike him."""
    if foe.has(HELPLESS) or foe.shoots:
        return None
    return next((friend for friend in weak if beside(view, friend, foe)), None)


def relief(view: View, menu: Offers, foe: Foe, friend: Creature) -> Iterator[Option]:
    """A blow, a charge, or the way to a foe."""
    bonus = RELIEF + KEEN * view.persona.discipline
    for weapon in weapons(menu)[:1]:
        if foe in in_reach(view, menu, weapon):
            order = Attack(foe.id, weapon)
            score, words = blow(view, foe, order)
            score += view.strikes(order)[0].hit.times(bonus)
            yield Option(order, score, f"frees {friend.id} of {words}")
            continue
        for lane in menu.lanes(foe.id, weapon)[:1] if menu.can(Charge) else ():
            charge = Charge(foe.id, lane, weapon)
            score, words = blow(view, foe, charge)
            risk = view.exposure("moving") if menu.beset() else 0
            score += view.strikes(charge)[0].hit.times(bonus) - risk
            yield Option(charge, score, f"charges to free {friend.id} of {words}")
        near = menu.stands(foe.id, weapon) & menu.places(Move)
        if near and menu.can(Move):
            place = menu.area(menu.speed()).cheapest(near & menu.safe_places(Move) or near)
            strikes = view.strikes(Attack(foe.id, weapon), place)
            score, words = worth(foe, strikes)
            risk = view.exposure("moving") if walking.exposes(view, menu, place) else 0
            yield Option(
                Move(place), score + strikes[0].hit.times(bonus) - risk, f"goes to free {friend.id} of {words}"
            )


def screens(view: View, menu: Offers, weak: list[Creature]) -> Iterator[Option]:
    """A place beside a weak friend on the side from where the nearest foe who fights hand to hand may come next."""
    me, ground = view.me, view.ground
    if any(in_reach(view, menu, weapon) for weapon in weapons(menu)):
        return
    places = menu.places(Move) & menu.safe_places(Move)
    for friend in weak:
        comers = [foe for foe in view.foes if not foe.shoots and not foe.has(HELPLESS)]
        gaps = {foe.id: ground.distance(friend.square, friend.span, foe.square, foe.span) for foe in comers}
        foe = min(comers, key=lambda foe: gaps[foe.id], default=None)
        if foe is None or gaps[foe.id] > 2 * foe.figure.sheet.speed // 5:
            continue
        gap = gaps[foe.id]
        close = within(ground, friend.square, friend.span, 1) & within(ground, foe.square, foe.span, gap - 1)
        if close >> me.square & 1 or not (near := close & places):
            continue
        place = menu.area(menu.speed()).cheapest(near)
        risk = view.exposure("moving") if walking.exposes(view, menu, place) else 0
        words = f"stands before {friend.id}, whom {foe.id} may reach, risking {risk // HUNDRED}"
        yield Option(Move(place), SCREEN + KEEN * view.persona.discipline - risk, words)
