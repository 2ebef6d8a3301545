"""Hiding."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled, ContestRolled, MissChanceRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Attack, Cast, Move, Overrun
from sim.grid.figures import Edge
from sim.rules.d20 import concealment, core, cover, hide
from sim.table import Table
from sim.testing import battlefield, cited, condition, order, spent, square, turn, why_not
from tests.rules.d20.people import fighter
from tests.rules.d20.told import every, named, one, part, sheet

ROGUE = sheet("rogue-1", hit_points=40)
ORC = sheet("orc", hit_points=40)
PILLAR = ". . . . . . .\nR . . . # . o\n. . . . . . ."


def hidden(dice: str = "d20:15 d20:5", drawing: str = PILLAR, to: str = "d2", mode: str = "hide-fast") -> Table:
    """A rogue goes behind a pillar."""
    table = battlefield(drawing, R=ROGUE, o=ORC, dice=dice)
    order(table, "R", Move(square(table, to), mode=mode))  # type: ignore[arg-type]
    return table


def test_behind_cover_one_may_hide() -> None:
    """Hide against Spot, -5 at full speed, -1 for each 10 ft (d20.cover.hide, d20.hide.check)."""
    table = hidden("d20:15 d20:5 d20:5")
    contest = one(table.log.events, ContestRolled)
    assert contest.checks == ("hide", "spot")
    assert named(contest.parts, "speed") == -5
    assert named(contest.other_parts, "distance") == -1
    assert {hide.CHECK, cover.HIDE} <= set(contest.cites)
    assert table.battle["R"].has("hidden", "o")


def test_at_half_speed_it_is_easier() -> None:
    """No penalty, half as far (d20.hide.check)."""
    table = battlefield(PILLAR, R=ROGUE, o=ORC, dice="d20:15 d20:5")
    assert why_not(table, "R", Move(square(table, "e1"), mode="hide"))
    order(table, "R", Move(square(table, "d2"), mode="hide"))
    assert named(one(table.log.events, ContestRolled).parts, "speed") == 0


def test_in_the_open_one_may_not() -> None:
    """Neither cover nor concealment from anybody (d20.cover.hide, d20.concealment.hide)."""
    table = battlefield("R . . . . . o", R=ROGUE, o=ORC)
    assert set(why_not(table, "R", Move(square(table, "c1"), mode="hide"))) == {cover.HIDE, concealment.HIDE}

    table = battlefield("R . . . # . o\n. . . . . . .", R=ROGUE, o=ORC)
    assert not why_not(table, "R", Move(square(table, "d1"), mode="hide"))


def test_behind_somebody_one_may_not() -> None:
    """Soft cover hides nobody (d20.cover.soft-no-hide)."""
    table = battlefield("R . . . A . o", R=ROGUE, A=ORC, o=ORC)
    assert cover.SOFT_NO_HIDE in why_not(table, "R", Move(square(table, "d1"), mode="hide"))


def test_in_undergrowth_one_may_hide() -> None:
    """Concealment is the other way (d20.concealment.hide)."""
    table = hidden("d20:15 d20:5", "R . , , , . o", "c1")
    assert concealment.HIDE in one(table.log.events, ContestRolled).cites
    assert table.battle["R"].has("hidden", "o")


def test_behind_an_arrow_slit_one_hides_best() -> None:
    """+10 for improved cover (d20.cover.varying)."""
    walls = (Edge("c1", "e", "wall"), Edge("c2", "e", "arrow-slit"), Edge("c3", "e", "wall"))
    table = battlefield(". . . . . . .\nR . . . . . o\n. . . . . . .", R=ROGUE, o=ORC, edges=walls, dice="d20:10 d20:5")
    order(table, "R", Move(square(table, "c2"), mode="hide"))
    assert part(one(table.log.events, ContestRolled).parts, cover.VARYING) == 10


def test_who_is_spotted_is_not_hidden() -> None:
    """The higher total wins (d20.hide.check)."""
    table = hidden("d20:5 d20:15")
    assert not table.battle["R"].has("hidden")


def test_the_hidden_cannot_be_aimed_at() -> None:
    """Only its square, with a miss chance of 50 % (d20.hide.unseen, d20.concealment.total-square)."""
    table = hidden("d20:15 d20:5 d20:15 d100:50", ". . . . .\nR . . # o\n. . . . .", "c2")
    attack = Attack("R", "falchion")
    table.battle["o"].square = square(table, "d1")
    assert "d20.concealment.total-square" in why_not(table, "o", attack)
    roll = one(order(table, "o", Attack("R", "falchion", square=square(table, "c2"))), MissChanceRolled)
    assert (roll.percent, roll.missed) == (50, True)


def test_who_strikes_from_hiding_strikes_unseen_and_is_seen() -> None:
    """+2, and no Dexterity bonus against it; then it is out (d20.hide.unseen, d20.hide.seen)."""
    table = battlefield(PILLAR, R=sheet("rogue-1", held=("shortbow",)), o=ORC, dice="d20:15 d20:5 d20:2")
    order(table, "R", Move(square(table, "d2"), mode="hide"))
    table.battle["R"].square = square(table, "d1")
    assert core.dexterity_denied(table.battle["R"], table.battle["o"]) == hide.UNSEEN
    events = order(table, "R", Attack("o", "shortbow"))
    assert part(one(events, AttackRolled).parts, hide.UNSEEN) == 2
    assert one(events, ConditionEnded).cites == (hide.SEEN,)


@pytest.mark.parametrize(("mover", "to"), [("R", "b1"), ("o", "d3")])
def test_one_is_seen_who_comes_out_or_is_come_upon(mover: str, to: str) -> None:
    """An open move of one's own, or one by which the other gets round the cover (d20.hide.seen)."""
    table = hidden()
    turn(table, mover)
    events = order(table, mover, Move(square(table, to)))
    assert one(events, ConditionEnded).condition == "hidden"
    assert not table.battle["R"].has("hidden")


