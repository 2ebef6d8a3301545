"""Being ready: on its feet, armed and loaded; tending friends, and finishing the helpless or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies.base import Offers
from agents.policies.doctrine.option import Option
from agents.view import View
from sim.events.orders import (
    CoupDeGrace,
    Draw,
    Drop,
    FirstAid,
    FreeSelf,
    Move,
    PickUp,
    Realign,
    Reload,
    StandUp,
)
from sim.state.conditions import DOWN, DYING, GRAPPLING, HELPLESS, MISALIGNED, PINNED, PRONE, SHIELD_OUT

RISING = 420
ARMING = 600
LOADING = 350
FREEING = 250
COVERING = 100
AT_HAND = 4
"""Squares to the nearest foe within which nobody looks after the fallen, friend or foe."""

MERCIFUL = 5
"""Mercy from which on nobody helpless is killed."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """All of it."""
    me = view.me
    if me.flags & GRAPPLING:
        return
    if me.flags & PRONE:
        risk = view.exposure("stand-up")
        yield Option(StandUp(), RISING - risk // 2, f"gets up, risking {risk // 100}")
    yield from arming(view, menu)
    yield from recovering(view, menu)
    for weapon in me.unloaded:
        if weapon in me.held:
            yield Option(Reload(weapon), LOADING - view.exposure("load-light"), f"loads the {weapon}")
    yield from finishing(view, menu)
    yield from tending(view, menu)


def arming(view: View, menu: Offers) -> Iterator[Option]:
    """A weapon into the hand, from the belt or the ground; what hinders it is let go."""
    me = view.me
    if menu.armed() or not view.foes:
        return
    shoots = [weapon for weapon in menu.shooting() if me.weapons[weapon].category == "ranged"]
    near = min(foe.distance for foe in view.foes)
    if shoots and near > 1:
        return
    blades = [name for name in me.items if me.weapons[name].category != "ranged"]
    for name in blades:
        draw = Draw(name)
        if menu.accepts(draw):
            yield Option(draw, ARMING, f"draws the {name}, a foe being {near} squares away")
    if blades and shoots and menu.can(Move):
        yield Option(Drop(shoots[0]), ARMING - 50, f"lets go of the {shoots[0]} to draw the {blades[0]}")
    for name, square in view.lying():
        if name in me.weapons and view.ground.distance(me.square, me.span, square, 1) <= 1:
            risk = view.exposure("pick-up")
            yield Option(PickUp(name), ARMING - 100 - risk // 2, f"picks up the {name}, risking {risk // 100}")


def recovering(view: View, menu: Offers) -> Iterator[Option]:
    """What has been knocked out of line is brought back; who is pinned to something frees himself."""
    me = view.me
    if me.flags & MISALIGNED:
        yield Option(Realign("weapon"), ARMING, "brings its weapon into line again")
    if me.flags & SHIELD_OUT:
        yield Option(Realign("shield"), COVERING, "brings its shield into line again")
    if me.flags & PINNED and not me.grapplers:
        yield Option(FreeSelf("pin"), FREEING, "frees itself from what pins it")


def finishing(view: View, menu: Offers) -> Iterator[Option]:
    """A killing blow for the helpless: those who may rise again soon, and the fallen, with no foe at hand."""
    mercy = view.persona.mercy
    if mercy >= MERCIFUL or not menu.can(CoupDeGrace):
        return
    risk = -1
    for foe in (*view.foes, *view.fallen):
        if foe.distance > 1 or not foe.has(HELPLESS):
            continue
        if risk < 0:
            risk = view.exposure("coup-de-grace")
        fallen = foe.has(DOWN)
        if fallen and at_hand(view):
            continue
        gain = (60 if fallen else 250) * (MERCIFUL - mercy) - risk
        for weapon in menu.melee():
            order = CoupDeGrace(foe.id, weapon)
            if menu.accepts(order):
                state = "is down" if fallen else "is helpless"
                yield Option(order, gain, f"{foe.id} {state}, and mercy is {mercy} of 10")
                break


def at_hand(view: View) -> bool:
    """Is a foe so near that the fallen must wait?"""
    near = view.nearest()
    return near is not None and near.distance <= AT_HAND


def tending(view: View, menu: Offers) -> Iterator[Option]:
    """First aid for a dying friend beside it, if no foe is at hand."""
    dying = [friend for friend in view.friends if friend.flags & DYING]
    if not dying or not menu.can(FirstAid) or at_hand(view):
        return
    me, ground = view.me, view.ground
    for friend in dying:
        if ground.distance(me.square, me.span, friend.square, friend.span) <= 1:
            risk = view.exposure("first-aid")
            left = friend.hit_points + 10
            gain = 50 * view.persona.mercy + 20 * (10 - left) - risk
            yield Option(FirstAid(friend.id), gain, f"{friend.id} will be dead in {left} rounds or so")
