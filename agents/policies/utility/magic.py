"""Spells, items and abilities by what they may do to each creature, in the terms of an estimate."""

from __future__ import annotations

from collections.abc import Iterator

from agents.policies.doctrine import magic as lore
from agents.policies.doctrine.option import HUNDRED, outcome
from agents.policies.utility.orders import Orders
from agents.policies.utility.parts import Estimate, Weighed
from agents.policies.utility.study import rate, worth_of
from sim.events.orders import Cast, UseAbility, UseItem
from sim.rules.book import Hope, Prospect
from sim.state.conditions import BIT


def spells(orders: Orders) -> Iterator[Weighed]:
    """Everything magical that it may do now."""
    yield from uses(orders)
    exchange = orders.study.exchange
    for options in (lore.touches, lore.kept, lore.approaches):
        for order, score, words in options(orders.view, orders.menu):
            base = orders.made(order, words).estimate
            yield Weighed(order, base._replace(mending=score * exchange // 100), words)


def uses(orders: Orders) -> Iterator[Weighed]:
    """Every spell, item and ability for everybody it may be for."""
    view, menu = orders.view, orders.menu
    for kind in (Cast, UseAbility, UseItem):
        for order in menu.of(kind):
            prospect = view.prospect(order)
            if prospect is None:
                continue
            risk = view.exposure(prospect.act) if prospect.act else 0
            if order.defensive and not view.exposure("cast"):
                continue
            found = weighed(orders, order, prospect, risk)
            if found is not None:
                yield found


def weighed(orders: Orders, order: Cast | UseAbility | UseItem, prospect: Prospect, risk: int) -> Weighed | None:
    """What one of them comes to; ``None`` if it does more harm than good."""
    felling = harm = disabling = mending = 0
    said: list[str] = []
    for hope in prospect.hopes:
        if orders.view.foe(hope.who) is not None:
            fells, hurts, stops, words = against(orders, hope)
            felling, harm, disabling = felling + fells, harm + hurts, disabling + stops
        else:
            helps, hurts, words = on_friend(orders, hope)
            mending, harm = mending + helps, harm + hurts
        if words:
            said.append(words)
    if felling + harm + disabling + mending <= 0:
        return None
    chance = prospect.chance
    kept = lore.composed(prospect, risk) if risk else chance
    hurting, _, helping = orders.scales

    def likely(points: int, scale: int) -> int:
        points = chance.times(points)
        return (kept.times(points) if risk else points) * scale // 100

    base = orders.made(order, "", opening=risk).estimate
    estimate = Estimate(
        likely(felling, hurting),
        likely(harm, hurting),
        likely(disabling, hurting),
        likely(mending, helping),
        base.opening,
        base.exposure,
        base.position,
        -lore.THRIFT * (1 + prospect.level),
    )
    name = getattr(order, "spell", "") or getattr(order, "item", "") or getattr(order, "ability", "")
    how = " on the defensive" if order.defensive else f", exposed for {risk // HUNDRED}" if risk else ""
    return Weighed(order, estimate, f"{name}{how}: {'; '.join(said)}")


def against(orders: Orders, hope: Hope) -> tuple[int, int, int, str]:
    """What it does to a foe: felling, harm, disabling, and in words."""
    foe = orders.view.foe(hope.who)
    assert foe is not None
    rival = orders.study.rivals.get(hope.who)
    figure = foe.figure
    left = max(1, figure.hit_points - figure.nonlethal)
    life = rival.life if rival is not None else worth_of(figure)
    felling = harm = disabling = 0
    words = ""
    if hope.strikes:
        felled, points, said = outcome(hope.strikes, left)
        felling, harm = felled.times(life), points * rate(life, left) // 100
        words = f"{foe.id} {said}"
    harm -= hope.healing
    for what, chance, _ in hope.others:
        name, share = lore.hampering(figure, what)
        if share and not foe.has(BIT[name]):
            disabling += chance.times((HUNDRED * left + life) * share // 100)
            words = f"{foe.id} {name} at {chance.percent} %"
    return felling, harm, disabling, words


def on_friend(orders: Orders, hope: Hope) -> tuple[int, int, str]:
    """What it does to a friend, or to oneself: help, harm, and in words."""
    gain, words = lore.on_friend(orders.view, hope)
    gain = gain * orders.study.exchange // 100
    return max(0, gain), min(0, gain), words
