"""
Maps in the Universal VTT format: ``.uvtt``, ``.dd2vtt`` of Dungeondraft, ``.df2vtt`` of DungeonFog.

One JSON object; lengths are squares, y grows southward. Walls and objects are lines of points, portals doors. What
``sim.importers.walls`` decides becomes the ground, lights become light and shadow; the picture is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from pathlib import PurePath
from typing import Any

from msgspec import Struct

from sim.core.errors import BadInput
from sim.importers.jsons import document, units
from sim.importers.lamps import Lamp, brightness
from sim.importers.protocol import LARGEST_MAP, Imported
from sim.importers.sides import NO_WISHES, People
from sim.importers.stage import Sketch, staged
from sim.importers.walls import Piece, plan
from sim.tables import files

UNIT = 1_000_000
"""Units of a square: coordinates are read to the millionth."""


class _Point(Struct, frozen=True):
    x: Decimal
    y: Decimal


class _Resolution(Struct, frozen=True):
    map_size: _Point
    map_origin: _Point = _Point(Decimal(0), Decimal(0))


class _Portal(Struct, frozen=True):
    bounds: tuple[_Point, _Point]
    closed: bool = True


class _Environment(Struct, frozen=True):
    ambient_light: str = "ffffffff"


class _Light(Struct, frozen=True):
    position: _Point
    range: Decimal
    shadows: bool = True


class _Map(Struct, frozen=True):
    resolution: _Resolution
    line_of_sight: tuple[tuple[_Point, ...], ...] | None = None
    objects_line_of_sight: tuple[tuple[_Point, ...], ...] | None = None
    portals: tuple[_Portal, ...] | None = None
    lights: tuple[_Light, ...] | None = None
    environment: _Environment | None = None


_KNOWN = {*_Map.__struct_fields__, "format", "image", "software", "creator"}

_LINES = ("line_of_sight", "objects_line_of_sight")


def uvtt(data: bytes, where: str, wishes: People = NO_WISHES, *, bright: bool = False) -> Imported:
    """
    A Universal VTT map as a scenario; ``bright``: lit throughout, whatever it says.

    :raises BadInput: when it is none, is too large, or has no room for those who fight.
    """
    return staged(sketch(data, where, bright=bright), wishes, where)


def sketch(data: bytes, where: str, *, bright: bool = False) -> Sketch:
    """
    What the map draws.

    :raises BadInput: when it is none, or too large.
    """
    found = document(data, where, LARGEST_MAP)
    if not isinstance(found, dict):
        raise BadInput(f"{where} is no Universal VTT map: that is one JSON object")
    drawn = files.convert(
        {key: found[key] for key in _Map.__struct_fields__ if found.get(key) is not None}, _Map, where
    )
    size = _at(drawn.resolution.map_size, "map_size", where)
    origin = _at(drawn.resolution.map_origin, "map_origin", where)
    walls = [
        Piece(*start, *end)
        for key in _LINES
        for points in getattr(drawn, key) or ()
        for start, end in pairwise([_at(point, key, where) for point in points])
    ]
    doors = [
        Piece(*_at(start, "portals", where), *_at(end, "portals", where), "door" if portal.closed else "open-door")
        for portal in drawn.portals or ()
        for start, end in (portal.bounds,)
    ]
    shift, decided = _shift(origin, size, [*walls, *doors])
    lamps = tuple(
        Lamp(x - shift[0], y - shift[1], max(0, reach) // 2, max(0, reach), light.shadows)
        for light in drawn.lights or ()
        for x, y in (_at(light.position, "lights", where),)
        for reach in (units(light.range, UNIT, "the range of a light", where),)
    )
    around, warnings = ("b", ()) if bright else _around(drawn.environment)
    title = PurePath(where).stem[:100] if where != "the text" else "Imported map"
    pieces = (_moved(piece, shift) for piece in (*walls, *doors))
    return Sketch(
        title or "Imported map",
        "A map from a Universal VTT file.",
        plan(_whole(size[0]), _whole(size[1]), UNIT, pieces, where),
        around,
        lamps,
        decided=tuple(decided),
        warnings=warnings,
        unread=tuple(_unread(found)),
    )


def _at(point: _Point, what: str, where: str) -> tuple[int, int]:
    return units(point.x, UNIT, f"an x of {what}", where), units(point.y, UNIT, f"a y of {what}", where)


def _whole(length: int) -> int:
    """Whole squares, half a one counted."""
    return (2 * length + UNIT) // (2 * UNIT)


def _moved(piece: Piece, shift: tuple[int, int]) -> Piece:
    x, y = shift
    return Piece(piece.x0 - x, piece.y0 - y, piece.x1 - x, piece.y1 - y, piece.kind)


def _shift(origin: tuple[int, int], size: tuple[int, int], pieces: list[Piece]) -> tuple[tuple[int, int], list[str]]:
    """What is taken off all coordinates: the origin in whole squares, if that is not done already."""
    if origin == (0, 0):
        return origin, []
    whole = _whole(origin[0]) * UNIT, _whole(origin[1]) * UNIT

    def inside(shift: tuple[int, int]) -> int:
        return sum(
            0 <= x - shift[0] <= size[0] and 0 <= y - shift[1] <= size[1]
            for piece in pieces
            for x, y in (piece[:2], piece[2:4])
        )

    said = f"the map begins at {whole[0] // UNIT}, {whole[1] // UNIT} of its drawing"
    if inside((0, 0)) > inside(whole):
        return (0, 0), [f"{said}, and its walls are drawn from that corner already"]
    rounded = "" if whole == origin else ", rounded to whole squares"
    return whole, [f"{said}{rounded}: that is taken off all coordinates"]


def _around(environment: _Environment | None) -> tuple[str, tuple[str, ...]]:
    """The light of the map, and a warning when it makes no sense."""
    color = environment.ambient_light if environment else "ffffffff"
    try:
        levels = bytes.fromhex(color.removeprefix("#"))[-3:]
    except ValueError:
        levels = b""
    if len(levels) < 3:
        return "b", (f"the ambient light {color[:20]!r} is no color: the map is bright",)
    return brightness(max(levels)), ()


def _unread(found: dict[str, Any]) -> Iterator[str]:
    if found.get("image"):
        yield "the picture"
    for key in found:
        if key not in _KNOWN:
            yield f"{files.short(key)}: nothing here plays it"
