"""Feints of those who know where to strike the misled, and help for a friend where its own blows come to nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies.base import Offers
from agents.policies.doctrine.fight import in_reach
from agents.policies.doctrine.option import Option, arm, beside, weapons, worth
from agents.view import View
from sim.events.orders import AidAnother, Attack, Feint, FullAttack
from sim.state.conditions import DOWN, GRAPPLING, HELPLESS

HOPELESS = 15
"""Percent of hits up to which helping somebody else is considered."""

HELP = 10
"""Percent of the friend's hits that help adds."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """Both."""
    if view.me.flags & GRAPPLING or not menu.can(Attack):
        return
    if view.me.sheet.sneak_attack and menu.can(Feint):
        yield from feinting(view, menu)
    if view.friends:
        yield from helping(view, menu)


def feinting(view: View, menu: Offers) -> Iterator[Option]:
    """A feint is worth what the next blow gains by it; as a move action it leaves this turn's blow."""
    quick = "improved-feint" in view.me.sheet.feats and menu.can(FullAttack)
    weapon = weapons(menu)[0]
    for foe in in_reach(view, menu, weapon):
        if foe.has(HELPLESS):
            continue
        blow = Attack(foe.id, weapon)
        plain, _ = worth(foe, view.strikes(blow))
        better, words = worth(foe, view.strikes(blow, case="feinted"))
        chance = view.success(Feint(foe.id))
        if better > plain and chance.ways:
            score = chance.times(better - plain) + (plain if quick else 0)
            yield Option(Feint(foe.id), score, f"feints at {chance.percent} %, and then: {words}")


def helping(view: View, menu: Offers) -> Iterator[Option]:
    """A distraction for whoever hits harder and more often."""
    weapon = weapons(menu)[0]
    for foe in in_reach(view, menu, weapon):
        if view.strikes(Attack(foe.id, weapon))[0].hit.percent > HOPELESS:
            continue
        for friend in view.friends:
            theirs = arm(friend)
            if not theirs or friend.flags & (DOWN | GRAPPLING) or not beside(view, friend, foe):
                continue
            (strike, *_) = view.strikes(Attack(foe.id, theirs), by=friend.id)
            order = AidAnother(friend.id, foe.id, weapon)
            if not strike.hit.ways or not menu.accepts(order):
                continue
            gain = strike.harm.mean(100) * HELP // max(1, strike.hit.percent)
            score = view.success(order).times(gain) + view.persona.discipline
            yield Option(order, score, f"helps {friend.id}, who hits {foe.id} at {strike.hit.percent} %")
