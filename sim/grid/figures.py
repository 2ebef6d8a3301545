"""
A battle map as plain figures, the way a scenario and a log write it down.

Rows run from the north, one symbol a square of 5 ft:

======  =============================================================================================
symbol  meaning
======  =============================================================================================
``.``   floor
``#``   wall: closed to all movement, sight and effect
``T``   tree trunk: solid like a wall
``+``   closed door filling its square: solid like a wall
``'``   open door: floor
``:``   rubble: difficult ground, cost doubled once
``;``   heavy rubble: cost doubled twice
``,``   undergrowth: cost doubled once, 20 % concealment
``w``   shallow water: cost doubled once
``~``   deep water: closed but to swimmers
``=``   bridge: floor
``o``   pit or chasm: closed to walkers, hides nothing, may be passed diagonally
``%``   low wall or barricade: a crossable obstacle, cost doubled once, gives low cover
``n``   narrow crevice: Tiny and smaller walk it, Small and Medium squeeze, larger ones cannot enter
``f``   fog: 20 % concealment to a neighbour, hides beyond
``^``   rock face: closed but to climbers, hides nothing
======  =============================================================================================
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Side = Literal["n", "e", "s", "w"]
EdgeKind = Literal["wall", "low-wall", "door", "open-door", "locked-door", "window", "arrow-slit"]


LIMIT = 200
"""Most squares on a side of a map."""

FINE = 100
"""Parts of a square in which strokes are measured."""

Fine = Annotated[int, Meta(ge=-FINE * LIMIT, le=2 * FINE * LIMIT)]
"""How far east or south of the north-western corner of the map, in hundredths of a square."""

Stroke = tuple[Fine, Fine, Fine, Fine]
"""A straight wall at any angle, from a point to a point. It stands in nobody's way, and gives cover."""

MOST_STROKES = 10_000
"""Strokes on a map, at most."""

Strokes = Annotated[tuple[Stroke, ...], Meta(max_length=MOST_STROKES)]

Row = Annotated[str, Meta(max_length=LIMIT)]
Rows = Annotated[tuple[Row, ...], Meta(max_length=LIMIT)]


class Edge(Struct, frozen=True):
    """
    What stands on one border of a square, between it and its neighbour.

    ``wall``, ``door`` and ``locked-door`` stop movement, sight and effect. ``window`` stops movement only and gives
    cover, ``arrow-slit`` the same with improved cover. ``low-wall`` is a crossable obstacle that gives low cover.
    ``open-door`` stops nothing.
    """

    square: str
    side: Side
    kind: EdgeKind


class MapFigures(Struct, frozen=True, omit_defaults=True):
    """
    The whole map. ``elevation``: a digit per square, its height in squares (empty: flat). ``light``: ``b`` bright,
    ``s`` shadowy,
    ``d`` dark per square (empty: all bright). ``over``: what spells have laid over it (empty: nothing): ``f`` fog,
    ``s`` slow going, its cost doubled once more, ``b`` both.
    """

    rows: Rows
    elevation: Rows = ()
    edges: tuple[Edge, ...] = ()
    light: Rows = ()
    over: Rows = ()
    soft: Rows = ()
    """``s`` where a wall or a piece of furniture is of wood or plaster (empty: only what is plainly of wood is)."""
    strokes: Strokes = ()
    """Walls as they were drawn, at any angle, where borders and squares do not say it all."""


SYMBOLS = ".#T+':;,w~=o%nf^"
"""Every symbol that a row may hold."""
