"""
How far a creature gets, at what price, and by which path.

Costs are counted in half squares, which makes the 1-2-1-2 count of diagonals exact: an orthogonal step is 2 halves, a
diagonal 3, doubled for every doubling of the ground entered (d20.move.diagonals, d20.terrain.difficult,
d20.terrain.multiple-doubling). A price in squares is ``(parity + halves) // 2``, where ``parity`` is the half that
earlier diagonals of the turn left pending. A flood keeps one set of squares per cost and spreads it by shifts: an exact
Dijkstra on bits.

What else a step must respect:

- no diagonal past a hard corner, a solid square or a wall on a border (d20.move.corner); creatures and pits are no
  corners;
- one square uphill doubles the cost, two or more cannot be walked; a place is as high as its highest square, and none
  spans more than one square of height;
- a low wall on a border costs 2 squares besides the square beyond, a barricade that fills a square doubles it
  (d20.terrain.obstacle);
- a space larger than a square pays the worst of the squares that it newly covers, and needs both shoulders of a
  diagonal free.

Squeezing (d20.squeeze.*): a creature squeezes where its normal space does not fit, and only there. It then takes half
its span (rounded up), each step at double cost. A step into the gap starts from any such part of its normal space, a
step out of it ends in any. Going through a gap therefore never beats walking round it in the open.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import NamedTuple

from sim.grid.bits import covered, fitting, lowest, moved, squares, touching
from sim.grid.sight import Blockers, line, stopping
from sim.grid.terrain import Borders, Ground

_KEPT = 64
"""Gaits over hindered squares that a ground keeps."""

_FAR = 2000
"""Squares north of a flood from which on it pays to leave them out."""


class Gait(NamedTuple):
    """
    The legal steps of one kind of mover. ``fit``: where its footprint may stand. ``steps``: by ascending ``delta``,
    each with its
    ``(halves, from where)``; ``legal``: all those together. ``plain``, when the cost of a step depends on the square
    entered alone: by doubling ``(entered, straight cost, diagonal cost)``. ``bare``: no step is barred but by where it
    ends.
    """

    fit: int
    steps: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
    legal: tuple[int, ...]
    plain: tuple[tuple[int, int, int], ...]
    bare: bool
    dearest: int
    by_delta: dict[int, tuple[tuple[int, int], ...]]

    def halves(self, start: int, goal: int) -> int | None:
        """Cost of one step, or None where there is no such step."""
        for halves, mask in self.by_delta.get(goal - start, ()):
            if mask >> start & 1:
                return halves
        return None


def gait(ground: Ground, span: int, *, swimmer: bool, narrow: bool, hindered: int = 0, squeezed: bool = False) -> Gait:
    """
    The steps of a mover: ``narrow`` may enter crevices, ``hindered`` squares and being ``squeezed`` double once more.
    """
    key = "gait", span, swimmer, narrow, squeezed
    if not hindered:
        found: Gait | None = ground.memo.get(key)
        return found or ground.keep(key, _gait(ground, span, swimmer, narrow, 0, squeezed))
    kept: dict[tuple[object, ...], Gait] = ground.memo.get("hindered") or ground.keep("hindered", {})
    found = kept.get((*key, hindered))
    if found is None:
        if len(kept) >= _KEPT:
            kept.clear()
        found = kept[(*key, hindered)] = _gait(ground, span, swimmer, narrow, hindered & ground.inside, squeezed)
    return found


def _gait(ground: Ground, span: int, swimmer: bool, narrow: bool, hindered: int, squeezed: bool) -> Gait:
    stride = ground.stride
    closed = ground.solid | ground.pits | ground.cliffs
    if not swimmer:
        closed |= ground.water
    if not narrow:
        closed |= ground.narrow
    hard_fit = fitting(ground.inside & ~ground.solid, span, stride) & ~_split(ground, span)
    fit = fitting(ground.inside & ~closed, span, stride) & hard_fit
    heights = _heights(ground, span)
    if len(heights) > 1:
        fit &= reduce(or_, (at & fitting(ground.higher(height - 1), span, stride) for height, at in heights.items()))
    doubled = _doublings(ground, hindered, squeezed)
    old = {y * stride + x for y in range(span) for x in range(span)}
    steps: list[tuple[int, tuple[tuple[int, int], ...]]] = []
    legals: list[int] = []
    bare = not ground.solid and not any(ground.shut)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            delta = dy * stride + dx
            if not delta:
                continue
            legal = moved(fit, -delta) & ground.inside
            walls, fences = (
                _crossed(ground.shut, span, dx, dy, stride),
                _crossed(ground.low_borders, span, dx, dy, stride),
            )
            legal &= ~walls
            if dx and dy:
                legal &= moved(hard_fit, -dx) & moved(hard_fit, -dy * stride)
            steep = 0
            if len(heights) > 1:
                level = 0
                for height, at in heights.items():
                    steep |= at & moved(heights.get(height + 1, 0), -delta)
                    level |= at & moved(heights.get(height - 1, 0) | at, -delta)
                legal &= steep | level
            fresh = [offset + delta for offset in old if offset + delta not in old]
            hits = [legal] + [reduce(or_, (moved(bits, -offset) for offset in fresh)) & legal for bits in doubled] + [0]
            costs: dict[int, int] = {}
            for doublings in range(len(hits) - 1):
                exact = hits[doublings] & ~hits[doublings + 1]
                for hill, slope in ((0, exact & ~steep), (1, exact & steep)):
                    for fence, mask in ((0, slope & ~fences), (4, slope & fences)):
                        if mask:
                            halves = ((3 if dx and dy else 2) << doublings + hill) + fence
                            costs[halves] = costs.get(halves, 0) | mask
            steps.append((delta, tuple(sorted(costs.items()))))
            legals.append(legal)
    entered = [fit, *(bits & fit for bits in doubled), 0]
    plain: tuple[tuple[int, int, int], ...] = ()
    if len(heights) == 1 and not any(ground.low_borders) and (span == 1 or not any(doubled)):
        exact_fits = [(entered[k] & ~entered[k + 1], 2 << k, 3 << k) for k in range(len(entered) - 1)]
        plain = tuple(level for level in exact_fits if level[0])
    dearest = max(
        halves for halves in (0, *(h for _, costs in steps for h, _ in costs), *(three for _, _, three in plain))
    )
    return Gait(fit, tuple(steps), tuple(legals), plain, bare, dearest, dict(steps))


def _doublings(ground: Ground, hindered: int, squeezed: bool) -> list[int]:
    """Squares whose cost is doubled at least once, at least twice, and so on."""
    once, twice = ground.difficult[0] | ground.difficult[1], ground.difficult[1]
    levels = [once, twice]
    for extra in (hindered, ground.inside if squeezed else 0):
        if extra:
            levels = [bits | below & extra for below, bits in zip([ground.inside, *levels], [*levels, 0], strict=True)]
    while levels and not levels[-1]:
        levels.pop()
    return levels


def _heights(ground: Ground, span: int) -> dict[int, int]:
    """Anchors by the height of their place."""
    if ground.is_flat:
        return {0: ground.inside}
    found = {}
    for height in ground.levels:
        at = touching(ground.higher(height), span, ground.stride) & ~touching(
            ground.higher(height + 1), span, ground.stride
        )
        found[height] = at & ground.inside
    return found


def _split(ground: Ground, span: int) -> int:
    """Anchors whose footprint has a wall on a border within it."""
    stride, split = ground.stride, 0
    for y in range(span):
        for x in range(span):
            if x < span - 1:
                split |= ground.shut.east >> y * stride + x
            if y < span - 1:
                split |= ground.shut.south >> y * stride + x
    return split


def _crossed(borders: Borders, span: int, dx: int, dy: int, stride: int) -> int:
    """Anchors from where a step crosses one of the borders; a diagonal crosses those of both ways round."""
    if not any(borders):
        return 0
    across = down = 0
    for i in range(span):
        across |= moved(borders.east, -((span - 1 if dx > 0 else -1) + i * stride))
        down |= moved(borders.south, -((span - 1 if dy > 0 else -1) * stride + i))
    if not dy:
        return across
    if not dx:
        return down
    return across | down | moved(across, -dy * stride) | moved(down, -dx)


def squeezed_span(span: int) -> int:
    """Squares on a side that a creature of this span takes while squeezing."""
    return (span + 1) // 2


class Flood:
    """
    Everything within the budget. ``reached``: anchors of the normal space; ``squeezed``: anchors of the squeezed space,
    where the normal one does not fit. No anchor is in both; the start is in one of them.
    """

    __slots__ = ("_gait", "_layers", "_leaving", "_tight", "ground", "parity", "reached", "span", "squeezed", "start")

    def __init__(
        self,
        ground: Ground,
        start: int,
        span: int,
        parity: int,
        reached: int,
        squeezed: int,
        leaving: int,
        gait: Gait,
        tight: _Tight | None,
        layers: list[int],
    ) -> None:
        self.ground = ground
        self.start = start
        self.span = span
        self.parity = parity
        self.reached = reached
        self.squeezed = squeezed
        self._leaving = leaving
        self._gait = gait
        self._tight = tight
        self._layers = layers

    def halves(self, anchor: int) -> int:
        """The least cost of getting there in half squares. Raises KeyError where the flood does not get."""
        for halves, layer in enumerate(self._layers):
            if layer >> anchor & 1:
                return halves
        raise KeyError(anchor)

    def price(self, anchor: int) -> int:
        """The least cost in squares, the pending half counted in. Raises KeyError where the flood does not get."""
        return (self.parity + self.halves(anchor)) // 2

    def cheapest(self, anchors: int) -> int:
        """Which of these anchors costs least to get to; of several, the lowest; -1 where the flood gets to none."""
        for layer in self._layers:
            if found := layer & anchors:
                return lowest(found)
        return -1

    def path(self, anchor: int) -> tuple[int, ...]:
        """
        The canonical cheapest path, start and end included: of several, the one whose every last but one anchor is the
        lowest.

        Raises KeyError where the flood does not get.
        """
        path = [anchor]
        halves = self.halves(anchor)
        while halves:
            halves, anchor = self._before(anchor, halves)
            path.append(anchor)
        return tuple(reversed(path))

    def spans(self, path: tuple[int, ...]) -> tuple[int, ...]:
        """The span taken at each anchor of a path."""
        small = squeezed_span(self.span)
        return tuple(small if self.squeezed >> anchor & 1 else self.span for anchor in path)

    def _before(self, anchor: int, halves: int) -> tuple[int, int]:
        """The lowest anchor from where the last step of a cheapest path was made, and its own cost."""
        tight, layers = self._tight, self._layers
        if tight is not None:
            for before in tight.around(anchor, (self.reached | self.squeezed) & self._leaving):
                step = tight.halves(self._gait, before, anchor, self.start)
                if step is not None and step <= halves and layers[halves - step] >> before & 1:
                    return halves - step, before
        else:
            for delta, costs in reversed(self._gait.steps):
                before = anchor - delta
                if before >= 0 and self._leaving >> before & 1:
                    for cost, mask in costs:
                        if mask >> before & 1 and cost <= halves and layers[halves - cost] >> before & 1:
                            return halves - cost, before
        raise KeyError(anchor)


class _Tight(NamedTuple):
    """
    Squeezing of one mover: where it must, ``cover`` the squeezed anchors within a normal space that fits, and the gait
    there.
    """

    ground: Ground
    span: int
    fit: int
    must: int
    cover: int
    gait: Gait

    @classmethod
    def of(cls, ground: Ground, span: int, swimmer: bool, small: bool, fit: int, blocked: int, hindered: int) -> _Tight:
        half = squeezed_span(span)
        steps = gait(ground, half, swimmer=swimmer, narrow=small or span == 1, hindered=hindered, squeezed=True)
        cover = covered(fit, span - half + 1, ground.stride)
        must = steps.fit & ~cover
        if blocked:
            must &= ~touching(blocked, half, ground.stride)
        return cls(ground, span, fit, must, cover, steps)

    def parts(self, anchors: int) -> int:
        """The squeezed anchors within normal spaces."""
        return covered(anchors, self.span - squeezed_span(self.span) + 1, self.ground.stride)

    def wholes(self, parts: int) -> int:
        """The normal spaces that fit around squeezed anchors."""
        return touching(parts, self.span - squeezed_span(self.span) + 1, self.ground.stride) & self.fit

    def squeezes(self, anchor: int, start: int) -> bool:
        """Whether the mover is squeezed at this place; it is at its start where it cannot stand upright there."""
        return bool(self.must >> anchor & 1) or (anchor == start and not self.fit >> anchor & 1)

    def around(self, anchor: int, among: int) -> Iterator[int]:
        """Those of ``among`` from where a step might lead to ``anchor``, low to high."""
        y, x = divmod(anchor, self.ground.stride)
        for row in range(max(0, y - self.span), min(self.ground.height, y + self.span + 1)):
            for column in range(max(0, x - self.span), min(self.ground.width, x + self.span + 1)):
                square = row * self.ground.stride + column
                if among >> square & 1 and square != anchor:
                    yield square

    def halves(self, normal: Gait, before: int, after: int, start: int) -> int | None:
        """Cost of one step between two places, either of them squeezed; None where there is none."""
        tight_before, tight_after = self.squeezes(before, start), self.squeezes(after, start)
        if not tight_before and not tight_after:
            return normal.halves(before, after)
        sources = 1 << before if tight_before else self.parts(1 << before)
        best: int | None = None
        for delta, costs in self.gait.steps:
            for halves, mask in costs:
                landed = moved(sources & mask, delta)
                hit = landed >> after & 1 if tight_after else self.wholes(landed & self.cover) >> after & 1
                if hit and (best is None or halves < best):
                    best = halves
        return best


def flood(
    ground: Ground,
    start: int,
    span: int,
    budget: int,
    *,
    parity: int = 0,
    blocked: int = 0,
    hindered: int = 0,
    leaving: int = -1,
    swimmer: bool = False,
    small: bool = False,
    squeeze: bool = False,
    until: int = 0,
) -> Flood:
    """
    All places that ``budget`` squares of movement reach from ``start``; it ends early with the price of the cheapest
    of the anchors ``until``.

    ``parity`` 1: a half square is pending from earlier diagonals of the turn. ``blocked``: squares that may not be
    entered. ``hindered``: squares doubled once more. ``leaving``: anchors that may be left again (the start always
    may). ``swimmer``: deep water is open. ``small``: Tiny and smaller, at home in crevices. ``squeeze``: where the
    space does not fit, half of it may.
    """
    normal = gait(ground, span, swimmer=swimmer, narrow=small, hindered=hindered)
    free = normal.fit
    if blocked:
        free &= ~(blocked if span == 1 else touching(blocked, span, ground.stride))
    limit = 2 * max(budget, 0) + 1 - parity
    layers = [0] * (limit + 1 + normal.dearest)
    layers[0] = 1 << start
    leaving |= 1 << start
    tight = _tight(ground, start, span, swimmer, small, free, blocked, hindered) if squeeze else None
    if tight is not None and (tight.must or not free >> start & 1):
        layers += [0] * tight.gait.dearest
        _spread_tight(normal, tight, layers, limit, free | tight.must | 1 << start, leaving, until)
    else:
        tight = None
        _spread(normal, layers, limit, free | 1 << start, leaving, ground.stride, start, until)
    reached = 0
    for layer in layers:
        reached |= layer
    squeezed = reached & ~tight.fit if tight is not None else 0
    return Flood(ground, start, span, parity, reached ^ squeezed, squeezed, leaving, normal, tight, layers)


def _tight(
    ground: Ground, start: int, span: int, swimmer: bool, small: bool, free: int, blocked: int, hindered: int
) -> _Tight | None:
    """The squeezing of a mover; ``None`` where nothing is too narrow for it."""
    if span == 1 and not ground.narrow and free >> start & 1:
        return None
    return _Tight.of(ground, span, swimmer, small, free, blocked, hindered)


def _spread(
    gait: Gait, layers: list[int], limit: int, rest: int, leaving: int, stride: int, start: int, until: int
) -> None:
    """Fill the layers up to ``limit`` or the first of ``until``; each keeps only what no cheaper one holds."""
    plain, bare, last, steps, legal = gait.plain, gait.bare, limit - 2, gait.steps, gait.legal
    leaving &= rest
    base = max(0, start // stride - limit // 2) * stride
    if base > _FAR:  # the rows north of all that can be reached are empty words to carry along
        rest, leaving, until, layers[0] = rest >> base, leaving >> base, until >> base, layers[0] >> base
        if plain:
            plain = tuple((entered >> base, two, three) for entered, two, three in plain)
            legal = tuple(mask >> base for mask in legal)
        else:
            steps = tuple((delta, tuple((halves, mask >> base) for halves, mask in costs)) for delta, costs in steps)
    north_west, north, north_east, west, east, south_west, south, south_east = legal
    diagonal, antidiagonal = stride + 1, stride - 1
    even = plain[0][1:] if len(plain) == 1 else None
    farthest = 0
    for cost in range(limit + 1):
        layers[cost] = here = layers[cost] & rest
        if not here:
            if cost < farthest:
                continue
            limit = cost
            break
        rest ^= here
        if here & until:
            limit = cost
            break
        if cost > last:
            continue
        here &= leaving
        farthest = cost + gait.dearest
        if not plain:
            for delta, costs in steps:
                for halves, mask in costs:
                    if step := here & mask:
                        layers[cost + halves] |= moved(step, delta)
            continue
        if bare:
            row = here << 1 | here >> 1
            straight = row | here << stride | here >> stride
            slant = row << stride | row >> stride
        else:
            straight = (here & north) >> stride | (here & west) >> 1 | (here & east) << 1 | (here & south) << stride
            slant = (
                (here & north_west) >> diagonal
                | (here & north_east) >> antidiagonal
                | (here & south_west) << antidiagonal
                | (here & south_east) << diagonal
            )
        if even:
            layers[cost + even[0]] |= straight
            layers[cost + even[1]] |= slant
            continue
        for entered, two, three in plain:
            layers[cost + two] |= straight & entered
            layers[cost + three] |= slant & entered
    del layers[limit + 1 :]
    if base > _FAR:
        layers[:] = [layer << base for layer in layers]


def _spread_tight(
    normal: Gait, tight: _Tight, layers: list[int], limit: int, rest: int, leaving: int, until: int
) -> None:
    """The same for a mover that squeezes where it must."""
    for cost in range(limit + 1):
        layers[cost] = here = layers[cost] & rest
        rest ^= here
        if here & until & tight.fit:
            limit = cost
            break
        here &= leaving
        if not here:
            continue
        upright = here & tight.fit
        bent = here ^ upright
        parts = tight.parts(upright)
        for delta, costs in normal.steps:
            for halves, mask in costs:
                if step := upright & mask:
                    layers[cost + halves] |= moved(step, delta) & tight.fit
        for delta, costs in tight.gait.steps:
            for halves, mask in costs:
                if step := (parts | bent) & mask:
                    layers[cost + halves] |= moved(step, delta) & tight.must
                if step := bent & mask:
                    layers[cost + halves] |= tight.wholes(moved(step, delta) & tight.cover)
    del layers[limit + 1 :]


def path_price(
    ground: Ground,
    path: tuple[int, ...],
    span: int,
    *,
    blocked: int = 0,
    hindered: int = 0,
    leaving: int = -1,
    swimmer: bool = False,
    small: bool = False,
    squeeze: bool = False,
) -> int | None:
    """Halves that a path costs, step by step as given, or None where a step is illegal. Parameters as of ``flood``."""
    normal = gait(ground, span, swimmer=swimmer, narrow=small, hindered=hindered)
    free = normal.fit
    if blocked:
        free &= ~touching(blocked, span, ground.stride)
    start = path[0]
    tight = _tight(ground, start, span, swimmer, small, free, blocked, hindered) if squeeze else None
    total = 0
    for before, after in pairwise(path):
        if tight is None:
            step = normal.halves(before, after) if free >> after & 1 else None
        else:
            step = tight.halves(normal, before, after, start) if (free | tight.must) >> after & 1 else None
        if step is None or not (leaving >> before & 1 or before == start):
            return None
        total += step
    return total


def price_in_spans(
    ground: Ground, path: tuple[int, ...], spans: tuple[int, ...], span: int, *, swimmer: bool, small: bool
) -> int:
    """
    Halves that a path costs on which the spans taken are given: what somebody set out to squeeze through, whether or
    not there is room by now. A step that there is not costs as much as one over open ground.
    """
    half = squeezed_span(span)
    normal = gait(ground, span, swimmer=swimmer, narrow=small)
    tight = gait(ground, half, swimmer=swimmer, narrow=small or span == 1, squeezed=True)
    parts = [y * ground.stride + x for y in range(span - half + 1) for x in range(span - half + 1)]
    total = 0
    for (before, taken), (after, left) in pairwise(zip(path, spans, strict=True)):
        if taken == left == span:
            step = normal.halves(before, after)
        else:
            sources = [before] if taken < span else [before + part for part in parts]
            goals = [after] if left < span else [after + part for part in parts]
            found = [price for a in sources for b in goals if (price := tight.halves(a, b)) is not None]
            step = min(found, default=None)
        total += 2 if step is None else step
    return total


def straight_line(ground: Ground, start: int, span: int, goal: int) -> tuple[int, ...]:
    """
    The anchors of a straight run or charge at any angle, both ends included (d20.charge.straight-line).

    One anchor a row or column, whichever the line has more of, each the nearest to the line; halfway between two, the
    more northern or western. The way back is the same line reversed, and it costs the grid distance. The same for every
    span.
    """
    key = "straight", start, goal
    return ground.memo.get(key) or ground.keep(key, _straight_line(ground, start, goal))


def _straight_line(ground: Ground, start: int, goal: int) -> tuple[int, ...]:
    y, x = divmod(start, ground.stride)
    goal_y, goal_x = divmod(goal, ground.stride)
    dx, dy = goal_x - x, goal_y - y
    length = max(abs(dx), abs(dy))
    if not length:
        return (start,)
    half = length - 1
    return tuple(
        (y + (2 * i * dy + half) // (2 * length)) * ground.stride + x + (2 * i * dx + half) // (2 * length)
        for i in range(length + 1)
    )


def line_clear(
    ground: Ground, start: int, span: int, goal: int, blocked: int = 0, *, swimmer: bool = False
) -> int | None:
    """
    What keeps a charge from running straight from place to place: None, or the offending square nearest to the start
    (the lowest of several), or -1 for a border.

    No line from a corner of the starting space to one of the ending space may pass through a square that slows or
    blocks movement or is ``blocked`` by a creature; nor may the straight path itself meet any of them or a step that is
    barred or slowed, uphill or over a low wall (d20.charge.clear-path, d20.cover.line-through).
    """
    hits, at_border = 0, False
    for met in _met(ground, start, span, goal, _bad(ground, start, span, goal, blocked, swimmer), swimmer):
        hits |= met
        at_border |= not met
    if hits:
        return min(squares(hits), key=lambda square: (ground.distance(start, span, square, 1), square))
    return -1 if at_border else None


def is_clear(ground: Ground, start: int, span: int, goal: int, blocked: int = 0, *, swimmer: bool = False) -> bool:
    """Does nothing keep a charge from running straight? See ``line_clear``."""
    bad = _bad(ground, start, span, goal, blocked, swimmer)
    firm = not (ground.slow if swimmer else ground.slow | ground.water) & ground.footprint(start, span)
    if not bad and firm and ground.is_flat and not ground.has_borders:
        return True
    key = "clear", start, span, goal, bad, swimmer
    found: bool | None = ground.memo.get(key)
    if found is None:
        found = ground.keep(key, next(_met(ground, start, span, goal, bad, swimmer), None) is None)
    return found


def _bad(ground: Ground, start: int, span: int, goal: int, blocked: int, swimmer: bool) -> int:
    """The squares round a charge's way that would keep it from running straight."""
    end = ground.footprint(goal, span)
    slow = ground.slow if swimmer else ground.slow | ground.water
    return (slow | blocked) & ~ground.footprint(start, span) & _swept(ground, start, span, goal) | end & ~ground.inside


