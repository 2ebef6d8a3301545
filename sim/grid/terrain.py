"""
A map compiled to bit sets once, and asked ever after.

Squares are flat ints ``y * stride + x`` with y growing southward and ``stride = width + 1``: the guard column at the
right is never inside, so shifting a set of squares by one never wraps from row to row. A creature's place is ``(anchor,
span)``, its top-left square and its squares on a side.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from sim.core.errors import BadInput
from sim.grid import bits as bitset
from sim.grid.figures import LIMIT, SYMBOLS, MapFigures
from sim.grid.strokes import laid

KEPT = 100_000
"""Most answers that a ground keeps."""

_T = TypeVar("_T")

_NAME = re.compile(r"([a-z]{1,2})([1-9][0-9]{0,2})")


class Borders(NamedTuple):
    """Borders between squares as two sets: those east of their members, and those south of them."""

    east: int = 0
    south: int = 0

    def __or__(self, other: Borders) -> Borders:
        return Borders(self.east | other.east, self.south | other.south)


def column_name(x: int) -> str:
    """
    The letters of a column.

    >>> [column_name(x) for x in (0, 25, 26, 199)]
    ['a', 'z', 'aa', 'gr']
    """
    return chr(97 + x) if x < 26 else chr(96 + x // 26) + chr(97 + x % 26)


class Ground:
    """
    One map, immutable; answers that were asked before are kept in it.

    Sets of squares: ``inside`` all, ``solid`` walls, trunks and closed doors, ``difficult[k]`` those whose cost is
    doubled exactly k + 1 times, ``pits``, ``water`` (deep), ``cliffs``, ``low`` (barricades), ``narrow``, ``slow``
    (all that no charge crosses but water), ``fog``, ``foliage``, ``shadow``, ``dark``, ``soft`` (wood or plaster, in
    which a blade sticks). Borders:
    ``shut`` stop movement, ``hard`` stop effect too, ``windows``, ``slits``, ``low_borders``. ``strokes``: see
    ``sim.grid.strokes``. Raises BadInput for a map that makes no sense.
    """

    def __init__(self, figures: MapFigures) -> None:
        rows = figures.rows
        self.figures = figures
        self.height = len(rows)
        self.width = len(rows[0]) if rows else 0
        self.stride = self.width + 1
        self._check(rows)
        where = dict.fromkeys(SYMBOLS, 0)
        for y, row in enumerate(rows):
            for x, symbol in enumerate(row):
                if symbol not in where:
                    raise BadInput(
                        f"square {column_name(x)}{y + 1} of the map holds {symbol!r}, which is no terrain symbol;"
                        f" use one of {SYMBOLS}"
                    )
                where[symbol] |= 1 << y * self.stride + x
        line = (1 << self.width) - 1
        self.inside = sum(line << y * self.stride for y in range(self.height))
        self.solid = where["#"] | where["T"] | where["+"]
        over = self._layer("over", figures.over, ".fsb")
        mist, mire = (over.get(mark, 0) | over.get("b", 0) for mark in "fs")
        once, twice = where[":"] | where[","] | where["w"] | where["%"], where[";"]
        self.difficult = ((once & ~mire) | (mire & ~once & ~twice), twice | (once & mire))
        self.pits = where["o"]
        self.water = where["~"]
        self.cliffs = where["^"]
        self.low = where["%"]
        self.narrow = where["n"]
        self.slow = self.solid | self.pits | self.cliffs | self.difficult[0] | self.difficult[1] | self.narrow
        self.fog = where["f"] | mist
        self.foliage = where[","]
        light = self._layer("light", figures.light, "bsd")
        self.shadow = light.get("s", 0)
        self.dark = light.get("d", 0)
        soft = self._layer("soft", figures.soft, ".s")
        self.soft = soft.get("s", 0) | where["T"] | where["+"] | where["'"] | where["%"]
        levels = self._layer("elevation", figures.elevation, "0123456789")
        self.levels = {int(digit): bits for digit, bits in sorted(levels.items())} or {0: self.inside}
        self.is_flat = len(self.levels) == 1
        borders = self._borders(figures)
        self.windows = borders["window"]
        self.slits = borders["arrow-slit"]
        self.low_borders = borders["low-wall"]
        self.hard = borders["wall"] | borders["door"] | borders["locked-door"]
        self.shut = self.hard | self.windows | self.slits
        self.has_borders = any(self.shut) or any(self.low_borders)
        self.has_depths = bool(self.water or self.cliffs)
        self.has_doors = bool(where["+"] | where["'"]) or any("door" in edge.kind for edge in figures.edges)
        self.strokes = laid(figures.strokes, self.stride, self.height)
        self.has_walls = bool(self.solid or self.low or self.has_borders or self.strokes.at or not self.is_flat)
        self.has_veils = bool(self.fog or self.foliage or self.shadow or self.dark)
        self.memo: dict[Hashable, Any] = {}
        self._footprints: dict[tuple[int, int], int] = {}

    @staticmethod
    @lru_cache(maxsize=128)
    def of(figures: MapFigures) -> Ground:
        """The ground of these figures; asked twice, it is built once. Raises BadInput for a map that makes no sense."""
        return Ground(figures)

    def __repr__(self) -> str:
        return f"Ground({self.figures!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Ground.of, (self.figures,)

    def _check(self, rows: tuple[str, ...]) -> None:
        if not self.width:
            raise BadInput("the map has no squares; give it at least one row of terrain symbols")
        for number, row in enumerate(rows, 1):
            if len(row) != self.width:
                raise BadInput(
                    f"row {number} of the map has {len(row)} squares where row 1 has {self.width};"
                    " make all rows equally long"
                )
        if self.width > LIMIT or self.height > LIMIT:
            raise BadInput(f"the map is {self.width} by {self.height} squares; the largest is {LIMIT} by {LIMIT}")

    def _layer(self, what: str, rows: tuple[str, ...], symbols: str) -> dict[str, int]:
        """The squares of each symbol of a layer drawn over the map; nothing of an empty one."""
        if not rows:
            return {}
        if len(rows) != self.height or any(len(row) != self.width for row in rows):
            raise BadInput(
                f"the {what} of the map has another shape than its rows; draw it {self.width} by {self.height}"
            )
        found: dict[str, int] = {}
        for y, row in enumerate(rows):
            for x, symbol in enumerate(row):
                if symbol not in symbols:
                    raise BadInput(
                        f"the {what} of square {column_name(x)}{y + 1} is {symbol!r}; use one of {', '.join(symbols)}"
                    )
                found[symbol] = found.get(symbol, 0) | 1 << y * self.stride + x
        return found

    def _borders(self, figures: MapFigures) -> dict[str, Borders]:
        kinds = dict.fromkeys(
            ("wall", "low-wall", "door", "open-door", "locked-door", "window", "arrow-slit"), Borders()
        )
        taken: set[tuple[int, bool]] = set()
        for edge in figures.edges:
            square = self.square(edge.square)
            if edge.side not in ("n", "e", "s", "w"):
                raise BadInput(f"square {edge.square} has an edge on side {edge.side!r}; its sides are n, e, s and w")
            if edge.side == "w":
                square -= 1
            elif edge.side == "n":
                square -= self.stride
            east = edge.side in "ew"
            if (square, east) in taken:
                raise BadInput(f"the {edge.side} side of square {edge.square} has two edges; keep one of them")
            taken.add((square, east))
            if edge.kind not in kinds:
                raise BadInput(f"the edge of square {edge.square} is {edge.kind!r}; use one of {', '.join(kinds)}")
            if square >= 0:
                bit = 1 << square
                kinds[edge.kind] |= Borders(bit, 0) if east else Borders(0, bit)
        return kinds

    def name(self, square: int) -> str:
        """A square as people write it: column letters, and row number from 1 at the north."""
        y, x = divmod(square, self.stride)
        return f"{column_name(x)}{y + 1}"

    def square(self, name: str) -> int:
        """The square of this name, such as ``c4``. Raises BadInput for anything that is no square of the map."""
        match = _NAME.fullmatch(name)
        if match is None:
            raise BadInput(f"{name!r} is no square; write column letters and a row number, such as c4")
        letters, number = match.groups()
        x = ord(letters[-1]) - 97 + (26 * (ord(letters[0]) - 96) if len(letters) == 2 else 0)
        y = int(number) - 1
        if x >= self.width or y >= self.height:
            last = self.name((self.height - 1) * self.stride + self.width - 1)
            raise BadInput(f"square {name} is off the map; its squares run from a1 to {last}")
        return y * self.stride + x

    def elevation(self, square: int, span: int = 1) -> int:
        """Height of a place in squares: that of the highest ground it covers."""
        if self.is_flat:
            return next(iter(self.levels))
        footprint = self.footprint(square, span)
        return max(height for height, bits in self.levels.items() if bits & footprint)

    def higher(self, height: int) -> int:
        """Squares whose ground is at least so high."""
        total = 0
        for level, bits in self.levels.items():
            if level >= height:
                total |= bits
        return total

    def footprint(self, anchor: int, span: int) -> int:
        """The squares of a place (also those that would lie off the map)."""
        if span == 1:
            return 1 << anchor
        try:
            return self._footprints[anchor, span]
        except KeyError:
            bits = self._footprints[anchor, span] = bitset.covered(1 << anchor, span, self.stride)
            return bits

    def anchors(self, open_bits: int, span: int) -> int:
        """Where a footprint lies wholly in ``open_bits`` and on the map."""
        return bitset.fitting(open_bits & self.inside, span, self.stride)

    def keep(self, key: Hashable, answer: _T) -> _T:
        """Put an answer into ``memo``, which forgets everything when it is full."""
        if len(self.memo) >= KEPT:
            self.memo.clear()
        self.memo[key] = answer
        return answer

    def near(self, anchor: int, span: int) -> int:
        """The squares beside a place, diagonals included."""
        key = "near", anchor, span
        found: int | None = self.memo.get(key)
        if found is None:
            y, x = divmod(anchor, self.stride)
            found = 0
            line = ((1 << span + 2) - 1) << x >> 1
            for row in range(y - 1, y + span + 1):
                if 0 <= row < self.height:
                    found |= line << row * self.stride
            found = self.keep(key, found & self.inside & ~self.footprint(anchor, span))
        return found

    def distance(self, a: int, span_a: int, b: int, span_b: int) -> int:
        """
        Squares between the nearest squares of two places, diagonals counted 1-2-1-2; 0 where they overlap
        (d20.move.diagonals).
        """
        stride = self.stride
        ax, bx = a % stride, b % stride
        ay, by = a // stride, b // stride
        dx = bx - ax if bx > ax else ax - bx
        dy = by - ay if by > ay else ay - by
        if span_a > 1 or span_b > 1:
            dx = max(0, dx + 1 - (span_a if bx >= ax else span_b))
            dy = max(0, dy + 1 - (span_a if by >= ay else span_b))
        return dx + (dy >> 1) if dx > dy else dy + (dx >> 1)

    def text(self, marks: dict[int, str] | None = None) -> str:
        """The map drawn again, ``marks`` (one character a square) laid over its symbols."""
        rows = [list(row) for row in self.figures.rows]
        for square, mark in (marks or {}).items():
            y, x = divmod(square, self.stride)
            rows[y][x] = mark
        return "\n".join("".join(row) for row in rows)
