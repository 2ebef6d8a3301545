"""
Splash weapon: acid among four hobgoblins who stand around one corner.

A throw at the corner (nine times in ten, d20.splash.intersection) wets all four: 3.6 hit points by the odds. A
direct hit at half does 1.7 and splashes three more at half: 3.4 with what it may fell. The bare fist does 1 to one of
them.
"""

from __future__ import annotations

from sim.events.orders import Attack, Throw
from sim.testing import battlefield, square
from tests.puzzles.people import PLATE, best, somebody

CLUSTER = """
. . . . . . .
. A . . a b .
. . . . c d .
. . . . . . .
"""
THROWER = somebody("acid flask")


def test_the_flask_goes_where_most_foes_stand() -> None:
    """The corner between the four is the place."""
    table = battlefield(CLUSTER, A=THROWER, **dict.fromkeys("abcd", "hobgoblin"))

    assert best(table) == Throw("acid flask", square(table, "f3"))


def test_armor_is_nothing_to_acid() -> None:
    """At one foe in plate the flask is thrown by touch: 55 % for 3.5, where no blow would land."""
    table = battlefield(". . . . . . .\n. A . . o . .\n. . . . . . .", A=THROWER, o=somebody("club", **PLATE))

    assert best(table) == Attack("o", "acid flask")


def test_no_flask_among_friends() -> None:
    """Two of the four are friends: what they suffer counts twice."""
    friends = dict.fromkeys("BC", "fighter-1")
    table = battlefield(
        CLUSTER.replace("b", "B").replace("c", "C"), A=THROWER, **friends, **dict.fromkeys("ad", "hobgoblin")
    )

    assert not isinstance(best(table), Throw)
