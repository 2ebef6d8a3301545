"""The board of a battle as a picture: SVG, to scale, a square is 24 points wide."""

from __future__ import annotations

from html import escape

from sim.grid.bits import squares
from sim.state.battle import Battle
from sim.state.conditions import DOWN, GONE, PRONE, names
from sim.state.creature import Creature

SQUARE = 24
COLOURS = ("#0072b2", "#d55e00", "#007a5a", "#9c4a86", "#6b5d00", "#4a4a4a")
"""Of the sides in the order of the scenario; those who confuse some colours can tell them apart."""
LAND = {
    "#": "#4a463f",
    "T": "#3d6b35",
    "+": "#b07a35",
    "'": "#e6cfa6",
    ":": "#cbbfa6",
    ";": "#b3a381",
    ",": "#b9cf9f",
    "w": "#bcdcec",
    "~": "#5b9ac2",
    "=": "#d2a86a",
    "o": "#2a2622",
    "%": "#a08a63",
    "n": "#a59877",
    "f": "#c9ccd2",
    "^": "#8d857a",
}
"""How the ground is coloured, by its symbol; the rest is floor."""
_EDGES = {"n": "M{x} {y}h24", "s": "M{x} {south}h24", "w": "M{x} {y}v24", "e": "M{east} {y}v24"}
_DASHES = {"open-door": "3 4", "window": "6 2", "arrow-slit": "6 2", "low-wall": "1 2"}


def picture(battle: Battle) -> str:
    """The battle as it stands: ground, edges, zones, things, everybody with side, hit points, posture and facing."""
    ground = battle.ground
    wide, high = ground.width * SQUARE, ground.height * SQUARE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-18 -18 {wide + 22} {high + 22}" role="img"'
        f' font-family="system-ui, sans-serif">',
        f'<rect width="{wide}" height="{high}" fill="#f4efe4"/>',
    ]
    for y, row in enumerate(ground.figures.rows):
        for x, symbol in enumerate(row):
            if symbol in LAND:
                parts.append(_square(x, y, LAND[symbol]))
    for bits, shade in ((ground.shadow, 0.22), (ground.dark, 0.5)):
        parts += [_square(at % ground.stride, at // ground.stride, "#000", shade) for at in squares(bits)]
    lines = "".join(f"M{x * SQUARE} 0v{high}" for x in range(ground.width + 1))
    lines += "".join(f"M0 {y * SQUARE}h{wide}" for y in range(ground.height + 1))
    parts.append(f'<path d="{lines}" stroke="#d9d5cc" stroke-width=".6" fill="none"/>')
    for zone in battle.zones:
        parts += [_square(at % ground.stride, at // ground.stride, "#9c4a86", 0.3) for at in squares(zone.squares)]
    for edge in ground.figures.edges:
        y, x = divmod(ground.square(edge.square), ground.stride)
        x, y = x * SQUARE, y * SQUARE
        path = _EDGES[edge.side].format(x=x, y=y, east=x + SQUARE, south=y + SQUARE)
        dash = f' stroke-dasharray="{_DASHES[edge.kind]}"' if edge.kind in _DASHES else ""
        colour = "#b07a35" if "door" in edge.kind else "#4a463f"
        parts.append(f'<path d="{path}" stroke="{colour}" stroke-width="4"{dash}/>')
    for x in range(ground.width):
        parts.append(_text(x * SQUARE + 12, -5, ground.name(x)[:-1], 9))
    for y in range(ground.height):
        parts.append(_text(-9, y * SQUARE + 15, str(y + 1), 9))
    for thing in battle.things:
        y, x = divmod(thing.square, ground.stride)
        parts.append(f"<g>{_text(x * SQUARE + 12, y * SQUARE + 21, '✦', 10)}<title>{escape(thing.name)}</title></g>")
    sides = list(battle.standing) or list(dict.fromkeys(creature.side for creature in battle))
    parts += [_token(battle, creature, sides) for creature in battle if not creature.flags & GONE]
    return "".join([*parts, "</svg>"])


def _square(x: int, y: int, colour: str, opacity: float = 1) -> str:
    shade = "" if opacity == 1 else f' fill-opacity="{opacity}"'
    return f'<rect x="{x * SQUARE}" y="{y * SQUARE}" width="24" height="24" fill="{colour}"{shade}/>'


def _text(x: float, y: float, words: str, size: int, colour: str = "#5a5750") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" text-anchor="middle">{escape(words)}</text>'


def _token(battle: Battle, creature: Creature, sides: list[str]) -> str:
    """A creature: its shape says its side, the ring how many of its hit points are left."""
    y, x = divmod(creature.square, battle.ground.stride)
    half = creature.span * SQUARE / 2
    place = sides.index(creature.side) if creature.side in sides else len(sides)
    colour = COLOURS[min(place, len(COLOURS) - 1)]
    radius = half - 4
    share = max(0.0, min(1.0, creature.hit_points / max(1, creature.sheet.hit_points)))
    around = 6.2832 * (radius + 2)
    down = ' opacity=".45"' if creature.flags & DOWN else ""
    dash = ' stroke-dasharray="3 2"' if creature.flags & PRONE else ""
    shape = (
        f'<circle r="{radius}" fill="{colour}" stroke="#1c1b19"{dash}/>'
        if place % 2 == 0
        else f'<rect x="{-radius}" y="{-radius}" width="{2 * radius}" height="{2 * radius}" rx="3" fill="{colour}"'
        f' stroke="#1c1b19"{dash}/>'
    )
    ring = "#1b7f4d" if share > 0.5 else "#b57700" if share > 0.25 else "#c0281c"
    acts = (
        f'<circle r="{half}" fill="none" stroke="#0b5cad" stroke-width="2"/>' if battle.turn.who == creature.id else ""
    )
    told = f"{creature.id}: {creature.hit_points}/{creature.sheet.hit_points}"
    title = escape(", ".join([told, *names(creature.flags)]))
    facing = ""
    if battle.ledger is not None:
        facing = f'<path d="M0 {-half - 2}l3 5h-6z" fill="#1c1b19" transform="rotate({45 * creature.facing})"/>'
    return (
        f'<g transform="translate({x * SQUARE + half} {y * SQUARE + half})"{down}>{acts}{shape}'
        f'<circle r="{radius + 2}" fill="none" stroke="{ring}" stroke-width="2.5" transform="rotate(-90)"'
        f' stroke-dasharray="{around * share:.1f} {around:.1f}"/>{facing}'
        f"{_text(0, 4, creature.sheet.glyph, 12, '#fff')}<title>{title}</title></g>"
    )
