"""
What a scenario file may say, key by key. ``scenarios/README.md`` explains it to those who write one.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from sim.grid.figures import LIMIT, EdgeKind, Side, Strokes
from sim.rules import shelf

Name = Annotated[str, Meta(pattern=r"^[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?$(?!\n)", max_length=40)]
Drawing = Annotated[str, Meta(max_length=(LIMIT + 2) * (LIMIT + 2) * 2)]
Trait = Annotated[int, Meta(ge=0, le=10)]
Square = Annotated[str, Meta(min_length=1, max_length=5)]
Zone = Annotated[str, Meta(min_length=1, max_length=1)]
FileName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_. -]*\.toml$(?!\n)", max_length=100)]


class EdgeEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Something on the border of a square: a wall, a door, a window."""

    square: Square
    side: Side
    kind: EdgeKind


class PersonaEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Traits that differ from those of the creature's kind, 0 to 10."""

    aggression: Trait | None = None
    caution: Trait | None = None
    mercy: Trait | None = None
    discipline: Trait | None = None
    wits: Trait | None = None


class EndingsEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """When a fight ends besides one side being left."""

    rounds: Annotated[int, Meta(ge=1, le=1000)] = 50
    """After so many rounds it is broken off."""
    quiet: Annotated[int, Meta(ge=1, le=1000)] = 10
    """After so many rounds in which nobody was hurt it is broken off."""
    flight: bool = True
    """Creatures may leave the map over its border."""
    surrender: bool = True
    """Creatures may give up."""


class CreatureEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One creature, or several of a kind."""

    kind: str
    """A creature of the bestiary, or of the ``creatures`` of this file."""
    at: Square | tuple[Square, ...] = ()
    """
    A start place's letter, or the square (or squares, one each) of the top left corner of the space; not for riders.
    """
    rides: Name | None = None
    """The mount in whose saddle it sits, listed before it; several riders sit on several mounts, numbered alike."""
    count: Annotated[int, Meta(ge=1, le=200)] | None = None
    """How many; without it as many as ``at`` has squares, 1 at a start place."""
    name: Name | None = None
    """Its name; several are numbered behind it. Without it the kind, always numbered."""
    glyph: Zone | None = None
    """The letter that stands for it on a drawn map."""
    policy: str | None = None
    surprised: bool | None = None
    persona: PersonaEntry = PersonaEntry()
    conditions: tuple[str, ...] = ()
    """What it starts with: ``prone``, say."""


class SideEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Those who fight together."""

    name: Name
    creature: Annotated[tuple[CreatureEntry, ...], Meta(min_length=1)]
    policy: str = "doctrine"
    surprised: bool | Literal["roll"] = False
    """Unaware of the enemy: loses the surprise round. ``roll``: a die says so, in AD&D."""
    surprise: Annotated[int, Meta(ge=-10, le=10)] = 0
    """Added to that die: an ambush, darkness."""
    persona: PersonaEntry = PersonaEntry()


class ScenarioFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario. Drawings are texts of equal shape, one line a row from the north, one letter a square of 5 ft."""

    name: Annotated[str, Meta(min_length=1, max_length=120)]
    map: Drawing
    side: Annotated[tuple[SideEntry, ...], Meta(min_length=2, max_length=20)]
    about: str = ""
    """A sentence or two for people."""
    ruleset: Literal["d20", "adnd"] = "d20"
    places: Drawing = ""
    """Start places: a letter marks a square of one, a dot none."""
    legend: dict[Zone, Zone] = {}
    """Letters of the map that are start places, each with the terrain under it."""
    elevation: Drawing = ""
    """A digit a square: its height in squares."""
    light: Drawing = ""
    """``b`` bright, ``s`` shadowy, ``d`` dark."""
    soft: Drawing = ""
    """``s`` where a wall or a piece of furniture is of wood or plaster, a dot elsewhere."""
    edges: tuple[EdgeEntry, ...] = ()
    strokes: Strokes = ()
    """Walls at any angle, ``[x, y, x, y]`` in hundredths of a square from the north-western corner: they give cover."""
    creatures: dict[Name, dict[str, Any]] = {}
    """Kinds of this scenario alone, written like a file of the bestiary; ``base`` names one to change."""
    bestiary: Annotated[tuple[FileName, ...], Meta(max_length=20)] = ()
    """Files beside this one with more kinds: one creature, whose kind is the name of the file, or several by kind."""
    options: dict[str, str] = {}
    endings: EndingsEntry = EndingsEntry()
    knowledge: Literal["seen", "open"] = "seen"
    """What policies know of foes: what can be seen, or everything."""


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a scenario file, read as TOML."""
    schema = msgspec.json.schema(ScenarioFile)
    components = schema["$defs"]
    components["ScenarioFile"]["properties"]["options"] = {
        "type": "object",
        "properties": {
            name: {"enum": list(values), "default": values[0]}
            for id in shelf.IDS
            for name, values in shelf.book(id).options.items()
        },
        "additionalProperties": False,
        "default": {},
    }
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A scenario of maraud", **schema}
