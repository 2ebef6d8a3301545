"""What the other hand does besides: a second weapon, a shield that strikes; and shields that bring a foe down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies.base import Offers
from agents.policies.doctrine.charge import MOMENTUM, OPENING, gauntlet
from agents.policies.doctrine.fight import felled, in_reach
from agents.policies.doctrine.option import HUNDRED, Option, blow, weapons
from agents.view import View
from sim.events.orders import Attack, Charge, FullAttack
from sim.state.conditions import GRAPPLING, MOUNTED, PRONE


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """Both."""
    if view.me.flags & GRAPPLING:
        return
    if menu.can(Attack):
        yield from strikes(view, menu)
    if menu.can(Charge) and not view.me.flags & MOUNTED:
        yield from rushes(view, menu)


def strikes(view: View, menu: Offers) -> Iterator[Option]:
    """Every foe in reach, with both hands, or with a shield alone; less what its cover may be missed."""
    for weapon in weapons(menu):
        for foe in in_reach(view, menu, weapon):
            for order in menu.besides(foe.id, weapon):
                score, words = blow(view, foe, order)
                second = order.off_hand if isinstance(order, FullAttack) else ""
                risk = view.exposure(order.off_how) if isinstance(order, FullAttack) and order.off_how else 0
                both = f"{order.weapon} and {second}" if second else order.weapon
                yield Option(order, score - risk, f"{both}: {words}, risking {risk // HUNDRED}")


def rushes(view: View, menu: Offers) -> Iterator[Option]:
    """A charge that is to bring a foe down is worth what it does, and what friends do to who lies."""
    exposed = view.exposure("moving") if menu.beset() else 0
    first = weapons(menu)[0]
    for foe in view.foes:
        if foe.has(PRONE):
            continue
        for order in menu.rushes(foe.id):
            score, words = blow(view, foe, order)
            chance = view.success(order)
            gain = chance.times(felled(view, foe, Attack(foe.id, first)))
            beside = sum(1 for other in view.foes if view.ground.distance(order.to, 1, other.square, other.span) <= 1)
            caution = OPENING * beside * view.persona.caution // 5
            risk = exposed + gauntlet(view, order.to, foe) + view.exposure(order.how) + caution
            score += gain + MOMENTUM * view.persona.aggression - risk
            down = f"brought down at {chance.percent} %"
            yield Option(order, score, f"rushes {words}, {down}; {beside} foes beside it then")
