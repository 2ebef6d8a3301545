"""Ways out of the fight that its endings allow."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sim.events.attacks import AttackRolled
from sim.events.conditions import ConditionBegan
from sim.events.orders import Attack, Leave, Surrender
from sim.state.battle import Endings
from sim.table import Table
from sim.tables.bestiary import creature
from sim.testing import battlefield, condition, order, why_not
from tests.rules.d20.told import every, one

FIELD = """
. . . .
. A . .
. . . .
. . . o
"""


def ending(table: Table, **allowed: bool) -> Table:
    """The same fight, in which these ways out are open or closed."""
    table.battle.endings = Endings(**allowed)
    return table


@pytest.mark.parametrize(
    "drawing",
    ["A . .\n. . .\n. . o", ". . A\n. . .\no . .", ". . o\n. . .\nA . .", "o . .\n. . A\n. . .", ". A .\n. . o\n. . ."],
)
def test_from_every_border_one_leaves(drawing: str) -> None:
    """Where the scenario allows flight; whoever is gone is out of the fight."""
    table = ending(battlefield(drawing, A="fighter-1", o="orc"), flight=True)

    events = order(table, "A", Leave())

    assert one(events, ConditionBegan).condition == "gone"
    assert not table.battle["A"].active


def test_not_from_the_middle() -> None:
    """Nor where no flight is foreseen, nor by whoever lies or is held."""
    assert why_not(ending(battlefield(FIELD, A="fighter-1", o="orc"), flight=True), "A", Leave())
    assert why_not(ending(battlefield("A . .", A="fighter-1"), flight=False), "A", Leave())
    for state in ("prone", "grappling", "pinned"):
        table = ending(battlefield("A . o", A="fighter-1", o="orc"), flight=True)
        condition(table, "A", state, "o")
        assert why_not(table, "A", Leave()), state


def test_the_large_leave_when_their_space_touches_the_border() -> None:
    """On its far side too; two squares from it they do not."""
    far = ending(battlefield(". . .\n. O O\n. O O", O="ogre"), flight=True)
    inner = ending(battlefield(". . . .\n. O O .\n. O O .\n. . . .", O="ogre"), flight=True)

    assert not why_not(far, "O", Leave())
    assert why_not(inner, "O", Leave())


def test_who_leaves_a_threatened_square_is_struck_at() -> None:
    """As in any move."""
    answers = [Attack("A", "falchion")]
    table = ending(battlefield("A o", A="fighter-1", o="orc", dice="d20:2", answers=answers), flight=True)

    events = order(table, "A", Leave())

    assert one(events, AttackRolled).opportunity
    assert [event.condition for event in every(events, ConditionBegan)] == ["gone"]


def test_to_surrender_takes_a_tongue() -> None:
    """Where it is allowed, those of Intelligence 3 and more give up; an animal does not."""
    table = ending(battlefield("A . o", A="fighter-1", o="wolf"), surrender=True)

    assert why_not(table, "o", Surrender())
    assert why_not(ending(battlefield("A . o", A="fighter-1", o="wolf"), surrender=False), "A", Surrender())
    assert one(order(table, "A", Surrender()), ConditionBegan).condition == "surrendered"
    assert not table.battle["A"].active


@pytest.mark.parametrize(("wits", "yields"), [(2, False), (3, True)])
def test_intelligence_3_is_enough_to_give_up(wits: int, yields: bool) -> None:
    """It has a language then (d20.action.free.speak)."""
    dull = replace(creature("fighter-1"), intelligence=wits)
    table = ending(battlefield("A . o", A=dull, o="wolf"), surrender=True)

    assert (not why_not(table, "A", Surrender())) is yields
