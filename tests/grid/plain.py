"""
The same geometry once more, slowly and plainly, as an oracle: coordinates, fractions and networkx, nothing of
``sim.grid`` but the figures that it is given.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import networkx as nx

from sim.grid.figures import MapFigures

Cell = tuple[int, int]
Point = tuple[int, int]
Border = frozenset[Cell]

STEPS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]


class Plain:
    """A map by coordinates."""

    def __init__(self, figures: MapFigures) -> None:
        self.symbols = {(x, y): s for y, row in enumerate(figures.rows) for x, s in enumerate(row)}
        self.width, self.height = len(figures.rows[0]), len(figures.rows)
        self.heights = {(x, y): int(s) for y, row in enumerate(figures.elevation) for x, s in enumerate(row)}
        self.borders: dict[Border, str] = {}
        for edge in figures.edges:
            x, y = ord(edge.square[0]) - 97, int(edge.square[1:]) - 1
            dx, dy = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}[edge.side]
            self.borders[frozenset({(x, y), (x + dx, y + dy)})] = edge.kind
        self.strokes = [[Fraction(at, 100) for at in stroke] for stroke in figures.strokes]

    def cell(self, square: int) -> Cell:
        return square % (self.width + 1), square // (self.width + 1)

    def square(self, cell: Cell) -> int:
        return cell[1] * (self.width + 1) + cell[0]

    def space(self, anchor: Cell, span: int) -> set[Cell]:
        return {(anchor[0] + i, anchor[1] + j) for i in range(span) for j in range(span)}

    # movement

    def solid(self, cell: Cell) -> bool:
        return self.symbols.get(cell, "#") in "#T+"

    def doublings(self, cell: Cell, hindered: set[Cell]) -> int:
        return {":": 1, ",": 1, "w": 1, "%": 1, ";": 2}.get(self.symbols[cell], 0) + (cell in hindered)

    def height_of(self, space: set[Cell]) -> int:
        return max(self.heights.get(cell, 0) for cell in space)

    def walled(self, space: set[Cell]) -> bool:
        """Whether a wall stands within a space."""
        return any(border <= space and self.shuts(border) for border in self.borders)

    def shuts(self, border: Border) -> bool:
        return self.borders.get(border) in ("wall", "door", "window", "arrow-slit")

    def fits(self, space: set[Cell], closed: str, blocked: set[Cell]) -> bool:
        if any(self.symbols.get(cell, "#") in closed or cell in blocked for cell in space) or self.walled(space):
            return False
        heights = [self.heights.get(cell, 0) for cell in space]
        return max(heights) - min(heights) <= 1

    def crossed(self, space: set[Cell], dx: int, dy: int) -> set[Border]:
        """The borders that a space crosses, moving one square along an axis."""
        return {frozenset({(x, y), (x + dx, y + dy)}) for x, y in space if (x + dx, y + dy) not in space}

    def step(self, space: set[Cell], dx: int, dy: int, hindered: set[Cell], extra: int = 0) -> int | None:
        """Halves of one step of a space, where its end fits; None where the way is barred."""
        landing = {(x + dx, y + dy) for x, y in space}
        if not landing <= self.symbols.keys():
            return None
        ways = [((dx, dy),)] if not (dx and dy) else [((dx, 0), (0, dy)), ((0, dy), (dx, 0))]
        crossed: set[Border] = set()
        for way in ways:
            at = space
            for step in way:
                crossed |= self.crossed(at, *step)
                at = {(x + step[0], y + step[1]) for x, y in at}
                if any(self.solid(cell) for cell in at) or self.walled(at):
                    return None
        if any(self.shuts(border) for border in crossed):
            return None
        rise = self.height_of(landing) - self.height_of(space)
        if abs(rise) > 1:
            return None
        doublings = max(self.doublings(cell, hindered) for cell in landing - space) + (rise == 1) + extra
        low = any(self.borders.get(border) == "low-wall" for border in crossed)
        return (3 if dx and dy else 2) * 2**doublings + 4 * low

    def costs(
        self,
        start: Cell,
        span: int,
        *,
        blocked: set[Cell] = frozenset(),  # type: ignore[assignment]
        hindered: set[Cell] = frozenset(),  # type: ignore[assignment]
        held: set[Cell] = frozenset(),  # type: ignore[assignment]
        swimmer: bool = False,
        small: bool = False,
        squeeze: bool = False,
    ) -> dict[tuple[Cell, int], int]:
        """Halves to every ``(anchor, span)``; ``held`` anchors cannot be left again."""
        closed = "#T+o" + ("" if swimmer else "~")
        half = (span + 1) // 2
        normal_closed = closed + ("" if small else "n")
        tight_closed = closed + ("" if small or span == 1 else "n")
        graph: nx.DiGraph = nx.DiGraph()
        cells = list(self.symbols)
        wide = {a for a in cells if self.fits(self.space(a, span), normal_closed, blocked)}
        tight: set[Cell] = set()
        if squeeze:
            parts = {a: self.space(a, half) for a in cells}
            tight = {
                a
                for a in cells
                if self.fits(parts[a], tight_closed, blocked) and not any(parts[a] <= self.space(w, span) for w in wide)
            }
        bent = squeeze and start not in wide
        graph.add_node((start, bent))
        for at in wide | {start}:
            if at in held and at != start:
                continue
            for dx, dy in STEPS:
                to = (at[0] + dx, at[1] + dy)
                if not (at == start and bent) and to in wide:
                    cost = self.step(self.space(at, span), dx, dy, hindered)
                    if cost is not None:
                        graph.add_edge((at, False), (to, False), weight=cost)
        if squeeze:
            within = {w: [a for a in cells if self.space(a, half) <= self.space(w, span)] for w in wide | {start}}

            def add(source: tuple[Cell, bool], target: tuple[Cell, bool], cost: int) -> None:
                old = graph.get_edge_data(source, target, {"weight": cost})["weight"]
                graph.add_edge(source, target, weight=min(old, cost))

            for at in wide | tight | {start}:
                if at in held and at != start:
                    continue
                is_bent = at in tight or (at == start and bent)
                for part in [at] if is_bent else within[at]:
                    for dx, dy in STEPS:
                        to = (part[0] + dx, part[1] + dy)
                        cost = self.step(self.space(part, half), dx, dy, hindered, extra=1)
                        if cost is None or not self.fits(self.space(to, half), tight_closed, set()):
                            continue
                        if to in tight:
                            add((at, is_bent), (to, True), cost)
                        elif is_bent:
                            for whole in wide:
                                if to in within[whole]:
                                    add((at, True), (whole, False), cost)
        found = nx.single_source_dijkstra_path_length(graph, (start, bent))
        return {(cell, half if is_bent else span): cost for (cell, is_bent), cost in found.items()}

    # lines

    def opened(
        self, start: Point, end: Point, source: set[Cell], goal: set[Cell], stops: set[Cell], walls: set[Border]
    ) -> bool:
        """Whether one gets from source to goal over squares and borders that the segment touches."""
        touched = {cell for cell in self.symbols if cell not in stops and touches(start, end, *cell, 1, 1)}
        graph: nx.Graph = nx.Graph()
        graph.add_nodes_from(touched)
        for x, y in touched:
            for dx, dy in ((1, 0), (0, 1)):
                other = (x + dx, y + dy)
                passable = other in touched and frozenset({(x, y), other}) not in walls
                if passable and touches(start, end, x + dx, y + dy, 1 - dx, 1 - dy):
                    graph.add_edge((x, y), other)
        return any(nx.has_path(graph, a, b) for a in source & touched for b in goal & touched)

    def barriers(self) -> tuple[set[Cell], set[Border]]:
        """Flat ground, creatures of some height."""
        walls = {border for border, kind in self.borders.items() if kind in ("wall", "door")}
        return {cell for cell in self.symbols if self.solid(cell)}, walls

    def effect(self, a: Cell, span_a: int, b: Cell, span_b: int, veils: str = "") -> bool:
        source, goal = self.space(a, span_a), self.space(b, span_b)
        if source & goal:
            return True
        stops, walls = self.barriers()
        stops = (stops - source - goal) | {cell for cell, symbol in self.symbols.items() if symbol in veils}
        if span_a == span_b == 1 and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1:
            return frozenset({a, b}) not in walls and not {a, b} & stops
        return any(self.opened(p, q, source, goal, stops, walls) for p in lattice(source) for q in lattice(goal))

    # areas

    def disc(self, corner: Point, radius: int) -> set[Cell]:
        """Squares whose farthest corner is within the radius."""
        return {
            (x, y)
            for x, y in self.symbols
            if max(walked(abs(px - corner[0]), abs(py - corner[1])) for px, py in lattice({(x, y)})) <= radius
        }

    def struck(self, corner: Point, cells: set[Cell]) -> set[Cell]:
        """Of some squares on flat ground those that an open line from an intersection reaches."""
        stops, walls = self.barriers()
        source = {cell for cell in self.symbols if corner in lattice({cell})} - stops
        return {
            cell
            for cell in cells - stops
            if any(self.opened(corner, end, source, {cell}, stops, walls) for end in lattice({cell}))
        }

    def cone(self, corner: Point, direction: Point, length: int) -> set[Cell]:
        """Squares with their middle no more than 45 degrees off the direction."""
        aim = math.atan2(direction[1], direction[0])

        def off(cell: Cell) -> float:
            angle = abs(math.atan2(cell[1] + 0.5 - corner[1], cell[0] + 0.5 - corner[0]) - aim)
            return min(angle, 2 * math.pi - angle)

        return self.struck(corner, {cell for cell in self.disc(corner, length) if off(cell) <= math.pi / 4 + 1e-9})

    def bolt(self, corner: Point, end: Point, length: int) -> set[Cell]:
        """Squares that a slanting line crosses, one after the other, up to the first barrier on its way."""
        stops, walls = self.barriers()
        dx, dy = end[0] - corner[0], end[1] - corner[1]
        far = (corner[0] + length * dx, corner[1] + length * dy)
        crossed = sorted(
            (cell for cell in self.symbols if crosses(corner, far, *cell)), key=lambda cell: cell[0] * dx + cell[1] * dy
        )
        before = {cell for cell in self.symbols if corner in lattice({cell})} - stops
        at, found = corner, set()
        for cell in crossed:
            shared = [point for point in lattice({cell}) if all(point in lattice({b}) for b in before)]
            if len(before) == 1 and len(shared) == 2:
                passes = frozenset({cell, *before}) not in walls
            else:
                at = corner if cell is crossed[0] else shared[0]
                passes = self.opened(at, at, before, {cell}, stops, walls)
            if not passes or cell in stops or cell not in self.disc(corner, length):
                break
            found.add(cell)
            before = {cell}
        return found

    def spread(self, corner: Point, radius: int) -> set[Cell]:
        """Squares that a flood over squares gets to: the first cost one diagonal, and no diagonal cuts a corner."""
        stops, walls = self.barriers()
        free = self.symbols.keys() - stops
        ways: nx.DiGraph = nx.DiGraph()
        ways.add_nodes_from([*free, "start"])
        ways.add_edges_from((("start", cell) for cell in free if corner in lattice({cell})), weight=3)

        def straight(a: Cell, b: Cell) -> bool:
            return a in free and b in free and frozenset({a, b}) not in walls

        for x, y in free:
            for dx, dy in STEPS:
                to = (x + dx, y + dy)
                turns = [(x + dx, y), (x, y + dy)]
                if all(straight((x, y), t) and straight(t, to) for t in turns) if dx and dy else straight((x, y), to):
                    ways.add_edge((x, y), to, weight=3 if dx and dy else 2)
        costs = nx.single_source_dijkstra_path_length(ways, "start", cutoff=2 * radius + 1)
        return {cell for cell in costs if cell != "start"}

    def screens(self, attacker: set[Cell], target: set[Cell]) -> tuple[set[Cell], set[Border], set[Border]]:
        """What covers: squares, borders without and with arrow slits."""
        stops, walls = self.barriers()

        def counts(cells: Iterable[Cell]) -> bool:
            far = min(gap(target, {cell}) for cell in cells)
            near = min(gap(attacker, {cell}) for cell in cells)
            return far <= 6 and not near < far

        stops |= {cell for cell, symbol in self.symbols.items() if symbol == "%" and counts({cell})}
        for border, kind in self.borders.items():
            if kind == "window" or (kind == "low-wall" and counts(border)):
                walls = walls | {border}
        slits = {border for border, kind in self.borders.items() if kind == "arrow-slit"}
        return stops - attacker - target, walls, walls | slits

    def cover(self, a: Cell, span_a: int, b: Cell, span_b: int, melee: bool, creatures: set[Cell]) -> str:
        """The kind of cover on flat ground, every choice of the attacker tried."""
        source, goal = self.space(a, span_a), self.space(b, span_b)
        if not self.effect(a, span_a, b, span_b):
            return "total"
        solid, hard = self.barriers()
        stops, walls, slits = self.screens(source, goal)
        crowd = set() if melee else creatures - source - goal
        if span_a == span_b == 1 and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1:
            between = frozenset({a, b})
            if between in walls:
                return "cover"
            if between in slits:
                return "improved"
        choices = (
            [[(p, q) for p in lattice({x}) for q in lattice({t})] for x in source for t in goal]
            if melee
            else [[(p, q) for q in lattice({t})] for p in lattice(source) for t in goal]
        )
        order = ["none", "soft", "cover", "improved"]
        found = []
        for lines in choices:
            kinds = []
            passes = False
            for p, q in lines:
                if not self.opened(p, q, source, goal, solid - source - goal, hard):
                    kinds.append("cover")
                    continue
                passes = True
                if self.stroked(p, q, source, goal) or not self.opened(p, q, source, goal, stops, walls):
                    kinds.append("cover")
                elif not self.opened(p, q, source, goal, stops, slits):
                    kinds.append("improved")
                elif not self.opened(p, q, source, goal, stops | crowd, slits):
                    kinds.append("soft")
                else:
                    kinds.append("none")
            if passes:
                found.append(max(kinds, key=order.index))
        return min(found, key=order.index)

    def stroked(self, p: Point, q: Point, source: set[Cell], goal: set[Cell]) -> bool:
        """Whether a stroke lies across a line between corners that strokes leave to the squares that have them."""

        def left_to(corner: Point, cells: set[Cell]) -> bool:
            return any(
                not self.cut((x + Fraction(1, 2), y + Fraction(1, 2)), corner)
                for x, y in cells
                if corner in lattice({(x, y)})
            )

        return self.cut(p, q) and left_to(p, source) and left_to(q, goal)

    def cut(self, p: tuple[Fraction | int, Fraction | int], q: Point) -> bool:
        """Whether a stroke has a point of the inside of a line, and not a stretch of it."""
        for x0, y0, x1, y1 in self.strokes:
            at = [turned(p, q, (x0, y0)), turned(p, q, (x1, y1))]
            line = [turned((x0, y0), (x1, y1), p), turned((x0, y0), (x1, y1), q)]
            if min(at) <= 0 <= max(at) and min(line) < 0 < max(line):
                return True
        return False

    def charge_meets(self, a: Cell, b: Cell, span: int, blocked: set[Cell]) -> bool:
        """Whether a line of a charge over flat ground passes through anything that slows or blocks."""
        source, goal = self.space(a, span), self.space(b, span)
        bad = ({c for c, s in self.symbols.items() if s not in ".='f"} | blocked) - source
        walls = {border for border, kind in self.borders.items() if kind != "open-door"}
        if not goal <= self.symbols.keys() or goal & bad:
            return True
        ends = product((0, span), repeat=2)
        corners = list(ends)
        return any(
            not self.opened((a[0] + i, a[1] + j), (b[0] + k, b[1] + m), source, goal, bad, walls)
            for i, j in corners
            for k, m in corners
        )


def gap(a: set[Cell], b: set[Cell]) -> int:
    """Squares between two spaces, the diagonals counted one by one."""
    return min(walked(abs(ax - bx), abs(ay - by)) for ax, ay in a for bx, by in b)


def walked(dx: int, dy: int) -> int:
    total = diagonals = 0
    while dx or dy:
        if dx and dy:
            diagonals += 1
            total += 1 if diagonals % 2 else 2
        else:
            total += 1
        dx, dy = max(dx - 1, 0), max(dy - 1, 0)
    return total


def lattice(cells: set[Cell]) -> Iterator[Point]:
    """All corners of some squares, row by row."""
    yield from sorted({(x + i, y + j) for x, y in cells for i in (0, 1) for j in (0, 1)}, key=lambda p: (p[1], p[0]))


def touches(start: Point, end: Point, x: int, y: int, width: int, height: int) -> bool:
    """Whether a segment meets a closed rectangle."""
    low, high = Fraction(0), Fraction(1)
    for begin, finish, least, most in ((start[0], end[0], x, x + width), (start[1], end[1], y, y + height)):
        run = finish - begin
        if not run:
            if not least <= begin <= most:
                return False
            continue
        first, last = sorted((Fraction(least - begin, run), Fraction(most - begin, run)))
        low, high = max(low, first), min(high, last)
    return low <= high


def crosses(start: Point, end: Point, x: int, y: int) -> bool:
    """Whether a slanting segment gets into the inside of a square."""
    low, high = Fraction(0), Fraction(1)
    for begin, finish, least in ((start[0], end[0], x), (start[1], end[1], y)):
        first, last = sorted((Fraction(least - begin, finish - begin), Fraction(least + 1 - begin, finish - begin)))
        low, high = max(low, first), min(high, last)
    return low < high


def turned(p: Any, q: Any, r: Any) -> Fraction:
    """Twice the area of a triangle, negative when it is run round the other way."""
    return Fraction((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))


def between(a: Cell, b: Cell, target: Cell, span: int) -> bool:
    """Whether the line between the centers of two squares crosses opposite borders of a space."""
    half = Fraction(1, 2)
    (ax, ay), (bx, by) = [(x + half, y + half) for x, y in (a, b)]
    left, top = target

    def meets(vertical: bool, at: int) -> bool:
        p, q, u, v, least = (ax, bx, ay, by, top) if vertical else (ay, by, ax, bx, left)
        if p == q or not 0 <= (share := (at - p) / (q - p)) <= 1:
            return False
        return least <= u + share * (v - u) <= least + span

    return (meets(True, left) and meets(True, left + span)) or (meets(False, top) and meets(False, top + span))
