"""
The squares of a spell's area, from what its caster aims at.

Decided: an area around a creature is measured from the borders of its space. A cone points in that of the eight
directions that comes nearest to the square aimed at, from the first corner of the caster's space on that side from
where it takes that square in. A line runs from a corner of the caster's space to one of the square aimed at: along a
row or column if one of those takes the square in, else the first that does.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.grid import bits as bitset
from sim.grid.sight import corners, line_of_effect
from sim.grid.templates import Direction, around, bolt, burst, cone, cylinder, emanation, spread
from sim.grid.terrain import Ground
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.tables.spells import Spell


def covered(battle: Battle, caster: Creature, spell: Spell, level: int, to: int) -> int:
    """The squares that a spell fills, as a bit set; ``to`` is what it is aimed at."""
    area, ground = spell.area, battle.ground
    if area is None:
        return 0
    size = area.size.at(level) // 5
    if area.shape == "cone":
        return fan(ground, caster, to, size)
    if area.shape == "line":
        return ray(ground, caster, to, size)
    if area.origin != "point":
        center = caster if area.origin == "caster" else next(iter(battle.occupants(1 << to)), caster)
        if area.shape != "spread":
            return emanation(ground, center.square, center.span, size)
        whole = 0
        for corner in corners(ground, center.square, center.span):
            whole |= spread(ground, corner, size, sent_from(battle, center, corner))
        return whole
    source = sent_from(battle, caster, to)
    if area.shape == "cylinder":
        return cylinder(ground, to, size)
    return (spread if area.shape == "spread" else burst)(ground, to, size, source)


def sent_from(battle: Battle, caster: Creature, to: int) -> int:
    """Of the squares that meet at a point, those from which an effect comes: its caster has line of effect to them."""
    ground = battle.ground
    squares = bitset.squares(around(ground, to))
    height = caster.sheet.height
    return bitset.of(s for s in squares if line_of_effect(ground, caster.square, caster.span, s, 1, height))


def direction(caster: Creature, to: int, stride: int) -> Direction:
    """The nearest of the eight directions from a creature to a square."""
    y, x = divmod(caster.square, stride)
    row, column = divmod(to, stride)
    across, down = 2 * (column - x) + 1 - caster.span, 2 * (row - y) + 1 - caster.span
    east, south = (across > 0) - (across < 0), (down > 0) - (down < 0)
    if abs(across) > 2 * abs(down):
        return east, 0
    if abs(down) > 2 * abs(across):
        return 0, south
    return east, south


def fan(ground: Ground, caster: Creature, to: int, length: int) -> int:
    """The squares of a cone."""
    east, south = way = direction(caster, to, ground.stride)
    span, stride = caster.span, ground.stride
    edge = range(span + 1)
    rows = edge if not south else (span if south > 0 else 0,)
    columns = edge if not east else (span if east > 0 else 0,)
    source = ground.footprint(caster.square, span)
    found = [cone(ground, caster.square + y * stride + x, way, length, source) for y in rows for x in columns]
    return next((bits for bits in found if bits >> to & 1), found[0])


def ray(ground: Ground, caster: Creature, to: int, length: int) -> int:
    """The squares of a line; one that starts across the caster's own space is the last choice."""
    own = ground.footprint(caster.square, caster.span)

    def slants(corner: int, end: int) -> bool:
        (y, x), (end_y, end_x) = divmod(corner, ground.stride), divmod(end, ground.stride)
        return x != end_x and y != end_y

    found = [
        (bool(bits & own), slants(corner, end), bits & ~own)
        for corner in corners(ground, caster.square, caster.span)
        for end in corners(ground, to, 1)
        if corner != end
        for bits in (bolt(ground, corner, end, length, own),)
    ]
    found.sort(key=lambda choice: choice[:2])
    return next((bits for *_, bits in found if bits >> to & 1), found[0][2])


def aims(battle: Battle, caster: Creature, spell: Spell, level: int) -> Iterator[int]:
    """
    Where a caster might sensibly aim an area: at each enemy's squares, or the intersections at their corners.

    Lowest first; only where somebody would be in it.
    """
    area, ground = spell.area, battle.ground
    if area is None:
        return
    foes = battle.enemies_mask(caster.side)
    found: set[int] = set()
    for square in bitset.squares(foes):
        if area.shape in ("cone", "line"):
            found.add(square)
        else:
            found |= {square, square + 1, square + ground.stride, square + ground.stride + 1}
    for to in sorted(found):
        if ground.inside >> to & 1 and covered(battle, caster, spell, level, to) & foes:
            yield to
