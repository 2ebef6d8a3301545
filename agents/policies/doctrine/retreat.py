"""
Giving way: who is hurt or outmatched strikes and steps back, withdraws to friends or off the map, gives up, or at the
last only defends itself. A leader in sight makes others bear more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.perception import sees
from agents.policies.base import Offers
from agents.policies.doctrine.option import HUNDRED, Option
from agents.policies.doctrine.roles import leads
from agents.view import View, band
from sim.events.orders import Attack, Grapple, Leave, Move, Step, Surrender, TotalDefense, Withdraw
from sim.grid.bits import lowest
from sim.grid.reach import rings, within
from sim.state.conditions import GRAPPLING, GRIPPING, HOSTAGE
from sim.state.creature import Creature

BORDER = 4
"""Squares of distance that the edge of the map is worth."""

CLEAR = 2
"""Squares within which a foe spoils that."""

COMPANY = 3
"""Squares of distance that it is worth to stand beside a friend who is in no melee himself."""

RALLY = 12
"""What a leader within so many squares adds to the fear that others bear."""

WAVERING = 70
"""Percent of the fear that it bears from which on it steps back after its blows."""

STRETCH = 30
"""What each square between itself and the nearest foe is worth."""

AT_THE_NECK = 600
"""What it is worth to give up with a blade at one's neck."""

STEP = 60
"""What it is worth to be out of reach at the end of the turn."""

URGENCY = 12
"""What each point of fear beyond the threshold is worth."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """Ways out, once fear is greater than what it can bear."""
    if not view.foes:
        return
    if view.me.flags & HOSTAGE:
        yield Option(
            Surrender(), AT_THE_NECK + 60 * (view.persona.caution - view.persona.aggression), "a blade at its neck"
        )
    fear, words = dread(view)
    if HUNDRED * fear <= WAVERING * steadiness(view, leaning):
        return
    bearable = bears(view, leaning)
    if view.orders and HUNDRED * fear > WAVERING * bearable and not menu.can(Attack):
        yield from back(view, menu, words)
    if fear <= bearable:
        return
    urge = URGENCY * (fear - bearable) + 300
    if view.me.flags & GRIPPING:
        for grip in view.me.conditions:
            if grip.name == "gripping":
                yield Option(Grapple("release", grip.other), urge + 500, f"lets go of {grip.other}: {words}")
    if menu.accepts(leave := Leave()):
        yield Option(leave, urge + 400, f"leaves the field: {words}")
    else:
        yield from away(view, menu, urge, words)
    beside = [foe for foe in view.foes if foe.distance <= 1]
    if beside:
        yield Option(TotalDefense(), urge // 3, f"only defends itself: {words}")
        if view.persona.wits >= 2 and fear > bearable + 40:
            yield Option(Surrender(), urge - 200 + 20 * (5 - view.persona.discipline), f"gives up: {words}")


def wavers(view: View) -> bool:
    """Is its fear such that it steps back after its blows?"""
    fear = HUNDRED * dread(view)[0]
    return fear > WAVERING * steadiness(view, False) and fear > WAVERING * bears(view, False)


def dread(view: View) -> tuple[int, str]:
    """How dire things look, 0 to 100 and more, and in words: own wounds, friends lost, odds of numbers."""
    hurt = 15 * band(view.me)
    lost, all_ = view.losses()
    own, theirs = view.odds_of_numbers()
    odds = min(40, 10 * theirs // max(1, own)) if theirs > own else 0
    words = f"own wounds {band(view.me)} of 4, {lost} of {all_} friends lost, hit dice {own} to {theirs}"
    return hurt + 25 * lost // all_ + odds, words


def bears(view: View, leaning: bool) -> int:
    """The fear that it bears without giving way, with a leader in sight or without one."""
    led = any(leads(view, friend) and friend.can_act and near(view, friend) for friend in view.friends)
    return steadiness(view, leaning, RALLY if led else 0)


def steadiness(view: View, leaning: bool, rally: int = 0) -> int:
    """What it bears by nature, and so much more; caution lowers it, aggression and discipline raise it."""
    persona = view.persona
    base = 95 - 6 * persona.caution + 2 * persona.aggression + 3 * persona.discipline + rally
    return base // 3 if leaning else base


def near(view: View, friend: Creature) -> bool:
    """Is a friend within ``RALLY`` squares, and to be seen?"""
    me, ground = view.me, view.ground
    gap = ground.distance(me.square, me.span, friend.square, friend.span)
    return gap <= RALLY and sees(ground, me, friend)


def back(view: View, menu: Offers, words: str) -> Iterator[Option]:
    """A 5-foot step out of everybody's reach, once it has struck: they have to come after it."""
    places = menu.places(Step) & ~menu.danger()
    if places and menu.beset():
        havens = safety(view)
        _, best = max((worth, found) for worth, at in havens.items() if (found := at & places))
        place = lowest(best)
        yield Option(Step(place), STEP, f"has struck, and steps back to {view.ground.name(place)}: {words}")


def away(view: View, menu: Offers, urge: int, words: str) -> Iterator[Option]:
    """The place that is farthest from all foes; on the border, if it can get there."""
    me, ground = view.me, view.ground
    if me.flags & GRAPPLING:
        return
    havens = safety(view)
    now = next(worth for worth, places in havens.items() if places >> me.square & 1)
    for kind in (Withdraw, Move):
        places = menu.places(kind)
        safe = menu.safe_places(kind) if places else 0
        for pool in (safe, places & ~safe):
            worth, best = max(
                [(worth, found) for worth, places in havens.items() if (found := places & pool)] or [(0, 0)]
            )
            if worth > now:
                place = lowest(best)
                beset = kind is Move and menu.beset()
                exposed = view.exposure("moving") if beset or pool != safe else 0
                verb = "withdraws" if kind is Withdraw else "goes"
                gain = urge + (50 if kind is Withdraw else 0) + STRETCH * worth - exposed
                risk = f", exposed for {exposed // 100}" if exposed else ""
                yield Option(kind(place), gain, f"{verb} to {ground.name(place)}{risk}: {words}")


def safety(view: View) -> dict[int, int]:
    """
    The places on the map by how safe they are: the distance from the nearest foe, and more on the edge, or beside
    friends whom nobody besets.
    """
    ground, borders, near = view.ground, view.borders, 0
    for foe in view.foes:
        near |= ground.footprint(foe.square, foe.span)
    for _ in range(view.me.span - 1):
        near |= near >> 1
        near = (near | near >> ground.stride) & ground.inside
    found: dict[int, int] = {}
    company = friendly(view)
    for gap, ring in enumerate(rings(ground, near, 1)):
        edge = ring & borders if gap > CLEAR else 0
        beside = ring & company & ~edge if gap > CLEAR else 0
        for worth, places in ((gap, ring & ~edge & ~beside), (gap + COMPANY, beside), (gap + BORDER, edge)):
            found[worth] = found.get(worth, 0) | places
    return found


def friendly(view: View) -> int:
    """The squares around friends who can act and are in no melee."""
    ground, company = view.ground, 0
    for friend in view.friends:
        around = within(ground, friend.square, friend.span, 2)
        if friend.can_act and not view.beset(ground.near(friend.square, friend.span)):
            company |= around
    return company
