"""
Who stands between whom (d20.flanking.geometry).

A line between the centers of the two attackers passes through opposite borders of the target's whole space, corners
included. A flanker larger than one square flanks when the test holds from the center of any one of its squares.
"""

from __future__ import annotations

from functools import lru_cache

from sim.grid import bits as bitset
from sim.grid.reach import within
from sim.grid.terrain import Ground


def flanks(ground: Ground, attacker: int, span: int, ally: int, ally_span: int, target: int, target_span: int) -> bool:
    """Whether attacker and ally have the target between them; the same for both."""
    if span == 1 and ally_span == 1:
        return _between(ground, attacker, ally, target, target_span)
    return any(
        _between(ground, a, b, target, target_span)
        for a in bitset.squares(ground.footprint(attacker, span))
        for b in bitset.squares(ground.footprint(ally, ally_span))
    )


def _between(ground: Ground, a: int, b: int, target: int, span: int) -> bool:
    """The test for two squares."""
    stride = ground.stride
    y, x = divmod(target, stride)
    ay, ax = divmod(a, stride)
    by, bx = divmod(b, stride)
    return _crossing(ax - x, ay - y, bx - x, by - y, span)


@lru_cache(maxsize=1 << 14)
def _crossing(ax: int, ay: int, bx: int, by: int, span: int) -> bool:
    """The same for columns and rows from the target; in half squares from its corner, centers are odd."""
    ax, ay, bx, by = 2 * ax + 1, 2 * ay + 1, 2 * bx + 1, 2 * by + 1
    return _spans(ax, ay, bx, by, 2 * span) or _spans(ay, ax, by, bx, 2 * span)


def opposite(ground: Ground, attacker: int, target: int, reach: int) -> int:
    """Of the squares so near to a target of one square, those from which it is flanked with this attacker."""
    key = "opposite", attacker, target, reach
    found: int | None = ground.memo.get(key)
    if found is None:
        stride = ground.stride
        y, x = divmod(target, stride)
        ay, ax = divmod(attacker, stride)
        found = bitset.moved(_opposite(ax - x, ay - y, reach, stride), target - reach * (stride + 1))
        found = ground.keep(key, found & within(ground, target, 1, reach))
    return found


@lru_cache(maxsize=1 << 14)
def _opposite(dx: int, dy: int, reach: int, stride: int) -> int:
    """The same of an attacker so many columns and rows from the target, which is ``reach`` of both from the corner."""
    near = range(-reach, reach + 1)
    return bitset.of((y + reach) * stride + x + reach for y in near for x in near if _crossing(dx, dy, x, y, 1))


def _spans(ax: int, ay: int, bx: int, by: int, size: int) -> bool:
    """Whether the segment crosses both borders x = 0 and x = size with y from 0 to size."""
    if ax > bx:
        ax, ay, bx, by = bx, by, ax, ay
    if ax > 0 or bx < size:
        return False
    run, rise = bx - ax, by - ay
    return all(0 <= ay * run + rise * (border - ax) <= size * run for border in (0, size))


def flanking_squares(
    ground: Ground, ally: int, ally_span: int, target: int, target_span: int, span: int, reach: int = 1
) -> int:
    """
    Anchors on the map from where an attacker of this span, at most ``reach`` squares from the target, flanks it with
    the ally.

    Ground that cannot be stood on is not left out.
    """
    key = "flanking", ally, ally_span, target, target_span, span, reach
    found: int | None = ground.memo.get(key)
    if found is None:
        y, x = divmod(target, ground.stride)
        found = 0
        for row in range(max(0, y - reach - span + 1), min(ground.height - span + 1, y + target_span + reach)):
            for column in range(max(0, x - reach - span + 1), min(ground.width - span + 1, x + target_span + reach)):
                anchor = row * ground.stride + column
                if (
                    0 < ground.distance(anchor, span, target, target_span) <= reach
                    or (reach == 2 and ground.distance(anchor, span, target, target_span) == 3)
                ) and flanks(ground, anchor, span, ally, ally_span, target, target_span):
                    found |= 1 << anchor
        ground.keep(key, found)
    return found
