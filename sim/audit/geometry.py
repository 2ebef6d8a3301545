"""
The geometry of the audit: plain, slow where it can be, exact, and written without a look at ``sim.grid``.

Squares are the flat numbers of the log, ``y * stride + x``; a place is an anchor (its north-western square) and a
span (squares on a side). Corners are pairs ``(x, y)``, ``(0, 0)`` being the north-western corner of the map. Every
answer is kept, so a fight pays for each pair of places once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import ceil
from typing import Any, NamedTuple

from msgspec.structs import replace

from sim.events.header import Scenario

SOLID = "#T+"
CLOSED = "#T+o^"
DOUBLINGS = {":": 1, ",": 1, "w": 1, "%": 1, ";": 2}

EAST, SOUTH = 0, 1
HALF = Fraction(1, 2)

Corner = tuple[int, int]
Point = tuple[int | Fraction, int | Fraction]


TORCH = (4, 8)
"""Squares that a torch lights brightly, and dimly."""


def overlaid(scenario: Scenario, fog: frozenset[int], slow: frozenset[int]) -> Scenario:
    """The same scenario with fog and slow going laid over its map."""
    if not fog and not slow:
        return scenario
    figures = scenario.map
    stride = len(figures.rows[0]) + 1
    rows = [
        "".join(".fsb"[(y * stride + x in fog) + 2 * (y * stride + x in slow)] for x in range(stride - 1))
        for y in range(len(figures.rows))
    ]
    return replace(scenario, map=replace(figures, over=tuple(rows)))


def lit(scenario: Scenario, torches: list[int]) -> Scenario:
    """The same scenario with its map lit by torches in these squares; what no line reaches stays dark."""
    figures = scenario.map
    if not torches or not figures.light:
        return scenario
    key = figures, tuple(torches)
    found = _LIT.get(key)
    if found is None:
        ground = Terrain.of(scenario)
        rows = [list(row) for row in figures.light]
        for square, mark in ground.light.items():
            if mark == "b":
                continue
            near = [t for t in torches if ground.distance(t, 1, square, 1) <= TORCH[1]]
            near = [t for t in near if t == square or ground.effect(t, 1, square, 1)]
            if near:
                y, x = divmod(square, ground.stride)
                rows[y][x] = "b" if any(ground.distance(t, 1, square, 1) <= TORCH[0] for t in near) else "s"
        if len(_LIT) >= 256:
            _LIT.clear()
        found = _LIT[key] = replace(figures, light=tuple("".join(row) for row in rows))
    return replace(scenario, map=found)


class Shape(NamedTuple):
    """What a line from (0, 0) meets: squares it crosses, squares and borders that it touches, as offsets."""

    crossed: tuple[Corner, ...]
    touched: tuple[Corner, ...]
    borders: tuple[tuple[int, int, int], ...]
    """Column, row, and whether it is the eastern or the southern border of that square."""


@cache
def shape(dx: int, dy: int) -> Shape:
    """
    The line from (0, 0) to (dx, dy).

    A square is crossed when its corners lie on both sides of the line and the line gets into it; it is touched when
    they do not all lie strictly on one side.
    """
    west, east, north, south = min(0, dx), max(0, dx), min(0, dy), max(0, dy)
    crossed, touched, borders = [], [], []

    def side(x: int, y: int) -> int:
        return dx * y - dy * x

    for y in range(north - 1, south + 1):
        for x in range(west - 1, east + 1):
            sides = [side(x, y), side(x + 1, y), side(x, y + 1), side(x + 1, y + 1)]
            if min(sides) > 0 or max(sides) < 0:
                continue
            touched.append((x, y))
            if min(sides) < 0 < max(sides) and west < x + 1 and east > x and north < y + 1 and south > y:
                crossed.append((x, y))
            if west <= x + 1 <= east and min(sides[1], sides[3]) <= 0 <= max(sides[1], sides[3]):
                borders.append((x, y, EAST))
            if north <= y + 1 <= south and min(sides[2], sides[3]) <= 0 <= max(sides[2], sides[3]):
                borders.append((x, y, SOUTH))
    return Shape(tuple(crossed), tuple(touched), tuple(borders))


def square_of(name: str, stride: int) -> int:
    """The flat number of a square such as c4."""
    letters = name.rstrip("0123456789")
    column = ord(letters[-1]) - 97 + (26 * (ord(letters[0]) - 96) if len(letters) == 2 else 0)
    return (int(name[len(letters) :]) - 1) * stride + column


def border(square: int, side: str, stride: int) -> tuple[int, int]:
    """The border on a side of a square, as the eastern or southern one of a square."""
    if side == "w":
        square -= 1
    if side == "n":
        square -= stride
    return square, EAST if side in "ew" else SOUTH


class Barrier(NamedTuple):
    """Squares, and borders as ``(square, EAST or SOUTH)``, that stop a line."""

    squares: frozenset[int]
    borders: frozenset[tuple[int, int]]


class Line(NamedTuple):
    """A shape on a map: the squares that a line crosses, those of the map that it touches, the borders."""

    crossed: frozenset[int]
    touched: frozenset[int]
    borders: frozenset[tuple[int, int]]


def _cuts(stroke: tuple[Fraction, ...], start: Point, end: Point) -> bool:
    """Does a stroke meet a line between its ends, unless it lies along it?"""
    x0, y0, x1, y1 = stroke
    (px, py), (qx, qy) = start, end
    if max(x0, x1) < min(px, qx) or min(x0, x1) > max(px, qx) or max(y0, y1) < min(py, qy) or min(y0, y1) > max(py, qy):
        return False
    turn = (qx - px) * (y1 - y0) - (qy - py) * (x1 - x0)
    if not turn:
        return False
    on_line = ((x0 - px) * (y1 - y0) - (y0 - py) * (x1 - x0)) / turn
    on_stroke = ((x0 - px) * (qy - py) - (y0 - py) * (qx - px)) / turn
    return 0 < on_line < 1 and 0 <= on_stroke <= 1


class Walker(NamedTuple):
    """A mover: squares on a side of its own space, whether deep water is open to it, whether it is Tiny or smaller."""

    span: int
    swims: bool
    minute: bool


class Terrain:
    """One map. ``strict``: a reach of 10 ft does not take in the squares 2 diagonals away (option)."""

    @staticmethod
    def of(scenario: Scenario) -> Terrain:
        """The map of a scenario; what it has answered for one fight it need not work out for the next."""
        key = scenario.map, _is_strict(scenario)
        found = _TERRAINS.pop(key, None) or Terrain(scenario)
        if len(_TERRAINS) >= 32:
            del _TERRAINS[next(iter(_TERRAINS))]
        _TERRAINS[key] = found
        return found

    def __init__(self, scenario: Scenario) -> None:
        figures = scenario.map
        self._kept: dict[tuple[Any, ...], Any] = {}
        self.rows = figures.rows
        self.height = len(self.rows)
        self.width = len(self.rows[0])
        self.stride = self.width + 1
        self.strict = _is_strict(scenario)
        self.symbol = {y * self.stride + x: symbol for y, row in enumerate(self.rows) for x, symbol in enumerate(row)}
        self.level = {
            y * self.stride + x: int(digit) for y, row in enumerate(figures.elevation) for x, digit in enumerate(row)
        }
        self.light = {y * self.stride + x: mark for y, row in enumerate(figures.light) for x, mark in enumerate(row)}
        self.edges: dict[tuple[int, int], str] = {}
        for edge in figures.edges:
            self.edges[border(square_of(edge.square, self.stride), edge.side, self.stride)] = edge.kind
        self.solid = self._squares(SOLID)
        self.low = self._squares("%")
        over = {y * self.stride + x: mark for y, row in enumerate(figures.over) for x, mark in enumerate(row)}
        self.fog = self._squares("f") | {square for square, mark in over.items() if mark in "fb"}
        self.mire = frozenset(square for square, mark in over.items() if mark in "sb")
        self.foliage = self._squares(",")
        self.dark = frozenset(square for square, mark in self.light.items() if mark == "d")
        self.dim = frozenset(square for square, mark in self.light.items() if mark in "sd")
        self.walls = Barrier(self.solid, self._borders("wall", "door", "locked-door"))
        self.flat = len(set(self.level.values())) <= 1
        self.strokes = tuple(tuple(Fraction(at, 100) for at in stroke) for stroke in figures.strokes)
        self.open = not (self.solid or self.low or self.edges or self.strokes) and self.flat
        self.clear_air = not (self.fog or self.foliage or self.dim)

    def _squares(self, symbols: str) -> frozenset[int]:
        found: frozenset[int] | None = self._kept.get(("symbols", symbols))
        if found is None:
            found = frozenset(square for square, symbol in self.symbol.items() if symbol in symbols)
            self._kept["symbols", symbols] = found
        return found

    def name(self, square: int) -> str:
        """The square as people write it: ``c4``; ``off the map`` when it is."""
        if square not in self.symbol:
            return f"square {square} off the map"
        y, x = divmod(square, self.stride)
        return (chr(97 + x) if x < 26 else chr(96 + x // 26) + chr(97 + x % 26)) + str(y + 1)

    def footprint(self, anchor: int, span: int) -> tuple[int, ...]:
        """The squares of a place."""
        if span == 1:
            return (anchor,)
        return tuple(anchor + y * self.stride + x for y in range(span) for x in range(span))

    def around(self, anchor: int, span: int, reach: int) -> frozenset[int]:
        """The squares within so many columns and rows of a place, and the place."""
        key = ("around", anchor, span, reach)
        found: frozenset[int] | None = self._kept.get(key)
        if found is None:
            y, x = divmod(anchor, self.stride)
            columns = range(max(0, x - reach), min(self.width, x + span + reach))
            rows = range(max(0, y - reach), min(self.height, y + span + reach))
            found = self._kept[key] = frozenset(row * self.stride + column for row in rows for column in columns)
        return found

    def gap(self, a: int, span_a: int, b: int, span_b: int) -> tuple[int, int]:
        """Columns and rows from the nearest square of the one place to that of the other."""
        ay, ax = divmod(a, self.stride)
        by, bx = divmod(b, self.stride)
        return (
            max(bx - (ax + span_a - 1), ax - (bx + span_b - 1), 0),
            max(by - (ay + span_a - 1), ay - (by + span_b - 1), 0),
        )

    def distance(self, a: int, span_a: int, b: int, span_b: int) -> int:
        """Squares from place to place, every second diagonal counting double."""
        across, down = self.gap(a, span_a, b, span_b)
        return max(across, down) + min(across, down) // 2

    def top(self, anchor: int, span: int) -> int:
        """The height of a place: that of its highest square."""
        if self.flat:
            return 0
        return max(self.level.get(square, 0) for square in self.footprint(anchor, span))

    # ---- reach ------------------------------------------------------------------------------------------------

    def strikes(self, a: int, span_a: int, b: int, span_b: int, low: int, high: int) -> bool:
        """Is some square of place ``b`` more than ``low``, at most ``high`` squares from place ``a``, walls aside?"""
        key = ("strikes", a, span_a, b, span_b, low, high)
        found: bool | None = self._kept.get(key)
        if found is None:
            found = self._kept[key] = any(
                self._in_ring(*self.gap(a, span_a, square, 1), low, high) for square in self.footprint(b, span_b)
            )
        return found

    def _in_ring(self, across: int, down: int, low: int, high: int) -> bool:
        if high == 0:
            return across == down == 0
        return self._reached(across, down, high) and not self._reached(across, down, low)

    def _reached(self, across: int, down: int, reach: int) -> bool:
        if reach == 2 and across == down == 2 and not self.strict:
            return True
        return max(across, down) + min(across, down) // 2 <= reach

    # ---- movement ---------------------------------------------------------------------------------------------

    def stands(self, anchor: int, span: int, swims: bool, crevices: bool) -> bool:
        """May a space lie here, creatures aside?"""
        key = ("stands", anchor, span, swims, crevices)
        found: bool | None = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._stands(anchor, span, swims, crevices)
        return found

    def _stands(self, anchor: int, span: int, swims: bool, crevices: bool) -> bool:
        closed = CLOSED + ("" if swims else "~") + ("" if crevices else "n")
        squares = self.footprint(anchor, span)
        if any(self.symbol.get(square, "#") in closed for square in squares) or self._split(anchor, span):
            return False
        levels = [self.level.get(square, 0) for square in squares]
        return max(levels) - min(levels) <= 1

    def _split(self, anchor: int, span: int) -> bool:
        """Does a closed border run through the space?"""
        squares = set(self.footprint(anchor, span))
        return any(
            self._shut(square, side)
            for square in squares
            for side, beyond in ((EAST, square + 1), (SOUTH, square + self.stride))
            if beyond in squares
        )

    def _shut(self, square: int, side: int) -> bool:
        return self.edges.get((square, side)) in ("wall", "door", "locked-door", "window", "arrow-slit")

    def _solid_free(self, anchor: int, span: int) -> bool:
        return all(
            self.symbol.get(square, "#") not in SOLID for square in self.footprint(anchor, span)
        ) and not self._split(anchor, span)

    def _borders_crossed(self, anchor: int, span: int, dx: int, dy: int) -> Iterator[tuple[int, int]]:
        """The borders that a space crosses by a straight step, those of both ways round by a diagonal one."""
        if dx and dy:
            yield from self._borders_crossed(anchor, span, dx, 0)
            yield from self._borders_crossed(anchor, span, 0, dy)
            yield from self._borders_crossed(anchor + dx, span, 0, dy)
            yield from self._borders_crossed(anchor + dy * self.stride, span, dx, 0)
        elif dx:
            column = span - 1 if dx > 0 else -1
            for row in range(span):
                yield anchor + column + row * self.stride, EAST
        else:
            row = span - 1 if dy > 0 else -1
            for column in range(span):
                yield anchor + column + row * self.stride, SOUTH

    def step(self, before: int, after: int, span: int, swims: bool, crevices: bool, squeezed: bool) -> int | None:
        """Half squares that one step of a space costs, ``None`` where there is none; creatures aside."""
        key = ("step", before, after, span, swims, crevices, squeezed)
        if key not in self._kept:
            self._kept[key] = self._step(before, after, span, swims, crevices, squeezed)
        found: int | None = self._kept[key]
        return found

    def _step(self, before: int, after: int, span: int, swims: bool, crevices: bool, squeezed: bool) -> int | None:
        (y, x), (to_y, to_x) = divmod(before, self.stride), divmod(after, self.stride)
        dx, dy = to_x - x, to_y - y
        if max(abs(dx), abs(dy)) != 1 or not self.stands(after, span, swims, crevices):
            return None
        crossed = list(self._borders_crossed(before, span, dx, dy))
        if any(self._shut(*border) for border in crossed):
            return None
        if (
            dx
            and dy
            and not (self._solid_free(before + dx, span) and self._solid_free(before + dy * self.stride, span))
        ):
            return None
        rise = self.top(after, span) - self.top(before, span)
        if abs(rise) > 1:
            return None
        old = set(self.footprint(before, span))
        entered = [square for square in self.footprint(after, span) if square not in old]
        doublings = max(self._slowness(square) for square in entered) + (rise > 0) + squeezed
        fence = 4 if any(self.edges.get(border) == "low-wall" for border in crossed) else 0
        return ((3 if dx and dy else 2) << doublings) + fence

    def _slowness(self, square: int) -> int:
        """How often a square's cost is doubled; twice at the most."""
        return min(DOUBLINGS.get(self.symbol[square], 0) + (square in self.mire), 2)

    def _fits(self, anchor: int, walker: Walker, barred: frozenset[int]) -> bool:
        return self.stands(anchor, walker.span, walker.swims, walker.minute) and barred.isdisjoint(
            self.footprint(anchor, walker.span)
        )

    def stride_of(
        self, before: int, after: int, walker: Walker, barred: frozenset[int], bent: tuple[bool, bool] = (False, False)
    ) -> tuple[int | None, bool]:
        """
        Half squares of one step of a mover among ``barred`` squares (``None``: no such step), and whether it squeezes
        where it ends: it does where its own space does not fit, and where it is ``bent`` though it would fit.

        A step in or out of a gap is one of half its space, from or to any part of the whole.
        """
        span, swims = walker.span, walker.swims
        squeezed = (
            bent[0] or not self._fits(before, walker, barred),
            bent[1] or not self._fits(after, walker, barred),
        )
        if not any(squeezed):
            return self.step(before, after, span, swims, walker.minute, False), False
        half = (span + 1) // 2
        parts = [y * self.stride + x for y in range(span - half + 1) for x in range(span - half + 1)]
        sources = [before] if squeezed[0] else [before + part for part in parts]
        goals = [after] if squeezed[1] else [after + part for part in parts]
        prices = [
            price
            for source in sources
            for goal in goals
            if barred.isdisjoint(self.footprint(goal, half))
            and (price := self.step(source, goal, half, swims, walker.minute or span == 1, True)) is not None
        ]
        return min(prices, default=None), squeezed[1]

    # ---- lines ------------------------------------------------------------------------------------------------

    def _line(self, start: Corner, end: Corner) -> Line:
        """What the line between two corners meets on this map."""
        key = ("line", start, end)
        found: Line | None = self._kept.get(key)
        if found is None:
            x0, y0 = start
            stride = self.stride
            base = y0 * stride + x0
            figure = shape(end[0] - x0, end[1] - y0)
            crossed = frozenset(base + y * stride + x for x, y in figure.crossed)
            touched = frozenset(base + y * stride + x for x, y in figure.touched)
            borders = frozenset((base + y * stride + x, side) for x, y, side in figure.borders)
            found = self._kept[key] = Line(crossed, touched & self.symbol.keys(), borders)
        return found

    def passes(self, start: Corner, end: Corner, source: Iterable[int], goal: Iterable[int], barrier: Barrier) -> bool:
        """
        Can one get along the line from a source square to a goal square, over squares and borders that it touches?

        A line that crosses a barred square, or a barred border, cannot be got along; one that touches a corner or runs
        along an edge can, unless both its sides are barred (d20.cover.line-through).
        """
        squares, borders = barrier
        line = self._line(start, end)
        if not squares.isdisjoint(line.crossed):
            return False
        if squares.isdisjoint(line.touched) and borders.isdisjoint(line.borders):
            return True
        free = line.touched - squares
        doors: dict[int, list[int]] = {}
        for square, side in line.borders - borders:
            beyond = square + (1 if side == EAST else self.stride)
            doors.setdefault(square, []).append(beyond)
            doors.setdefault(beyond, []).append(square)
        front = [square for square in source if square in free]
        seen = set(front)
        goals = free.intersection(goal)
        while front:
            square = front.pop()
            if square in goals:
                return True
            for beyond in doors.get(square, ()):
                if beyond in free and beyond not in seen:
                    seen.add(beyond)
                    front.append(beyond)
        return False

    def across(self, start: Point, end: Point) -> bool:
        """Does a stroke of the map lie across the line between two points, in squares, but at its ends?"""
        key = ("across", start, end)
        found: bool | None = self._kept.get(key)
        if found is None:
            found = self._kept[key] = any(_cuts(stroke, start, end) for stroke in self.strokes)
        return found

    def has_corner(self, corner: Corner, squares: Iterable[int]) -> bool:
        """Is a corner one of these squares', and no stroke between it and the square's center?"""
        for square in squares:
            y, x = divmod(square, self.stride)
            if x <= corner[0] <= x + 1 and y <= corner[1] <= y + 1 and not self.across((x + HALF, y + HALF), corner):
                return True
        return False

    def struck(self, start: Corner, end: Corner, source: Iterable[int], goal: Iterable[int]) -> bool:
        """Does a stroke lie across the line between two corners that are of use to these squares?"""
        if not self.strokes or not self.across(start, end):
            return False
        return self.has_corner(start, source) and self.has_corner(end, goal)

    def corners(self, anchor: int, span: int) -> list[Corner]:
        """The corners of all squares of a place."""
        y, x = divmod(anchor, self.stride)
        return [(x + i, y + j) for j in range(span + 1) for i in range(span + 1)]

    def barrier(self, a: int, sa: int, b: int, sb: int, ha: int, hb: int) -> Barrier:
        """What stops effect: solid squares, walls, ground as high as both heads, low things before the very low."""
        squares, borders = self.walls
        feet = self.top(a, sa), self.top(b, sb)
        if not self.flat:
            head = max(feet[0] + ha, feet[1] + hb, 1)
            squares |= {square for square, level in self.level.items() if level >= head}
        if not (ha and hb) and feet[0] == feet[1]:
            squares |= self.low
            borders |= self._borders("low-wall")
        return Barrier(squares.difference(self.footprint(a, sa), self.footprint(b, sb)), borders)

    def _borders(self, *kinds: str) -> frozenset[tuple[int, int]]:
        return frozenset(border for border, kind in self.edges.items() if kind in kinds)

    def _shared(self, a: int, b: int) -> tuple[int, int] | None:
        """The border that two squares share."""
        low, high = min(a, b), max(a, b)
        if high - low == 1:
            return low, EAST
        if high - low == self.stride:
            return low, SOUTH
        return None

    def _any_line(self, a: int, sa: int, b: int, sb: int, barrier: Barrier) -> bool:
        source, goal = self.footprint(a, sa), self.footprint(b, sb)
        if not set(source).isdisjoint(goal):
            return True
        if sa == sb == 1 and (border := self._shared(a, b)) is not None:
            return border not in barrier.borders and barrier.squares.isdisjoint((a, b))
        return any(
            self.passes(start, end, source, goal, barrier)
            for start in self.corners(a, sa)
            for end in self.corners(b, sb)
        )

    def effect(self, a: int, sa: int, b: int, sb: int, ha: int = 1, hb: int = 1) -> bool:
        """Line of effect from place to place (d20.cover.line-of-effect)."""
        if self.open:
            return True
        key = ("effect", a, sa, b, sb, ha, hb)
        found: bool | None = self._kept.get(key)
        if found is None:
            found = self._any_line(a, sa, b, sb, self.barrier(a, sa, b, sb, ha, hb))
            self._kept[key] = found
        return found

    def fogged(self, a: int, sa: int, b: int, sb: int) -> bool:
        """Does fog hide two places that are more than 5 ft apart from each other?"""
        if not self.fog or self.distance(a, sa, b, sb) <= 1:
            return False
        key = ("fogged", a, sa, b, sb)
        found: bool | None = self._kept.get(key)
        if found is None:
            barrier = self.barrier(a, sa, b, sb, 1, 1)
            found = not self._any_line(a, sa, b, sb, Barrier(barrier.squares | self.fog, barrier.borders))
            self._kept[key] = found
        return found

    def sight(self, a: int, sa: int, b: int, sb: int, darkvision: int = 0, ha: int = 1, hb: int = 1) -> bool:
        """Line of sight: of effect, and neither darkness nor fog hides the place."""
        if not self.effect(a, sa, b, sb, ha, hb):
            return False
        if self.dark.issuperset(self.footprint(b, sb)) and self.distance(a, sa, b, sb) > darkvision:
            return False
        return not self.fogged(a, sa, b, sb)

    def miss_chance(self, a: int, sa: int, b: int, sb: int, melee: bool, darkvision: int, low_light: bool) -> int:
        """Percent by which the map conceals place ``b`` from ``a`` (d20.concealment.*)."""
        if self.clear_air:
            return 0
        key = ("veil", a, sa, b, sb, melee, darkvision, low_light)
        found: int | None = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._miss_chance(a, sa, b, sb, melee, darkvision, low_light)
        return found

    def _miss_chance(self, a: int, sa: int, b: int, sb: int, melee: bool, darkvision: int, low_light: bool) -> int:
        if self.fogged(a, sa, b, sb):
            return 50
        space, away = self.footprint(b, sb), self.distance(a, sa, b, sb)
        if away > darkvision:
            if self.dark.issuperset(space):
                return 50
            if self.dim.issuperset(space) and not low_light:
                return 20
        for veil in (self.foliage, self.fog):
            if melee and away <= 1:
                if veil.issuperset(space):
                    return 20
            elif veil and self._veiled(a, sa, b, sb, veil):
                return 20
        return 0

    def _veiled(self, a: int, sa: int, b: int, sb: int, veil: frozenset[int]) -> bool:
        """Does every choice of corner and square leave a line that goes through the veil?"""
        own = self.footprint(a, sa)
        barrier = Barrier(veil - set(own), frozenset())
        return not any(
            all(self.passes(start, end, own, (square,), barrier) for end in self.corners(square, 1))
            for start in self.corners(a, sa)
            for square in self.footprint(b, sb)
        )

    # ---- cover ------------------------------------------------------------------------------------------------

    def cover(
        self, a: int, sa: int, b: int, sb: int, melee: bool, others: frozenset[int], ha: int = 1, hb: int = 1
    ) -> str:
        """
        The cover of place ``b`` from ``a``: ``none``, ``soft``, ``cover``, ``improved`` or ``total``.

        ``others``: squares of creatures that may stand between; they matter at range and at reach only.
        """
        adjacent = melee and self.distance(a, sa, b, sb) <= 1
        if adjacent:
            others = frozenset()
        elif others:
            others = self._between(a, sa, b, sb, others)
        if self.open and not others:
            return "none"
        key = ("cover", a, sa, b, sb, adjacent, ha, hb, others)
        found: str | None = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._cover(a, sa, b, sb, adjacent, others, ha, hb)
        return found

    def _between(self, a: int, sa: int, b: int, sb: int, others: frozenset[int]) -> frozenset[int]:
        """Those of ``others`` in the rectangle around both places, one square more all round."""
        (ay, ax), (by, bx) = divmod(a, self.stride), divmod(b, self.stride)
        west, east = min(ax, bx) - 1, max(ax + sa, bx + sb)
        north, south = min(ay, by) - 1, max(ay + sa, by + sb)
        own = {*self.footprint(a, sa), *self.footprint(b, sb)}
        return frozenset(
            square
            for square in others
            if square not in own and west <= square % self.stride <= east and north <= square // self.stride <= south
        )

    def _cover(self, a: int, sa: int, b: int, sb: int, adjacent: bool, others: frozenset[int], ha: int, hb: int) -> str:
        if not self.open:
            by_map = self._map_cover(a, sa, b, sb, adjacent, ha, hb)
            if by_map != "none" or not others:
                return by_map
        solid = self.barrier(a, sa, b, sb, ha, hb)
        low_squares, low_borders = self._low(a, sa, b, sb)
        slits = self._borders("window", "arrow-slit")
        fixed = Barrier(solid.squares | low_squares, solid.borders | low_borders | slits)
        crowd = Barrier(fixed.squares | others, fixed.borders)
        source, goal = self.footprint(a, sa), self.footprint(b, sb)
        for start in self.corners(a, sa):
            for square in goal:
                if all(
                    self.passes(start, end, source, goal, crowd) and not self.struck(start, end, source, goal)
                    for end in self.corners(square, 1)
                ):
                    return "none"
        return "soft"

    def _low(self, a: int, sa: int, b: int, sb: int) -> tuple[frozenset[int], frozenset[tuple[int, int]]]:
        """The low obstacles that count: within 30 ft of the target, the attacker not closer than it, nor above it."""
        above = self.top(a, sa) > self.top(b, sb)
        own = {*self.footprint(a, sa), *self.footprint(b, sb)}

        def counts(beside: tuple[int, ...]) -> bool:
            gap = min(self.distance(b, sb, square, 1) for square in beside)
            nearer = min(self.distance(a, sa, square, 1) for square in beside) < gap
            return gap <= 6 and not nearer and not (above and gap > 1)

        squares = frozenset(square for square in self.low if square not in own and counts((square,)))
        borders = frozenset(
            (square, side)
            for (square, side), kind in self.edges.items()
            if kind == "low-wall" and counts((square, square + (1 if side == EAST else self.stride)))
        )
        return squares, borders

    def _map_cover(self, a: int, sa: int, b: int, sb: int, adjacent: bool, ha: int, hb: int) -> str:
        """Cover by the map alone: the attacker's best choice, of those that are not stopped altogether."""
        if not self.effect(a, sa, b, sb, ha, hb):
            return "total"
        solid = self.barrier(a, sa, b, sb, ha, hb)
        low_squares, low_borders = self._low(a, sa, b, sb)
        windows, slits = self._borders("window"), self._borders("arrow-slit")
        covering = Barrier(solid.squares | low_squares, solid.borders | low_borders | windows)
        screen = Barrier(covering.squares, covering.borders | slits)
        if sa == sb == 1 and (border := self._shared(a, b)) is not None:
            if border in covering.borders:
                return "cover"
            if border in screen.borders:
                return "improved"
        source, goal = self.footprint(a, sa), self.footprint(b, sb)
        best = "total"
        ranks = ("none", "cover", "improved", "total")
        for lines in self._choices(a, sa, b, sb, adjacent):
            reached, worst = False, "none"
            for start, end in lines:
                struck = self.struck(start, end, source, goal)
                if not struck and self.passes(start, end, source, goal, screen):
                    reached = True
                    continue
                through = self.passes(start, end, source, goal, solid)
                reached = reached or through
                if through and not struck and self.passes(start, end, source, goal, covering):
                    worst = "improved"
                elif worst == "none":
                    worst = "cover"
            if reached and ranks.index(worst) < ranks.index(best):
                best = worst
        return best

    def cover_from_point(self, corner: Corner, source: frozenset[int], b: int, sb: int) -> str:
        """The cover of a place from a corner, where an effect comes from the squares ``source``."""
        goal = self.footprint(b, sb)
        if self.open or not source or not source.isdisjoint(goal):
            return "none"
        a = min(source)
        solid = self.barrier(a, 1, b, sb, 1, 1)
        low_squares, low_borders = self._low(a, 1, b, sb)
        covering = Barrier(solid.squares | low_squares, solid.borders | low_borders | self._borders("window"))
        screen = Barrier(covering.squares, covering.borders | self._borders("arrow-slit"))
        found = ["total"]
        for square in goal:
            kinds = ["none"]
            through = [end for end in self.corners(square, 1) if self.passes(corner, end, source, goal, solid)]
            for end in self.corners(square, 1):
                if (
                    end not in through
                    or self.struck(corner, end, source, goal)
                    or not self.passes(corner, end, source, goal, covering)
                ):
                    kinds.append("cover")
                elif not self.passes(corner, end, source, goal, screen):
                    kinds.append("improved")
            if through:
                found.append(max(kinds, key=("none", "cover", "improved").index))
        return min(found, key=("none", "cover", "improved", "total").index)

    def _choices(self, a: int, sa: int, b: int, sb: int, adjacent: bool) -> Iterator[list[tuple[Corner, Corner]]]:
        """The lines of each choice: one corner to one square of the target; in melee, one square to one square."""
        for square in self.footprint(b, sb):
            ends = self.corners(square, 1)
            if adjacent:
                for own in self.footprint(a, sa):
                    yield [(start, end) for start in self.corners(own, 1) for end in ends]
            else:
                for start in self.corners(a, sa):
                    yield [(start, end) for end in ends]

    # ---- flanking and charging --------------------------------------------------------------------------------

    def flanks(self, a: int, sa: int, ally: int, s_ally: int, b: int, sb: int) -> bool:
        """Does a line between centers of squares of the two pass through opposite borders of the target's space?"""
        key = ("flanks", a, sa, ally, s_ally, b, sb)
        found: bool | None = self._kept.get(key)
        if found is None:
            found = self._kept[key] = any(
                self._opposite(mine, its, b, sb)
                for mine in self.footprint(a, sa)
                for its in self.footprint(ally, s_ally)
            )
        return found

    def _opposite(self, one: int, two: int, target: int, span: int) -> bool:
        """In half squares, so that centers are whole numbers: the line meets both borders of a pair."""
        (y1, x1), (y2, x2) = divmod(one, self.stride), divmod(two, self.stride)
        ty, tx = divmod(target, self.stride)
        p, q = (2 * x1 + 1, 2 * y1 + 1), (2 * x2 + 1, 2 * y2 + 1)
        low, high = (2 * tx, 2 * ty), (2 * (tx + span), 2 * (ty + span))
        for axis in (0, 1):
            other = 1 - axis
            run, rise = q[axis] - p[axis], q[other] - p[other]
            if run < 0:
                p, q, run, rise = q, p, -run, -rise
            if run and p[axis] <= low[axis] and q[axis] >= high[axis]:
                at = [p[other] * run + rise * (border - p[axis]) for border in (low[axis], high[axis])]
                if all(low[other] * run <= cut <= high[other] * run for cut in at):
                    return True
        return False

    def lane(self, start: int, span: int, goal: int, blocked: frozenset[int], swims: bool) -> bool:
        """Is the way of a charge clear: no line from a corner of the one space to one of the other meets anything?"""
        bad = (self._slow(swims) | blocked) & self.swept(start, span, goal)
        bad = bad.difference(self.footprint(start, span))
        if not bad and not self.edges:
            return True
        verdict = ("lane", start, span, goal, bad)
        clear: bool | None = self._kept.get(verdict)
        if clear is None:
            own, end = self.footprint(start, span), self.footprint(goal, span)
            barrier = Barrier(bad, frozenset(self.edges.keys() - self._passages()))
            lines = self._lines(start, span, goal)
            clear = self._kept[verdict] = all(self.passes(*line, own, end, barrier) for line in lines)
        return clear

    def plain(self, start: int, span: int, goal: int, swims: bool) -> bool:
        """Is no step of the straight way between two places barred or slowed, uphill or over a low wall?"""
        (y, x), (gy, gx) = divmod(start, self.stride), divmod(goal, self.stride)
        length = max(abs(gy - y), abs(gx - x), 1)
        near = [Fraction(place, length) for place in range(length + 1)]
        way = [ceil(y + (gy - y) * part - HALF) * self.stride + ceil(x + (gx - x) * part - HALF) for part in near]
        prices = [self.step(before, after, span, swims, False, False) for before, after in pairwise(way)]
        return start == goal or all(price is not None and price <= 3 for price in prices)

    def swept(self, start: int, span: int, goal: int) -> frozenset[int]:
        """All squares that the lines of a charge from the one space to the other touch."""
        key = ("swept", start, span, goal)
        found: frozenset[int] | None = self._kept.get(key)
        if found is None:
            touched = (self._line(*line).touched for line in self._lines(start, span, goal))
            found = self._kept[key] = frozenset().union(*touched)
        return found

    def _lines(self, start: int, span: int, goal: int) -> list[tuple[Corner, Corner]]:
        """The lines from each corner of the one space to each of the other."""
        (y, x), (gy, gx) = divmod(start, self.stride), divmod(goal, self.stride)
        ends = [(i, j) for i in (0, span) for j in (0, span)]
        return [((x + i, y + j), (gx + k, gy + m)) for i, j in ends for k, m in ends]

    def _slow(self, swims: bool) -> frozenset[int]:
        """Squares that slow or block movement."""
        return self.mire | self._squares(CLOSED + "".join(DOUBLINGS) + "n" + ("" if swims else "~"))

    def _passages(self) -> set[tuple[int, int]]:
        return {border for border, kind in self.edges.items() if kind == "open-door"}

    def on_line(self, start: int, goal: int, path: tuple[int, ...]) -> bool:
        """Does a path keep within half a square of the line between two anchors, and between them?"""
        (y, x), (gy, gx) = divmod(start, self.stride), divmod(goal, self.stride)
        dx, dy = gx - x, gy - y
        length = max(abs(dx), abs(dy))
        return all(
            2 * abs((square % self.stride - x) * dy - (square // self.stride - y) * dx) <= length
            and max(abs(square % self.stride - x), abs(square // self.stride - y)) <= length
            for square in path
        )


_TERRAINS: dict[tuple[object, bool], Terrain] = {}
_LIT: dict[Any, Any] = {}
"""The maps of late, the latest last."""


def _is_strict(scenario: Scenario) -> bool:
    return scenario.options.get("reach-diagonal") == "strict"
