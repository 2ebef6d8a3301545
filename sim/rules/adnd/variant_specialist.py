"""Specialists of bow and crossbow as another book has them (adnd.variant.specialist.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.rules.adnd.declare import MISSILE, Blow, on_attack, sheet_of
from sim.state.battle import Battle

HANDBOOK = "adnd.variant.specialist.bow-handbook"
POINT_BLANK = {"bow": (2, 6), "crossbow": (2, 12)}
"""From how many squares to how many is point blank: 6 to 30 ft with a bow, 6 to 60 ft with a crossbow."""


def by_handbook(battle: Battle) -> bool:
    """Is a specialist of bow or crossbow what the handbook makes of him (option ``bow_specialist``)?"""
    return battle.options.get("bow_specialist") == "handbook"


@on_attack(MISSILE)
def point_blank(blow: Blow) -> Modifier | None:
    """+2 to hit at point blank, and nothing at other ranges."""
    span = POINT_BLANK.get(blow.weapon.family)
    if span is None or not by_handbook(blow.battle) or not span[0] <= blow.distance <= span[1]:
        return None
    specialist = sheet_of(blow.attacker).tiers.get(blow.weapon.art) == "specialist"
    return Modifier(2, "point blank", HANDBOOK) if specialist else None
