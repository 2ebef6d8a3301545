"""Trips, disarms, holds, pushes and blows at things, when they may be worth more than a plain blow."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from agents.policies.doctrine import fight, force, grapple, guard, guile, things
from agents.policies.doctrine.option import HUNDRED
from agents.policies.utility.orders import CROUCH, Orders
from agents.policies.utility.parts import Weighed
from agents.policies.utility.study import learning
from agents.view import Foe, band
from sim.events.orders import (
    Attack,
    BullRush,
    Charge,
    FullAttack,
    Guard,
    Move,
    Order,
    ReceiveCharge,
    Sunder,
    TotalDefense,
)
from sim.grid.movement import straight_line
from sim.state.conditions import GRAPPLING, HELPLESS, HOSTAGE, MOUNTED, PRONE

LIKELY = 50
"""Percent from which on an attempt is worth it that lays open to a blow."""

FAIR = 20
"""The same of one that costs only the attempt."""

HOPELESS = 300
"""What the best blow must be worth for main force not to be thought of by the untrained."""

PER_DIE = 40
"""What it is worth besides, for each hit die of the foe, that it is hampered."""


def attempts(orders: Orders) -> Iterator[Weighed]:
    """All of them."""
    if orders.me.flags & GRAPPLING:
        for option in grapple.options(orders.view, orders.menu, False):
            yield disabling(orders, option.order, option.score, option.words)
        return
    menu = orders.menu
    if menu.can(Attack):
        if not orders.me.flags & PRONE:
            yield from tricks(orders)
        yield from holds(orders)
        yield from helping(orders)
        yield from besides(orders)
        yield from parrying(orders)
        yield from waiting(orders)
        if menu.can(Sunder):
            yield from sundering(orders)
    if menu.can(Charge) and orders.me.shield_on and not orders.me.flags & MOUNTED:
        yield from rushes(orders)
    if menu.can(BullRush) and not orders.me.flags & (PRONE | MOUNTED):
        yield from forcing(orders)


def disabling(orders: Orders, order: Order, gain: int, words: str, risk: int = 0) -> Weighed:
    """An order that hampers a foe by so much, at such a risk."""
    base = orders.made(order, words, opening=risk).estimate
    gain = gain * orders.study.exchange * orders.scales.hurting // 10000
    return Weighed(order, base._replace(disabling=gain), words)


def tricks(orders: Orders) -> Iterator[Weighed]:
    """Trips, disarms, blades at a neck: with what is in hand, and bare-handed by the trained."""
    study, menu, view = orders.study, orders.menu, orders.view
    for weapon in menu.melee():
        bare = weapon not in study.arms
        if bare and not any(feat.startswith("improved-") for feat in orders.feats):
            continue
        for foe in orders.in_reach(weapon):
            for order, exposed in menu.tricks(foe.id, weapon):
                how = order.how
                trained = f"improved-{how}" in orders.feats
                if bare and not trained:
                    continue
                if how in fight.FELLING:
                    value, open_to = fight.felled, foe.has(PRONE | HELPLESS)
                elif how == "hostage":
                    value, open_to = fight.threatened, foe.has(HOSTAGE)
                else:
                    value, open_to = fight.bereft, not foe.held or foe.has(HELPLESS)
                if open_to:
                    continue
                rival = study.rivals[foe.id]
                most = 2 * rival.once + PER_DIE * rival.figure.sheet.worth + fight.DISARM_WORTH * foe.shoots
                if value is fight.bereft and most * study.exchange // 100 <= orders.plain:
                    continue
                chance = study.success(order)
                if chance.percent < (LIKELY if exposed or how == "trip" else FAIR):
                    continue
                if value is fight.bereft and chance.times(most) * study.exchange // 100 <= orders.plain:
                    continue
                if not menu.accepts(order):
                    continue
                risk = rival.once if exposed and not trained else 0
                gain = chance.times(value(view, foe, order) + PER_DIE * foe.figure.sheet.worth)
                words = f"{how} of {foe.id} comes off at {chance.percent} %, risking {risk // HUNDRED}"
                yield disabling(orders, order, gain, words, risk)


def holds(orders: Orders) -> Iterator[Weighed]:
    """A hold on a foe beside it that is worth more than a blow, or on whoever holds it."""
    study, menu, me = orders.study, orders.menu, orders.me
    trained = "improved-grapple" in orders.feats
    for foe in study.foes:
        if foe.distance > 1 or foe.has(HELPLESS):
            continue
        freed = grapple.FREEDOM if me.has("held", foe.id) else 0
        gain = grapple.value(foe) + freed
        if not freed and gain <= orders.plain:
            continue
        for order in menu.holds(foe.id):
            if not menu.accepts(order):
                continue
            chance = study.success(order)
            if chance.percent < LIKELY and not freed:
                continue
            risk = 0 if trained or order.how in grapple.UNEXPOSED else study.rivals[foe.id].once
            aim = "gets out of the hold of" if freed else "takes hold of"
            words = f"{aim} {foe.id} at {chance.percent} %, risking {risk // HUNDRED}"
            yield disabling(orders, order, chance.times(gain), words, risk)


def helping(orders: Orders) -> Iterator[Weighed]:
    """Feints of the sneaky; help for friends, where its own blows come to nothing."""
    view, menu = orders.view, orders.menu
    options = []
    if getattr(orders.me.sheet, "sneak_attack", 0):
        options += list(guile.feinting(view, menu))
    if view.friends and orders.plain < HUNDRED:
        options += list(guile.helping(view, menu))
    for option in options:
        base = orders.made(option.order, option.words).estimate
        yield Weighed(option.order, base._replace(harm=option.score * orders.study.exchange // 100), option.words)


def sundering(orders: Orders) -> Iterator[Weighed]:
    """A heavy blow at a weapon, by the trained, or where it does more than a blow at its bearer."""
    study, menu, view, me = orders.study, orders.menu, orders.view, orders.me
    trained = "improved-sunder" in orders.feats
    for name in study.arms:
        if not trained and me.weapons[name].category not in things.SUNDERERS:
            continue
        for foe in orders.in_reach(name):
            for thing in foe.held[:1]:
                order = Sunder(name, thing, foe.id)
                worth = PER_DIE * foe.figure.sheet.worth
                whole = worth + fight.DISARM_WORTH if foe.shoots else worth + 2 * study.rivals[foe.id].once
                if whole <= orders.plain or not menu.accepts(order):
                    continue
                chance = study.success(order)
                risk = 0 if trained else study.rivals[foe.id].once
                gain = chance.times(fight.bereft(view, foe, order) + worth)
                words = f"breaks the {thing} of {foe.id} at {chance.percent} %, risking {risk // HUNDRED}"
                yield disabling(orders, order, gain, words, risk)


def besides(orders: Orders) -> Iterator[Weighed]:
    """Blows with the other hand too, or with a shield, less what its cover may be missed."""
    study, menu, view = orders.study, orders.menu, orders.view
    for weapon in study.arms:
        for foe in orders.in_reach(weapon):
            for order in menu.besides(foe.id, weapon):
                blow = study.blow(order)
                risk = view.exposure(order.off_how) if isinstance(order, FullAttack) and order.off_how else 0
                if blow.harm:
                    second = order.off_hand if isinstance(order, FullAttack) else ""
                    both = f"{order.weapon} and {second}" if second else order.weapon
                    words = f"{both}: {blow.words}, risking {risk // HUNDRED}"
                    yield orders.made(order, words, blow, opening=risk)
                if isinstance(order, Attack) and menu.accepts(free := replace(order, besides=True)):
                    blow = study.both(free, Attack(foe.id, weapon))
                    yield orders.made(free, f"{order.weapon} besides the {weapon}: {blow.words}", blow)


def rushes(orders: Orders) -> Iterator[Weighed]:
    """Charges that are to bring a foe down: the blow, and what its lying is worth."""
    study, menu, view = orders.study, orders.menu, orders.view
    for foe in study.foes:
        if foe.has(PRONE):
            continue
        for order in menu.rushes(foe.id):
            blow = study.blow(order)
            chance = study.success(order)
            gain = chance.times(fight.felled(view, foe, Attack(foe.id, study.arms[0]))) * study.exchange // 100
            way = straight_line(orders.ground, orders.here, orders.me.span, order.to)[1:-1]
            risk = study.moving + study.passing(way, foe.id) + view.exposure(order.how) + view.received(order)
            words = f"rushes {blow.words or foe.id}, brought down at {chance.percent} %"
            base = orders.made(order, words, blow, order.to, opening=risk, shelter=-CROUCH)
            yield base._replace(estimate=base.estimate._replace(disabling=gain))


def parrying(orders: Orders) -> Iterator[Weighed]:
    """Blows kept back to parry with, as much as the wounds count that they may be expected to stop."""
    study, menu, view = orders.study, orders.menu, orders.view
    if not any(foe.distance <= 2 for foe in study.foes) or not any(map(menu.parries, study.arms)):
        return
    persona = view.persona
    share = guard.SHARE + guard.HURT * band(orders.me) + guard.COVERED * bool(view.friends)
    share = (share + 3 * (persona.caution - persona.aggression)) * study.rate // 100
    for weapon in study.arms:
        foes = orders.in_reach(weapon)
        for parries in range(1, menu.parries(weapon) + 1):
            kept = view.saved(FullAttack("", weapon, parries=parries)) * share // 100
            if not kept:
                break
            for foe in foes:
                order = FullAttack(foe.id, weapon, parries=parries)
                blow = study.blow(order)
                words = f"{weapon}: {blow.words or foe.id}; {parries} kept to parry, worth {kept // HUNDRED}"
                yield shielded(orders, orders.made(order, words, blow), kept)
    kept = view.saved(TotalDefense()) * share // 100
    if kept:
        yield shielded(orders, orders.made(TotalDefense(), f"only parries, worth {kept // HUNDRED}"), kept)


def waiting(orders: Orders) -> Iterator[Weighed]:
    """
    Blows kept for whoever has announced to come, and struck before its own; ready for a charge, whoever is beside it is
    struck earlier than else.
    """
    study, menu, view = orders.study, orders.menu, orders.view
    kinds = {offer.kind for offer in menu.offers} if study.sided else set()
    for weapon in study.arms if kinds >= {Guard, ReceiveCharge} else ():
        for foe in orders.in_reach(weapon):
            blow = study.blow(FullAttack(foe.id, weapon))
            if blow.harm:
                yield orders.made(ReceiveCharge(weapon), f"is ready to strike early, {weapon}: {blow.words}", blow)
        for foe in study.foes:
            coming = view.announced(foe.id)
            if not isinstance(coming, Charge | Move) or not comes(orders, foe, weapon, coming.to):
                continue
            blow = study.blow(Attack(foe.id, weapon))
            yield orders.made(Guard(weapon), f"waits for {foe.id} to come, {weapon}: {blow.words}", blow)
            if isinstance(coming, Charge) and coming.target == orders.me.id:
                strikes = study.strikes(Attack(foe.id, weapon), case="braced")
                blow = study.come_to(study.rivals[foe.id], strikes)
                yield orders.made(ReceiveCharge(weapon), f"receives {foe.id} with the {weapon}: {blow.words}", blow)


def comes(orders: Orders, foe: Foe, weapon: str, place: int) -> bool:
    """Does a foe that goes to a place come into reach of a weapon, being out of it now?"""
    struck = orders.menu.struck(weapon)
    return foe not in orders.in_reach(weapon) and struck & orders.ground.footprint(place, foe.span) != 0


def shielded(orders: Orders, weighed: Weighed, kept: int) -> Weighed:
    """The same with so much less to suffer."""
    estimate = weighed.estimate
    return weighed._replace(estimate=estimate._replace(exposure=estimate.exposure + kept))


def forcing(orders: Orders) -> Iterator[Weighed]:
    """Pushes past the blades of friends; whoever bars the way to a caster or an archer run down."""
    view, menu = orders.view, orders.menu
    options = []
    if view.friends and ("improved-bull-rush" in orders.feats or orders.plain < HOPELESS):
        options += list(force.pushes(view, menu))
    if orders.whole and len(view.foes) > 1:
        quarry = [foe for foe in orders.study.foes if foe.distance > 1 and (foe.shoots or learning(foe.figure))]
        if quarry:
            options += list(force.hunting(view, menu, quarry))
    for option in options:
        place = getattr(option.order, "to", -1)
        base = orders.made(option.order, option.words, place=place).estimate
        gain = option.score * orders.study.exchange // 100
        yield Weighed(option.order, base._replace(disabling=gain), option.words)
