"""Multiattack."""

from __future__ import annotations

import pytest

from sim.rules.d20 import core
from sim.rules.d20.declare import MELEE, Blow
from sim.testing import battlefield


@pytest.mark.parametrize(
    ("kind", "weapon", "part"),
    [
        ("ghoul", "claw", (-2, "secondary", "d20.multiattack.penalty")),
        ("large-monstrous-scorpion", "sting", (-5, "secondary", "d20.core.natural-weapons")),
    ],
)
def test_secondary_attacks_are_less_bad_with_it(kind: str, weapon: str, part: tuple[int, str, str]) -> None:
    """-2 instead of -5 (d20.multiattack.penalty)."""
    table = battlefield("M M o\nM M .", M=kind, o="orc")
    me = table.battle["M"]

    tally = core.attack_tally(Blow(table.battle, me, table.battle["o"], me.weapons[weapon], MELEE))

    assert part in tally.parts
