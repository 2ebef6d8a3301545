"""
A drawn fight of AD&D with its dice written down, played step by step.

``arena`` stands at the declarations of its first round; ``declare`` announces somebody's action, ``act`` lets somebody
act on it (whoever has declared nothing attacks with what it is told to), ``end_round`` and ``next_round`` go on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from sim.core.errors import OffMenu
from sim.dice.sources import ScriptedDice
from sim.encounter import begin
from sim.events.adnd import GroupCalled, OrderSettled, PassBegan, RoundClosed, RoundOpened, ledger_of
from sim.events.course import FightBegan, OrderGiven, RoundBegan
from sim.events.header import AdndPlaced, AdndScenario
from sim.events.orders import Answer, Order
from sim.rules.adnd import round
from sim.rules.adnd.book import BOOK
from sim.rules.adnd.muster import Roster
from sim.state.battle import Endings
from sim.table import Table
from sim.tables.adnd_sheet import Sheet
from sim.testing import Script, cited, condition, scenario_of, spent, square

ROSTER = Roster()


def sheet(kind: str, **changes: Any) -> Sheet:
    """Somebody of the roster, with other figures."""
    return msgspec.structs.replace(ROSTER.creature(kind), **changes)


def arena(
    drawing: str,
    *,
    dice: str = "",
    answers: Iterable[Answer] = (),
    options: dict[str, str] | None = None,
    sides: dict[str, str] | None = None,
    facing: dict[str, int] | None = None,
    endings: Endings = Endings(),  # noqa: B008
    elevation: tuple[str, ...] = (),
    **creatures: str | Sheet,
) -> Table:
    """
    A table with a drawn fight; upper-case letters fight lower-case ones. Everybody faces the nearest enemy, or as
    ``facing`` says (0 north, clockwise to 7).
    """
    figures = {who: ROSTER.creature(kind) if isinstance(kind, str) else kind for who, kind in creatures.items()}
    drawn = scenario_of(drawing, figures, sides=sides, elevation=elevation)  # type: ignore[arg-type]
    placed = tuple(AdndPlaced(one.sheet, one.square) for one in drawn.creatures)  # type: ignore[arg-type]
    scenario = AdndScenario("drawn", drawn.map, placed, options=options or {}, endings=endings)
    table = begin(BOOK, scenario, Script(answers), dice=ScriptedDice(dice), source="scripted")
    for creature in table.battle:
        round.face_the_enemy(table, creature)
    for who, way in (facing or {}).items():
        table.battle[who].facing = way
    table.tell(FightBegan(-1, tuple(table.battle.creatures), ()))
    table.tell(RoundBegan(-1, 1))
    table.tell(RoundOpened(-1))
    return table


def give(table: Table, who: str, order: Order) -> tuple[object, ...]:
    """
    Give an order at this moment of the round; the events that it brings.

    :raises OffMenu: naming the rules, when it is not allowed.
    """
    first = len(table.log.events)
    if rules := BOOK.refusal(table.battle, who, order):
        raise OffMenu(f"{who} cannot {order} [{', '.join(rules)}]")
    cost = BOOK.cost(table.battle, who, order)
    seq = table.tell(OrderGiven(-1, who, order, cost.kind, "script", (), cost.cites))
    BOOK.resolve(table, who, order, seq)
    return tuple(table.log.events[first:])


declare = give
"""Announce somebody's action of the round."""


def begin_passes(table: Table) -> None:
    """Initiative is settled without a die: everybody acts in the order of the drawing."""
    table.tell(OrderSettled(-1, tuple((who,) for who in table.battle.creatures)))
    table.tell(PassBegan(-1, 1))


def activate(table: Table, who: str) -> tuple[object, ...]:
    """Somebody's moment comes; what it has declared and is not asked about again is carried out."""
    first = len(table.log.events)
    ledger = ledger_of(table.battle)
    if ledger.stage == "declare":
        begin_passes(table)
    if ledger.active:
        round.end_activation(table)
    table.tell(GroupCalled(-1, 0, (who,)))
    round.activate(table, who)
    return tuple(table.log.events[first:])


def act(table: Table, who: str, order: Order) -> tuple[object, ...]:
    """Somebody acts (its activation begins now if it is not under way); the events that the order brings."""
    if ledger_of(table.battle).active != who:
        activate(table, who)
    return give(table, who, order)


def end_round(table: Table) -> tuple[object, ...]:
    """The passes are over: what the end of the round brings."""
    first = len(table.log.events)
    if ledger_of(table.battle).active:
        round.end_activation(table)
    table.tell(RoundClosed(-1))
    round.end_round(table)
    return tuple(table.log.events[first:])


def next_round(table: Table) -> tuple[object, ...]:
    """This round ends, the next one begins; up to its declarations."""
    first = len(table.log.events)
    end_round(table)
    round.open_round(table)
    return tuple(table.log.events[first:])


def why_not(table: Table, who: str, order: Order) -> tuple[str, ...]:
    """The ids of the rules that forbid an order at this moment."""
    return BOOK.refusal(table.battle, who, order)


def told(events: Iterable[object], kind: type[Any]) -> list[Any]:
    """Those of the events that are of one class."""
    return [event for event in events if type(event) is kind]


__all__ = [
    "act", "activate", "arena", "begin_passes", "cited", "condition", "declare", "end_round", "give", "next_round",
    "sheet", "spent", "square", "told", "why_not",
]  # fmt: skip
