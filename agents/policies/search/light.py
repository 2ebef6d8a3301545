"""
How everybody plays in an imagined fight: like ``nearest``, but whoever has least left is struck first, those who live
by their spells cast, and what was declared is done.
"""

from __future__ import annotations

from msgspec.structs import replace

from agents.policies import nearest, utility
from agents.policies.base import Offers
from agents.policies.doctrine import magic
from agents.policies.doctrine.fight import fragile
from agents.policies.search.leaf import left_to
from agents.view import View
from sim.dice.sources import Stream
from sim.events.orders import Attack, Cast, Decision, FullAttack, Order
from sim.state.conditions import DOWN, GRAPPLING
from sim.state.creature import Creature

NAME = "light"

SPELLS = 4
"""Of the spells that somebody thinks of, the best that he keeps in mind for the rest of the fight."""


class Light:
    """
    A policy for one imagination: what a caster would cast is thought out once, and tried again in that order in every
    battle of it.
    """

    def __init__(self) -> None:
        self.spells: dict[str, tuple[Order, ...]] = {}

    def __call__(self, view: View, menu: Offers, stream: Stream) -> Decision:
        """Decide; the view's sheets are open."""
        if view.question is not None:
            return utility.charging(view, NAME) or nearest.answer(menu)
        if casts(view.me) and menu.can(Cast):
            for spell in self.known(view, menu):
                if menu.accepts(spell):
                    return Decision(spell, NAME)
        if (declared := as_declared(view, menu)) is not None:
            return Decision(declared, NAME)
        decision = nearest.choose(view, menu, stream)
        order = decision.choice
        if isinstance(order, Attack | FullAttack) and not view.me.flags & GRAPPLING:
            for foe in sorted(within(view, menu, order), key=left_to):
                better = replace(order, target=foe.id)
                if foe.id == order.target or menu.accepts(better):
                    return decision._replace(choice=better)
        return decision

    def known(self, view: View, menu: Offers) -> tuple[Order, ...]:
        """The spells that it would cast, the best first."""
        found = self.spells.get(view.me.id)
        if found is None:
            options = [option for option in magic.options(view, menu, False) if isinstance(option.order, Cast)]
            options.sort(key=lambda option: -option.score)
            found = self.spells[view.me.id] = tuple([option.order for option in options if option.score > 0][:SPELLS])
        return found


def as_declared(view: View, menu: Offers) -> Attack | None:
    """The next of the attacks that it has declared, where that is done before anybody acts."""
    order = view.announced(view.me.id)
    if not isinstance(order, Attack | FullAttack) or not menu.can(Attack):
        return None
    attack = Attack(order.target, order.weapon, order.how, order.lethality, object=order.object)
    return attack if menu.accepts(attack) else None


def casts(me: Creature) -> bool:
    """Does it live by its spells?"""
    return bool(me.sheet.spells) and (me.sheet.caster is None or fragile(me))


def within(view: View, menu: Offers, order: Attack | FullAttack) -> list[Creature]:
    """The foes that the weapon of an order might strike as well."""
    side = view.me.side
    if order.weapon in menu.melee():
        near = view._battle.occupants(menu.struck(order.weapon))
        return [foe for foe in near if foe.side != side and not foe.flags & DOWN]
    return [foe.figure for foe in view.foes]
