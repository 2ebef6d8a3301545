"""Running."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled, CheckRolled
from sim.events.conditions import ConditionBegan
from sim.events.movement import Moved
from sim.events.orders import Attack, Charge, Move, Run, Withdraw
from sim.rules.d20.book import BOOK
from sim.table import Table
from sim.testing import battlefield, condition, order, square, turn, why_not
from tests.rules.d20.told import every, named, one, part, sheet

LONG = "A" + " ." * 45 + " o"


@pytest.mark.parametrize(
    ("kind", "squares", "rule"),
    [
        ("rogue-1", 24, "d20.run.distance"),
        ("fighter-3", 12, "d20.run.heavy-armor"),
        ("commoner-1", 30, "d20.run.distance"),
    ],
)
def test_a_run_covers_four_times_the_speed(kind: str, squares: int, rule: str) -> None:
    """Three times in heavy armor, one more with the Run feat (d20.run.distance, d20.run.heavy-armor)."""
    table = battlefield(LONG, A=kind, o="orc")
    assert "d20.run.distance" in why_not(table, "A", Run(squares + 1))

    assert rule in one(order(table, "A", Run(squares)), Moved).cites


def test_a_run_is_straight() -> None:
    """At any angle, with nobody in the way (d20.run.straight-line)."""
    table = battlefield("A . . . . .\n. . B . . .\n. . . . . o", A="rogue-1", B="rogue-1", o="orc")
    assert not why_not(table, "A", Run(square(table, "f1")))
    assert "d20.run.straight-line" in why_not(table, "A", Run(square(table, "e3")))

    assert "d20.run.straight-line" in one(order(table, "A", Run(square(table, "f1"))), Moved).cites


def test_a_runner_loses_the_dexterity_bonus() -> None:
    """Until his next turn, unless he has the feat (d20.run.no-dex)."""
    for kind, lost in (("rogue-1", True), ("commoner-1", False)):
        table = battlefield("A . . . . . o", A=sheet(kind, dexterity=15), o="orc", dice="d20:1")
        order(table, "A", Run(square(table, "f1")))
        roll = one(order(table, "o", Attack("A", "falchion")), AttackRolled)
        assert (named(roll.ac_parts, "dexterity") == 0) is lost
        assert ("d20.run.no-dex" in roll.cites) is lost


def weary(rounds: int, dice: str) -> Table:
    """Somebody of Constitution 13 who has run for so many rounds on end."""
    table = battlefield(LONG, A="rogue-1", o="orc", dice=dice)
    for _ in range(rounds):
        condition(table, "A", "ran")
        turn(table, "A")
        table.battle["A"].flags = 0
        table.battle["A"].run_rounds += 1
    return table


def test_constitution_tells_how_long_one_runs() -> None:
    """So many rounds without a check, then one each round (d20.run.duration, d20.run.con-check)."""
    fresh = weary(12, "")
    assert not every(order(fresh, "A", Run(5)), CheckRolled)

    tired = weary(13, "d20:9")
    check = one(order(tired, "A", Run(5)), CheckRolled)

    assert (check.dc, check.total, check.success) == (10, 10, True)
    assert {"d20.run.con-check", "d20.run.duration"} <= set(check.cites)
    assert part(check.parts, "d20.run.con-check") == 1


def test_each_check_is_harder_than_the_last() -> None:
    """One more for each already made (d20.run.con-check)."""
    table = weary(13, "d20:9 d20:20")
    order(table, "A", Run(5))
    turn(table, "A")

    assert one(order(table, "A", Run(10)), CheckRolled).dc == 11


def test_a_pause_makes_fresh() -> None:
    """Only consecutive rounds count (d20.run.duration)."""
    table = weary(13, "")
    table.battle["A"].flags = 0
    turn(table, "A")

    assert table.battle["A"].run_rounds == 0
    assert not every(order(table, "A", Run(5)), CheckRolled)


def test_who_is_out_of_breath_rests() -> None:
    """Ten rounds without running, and no more than one move a round (d20.run.exhausted)."""
    table = weary(13, "d20:2")

    began = one(order(table, "A", Run(5)), ConditionBegan)

    assert (began.condition, began.turns, began.cites) == ("winded", 10, ("d20.run.exhausted",))
    assert table.battle["A"].square == 0
    turn(table, "A")
    for wish in (Run(5), Withdraw(5), Charge("o", 45, "rapier")):
        assert "d20.run.exhausted" in why_not(table, "A", wish)
    order(table, "A", Move(3))
    assert "d20.run.exhausted" in why_not(table, "A", Move(4))


@pytest.mark.parametrize("light", [[], ["bbddbb"]])
def test_no_run_over_hampering_ground_nor_into_the_dark(light: list[str]) -> None:
    """Nor blind (d20.run.terrain)."""
    table = battlefield("A . . : . o" if not light else "A . . . . o", A="rogue-1", o="orc", light=light)

    assert "d20.run.terrain" in why_not(table, "A", Run(square(table, "e1")))
    condition(table, "A", "blinded")
    assert "d20.run.terrain" in why_not(table, "A", Run(square(table, "b1")))


def test_the_menu_offers_the_farthest_square_each_way() -> None:
    """At 5 ft in heavy armor three squares along rows and columns, two along diagonals, which cost three (d20.run)."""
    rows = [["."] * 9 for _ in range(9)]
    rows[4][4], rows[0][1] = "A", "o"
    table = battlefield("\n".join(map(" ".join, rows)), A=sheet("fighter-3", speed=5), o="orc")
    turn(table, "A")

    offered = {wish.to for wish in BOOK.offers(table.battle, "A").of(Run)}  # type: ignore[union-attr]

    assert offered == {square(table, name) for name in ("e2", "h5", "e8", "b5", "c3", "g3", "g7", "c7")}
