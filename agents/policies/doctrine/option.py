"""An order that is worth weighing, and what all concerns need to weigh one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, reduce
from typing import NamedTuple

from agents.policies.base import Offers
from agents.view import Foe, View
from sim.dice.odds import Chance, Distribution
from sim.events.orders import Attack, Charge, FullAttack, Order
from sim.rules.book import Strike
from sim.state.creature import Creature


class Option(NamedTuple):
    """An order with what it is worth, in hundredths of a hit point, and why."""

    order: Order
    score: int
    words: str


Concern = Callable[[View, Offers, bool], Iterable[Option]]
"""Proposes orders to a creature; the third argument says whether its stance leans on this concern."""

FELLING = 240
"""What it is worth, in hundredths of a hit point, to fell a foe: so much for each of its hit dice, and once more."""

HUNDRED = 100


def worth(foe: Foe, strikes: tuple[Strike, ...]) -> tuple[int, str]:
    """What these attacks on a foe are worth, and in words: damage that counts, and the chance to fell it."""
    figure = foe.figure
    left = max(1, figure.hit_points - figure.nonlethal)
    felled, points, words = outcome(strikes, left)
    return points + felled.times(FELLING * (1 + figure.sheet.worth)), f"{foe.id} {words}"


def fells(foe: Foe, strikes: tuple[Strike, ...]) -> Chance:
    """The chance that these attacks fell a foe."""
    if not strikes:
        return Chance(0, 1)
    figure = foe.figure
    harm = reduce(Distribution.plus, [strike.harm for strike in strikes])
    return harm.at_least(max(1, figure.hit_points - figure.nonlethal))


@lru_cache(maxsize=8192)
def outcome(strikes: tuple[Strike, ...], left: int) -> tuple[Chance, int, str]:
    """
    The chance that these attacks fell somebody who has so many hit points left, the wounds that count (hundredths),
    and both in words.
    """
    harm = reduce(Distribution.plus, [strike.harm for strike in strikes])
    felled = harm.at_least(left)
    points = harm.changed(lambda total: min(total, left)).mean(HUNDRED)
    mean = harm.mean(10)
    words = f"hit at {strikes[0].hit.percent} % for {mean // 10}.{mean % 10}"
    if felled.ways:
        words += f", felled at {felled.percent} %"
    return felled, points, words


def blow(view: View, foe: Foe, order: Attack | FullAttack | Charge) -> tuple[int, str]:
    """What an attack order is worth, and in words."""
    return worth(foe, view.strikes(order))


def weapons(menu: Offers) -> tuple[str, ...]:
    """What it would strike with: bare hands only if there is nothing else."""
    found = menu.melee()
    return found[:-1] if menu.armed() and len(found) > 1 else found


def arm(friend: Creature) -> str:
    """What a friend would strike with in melee: what it holds, or what it has by nature; empty for bare hands."""
    weapons = friend.weapons
    for name in friend.held:
        if name in weapons and weapons[name].category != "ranged":
            return name
    return next((weapon.name for weapon in friend.sheet.weapons if weapon.category == "natural"), "")


def beside(view: View, friend: Creature, foe: Foe) -> bool:
    """Do these two stand side by side?"""
    return view.ground.distance(friend.square, friend.span, foe.square, foe.span) <= 1


def percent(part: int, whole: int) -> int:
    """A share in whole percent."""
    return 100 * part // max(1, whole)
