"""
``team`` (P4): ``utility`` with a plan that the leader of the side makes for all who follow.

Each weighs the orders of its own menu as ``utility`` does, and adds to each what the plan gains by it; an order that is
no better than another in any part of its own estimate, and worse in one, is never given.
"""

from __future__ import annotations

from agents.policies import utility
from agents.policies.base import Offers, because, decided
from agents.policies.team.plan import Plan, at_blows, keeps, study
from agents.policies.team.shares import chosen
from agents.policies.utility.orders import Orders
from agents.view import View
from sim.dice.sources import Stream
from sim.events.orders import Choose, Decision, End, Pick
from sim.state.creature import Creature

NAME = "team"


def choose(view: View, menu: Offers, stream: Stream) -> Decision:
    """The best order by the estimate and the plan."""
    if (found := settled(view, menu, stream, NAME)) is not None:
        return found
    if not keeps(view):
        return utility.choose(view, menu, stream)._replace(by=NAME)
    if utility.spent(view, menu):
        return because(End(), NAME, "has done what there is time for")
    best, *rest = chosen(Plan(Orders(study(view, menu))), 1 + utility.RUNNERS_UP)
    return decided(best, rest, NAME)


def bides(view: View, menu: Offers) -> bool:
    """Does somebody who keeps to a plan wait with others for foes who wait too, so that the plan decides who goes?"""
    if not keeps(view):
        return False
    known = study(view, menu)
    return known.biding and not known.sided and not at_blows(known)


def settled(view: View, menu: Offers, stream: Stream, by: str) -> Decision | None:
    """What ``utility`` chooses without weighing orders, but that a spear receives a charge."""
    if isinstance(view.question, Pick) and view.question.about == "answer-charge" and sets(view.me):
        return because(Choose("receive"), by, "its spear strikes first")
    return utility.settled(view, menu, stream, by)


def sets(me: Creature) -> bool:
    """Has it a weapon in hand that does double harm when set against a charge, as AD&D has them?"""
    return any(getattr(me.weapons.get(name), "sets", False) for name in me.held)
