"""Full-round actions over two turns."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sim.events.attacks import BlowDelivered
from sim.events.course import OrderGiven
from sim.events.equipment import Reloaded
from sim.events.orders import Begin, Charge, Complete, CoupDeGrace, Draw, FullAttack, Move, Order, Reload, Run, Withdraw
from sim.events.timing import FullRoundBegun, FullRoundCompleted, FullRoundLost
from sim.rules.d20 import turn
from sim.table import Table
from sim.tables.bestiary import creature
from sim.tables.equipment import weapon
from sim.testing import battlefield, condition, order, spent, square, why_not
from sim.testing import turn as take_turn

RULE = "d20.turn.start-complete-full-round"
SHOOTER = replace(
    creature("hobgoblin"), weapons=(weapon("heavy crossbow"),), held=("heavy crossbow",), shield=None, feats=()
)
KILL = CoupDeGrace("o", "longsword")


def field(dice: str = "") -> Table:
    """A fighter beside a sleeper."""
    table = battlefield(". . . . .\n. A o . .\n. . . . p", A="fighter-1", o="orc", p="orc", dice=dice)
    condition(table, "o", "asleep")
    return table


def test_half_in_this_turn_half_in_the_next() -> None:
    """A standard action each, and only the second does anything (d20.turn.start-complete-full-round)."""
    table = field("d8:8 d8:8")

    first = order(table, "A", Begin(KILL))
    take_turn(table, "A")
    second = order(table, "A", Complete())

    for events in (first, second):
        assert isinstance(events[0], OrderGiven)
        assert (events[0].cost, events[0].cites) == ("standard", (RULE,))
    assert [type(event) for event in first[1:]] == [FullRoundBegun]
    assert type(second[1]) is FullRoundCompleted
    assert any(isinstance(event, BlowDelivered) for event in second)
    spent(table)


def test_a_move_goes_with_either_half() -> None:
    """Each half leaves the move action (d20.turn.start-complete-full-round)."""
    table = field()
    order(table, "A", Begin(KILL))

    assert not why_not(table, "A", Move(square(table, "b1")))


@pytest.mark.parametrize(
    "act",
    [
        FullAttack("p", "longsword"),
        Charge("p", 22, "longsword"),
        Run(0),
        Withdraw(0),
        Move(0),
        Draw("longsword"),
        Begin(KILL),
    ],
    ids=lambda act: type(act).__name__,
)
def test_what_cannot_be_spread(act: Order) -> None:
    """Full attack, charge, run and withdrawal are done at once, and so is all that is less than a full round."""
    assert why_not(field(), "A", Begin(act)) == (RULE,)
    assert not why_not(field(), "A", Begin(KILL))


def test_only_what_is_possible_is_begun() -> None:
    """The reasons are those of the act itself (d20.turn.start-complete-full-round)."""
    assert why_not(field(), "A", Begin(CoupDeGrace("p", "longsword"))) == ("d20.coup-de-grace.cost",)


def test_and_only_what_is_possible_still_is_completed() -> None:
    """The sleeper has woken up."""
    table = field()
    order(table, "A", Begin(KILL))
    table.battle["o"].flags = 0
    take_turn(table, "A")

    assert why_not(table, "A", Complete()) == ("d20.coup-de-grace.cost",)


def test_nothing_is_completed_that_was_not_begun() -> None:
    """Nor in the same turn (d20.turn.start-complete-full-round)."""
    table = field()
    assert why_not(table, "A", Complete()) == (RULE,)

    order(table, "A", Begin(KILL))
    table.battle.turn.standard = False

    assert why_not(table, "A", Complete()) == (RULE,)


def test_it_is_completed_in_the_next_turn_or_never() -> None:
    """The turn after that it is lost (d20.turn.start-complete-full-round)."""
    table = field()
    order(table, "A", Begin(KILL))
    turn.begin(table, table.battle["A"])
    assert table.battle["A"].begun is not None

    turn.begin(table, table.battle["A"])

    lost = table.log.events[-1]
    assert isinstance(lost, FullRoundLost)
    assert lost.cites == (RULE,)
    assert why_not(table, "A", Complete()) == (RULE,)


def test_those_with_one_action_load_a_heavy_crossbow_in_two_turns() -> None:
    """A full-round action is beyond the restricted, the two halves are not (d20.turn.restricted)."""
    table = battlefield(". . .\n. A .\n. . o", A=SHOOTER, o="orc")
    table.battle["A"].unloaded = ("heavy crossbow",)
    table.battle["o"].reactions = 1
    take_turn(table, "A", restricted=True)
    assert why_not(table, "A", Reload("heavy crossbow"))

    order(table, "A", Begin(Reload("heavy crossbow")))
    take_turn(table, "A", restricted=True)
    events = order(table, "A", Complete())

    assert any(isinstance(event, Reloaded) for event in events)
