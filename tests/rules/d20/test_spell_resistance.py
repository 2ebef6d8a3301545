"""Spell resistance."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sim.events.magic import ResistanceRolled
from sim.events.orders import Cast, LowerResistance
from sim.rules.d20 import spell_resistance
from sim.table import Table
from sim.testing import battlefield, cited, order, spent, turn, why_not
from tests.rules.d20.casters import priest, wizard
from tests.rules.d20.told import every, one, sheet

MISSILE = Cast("magic missile", ("o",))


def field(dice: str, resistance: int = 15) -> Table:
    """A wizard of fifth level against an orc that resists spells."""
    return battlefield("W . o", W=wizard("magic missile"), o=sheet("orc", spell_resistance=resistance), dice=dice)


def test_caster_level_against_resistance() -> None:
    """Once for all missiles; equal gets through (d20.spell-resistance.check)."""
    table = field("d20:10 d4:1 d4:1 d4:1")

    roll = one(order(table, "W", MISSILE), ResistanceRolled)

    assert (roll.total, roll.resistance, roll.overcome) == (15, 15, True)
    assert roll.cites == (spell_resistance.CHECK,)
    spent(table)


def test_what_is_resisted_does_nothing() -> None:
    """No die of damage falls."""
    table = field("d20:9")

    assert not one(order(table, "W", MISSILE), ResistanceRolled).overcome
    assert table.battle["o"].hit_points == 5


@given(st.integers(1, 20), st.integers(1, 40))
def test_resistance_is_overcome_by_sums_alone(natural: int, resistance: int) -> None:
    """A natural 20 is no better than any other."""
    table = field(f"d20:{natural}" + " d4:1" * 3, resistance)

    assert one(order(table, "W", MISSILE), ResistanceRolled).overcome == (natural + 5 >= resistance)


def test_it_stops_friends_as_well_unless_it_is_lowered() -> None:
    """A standard action, until the next turn (d20.action.standard.lower-spell-resistance)."""
    resisting = sheet("fighter-1", spell_resistance=30)
    table = battlefield("P F . o", P=priest("cure light wounds"), F=resisting, o="orc", dice="d20:20 d8:4")
    cure = Cast("cure light wounds", ("F",))
    table.battle["F"].hit_points = 1
    order(table, "P", cure)
    assert table.battle["F"].hit_points == 1

    turn(table, "F")
    events = order(table, "F", LowerResistance())
    assert {"d20.action.standard.lower-spell-resistance", spell_resistance.LOWERED} <= cited(events)
    assert table.battle.turn.standard
    turn(table, "P")
    assert not every(order(table, "P", cure), ResistanceRolled)
    assert table.battle["F"].hit_points == 10


def test_only_what_is_up_is_lowered() -> None:
    """And only by who has some."""
    table = field("")

    assert why_not(table, "W", LowerResistance()) == (spell_resistance.LOWER,)
    order(table, "o", LowerResistance())
    assert why_not(table, "o", LowerResistance())
