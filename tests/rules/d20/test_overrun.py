"""Overrun: through somebody's space."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.attacks import AttackRolled, ContestRolled
from sim.events.conditions import ConditionBegan
from sim.events.movement import Moved, OverrunTried
from sim.events.orders import Answer, Attack, Choose, Overrun, Pass
from sim.rules.d20 import overrun, turn
from sim.table import Table
from sim.testing import battlefield, cited, condition, order, spent, square, why_not
from tests.rules.d20.told import every, named, one, part, sheet

BLOCK = Choose("block")
AVOID = Choose("avoid")
DEXTERITY = Choose("dexterity")
STRENGTH = Choose("strength")


def lane(
    dice: str = "",
    answers: tuple[Answer, ...] = (Pass(), BLOCK, STRENGTH),
    drawing: str = "A . o . . . b",
    a: str = "fighter-3",
    **options: str,
) -> Table:
    """A fighter of Strength 16 or so, an orc two squares away in its path, open ground behind."""
    creatures = {"A": a, "o": "orc", "b": "goblin"}
    return battlefield(drawing, dice=dice, answers=answers, options=options, **creatures)


def through(table: Table, to: str = "d1", mode: str = "move") -> tuple[object, ...]:
    """The fighter overruns the orc."""
    return order(table, "A", Overrun("o", square(table, to), mode=mode))  # type: ignore[arg-type]


def test_a_winner_crosses_and_goes_on() -> None:
    """The orc lies, the fighter stands behind it (block.check, block.success, success-move)."""
    table = lane("d20:15 d20:5")

    events = through(table, "e1")

    assert table.battle["o"].has("prone")
    assert table.battle["A"].square == square(table, "e1")
    assert {"d20.overrun.block.check", "d20.overrun.block.success", "d20.overrun.success-move"} <= cited(events)
    spent(table)


def test_it_takes_a_move_and_a_standard_action() -> None:
    """Whoever was stopped has no other action left (d20.overrun.cost)."""
    table = lane("d20:15 d20:5")

    events = through(table)

    assert "d20.overrun.cost" in cited(events)
    assert not turn.can_pay(table.battle, "standard")
    assert not turn.can_pay(table.battle, "move")


def test_only_one_attempt_a_round() -> None:
    """A second is refused, even after one that was avoided (d20.overrun.cost)."""
    table = lane(answers=(Pass(), AVOID))
    through(table, "d1")

    assert "d20.overrun.cost" in why_not(table, "A", Overrun("b", square(table, "f1")))


def test_who_steps_aside_costs_nothing() -> None:
    """The attacker passes and keeps its standard action (d20.overrun.avoid)."""
    table = lane(answers=(Pass(), AVOID))

    events = through(table)

    assert not one(events, OverrunTried).blocked
    assert "d20.overrun.avoid" in cited(events)
    assert table.battle["A"].square == square(table, "d1")
    assert turn.can_pay(table.battle, "standard")
    assert not every(events, ContestRolled)


def test_the_defender_strikes_first() -> None:
    """Its blow falls before it chooses, and damage does not end the attempt (d20.overrun.aoo)."""
    table = lane("d20:17 d4:4 d4:3 d20:15 d20:5", (Attack("A", "falchion"), BLOCK, STRENGTH))

    events = through(table)

    kinds = [type(event) for event in events if type(event) in (AttackRolled, OverrunTried)]
    assert kinds == [AttackRolled, OverrunTried]
    assert "d20.overrun.aoo" in cited(events)
    assert table.battle["o"].has("prone")


def test_at_most_one_size_larger() -> None:
    """A hill giant is overrun by a Medium creature, a huge spider is not (d20.overrun.size-limit)."""
    huge = battlefield("A . o o o . .\n. . o o o . .\n. . o o o . .", A="fighter-3", o="huge-monstrous-spider")
    large = battlefield("A . o o . .\n. . o o . .", A="fighter-3", o="ogre")

    assert "d20.overrun.size-limit" in why_not(huge, "A", Overrun("o", square(huge, "f1")))
    assert not why_not(large, "A", Overrun("o", square(large, "e1")))


def test_the_defender_may_use_dexterity() -> None:
    """Whichever it likes (d20.overrun.block.check)."""
    table = lane("d20:15 d20:5", (Pass(), BLOCK, DEXTERITY))

    rolled = one(through(table), ContestRolled)

    assert rolled.checks == ("strength", "dexterity")


def test_size_and_stability_count() -> None:
    """An ogre is four points heavier, a dwarf four points firmer (d20.overrun.block.modifiers)."""
    table = battlefield(
        "A . o o . .\n. . o o . .",
        dice="d20:15 d20:5 d20:9 d20:5",
        answers=(Pass(), BLOCK, STRENGTH, DEXTERITY),
        A="dwarf-fighter-4",
        o="ogre",
    )

    rolled = every(order(table, "A", Overrun("o", square(table, "e1"))), ContestRolled)[0]

    assert part(rolled.other_parts, "d20.overrun.block.modifiers") == 4
    assert part(rolled.parts, "d20.overrun.block.modifiers") == 0

    table = battlefield(
        "A A . o . . .\nA A . . . . .",
        dice="d20:15 d20:5",
        answers=(Pass(), BLOCK, STRENGTH),
        A="ogre",
        o="dwarf-fighter-4",
    )
    rolled = one(order(table, "A", Overrun("o", square(table, "e1"))), ContestRolled)
    assert part(rolled.parts, "d20.overrun.block.modifiers") == 4
    assert named(rolled.other_parts, "stability") == 4


def test_a_loser_is_thrown_back_and_may_be_felled() -> None:
    """The counter check by size and strength alone; back a square, and prone (counter, failure-back, failure-prone)."""
    table = lane("d20:5 d20:15 d20:15 d20:5", (Pass(), BLOCK, STRENGTH, STRENGTH))

    events = through(table)

    contests = every(events, ContestRolled)
    assert [(contest.who, contest.won) for contest in contests] == [("A", False), ("o", True)]
    assert table.battle["A"].square == square(table, "b1")
    assert table.battle["A"].has("prone")
    assert {"d20.overrun.block.counter", "d20.overrun.failure-back", "d20.overrun.failure-prone"} <= cited(events)


def test_a_loser_that_wins_the_second_check_stays_up() -> None:
    """Back by a square, on its feet, and the movement is over (d20.overrun.failure-back)."""
    table = lane("d20:5 d20:15 d20:5 d20:15", (Pass(), BLOCK, STRENGTH, STRENGTH))

    events = through(table)

    assert not table.battle["A"].has("prone")
    assert [moved.gait for moved in every(events, Moved)][-1] == "back"
    assert not turn.can_pay(table.battle, "move")


def test_thrown_back_among_others_it_falls() -> None:
    """A friend stands where it came from (d20.overrun.failure-prone)."""
    table = battlefield(
        "A B o . .",
        dice="d20:5 d20:15 d20:5 d20:15",
        answers=(Pass(), BLOCK, STRENGTH, STRENGTH),
        A="fighter-3",
        B="fighter-1",
        o="orc",
    )

    events = order(table, "A", Overrun("o", square(table, "d1")))

    prone = [begun for begun in every(events, ConditionBegan) if begun.condition == "prone"]
    assert [(begun.who, begun.cites) for begun in prone] == [("A", ("d20.overrun.failure-prone",))]


def test_in_a_charge_it_is_worth_two() -> None:
    """Straight through, +2 on the check, -2 on armor class (d20.overrun.during-charge, block.modifiers)."""
    table = lane("d20:15 d20:5", drawing="A . . o . . b")

    events = order(table, "A", Overrun("o", square(table, "e1"), mode="charge"))

    assert named(one(events, ContestRolled).parts, "charge") == 2
    assert table.battle["A"].has("charged")
    assert "d20.overrun.during-charge" in cited(events)


def test_the_option_forbids_it_in_a_charge() -> None:
    """As in the current SRD (d20.overrun.during-charge)."""
    free = lane(drawing="A . . o . . b")
    bound = lane(drawing="A . . o . . b", **{"overrun-in-charge": "no"})
    charging = Overrun("o", square(free, "e1"), mode="charge")

    assert not why_not(free, "A", charging)
    assert "d20.overrun.during-charge" in why_not(bound, "A", charging)
    assert not why_not(bound, "A", Overrun("o", square(bound, "e1")))


def test_improved_overrun_leaves_no_choice() -> None:
    """It cannot be avoided, and brings four points."""
    skilled = sheet("fighter-3", feats=("improved-overrun", "power-attack"))
    table = battlefield("A . o . .", dice="d20:15 d20:5", answers=(Pass(), STRENGTH), A=skilled, o="orc")

    rolled = one(order(table, "A", Overrun("o", square(table, "d1"))), ContestRolled)

    assert named(rolled.parts, "improved overrun") == 4


def test_nobody_overruns_lying_down_or_a_friend() -> None:
    """On one's feet, an enemy, and out again behind it (d20.overrun.cost)."""
    table = lane()
    condition(table, "A", "prone")

    assert "d20.overrun.cost" in why_not(table, "A", Overrun("o", square(table, "d1")))
    friends = battlefield("A . B . o", A="fighter-3", B="fighter-1", o="orc")
    assert "d20.overrun.cost" in why_not(friends, "A", Overrun("B", square(friends, "d1")))


