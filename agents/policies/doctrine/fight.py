"""Blows, shots and tricks from where it stands, and the way to the nearest foe when there are none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies import nearest, walking
from agents.policies.base import Offers
from agents.policies.doctrine.option import Option, blow, weapons
from agents.view import Foe, View
from sim.events.orders import Attack, BullRush, FullAttack, Move, Step
from sim.grid.bits import squares
from sim.state.conditions import GRAPPLING, HELPLESS, PRONE

GOOD_ODDS = 50
"""Percent from which on a trick is worth trying."""

PRONE_WORTH = 350
DISARM_WORTH = 450
PUSH_WORTH = 120
CLOSING = 120
"""What going to a foe is worth in itself."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """All of them."""
    if menu.can(Attack):
        yield from strikes(view, menu)
        yield from shots(view, menu)
        yield from tricks(view, menu)
    if view.me.flags & GRAPPLING:
        return
    if menu.can(Step) and menu.can(FullAttack):
        yield from steps(view, menu)
    if menu.can(Move):
        yield from closing(view, menu)


def in_reach(view: View, menu: Offers, weapon: str) -> list[Foe]:
    """The foes that a weapon strikes from here."""
    me, ground = view.me, view.ground
    if me.flags & GRAPPLING:
        return [foe for foe in view.foes if foe.id in me.grapplers]
    struck = menu.struck(weapon)
    return [foe for foe in view.foes if ground.footprint(foe.square, foe.span) & struck]


def strikes(view: View, menu: Offers) -> Iterator[Option]:
    """Every weapon at every foe in its reach, with full attacks and Power Attack where they pay."""
    for weapon in weapons(menu):
        for foe in in_reach(view, menu, weapon):
            for order in attacks(view, menu, foe, weapon):
                score, words = blow(view, foe, order)
                power = f", Power Attack {order.power}" if order.power else ""
                yield Option(order, score, f"{weapon}{power}: {words}")


def attacks(view: View, menu: Offers, foe: Foe, weapon: str) -> Iterator[Attack | FullAttack]:
    """The ways to attack a foe with a weapon."""
    powers: tuple[int, ...] = (0,)
    if "power-attack" in view.me.sheet.feats and not view.orders:
        base = view.me.sheet.base_attack
        powers = tuple(dict.fromkeys((0, (base + 1) // 2, base)))
    for power in powers:
        if menu.several(weapon) and menu.can(FullAttack):
            yield FullAttack(foe.id, weapon, power=power)
        yield Attack(foe.id, weapon, power=power)


def shots(view: View, menu: Offers) -> Iterator[Option]:
    """Every loaded weapon that shoots or flies, at every foe in sight beyond reach."""
    me = view.me
    if me.flags & GRAPPLING:
        return
    risk = -1
    for weapon in menu.shooting():
        if weapon in me.unloaded:
            continue
        thrown = me.weapons[weapon].thrown
        for foe in view.foes:
            if thrown and foe.distance <= 1:
                continue
            if risk < 0:
                risk = view.exposure("attack-ranged")
            orders: list[Attack | FullAttack] = [Attack(foe.id, weapon)]
            if not thrown and menu.several(weapon) and menu.can(FullAttack):
                orders.insert(0, FullAttack(foe.id, weapon))
            if not thrown and "rapid-shot" in me.sheet.feats and menu.can(FullAttack):
                orders.insert(0, FullAttack(foe.id, weapon, rapid=True))
            for order in orders:
                if menu.accepts(order):
                    score, words = blow(view, foe, order)
                    words = f"{weapon} from {foe.distance} squares: {words}"
                    yield Option(order, score - risk, f"{words}, exposed for {risk // 100}" if risk else words)


def tricks(view: View, menu: Offers) -> Iterator[Option]:
    """Trips, disarms and bull rushes that are likely to come off."""
    me = view.me
    if me.flags & (GRAPPLING | PRONE):
        return
    for weapon in menu.melee():
        for foe in in_reach(view, menu, weapon):
            bare = weapon == me.sheet.unarmed.name
            if not foe.has(PRONE | HELPLESS):
                yield from trick(view, menu, foe, Attack(foe.id, weapon, "trip"), PRONE_WORTH, bare)
            if foe.held and (not bare or "improved-disarm" in me.sheet.feats):
                yield from trick(view, menu, foe, Attack(foe.id, weapon, "disarm"), DISARM_WORTH, True)
    if menu.can(BullRush):
        for foe in view.foes:
            if foe.distance == 1 and perilous(view, foe):
                yield from trick(view, menu, foe, BullRush(foe.id), PUSH_WORTH, True)


def trick(view: View, menu: Offers, foe: Foe, order: Attack | BullRush, value: int, exposed: bool) -> Iterator[Option]:
    """One of them, if the menu has it and the odds are good; an opportunity that it gives the foe is subtracted."""
    if not menu.accepts(order):
        return
    chance = view.success(order)
    if chance.percent < GOOD_ODDS:
        return
    how = "bull rush" if isinstance(order, BullRush) else order.how
    trained = f"improved-{how.replace(' ', '-')}" in view.me.sheet.feats
    risk = view.threat(foe.id) if exposed and not trained else 0
    if how == "trip" and trained:
        value += blow(view, foe, Attack(foe.id, order.weapon))[0]  # type: ignore[union-attr]
    gain = chance.times(value + 40 * foe.figure.sheet.hit_dice)
    yield Option(order, gain - risk, f"{how} of {foe.id} comes off at {chance.percent} %, risking {risk // 100}")


def perilous(view: View, foe: Foe) -> bool:
    """Is there something beyond this foe that one would rather not be pushed into?"""
    ground = view.ground
    away = 2 * foe.square - view.me.square
    return away >= 0 and bool((ground.difficult[0] | ground.difficult[1]) >> away & 1)


def steps(view: View, menu: Offers) -> Iterator[Option]:
    """A 5-foot step that brings a foe into reach for a full attack, or an archer out of everybody's."""
    places = menu.places(Step)
    if not places:
        return
    for weapon in weapons(menu):
        if in_reach(view, menu, weapon):
            break
        for foe in view.foes:
            if foe.distance <= 3 and (stands := menu.stands(foe.id, weapon) & places):
                step = Step(next(squares(stands)))
                score, words = blow(view, foe, Attack(foe.id, weapon))
                yield Option(step, score + 50, f"steps up to {foe.id}: {words}")
    loaded = [weapon for weapon in menu.shooting() if weapon not in view.me.unloaded]
    danger = menu.danger()
    if loaded and danger >> view.me.square & 1 and (clear := places & ~danger):
        risk = view.exposure("attack-ranged")
        yield Option(Step(next(squares(clear))), risk + 400, f"steps out of reach to shoot unexposed ({risk // 100})")


def closing(view: View, menu: Offers) -> Iterator[Option]:
    """The way to the nearest foe, if none is in reach and it cannot shoot."""
    if any(in_reach(view, menu, weapon) for weapon in weapons(menu)):
        return
    if view.foes and any(weapon not in view.me.unloaded for weapon in menu.shooting()):
        return
    decision = nearest.close_in(view, menu)
    if decision is not None and isinstance(decision.choice, Move):
        gain = CLOSING + 10 * view.persona.aggression
        if walking.exposes(view, menu, decision.choice.to):
            gain -= view.exposure("moving")
        yield Option(decision.choice, gain, decision.reasons[0].words)
