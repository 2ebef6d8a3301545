"""
Bull rush: a foe ringed by four great axes is pushed past all of them.

The one in the middle has a dagger: at 75 % it does 5.3 hit points by the odds. Its push succeeds at 77 % (Strength +4
and 4 for its training against +2), and the pushed gives each axe an opportunity (d20.bull-rush.push-aoo): 7.8 hit
points each, 31 together, of which one in four strikes the pusher instead. 0.77 times 31 times a half is 12: twice the
dagger.
"""

from __future__ import annotations

from sim.events.orders import Attack, BullRush
from sim.tables.sheet import Sheet
from sim.testing import battlefield
from tests.puzzles.people import best, somebody

RING = """
. . . . . . .
. . B . C . .
. . A o . . .
. . D . E . .
. . . . . . .
"""
PUSHER = somebody("dagger", strength=18, feats=("improved-bull-rush",))
FOE = somebody("club", hit_points=60, base_attack=3)


def ring(friends: Sheet, foe: Sheet | str = FOE) -> object:
    """What the pusher does with these friends around the foe."""
    table = battlefield(RING, A=PUSHER, o=foe, **dict.fromkeys("BCDE", friends))
    return best(table)


def test_a_foe_is_pushed_past_the_axes_of_friends() -> None:
    """Four opportunities are worth more than one dagger."""
    assert ring(somebody("greataxe")) == BullRush("o")


def test_not_past_bows() -> None:
    """Archers threaten nothing: the push would gain a square and no blow."""
    assert isinstance(ring(somebody("longbow")), Attack)


def test_not_somebody_much_larger() -> None:
    """A hill giant is too heavy to be moved: +7 and 4 for its size, against +8."""
    table = battlefield(
        ". . . . .\n. B o o .\n. A o o .\n. . C . .",
        A=PUSHER,
        o="hill-giant",
        **dict.fromkeys("BC", somebody("greataxe")),
    )

    assert not isinstance(best(table), BullRush)
