"""Blows, shots and tricks from where it stands, and the way to the nearest foe when there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from agents.policies import nearest, walking
from agents.policies.base import Offers
from agents.policies.doctrine.option import HUNDRED, Option, arm, beside, blow, weapons, worth
from agents.policies.doctrine.roles import is_frail
from agents.view import Foe, View
from sim.events.orders import Attack, FullAttack, Move, Step, Sunder
from sim.grid.bits import squares
from sim.state.conditions import DOWN, GRAPPLING, HELPLESS, HOSTAGE, MOUNTED, PRONE
from sim.state.creature import Creature

GOOD_ODDS = 50
"""Percent from which on a trick is worth trying."""

FAIR_ODDS = 20
"""The same of one that costs only the attempt."""

PRONE_WORTH = 350
LYING_WORTH = 200
"""What it is worth that a foe must get up, or strikes from the ground."""

DISARM_WORTH = 450
"""What it is worth that a foe has nothing to shoot with."""

DEFIED = 300
"""What it is worth to strike at whoever has insulted it."""

AT_THE_NECK = 300
"""What it is worth to have a hostage, besides the blow that nobody can ward off."""

SWINGS = 2
"""How many of its blows a foe is taken to lose with the weapon that it loses."""
FELLING = ("trip", "overbear")
"""What brings somebody down."""

BLADES = ("light", "one-handed")
SPELLS_FIRST = 3000
"""What it is worth to be out of reach before a spell is cast: the step costs nothing."""

CLOSING = 120
"""What going to a foe is worth in itself."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """All of them."""
    if menu.can(Attack):
        yield from strikes(view, menu)
        yield from shots(view, menu)
        yield from tricks(view, menu)
    if view.me.flags & (GRAPPLING | MOUNTED):
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
                score += DEFIED * view.me.has("insulted", foe.id)
                power = f", Power Attack {order.power}" if order.power else ""
                second = getattr(order, "off_hand", "")
                both = " with both ends" if second == "double" else f" and {second}" if second else ""
                yield Option(order, score, f"{weapon}{both}{power}: {words}")


def attacks(view: View, menu: Offers, foe: Foe, weapon: str) -> Iterator[Attack | FullAttack]:
    """The ways to attack a foe with a weapon."""
    powers: tuple[int, ...] = (0,)
    if "power-attack" in view.me.sheet.feats and not view.orders:
        base = view.me.sheet.base_attack
        powers = tuple(dict.fromkeys((0, (base + 1) // 2, base)))
    whole = menu.can(FullAttack)
    for power in powers:
        if whole and menu.several(weapon):
            yield FullAttack(foe.id, weapon, power=power)
        yield Attack(foe.id, weapon, power=power)
    if whole:
        for second in seconds(view.me, weapon):
            yield FullAttack(foe.id, weapon, off_hand=second)


def seconds(me: Creature, weapon: str) -> Iterator[str]:
    """What it could strike with besides in its other hand, in a full attack with this weapon."""
    first = me.weapons[weapon]
    if first.double:
        yield "double"
    elif len(me.held) > 1 and first.category in BLADES:
        for second in dict.fromkeys(me.held):
            twice = second != weapon or me.held.count(weapon) > 1
            if twice and second in me.weapons and me.weapons[second].category in BLADES:
                yield second


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
    """Trips and disarms that are likely to come off."""
    me = view.me
    if me.flags & (GRAPPLING | PRONE):
        return
    for weapon in menu.melee():
        for foe in in_reach(view, menu, weapon):
            bare = weapon == me.sheet.unarmed.name
            for order, exposed in menu.tricks(foe.id, weapon):
                if order.how in FELLING:
                    if not foe.has(PRONE | HELPLESS):
                        yield from trick(view, menu, foe, order, felled, exposed)
                elif order.how == "hostage" and not foe.has(HOSTAGE):
                    yield from trick(view, menu, foe, order, threatened, exposed)
                elif "disarm" in order.how and foe.held and (not bare or "improved-disarm" in me.sheet.feats):
                    yield from trick(view, menu, foe, order, bereft, exposed)


def trick(
    view: View,
    menu: Offers,
    foe: Foe,
    order: Attack | FullAttack,
    value: Callable[[View, Foe, Attack | FullAttack], int],
    exposed: bool,
) -> Iterator[Option]:
    """One of them, if the menu has it and the odds are good; an opportunity that it gives the foe is subtracted."""
    if not menu.accepts(order):
        return
    chance = view.success(order)
    if chance.percent < (GOOD_ODDS if exposed or order.how == "trip" else FAIR_ODDS):
        return
    trained = f"improved-{order.how}" in view.me.sheet.feats
    risk = view.threat(foe.id) if exposed and not trained else 0
    gain = chance.times(value(view, foe, order) + 40 * foe.figure.sheet.worth)
    yield Option(order, gain - risk, f"{order.how} of {foe.id} comes off at {chance.percent} %, risking {risk // 100}")


def felled(view: View, foe: Foe, order: Attack | FullAttack) -> int:
    """
    What a foe on its back is worth: the opportunities when it rises, what friends beside it gain meanwhile, and the
    blow that follows at once by those who are trained.
    """
    figure = foe.figure
    gain = LYING_WORTH + min(view.opening(foe.id, "stand-up", case="prone"), HUNDRED * figure.hit_points)
    for friend in view.friends:
        weapon = arm(friend)
        if weapon and not friend.flags & (DOWN | GRAPPLING) and beside(view, friend, foe):
            wish = Attack(foe.id, weapon)
            better, plain = (worth(foe, view.strikes(wish, by=friend.id, case=case))[0] for case in ("prone", ""))
            gain += better - plain
    if "improved-trip" in view.me.sheet.feats:
        gain += worth(foe, view.strikes(Attack(foe.id, order.weapon), case="prone"))[0]
    return gain


def threatened(view: View, foe: Foe, order: Attack | FullAttack) -> int:
    """What a blade at a foe's neck is worth: twice what it does where it hits."""
    (blow,) = view.strikes(Attack(foe.id, order.weapon))
    sure = blow.harm.mean(HUNDRED) * blow.hit.of // max(1, blow.hit.ways)
    return min(2 * sure, HUNDRED * foe.figure.hit_points) + AT_THE_NECK


