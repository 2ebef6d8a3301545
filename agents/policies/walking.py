"""Ways to somewhere: the next move along the way that costs and exposes least."""

from __future__ import annotations

from agents.policies.base import Offers
from agents.view import View
from sim.events.orders import Move
from sim.grid.bits import squares
from sim.grid.movement import Flood

FAR = 400
"""Squares of movement within which everything on a map is reached that can be reached."""


def towards(view: View, menu: Offers, goal: int) -> Move | None:
    """
    The move that brings it to one of these anchors, or as far on the way there as one move goes.

    Among the goals in reach, those that can be had without exposing itself come first, then the cheapest, then the
    lowest. ``None``: it is there, or no move brings it nearer.
    """
    move = _towards(view, menu, goal)
    return move if move is not None and menu.accepts(move) else None


def _towards(view: View, menu: Offers, goal: int) -> Move | None:
    here = view.me.square
    if goal >> here & 1:
        return None
    ends = menu.places(Move)
    if not ends:
        return None
    if now := goal & ends:
        safe = goal & menu.safe_places(Move)
        return Move(cheapest(menu.area(menu.speed()), safe or now))
    free = goal & ~view.occupied
    for budget in (4 * menu.speed(), FAR):
        area = menu.area(budget)
        if there := free & area.reached:
            for square in reversed(area.path(cheapest(area, there))):
                if ends >> square & 1:
                    return Move(square)
            break
    return nearer(view, ends, goal)


def nearer(view: View, ends: int, goal: int) -> Move | None:
    """The end that is nearest to the goal as the crow flies, if it is nearer than here."""
    ground, here, span = view.ground, view.me.square, view.me.span
    marks = list(squares(goal))
    if not marks:
        return None

    def gap(square: int) -> int:
        return min([ground.distance(square, span, mark, span) for mark in marks])

    best = min(squares(ends), key=lambda square: (gap(square), square))
    return Move(best) if gap(best) < gap(here) else None


def cheapest(area: Flood, anchors: int) -> int:
    """The anchor that costs least to get to; of several, the lowest."""
    return min(squares(anchors), key=lambda square: (area.halves(square), square))


def exposes(view: View, menu: Offers, to: int) -> bool:
    """Does a move there expose it to somebody, whichever way it goes?"""
    return not menu.safe_places(Move) >> to & 1
