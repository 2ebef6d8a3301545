"""Attack rolls in the making, between two of a drawn fight."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from sim.core.tally import Modifier
from sim.dice.sources import ScriptedDice
from sim.encounter import begin
from sim.events.header import AdndPlaced, AdndScenario
from sim.events.orders import Answer
from sim.grid.figures import MapFigures
from sim.rules.adnd import core
from sim.rules.adnd.book import BOOK
from sim.rules.adnd.declare import HURLED, MELEE, MISSILE, Blow, arm_of, on_damage
from sim.rules.adnd.muster import Roster
from sim.state.battle import Battle, Endings
from sim.table import Table
from sim.tables.adnd_sheet import Sheet
from sim.testing import Script

ROSTER = Roster()


def sheet(kind: str, **changes: Any) -> Sheet:
    """Somebody of the roster, with other figures."""
    return msgspec.structs.replace(ROSTER.creature(kind), **changes)


def duel(one: str | Sheet, other: str | Sheet = "orc", squares: int = 1) -> Battle:
    """A fight between A and o, so many squares apart on a plain, facing each other."""
    return table_of(one, other, squares).battle


def table_of(
    one: str | Sheet, other: str | Sheet = "orc", squares: int = 1, *, dice: str = "", answers: Iterable[Answer] = ()
) -> Table:
    """The table of such a fight, with dice and answers written down."""
    width = squares + 3
    places = []
    for who, whom, square, side in (("A", one, 1, "upper"), ("o", other, 1 + squares, "lower")):
        figures = ROSTER.creature(whom) if isinstance(whom, str) else whom
        figures = msgspec.structs.replace(figures, id=who, side=side, glyph=who)
        places.append(AdndPlaced(figures, width + 1 + square))
    rows = ("." * width,) * 4
    scenario = AdndScenario("drawn", MapFigures(rows), tuple(places), endings=Endings())
    table = begin(BOOK, scenario, Script(answers), dice=ScriptedDice(dice), source="scripted")
    table.battle["A"].facing, table.battle["o"].facing = 2, 6
    return table


def blow(
    one: str | Sheet, weapon: str, other: str | Sheet = "orc", *, squares: int = 1, hurled: bool = False, bits: int = 0
) -> Blow:
    """A blow of A at o with one of its weapons: a launcher shoots, everything else strikes unless it is hurled."""
    battle = duel(one, other, squares)
    me = battle["A"]
    arm = arm_of(me, weapon)
    mode = MISSILE if arm.missiles else HURLED if hurled or arm.category == "ranged" else MELEE
    return Blow(battle, me, battle["o"], arm, mode | bits)


def attack_parts(of: str | Sheet | Blow, weapon: str = "", **keys: Any) -> tuple[Modifier, ...]:
    """The parts of an attack roll."""
    return core.attack_parts(of if isinstance(of, Blow) else blow(of, weapon, **keys))


def damage_parts(of: str | Sheet | Blow, weapon: str = "", **keys: Any) -> tuple[Modifier, ...]:
    """What is added to the damage of a hit."""
    struck = of if isinstance(of, Blow) else blow(of, weapon, **keys)
    return tuple(part for function in on_damage.of(struck.bits) if (part := function(struck)) is not None)


def worth(parts: tuple[Modifier, ...], *rules: str) -> int:
    """The sum of the parts that one of these rules gives."""
    return sum(part.value for part in parts if part.rule in rules)


__all__ = ["attack_parts", "blow", "damage_parts", "duel", "sheet", "table_of", "worth"]
