"""
``doctrine`` (P2): weighs what its rulebook would advise, by exact odds, and as its persona leans.

Each module is one concern; it proposes orders with a score in hundredths of a hit point. The best that the menu
accepts is given, of equals the first. A stance (``doctrine:charge``) leans on one concern three times as hard, a role
a little on some; what takes more wits than it has does not occur to a creature.
"""

from __future__ import annotations

from functools import partial

from agents.policies.base import Offers, Policy, decided
from agents.policies.doctrine import (
    aim,
    answers,
    care,
    charge,
    fight,
    flank,
    force,
    grapple,
    guard,
    guile,
    hold,
    magic,
    retreat,
    riding,
    roles,
    shield,
    things,
    undead,
    wait,
    ward,
)
from agents.policies.doctrine.option import HUNDRED, Concern, Option
from agents.view import View
from sim.dice.sources import Stream
from sim.events.orders import Decision, End

NAME = "doctrine"

CONCERNS: dict[str, Concern] = {
    "care": care.options,
    "magic": magic.options,
    "retreat": retreat.options,
    "fight": fight.options,
    "guard": guard.options,
    "grapple": grapple.options,
    "charge": charge.options,
    "force": force.options,
    "shield": shield.options,
    "flank": flank.options,
    "undead": undead.options,
    "riding": riding.options,
    "guile": guile.options,
    "things": things.options,
    "wait": wait.options,
    "ward": ward.options,
    "aim": aim.options,
    "hold": hold.options,
}
"""What is weighed, in the order in which equals are settled."""

STANCES = ("charge", "retreat", "grapple", "flank")
LEANING = 3
RUNNERS_UP = 2
"""How many of the orders that were passed over are kept among the reasons."""


def stance(name: str = "") -> Policy:
    """The policy with this stance; without one, all concerns count alike."""
    return partial(choose, name)


def choose(leaning: str, view: View, menu: Offers, stream: Stream) -> Decision:
    """The best order or answer that occurs to it."""
    by = f"{NAME}:{leaning}" if leaning else NAME
    if (settled := answers.settled(view, menu, stream, by)) is not None:
        return settled
    leans = roles.LEANS.get(roles.role(view), {})
    found = []
    for concern, options in CONCERNS.items():
        if view.persona.wits < roles.WITS.get(concern, 0):
            continue
        share = leans.get(concern, HUNDRED) * (LEANING if concern == leaning else 1)
        for option in options(view, menu, concern == leaning):
            if share != HUNDRED and option.score > 0:
                option = option._replace(score=option.score * share // HUNDRED)
            found.append(option)
    found.append(Option(End(), 0, "nothing better to do"))
    found.sort(key=lambda option: -option.score)
    best = next(place for place, option in enumerate(found) if menu.accepts(option.order))
    rest = [option for option in found[best + 1 :] if option.score > 0][:RUNNERS_UP]
    return decided(found[best], rest, by)
