"""The first line of a log: everything that a fight starts from, in plain figures."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta, Struct

from sim.grid.figures import MapFigures
from sim.state import adnd
from sim.state.battle import Endings, Ledger
from sim.tables import adnd_sheet
from sim.tables.sheet import Sheet

FORMAT = 1
"""The version of the log format that this code writes."""


MOST = 500
"""No fight begins with more creatures than this."""


class DiceRange(Struct, frozen=True, omit_defaults=True):
    """
    From die ``start`` on, dice come from ``source``; ``seed`` is a 64-bit number as text. Of another source that has
    a seed as well, those dice that nobody wrote down are the seed's.
    """

    start: int
    source: Literal["seed", "scripted", "recorded", "typed", "drawn"]
    seed: str = ""


class Placed(Struct, frozen=True, omit_defaults=True):
    """A creature and where it stands at the start: the top-left square of its space."""

    sheet: Sheet
    square: int
    facing: int = 0
    conditions: tuple[str, ...] = ()
    rides: str = ""
    """The id of its mount."""


class Scenario(Struct, frozen=True, omit_defaults=True):
    """A fight before its first die: the map, the creatures, who is aware of whom, the options, the endings."""

    ruleset: ClassVar[str] = "d20"
    """By which rulebook it is played; the header names it."""
    name: str
    map: MapFigures
    creatures: Annotated[tuple[Placed, ...], Meta(max_length=MOST)]
    unaware: tuple[str, ...] = ()
    """Ids of the creatures that are surprised."""
    options: dict[str, str] = {}
    """Every named option that is not at its default."""
    endings: Endings = Endings()
    knowledge: Literal["seen", "open"] = "seen"

    def ledger(self) -> Ledger | None:
        """What the rulebook keeps in the battle besides, as it is at the start."""
        return None


class Origin(Struct, frozen=True, omit_defaults=True):
    """What a fork was made from: the parent's last digest, the event before which it parts, and what was changed."""

    digest: str
    at: int
    order: str = ""


class Mark(Struct, frozen=True, omit_defaults=True):
    """What was found at event ``seq`` when the log was written: the law that is broken, the rule, the numbers."""

    seq: int
    law: str
    message: str
    rule: str = ""


class Header(Struct, frozen=True, omit_defaults=True):
    """
    The start of a log. ``policies`` maps creature ids to policy names; ``tables`` the digest of the rule tables;
    ``script`` is the text of the order file by which it is played; ``marks`` what the fight was cut down to show.
    """

    maraud: int
    ruleset: str
    ruleset_version: str
    tables: str
    algorithm: str
    dice: tuple[DiceRange, ...]
    scenario: Scenario
    policies: dict[str, str] = {}
    origin: Origin | None = None
    script: str = ""
    marks: tuple[Mark, ...] = ()


class AdndPlaced(Placed, frozen=True, omit_defaults=True):
    """The same with an AD&D sheet."""

    sheet: adnd_sheet.Sheet  # type: ignore[assignment]


class AdndScenario(Scenario, frozen=True, omit_defaults=True):
    """The same for a fight of AD&D."""

    ruleset: ClassVar[str] = "adnd"
    creatures: Annotated[tuple[AdndPlaced, ...], Meta(max_length=MOST)]
    surprise: dict[str, int] = {}
    """The sides that a die may surprise, each with what is added to it."""

    def ledger(self) -> Ledger | None:
        return adnd.Ledger([placed.sheet.id for placed in self.creatures])


class AdndHeader(Header, frozen=True, omit_defaults=True):
    """The same for a fight of AD&D."""

    scenario: AdndScenario


class Shapes(NamedTuple):
    """How one rulebook's fights are written down."""

    placed: type[Placed]
    scenario: type[Scenario]
    header: type[Header]


SHAPES = {"d20": Shapes(Placed, Scenario, Header), "adnd": Shapes(AdndPlaced, AdndScenario, AdndHeader)}
"""By the rulebook's id."""
