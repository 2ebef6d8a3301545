"""Ways to somewhere: the next move along the way that costs and exposes least."""

from __future__ import annotations

from agents.policies.base import Offers
from agents.view import View
from sim.events.orders import Move
from sim.grid.bits import lowest
from sim.grid.reach import rings

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
        return Move(menu.area(menu.speed()).cheapest(safe or now))
    if free := goal & ~view.occupied:
        area = menu.area(FAR, until=free)
        if there := free & area.reached:
            for square in reversed(area.path(area.cheapest(there))):
                if ends >> square & 1:
                    return Move(square)
    return nearer(view, ends, goal)


def nearer(view: View, ends: int, goal: int) -> Move | None:
    """The end that is nearest to the goal as the crow flies, if it is nearer than here."""
    here = 1 << view.me.square
    for ring in rings(view.ground, goal, view.me.span):
        if ring & here:
            break
        if found := ring & ends:
            return Move(lowest(found))
    return None


def exposes(view: View, menu: Offers, to: int) -> bool:
    """Does a move there expose it to somebody, whichever way it goes?"""
    return menu.beset() or not menu.safe_places(Move) >> to & 1


def ashore(view: View, menu: Offers) -> Move | None:
    """Out of deep water or off a rock face, by climbing or swimming, to where the nearest foe is nearer."""
    ground, me = view.ground, view.me
    deep = ground.water | ground.cliffs
    if not deep >> me.square & 1:
        return None
    marks = [foe.square for foe in view.foes] or [me.square]
    ways = [order for order in menu.of(Move) if order.mode in ("climb", "swim")]
    return min(
        ways,
        key=lambda way: (deep >> way.to & 1, min(ground.distance(way.to, 1, mark, 1) for mark in marks)),
        default=None,
    )
