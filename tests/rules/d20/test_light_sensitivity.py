"""Light sensitivity."""

from __future__ import annotations

import pytest

from sim.rules.d20 import core
from sim.rules.d20.declare import MELEE, Blow
from sim.testing import battlefield, condition

DAZZLED = "d20.light-sensitivity.dazzled"


@pytest.mark.parametrize(("light", "penalty"), [("bb", -1), ("sb", 0), ("db", 0)])
def test_orcs_are_dazzled_in_bright_light(light: str, penalty: int) -> None:
    """Not in shadow, nor in the dark."""
    table = battlefield("O a", O="orc", a="fighter-1", light=[light])
    orc = table.battle["O"]

    tally = core.attack_tally(Blow(table.battle, orc, table.battle["a"], orc.sheet.unarmed, MELEE))

    assert sum(part.value for part in tally.parts if part.rule == DAZZLED) == penalty


def test_twice_dazzled_is_no_worse() -> None:
    """The same condition counts once."""
    table = battlefield("O a", O="orc", a="fighter-1")
    condition(table, "O", "dazzled")
    orc = table.battle["O"]

    tally = core.attack_tally(Blow(table.battle, orc, table.battle["a"], orc.sheet.unarmed, MELEE))

    assert [part.value for part in tally.parts if part.type == "dazzled"] == [-1]
