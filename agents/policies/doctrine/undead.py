"""Clerics among the undead: turning, rebuking, freeing those that were turned, telling the commanded to fight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies.base import Offers
from agents.policies.doctrine.option import FELLING, Option
from agents.view import View
from sim.events.orders import Instruct, TurnUndead
from sim.state.conditions import TURNED, UNBIDDEN

RANGE = 12

TURNED_SHARE = 60
"""What a turned undead is worth of a destroyed one, in percent: it comes back."""

TELLING = 40
"""What it is worth, in hundredths of a hit point, to set a commanded undead to work, for each of its hit points."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """All of it; nothing for those who have no such power."""
    if view.me.sheet.classes and menu.can(TurnUndead):
        yield from _turnings(view, menu)
        yield from _instructions(view, menu)


def _turnings(view: View, menu: Offers) -> Iterator[Option]:
    """What each kind of attempt is worth, by the chance to reach each undead."""
    for order in menu.of(TurnUndead):
        if not _any_undead(view, order.how):
            continue
        found = view.turning(order)
        gain = sum([one.chance.times(_worth(view, one.who, order.how, one.utterly)) for one in found])
        if gain > 0:
            words = {"turn": "turns", "rebuke": "rebukes", "dispel": "frees"}[order.how]
            whom = ", ".join([f"{one.who} at {one.chance.percent} %" for one in found])
            yield Option(order, gain - view.exposure("turn-undead"), f"{words} {whom}")


def _worth(view: View, who: str, how: str, utterly: bool) -> int:
    """What it is worth to reach this undead: one of its own side only if that frees it."""
    friend = next((one for one in view.friends if one.id == who), None)
    if friend is not None:
        return 100 * friend.hit_points * (1 if how == "dispel" else -1)
    foe = view.foe(who)
    if foe is None or how == "dispel":
        return 0
    figure = foe.figure
    whole = 100 * figure.hit_points + FELLING * (1 + figure.sheet.worth)
    return whole if utterly else whole * TURNED_SHARE // 100


def _any_undead(view: View, how: str) -> bool:
    """Is there anybody whom it may do something to?"""
    if how == "dispel":
        return any(friend.flags & TURNED for friend in view.friends)
    return any(foe.distance <= RANGE and foe.figure.sheet.type == "undead" for foe in view.foes)


def _instructions(view: View, menu: Offers) -> Iterator[Option]:
    for friend in view.friends:
        if friend.flags & UNBIDDEN:
            order = Instruct(friend.id)
            if menu.accepts(order):
                yield Option(order, TELLING * friend.hit_points, f"{friend.id} waits to be told what to do")
