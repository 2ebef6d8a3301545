"""The tower shield."""

from __future__ import annotations

from msgspec.structs import replace

from sim.rules.d20 import core
from sim.rules.d20.declare import MELEE, Blow
from sim.tables.bestiary import creature
from sim.tables.equipment import shield
from sim.testing import battlefield

ATTACK = "d20.tower-shield.attack"


def test_it_is_in_the_way_while_it_is_on_the_arm() -> None:
    """-2 on attack rolls, until it is put off (d20.tower-shield.attack)."""
    table = battlefield("A o", A=replace(creature("fighter-1"), shield=shield("tower shield")), o="orc")
    me = table.battle["A"]
    blow = Blow(table.battle, me, table.battle["o"], me.weapons["longsword"], MELEE)

    assert (-2, "tower shield", ATTACK) in core.attack_tally(blow).parts
    me.shield_on = False
    assert ATTACK not in [part.rule for part in core.attack_tally(blow).parts]
