"""
Casting: the spell that does most, and healing before all else.

A fireball of 5d6 does 15 hit points to each of three orcs of 5; two missiles do 7 to one. Two friends in the fire
would lose 30 and more.
"""

from __future__ import annotations

from sim.events.orders import Cast
from sim.testing import battlefield, condition
from tests.puzzles.people import best
from tests.rules.d20.casters import priest, wizard


def test_three_orcs_are_worth_a_ball_of_fire() -> None:
    """Each of them falls to it, saved or not."""
    table = battlefield(
        ". . . . . . . . . . o .\nW . . . . . . . . . p .\n. . . . . . . . . . q .",
        W=wizard("fireball", "magic missile"),
        **dict.fromkeys("opq", "orc"),
    )

    assert best(table, "W").spell == "fireball"


def test_not_with_a_friend_in_it() -> None:
    """A place is found where only orcs burn, or missiles are sent."""
    table = battlefield(
        ". . . . . . . . . A o .\nW . . . . . . . . B p .\n. . . . . . . . . . . .",
        W=wizard("fireball", "magic missile"),
        o="fighter-5",
        p="orc",
        **dict.fromkeys("AB", "fighter-1"),
    )

    assert best(table, "W").spell == "magic missile"


def test_the_dying_are_healed() -> None:
    """A friend at -4 has six rounds at most."""
    table = battlefield(". F . .\n. P . o", P=priest("cure light wounds", "bless"), F="fighter-1", o="orc")
    table.battle["F"].hit_points = -4
    condition(table, "F", "dying")

    assert best(table, "P") == Cast("cure light wounds", ("F",))


def test_a_scratch_is_not() -> None:
    """One point lost is not worth a spell, with an orc in reach."""
    table = battlefield(". F . .\n. P o .", P=priest("cure light wounds"), F="fighter-1", o="orc")
    table.battle["F"].hit_points -= 1

    assert not isinstance(best(table, "P"), Cast)
