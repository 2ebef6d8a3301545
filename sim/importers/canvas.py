"""A map as it is drawn by an importer: squares, what stands on their borders, light, and the sides that are placed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sim.core.errors import BadInput
from sim.grid.figures import LIMIT, EdgeKind, Side
from sim.grid.terrain import column_name
from sim.importers.sides import drawing
from sim.importers.toml import Inline

_HARDEST: tuple[EdgeKind, ...] = (
    "wall", "locked-door", "door", "arrow-slit", "window", "low-wall", "open-door",
)  # fmt: skip
"""Of two things said of one border the first of these holds: nobody passes what either says is closed."""

TERRAIN = {
    "floor": ".", "ground": ".", "wall": "#", "stone wall": "#", "blocked": "#", "solid": "#", "collision": "#",
    "void": "#", "tree": "T", "trees": "T", "pillar": "T", "column": "T", "door": "+", "closed door": "+",
    "open door": "'", "rubble": ":", "difficult": ":", "difficult terrain": ":", "heavy rubble": ";",
    "undergrowth": ",", "bushes": ",", "briar": ",", "shallow water": "w", "water": "w", "deep water": "~",
    "bridge": "=", "pit": "o", "chasm": "o", "low wall": "%", "barricade": "%", "cover": "%", "table": "%",
    "crevice": "n", "fog": "f", "rock face": "^", "cliff": "^",
}  # fmt: skip
"""Words for terrain, and their symbols."""


def terrain(word: str) -> str:
    """
    The symbol that a word for terrain means, in the singular or plural; empty where there is none.

    >>> terrain("Low_Walls"), terrain("water"), terrain("lava")
    ('%', 'w', '')
    """
    plain = " ".join(word.lower().replace("_", " ").replace("-", " ").split())
    return TERRAIN.get(plain) or TERRAIN.get(plain.removesuffix("s"), "")


def square(x: int, y: int) -> str:
    """
    The name of the square in this column and row, counted from 0.

    >>> square(2, 3)
    'c4'
    """
    return f"{column_name(x)}{y + 1}"


class Canvas:
    """
    ``width`` by ``height`` squares, at first of one symbol.

    :raises BadInput: when there are none, or more than a map may have.
    """

    def __init__(self, width: int, height: int, symbol: str, where: str) -> None:
        if not (1 <= width <= LIMIT and 1 <= height <= LIMIT):
            raise BadInput(
                f"{where} is {width} by {height} squares: a map has 1 by 1 to {LIMIT} by {LIMIT}, so cut it into parts"
            )
        self.width = width
        self.height = height
        self.rows = [[symbol] * width for _ in range(height)]
        self.light = [["b"] * width for _ in range(height)]
        self.warnings: list[str] = []
        self._borders: dict[tuple[int, int, Side], EdgeKind] = {}

    def inside(self, x: int, y: int) -> bool:
        """Whether there is such a square."""
        return 0 <= x < self.width and 0 <= y < self.height

    def border(self, x: int, y: int, side: Side, kind: EdgeKind) -> None:
        """Put something on one side of a square; where it is not what was said before, the harder holds and is told."""
        if side == "s" and self.inside(x, y + 1):
            y, side = y + 1, "n"
        elif side == "e" and self.inside(x + 1, y):
            x, side = x + 1, "w"
        at = x, y, side
        before = self._borders.get(at, kind)
        harder = min(before, kind, key=_HARDEST.index)
        if before != kind:
            self.warnings.append(f"side {side} of {square(x, y)}: here a {before}, there a {kind}; it is a {harder}")
        self._borders[at] = harder

    def tables(self, name: str, about: str, sides: Iterable[dict[str, Any]] = ()) -> dict[str, Any]:
        """The tables of a scenario with this map."""
        edges = [
            Inline(square=square(x, y), side=side, kind=kind)
            for (x, y, side), kind in sorted(self._borders.items(), key=lambda one: (one[0][1], one[0][0], one[0][2]))
        ]
        light = {"light": drawing(self.light)} if any(mark != "b" for row in self.light for mark in row) else {}
        return {
            "name": " ".join(name.split())[:120] or "A map",
            "about": about[:2000],
            "map": drawing(self.rows),
            **light,
            **({"edges": edges} if edges else {}),
            "side": list(sides),
        }
