"""
Creatures, equipment, maps and whole scenarios, made up out of small numbers.

Everything here takes its decisions from one function, ``below(n)``: a whole number from 0 to n - 1. A seeded stream
gives random fights; Hypothesis's draws give fights that shrink, for in every choice the plainest thing stands first.
What is made up is a scenario as its file would say it, so that the reader of scenarios judges it like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from sim.core.errors import BadInput
from sim.events.header import Scenario
from sim.grid.terrain import column_name
from sim.rules.shelf import book as book_of
from sim.scenario.loader import read
from sim.tables import adnd_figures, equipment
from sim.tables.glossary import FEATS

Below = Callable[[int], int]
"""A number from 0 to one less than what is given."""

T = TypeVar("T")

TERRAIN = ".:,w#T%;~onf+'^="
"""What a made-up map may hold, the plainest first."""
BORDERS = ("low-wall", "wall", "open-door", "door", "window", "arrow-slit")
ROUNDS, QUIET = 12, 5
"""When a made-up fight is broken off."""
_TRIES = 40
"""Creatures are put down at so many places before they are left out."""
_SCORES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


def one_of(below: Below, options: Sequence[T]) -> T:
    """Any of these; the first is the plainest."""
    return options[below(len(options))]


def once_in(below: Below, times: int) -> bool:
    """True one time in so many; false is the plainer."""
    return below(times) == times - 1


@cache
def kinds(book: str) -> tuple[str, ...]:
    """The creatures of a rulebook, people first: those of the fewest hit points, then by name."""
    roster = book_of(book).roster
    return tuple(sorted(roster.kinds(), key=lambda kind: (roster.creature(kind).hit_points, kind)))


def creature(below: Below, book: str) -> dict[str, Any]:
    """
    A creature as a table of a scenario file: one of the bestiary, perhaps with other figures and equipment.

    The reader may yet refuse it; ``scenario`` then takes the one of the bestiary.
    """
    found: dict[str, Any] = {"base": one_of(below, kinds(book))}
    if once_in(below, 3):
        found["hit_points"] = 1 + below(40)
    if once_in(below, 4):
        found["abilities"] = {one_of(below, _SCORES): 3 + below(18)}
    if once_in(below, 3):
        found |= gear(below, book)
    if book == "d20" and once_in(below, 4):
        found["feats"] = [one_of(below, tuple(FEATS)) for _ in range(1 + below(3))]
    return found


def gear(below: Below, book: str) -> dict[str, Any]:
    """Weapons, of which the first is in hand, and perhaps armor and a shield, as a creature's table names them."""
    weapons, suits, boards = _shelves(book)
    names = list(dict.fromkeys(one_of(below, weapons) for _ in range(1 + below(2))))
    found: dict[str, Any] = {"weapons": [{"name": name} for name in names], "held": names[:1]}
    if once_in(below, 2):
        found["armor"] = one_of(below, suits)
    if once_in(below, 3):
        found["shield"] = one_of(below, boards)
    return found


@cache
def _shelves(book: str) -> tuple[tuple[str, ...], ...]:
    """The weapons, armor and shields of a rulebook."""
    if book == "d20":
        return tuple(equipment.WEAPONS), tuple(equipment.ARMOR), tuple(equipment.SHIELDS)
    return tuple(adnd_figures.WEAPONS), tuple(adnd_figures.ARMOR), tuple(adnd_figures.SHIELDS)


