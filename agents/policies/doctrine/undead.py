"""Clerics among the undead: turning, rebuking, freeing those that were turned, telling the commanded to fight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies.base import Offers
from agents.policies.doctrine.option import Option
from agents.view import View
from sim.events.orders import Instruct, TurnUndead
from sim.state.conditions import TURNED, UNBIDDEN

RANGE = 12
AVERAGE = 7
"""Of the two dice of turning damage."""

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
    for order in menu.of(TurnUndead):
        gain, whom = _reached(view) if order.how != "dispel" else _freed(view)
        if gain:
            words = {"turn": "turns", "rebuke": "rebukes", "dispel": "frees"}[order.how]
            yield Option(order, gain, f"{words} {', '.join(whom)}, on the average")


def _reached(view: View) -> tuple[int, list[str]]:
    """The undead that an average attempt reaches, and what that is worth."""
    sheet = view.me.sheet
    level = max(sheet.classes.get("cleric", 0), sheet.classes.get("paladin", 0) - 3)
    bonus = (sheet.charisma - 10) // 2
    pool = AVERAGE + level + bonus
    gain, whom = 0, []
    for foe in sorted(view.foes, key=lambda foe: foe.distance):
        figure = foe.figure
        dice = figure.sheet.hit_dice
        worth = dice + figure.sheet.turn_resistance
        if figure.sheet.type != "undead" or foe.distance > RANGE or foe.has(TURNED) or worth > min(pool, level + bonus):
            continue
        pool -= worth
        whom.append(foe.id)
        gain += 100 * figure.hit_points * (100 if level >= 2 * dice else TURNED_SHARE) // 100
    return gain, whom


def _freed(view: View) -> tuple[int, list[str]]:
    """Friends who were turned, and what half a chance to free them is worth."""
    turned = [friend for friend in view.friends if friend.flags & TURNED]
    return sum(50 * friend.hit_points for friend in turned), [friend.id for friend in turned]


def _instructions(view: View, menu: Offers) -> Iterator[Option]:
    for friend in view.friends:
        if friend.flags & UNBIDDEN:
            order = Instruct(friend.id)
            if menu.accepts(order):
                yield Option(order, TELLING * friend.hit_points, f"{friend.id} waits to be told what to do")