@given(mine=st.integers(1, 20), theirs=st.integers(1, 20), again=st.integers(1, 20), last=st.integers(1, 20))
def test_somebody_always_gives_way(mine: int, theirs: int, again: int, last: int) -> None:
    """Either the defender lies and the attacker is behind it, or the attacker is a square before it."""
    table = lane(
        f"d20:{mine} d20:{theirs} d20:{again} d20:{last} d20:11 d20:10",
        (Pass(), BLOCK, STRENGTH, STRENGTH),
    )

    won = every(through(table), ContestRolled)[0].won

    fighter, orc = table.battle["A"], table.battle["o"]
    assert fighter.square == square(table, "d1" if won else "b1")
    assert orc.has("prone") is won


def test_who_is_felled_among_friends_on_the_way_is_put_back() -> None:
    """The wolf's bite trips the fighter beside it, in a square where it cannot lie (d20.move.illegal-stop)."""
    answers = (Attack("A", "bite"), Choose("trip"), Choose("dexterity"))
    table = battlefield("A B w . .", A="fighter-3", B="orc", w="wolf", dice="d20:19 d6:1 d20:15 d20:2", answers=answers)

    events = order(table, "A", Overrun("w", square(table, "d1")))

    assert table.battle["A"].has("prone")
    assert table.battle["A"].square == square(table, "a1")
    assert "d20.move.illegal-stop" in cited(events)


def test_who_has_moved_overruns_nobody_in_a_second_move() -> None:
    """It takes the move action and the standard action of one turn (d20.overrun.cost)."""
    table = lane()
    assert not why_not(table, "A", Overrun("o", square(table, "d1")))

    table.battle.turn.move = True

    assert why_not(table, "A", Overrun("o", square(table, "d1")))


@pytest.mark.parametrize(
    ("where", "behind"),
    [("b2", "a1"), ("c2", "c1"), ("d2", "e1"), ("d3", "e3"), ("d4", "e5"), ("c4", "c5"), ("b4", "a5"), ("b3", "a3")],
)
def test_behind_is_straight_on(where: str, behind: str) -> None:
    """In each of the eight directions (d20.overrun.success-move)."""
    rows = [["."] * 5 for _ in range(5)]
    column, row = ord(where[0]) - ord("a"), int(where[1]) - 1
    rows[2][2], rows[row][column] = "A", "o"
    table = battlefield("\n".join(map(" ".join, rows)), A="fighter-3", o="orc")

    assert overrun.beyond(table.battle, table.battle["A"], table.battle["o"]) == square(table, behind)
