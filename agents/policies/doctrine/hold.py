"""Holding a choke point: whoever is outnumbered stands where few can come at it, and lets them come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies import walking
from agents.policies.base import Offers
from agents.policies.doctrine.fight import in_reach
from agents.policies.doctrine.option import HUNDRED, Option, weapons
from agents.view import Foe, View
from sim.events.orders import Attack, End, Move, Ready, Trigger
from sim.grid.bits import covered, squares
from sim.grid.graph import choke_points
from sim.grid.movement import flood, squeezed_span
from sim.grid.terrain import Ground
from sim.state.conditions import GRAPPLING, HELPLESS, MOUNTED, PRONE

PATIENCE = 15
"""Percent by which it is less worth with each round in which they may have thought better of it."""

PLACES = 4
"""How many choke points are considered, the nearest first."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """To a choke point in reach, or to stay in one, with a blow ready for the first who comes."""
    me, ground = view.me, view.ground
    if me.span > 1 or me.flags & (GRAPPLING | PRONE | MOUNTED) or not ground.has_walls:
        return
    if any(me.weapons[name].category == "ranged" for name in menu.shooting()):
        return
    comers = [foe for foe in view.foes if not foe.has(HELPLESS)]
    own = 1 + sum(1 for friend in view.friends if friend.can_act)
    if len(comers) <= own or any(foe.shoots or foe.figure.sheet.caster is not None for foe in comers):
        return
    if any(in_reach(view, menu, weapon) for weapon in weapons(menu)):
        return
    share = HUNDRED - PATIENCE * view.round
    if share <= 0:
        return
    each = max(view.threat(foe.id) for foe in comers) * share // HUNDRED
    chokes = chokes_of(ground)
    if chokes >> me.square & 1:
        few = min(len(comers), sides(ground, me.square, comers))
        yield from stays(view, menu, (len(comers) - few) * each, f"where {few} of {len(comers)} can come at it")
        return
    held = next((friend for friend in view.friends if friend.can_act and chokes >> friend.square & 1), None)
    if held is not None:
        behind = ground.inside & ~reached(ground, held.square, comers)
        spared = len(comers) * each // 2
        if behind >> me.square & 1:
            yield from stays(view, menu, spared, f"behind {held.id}")
        elif menu.can(Move) and (near := behind & menu.places(Move) & ground.near(held.square, 1)):
            place = menu.area(menu.speed()).cheapest(near)
            risk = view.exposure("moving") if walking.exposes(view, menu, place) else 0
            yield Option(Move(place), spared - risk, f"falls back behind {held.id}, who holds the way")
        return
    if menu.can(Move):
        yield from stands(view, menu, chokes & menu.places(Move), comers, each)


def stays(view: View, menu: Offers, score: int, words: str) -> Iterator[Option]:
    """Where it is, with a blow ready for the first who comes."""
    weapon = weapons(menu)[0]
    words = f"holds {view.ground.name(view.me.square)}, {words}"
    yield Option(Ready(Attack("it", weapon), Trigger("comes-into-reach")), score, f"{words}, ready to strike")
    yield Option(End(), score - 1, words)


def stands(view: View, menu: Offers, chokes: int, comers: list[Foe], each: int) -> Iterator[Option]:
    """To where fewer can come at it than here."""
    ground, area = view.ground, menu.area(menu.speed())
    many = min(len(comers), sides(ground, view.me.square, comers))
    for place in sorted(squares(chokes), key=lambda at: (area.halves(at), at))[:PLACES]:
        few = min(len(comers), sides(ground, place, comers))
        if 0 < few < many:
            risk = view.exposure("moving") if walking.exposes(view, menu, place) else 0
            words = f"makes a stand at {ground.name(place)}, where {few} of {len(comers)} can come at it, not {many}"
            yield Option(Move(place), (many - few) * each - risk, words)


def chokes_of(ground: Ground) -> int:
    """The choke points of a map, found once."""
    found: int | None = ground.memo.get("chokes")
    return ground.keep("chokes", choke_points(ground)) if found is None else found


def sides(ground: Ground, place: int, comers: list[Foe]) -> int:
    """From how many squares beside a place these foes could come at it, if nobody gets past it."""
    return (reached(ground, place, comers) & ground.near(place, 1)).bit_count()


def reached(ground: Ground, barred: int, comers: list[Foe]) -> int:
    """The squares that the nearest of these foes may come to take up without passing this place."""
    first = min(comers, key=lambda foe: foe.distance)
    far = 4 * (ground.width + ground.height)
    area = flood(ground, first.square, first.span, far, blocked=1 << barred, squeeze=first.span > 1)
    return covered(area.reached, first.span, ground.stride) | covered(
        area.squeezed, squeezed_span(first.span), ground.stride
    )
