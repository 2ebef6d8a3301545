"""A people's knack for grappling."""

from __future__ import annotations

from sim.rules.d20 import grapple, racial_grapple
from sim.testing import battlefield


def test_a_choker_is_made_for_it() -> None:
    """A choker has +4 on its grapple checks, an orc nothing of the kind (d20.racial-grapple.check)."""
    battle = battlefield("A . o", A="choker", o="orc").battle
    racial = {
        who: [part.value for part in grapple.bonus(battle[who]) if part.rule == racial_grapple.CHECK] for who in "Ao"
    }

    assert racial == {"A": [4], "o": []}
