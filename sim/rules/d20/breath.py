"""What creatures breathe and spit (supplement)."""

from __future__ import annotations

from sim.rules.d20 import effects

DAMAGE = "d20.breath.damage"

effects.RULES.update(dict.fromkeys(("acid spit", "acid spray", "fiery breath", "frosty breath"), DAMAGE))
