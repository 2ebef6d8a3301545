"""Nonlethal damage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.attacks import AttackRolled, DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Attack
from sim.rules.d20 import nonlethal, turn
from sim.state.conditions import STAGGERED, UNCONSCIOUS
from sim.table import Table
from sim.tables.sheet import Weapon
from sim.testing import battlefield, order
from tests.rules.d20.told import every, one, part, sheet

SAP = Weapon(name="sap", category="light", damage="1d6", kinds=("bludgeoning",), nonlethal=True)
THUG = sheet("orc", weapons=(SAP,), held=("sap",), strength=10, light_sensitivity=False)


def bruised(total: int) -> Table:
    """A fighter of 12 hit points with so much nonlethal damage."""
    table = battlefield("A . o", A="fighter-1", o="orc")
    table.battle["A"].nonlethal = total
    nonlethal.settle(table, table.battle["A"], -1)
    return table


def test_nonlethal_damage_is_a_total_of_its_own() -> None:
    """Hit points stay as they are (d20.nonlethal.tally)."""
    table = battlefield("A o", A=THUG, o="fighter-1", dice="d20:18 d6:4")

    damage = one(order(table, "A", Attack("o", "sap")), DamageDealt)

    o = table.battle["o"]
    assert (o.hit_points, o.nonlethal) == (12, 4)
    assert damage.nonlethal
    assert "d20.nonlethal.tally" in damage.cites


@pytest.mark.parametrize(("total", "state"), [(11, None), (12, "staggered"), (13, "unconscious")])
def test_the_total_is_held_against_the_hit_points(total: int, state: str | None) -> None:
    """Equal: staggered; more: unconscious (d20.nonlethal.staggered, d20.nonlethal.unconscious)."""
    table = bruised(total)
    began = every(table.log.events, ConditionBegan)

    assert [event.condition for event in began if event.condition != "prone"] == ([state] if state else [])
    assert state is None or f"d20.nonlethal.{state}" in began[0].cites
    assert table.battle["A"].helpless is (state == "unconscious")


def test_the_staggered_have_one_action() -> None:
    """A standard or a move action (d20.nonlethal.staggered-actions)."""
    table = bruised(12)
    turn.begin(table, table.battle["A"])

    assert {"d20.turn.restricted", "d20.nonlethal.staggered-actions"} <= set(table.log.events[-1].cites)


def test_with_more_hit_points_again_one_staggers_no_longer() -> None:
    """The state ends (d20.nonlethal.staggered-end)."""
    table = bruised(12)
    table.battle["A"].nonlethal = 11
    nonlethal.settle(table, table.battle["A"], -1)

    assert one(table.log.events, ConditionEnded).cites == ("d20.nonlethal.staggered-end",)


def test_a_wound_lets_old_bruises_fell_one() -> None:
    """Hit points that fall below the total count as well (d20.nonlethal.unconscious)."""
    table = battlefield("A o", A="fighter-1", o="fighter-1", dice="d20:18 d8:1")
    table.battle["o"].nonlethal = 10

    order(table, "A", Attack("o", "longsword"))

    assert table.battle["o"].has("unconscious")


def test_stunning_with_a_blade_is_harder() -> None:
    """-4 (d20.nonlethal.lethal-weapon-penalty)."""
    table = battlefield("A o", A="fighter-1", o="fighter-1", dice="d20:18 d8:1")

    events = order(table, "A", Attack("o", "longsword", lethality="nonlethal"))

    assert part(one(events, AttackRolled).parts, "d20.nonlethal.lethal-weapon-penalty") == -4
    assert one(events, DamageDealt).nonlethal


def test_killing_with_a_sap_is_harder() -> None:
    """-4 (d20.nonlethal.nonlethal-weapon-penalty)."""
    table = battlefield("A o", A=THUG, o="orc", dice="d20:19 d6:1")

    events = order(table, "A", Attack("o", "sap", lethality="lethal"))

    assert part(one(events, AttackRolled).parts, "d20.nonlethal.nonlethal-weapon-penalty") == -4
    assert not one(events, DamageDealt).nonlethal


@given(st.integers(0, 30), st.integers(1, 20))
def test_the_states_follow_the_two_totals(total: int, points: int) -> None:
    """Whatever the figures, equal staggers and more fells (d20.nonlethal.staggered, d20.nonlethal.unconscious)."""
    table = battlefield("A . o", A=sheet("fighter-1", hit_points=points), o="orc")
    me = table.battle["A"]
    me.nonlethal = total
    nonlethal.settle(table, me, -1)

    assert bool(me.flags & STAGGERED) is (total == points)
    assert bool(me.flags & UNCONSCIOUS) is (total > points)
