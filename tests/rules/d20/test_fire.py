"""Being on fire, and what puts it out."""

from __future__ import annotations

import pytest

from sim.events.attacks import DamageDealt, SaveRolled
from sim.events.conditions import ConditionBegan
from sim.events.orders import Attack, Extinguish, Move
from sim.rules.d20 import fire, turn
from sim.table import Table
from sim.testing import battlefield, cited, condition, order, square, why_not
from tests.rules.d20.people import fighter
from tests.rules.d20.told import every, one, part

THROWER = fighter("alchemist's fire")


def begin(table: Table, who: str) -> tuple[object, ...]:
    """What is told as somebody's turn begins."""
    first = len(table.log.events)
    turn.begin(table, table.battle[who])
    return tuple(table.log.events[first:])


def thrown(dice: str) -> Table:
    """``A`` has set ``o`` on fire."""
    table = battlefield("A . . o . .", A=THROWER, o=fighter("club", hit_points=30), dice="d20:15 d6:3 " + dice)
    order(table, "A", Attack("o", "alchemist's fire"))
    return table


def test_alchemists_fire_burns_once_more() -> None:
    """1d6 in the following round, after its victim has had a turn (d20.fire.extinguish)."""
    table = thrown("d6:5")

    assert one(table.log.events, ConditionBegan).condition == "burning"
    assert not every(begin(table, "o"), DamageDealt)
    events = begin(table, "A")
    assert one(events, DamageDealt).amount == 5
    assert not table.battle["o"].has("burning")
    assert fire.FIRE in cited(events)


@pytest.mark.parametrize(("die", "out"), [(12, True), (11, False)])
def test_rolling_on_the_ground_helps_against_alchemists_fire(die: int, out: bool) -> None:
    """A full-round action for a save of 15 at +2 (d20.action.full-round.extinguish-flames)."""
    table = thrown(f"d20:{die} d6:1")
    events = order(table, "o", Extinguish())

    save = one(events, SaveRolled)
    assert (save.dc, part(save.parts, fire.FIRE)) == (15, 2)
    assert save.success == out != table.battle["o"].has("burning")
    assert "d20.action.full-round.extinguish-flames" in cited(events)
    assert bool(every(begin(table, "A"), DamageDealt)) != out


def test_ordinary_flames_hurt_until_a_save_succeeds() -> None:
    """At the start of each turn a Reflex save, or 1d6."""
    table = battlefield("A . . o", A="orc", o="orc", dice="d20:2 d6:4 d20:19")
    condition(table, "o", "burning")

    assert one(begin(table, "o"), DamageDealt).amount == 4
    assert not every(begin(table, "o"), DamageDealt)
    assert not table.battle["o"].has("burning")


def test_rolling_on_the_ground_is_one_more_save_at_plus_four() -> None:
    """Besides the free one of the round."""
    table = battlefield("A . . o", A="orc", o="orc", dice="d20:11")
    condition(table, "o", "burning")
    events = order(table, "o", Extinguish())

    assert part(one(events, SaveRolled).parts, fire.FIRE) == 4
    assert not table.battle["o"].has("burning")


def test_water_puts_any_fire_out() -> None:
    """Whoever swims is wet."""
    table = battlefield(". . A ~ ~ o", A="orc", o="orc", dice="d20:15")
    condition(table, "A", "burning")
    order(table, "A", Move(square(table, "d1"), mode="swim"))

    assert not table.battle["A"].has("burning")


def test_only_the_burning_have_flames_to_put_out() -> None:
    """The refusal names the act."""
    table = battlefield("A . . o", A="orc", o="orc")
    assert why_not(table, "A", Extinguish()) == ("d20.action.full-round.extinguish-flames",)
    condition(table, "A", "burning")
    assert not why_not(table, "A", Extinguish())