def _met(ground: Ground, start: int, span: int, goal: int, bad: int, swimmer: bool) -> Iterator[int]:
    """What keeps a charge from running straight, set by set: ``bad`` squares, or none where it is a border."""
    own, end = ground.footprint(start, span), ground.footprint(goal, span)
    if end & ~ground.inside:
        yield 1 << goal
        return
    steps = gait(ground, span, swimmer=swimmer, narrow=False)
    for before, after in pairwise(straight_line(ground, start, span, goal)):
        if met := ground.footprint(after, span) & bad:
            yield met
        elif steps.halves(before, after) not in (2, 3):
            yield 0 if ground.elevation(before, span) == ground.elevation(after, span) else 1 << after
    blockers = Blockers(bad, ground.shut | ground.low_borders)
    for corner, target in _lines(ground, start, span, goal):
        stopped = stopping(ground, corner, target, own, end, blockers)
        if stopped is not None:
            yield stopped


def _lines(ground: Ground, start: int, span: int, goal: int) -> list[tuple[int, int]]:
    """From each corner of a charge's starting space to each of its ending space."""
    offsets = (0, span, span * ground.stride, span * (ground.stride + 1))
    return [(start + corner, goal + target) for corner in offsets for target in offsets]


def lane(ground: Ground, start: int, span: int, goal: int) -> int:
    """All squares that a space covers on the straight way from place to place, both included."""
    key = "covered", start, goal, span
    found: int | None = ground.memo.get(key)
    if found is None:
        path = straight_line(ground, start, span, goal)
        found = ground.keep(key, reduce(or_, (ground.footprint(anchor, span) for anchor in path)))
    return found


def _swept(ground: Ground, start: int, span: int, goal: int) -> int:
    """All squares that a charge's lines touch or its path covers."""
    key = "swept", start, goal, span
    found: int | None = ground.memo.get(key)
    if found is None:
        found = lane(ground, start, span, goal)
        for corner, target in _lines(ground, start, span, goal):
            (y, x), (target_y, target_x) = divmod(corner, ground.stride), divmod(target, ground.stride)
            shape = line(ground, target_x - x, target_y - y)
            found |= moved(shape.touched, corner + shape.offset)
        ground.keep(key, found)
    return found
