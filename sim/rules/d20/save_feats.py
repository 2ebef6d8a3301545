"""Great Fortitude, Lightning Reflexes and Iron Will (supplement)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.state.creature import Creature

BONUS = "d20.save-feats.bonus"
FEATS = {"fortitude": "great-fortitude", "reflex": "lightning-reflexes", "will": "iron-will"}


def bonus(me: Creature, save: str) -> Modifier | None:
    """What a feat adds to this save; the sheet's figure holds it already."""
    feat = FEATS[save]
    return Modifier(2, feat.replace("-", " "), BONUS) if feat in me.sheet.feats else None
