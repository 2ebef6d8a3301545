"""Situations for tests of those who choose: a drawn battlefield, whose turn it is, what a policy makes of it."""

from __future__ import annotations

from typing import Any, cast

from agents.policies.base import Offers
from agents.policies.player import Mind
from agents.view import Knowledge
from sim.events.orders import Decision, Order, Question
from sim.rules.d20.book import BOOK
from sim.table import Menu, Table
from sim.testing import order as give
from sim.testing import turn


def menu_of(table: Table, who: str) -> Offers:
    """The menu of a creature whose turn begins, if it has not."""
    if table.battle.turn.who != who:
        turn(table, who)
    return cast(Offers, BOOK.offers(table.battle, who))


def decide(
    table: Table, who: str, name: str, *, seed: int = 1, knowledge: Knowledge = "seen", **traits: int
) -> Decision:
    """What the policy of this name orders for a creature now; ``traits`` change its persona."""
    menu = menu_of(table, who)
    mind = Mind(table.battle[who], name, seed, knowledge, BOOK.odds, traits)
    return mind.decide(table.battle, who, None, menu)


def choice(table: Table, who: str, name: str, **traits: int) -> Any:
    """The order alone."""
    return decide(table, who, name, **traits).choice


def asked(table: Table, who: str, name: str, question: Question, menu: Menu, **traits: int) -> Any:
    """What it answers to a question."""
    mind = Mind(table.battle[who], name, 1, "seen", BOOK.odds, traits)
    return mind.decide(table.battle, who, question, menu).choice


def carry_out(table: Table, who: str, order: Order) -> None:
    """Let it happen, so that the next decision can be looked at."""
    give(table, who, order)
