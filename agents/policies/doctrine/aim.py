"""Archers choose where they shoot from: behind cover from foes who shoot, and out of the way of those who come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.perception import in_sight
from agents.policies import walking
from agents.policies.base import Offers
from agents.policies.doctrine.option import HUNDRED, Option, worth
from agents.view import Foe, View
from sim.events.orders import Attack, Move
from sim.grid.bits import squares
from sim.state.conditions import GRAPPLING, HELPLESS, MOUNTED, PRONE

PLACES = 8
"""How many places are considered, the nearest first."""

ROUNDS = 2
"""For how many rounds it counts on the shots from which a place shelters it."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """A move to a better place from which it can shoot in the same turn."""
    ground = view.ground
    weapon = next(iter(bows(view, menu)), "")
    for place, spared in shelters(view, menu):
        targets = [foe for foe in view.foes if seen_from(view, place, foe)]
        shots = [worth(foe, view.strikes(Attack(foe.id, weapon), place)) for foe in targets]
        score, words = max(shots, default=(0, ""), key=lambda shot: shot[0])
        if words:
            risk = view.exposure("moving") if walking.exposes(view, menu, place) else 0
            saved = f"spared {spared // HUNDRED} of their shots"
            yield Option(Move(place), score + spared - risk, f"shoots from {ground.name(place)}, {saved}: {words}")


def bows(view: View, menu: Offers) -> list[str]:
    """What it holds that shoots, loaded."""
    me = view.me
    return [name for name in menu.shooting() if name not in me.unloaded and me.weapons[name].category == "ranged"]


def shelters(view: View, menu: Offers) -> Iterator[tuple[int, int]]:
    """Places beside what covers, to which a move leaves time for a shot, with what the shots of foes lose by it."""
    me, ground = view.me, view.ground
    if me.flags & (GRAPPLING | PRONE | MOUNTED) or not ground.has_walls or not (menu.can(Move) and menu.can(Attack)):
        return
    shooters = [foe for foe in view.foes if foe.shoots and not foe.has(HELPLESS)]
    if not shooters or not bows(view, menu):
        return
    covers = ground.solid | ground.low
    near = covers | covers << 1 | covers >> 1
    near |= near << ground.stride | near >> ground.stride
    area = menu.area(menu.speed())
    places = sorted(squares(near & menu.places(Move) & menu.safe_places(Move)), key=lambda at: (area.halves(at), at))
    here = harm(view, shooters, me.square)
    for place in places[:PLACES]:
        spared = ROUNDS * (here - harm(view, shooters, place))
        if spared > 0:
            yield place, spared


def seen_from(view: View, place: int, foe: Foe) -> bool:
    """Would it see a foe from this place?"""
    me = view.me
    return in_sight(view.ground, me.sheet, place, me.span, foe.figure.sheet, foe.square, foe.span)


def harm(view: View, shooters: list[Foe], place: int) -> int:
    """Hundredths of hit points that a shot of each of these foes may be expected to take from it at a place."""
    me, total = view.me, 0
    for foe in shooters:
        if in_sight(view.ground, foe.figure.sheet, foe.square, foe.span, me.sheet, place, me.span):
            bow = next(name for name in foe.held if foe.figure.weapons[name].category == "ranged")
            total += sum(strike.harm.mean(HUNDRED) for strike in view.blows(foe.id, Attack(me.id, bow), place))
    return total
