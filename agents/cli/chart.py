"""The battle as one side sees it, drawn for a terminal of 80 columns: plain text, coloured where there are colours."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from rich.text import Text

from agents.view import BANDS, View, band
from sim.grid.bits import squares
from sim.replay.cursor import state
from sim.state.battle import Battle
from sim.state.conditions import DEAD, DOWN, GONE, names

COLUMNS = 76
"""So many squares of a row are drawn, those around whoever it is about."""

OWN, FOE, REACHED = "bold green", "bold red", "bold cyan"
MARK = "*"

TERRAIN = {"#": "white", "+": "yellow", "'": "yellow", "T": "green", ",": "green", "~": "blue", "w": "blue"}
"""What some ground looks like where there are colours; all other is dim."""


def seen_by(battle: Battle, side: str, knowledge: str) -> frozenset[str]:
    """Its own, and whom any of them that still stand perceives; with open sheets everybody."""
    if knowledge == "open":
        return frozenset(battle.creatures)
    eyes = [View(battle, one.id) for one in battle if one.side == side and not one.flags & DOWN]
    return frozenset(
        one.id
        for one in battle
        if one.side == side or (not one.flags & GONE and any(view.perceives(one) for view in eyes))
    )


def chart(battle: Battle, side: str, seen: Iterable[str], *, marked: int = 0, about: int = -1) -> Text:
    """The map with those who are seen; ``marked`` squares that are free bear a star; ``about`` is in its middle."""
    ground = battle.ground
    known = frozenset(seen)
    drawn: dict[int, tuple[str, str]] = dict.fromkeys(squares(marked & ground.inside), (MARK, REACHED))
    for one in battle:
        if one.id in known and not one.flags & (DEAD | GONE):
            for square in squares(battle.footprint(one)):
                drawn[square] = one.sheet.glyph, OWN if one.side == side else FOE
    left = 0
    if ground.width > COLUMNS:
        left = min(max(0, about % ground.stride - COLUMNS // 2), ground.width - COLUMNS)
    columns = range(left, min(left + COLUMNS, ground.width))
    heads = [ground.name(x)[:-1] for x in columns]
    lines = [Text("    " + "".join(head[-1] for head in heads), "dim")]
    if ground.width > 26:
        lines.insert(0, Text("    " + "".join(head[0] if len(head) > 1 else " " for head in heads), "dim"))
    for y, row in enumerate(ground.figures.rows):
        cells = [drawn.get(y * ground.stride + x) or (row[x], TERRAIN.get(row[x], "dim")) for x in columns]
        line = Text()
        line.append(f"{y + 1:>3} ", "dim")
        for style, run in groupby(cells, key=lambda cell: cell[1]):
            line.append("".join(glyph for glyph, _ in run), style)
        lines.append(line)
    return Text("\n").join(lines)


def roll_call(battle: Battle, side: str, seen: Iterable[str], knowledge: str) -> Text:
    """A line for each creature that is seen: its own side exactly, foes as they look."""
    known = [one for one in battle if one.id in frozenset(seen)]
    width = max((len(one.id) for one in known), default=0)
    lines = []
    for one in known:
        if one.side == side or knowledge == "open":
            lines.append(Text(state(battle, one.id, width), OWN if one.side == side else FOE))
            continue
        place = "-" if one.flags & (DEAD | GONE) else battle.ground.name(one.square)
        held = f"with {', '.join(one.held)}" if one.held else ""
        words = filter(None, [BANDS[band(one)], held, *names(one.flags)])
        lines.append(Text(f"{one.sheet.glyph} {one.id:<{width}}  {place:<4} {', '.join(words)}", FOE))
    return Text("\n").join(lines)
