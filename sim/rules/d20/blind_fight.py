"""Blind-Fight (supplement)."""

from __future__ import annotations

from sim.rules.d20.declare import MELEE, Blow

REROLL = "d20.blind-fight.reroll"


def may_reroll(blow: Blow) -> bool:
    """In melee, with the feat, a miss because of concealment is rolled once more."""
    return bool(blow.bits & MELEE) and "blind-fight" in blow.attacker.sheet.feats
