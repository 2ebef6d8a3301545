"""People for drawn situations: a plain fighter, armed and equipped as a test wants him."""

from __future__ import annotations

from sim.tables.bestiary import resolve
from sim.tables.sheet import Sheet


def fighter(weapon: str, *, feats: tuple[str, ...] = (), **more: object) -> Sheet:
    """A fighter with Strength +2, Dexterity +1 and base attack 1, 10 hit points, one weapon and no shield."""
    return resolve(
        {
            "name": "Fighter",
            "type": "humanoid",
            "hit_dice": "1d10",
            "hit_points": 10,
            "base_attack": 1,
            "abilities": {
                "strength": 14,
                "dexterity": 12,
                "constitution": 10,
                "intelligence": 10,
                "wisdom": 10,
                "charisma": 10,
            },
            "saves": {"fortitude": 2, "reflex": 0, "will": 0},
            "weapons": [{"name": weapon}],
            "held": [weapon],
            "feats": list(feats),
            **more,
        },
        "drawn",
    )
