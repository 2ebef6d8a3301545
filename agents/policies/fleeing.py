"""What a turned undead does, whatever its policy: it gets away from whoever turned it."""

from __future__ import annotations

from agents.policies.base import Offers, because
from agents.view import View
from sim.events.orders import Decision, End, Leave, Move, StandUp
from sim.grid.bits import squares

NAME = "fear"


def choose(view: View, menu: Offers) -> Decision:
    """Off the map, or by the move that takes it farthest away; up first if it lies, and nothing else."""
    me = view.me
    if menu.accepts(leave := Leave()):
        return because(leave, NAME, "flees from the map")
    if menu.accepts(rise := StandUp()):
        return because(rise, NAME, "gets up to flee")
    fear = [foe for c in me.conditions if c.name == "turned" and (foe := view.foe(c.other)) is not None]
    places = [
        (min((view.ground.distance(square, me.span, foe.square, foe.span) for foe in fear), default=0), -square)
        for square in squares(menu.places(Move))
    ]
    for gap, square in sorted(places, reverse=True):
        if menu.accepts(move := Move(-square)):
            return because(move, NAME, f"flees, as far as {gap} squares away" if gap else "flees")
    return because(End(), NAME, "cannot get away")
