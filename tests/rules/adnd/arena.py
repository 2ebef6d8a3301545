"""
A drawn fight of AD&D with its dice written down, played step by step.

``arena`` stands at the declarations of its first round; ``declare`` announces somebody's action, ``act`` lets somebody
act on it (whoever has declared nothing attacks with what it is told to), ``end_round`` and ``next_round`` go on.
``meeting`` stands before its first event, ``opening`` plays from there to the first declarations, ``play_round`` a
whole round with its initiative.
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
from sim.events.orders import Answer, End, Order
from sim.grid.figures import Edge
from sim.rules.adnd import round
from sim.rules.adnd.book import BOOK
from sim.rules.adnd.muster import Roster
from sim.rules.book import Call
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
    rides: dict[str, str] | None = None,
    endings: Endings = Endings(),  # noqa: B008
    elevation: tuple[str, ...] = (),
    light: tuple[str, ...] = (),
    edges: tuple[Edge, ...] = (),
    **creatures: str | Sheet,
) -> Table:
    """
    A table with a drawn fight; upper-case letters fight lower-case ones. Everybody faces the nearest enemy, or as
    ``facing`` says (0 north, clockwise to 7). ``rides``: who is not drawn, but sits on whom.
    """
    table = meeting(
        drawing, dice=dice, answers=answers, options=options, sides=sides, rides=rides, endings=endings,
        elevation=elevation, light=light, edges=edges, **creatures,
    )  # fmt: skip
    for creature in table.battle:
        round.face_the_enemy(table, creature)
    for who, way in (facing or {}).items():
        table.battle[who].facing = way
    table.tell(FightBegan(-1, tuple(table.battle.creatures), ()))
    table.tell(RoundBegan(-1, 1))
    table.tell(RoundOpened(-1))
    return table


def meeting(
    drawing: str,
    *,
    dice: str = "",
    answers: Iterable[Answer] = (),
    options: dict[str, str] | None = None,
    sides: dict[str, str] | None = None,
    rides: dict[str, str] | None = None,
    unaware: tuple[str, ...] = (),
    surprise: dict[str, int] | None = None,
    endings: Endings = Endings(),  # noqa: B008
    elevation: tuple[str, ...] = (),
    light: tuple[str, ...] = (),
    edges: tuple[Edge, ...] = (),
    **creatures: str | Sheet,
) -> Table:
    """
    A table with a drawn fight before its first event; ``unaware`` are surprised, and the sides in ``surprise`` may be.
    """
    figures = {who: ROSTER.creature(kind) if isinstance(kind, str) else kind for who, kind in creatures.items()}
    riders = rides or {}
    drawn = scenario_of(
        drawing,
        {who: one for who, one in figures.items() if who not in riders},  # type: ignore[misc]
        sides=sides,
        elevation=elevation,
        light=light,
        edges=edges,
    )
    placed = [AdndPlaced(one.sheet, one.square) for one in drawn.creatures]  # type: ignore[arg-type]
    for who, mount in riders.items():
        under = next(one for one in placed if one.sheet.id == mount)
        own = msgspec.structs.replace(figures[who], id=who, side=under.sheet.side, glyph=who)
        placed.append(AdndPlaced(own, under.square, rides=mount))
    scenario = AdndScenario("drawn", drawn.map, tuple(placed), unaware, options or {}, endings, surprise=surprise or {})
    return begin(BOOK, scenario, Script(answers), dice=ScriptedDice(dice), source="scripted")


def opening(table: Table) -> tuple[object, ...]:
    """What happens before the first declarations; the events."""
    while ledger_of(table.battle).stage != "declare" and table.battle.phase != "over":
        BOOK.go_on(table)
    return tuple(table.log.events)


def play_round(table: Table, **orders: Iterable[Order]) -> tuple[object, ...]:
    """
    Play the round from its declarations to its end, as nobody but the dice would have it: whoever is asked gets the
    next of its orders, and when there is none it ends its activation. The events.
    """
    first, number = len(table.log.events), table.battle.round
    left = {who: list(given) for who, given in orders.items()}
    while table.battle.round == number and (call := BOOK.call(table.battle)) is not None:
        if isinstance(call, Call):
            own = left.get(call.who) or [End()]
            give(table, call.who, own.pop(0))
        else:
            BOOK.go_on(table)
    return tuple(table.log.events[first:])


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
    "act", "activate", "arena", "begin_passes", "cited", "condition", "declare", "end_round", "give", "meeting",
    "next_round", "opening", "play_round", "sheet", "spent", "square", "told", "why_not",
]  # fmt: skip
