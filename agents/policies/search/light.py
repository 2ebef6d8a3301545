"""How everybody plays in an imagined fight: like ``nearest``, but whoever has least left is struck first."""

from __future__ import annotations

from msgspec.structs import replace

from agents.policies import nearest
from agents.policies.base import Offers
from agents.view import View
from sim.dice.sources import Stream
from sim.events.orders import Attack, Decision, FullAttack
from sim.state.conditions import DOWN, GRAPPLING
from sim.state.creature import Creature


def choose(view: View, menu: Offers, stream: Stream) -> Decision:
    """Decide; the view's sheets are open."""
    decision = nearest.choose(view, menu, stream)
    order = decision.choice
    if isinstance(order, Attack | FullAttack) and view.question is None and not view.me.flags & GRAPPLING:
        for foe in sorted(_within(view, menu, order), key=_left):
            if foe.id == order.target:
                break
            better = replace(order, target=foe.id)
            if menu.accepts(better):
                return decision._replace(choice=better)
    return decision


def _within(view: View, menu: Offers, order: Attack | FullAttack) -> list[Creature]:
    """The foes that the weapon of this order might strike as well, in the order of their squares."""
    side = view.me.side
    if order.weapon in menu.melee():
        near: tuple[Creature, ...] = view._battle.occupants(menu.struck(order.weapon))
    else:
        near = tuple([foe.figure for foe in view.foes])
    return [foe for foe in near if foe.side != side and not foe.flags & DOWN]


def _left(foe: Creature) -> int:
    return foe.hit_points - foe.nonlethal
