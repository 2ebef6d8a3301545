"""Flanking: the squares from which a foe stands between itself and a friend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies import walking
from agents.policies.base import Offers
from agents.policies.doctrine.option import Option, weapons, worth
from agents.view import View
from sim.events.orders import Attack, FullAttack, Move, Step
from sim.grid.flanking import flanking_squares, flanks
from sim.state.conditions import DOWN, GRAPPLING, MOUNTED
from sim.state.creature import Creature

PARTNER = 60
"""What it is worth that the friend's blows will be easier too."""

NEAR = 3
"""How many of the nearest foes are considered."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """A step, or a move that leaves time for a blow, that puts a foe between itself and a friend."""
    if view.me.flags & (GRAPPLING | MOUNTED) or not menu.can(Attack):
        return
    places = menu.places(Step)
    yield from to_flank(view, menu, places, True)
    if menu.can(Move) and menu.can(FullAttack):
        yield from to_flank(view, menu, menu.places(Move) & ~places, False)


def partners(view: View, square: int, span: int) -> list[Creature]:
    """The friends beside a foe who stand and could strike it."""
    ground = view.ground
    return [
        friend
        for friend in view.friends
        if not friend.flags & (DOWN | GRAPPLING) and ground.distance(friend.square, friend.span, square, span) == 1
    ]


def to_flank(view: View, menu: Offers, places: int, step: bool) -> Iterator[Option]:
    """The best flanking place among these for each of the nearest foes."""
    me, ground = view.me, view.ground
    if not places:
        return
    for weapon in weapons(menu)[:1]:
        for foe in sorted(view.foes, key=lambda foe: foe.distance)[:NEAR]:
            stands = menu.stands(foe.id, weapon) & places
            for friend in partners(view, foe.square, foe.span) if stands else ():
                here = flanks(ground, me.square, me.span, friend.square, friend.span, foe.square, foe.span)
                if here and ground.footprint(foe.square, foe.span) & menu.struck(weapon):
                    break
                sides = flanking_squares(
                    ground, friend.square, friend.span, foe.square, foe.span, me.span, me.sheet.reach // 5
                )
                good = sides & stands
                if not good:
                    continue
                safe = good & menu.safe_places(Move) if not step else good
                place = menu.area(menu.speed()).cheapest(safe or good)
                order: Step | Move = Step(place) if step else Move(place)
                score, words = worth(foe, view.strikes(Attack(foe.id, weapon), place))
                risk = 0 if step or not walking.exposes(view, menu, place) else view.exposure("moving")
                score += PARTNER + 8 * view.persona.discipline - risk
                yield Option(order, score, f"flanks {foe.id} with {friend.id} from {ground.name(place)}: {words}")
                break
