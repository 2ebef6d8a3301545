"""Magic: the spell, item or ability that is worth most, on the defensive where that pays; healing who needs it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies.base import Offers
from agents.policies.doctrine.option import FELLING, Option, worth
from agents.view import Foe, View
from sim.dice.odds import Chance
from sim.events.orders import (
    Cast,
    CeaseConcentration,
    Concentrate,
    Counterspell,
    Drop,
    Move,
    Ready,
    Touch,
    Trigger,
    UseAbility,
    UseItem,
)
from sim.grid.bits import squares
from sim.grid.reach import within
from sim.rules.book import Hope, Prospect
from sim.state.conditions import BIT, DOWN, DYING, GRAPPLING, PRONE
from sim.state.creature import Creature

DISPEL = "dispel magic"
SPELL = 250
"""What a caster's spell does, in hundredths of a hit point for each of its levels."""

CASTS = 80
"""Percent at which a caster is taken to cast."""

THRIFT = 25
"""What keeping a spell is worth, in hundredths of a hit point, for each of its levels and once more."""

SAVING = 450
"""What it is worth besides to save somebody who is dying."""

CURE = 800
"""What a healing touch gives back."""

NEAR = 12
"""Squares to the nearest foe from which on a fight is about to begin."""

FRIENDLY_FIRE = 2
"""How much dearer a friend's hit points are than a foe's."""

HARM = {
    "asleep": 70,
    "unconscious": 70,
    "paralyzed": 70,
    "stunned": 45,
    "nauseated": 45,
    "frightened": 40,
    "panicked": 50,
    "slowed": 30,
    "blinded": 35,
    "entangled": 25,
    "shaken": 10,
    "sickened": 10,
    "dazzled": 5,
    "silenced": 0,
}
"""What a condition is worth of a foe's fall, in percent."""

ZONES = {"web": "entangled", "entangle": "entangled", "grease": "slowed", "stench": "nauseated", "silence": "silenced"}
"""What a zone of a spell comes to for whoever is in it, by what it does."""

VERBS = {"sleep": "asleep", "slow": "slowed", "hold": "paralyzed", "dazzle": "stunned", "enfeeble": "shaken"}
"""Verbs of single spells, and the condition that they come to for an estimate."""

SILENCING = 50
"""The same of a caster who can speak no spell."""

HELP = {
    "modifier attack": 100,
    "modifier damage": 100,
    "modifier ac": 80,
    "modifier save": 20,
    "modifier strength": 50,
    "modifier dexterity": 30,
    "modifier constitution": 60,
    "enlarge": 100,
    "hasten haste": 350,
    "hasten": 350,
    "images": 450,
    "temporary": 300,
    "rage": 2000,
    "invisible": 250,
    "blurred": 220,
    "ward": 200,
}
"""
What help is worth to a friend in a fight, in hundredths of hit points for each point of it; a larger size for each
point of base attack.
"""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """All of it; nothing for those who have no magic."""
    me = view.me
    if not me.sheet.spells:
        return
    yield from uses(view, menu)
    yield from touches(view, menu)
    yield from kept(view, menu)
    yield from counters(view, menu)
    yield from approaches(view, menu)


def uses(view: View, menu: Offers) -> Iterator[Option]:
    """Every spell, item and ability for everybody it may be for."""
    risks: dict[str, int] = {}
    for kind in (Cast, UseAbility, UseItem):
        for order in menu.of(kind):
            prospect = view.prospect(order)
            if prospect is None:
                continue
            if prospect.act and prospect.act not in risks:
                risks[prospect.act] = view.exposure(prospect.act)
            if order.defensive and not risks.get("cast", 1):
                continue
            gain, words = value(view, prospect)
            if gain <= 0:
                continue
            risk = risks.get(prospect.act, 0)
            chance = prospect.chance
            score = chance.times(gain)
            if risk:
                score = composed(prospect, risk).times(score)
            score -= risk + THRIFT * (1 + prospect.level)
            name = getattr(order, "spell", "") or getattr(order, "item", "") or getattr(order, "ability", "")
            how = " on the defensive" if order.defensive else f", exposed for {risk // 100}" if risk else ""
            yield Option(order, score, f"{name}{how}: {words}")


