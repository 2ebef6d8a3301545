"""The fight that is measured: N fighters against N orcs on an open field, nine columns apart, to the end."""

from __future__ import annotations

from functools import cache

import msgspec

from sim.events.header import Placed, Scenario
from sim.grid.figures import MapFigures
from sim.state.battle import Endings
from sim.tables.bestiary import creature
from sim.tables.sheet import Sheet, Weapon


def _fighter() -> Sheet:
    """AC 18, 28 hit points, +5, 1d8+3."""
    return msgspec.structs.replace(
        creature("fighter-3"),
        strength=16,
        dexterity=10,
        base_attack=2,
        hit_points=28,
        armor=None,
        shield=None,
        natural_armor=8,
        dodge=0,
        deflection=0,
        other_armor=0,
        feats=(),
        weapons=(_plain("longsword", "1d8"),),
        held=("longsword",),
    )


def _orc() -> Sheet:
    """AC 13, 15 hit points, +5, 1d12+3."""
    return msgspec.structs.replace(
        creature("orc"),
        strength=16,
        dexterity=10,
        base_attack=2,
        hit_points=15,
        armor=None,
        shield=None,
        natural_armor=3,
        feats=(),
        light_sensitivity=False,
        weapons=(_plain("axe", "1d12"),),
        held=("axe",),
    )


def _plain(name: str, damage: str) -> Weapon:
    weapon = creature("fighter-3").weapons[0]
    return msgspec.structs.replace(
        weapon, name=name, damage=damage, threat=20, multiplier=2, bonuses=(), category="one-handed", two_handed=False
    )


@cache
def scenario(count: int) -> Scenario:
    """``count`` a side, in columns of up to 20; the field grows with them."""
    height = 20
    columns = (count + height - 1) // height
    width = 20 + 2 * columns
    stride = width + 1
    left = 5
    placed = []
    for side, sheet, edge, step in (("fighters", _fighter(), left, -1), ("orcs", _orc(), left + 9, 1)):
        for index in range(count):
            row = (height - min(count, height)) // 2 + index % height
            column = edge + step * (index // height)
            own = msgspec.structs.replace(sheet, id=f"{side[:-1]}-{index + 1}", side=side)
            placed.append(Placed(own, row * stride + column))
    return Scenario(
        f"field {count} against {count}",
        MapFigures(("." * width,) * height),
        tuple(placed),
        endings=Endings(rounds=500, quiet=500),
    )
