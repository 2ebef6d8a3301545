"""
``search`` (P5) and ``search:rollouts`` (P6): look ahead from the best orders that ``team`` finds.

What is looked at is counted in orders played, so that a choice does not depend on the machine. What it is asked in the
middle of others' acts it answers as ``team`` does.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from agents.policies import team, utility
from agents.policies.base import Offers, Policy, because
from agents.policies.search import plies, rollouts
from agents.view import View
from sim.dice.sources import Stream
from sim.events.orders import Decision, End

Search = Callable[[View, Offers, Stream], Decision]


def choose(name: str, search: Search, view: View, menu: Offers, stream: Stream) -> Decision:
    """
    The order that a search finds; what ``team`` would choose where nothing is to be searched, and while both sides
    wait: what waiting brings lies further ahead than a search looks.
    """
    if (found := team.settled(view, menu, stream, name)) is not None:
        return found
    if utility.spent(view, menu):
        return because(End(), name, "has done what there is time for")
    if team.bides(view, menu):
        return team.choose(view, menu, stream)._replace(by=name)
    return search(view, menu, stream)


POLICIES: dict[str, Policy] = {
    plies.NAME: partial(choose, plies.NAME, plies.search),
    rollouts.NAME: partial(choose, rollouts.NAME, rollouts.search),
}
"""By the names under which they are registered."""
