"""
``nearest`` (P1): attacks whatever foe is nearest, and goes to it when none is in reach.

It stands up, draws and loads first; it charges when it can, else walks by a way that exposes it least; it takes every
opportunity. What it does not see it looks for where its side saw it last or where it hears it, and strikes at a square
when half of those where that may be are in reach.
"""

from __future__ import annotations

from agents.policies import walking
from agents.policies.base import Offers, because
from agents.view import Foe, View
from sim.dice.sources import Stream
from sim.events.orders import (
    Attack,
    Charge,
    Choose,
    Decision,
    Draw,
    End,
    FullAttack,
    Grapple,
    Move,
    Order,
    Pass,
    Reload,
    StandUp,
)
from sim.grid.bits import squares
from sim.state.conditions import GRAPPLING, PRONE

NAME = "nearest"
_STAND = StandUp()
_DONE = because(End(), NAME, "nothing more to do this turn")


def choose(view: View, menu: Offers, stream: Stream) -> Decision:
    """Decide."""
    if view.question is not None:
        return answer(menu)
    if menu.can(Attack):
        found = fight(view, menu)
        if found is None and menu.armed() and view.nearest() is None:
            found = grope(view, menu, stream)
        if found is not None:
            return found
    if menu.can(Move):
        found = close_in(view, menu)
        if found is not None:
            return found
    return _DONE


def answer(menu: Offers) -> Decision:
    """Strike at every opportunity; else the first thing that the rule proposes."""
    for choice in menu:
        if type(choice) is Attack:
            return because(choice, NAME, f"an opportunity to strike at {choice.target}")
        if type(choice) is Pass:
            return because(choice, NAME, "nothing to strike with")
        return because(choice, NAME, f"first of the options: {choice.option}" if type(choice) is Choose else "first")
    raise AssertionError("a question without an answer")


def fight(view: View, menu: Offers) -> Decision | None:
    """An attack from where it stands, or what must come before one."""
    me = view.me
    if me.flags & GRAPPLING:
        return wrestle(menu)
    if me.flags & PRONE and menu.accepts(_STAND):
        return because(_STAND, NAME, "gets up first")
    weapons = menu.melee()
    if menu.armed():
        weapons = weapons[:-1] or weapons
    elif (not menu.shooting() or beset(view)) and (found := arm(view, menu)) is not None:
        return found
    for weapon in weapons:
        foe = view.among(menu.struck(weapon))
        if foe is not None and (found := attack(menu, foe, weapon)) is not None:
            return found
    for weapon in menu.shooting():
        if weapon in me.unloaded:
            order = Reload(weapon)
            if menu.accepts(order):
                return because(order, NAME, f"loads the {weapon}")
            continue
        foe = view.nearest()
        if foe is not None and (found := attack(menu, foe, weapon)) is not None:
            return found
    return None


def attack(menu: Offers, foe: Foe, weapon: str) -> Decision | None:
    """As many attacks as the turn still has."""
    order: Order
    if menu.several(weapon):
        order = FullAttack(foe.id, weapon)
        if menu.accepts(order):
            return because(order, NAME, f"all attacks on {foe.id}, {foe.distance} squares away", 2)
    order = Attack(foe.id, weapon)
    if menu.accepts(order):
        return because(order, NAME, f"{foe.id} is {foe.distance} squares away", 1)
    return None


def wrestle(menu: Offers) -> Decision | None:
    """In a grapple: strike if a weapon allows it, else hurt by main force, else get free."""
    for kind in (Attack, FullAttack):
        for order in menu.of(kind):
            if order.how == "strike":
                return because(order, NAME, f"strikes in the grapple at {order.target}")
    for option in ("damage", "escape"):
        for order in menu.of(Grapple):
            if order.option == option:
                return because(order, NAME, f"in a grapple: {option}")
    return None


def beset(view: View) -> bool:
    """Is a foe beside it?"""
    return view.beset(view.ground.near(view.me.square, view.me.span))


def arm(view: View, menu: Offers) -> Decision | None:
    """Take a weapon in hand, if one is free for it."""
    me = view.me
    for name in me.items:
        if me.weapons[name].category == "ranged":
            continue
        draw = Draw(name)
        if menu.accepts(draw):
            return because(draw, NAME, f"draws the {name}")
    return None


def close_in(view: View, menu: Offers) -> Decision | None:
    """Charge the nearest foe, or go to it; look for one where it is heard if none is seen."""
    if view.me.flags & PRONE and menu.accepts(_STAND):
        return because(_STAND, NAME, "gets up")
    weapon = menu.melee()[0]
    if view.beset(menu.struck(weapon)):
        return None
    if view.ground.has_depths and (way := walking.ashore(view, menu)) is not None:
        return because(way, NAME, f"makes for {view.ground.name(way.to)}")
    foe = view.nearest()
    if foe is None:
        return search(view, menu)
    if menu.can(Charge):
        for lane in menu.lanes(foe.id, weapon):
            charge = Charge(foe.id, lane, weapon)
            if menu.accepts(charge):
                return because(charge, NAME, f"{foe.id} is {foe.distance} squares away and the lane is open")
    step = walking.towards(view, menu, menu.stands(foe.id, weapon))
    if step is not None:
        return because(step, NAME, f"goes to {foe.id}, {foe.distance} squares away")
    return None


def search(view: View, menu: Offers) -> Decision | None:
    """Go where a foe was seen last, or where it may have gone since; else to where one is heard."""
    name = view.ground.name
    for memory in view.remembered():
        may_be = view.may_be(memory)
        step = walking.towards(view, menu, may_be & 1 << memory.square or may_be)
        if step is not None:
            seen = f"sees {memory.who}" if memory.by else f"saw {memory.who} {memory.ago} rounds ago"
            return because(step, NAME, f"{memory.by or 'its side'} {seen} at {name(memory.square)}")
    for middle in view.noises():
        step = walking.towards(view, menu, 1 << middle)
        if step is not None:
            return because(step, NAME, f"looks for the foe heard near {name(middle)}")
    return None


def grope(view: View, menu: Offers, stream: Stream) -> Decision | None:
    """Strike at one of the squares where an unseen foe may be, if at least half of them are in reach."""
    weapon = menu.melee()[0]
    reach = menu.struck(weapon)
    for who, places in view.guesses():
        near = places & reach
        if near and 2 * near.bit_count() >= places.bit_count():
            square = tuple(squares(near))[stream.below(near.bit_count())]
            order = Attack(who, weapon, square=square)
            if menu.accepts(order):
                return because(order, NAME, f"{who} is heard, and may be at {view.ground.name(square)}", 1)
    return None