def composed(prospect: Prospect, risk: int) -> Chance:
    """The chance to keep a spell although one of two expected wounds falls."""
    kept = max(0, min(20, 21 + prospect.nerve - risk // 50))
    return Chance(20 + kept, 40)


def value(view: View, prospect: Prospect) -> tuple[int, str]:
    """What a spell that comes off is worth, and in words."""
    total = 0
    said: list[str] = []
    foes = {foe.id: foe for foe in (*view.foes, *view.fallen)}
    for hope in prospect.hopes:
        foe = foes.get(hope.who)
        gain, words = _against(foe, hope) if foe is not None else on_friend(view, hope)
        total += gain
        if words:
            said.append(words)
    return total, "; ".join(said)


def _against(foe: Foe, hope: Hope) -> tuple[int, str]:
    """What it does to a foe."""
    if foe.has(DOWN):
        return 0, ""
    gain, words = worth(foe, hope.strikes) if hope.strikes else (0, "")
    figure = foe.figure
    whole = 100 * max(1, figure.hit_points) + FELLING * (1 + figure.sheet.worth)
    for what, chance, _ in hope.others:
        name, share = hampering(figure, what)
        if share and not foe.has(BIT[name]):
            gain += chance.times(whole * share // 100)
            words = f"{foe.id} {name} at {chance.percent} %"
    return gain - hope.healing, words


def hampering(one: Creature, what: str) -> tuple[str, int]:
    """The condition that an effect comes to, and what it is worth of somebody's fall, in percent."""
    name = condition(what)
    return name, SILENCING if name == "silenced" and one.sheet.caster is not None else HARM.get(name, 0)


def condition(what: str) -> str:
    """The condition that an effect comes to."""
    verb, *kinds = what.split(" ")
    if verb == "zone":
        return next((ZONES[kind] for kind in kinds if kind in ZONES), what)
    return VERBS.get(verb, what)


def on_friend(view: View, hope: Hope) -> tuple[int, str]:
    """What it does to a friend, or to oneself."""
    friend = view.me if hope.who == view.me.id else next((f for f in view.friends if f.id == hope.who), None)
    if friend is None:
        return 0, ""
    gain = -FRIENDLY_FIRE * sum([strike.harm.mean(100) for strike in hope.strikes])
    words = f"{friend.id} is in it" if hope.strikes else ""
    if hope.healing:
        gain += relief(view, friend, hope.healing)
        words = f"{friend.id} gets back {hope.healing // 100} or so"
    whole = 100 * max(1, friend.hit_points)
    for what, chance, _ in hope.others:
        name = condition(what)
        if (share := HARM.get(name, 0)) and not friend.flags & (DOWN | BIT[name]):
            gain -= FRIENDLY_FIRE * chance.times(whole * share // 100)
            words = f"{friend.id} is in it"
    near = view.nearest()
    if near is not None and near.distance <= NEAR and not friend.flags & DOWN:
        for what, chance, size in hope.others:
            share = HELP.get(what, 0)
            if share and not _has(friend, what):
                if what == "enlarge":
                    size = friend.sheet.base_attack
                gain += chance.times(share * (size if what.startswith(("modifier", "enlarge")) else 1))
                words = f"helps {friend.id} ({what})"
    return gain, words


def _has(friend: Creature, what: str) -> bool:
    """Does it have such help already?"""
    if what in BIT:
        return friend.flags & BIT[what] != 0
    if what == "enlarge":
        return friend.sheet is not friend.natural
    on = what.split(" ")[-1]
    return any(boon.on in (on, what.split(" ")[0]) for boon in friend.boons)


def relief(view: View, friend: Creature, healing: int) -> int:
    """What hit points that come back are worth: most to the dying, little to who has lost few."""
    if friend.flags & DYING:
        return healing + SAVING + 50 * view.persona.mercy
    whole = max(1, friend.sheet.hit_points)
    lost = whole - friend.hit_points
    return healing * min(100, 150 * lost * lost // (whole * whole)) // 100


def touches(view: View, menu: Offers) -> Iterator[Option]:
    """A spell on the hand for a friend who needs it."""
    me = view.me
    if me.charge is None:
        return
    figures = me.sheet.spells[me.charge.casting.spell]
    heals = any(effect.verb == "heal" for effect in figures.effects)
    for order in menu.of(Touch):
        gain = 0
        for name in order.on:
            friend = me if name == me.id else next(f for f in view.friends if f.id == name)
            lost = 100 * (friend.sheet.hit_points - friend.hit_points)
            gain += relief(view, friend, min(lost, 500)) if heals else 100
        if figures.save is not None and not figures.save.harmless:
            continue
        yield Option(order, gain, f"touches {', '.join(order.on)} with {figures.name}")


def counters(view: View, menu: Offers) -> Iterator[Option]:
    """
    A counterspell readied against a caster: worth the spell that it stops, if it is told by Spellcraft, and if it can
    be answered with the same, or with dispel magic.
    """
    me = view.me
    if me.sheet.caster is None or "spellcraft" not in me.sheet.skills or not menu.can(Ready):
        return
    mine = {
        entry.spell for entry in me.sheet.caster.prepared if not entry.count or me.used.count(entry.name) < entry.count
    }
    for foe in view.foes:
        caster = foe.figure.sheet.caster
        if caster is None or not (spells := [entry for entry in caster.prepared if entry.level]):
            continue
        level = max(entry.level for entry in spells)
        told = max(0, min(20, 21 + me.sheet.skills["spellcraft"] - 15 - level))
        same = sum(1 for entry in spells if entry.spell in mine)
        dispels = max(0, min(20, 21 + min(10, me.sheet.caster.level) - 11 - caster.level)) if DISPEL in mine else 0
        ways = told * (20 * same + dispels * (len(spells) - same))
        chance = Chance(ways, 400 * len(spells))
        order = Ready(Counterspell(), Trigger("casts", foe.id))
        if ways and menu.accepts(order):
            gain = chance.times(SPELL * caster.level) * CASTS // 100
            yield Option(order, gain, f"waits to counter a spell of {foe.id} at {chance.percent} %")


def kept(view: View, menu: Offers) -> Iterator[Option]:
    """What is under way is kept up, at the worth of what it was cast for."""
    for order in menu.of(Concentrate):
        yield Option(order, 300, f"keeps {order.spell} up")
    for order in menu.of(CeaseConcentration):
        yield Option(order, -1, f"lets {order.spell} go")


def approaches(view: View, menu: Offers) -> Iterator[Option]:
    """To a friend who is dying or badly hurt, to heal by touch; hands that are full are emptied for it."""
    me = view.me
    if me.flags & (GRAPPLING | PRONE) or me.sheet.caster is None:
        return
    needy = [one for one in view.friends if one.flags & DYING or 2 * one.hit_points <= one.sheet.hit_points]
    cure = next((name for name in _cures(me)), "") if needy else ""
    if not cure:
        return
    ground = view.ground
    for friend in needy:
        if friend.flags & DYING:
            gain = SAVING + 40 * view.persona.mercy
        else:
            gain = relief(view, friend, CURE) - 2 * THRIFT
        if ground.distance(me.square, me.span, friend.square, friend.span) <= 1:
            order = Cast(cure, (friend.id,))
            if menu.why_not(order) == ("d20.spell.component.somatic",) and me.held:
                yield Option(Drop(me.held[-1]), gain, f"empties a hand to cast {cure} on {friend.id}")
            continue
        if menu.can(Move):
            beside = within(ground, friend.square, friend.span, 1) & ~ground.footprint(friend.square, friend.span)
            beside &= menu.places(Move)
            for square in squares(beside):
                move = Move(square)
                if menu.accepts(move):
                    risk = view.exposure("moving") if menu.beset() else 0
                    yield Option(move, gain - risk, f"goes to {friend.id}, who is hurt")
                    break


def _cures(me: Creature) -> Iterator[str]:
    """The spells that heal which it can still cast, weakest first."""
    assert me.sheet.caster is not None
    for entry in sorted(me.sheet.caster.prepared, key=lambda entry: entry.level):
        heals = any(effect.verb == "heal" for effect in me.sheet.spells[entry.spell].effects)
        if heals and (not entry.count or me.used.count(entry.name) < entry.count):
            yield entry.name
