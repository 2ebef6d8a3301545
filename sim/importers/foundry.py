"""
Scenes of Foundry VTT, versions 8 to 12: an exported scene, an adventure, or lines of a compendium (``.db``).

All coordinates are pixels of the canvas, whose grid begins at its corner; the scene lies in it behind its padding. What
changed between the versions:

=================  ==========================================  ==============================================
what               older                                       newer
=================  ==========================================  ==============================================
grid               ``grid`` pixels, ``gridDistance`` (to 9)    ``grid.size``, ``grid.distance`` (from 10)
shift of picture   ``shiftX`` (to 9)                           ``background.offsetX`` (from 10)
what a wall stops  ``sense``, ``move`` 0, 1, 2 (to 8)          ``sight``, ``move`` 0, 10, 20, 30, 40 (from 9)
lamps              ``dim``, ``bright`` (to 8)                  ``config.dim``, ``config.bright`` (from 9)
daylight           ``darkness``, ``globalLight`` (to 11)       ``environment`` (12)
=================  ==========================================  ==============================================
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Literal

from msgspec import Struct

from sim.core.errors import BadInput
from sim.grid.figures import EdgeKind
from sim.importers.jsons import documents, units
from sim.importers.lamps import Lamp, brightness
from sim.importers.protocol import LARGEST_MAP, Imported
from sim.importers.sides import NO_WISHES, People
from sim.importers.stage import Figure, Sketch, staged
from sim.importers.walls import Piece, plan
from sim.tables import files

SCALE = 1000
"""Coordinates are read to the thousandth of a pixel."""

SIDES = {-2: "foes", -1: "foes", 1: "heroes"}
"""The side of each disposition: secret, hostile, friendly."""


class _Wall(Struct, frozen=True):
    c: tuple[Decimal, Decimal, Decimal, Decimal]
    move: int = 20
    sense: int | None = None
    sight: int | None = None
    door: Literal[0, 1, 2] = 0
    ds: Literal[0, 1, 2] = 0
    dir: int | None = 0


class _Config(Struct, frozen=True):
    angle: Decimal | None = None
    dim: Decimal | None = None
    bright: Decimal | None = None
    luminosity: Decimal | None = None
    negative: bool = False


class _Light(Struct, frozen=True):
    x: Decimal
    y: Decimal
    dim: Decimal | None = None
    bright: Decimal | None = None
    config: _Config = _Config()
    hidden: bool = False
    walls: bool = True
    angle: Decimal | None = None


class _Token(Struct, frozen=True):
    x: Decimal
    y: Decimal
    name: str | None = None
    width: Decimal | None = Decimal(1)
    height: Decimal | None = Decimal(1)
    disposition: int = -1
    hidden: bool = False
    elevation: Decimal | None = None


class _Grid(Struct, frozen=True):
    size: Decimal = Decimal(100)
    type: int = 1
    distance: Decimal | None = None
    units: str | None = None


class _Background(Struct, frozen=True, rename="camel"):
    offset_x: Decimal | None = None
    offset_y: Decimal | None = None


class _GlobalLight(Struct, frozen=True):
    enabled: bool = False


class _Environment(Struct, frozen=True, rename="camel"):
    darkness_level: Decimal | None = None
    global_light: _GlobalLight = _GlobalLight()


class _Scene(Struct, frozen=True, rename="camel"):
    width: Decimal
    height: Decimal
    name: str = ""
    grid_type: int = 1
    grid_distance: Decimal | None = None
    grid_units: str | None = None
    shift_x: Decimal | None = None
    shift_y: Decimal | None = None
    padding: Decimal = Decimal("0.25")
    background: _Background | None = None
    walls: tuple[_Wall, ...] = ()
    tokens: tuple[_Token, ...] = ()
    lights: tuple[_Light, ...] = ()
    token_vision: bool = True
    global_light: bool = False
    darkness: Decimal | None = None
    environment: _Environment | None = None


_FEET = {"ft", "ft.", "feet", "foot", "'"}
_METERS = {"m", "m.", "meter", "meters", "metre", "metres"}
_SHEETS = ("tiles", "drawings", "notes", "sounds", "templates", "regions")
"""What lies on a scene that is not played."""


def foundry(data: bytes, where: str, wishes: People = NO_WISHES, *, scene: str = "", bright: bool = False) -> Imported:
    """
    A scene as a scenario: that named ``scene`` where the file has several; ``bright``: all lit, whatever it says.

    :raises BadInput: when there is none, it is too large, or has no room for those who fight.
    """
    return staged(sketch(data, where, wishes, scene=scene, bright=bright), wishes, where)


def sketch(data: bytes, where: str, wishes: People = NO_WISHES, *, scene: str = "", bright: bool = False) -> Sketch:
    """
    What the scene draws.

    :raises BadInput: when there is none, or it is too large.
    """
    found = _chosen(_scenes(documents(data, where, LARGEST_MAP), where), scene, where)
    return _Reader(found, where, wishes, bright=bright).read()


def _scenes(found: list[Any], where: str) -> list[dict[str, Any]]:
    """The scenes of a file: they have a width and walls, or an adventure lists them."""
    scenes = []
    for one in found:
        listed = one.get("scenes") if isinstance(one, dict) else one
        candidates = listed if isinstance(listed, list) else [one]
        scenes += [each for each in candidates if isinstance(each, dict) and "width" in each]
    if not scenes:
        raise BadInput(f"{where} has no scene: export one from Foundry, with its walls, as JSON")
    return scenes


def _chosen(scenes: list[dict[str, Any]], name: str, where: str) -> dict[str, Any]:
    if not name and len(scenes) == 1:
        return scenes[0]
    names = [str(one.get("name", "")) for one in scenes]
    if not name:
        raise BadInput(f"{where} has {len(scenes)} scenes: choose one with --scene, as in --scene {names[0][:60]!r}")
    files.known(name, names, "scene", where)
    return scenes[names.index(name)]


def _said(value: Any, depth: int = 5) -> Any:
    """The same without what is said to be nothing."""
    if depth and isinstance(value, dict):
        return {key: _said(one, depth - 1) for key, one in value.items() if one is not None}
    return [_said(one, depth - 1) for one in value] if depth and isinstance(value, list) else value


class _Reader:
    """One scene on its way to a sketch."""

    def __init__(self, raw: dict[str, Any], where: str, wishes: People, *, bright: bool) -> None:
        raw = _said(raw)
        grid = raw.pop("grid", 100)
        self.raw = raw
        self.where = where
        self.wishes = wishes
        self.bright = bright
        self.scene = files.convert(raw, _Scene, where)
        self.decided: list[str] = []
        self.warnings: list[str] = []
        self.unread: list[str] = []
        self.grid = self._grid(grid if isinstance(grid, dict) else {"size": grid})
        self.distance = self._units(self.grid.distance or Decimal(5), "the distance of the grid")
        if self.distance < 1:
            raise BadInput(f"{where}: a square of the grid is {self.grid.distance} long: it must have some length")
        self.many = self._many()
        self.unit = self._units(self.grid.size, "the grid")
        if self.unit < SCALE:
            raise BadInput(f"{where}: the grid is {self.grid.size} pixels wide: it must be at least one")
        self.left, self.columns = self._span("width", "x")
        self.top, self.rows = self._span("height", "y")

    def _units(self, value: Decimal, what: str, scale: int = SCALE) -> int:
        return units(value, scale, what, self.where)

    def _grid(self, said: dict[str, Any]) -> _Grid:
        grid, scene = files.convert(said, _Grid, f"{self.where}: grid"), self.scene
        return _Grid(
            grid.size,
            grid.type if "type" in said else scene.grid_type,
            grid.distance or scene.grid_distance or Decimal(5),
            grid.units or scene.grid_units or "",
        )

    def _many(self) -> int:
        """How many of our squares lie along one of theirs."""
        kinds = {0: "has no grid: squares of its size are laid over it", 1: ""}
        if said := kinds.get(self.grid.type, "has a grid of hexes: squares of its size are laid over it"):
            self.warnings.append(f"the scene {said}")
        unit = (self.grid.units or "").strip().lower()
        ours = 5000 if unit in _FEET else 1500 if unit in _METERS else 0
        many, rest = divmod(self.distance, ours) if ours else (1, 0)
        if ours and many and not rest:
            if many > 1:
                self.decided.append(f"a square of {self.grid.distance} {unit} is {many} by {many} of ours")
            return many
        self.decided.append(f"a square of {self.grid.distance} {unit[:20]} there is one of 5 ft here")
        return 1

    def _span(self, side: Literal["width", "height"], axis: Literal["x", "y"]) -> tuple[int, int]:
        """
        Where the squares of the scene begin on the canvas, and how many of ours there are along it: those of the grid
        whose middle lies within the scene.
        """
        scene, unit = self.scene, self.unit
        long = self._units(getattr(scene, side), side)
        padding = self._units(scene.padding, "the padding")
        background = getattr(scene.background, f"offset_{axis}", None) or Decimal(0)
        shift = self._units(getattr(scene, f"shift_{axis}") or background, f"the shift along {axis}")
        start = -(-padding * long // (SCALE * unit)) * unit - shift
        first = (2 * start - unit) // (2 * unit) + 1
        last = -(-(2 * (start + long) - unit) // (2 * unit)) - 1
        return first * unit * self.many, (last - first + 1) * self.many

    def _at(self, x: Decimal, y: Decimal, what: str) -> tuple[int, int]:
        """A point of the canvas on the plan."""
        scale = SCALE * self.many
        return self._units(x, f"an x of {what}", scale) - self.left, self._units(y, f"a y of {what}", scale) - self.top

    def read(self) -> Sketch:
        """What the scene draws."""
        around, lamps = self._light()
        return Sketch(
            self.scene.name.strip() or "Imported scene",
            "A scene from Foundry VTT.",
            plan(self.columns, self.rows, self.unit, self._pieces(), self.where),
            around,
            tuple(lamps),
            tuple(self._figures()),
            tuple(self.decided),
            tuple(self.warnings),
            (*self._rest(), *self.unread),
        )

    def _pieces(self) -> list[Piece]:
        pieces: list[Piece] = []
        told = dict.fromkeys(_TOLD, 0)
        for wall in self.scene.walls:
            x0, y0, x1, y1 = wall.c
            kind, note = _kind(wall)
            for said in (note, "one-way" if wall.dir and kind else ""):
                if said:
                    told[said] += 1
            if kind:
                ends = *self._at(x0, y0, "a wall"), *self._at(x1, y1, "a wall")
                pieces.append(Piece(*ends, kind, note == "secret"))
        self.decided += (f"{_TOLD[note]}: {number}" for note, number in told.items() if number)
        return pieces

    def _light(self) -> tuple[str, list[Lamp]]:
        """The light where no lamp shines, and the lamps."""
        scene, lamps = self.scene, []
        theirs = self.unit * self.many
        hidden = dark = 0
        for light in scene.lights:
            hidden += light.hidden
            dark += not light.hidden and _darkens(light)
            if light.hidden or _darkens(light):
                continue
            dim, bright = (
                self._units(length, f"the {what} radius of a light") * theirs // self.distance
                for what, length in (
                    ("dim", light.config.dim or light.dim or Decimal(0)),
                    ("bright", light.config.bright or light.bright or Decimal(0)),
                )
            )
            lamps.append(Lamp(*self._at(light.x, light.y, "a light"), max(0, bright), max(0, dim), light.walls))
        if hidden:
            self.unread.append(f"lights that are switched off: {hidden}")
        if dark:
            self.unread.append(f"sources of darkness: {dark}")
        return ("b" if self.bright else self._around(bool(lamps))), lamps

    def _around(self, lamps: bool) -> str:
        scene = self.scene
        environment = scene.environment or _Environment()
        darkness = self._units(environment.darkness_level or scene.darkness or Decimal(0), "the darkness")
        if not scene.token_vision:
            self.decided.append("tokens need no sight there: the map is bright")
        elif environment.global_light.enabled or scene.global_light:
            return brightness(max(0, 255 * (SCALE - darkness) // SCALE))
        elif lamps or darkness:
            return "d"
        return "b"

    def _figures(self) -> Iterator[Figure]:
        """Those who fight: the tokens that are hostile, secret or friendly."""
        for token in self.scene.tokens:
            name = (token.name or "").strip() or "nobody"
            wide = self._units(token.width or Decimal(1), "the width of a token")
            x, y = self._at(token.x, token.y, "a token")
            middle = self.unit // 2 if wide >= SCALE else wide * self.unit * self.many // (2 * SCALE)
            cell = (x + middle) // self.unit, (y + middle) // self.unit
            side = SIDES.get(token.disposition)
            if side is None:
                self.unread.append(f"{name[:60]} is neutral: it takes no part")
            elif not (0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows):
                self.unread.append(f"{name[:60]} stands beside the map: it takes no part")
            else:
                yield Figure(name, self._kind(name, side, wide), side, cell)
                if token.hidden:
                    self.decided.append(f"{name[:60]} is hidden there, not here")
                if token.elevation:
                    self.decided.append(f"{name[:60]} is at a height of {token.elevation} there, on the ground here")

    def _kind(self, name: str, side: str, wide: int) -> str:
        """Its kind, or what stands in for it."""
        found = self.wishes.kind(name)
        span = max(1, wide // SCALE)
        if not found:
            found = "ogre" if span > 1 else "fighter-1" if side == "heroes" else "orc"
            self.decided.append(f"{name[:60]} is played as {found}: --as {name[:60]!r}=KIND says who it is")
        elif (ours := self.wishes.roster.creature(found).span) != span:
            self.warnings.append(f"{name[:60]} is {span} squares wide there, a {found} {ours}")
        return found

    def _rest(self) -> Iterator[str]:
        """What the scene has besides."""
        if self.raw.get("img") or self.raw.get("background"):
            yield "the picture"
        for sheet in _SHEETS:
            if isinstance(lying := self.raw.get(sheet), list) and lying:
                yield f"{sheet}: {len(lying)}"
        if any((light.config.angle or light.angle) not in (None, 0, 360) for light in self.scene.lights):
            yield "the angle of lights: they shine all around"


def _darkens(light: _Light) -> bool:
    return light.config.negative or (light.config.luminosity or 0) < 0


_TOLD = {
    "secret": "secret doors, which are walls",
    "curtain": "walls that stop sight and nobody's steps, which are doors",
    "nothing": "walls that stop neither sight nor steps, which are left out",
    "near": "walls that stop sight from near or far alone, which are windows",
    "limited": "walls that one can see past once, past which nobody sees",
    "one-way": "walls with an open side, which are shut on both",
}


def _kind(wall: _Wall) -> tuple[EdgeKind | None, str]:
    """What a wall is here, and what of ``_TOLD`` is to be told of it."""
    sight = wall.sight if wall.sight is not None else 20 if wall.sense is None else wall.sense
    if wall.door:
        if wall.door == 2 and wall.ds != 1:
            return "wall", "secret"
        doors: tuple[EdgeKind, ...] = ("door", "open-door", "locked-door")
        return doors[wall.ds], ""
    if sight in (30, 40):
        return ("window", "near") if wall.move else (None, "nothing")
    if not sight:
        return ("window", "") if wall.move else (None, "nothing")
    if not wall.move:
        return "door", "curtain"
    return "wall", "limited" if sight in (2, 10) else ""
