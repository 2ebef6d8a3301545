"""What only several can do: help a stronger arm, receive who comes, screen the weak, go in and give way together."""

from __future__ import annotations

from collections.abc import Iterator

from agents.policies.doctrine import guile
from agents.policies.doctrine.option import HUNDRED, arm, beside
from agents.policies.team.plan import Plan
from agents.policies.utility.parts import Weighed
from agents.policies.utility.study import MOST_LIKELY
from agents.view import band
from sim.events.orders import AidAnother, Attack, Guard, Ready, Trigger
from sim.grid.reach import within
from sim.state.conditions import GRAPPLING, MOUNTED, PRONE

SCREEN = 10
"""Percent of the blow of whoever is kept from a weak friend that this is worth."""

STAND = 40
"""Percent of the blows that it draws off from others, which it costs to give way before the side does."""

BADLY = 3
"""The band of wounds from which on somebody would rather give way."""

ALONE = 150
"""Percent at which it counts what comes at whoever goes alone: he is not there to strike when the others go."""

OUTMATCHED = 2
"""How many times the foes must outweigh the side for it to give way."""


def helping(plan: Plan) -> Iterator[Weighed]:
    """A distraction for a partner who strikes before the foe acts, by what his next blow gains."""
    orders, menu = plan.orders, plan.orders.menu
    if not menu.can(AidAnother):
        return
    for weapon in plan.study.arms[:1]:
        for foe in orders.in_reach(weapon):
            rival = plan.study.rivals[foe.id]
            for friend in plan.partners:
                order = AidAnother(friend.id, foe.id, weapon)
                if friend.flags & GRAPPLING or not arm(friend) or not beside(plan.view, friend, foe):
                    continue
                if not plan.before(friend, rival) or not menu.accepts(order):
                    continue
                strikes = plan.blows(friend, rival)
                if not strikes or not strikes[0].hit.ways:
                    continue
                first = strikes[0]
                gain = first.harm.at_least(rival.left).times(rival.life) + first.harm.mean(HUNDRED) * rival.rate // 100
                gain = plan.view.success(order).times(gain * guile.HELP // max(1, first.hit.percent))
                made = orders.made(order, f"the plan: helps {friend.id}, who hits {foe.id} at {first.hit.percent} %")
                yield made._replace(estimate=made.estimate._replace(harm=gain * orders.scales.hurting // 100))


def receiving(plan: Plan) -> Weighed | None:
    """A blow kept for whoever comes, where it would else do nothing: on guard or made ready, as the book has it."""
    orders, menu, study = plan.orders, plan.orders.menu, plan.study
    space = plan.ground.footprint(orders.here, plan.me.span)
    comers = [rival.foe.id for rival in study.rivals.values() if not rival.shoots and rival.far & space]
    if not comers or orders.me.flags & (GRAPPLING | MOUNTED | PRONE):
        return None
    kinds = {offer.kind for offer in menu.offers}
    for weapon in study.arms:
        order = Guard(weapon) if Guard in kinds else Ready(Attack("it", weapon), Trigger("comes-into-reach"))
        if type(order) in kinds and menu.accepts(order):
            return orders.made(order, f"the plan: receives who comes, {' or '.join(comers)}")
    return None


def screening(plan: Plan, place: int) -> tuple[int, str]:
    """What a place keeps from the weak of the side: foes that would come at them; and whom it keeps it from."""
    total, words = 0, ""
    for friend, rival in plan.threatened:
        ground, foe = plan.ground, rival.foe
        gap = ground.distance(friend.square, friend.span, foe.square, foe.span)
        before = within(ground, friend.square, friend.span, 1) & within(ground, foe.square, foe.span, gap - 1)
        if before >> place & 1:
            total += rival.once
            words = f"the plan: stands before {friend.id}"
    return total * SCREEN // 100, words


def alone(plan: Plan, place: int) -> int:
    """
    What it costs to strike from a place where foes may come at it, each shared with those who can go with it.

    Once somebody is at blows, or where another order comes up each round, these are the foes who could strike nobody
    yet: else somebody is struck anyway, and by those who shoot too. Before that they are all who can come, shared with
    those alone who act before they do: whoever waits lets them come one by one.
    """
    study, ground, me = plan.study, plan.ground, plan.me
    if not study.biding:
        return 0
    there, here = (ground.footprint(at, me.span) for at in (place, me.square))
    begun = study.sided or bool(plan.at_blows)
    company = [friend for friend in plan.partners if plan.strikes_next(friend)]
    taken = 0
    for rival in study.rivals.values():
        if rival.far & there and not (begun and (rival.far & here or rival.friends_far)):
            with_it = [friend for friend in company if begun or plan.before(friend, rival)]
            taken += (rival.whole if rival.near & there else rival.once) // (1 + len(with_it))
    whole = HUNDRED * study.left
    felled = min(MOST_LIKELY, 25 * taken * taken // (whole * whole))
    return (taken * study.rate + study.life * felled) * study.wariness * ALONE // HUNDRED**3


def yields(plan: Plan) -> bool:
    """Does the side give way: is it outmatched, or are most of those who follow badly hurt?"""
    view = plan.view
    own, theirs = view.odds_of_numbers()
    standing = [plan.me, *plan.partners]
    hurt = sum(1 for one in standing if band(one) >= BADLY)
    return theirs >= OUTMATCHED * own or 2 * hurt > len(standing)


def leaving(plan: Plan) -> int:
    """What the foes around it will do to others when it gives way."""
    space = plan.ground.footprint(plan.me.square, plan.me.span)
    return sum([rival.whole for rival in plan.study.rivals.values() if rival.near & space]) * STAND // 100
