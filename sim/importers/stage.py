"""A map drawn in lines, with those who stand on it, as a scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from sim.grid.figures import FINE, LIMIT, MOST_STROKES, EdgeKind
from sim.grid.strokes import touched
from sim.importers import lamps as lighting
from sim.importers.canvas import Canvas, square
from sim.importers.lamps import Lamp
from sim.importers.protocol import Imported, scenario
from sim.importers.sides import People, peopled, plain
from sim.importers.walls import Border, Cell, Floor, Plan, decide, hewn, met, on_grid, sides


class Figure(NamedTuple):
    """Somebody on the map: the name there, the kind here, the side, and the north-western square."""

    name: str
    kind: str
    side: str
    cell: Cell


class Sketch(NamedTuple):
    """What a file draws, before it is decided. ``around`` is the light where no lamp shines: ``b``, ``s`` or ``d``."""

    title: str
    about: str
    plan: Plan
    around: str = "b"
    lamps: tuple[Lamp, ...] = ()
    figures: tuple[Figure, ...] = ()
    decided: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def staged(sketch: Sketch, wishes: People, where: str) -> Imported:
    """
    The scenario of a sketch, with what was decided about its walls, its light, and who stands where.

    :raises BadInput: when nobody has room on it, or the scenario cannot be played.
    """
    plan = sketch.plan
    inside, outside = _lamps(sketch)
    passable = frozenset(border for piece in plan.pieces if piece.secret for border in met(plan, piece)[1])
    used = {(lamp.x // plan.unit, lamp.y // plan.unit) for lamp in inside} | {one.cell for one in sketch.figures}
    cut = decide(plan)
    floor = hewn(cut, used, passable)
    canvas = Canvas(plan.columns, plan.rows, ".", where)
    for (x, y), symbol in floor.filled.items():
        canvas.rows[y][x] = symbol
    for (x, y, south), kind in floor.borders.items():
        canvas.border(x, y, "s" if south else "e", kind)
    canvas.light = lighting.lit(floor, plan.unit, sketch.around, inside)
    strokes, beyond = _strokes(plan, floor)
    tables = canvas.tables(sketch.title, sketch.about, _sides(sketch.figures))
    if strokes:
        tables["strokes"] = strokes
    text, placed = peopled(tables, wishes, where=where)
    return scenario(
        text,
        tables["name"],
        (
            *_walls(plan, cut, floor, len(strokes)),
            *_doors(plan, floor),
            *_secret(floor, passable),
            *_lights(sketch.around, inside),
            *sketch.decided,
            *placed,
        ),
        (*sketch.warnings, *_nowhere(plan, floor)),
        (*sketch.unread, *outside, *beyond),
    )


def _strokes(plan: Plan, floor: Floor) -> tuple[list[list[int]], list[str]]:
    """The pieces of wall that borders do not render, where somebody may stand, and what is said of those left out."""
    found: dict[tuple[int, int, int, int], None] = {}
    for piece in plan.pieces:
        if piece.kind != "wall" or on_grid(plan, piece):
            continue
        x0, y0, x1, y1 = (round(Fraction(at * FINE, plan.unit)) for at in piece[:4])
        squares = touched((x0, y0, x1, y1), plan.columns + 1, plan.rows)
        cells = (divmod(square, plan.columns + 1) for square in squares)
        if (x0, y0) != (x1, y1) and any(floor.filled.get((x, y)) != "#" for y, x in cells):
            found[x0, y0, x1, y1] = None
    kept = [list(one) for one in found if all(-FINE * LIMIT <= at <= 2 * FINE * LIMIT for at in one)][:MOST_STROKES]
    left = len(found) - len(kept)
    return kept, [f"{_many(left, 'piece of wall')} that should give cover"] if left else []


def _lamps(sketch: Sketch) -> tuple[list[Lamp], list[str]]:
    """The lamps on the map, and what is said of the others."""
    plan = sketch.plan
    inside = [
        lamp for lamp in sketch.lamps if 0 <= lamp.x < plan.columns * plan.unit and 0 <= lamp.y < plan.rows * plan.unit
    ]
    said = []
    if len(inside) < len(sketch.lamps):
        said.append(f"{_many(len(sketch.lamps) - len(inside), 'light')} beside the map")
    if len(inside) > lighting.MOST:
        said.append(f"{len(inside) - lighting.MOST} of {len(inside)} lights: {lighting.MOST} are lit")
    return inside[: lighting.MOST], said


def _many(number: int, what: str) -> str:
    """
    A number of things.

    >>> _many(1, "door"), _many(2, "door"), _many(2, "piece of wall")
    ('1 door', '2 doors', '2 pieces of wall')
    """
    first, blank, rest = what.partition(" ")
    return f"{number} {first}{'' if number == 1 else 's'}{blank}{rest}"


def _walls(plan: Plan, cut: Floor, floor: Floor, strokes: int) -> Iterable[str]:
    walls = [piece for piece in plan.pieces if piece.kind == "wall"]
    if walls:
        along = sum(on_grid(plan, piece) for piece in walls)
        yield (
            f"{_many(len(walls), 'piece of wall')}, {along} of them along borders of squares: a border is shut where "
            "a piece meets the line between the centers of its squares, a square is rock where one meets its center"
        )
        idle = sum(not any(met(plan, piece)) for piece in walls)
        if idle:
            yield f"{_many(idle, 'piece of wall')} too short or too far aside to shut anything by itself"
    if strokes:
        yield f"{_many(strokes, 'piece of wall')} off the borders give cover as drawn: they are the strokes"
    rock = sum(symbol == "#" for symbol in floor.filled.values()) - sum(s == "#" for s in cut.filled.values())
    if rock:
        yield f"{_many(rock, 'square')} that nobody can get to {'is' if rock == 1 else 'are'} rock"


def _doors(plan: Plan, floor: Floor) -> Iterable[str]:
    """Where the doors and windows of the plan are."""
    spots: dict[EdgeKind, list[str]] = {}
    for cell, symbol in sorted(floor.filled.items(), key=lambda item: (item[0][1], item[0][0])):
        if symbol != "#":
            spots.setdefault("door" if symbol == "+" else "open-door", []).append(f"{square(*cell)}, all of it")
    for (x, y, south), kind in sorted(floor.borders.items(), key=lambda item: (item[0][1], item[0][0], item[0][2])):
        if kind != "wall":
            spots.setdefault(kind, []).append(f"{square(x, y)} {'es'[south]}")
    drawn = Counter(piece.kind for piece in plan.pieces)
    for kind, found in spots.items():
        yield f"{_many(drawn[kind], kind.replace('-', ' '))}, on {_many(len(found), 'border')}: {_listed(found)}"


def _listed(names: list[str]) -> str:
    return ", ".join(names[:40]) + (f" and {len(names) - 40} more" if len(names) > 40 else "")


def _secret(floor: Floor, passable: frozenset[Border]) -> Iterable[str]:
    for x, y, south in sorted(border for border in passable if floor.borders.get(border) == "wall"):
        yield f"a secret door at {square(x, y)} {'es'[south]} is a wall, for want of anybody who knows it"


def _nowhere(plan: Plan, floor: Floor) -> Iterable[str]:
    """Doors with rock on one side."""
    for piece in plan.pieces:
        if piece.kind == "wall":
            continue
        centers, borders = met(plan, piece)
        filled = any(floor.filled.get(cell, "#") != "#" for cell in centers)
        if borders and not filled and not any(border in floor.borders for border in borders):
            beside = square(*sides(borders[0])[0])
            yield f"the {piece.kind} at {beside} leads into rock"


def _lights(around: str, inside: list[Lamp]) -> Iterable[str]:
    said = {"b": "bright", "s": "shadowy", "d": "dark"}[around]
    if around != "b":
        yield f"the map is {said} but for its {_many(len(inside), 'light')}; walls and closed doors keep light in"
    elif inside:
        yield f"the map is {said} throughout: its {_many(len(inside), 'light')} add nothing"


def _sides(figures: Iterable[Figure]) -> list[dict[str, Any]]:
    """The sides of those who stand on the map."""
    sides: dict[str, list[dict[str, Any]]] = {}
    names: set[str] = set()
    for one in figures:
        entry = {"kind": one.kind, "name": _name(one.name, names), "at": square(*one.cell)}
        sides.setdefault(one.side, []).append(entry)
    return [{"name": side, "creature": entries} for side, entries in sides.items()]


def _name(theirs: str, names: set[str]) -> str:
    """The name of somebody as scenarios write it, and nobody else's."""
    base = plain(theirs).lstrip("0123456789-")[:36].rstrip("-") or "nobody"
    found = base
    number = 1
    while found in names:
        number += 1
        found = f"{base}-{number}"
    names.add(found)
    return found