def test_who_stays_behind_its_cover_stays_hidden() -> None:
    """Others may walk about on their side (d20.hide.seen)."""
    table = hidden()
    assert not every(order(table, "o", Move(square(table, "f2"))), ConditionEnded)
    assert table.battle["R"].has("hidden", "o")


def test_each_enemy_looks_for_itself() -> None:
    """Hidden from the one, seen by the other (d20.hide.check)."""
    table = battlefield(
        ". . . . . . .\nR . . . # . o\n. . . . . . p", R=ROGUE, o=ORC, p=ORC, dice="d20:15 d20:5 d20:5 d20:15"
    )
    order(table, "R", Move(square(table, "d2"), mode="hide"))
    assert [began.other for began in every(table.log.events, ConditionBegan)] == ["o"]
    assert cited(table.log.events) >= {hide.CHECK}
    spent(table)


def test_magic_on_an_enemy_gives_its_caster_away() -> None:
    """As an attack does (d20.hide.seen)."""
    from tests.rules.d20.casters import wizard

    table = battlefield(PILLAR, R=wizard("magic missile"), o=ORC, dice="d20:15 d20:2 d4:1 d4:1 d4:1")
    order(table, "R", Move(square(table, "d2"), mode="hide"))
    assert table.battle["R"].has("hidden")
    table.battle["R"].square = square(table, "d1")
    order(table, "R", Cast("magic missile", ("o",)))
    assert not table.battle["R"].has("hidden")


def test_whoever_is_run_past_no_longer_hides_from_the_runner() -> None:
    """Every way of moving brings an enemy to where it sees (d20.hide.seen)."""
    table = battlefield(". . . . . .\nR # B o . .\n. . . . . .", R=ROGUE, B="orc", o=ORC)
    table.tell(ConditionBegan(-1, "R", "hidden", (), "o"))

    events = order(table, "o", Overrun("B", square(table, "b1"), (square(table, "c2"),)))

    assert not table.battle["R"].has("hidden", "o")
    assert [end.who for end in every(events, ConditionEnded) if end.condition == "hidden"] == ["R"]


def listening(drawing: str, listen: int) -> bool:
    """Does o, who listens so well, hear A, who hides from it and moves without any art?"""
    table = battlefield(drawing, A=fighter("club"), o=fighter("club", skills={"listen": listen}))
    condition(table, "A", "hidden", "o")
    return hide.heard(table.battle, table.battle["o"], table.battle["A"])


@pytest.mark.parametrize(("squares", "is_heard"), [(3, True), (4, False)])
def test_who_hides_is_heard_as_far_as_his_step_is_louder_than_the_ear_is_dull(squares: int, is_heard: bool) -> None:
    """10 and Listen 2 against 10 and Move Silently 1: 1 to spare, of which each 10 ft takes 1 (d20.hide.check)."""
    assert listening("A " + ". " * (squares - 1) + "o", 2) is is_heard


@pytest.mark.parametrize(("listen", "is_heard"), [(3, False), (4, True)])
def test_what_a_wall_keeps_away_comes_round_it(listen: int, is_heard: bool) -> None:
    """A wall adds 15, unless a way of six squares leads round it for 3 that are to spare (d20.hide.check)."""
    assert listening("A # o\n. # .\n. . .", listen) is is_heard