def ground(below: Below, *, least: int = 3, most: int = 12) -> list[list[str]]:
    """A map as rows of symbols: open, or with some of everything on it."""
    width, height = (least + below(most - least + 1) for _ in range(2))
    rows = [["."] * width for _ in range(height)]
    if once_in(below, 2):
        for _ in range(below(width * height // 3 + 1)):
            rows[below(height)][below(width)] = one_of(below, TERRAIN)
    return rows


def scenario(below: Below, book: str, *, sides: int = 2, each: int = 3, most: int = 12) -> Scenario:
    """A fight of up to ``each`` creatures on each of ``sides`` sides, on a map of at most ``most`` squares a side."""
    rows = ground(below, least=4, most=most)
    taken: set[tuple[int, int]] = set()
    own: dict[str, Any] = {}
    found: list[dict[str, Any]] = []
    unaware = below(4 * sides)
    for number in range(sides):
        entries = []
        for place in range(1 + below(each)):
            entry = _placed(below, book, rows, taken, own, f"{'abcd'[number]}{place + 1}")
            if entry is not None:
                entries.append(entry)
        if entries:
            found.append(
                {"name": "abcd"[number], "creature": entries, "surprised": len(found) > 0 and unaware == number}
            )
    if len(found) < 2:
        return scenario(_plainest, book)
    document: dict[str, Any] = {
        "name": "made up",
        "ruleset": book,
        "map": "\n".join(map("".join, rows)),
        "side": found,
        "creatures": own,
        "edges": _edges(below, rows),
        "elevation": _layer(below, rows, "0001"),
        "light": _layer(below, rows, "bbsd"),
        "options": _options(below, book),
        "endings": {"rounds": ROUNDS, "quiet": QUIET},
    }
    try:
        return read(document, "the made-up scenario").scenario
    except BadInput:
        return read({**document, "edges": [], "elevation": "", "light": ""}, "the made-up scenario").scenario


@cache
def _span(book: str, kind: str) -> int:
    """Squares on a side of the space of a creature of the bestiary."""
    return int(book_of(book).roster.creature(kind).span)


def _plainest(options: int) -> int:
    return 0


def _placed(
    below: Below, book: str, rows: list[list[str]], taken: set[tuple[int, int]], own: dict[str, Any], name: str
) -> dict[str, Any] | None:
    """A creature somewhere on the map, cleared for it; its figures go into ``own`` where they are no bestiary's."""
    roster = book_of(book).roster
    figures = creature(below, book)
    kind = figures["base"]
    if len(figures) > 1:
        try:
            roster.resolve(figures, "a made-up creature")
        except BadInput:
            pass
        else:
            kind = f"own-{name}"
            own[kind] = figures
    span = _span(book, figures["base"])
    height, width = len(rows), len(rows[0])
    if span > height or span > width:
        return None
    for attempt in range(_TRIES):
        x, y = below(width - span + 1), below(height - span + 1)
        if attempt:
            x, y = (x + attempt) % (width - span + 1), (y + attempt // 3) % (height - span + 1)
        squares = {(x + i, y + j) for i in range(span) for j in range(span)}
        if not squares & taken:
            break
    else:
        return None
    taken |= squares
    for i, j in sorted(squares):
        rows[j][i] = "."
    entry: dict[str, Any] = {"kind": kind, "name": name, "at": f"{column_name(x)}{y + 1}"}
    if once_in(below, 6):
        entry["conditions"] = [one_of(below, book_of(book).conditions)]
    return entry


def _edges(below: Below, rows: list[list[str]]) -> list[dict[str, str]]:
    """Walls, doors and windows between squares, on one map in four."""
    if not once_in(below, 4):
        return []
    places = {(below(len(rows[0])), below(len(rows)), one_of(below, "es")) for _ in range(1 + below(6))}
    return [
        {"square": f"{column_name(x)}{y + 1}", "side": side, "kind": one_of(below, BORDERS)}
        for x, y, side in sorted(places)
    ]


def _layer(below: Below, rows: list[list[str]], marks: str) -> str:
    """Heights or light, on one map in five."""
    if not once_in(below, 5):
        return ""
    return "\n".join("".join(one_of(below, marks) for _ in row) for row in rows)


def _options(below: Below, book: str) -> dict[str, str]:
    """At most one named option away from its default."""
    if not once_in(below, 3):
        return {}
    known = book_of(book).options
    name = one_of(below, tuple(known))
    return {name: one_of(below, known[name])}
