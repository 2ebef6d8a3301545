"""What is remembered of foes that are out of sight, and what friends tell; who hears whom."""

from __future__ import annotations

import pytest

from agents.memory import Remembered
from agents.view import View
from sim.events.conditions import ConditionBegan
from sim.events.course import OrderGiven, RefereeMoved
from sim.events.movement import Moved
from sim.events.orders import Attack, End, Move
from sim.grid.bits import squares
from sim.table import Table
from sim.testing import battlefield, condition, square
from tests.agents.situations import decide

GATE = """
    . . . . # . . . . .
    . A . . . . . o . .
    . . . . # . . . . .
    . . . . # . . . . .
    . B . . # . . . . .
    """


def went(table: Table, who: str, *names: str) -> None:
    """A creature has gone along these squares, by an order of its own."""
    table.tell(OrderGiven(-1, who, End(), "nearest", (), "none", ()))
    path = tuple(square(table, name) for name in names)
    table.tell(Moved(-1, who, path, 2 * len(path), "walk", 1))


def names(table: Table, bits: int) -> set[str]:
    """These squares by name."""
    return {table.battle.ground.name(at) for at in squares(bits)}


def test_who_goes_out_of_sight_is_remembered_where_it_was_seen_last() -> None:
    """Through the gate the orc is seen; on its way behind the wall up to the square from where it is hidden."""
    table = battlefield(GATE, A="fighter-1", B="wolf", o="orc")
    went(table, "o", "h2", "g3", "g4", "g5")
    view = View(table.battle, "A")

    assert view.foes == ()
    assert view.remembered() == (Remembered("o", square(table, "g3"), 0),)


def test_a_foe_that_was_never_seen_is_not_remembered() -> None:
    """Behind the wall from the beginning."""
    table = battlefield("A . # . o\n. . # . .", A="fighter-1", o="orc")

    assert View(table.battle, "A").remembered() == ()


def test_rounds_pass() -> None:
    """What is remembered says how many rounds ago it was."""
    table = battlefield(GATE, A="fighter-1", B="wolf", o="orc")
    went(table, "o", "h2", "g3", "g4", "g5")
    table.battle.round += 3

    assert [memory.ago for memory in View(table.battle, "A").remembered()] == [3]


def test_what_was_seen_in_passing_counts() -> None:
    """Who walks past a gate has seen who stood behind it."""
    table = battlefield(
        """
        . . A . .
        # # . # #
        . . . . .
        . . o . .
        """,
        A="fighter-1",
        o="orc",
    )
    went(table, "A", "c1", "b1", "a1")

    assert View(table.battle, "A").remembered() == (Remembered("o", square(table, "c4"), 0),)


def test_friends_tell_what_they_see() -> None:
    """Bob at the gate sees the orc, and calls to Ann behind the wall where it is."""
    table = battlefield(". . . # . .\n. A . # . o\n. . . # . .\n. . . B . .", A="fighter-1", B="fighter-1", o="orc")
    view = View(table.battle, "A")

    assert view.foes == ()
    assert view.remembered() == (Remembered("o", square(table, "f2"), 0, "B"),)
    assert view.may_be(view.remembered()[0]) == 1 << square(table, "f2")


@pytest.mark.parametrize(
    ("teller", "plight"), [("wolf", ""), ("fighter-1", "silenced"), ("fighter-1", "stunned"), ("fighter-1", "deafened")]
)
def test_not_everybody_can_tell(teller: str, plight: str) -> None:
    """A wolf has no speech, nor has who is silenced; the stunned see nothing. The deaf can speak, but not be told."""
    table = battlefield(". . . # . .\n. A . # . o\n. . . # . .\n. . . B . .", A="fighter-1", B=teller, o="orc")
    if plight:
        condition(table, "A" if plight == "deafened" else "B", plight)

    assert not any(memory.by for memory in View(table.battle, "A").remembered())


def test_the_invisible_are_remembered_where_they_vanished() -> None:
    """Seen until then, and looked for from there; its place now is not known."""
    table = battlefield("A . . . o .\n. . . . . .", A="fighter-1", o="orc")
    table.tell(OrderGiven(-1, "o", End(), "nearest", (), "none", ()))
    table.tell(ConditionBegan(-1, "o", "invisible", ()))
    went(table, "o", "e1", "e2", "f2")

    assert View(table.battle, "A").remembered() == (Remembered("o", square(table, "e1"), 0),)


