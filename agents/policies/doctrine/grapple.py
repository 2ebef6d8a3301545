"""Grappling: those who shoot or cast, the weaker, and what to do once in a hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies.base import Offers
from agents.policies.doctrine.option import Option
from agents.policies.doctrine.wait import SPELL
from agents.view import Foe, View
from sim.events.orders import Attack, Charge, FullAttack, Grapple
from sim.state.conditions import HELPLESS, PINNED, PINNING

HOLD = 150
"""What a hold on anybody is worth."""

SHOOTER = 350
"""What more it is worth on somebody who shoots or casts."""

FREEDOM = 1200
"""What it is worth to come out of a hold, which hurts more with each round."""

UNEXPOSED = ("join", "grab")
"""Ways to take hold of somebody that give him no blow at first."""

CASTERS = ("cleric", "priest", "druid", "sorcerer", "wizard", "bard")
LIKELY = 50
"""Percent from which on main force is the way."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """Holds to take, or what to do in one."""
    if view.me.grapplers:
        yield from in_hold(view, menu)
    else:
        yield from holds(view, menu, leaning)


def holds(view: View, menu: Offers, leaning: bool) -> Iterator[Option]:
    """A grapple with every foe beside it, or at the end of a charge."""
    me = view.me
    fist = me.sheet.unarmed.name
    improved = "improved-grapple" in me.sheet.feats
    for foe in view.foes:
        orders: list[Attack | FullAttack | Charge] = []
        if menu.can(Attack) and foe.distance <= 1:
            orders += menu.holds(foe.id)
        elif menu.can(Charge) and leaning:
            orders += [Charge(foe.id, lane, fist, "grapple") for lane in menu.lanes(foe.id, fist)[:1]]
        for order in orders:
            if foe.has(HELPLESS) or not menu.accepts(order):
                continue
            chance = view.success(order)
            risk = 0 if improved or order.how in UNEXPOSED else view.threat(foe.id)
            gain = value(foe) + (FREEDOM if me.has("held", foe.id) else 0)
            score = chance.times(gain) - risk
            if leaning:
                score = chance.times(gain + HOLD + 200)
            if chance.percent >= LIKELY or leaning or gain > value(foe):
                aim = "gets out of the hold of" if gain > value(foe) else "takes hold of"
                words = f"{aim} {foe.id} at {chance.percent} %, risking {risk // 100}"
                yield Option(order, score, words)


def value(foe: Foe) -> int:
    """What a hold on this foe is worth."""
    sheet = foe.figure.sheet
    casts = any(name in sheet.classes for name in CASTERS)
    spells = SPELL * sheet.caster.level if sheet.caster is not None else 0
    return HOLD + 30 * sheet.worth + (SHOOTER if foe.shoots or casts else 0) + spells


def in_hold(view: View, menu: Offers) -> Iterator[Option]:
    """Pin the weaker and hurt them; get free of the stronger."""
    me = view.me
    fist = me.sheet.unarmed.name
    for who in me.grapplers:
        foe = view.foe(who)
        if foe is None:
            continue
        chance = view.success(Attack(who, fist, "join"))
        likely = chance.percent >= LIKELY
        words = f"holds {who} at {chance.percent} % or better" if likely else f"would lose to {who}"
        if likely and not foe.has(PINNED) and not me.flags & PINNING:
            yield Option(Grapple("pin", who), chance.times(500), f"pins: {words}")
        yield Option(Grapple("damage", who), chance.times(300), f"squeezes: {words}")
        if foe.held:
            yield Option(Grapple("use-weapon", who, foe.held[0]), chance.times(350), f"turns its weapon: {words}")
        free = 420 - 4 * chance.percent if not likely else 20
        yield Option(Grapple("escape"), free, f"breaks free: {words}")
        if me.sheet.skills.get("escape-artist", 0) > 5:
            yield Option(Grapple("slip"), free + 50, "slips out, being good at it")
