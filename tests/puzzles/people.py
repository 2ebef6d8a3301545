"""Who fights in the puzzles: a plain fighter of any strength, and what a policy orders for somebody."""

from __future__ import annotations

from typing import Any

from sim.table import Table
from sim.tables.sheet import Sheet
from tests.agents.situations import decide
from tests.rules.d20.people import fighter

PLATE = {"armor": "full plate", "natural_armor": 6}
"""Armor class 26 or so: a blow at +3 lands with a natural 20 only."""


def somebody(weapon: str, *, strength: int = 14, dexterity: int = 12, **more: object) -> Sheet:
    """The fighter of the rules' tests, stronger or nimbler."""
    others = dict.fromkeys(("constitution", "intelligence", "wisdom", "charisma"), 10)
    return fighter(weapon, abilities={"strength": strength, "dexterity": dexterity, **others}, **more)  # type: ignore[arg-type]


def best(table: Table, who: str = "A", stance: str = "doctrine", **traits: int) -> Any:
    """What doctrine orders for somebody who knows everybody's figures."""
    return decide(table, who, stance, knowledge="open", **traits).choice