def test_the_blinded_remember() -> None:
    """Who is blinded has seen its foe before."""
    table = battlefield("A . . . o .", A="fighter-1", o="orc")
    table.tell(OrderGiven(-1, "o", End(), "nearest", (), "none", ()))
    table.tell(ConditionBegan(-1, "A", "blinded", ()))

    assert View(table.battle, "A").remembered() == (Remembered("o", square(table, "e1"), 0),)


def test_it_may_have_gone_on() -> None:
    """As far as it walks since, round the wall; but not to where it would be seen."""
    table = battlefield(GATE, A="fighter-1", B="wolf", o="orc")
    went(table, "o", "h2", "g3", "g4", "g5")
    view = View(table.battle, "A")
    places = names(table, view.may_be(view.remembered()[0]))

    assert {"g5", "h5", "f4"} <= places
    assert not places & {"f2", "h2", "b2"}


def test_a_trail_is_short() -> None:
    """After many moves behind the wall nothing is remembered any more."""
    table = battlefield(GATE, A="fighter-1", B="wolf", o="orc")
    went(table, "o", "h2", "g3", "g4", "g5")
    for _ in range(5):
        went(table, "o", "g5", "h5")
        went(table, "o", "h5", "g5")

    assert View(table.battle, "A").remembered() == ()


def test_memory_follows_from_the_battle() -> None:
    """A fork remembers the same, and goes its own way."""
    table = battlefield(GATE, A="fighter-1", B="wolf", o="orc")
    went(table, "o", "h2", "g3", "g4", "g5")
    fork = table.battle.fork()
    before = View(fork, "A").remembered()
    went(table, "o", "g5", "h5")

    assert before == View(fork, "A").remembered() == View(table.battle, "A").remembered()
    assert fork.snapshot() != table.battle.snapshot()


@pytest.mark.parametrize("policy", ["nearest", "doctrine"])
def test_a_foe_is_looked_for_where_it_was_seen_last(policy: str) -> None:
    """Not where it is heard, but through the gate, behind which it has vanished."""
    table = battlefield(GATE, A="fighter-1", B="wolf", o="orc")
    went(table, "o", "h2", "g3", "g4", "g5")
    decision = decide(table, "A", policy)

    assert isinstance(decision.choice, Move)
    assert "saw o 0 rounds ago at g3" in decision.reasons[0].words


def test_who_is_told_strikes_at_the_square() -> None:
    """Blinded, with the orc beside it, and a friend to say where: the blow goes to that square."""
    table = battlefield(". . . .\n. A o .\n. . . B", A="fighter-1", B="fighter-1", o="orc")
    condition(table, "A", "blinded")
    order = decide(table, "A", "nearest").choice

    assert isinstance(order, Attack)
    assert order.square == square(table, "c2")


@pytest.mark.parametrize(
    ("drawing", "plight", "heard"),
    [
        ("A . # . o", "", True),
        ("A . # . o", "deafened", False),
        ("A . . . o", "hidden", True),
        ("A" + " ." * 30 + " o", "hidden", False),
        ("A" + " ." * 30 + " o", "invisible", False),
    ],
)
def test_who_is_heard(drawing: str, plight: str, heard: bool) -> None:
    """A battle is loud; the hidden go softly, the invisible are heard from near; the deaf hear nobody."""
    table = battlefield(drawing, A="fighter-1", o="orc")
    if plight == "deafened":
        condition(table, "A", plight)
    elif plight:
        condition(table, "o", plight, "A" if plight == "hidden" else "")

    assert bool(View(table.battle, "A").noises()) is heard


def test_a_moved_creature_leaves_a_trail() -> None:
    """The referee's hand, too."""
    table = battlefield(GATE, A="fighter-1", B="wolf", o="orc")
    table.tell(RefereeMoved(-1, "o", square(table, "j5"), "put back"))

    assert [stood.path[-1] for stood in table.battle["o"].trail] == [square(table, "h2"), square(table, "j5")]