def bereft(view: View, foe: Foe, order: Attack | FullAttack | Sunder) -> int:
    """
    What it is worth that a foe has no longer what it holds: the better part of some blows, or its shots; never more
    than its life.
    """
    loss = DISARM_WORTH
    if not foe.shoots:
        loss = SWINGS * (view.threat(foe.id) - view.threat(foe.id, without=foe.held[0]))
    return min(loss, HUNDRED * foe.figure.hit_points)


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
    me = view.me
    spells = fragile(me)
    loaded = [name for name in menu.shooting() if name not in me.unloaded and me.weapons[name].category == "ranged"]
    danger = menu.danger()
    if (loaded or spells) and danger >> me.square & 1 and (clear := places & ~danger):
        risk = view.exposure("cast" if spells else "attack-ranged")
        words = f"steps out of reach to {'cast' if spells else 'shoot'} unexposed ({risk // 100})"
        yield Option(Step(next(squares(clear))), risk + (SPELLS_FIRST if spells else 400), words)


def fragile(me: Creature) -> bool:
    """Does it live by its spells, and has some left?"""
    caster = me.sheet.caster
    if caster is None or not is_frail(me):
        return False
    return any(not entry.count or me.used.count(entry.name) < entry.count for entry in caster.prepared if entry.level)


def closing(view: View, menu: Offers) -> Iterator[Option]:
    """The way to the nearest foe, if none is in reach and it can neither shoot nor cast."""
    if any(in_reach(view, menu, weapon) for weapon in weapons(menu)):
        return
    if view.foes and fragile(view.me):
        return
    if view.foes and any(weapon not in view.me.unloaded for weapon in menu.shooting()):
        return
    decision = nearest.close_in(view, menu)
    if decision is not None and isinstance(decision.choice, Move):
        gain = CLOSING + 10 * view.persona.aggression
        if walking.exposes(view, menu, decision.choice.to):
            gain -= view.exposure("moving")
        yield Option(decision.choice, gain, decision.reasons[0].words)
