"""Maps drawn in tests, and maps drawn by Hypothesis."""

from __future__ import annotations

import textwrap

from hypothesis import strategies as st

from sim.grid.figures import Edge, MapFigures
from sim.grid.terrain import Ground, column_name


def drawn(
    text: str, *edges: str, elevation: str = "", light: str = "", under: str = "."
) -> tuple[Ground, dict[str, int]]:
    """
    A map as text, with capitals (but T, a tree) marking squares over ``under``; the squares of the marks.

    An edge reads ``c4 e wall``.
    """
    rows = _rows(text)
    marks = {}
    for y, row in enumerate(rows):
        for x, symbol in enumerate(row):
            if symbol.isupper() and symbol != "T":
                marks.setdefault(symbol, y * (len(rows[0]) + 1) + x)
    plain = tuple("".join(under if s.isupper() and s != "T" else s for s in row) for row in rows)
    named = tuple(Edge(*edge.split()) for edge in edges)  # type: ignore[arg-type]
    return Ground.of(MapFigures(plain, _rows(elevation), named, _rows(light))), marks


def _rows(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in textwrap.dedent(text).strip().splitlines()) if text.strip() else ()


@st.composite
def grounds(
    draw: st.DrawFn,
    symbols: str = "......:;%,#~on",
    most: int = 8,
    kinds: tuple[str, ...] = ("wall", "low-wall", "window", "arrow-slit", "door", "open-door"),
    hills: bool = True,
    strokes: int = 2,
) -> Ground:
    """Small maps of all terrains, some with edges, hills and up to so many strokes."""
    width, height = draw(st.integers(1, most)), draw(st.integers(1, most))
    rows = tuple(draw(st.text(symbols, min_size=width, max_size=width)) for _ in range(height))
    places = draw(
        st.lists(
            st.tuples(st.integers(0, width - 1), st.integers(0, height - 1), st.sampled_from("es")),
            unique=True,
            max_size=5 if kinds else 0,
        )
    )
    edges = tuple(
        Edge(f"{column_name(x)}{y + 1}", side, draw(st.sampled_from(kinds)))  # type: ignore[arg-type]
        for x, y, side in places
    )
    elevation: tuple[str, ...] = ()
    if hills and draw(st.booleans()):
        elevation = tuple(draw(st.text("0012", min_size=width, max_size=width)) for _ in range(height))
    return Ground.of(MapFigures(rows, elevation, edges, strokes=draw(strokes_on(width, height, strokes))))


def strokes_on(width: int, height: int, most: int) -> st.SearchStrategy[tuple[tuple[int, int, int, int], ...]]:
    """Strokes on and around a map, often through corners and centers of squares."""
    along, down = (st.integers(-1, 4 * length + 1).map(lambda quarters: 25 * quarters) for length in (width, height))
    return st.lists(st.tuples(along, down, along, down), max_size=most).map(tuple)


@st.composite
def places(draw: st.DrawFn, ground: Ground, span: int) -> int:
    """An anchor whose footprint lies on the map."""
    x = draw(st.integers(0, ground.width - span))
    y = draw(st.integers(0, ground.height - span))
    return y * ground.stride + x
