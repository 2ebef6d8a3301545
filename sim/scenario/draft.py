"""
A scenario from one line: ``4 fighter-3 vs 6 orc + 2 wolf on 20x20``.

Sides stand on opposite edges of open ground; what comes out is the text of a scenario file, to be changed by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import product
from typing import NamedTuple

from sim.core.errors import BadInput
from sim.events.header import MOST
from sim.rules.book import Roster
from sim.rules.shelf import book
from sim.scenario.loader import parse

NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}

LARGEST = 200
USUAL = 20
"""Squares along a side of the ground, at most and unless said."""

_VERSUS = re.compile(r"\s+(?:vs\.?|versus|against)\s+")
_AND = re.compile(r"\s*(?:\+|,|\band\b)\s*")
_GROUND = re.compile(r"(?P<rest>.*)\s+on\s+(?P<width>\d+)\s*(?:x|by)\s*(?P<height>\d+)")
_SIDE = re.compile(r"(?P<name>[^:]+):\s*(?P<who>.*)")
_NAME = re.compile(r"[a-z]([a-z0-9-]{0,38}[a-z0-9])?")
_ENTRY = re.compile(r"(?:(?P<count>\d+|[a-z]+)\s+)?(?P<kind>[a-z0-9].*)")


class Group(NamedTuple):
    """Creatures of one kind."""

    number: int
    kind: str


class Side(NamedTuple):
    """A side of the fight, and who is on it."""

    name: str
    groups: tuple[Group, ...]


def draft(line: str, ruleset: str = "d20") -> str:
    """
    The text of a scenario file for what the line says; sides may be named: ``guards: 3 fighter-1 vs ...``. Creatures
    are those of the rulebook.

    >>> "kind = \\"wolf\\"" in draft("a fighter-3 and a cleric-3 vs six wolves on 12x10")
    True

    :raises BadInput: when the line is not understood, names no creature of the bestiary, or asks for too much, and when
        there is no such rulebook.
    """
    roster = book(ruleset).roster
    said = " ".join(line.split())
    rest, width, height = _ground(said.lower())
    sides = tuple(_sides(rest, roster))
    squares = [sum(g.number * roster.creature(g.kind).span ** 2 for g in side.groups) for side in sides]
    if sum(group.number for side in sides for group in side.groups) > MOST:
        raise BadInput(f"{said[:80]!r} asks for more than {MOST} creatures: ask for less")
    for apart, slack, room in product((5, 10, LARGEST), (0, 25, 50, 100), range(1, max(width, height) + 1)):
        places = _places(width, height, [need + need * slack // 100 for need in squares], room, apart)
        if places is None:
            continue
        text = _written(said, ruleset, sides, width, height, places)
        try:
            parse(text)
        except BadInput as error:
            if "has no room" in str(error):
                continue
            raise
        return text
    raise BadInput(
        f"{said[:80]!r} does not fit on {width} by {height} squares: ask for a larger ground, as in 'on 40x40'"
    )


def _ground(said: str) -> tuple[str, int, int]:
    """The line without its ground, and how large that is."""
    match = _GROUND.fullmatch(said)
    if match is None:
        return said, USUAL, USUAL
    if len(match["width"]) > 4 or len(match["height"]) > 4:
        raise BadInput(f"the ground is too large: it has at most {LARGEST} by {LARGEST} squares")
    width, height = int(match["width"]), int(match["height"])
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise BadInput(f"the ground cannot be {width} by {height}: it has 1 by 1 to {LARGEST} by {LARGEST} squares")
    return match["rest"], width, height


def _sides(said: str, roster: Roster) -> Iterator[Side]:
    parts = _VERSUS.split(said)
    if not 2 <= len(parts) <= 4:
        raise BadInput(
            f"{said[:80]!r} names {len(parts)} sides: write two to four, as in '4 fighter-3 vs 6 orc + 2 wolf'"
        )
    taken: set[str] = set()
    for part in parts:
        match = _SIDE.fullmatch(part)
        words = match["who"] if match else part
        groups = tuple(_group(entry, part, roster) for entry in _AND.split(words))
        name = _side_name(match["name"]) if match else _plural(re.sub(r"-\d+$", "", groups[0].kind))
        if name in taken:
            if match:
                raise BadInput(f"two sides are named {name!r}: give them different names")
            name = next(other for n in range(2, 5) if (other := f"{name}-{n}") not in taken)
        taken.add(name)
        yield Side(name, groups)


def _side_name(said: str) -> str:
    name = "-".join(said.split())
    if not _NAME.fullmatch(name):
        raise BadInput(f"{said[:40]!r} is no name of a side: use letters, digits and hyphens, letters first")
    return name


def _group(entry: str, part: str, roster: Roster) -> Group:
    match = _ENTRY.fullmatch(entry.strip())
    if match is None:
        raise BadInput(f"{part[:80]!r} is no side: write how many of whom, as in '6 orc + 2 wolf'")
    count, word = 1, match["kind"]
    if match["count"]:
        if match["count"].isdecimal():
            count = int(match["count"][:6])
        elif match["count"] in NUMBERS:
            count = NUMBERS[match["count"]]
        else:
            word = f"{match['count']} {word}"
    if not 1 <= count <= MOST:
        raise BadInput(f"{entry[:80]!r} asks for {count} creatures: ask for 1 to {MOST}")
    return Group(count, _kind(word, roster))


def _kind(word: str, roster: Roster) -> str:
    """
    The creature of the bestiary that a word means, in the plural too (``fighters-3``), with blanks or hyphens.

    :raises BadInput: naming the nearest, when there is none.
    """
    kinds = roster.kinds()
    singular = singulars(word)
    for candidate in singular:
        if candidate in kinds:
            return candidate
    near = get_close_matches(singular[-1], kinds, 3)
    hint = f"did you mean {' or '.join(near)}?" if near else "`maraud bestiary list` has them all"
    raise BadInput(f"the bestiary has no creature {word[:40]!r}: {hint}")


def singulars(word: str) -> list[str]:
    """
    The names of a creature that a word may mean, as it is and taken for a plural.

    >>> singulars("fighters-3")
    ['fighters-3', 'fighter-3']
    """
    name = "-".join(word.split())
    words, dash, level = name.rpartition("-")
    if not level.isdecimal():
        words, dash, level = name, "", ""
    return [name, *(words.removesuffix(end) + to + dash + level for end, to in _ENDINGS if words.endswith(end))]


_ENDINGS = (("s", ""), ("es", ""), ("ves", "f"), ("ies", "y"), ("men", "man"))


def _plural(kind: str) -> str:
    """A name for a side: ``orc`` gives ``orcs``."""
    if kind.endswith("lf"):
        return f"{kind[:-1]}ves"
    if kind.endswith(("s", "x", "ch", "sh", "folk")):
        return kind if kind.endswith("folk") else f"{kind}es"
    return f"{kind[:-1]}ies" if kind.endswith("y") and kind[-2:-1] not in "aeiou" else f"{kind}s"


def _places(width: int, height: int, squares: list[int], room: int, apart: int) -> list[str] | None:
    """
    Start places, a letter a side, on the west, east, north and south; ``room``: how deep they are, ``apart``: which
    part of the ground is left between them and its edge at most.

    ``None`` when they meet.
    """
    rows = [["."] * width for _ in range(height)]
    for index, need in enumerate(squares):
        upright = index < 2
        along, deep = (height, width) if upright else (width, height)
        length = min(along, max(room, -(-need // room)))
        start = (along - length) // 2
        edge = min(deep // apart, max(0, (deep - 2 * room) // 2))
        for step in range(room):
            far = edge + step if index % 2 == 0 else deep - 1 - edge - step
            if not 0 <= far < deep:
                return None
            for at in range(start, start + length):
                y, x = (at, far) if upright else (far, at)
                if rows[y][x] != ".":
                    return None
                rows[y][x] = "ABCD"[index]
    return ["".join(row) for row in rows]


def _written(said: str, ruleset: str, sides: tuple[Side, ...], width: int, height: int, places: list[str]) -> str:
    drawn, marked = (" ".join("." * width) + "\n") * height, "\n".join(" ".join(row) for row in places)
    lines = [
        f"name = {_quoted((said[:1].upper() + said[1:])[:80])}",
        f"ruleset = {_quoted(ruleset)}",
        "",
        "# Draw terrain here: # wall, T tree, : rubble, , undergrowth, w water; scenarios/README.md has them all.",
        f'map = """\n{drawn}"""',
        "",
        f'places = """\n{marked}\n"""',
    ]
    for letter, side in zip("ABCD", sides, strict=False):
        lines += ["", "[[side]]", f"name = {_quoted(side.name)}"]
        for group in side.groups:
            lines += [
                "",
                "[[side.creature]]",
                f"kind = {_quoted(group.kind)}",
                f"count = {group.number}",
                f'at = "{letter}"',
            ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A text as TOML writes it."""
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\u{ord(c):04x}" for c in text) + '"'
