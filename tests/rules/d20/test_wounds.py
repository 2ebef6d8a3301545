"""Hit points lost, and what comes of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.attacks import AbilityDamaged, HitPointsLost, SaveRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Attack, End, Move, TotalDefense
from sim.rules.book import Call
from sim.rules.d20 import ability_damage, move, turn, wounds
from sim.rules.d20.book import BOOK
from sim.state.conditions import DEAD, DISABLED, DYING
from sim.table import Table
from sim.testing import battlefield, condition, order, spent, why_not
from sim.testing import turn as begin_turn
from tests.rules.d20.told import every, one, sheet


def hurt(points: int, *, kind: str = "fighter-1", dice: str = "", **options: str) -> Table:
    """Somebody of so many hit points less than his full number."""
    table = battlefield("A . . o", A=kind, o="orc", dice=dice, options=options)
    wounds.lose(table, table.battle["A"], points, -1)
    return table


def states(table: Table) -> set[str]:
    """The conditions of A."""
    return {state.name for state in table.battle["A"].conditions}


@pytest.mark.parametrize(
    ("left", "state"), [(1, None), (0, "disabled"), (-1, "dying"), (-9, "dying"), (-10, "dead"), (-30, "dead")]
)
def test_what_is_left_decides(left: int, state: str | None) -> None:
    """Whole, disabled, dying, dead (d20.wounds.normal, d20.wounds.disabled, d20.wounds.dying, d20.wounds.dead)."""
    table = hurt(12 - left)
    began = [event for event in every(table.log.events, ConditionBegan) if event.condition != "prone"]

    assert states(table) - {"prone"} == ({state} if state else set())
    assert [event.cites for event in began] == ([(f"d20.wounds.{state}",)] if state else [])


def test_at_one_hit_point_a_creature_acts_at_full_capacity() -> None:
    """Full actions, no restriction (d20.wounds.normal)."""
    table = hurt(11)

    assert turn.restriction(table.battle, table.battle["A"]) == ()


def test_back_above_zero_all_is_well_again() -> None:
    """The disabled are normal once they have a hit point (d20.wounds.normal)."""
    table = hurt(12)
    table.battle["A"].hit_points = 3

    wounds.settle(table, table.battle["A"], -1, hurt=False)

    assert one(table.log.events, ConditionEnded).cites == ("d20.wounds.normal",)
    assert states(table) == set()


def test_the_disabled_have_one_action() -> None:
    """A standard or a move action (d20.wounds.disabled)."""
    table = hurt(12)
    turn.begin(table, table.battle["A"])

    assert {"d20.turn.restricted", "d20.wounds.disabled"} <= set(table.log.events[-1].cites)


@pytest.mark.parametrize(("options", "squares"), [({}, 4), ({"disabled-half-speed": "yes"}, 2)])
def test_the_disabled_walk_as_ever(options: dict[str, str], squares: int) -> None:
    """Or at half speed, if the scenario says so (d20.wounds.disabled, option disabled-half-speed)."""
    table = hurt(12, **options)

    assert move.speed(table.battle["A"]) == squares


def test_a_standard_action_costs_the_disabled_a_hit_point() -> None:
    """When it is done, and a move action none (d20.wounds.disabled.standard-cost)."""
    table = hurt(12)
    begin_turn(table, "A", restricted=True)
    assert not every(order(table, "A", Move(1)), HitPointsLost)

    table = hurt(12)
    begin_turn(table, "A", restricted=True)
    events = order(table, "A", TotalDefense())

    assert one(events, HitPointsLost).cites == ("d20.wounds.disabled.standard-cost",)
    assert table.battle["A"].hit_points == -1
    assert "dying" in states(table)
    assert "disabled" not in states(table)


def test_who_is_disabled_by_the_answer_to_his_own_act_pays_nothing() -> None:
    """He was not disabled when he began (d20.wounds.disabled.standard-cost)."""
    table = battlefield(
        "A o",
        A=sheet("archer-4", hit_points=6),
        o=sheet("orc", strength=10),
        dice="d20:17 d4:3 d4:3 d20:2",
        answers=[Attack("A", "falchion")],
    )

    events = order(table, "A", Attack("o", "composite longbow"))

    assert table.battle["A"].hit_points == 0
    assert not every(events, HitPointsLost)


def test_the_dying_lose_a_point_a_round() -> None:
    """The loss of the failed roll, taken once (d20.wounds.dying.bleed)."""
    table = hurt(15, dice="d100:90")

    turn.begin(table, table.battle["A"])

    assert "d20.wounds.dying.bleed" in every(table.log.events, HitPointsLost)[-1].cites
    assert table.battle["A"].hit_points == -4


def test_the_dying_are_helpless_and_have_no_actions() -> None:
    """Nobody calls on them (d20.wounds.dying)."""
    table = hurt(15)
    begin_turn(table, "A")

    assert table.battle["A"].helpless
    assert not isinstance(BOOK.call(table.battle), Call)


def test_the_stable_who_are_hurt_again_are_dying_again() -> None:
    """A new wound undoes the help (d20.wounds.dying)."""
    table = hurt(15)
    me = table.battle["A"]
    me.flags, me.conditions = 0, ()
    condition(table, "A", "stable")

    wounds.lose(table, me, 1, -1)

    assert states(table) == {"dying"}
    assert every(table.log.events, ConditionEnded)[-1].cites == ("d20.wounds.dying",)


def test_a_blow_of_fifty_points_may_kill_outright() -> None:
    """A Fortitude save against 15 (d20.wounds.massive-damage)."""
    for face, dead in ((2, True), (19, False)):
        giant = sheet("ogre", strength=100)
        table = battlefield(
            "A A o\nA A .", A=giant, o=sheet("fighter-1", hit_points=200), dice=f"d20:2 d8:4 d8:4 d20:{face}"
        )
        events = order(table, "A", Attack("o", "greatclub"))

        save = one(events, SaveRolled)
        assert (save.dc, save.save) == (15, "fortitude")
        assert "d20.wounds.massive-damage" in save.cites
        assert bool(table.battle["o"].flags & DEAD) is dead


def test_forty_nine_points_do_not() -> None:
    """One less is a wound like any other (d20.wounds.massive-damage)."""
    giant = sheet("ogre", strength=64)
    table = battlefield("A A o\nA A .", A=giant, o=sheet("fighter-1", hit_points=200), dice="d20:2 d8:4 d8:4")

    events = order(table, "A", Attack("o", "greatclub"))

    assert not every(events, SaveRolled)
    spent(table)


def test_without_constitution_one_dies() -> None:
    """A living creature whose Constitution falls to 0 (d20.wounds.con-zero)."""
    table = battlefield("A o", A=sheet("fighter-1", hit_points=99, constitution=6), o="orc", dice="d6:6")

    ability_damage.deal(table, table.battle["A"], "constitution", "1d6", -1)

    assert one(table.log.events, AbilityDamaged).amount == 6
    dead = [event for event in every(table.log.events, ConditionBegan) if event.condition == "dead"]
    assert "d20.wounds.con-zero" in dead[0].cites


@given(st.lists(st.integers(1, 9), max_size=12))
def test_conditions_follow_the_hit_points(blows: list[int]) -> None:
    """However the points were lost, 0 is disabled, below dying, at -10 dead (d20.wounds.dead)."""
    table = hurt(0)
    me = table.battle["A"]
    for points in blows:
        wounds.lose(table, me, points, -1)

    left = max(me.hit_points, -10)
    assert bool(me.flags & DEAD) is (me.hit_points <= -10)
    if not me.flags & DEAD:
        assert bool(me.flags & DISABLED) is (left == 0)
        assert bool(me.flags & DYING) is (left < 0)


def test_the_fallen_take_no_orders() -> None:
    """Not even to end their turn."""
    table = hurt(15)

    assert not isinstance(BOOK.call(table.battle), Call)
    assert why_not(table, "o", End()) == ()
