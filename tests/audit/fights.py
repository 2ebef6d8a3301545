"""Fights to audit: small drawn maps, creatures of every kind, and a player that picks any order at random."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sim.dice.sources import Stream
from sim.encounter import begin, play
from sim.events.header import Scenario
from sim.events.log import Log, Reading, parse
from sim.events.orders import (
    Attack,
    BullRush,
    Charge,
    CoupDeGrace,
    Decision,
    Draw,
    Drop,
    DropProne,
    End,
    FullAttack,
    Grapple,
    Leave,
    Move,
    Question,
    Sheathe,
    Surrender,
    Withdraw,
)
from sim.grid.figures import Edge
from sim.rules.d20.book import BOOK
from sim.state.battle import Battle
from sim.table import Menu
from sim.tables.bestiary import creature, kinds
from sim.tables.sizes import SIZE
from sim.testing import scenario_of

LIVELY = (Attack, FullAttack, Charge, BullRush, Grapple, Move, Withdraw, CoupDeGrace)
RARE = (Surrender, Leave, End, Drop, Draw, Sheathe, DropProne)

STATES = (
    *("prone", "blinded", "invisible", "shaken", "sickened", "frightened", "panicked", "nauseated", "dazzled"),
    *("deafened", "entangled", "fatigued", "exhausted", "slowed", "stunned", "cowering", "paralyzed", "kneeling"),
)

KEPT = 24
"""Choices of one menu that the random player looks at."""


class Chance:
    """Picks a kind of order or answer at random, then any one of that kind; seldom gives up, flees or does nothing."""

    def __init__(self, seed: int) -> None:
        self.stream = Stream(seed, 1)

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """As a player does."""
        groups: dict[object, list[object]] = {}
        for choice in menu:
            group = groups.setdefault((type(choice), getattr(choice, "how", getattr(choice, "option", ""))), [])
            if len(group) < KEPT:
                group.append(choice)
        names = list(groups)
        lively = [key for key in names if key[0] in LIVELY]  # type: ignore[index]
        common = [key for key in names if key[0] not in RARE]  # type: ignore[index]
        if lively and self.stream.below(3):
            names = lively
        elif common and self.stream.below(12):
            names = common
        options = groups[names[self.stream.below(len(names))]]
        return Decision(options[self.stream.below(len(options))], "random")  # type: ignore[arg-type]


def map_of(stream: Stream, width: int, height: int) -> list[list[str]]:
    """A map of mostly open ground, with some of everything on every second."""
    symbols = "#T:;,w~o%nf+" if stream.below(2) else ""
    rows = [["."] * width for _ in range(height)]
    for _ in range(stream.below(width * height // 4) if symbols else 0):
        rows[stream.below(height)][stream.below(width)] = symbols[stream.below(len(symbols))]
    return rows


def places(stream: Stream, rows: list[list[str]], span: int) -> Iterator[tuple[int, int]]:
    """Places for a space, in any order."""
    height, width = len(rows), len(rows[0])
    for _ in range(200):
        y, x = stream.below(height - span + 1), stream.below(width - span + 1)
        if all(rows[y + j][x + i] == "." for j in range(span) for i in range(span)):
            yield y, x


def scenario(seed: int) -> Scenario:
    """Two sides of two or three creatures on a small map; layers of light and height on some."""
    stream = Stream(seed, 2)
    rows = map_of(stream, 9 + stream.below(4), 7 + stream.below(4))
    known = kinds()
    chosen = {}
    for letter in "ABC"[: 2 + stream.below(2)] + "abc"[: 2 + stream.below(2)]:
        kind = known[stream.below(len(known))]
        span = SIZE[creature(kind).size].span
        for y, x in places(stream, rows, span):
            for j in range(span):
                for i in range(span):
                    rows[y + j][x + i] = letter
            chosen[letter] = kind
            break
    height, width = len(rows), len(rows[0])
    elevation, light = [], []
    if not stream.below(4):
        elevation = ["".join("0001"[stream.below(4)] for _ in range(width)) for _ in range(height)]
    if not stream.below(4):
        light = ["".join("bbsd"[stream.below(4)] for _ in range(width)) for _ in range(height)]
    drawing = "\n".join("".join(row) for row in rows)
    borders = [edge for edge in edges(stream, width, height) if not within(rows, edge)]
    drawn = scenario_of(drawing, chosen, edges=borders, elevation=elevation, light=light, options=options(stream))
    afflicted = tuple(
        replace(placed, conditions=() if stream.below(6) else (STATES[stream.below(len(STATES))],))
        for placed in drawn.creatures
    )
    unaware = tuple(who for who in chosen if not stream.below(3)) if not stream.below(5) else ()
    return replace(drawn, creatures=afflicted, unaware=unaware)


def within(rows: list[list[str]], edge: Edge) -> bool:
    """Does a border run through the space of a creature?"""
    x, y = ord(edge.square[0]) - 97, int(edge.square[1:]) - 1
    over, down = (x + 1, y) if edge.side == "e" else (x, y + 1)
    if over >= len(rows[0]) or down >= len(rows):
        return False
    return rows[y][x] == rows[down][over] and rows[y][x].isalpha()


def edges(stream: Stream, width: int, height: int) -> list[Edge]:
    """Borders of every kind on one map in four."""
    if stream.below(4):
        return []
    kinds = ("wall", "low-wall", "door", "open-door", "window", "arrow-slit")
    places = {(stream.below(width), stream.below(height), "es"[stream.below(2)]) for _ in range(1 + stream.below(8))}
    return [Edge(f"{chr(97 + x)}{y + 1}", side, kinds[stream.below(6)]) for x, y, side in sorted(places)]  # type: ignore[arg-type]


def options(stream: Stream) -> dict[str, str]:
    """None of the named options, or any one."""
    every = (
        ("reach-diagonal", "strict"),
        ("diagonal-count", "move"),
        ("soft-cover-reach", "no"),
        ("pinned-dexterity", "zero"),
        ("helpless-prone", "both"),
        ("first-stabilise", "round-end"),
        ("disabled-half-speed", "yes"),
        ("nonlethal-coup-de-grace", "raises"),
        ("tiny-step-provokes", "no"),
        ("step-after-stopped-move", "yes"),
    )
    return dict([every[stream.below(len(every))]]) if not stream.below(3) else {}


def fight(seed: int) -> Log:
    """A whole fight between players of chance."""
    table = begin(BOOK, scenario(seed), Chance(seed), seed=seed)
    play(BOOK, table)
    return table.log


def reading(seed: int) -> Reading:
    """The log of such a fight, read back."""
    return parse(fight(seed).to_bytes())
