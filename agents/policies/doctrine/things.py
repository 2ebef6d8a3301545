"""Flasks thrown where foes stand close, weapons hacked to pieces, fires put out, nets left, doors on the way opened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies import walking
from agents.policies.base import Offers
from agents.policies.doctrine.fight import bereft, in_reach
from agents.policies.doctrine.option import HUNDRED, Option, blow
from agents.view import View
from sim.events.orders import (
    Attack,
    EscapeNet,
    Extinguish,
    LightTorch,
    Move,
    OpenDoor,
    Prepare,
    ReadyShield,
    Sunder,
    Throw,
)
from sim.grid.bits import of, squares
from sim.grid.changes import door_at, doors
from sim.grid.templates import around
from sim.state.conditions import BURNING, ENTANGLED, GRAPPLING

FLAMES = 350
"""What a round of flames costs."""

FREEDOM = 500
"""What it is worth to be out of a net."""

SPLASH = 150
"""What a splash does, and may bring down; to a friend it counts twice."""

FUSE = 260
LIGHT = 200
SEEKING = 90
DRY_LAND = 150
SUNDERERS = ("two-handed",)


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """All of it."""
    me = view.me
    if me.flags & BURNING and menu.can(Extinguish):
        yield Option(Extinguish(), FLAMES, "puts the flames out")
    if me.flags & ENTANGLED and menu.can(EscapeNet):
        yield from leaving_nets(view, menu)
    if me.flags & GRAPPLING:
        return
    flasks = [name for name in me.held if name in me.weapons and "splash" in me.weapons[name].traits]
    if flasks and menu.can(Attack):
        yield from throwing(view, menu, flasks)
    nets = [name for name in me.held if name in me.weapons and "net" in me.weapons[name].traits]
    if nets and menu.can(Attack):
        yield from netting(view, menu, nets)
    if menu.can(Sunder):
        yield from sundering(view, menu)
    if me.sheet.shield is not None and not me.shield_on and menu.can(ReadyShield):
        yield Option(ReadyShield(), 40 * me.sheet.shield.bonus, f"straps on the {me.sheet.shield.name}")
    if menu.can(Move):
        yield from finding_ways(view, menu)
    ground = view.ground
    if (ground.dark | ground.shadow) >> me.square & 1 and not me.sheet.darkvision:
        for name in me.held:
            for mode in ("tindertwig", "flint"):
                light = LightTorch(name, mode)
                if menu.accepts(light):
                    yield Option(light, LIGHT, f"lights the {name}")


def leaving_nets(view: View, menu: Offers) -> Iterator[Option]:
    """By skill or by strength, whichever is likelier; by neither, if there is no hope."""
    sheet = view.me.sheet
    skill = sheet.skills.get("escape-artist", ((sheet.dexterity or 10) - 10) // 2)
    strength = ((sheet.strength or 10) - 10) // 2
    for mode, dc, bonus in (("slip", 20, skill), ("burst", 25, strength)):
        percent = max(0, min(100, 5 * (21 + bonus - dc)))
        if percent:
            yield Option(EscapeNet(mode), FREEDOM * percent // 100, f"gets out of the net at {percent} %")  # type: ignore[arg-type]


def throwing(view: View, menu: Offers, flasks: list[str]) -> Iterator[Option]:
    """At a foe, with those around it, or at a corner among several; friends in the splash count against it."""
    me, ground = view.me, view.ground
    risk = view.exposure("attack-ranged")
    for flask in flasks:
        fuse = "fuse" in me.weapons[flask].traits
        if fuse and flask not in me.prepared:
            if view.foes and min(foe.distance for foe in view.foes) > 1 and menu.can(Prepare):
                yield Option(Prepare(flask), FUSE - view.exposure("prepare"), f"lights the fuse of the {flask}")
            continue
        if "holy" in me.weapons[flask].traits:
            continue
        corners = 0
        for foe in view.foes:
            near = ground.near(foe.square, foe.span)
            gain = splash(view, near) - (splash(view, ground.footprint(foe.square, foe.span)) if foe.span > 1 else 0)
            order = Attack(foe.id, flask)
            if gain and menu.accepts(order):
                score, words = blow(view, foe, order)
                score += view.strikes(order)[0].hit.times(gain)
                yield Option(order, (score // 2 if fuse else score) - risk, f"{flask}: {words}, and those around it")
            space = ground.footprint(foe.square, foe.span)
            corners |= space | space << 1 | space << ground.stride | space << ground.stride + 1
        best = max(
            ((splash(view, around(ground, corner)), -corner) for corner in squares(corners & ground.inside)),
            default=(0, 0),
        )
        if best[0] > 0:
            score = best[0] // 2 if fuse else best[0]
            words = f"{flask} among {best[0] // SPLASH} foes"
            yield Option(Throw(flask, -best[1]), score * 9 // 10 - risk, words)


def netting(view: View, menu: Offers, nets: list[str]) -> Iterator[Option]:
    """A net over the foe that is free of one."""
    risk = view.exposure("attack-ranged")
    for net in nets:
        for foe in view.foes:
            order = Attack(foe.id, net)
            if not foe.has(ENTANGLED) and menu.accepts(order):
                chance = view.strikes(order)[0].hit
                gain = chance.times(FREEDOM) - risk
                yield Option(order, gain, f"a net for {foe.id} at {chance.percent} %")


def splash(view: View, bits: int) -> int:
    """What a splash over these squares is worth."""
    ground = view.ground
    foes = sum(1 for foe in view.foes if ground.footprint(foe.square, foe.span) & bits)
    friends = sum(1 for one in (*view.friends, view.me) if ground.footprint(one.square, one.span) & bits)
    return SPLASH * (foes - 2 * friends)


def sundering(view: View, menu: Offers) -> Iterator[Option]:
    """A heavy blow at a weapon, by those who are trained for it or strike with both hands."""
    me = view.me
    trained = "improved-sunder" in me.sheet.feats
    for name in menu.melee()[:-1]:
        if not trained and me.weapons[name].category not in SUNDERERS:
            continue
        for foe in in_reach(view, menu, name):
            for thing in foe.held[:1]:
                order = Sunder(name, thing, foe.id)
                if not menu.accepts(order):
                    continue
                chance = view.success(order)
                risk = 0 if trained else view.threat(foe.id)
                gain = chance.times(bereft(view, foe, order) + 40 * foe.figure.sheet.worth)
                words = f"breaks the {thing} of {foe.id} at {chance.percent} %"
                yield Option(order, gain - risk, f"{words}, risking {risk // HUNDRED}" if risk else words)


def finding_ways(view: View, menu: Offers) -> Iterator[Option]:
    """Out of the water and off the rock; where nobody is seen, through the doors that are shut."""
    ground, me = view.ground, view.me
    if ground.has_depths and (ground.water | ground.cliffs) >> me.square & 1:
        way = walking.ashore(view, menu)
        if way is not None:
            yield Option(way, DRY_LAND, f"makes for {ground.name(way.to)}")
            return
    if view.foes or not ground.has_doors:
        return
    shut = [(square, side) for square, side in doors(ground) if door_at(ground, square, side) == "door"]
    for square, side in shut:
        order = OpenDoor(square, side)  # type: ignore[arg-type]
        if menu.accepts(order):
            yield Option(order, SEEKING, f"opens the door at {ground.name(square)}")
            return
    beside = of(near for square, _ in shut for near in squares(ground.near(square, 1) | 1 << square))
    if beside and (step := walking.towards(view, menu, beside)) is not None:
        yield Option(step, SEEKING // 2, "goes to a door that is shut")
