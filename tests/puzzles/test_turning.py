"""
Turning: four skeletons around a cleric of 5th level.

At five levels each skeleton of one Hit Die that is reached is destroyed (d20.turning.destroy), and every roll reaches
all four: 24 hit points gone at once. The mace does 3.5 to one of them.
"""

from __future__ import annotations

from sim.events.orders import TurnUndead
from sim.table import Table
from sim.testing import battlefield, condition
from tests.puzzles.people import best

GRAVES = """
. . . . . . . .
. . . s . t . .
. C . . . . . .
. . . u . v . .
. . . . . . . .
"""


def graves(cleric: str, foe: str) -> Table:
    """A cleric before four foes of a kind."""
    return battlefield(GRAVES, C=cleric, **dict.fromkeys("stuv", foe))


def test_skeletons_are_turned() -> None:
    """All four at once."""
    assert best(graves("cleric-5", "human-warrior-skeleton"), "C") == TurnUndead()


def test_the_evil_rebuke_those_who_are_not_theirs() -> None:
    """What cowers before it does not strike (d20.turning.rebuke)."""
    assert best(graves("evil-cleric-5", "human-warrior-skeleton"), "C") == TurnUndead("rebuke")


def test_nobody_turns_the_living() -> None:
    """Orcs do not heed it."""
    assert not isinstance(best(graves("cleric-5", "orc"), "C"), TurnUndead)


def test_nobody_turns_what_is_too_strong() -> None:
    """Skeletons of trolls have six Hit Dice: no check of a cleric of first level reaches them."""
    assert not isinstance(best(graves("cleric-1", "troll-skeleton"), "C"), TurnUndead)


def test_nobody_turns_twice() -> None:
    """Those who flee already are left alone."""
    table = graves("cleric-3", "human-warrior-skeleton")
    for who in "stuv":
        condition(table, who, "turned", "C", 20)

    assert not isinstance(best(table, "C"), TurnUndead)


def test_nobody_frees_those_who_are_free() -> None:
    """An evil cleric among its own skeletons, of whom none is turned, has better things to do."""
    table = battlefield(
        GRAVES + ". . . . . . o .",
        C="evil-cleric-5",
        o="fighter-3",
        sides={"C": "lower", "o": "upper"},
        **dict.fromkeys("stuv", "human-warrior-skeleton"),
    )

    assert not isinstance(best(table, "C"), TurnUndead)


def test_the_turned_are_freed() -> None:
    """With all four of its skeletons in flight, freeing them is worth a turn (d20.turning.dispel)."""
    table = battlefield(
        GRAVES + ". . . . . . o .",
        C="evil-cleric-5",
        o="fighter-3",
        sides={"C": "lower", "o": "upper"},
        **dict.fromkeys("stuv", "human-warrior-skeleton"),
    )
    for who in "stuv":
        condition(table, who, "turned", "o", 10)

    assert best(table, "C") == TurnUndead("dispel")
