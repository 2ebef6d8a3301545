"""Moving on the ground."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.course import Answered, OrderGiven, RefereeMoved
from sim.events.movement import Moved
from sim.events.orders import Act, Attack, Move, Ready, Step, Trigger
from sim.grid.figures import Edge
from sim.rules.d20 import move as rules
from sim.rules.d20.book import BOOK
from sim.table import Table
from sim.testing import battlefield, condition, order, spent, square, turn, why_not
from tests.rules.d20.told import every, one, sheet

OPEN = "\n".join([". . . . . . . . ."] * 9).replace(".", "A", 1) + "\n. . . . . . . . o"


def field(kind: str = "rogue-1", **more: object) -> Table:
    """Somebody in the corner of an open field, an orc far away."""
    return battlefield(OPEN, A=kind, o="orc", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("to", "allowed"), [("g1", True), ("h1", False), ("e5", True), ("f5", False)])
def test_a_move_covers_the_speed(to: str, allowed: bool) -> None:
    """Six squares at 30 ft, diagonals counted (d20.move.normal)."""
    table = field()

    rules_named = why_not(table, "A", Move(square(table, to)))

    assert (rules_named == ()) is allowed
    assert allowed or "d20.move.normal" in rules_named


def test_every_second_diagonal_counts_double() -> None:
    """Four diagonals are six squares (d20.move.diagonals)."""
    table = field()

    moved = one(order(table, "A", Move(square(table, "e5"))), Moved)

    assert moved.halves == 12
    assert "d20.move.diagonals" in moved.cites


@pytest.mark.parametrize(("options", "allowed"), [({}, False), ({"diagonal-count": "move"}, True)])
def test_the_count_runs_on_through_the_turn(options: dict[str, str], allowed: bool) -> None:
    """After one diagonal the next costs two, in the second move as well (d20.move.diagonals, diagonal-count)."""
    table = field("fighter-1", options=options)
    order(table, "A", Move(square(table, "b2")))

    assert (not why_not(table, "A", Move(square(table, "f3")))) is allowed
    assert not why_not(table, "A", Move(square(table, "f2")))


def test_what_a_move_reaches_is_worked_out_once_for_the_choice_and_the_move() -> None:
    """Until somebody moves, the flood of the menu serves the order as well; afterwards it is another."""
    table = field()
    battle = table.battle
    before = rules.reach(battle, battle["A"], 6)

    battle.changes += 1
    battle.keep_memo()
    kept = rules.reach(battle, battle["A"], 6)
    order(table, "A", Move(square(table, "b2")))

    assert kept is before
    assert rules.reach(battle, battle["A"], 6).start == square(table, "b2")


def test_where_a_move_may_end_is_found_anew_once_somebody_has_moved() -> None:
    """The square that a friend leaves is free, and the one to which it goes is not."""
    table = battlefield("A B .\n. . .", A="rogue-1", B="rogue-1")
    battle, left, entered = table.battle, square(table, "b1"), square(table, "c2")
    before = rules.destinations(battle, battle["A"], 6)

    order(table, "B", Move(entered))
    after = rules.destinations(battle, battle["A"], 6)

    assert [bits >> place & 1 for bits in (before, after) for place in (left, entered)] == [0, 1, 1, 0]


def test_nobody_cuts_the_corner_of_a_wall() -> None:
    """Not even by a step; past a pit it is allowed (d20.move.corner)."""
    wall = battlefield(". . o\n# . .\nA . .", A="rogue-1", o="orc")
    table = battlefield(". . .\nA # .\n. . o", A="rogue-1", o="orc")
    assert "d20.move.corner" in why_not(table, "A", Step(square(table, "b3")))
    assert "d20.move.corner" in why_not(wall, "A", Step(square(wall, "b2")))

    pit = battlefield(". . .\nA o .\n. . p", A="rogue-1", p="orc")
    assert not why_not(pit, "A", Step(square(pit, "b3")))


def test_crawling_is_one_square_for_those_who_lie() -> None:
    """A move action; whoever stands walks, whoever lies crawls (d20.move.crawl)."""
    table = field()
    assert why_not(table, "A", Move(square(table, "b1"), mode="crawl")) == ("d20.move.crawl",)
    condition(table, "A", "prone")
    assert "d20.move.crawl" in why_not(table, "A", Move(square(table, "b1")))
    assert "d20.move.normal" in why_not(table, "A", Move(square(table, "c1"), mode="crawl"))

    events = order(table, "A", Move(square(table, "b1"), mode="crawl"))

    assert one(events, OrderGiven).cost == "move"
    assert {"d20.move.crawl", "d20.move.crawl.aoo"} <= set(one(events, Moved).cites)


def test_nobody_crawls_through_a_wall() -> None:
    """Nor onto what cannot be entered (d20.move.crawl)."""
    table = battlefield("A # o\n. . .", A="rogue-1", o="orc")
    condition(table, "A", "prone")

    assert "d20.move.normal" in why_not(table, "A", Move(square(table, "b1"), mode="crawl"))


@pytest.mark.parametrize("drawing", ["o A . .", "A . o ."])
def test_a_crawler_is_struck_at_from_both_ends(drawing: str) -> None:
    """Whoever threatens him at any point of the crawl may (d20.move.crawl.aoo)."""
    table = battlefield(drawing, A="rogue-1", o="orc")
    condition(table, "A", "prone")

    events = order(table, "A", Move(table.battle["A"].square + 1, mode="crawl"))

    assert [event.who for event in every(events, Answered)] == ["o"]


def test_who_stops_where_nobody_may_is_put_back() -> None:
    """To the last legal space that it occupied, at no cost (d20.move.illegal-stop)."""
    table = battlefield("A B .\n. . o", A="goblin", B="goblin", o="orc")
    turn(table, "A")
    battle, me = table.battle, table.battle["A"]
    path = (square(table, "a1"), square(table, "b1"))
    rules.tell(table, me, path, (1, 1), "walk", -1, ())

    rules.settle(table, me, path, -1, False)

    back = table.log.events[-1]
    assert isinstance(back, Moved)
    assert (back.path, back.halves, back.gait) == ((path[1], path[0]), 0, "back")
    assert back.cites == ("d20.move.illegal-stop",)
    assert battle["A"].square == path[0]


def test_who_is_put_back_has_room_for_its_whole_space() -> None:
    """Nearer is one square beside the orc, which is not enough for a horse (d20.move.illegal-stop)."""
    drawing = ". . . . .\n. . . . .\n. . o . .\nA A B B .\nA A B B ."
    table = battlefield(drawing, A="light-horse", B="light-horse", o="orc")
    turn(table, "A")
    path = tuple(square(table, name) for name in ("a4", "b4", "c4"))
    rules.tell(table, table.battle["A"], path, (2, 2, 2), "walk", -1, ())

    rules.settle(table, table.battle["A"], path, -1, False)

    back = table.log.events[-1]
    assert isinstance(back, Moved)
    assert (back.path, back.span) == ((path[2], path[0]), 2)


def test_who_has_no_legal_place_left_on_its_way_is_put_into_the_closest() -> None:
    """Somebody has stepped into what the horse has left behind (d20.move.illegal-stop)."""
    drawing = "A A . B B\nA A . B B\n. . . . .\n. . . . C\no . . . ."
    table = battlefield(drawing, A="light-horse", B="light-horse", C="goblin", o="orc")
    turn(table, "A")
    path = tuple(square(table, name) for name in ("a1", "b1", "c1"))
    rules.tell(table, table.battle["A"], path, (2, 2, 2), "walk", -1, ())
    table.tell(RefereeMoved(-1, "C", square(table, "b1"), "thrown from the saddle"))

    rules.settle(table, table.battle["A"], path, -1, False)

    back = table.log.events[-1]
    assert isinstance(back, Moved)
    assert back.path == (path[2], square(table, "b2"))


def test_among_equally_close_legal_squares_a_die_decides() -> None:
    """The last legal one is two squares off, several are beside him (d20.move.closest-tie)."""
    table = battlefield(". . . .\nA B C .\n# # # o", A="goblin", B="goblin", C="goblin", o="orc", dice="d4:3")
    turn(table, "A")
    me = table.battle["A"]
    path = (square(table, "a2"), square(table, "b2"), square(table, "c2"))
    rules.tell(table, me, path, (1, 1, 1), "walk", -1, ())

    rules.settle(table, me, path, -1, False)

    back = table.log.events[-1]
    assert isinstance(back, Moved)
    assert {"d20.move.illegal-stop", "d20.move.closest-tie"} == set(back.cites)
    assert [die.sides for die in back.dice] == [4]
    assert back.path[-1] == square(table, "d1")


def test_one_square_can_always_be_moved() -> None:
    """At worst as a full-round action, exposing, and not a 5-foot step (d20.move.minimum, d20.move.minimum.aoo)."""
    slow = sheet("rogue-1", speed=5)
    table = battlefield("A ; o\n. # .\n. . .", A=slow, o="orc")
    wish = Move(square(table, "b1"), mode="minimum")
    assert "d20.move.normal" in why_not(table, "A", Move(square(table, "b1")))
    assert why_not(table, "A", Move(square(table, "a2"), mode="minimum")) == ("d20.move.minimum",)
    assert "d20.move.minimum" in why_not(table, "A", Move(square(table, "b2"), mode="minimum"))

    events = order(table, "A", wish)

    given = one(events, OrderGiven)
    assert given.cost == "full-round"
    assert "d20.move.minimum" in given.cites
    assert {"d20.move.minimum", "d20.move.minimum.aoo"} <= set(one(events, Moved).cites)


def test_the_minimum_move_exposes() -> None:
    """Whoever threatens the square left may strike (d20.move.minimum.aoo)."""
    table = battlefield("; A o\n. # .", A=sheet("rogue-1", speed=5), o="orc")

    assert every(order(table, "A", Move(square(table, "a1"), mode="minimum")), Answered)


def test_a_weapon_drawn_on_the_way_is_no_reason_to_fall_asleep() -> None:
    """Whoever is struck down while sheathing goes nowhere."""
    table = battlefield(
        "A o\n. .",
        A=sheet("fighter-1", hit_points=1),
        o="orc",
        dice="d20:17 d4:4 d4:4",
        answers=[Attack("A", "falchion")],
    )

    assert not every(order(table, "A", Move(square(table, "a2"), sheathe="longsword")), Moved)


def test_the_canonical_way_exposes_as_little_as_can_be() -> None:
    """Round a foe rather than past it."""
    far = battlefield(". . . . .\n. . . . .\nA . . . .\n. . . . .\n. . o . .", A="rogue-1", o="orc")
    assert not every(order(far, "A", Move(square(far, "e3"))), Answered)


DRAWINGS = st.lists(st.sampled_from(list("....:,;wo%#")), min_size=36, max_size=36).map(
    lambda symbols: "\n".join(" ".join(symbols[row * 6 : row * 6 + 6]) for row in range(6))
)


@given(DRAWINGS, st.data())
def test_a_walk_costs_what_the_flood_says(drawing: str, data: st.DataObject) -> None:
    """Wherever a move leads, its path has the price of the cheapest way there (d20.move.diagonals)."""
    rows = drawing.split("\n")
    table = battlefield("\n".join(["A" + rows[0][1:], *rows[1:-1], rows[-1][:-1] + "q"]), A="rogue-1", q="orc")
    turn(table, "A")
    condition(table, "q", "paralyzed")
    wishes = list(BOOK.offers(table.battle, "A").of(Move))
    if not wishes:
        return
    wish = data.draw(st.sampled_from(wishes))
    price = rules.reach(table.battle, table.battle["A"], 6).halves(wish.to)  # type: ignore[union-attr]

    assert sum(moved.halves for moved in every(order(table, "A", wish), Moved)) == price  # type: ignore[arg-type]


def test_borders_count_as_corners() -> None:
    """A wall on the border of a square keeps a diagonal step away (d20.move.corner)."""
    table = battlefield(". . o\nA . .", A="rogue-1", o="orc", edges=[Edge("a2", "n", "wall")])

    assert "d20.move.corner" in why_not(table, "A", Step(square(table, "b1")))


def test_the_way_round_may_lead_through_the_corner_of_the_map() -> None:
    """The north-west square is as good as any (d20.move.normal)."""
    table = battlefield(". . . . .\nA # . . .\n. . . . .\n. . o . .", A="rogue-1", o="orc")

    events = order(table, "A", Move(square(table, "d3")))

    assert not every(events, Answered)
    assert square(table, "a1") in one(events, Moved).path


def test_a_way_that_is_named_costs_what_it_costs() -> None:
    """Three squares off, and by a detour of seven too far (d20.move.normal)."""
    table = field()

    assert not why_not(table, "A", Move(square(table, "d1"), (square(table, "b3"),)))
    assert why_not(table, "A", Move(square(table, "d1"), (square(table, "a3"), square(table, "d3"))))[0] == rules.NORMAL


def test_who_waits_beside_the_way_and_stays_there_bars_nothing() -> None:
    """The rat runs on through the space of the orc that has struck at it (d20.ready.trigger, d20.pass.tiny)."""
    table = battlefield("r . O . .", r="rat", O="orc", dice="d20:1", answers=[Act()])
    order(table, "O", Ready(Attack("r", "falchion"), Trigger("comes-into-reach", "r")))

    order(table, "r", Move(square(table, "d1")))

    assert table.battle["r"].square == square(table, "d1")
    spent(table)
