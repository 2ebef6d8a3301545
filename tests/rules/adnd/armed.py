"""People with other weapons in hand than those of their files."""

from __future__ import annotations

from typing import Any

from sim.tables.adnd_sheet import Sheet, Weapon
from tests.rules.adnd.arena import ROSTER, sheet


def weapon(name: str) -> Weapon:
    """A weapon of the table."""
    return ROSTER.resolve({"name": "Smith", "movement": 12, "weapons": [{"name": name}]}, "smith.toml").weapons[0]


def armed(kind: str, *names: str, **changes: Any) -> Sheet:
    """Somebody of the roster who holds these weapons and is proficient with them, without a shield."""
    weapons = tuple(weapon(name) for name in names)
    figures = {"weapons": weapons, "held": names, "proficient": names, "shield": None}
    return sheet(kind, **{**figures, **changes})
